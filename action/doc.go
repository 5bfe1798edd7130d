// Package action defines the lifecycle of everything that an agent does, and the actions of the host, which are its
// leaves:
package action
