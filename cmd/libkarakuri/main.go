//go:build !libkarakuri

// Command libkarakuri is the engine as a library for other languages. This form of it only says how to build the
// library:
//
//	go run ./internal/tools/lib -o build
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "libkarakuri is a library, not a program; build it with: go run ./internal/tools/lib -o build")
	os.Exit(2)
}
