// Package paged has lists of numbers, and tables that find them by a hash, for searches that may hold hundreds of
// millions: none is ever copied whole, so that adding to one takes about as long at any size, and a search notices that
// it is to end within milliseconds. They belong to one goroutine at a time.
package paged
