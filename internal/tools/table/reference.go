package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

const referenceHead = `# Reference of clauses

<!-- Made from the table of package def by: go run ./internal/tools/table -->

Every clause of every declaration, and of the lines within declarations. [Language](language.md) and the pages that it lists explain them with examples, and
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
		inner(&b, s.Head)
		inner(&b, s.Body)
		if s == &def.NodeTable {
			offers(&b, "node", def.NodeOffers())
		}
	}
	b.WriteString("\n## Expressions\n\nWhat stands in conditions, values and effects.\n")
	offers(&b, "word", def.Expressions())
	b.WriteString("\n## Types\n\nWhat a value can be, besides a declared type.\n")
	offers(&b, "type", def.Types())
	b.WriteString("\n## Findings\n\nThe codes behind mistakes and warnings, in square brackets. `karakuri check --codes` prints them too.\n")
	findings(&b, diag.Codes())
	return b.Bytes()
}

// findings writes the codes of findings as a table.
func findings(b *bytes.Buffer, list []diag.Info) {
	b.WriteString("\n| code | finding | what it means, and what to do |\n|---|---|---|\n")
	for _, info := range list {
		fmt.Fprintf(b, "| %s | %s | %s |\n", info.Code, markdown.Replace(info.Title), markdown.Replace(info.Help))
	}
}

// markdown writes a text so that a table of Markdown shows it as it is.
var markdown = strings.NewReplacer("|", `\|`, "<", "&lt;", "&", "&amp;", "*", `\*`, "_", `\_`, "[", `\[`)

// inner writes the words that stand within what clauses take.
func inner(b *bytes.Buffer, list []def.Clause) {
	for i := range list {
		if words := list[i].Inner(); len(words) > 0 {
			fmt.Fprintf(b, "\nWithin `%s`:\n", list[i].JSONField())
			rows(b, words)
		}
	}
}

// offers writes words as a table.
func offers(b *bytes.Buffer, what string, list []def.Offer) {
	fmt.Fprintf(b, "\n| %s | example | meaning |\n|---|---|---|\n", what)
	for _, o := range list {
		fmt.Fprintf(b, "| `%s` | `%s` | %s |\n", o.Word, strings.ReplaceAll(o.Form, ", or: ", "` or `"), o.Doc)
	}
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
		if c.Needed != nil {
			doc += " Needed by " + strings.Join(c.Needed, ", ") + "."
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
