// Package ground instantiates a lifted problem: all actions, methods and tasks that the initial network can reach and
// that could ever be applicable, over numbered facts.
package ground
