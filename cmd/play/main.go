//go:build !js

// Command play is the studio within a page: the playground. go run ./internal/tools/play builds it for WebAssembly,
// with the page, which runs it in a worker. It has no files and no network: the worker hands it texts, and passes on
// messages. This form of it only says how to build it.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "play runs in a page; build it with: go run ./internal/tools/play")
	os.Exit(2)
}
