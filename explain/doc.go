// Package explain holds answers to questions about characters: why one does what it does. Ask an agent, with the method
// Explain of karakuri.Agent, and print the answer, or read its parts: the plan, how it came about, every method and
// binding that was tried, and the values that made the others fail.
package explain
