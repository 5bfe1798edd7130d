package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// words returns the words that the editor of the studio colours. Functions are coloured as calls.
func words() []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated from the table of package def by: go run ./internal/tools/table. DO NOT EDIT.\n")
	writeSet(&b, "declarations", "The words that declarations begin with.", def.Declarations())
	writeSet(&b, "types", "The words that types begin with.", def.Types())
	writeSet(&b, "words", "All other words of the language.", otherWords())
	return b.Bytes()
}

// otherWords returns the words besides those that begin declarations or types, and the names of functions.
func otherWords() []def.Offer {
	return slices.DeleteFunc(def.AllOffers(), func(o def.Offer) bool {
		return o.Of == "" && !slices.ContainsFunc(expr.Words(), func(w expr.Word) bool { return w.Word == o.Word })
	})
}

// writeSet writes a set of words, in alphabetical order.
func writeSet(b *bytes.Buffer, name, doc string, list []def.Offer) {
	fmt.Fprintf(b, "\n/** %s */\nexport const %s = new Set<string>(%q.split(\" \"));\n", doc, name, strings.Join(fieldsOf(list), " "))
}

// fieldsOf returns the words of a set, in alphabetical order.
func fieldsOf(list []def.Offer) []string {
	var all []string
	for _, o := range list {
		all = append(all, strings.Fields(o.Word)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
