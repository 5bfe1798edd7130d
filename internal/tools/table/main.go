// Command table writes the files that are generated from the table of the language in package def: the builder's
// methods, the reference page, the words that the studio colours, and the grammar for Visual Studio Code. Run it from
// the root of the repository when the table has changed: go run ./internal/tools/table
package main

import (
	"fmt"
	"os"
)

// files returns the generated files by their names.
func files() map[string][]byte {
	all := map[string][]byte{}
	all["docs/reference.md"] = reference()
	all["internal/studio/web/src/text/words.ts"] = words()
	all[grammarFile] = grammar()
	for name := range said {
		all[name] = methods(name)
	}
	return all
}

func main() {
	for name, data := range files() {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
