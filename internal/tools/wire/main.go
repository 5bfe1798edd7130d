// Command wire writes the TypeScript types of what the studio's pages send and receive, from the Go types that the
// server encodes. Run it from the root of the repository when one of them has changed: go run ./internal/tools/wire
package main

import (
	"fmt"
	"os"
)

// out is the file that is written.
const out = "internal/studio/web/src/net/wire.ts"

func main() {
	data, err := generate(".")
	if err == nil {
		err = os.WriteFile(out, data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
