// Package lang is the karakuri language: text and JSON form on one side, the declarations of package def on the other.
//
// [Load] reads a file with all that it imports. [Parse] reads one text, and [Format] lays it out; [DecodeJSON] and [EncodeJSON] do the same for the JSON form.
// All of them give every mistake that they find, and what could be read beside it. [Offers] says what may stand at a place in a text.
//
// What a clause looks like stands in the tables of package def: table_read.go, table_text.go and table_json.go read and write each kind of value once.
// rule.go lists the declarations; a file decl_*.go reads what of one has a form of its own, and format_*.go lays it out.
package lang
