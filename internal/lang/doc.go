// Package lang reads and writes the karakuri language: text and JSON form on one side, the declarations of package def
// on the other.
//
// [Load] reads a file and all files that it imports. [Parse] reads one text, and [Format] lays it out; [DecodeJSON]
// and [EncodeJSON] do the same for the JSON form. All of them report every mistake, and return what could be read.
// [Offers] returns the words that can follow at a place in a text.
//
// The tables of package def describe the clauses; table_read.go, table_text.go and table_json.go read and write each
// kind of value once. rule.go lists the declarations; a file decl_*.go reads the parts of a declaration that have a
// form of their own, and format_*.go lays it out.
package lang
