package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

const referenceHead = `# Reference of clauses

<!-- Made from the table of package def by: go run ./internal/tools/table -->

Every clause of every declaration, and of the lines within declarations. [Language](language.md) explains them with examples, and
[How to add a clause](extending.md) says how to extend this table. A time is written ` + "`2s`, `500ms` or `1min`" + `; constants may be names of constants.
`

// reference returns the reference page.
func reference() []byte {
	var b bytes.Buffer
	b.WriteString(referenceHead)
	for _, s := range def.Statements() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n```krk\n%s\n```\n", s.Title, s.Doc, s.Form)
		rows(&b, s.Head)
		rows(&b, s.Body)
		for i := range s.Body {
			rows(&b, s.Body[i].Rows)
		}
	}
	return b.Bytes()
}

// rows writes clauses as a table.
func rows(b *bytes.Buffer, list []def.Clause) {
	if len(def.Words(list)) == 0 {
		return
	}
	b.WriteString("\n| clause | takes | meaning |\n|---|---|---|\n")
	for i := range list {
		c := &list[i]
		if c.Word == "" {
			continue
		}
		doc := c.Says()
		if c.Kinds != nil {
			doc += " Of " + strings.Join(c.Kinds, ", ") + "."
		}
		if c.Since != "" {
			doc += " Since " + c.Since + "."
		}
		example := ""
		if c.Form != "" && c.Form != c.Word {
			example = " Example: `" + c.Form + "`."
		}
		fmt.Fprintf(b, "| `%s` | %s | %s%s |\n", c.Word, strings.ReplaceAll(c.Value(), "|", `\|`), doc, example)
	}
}
