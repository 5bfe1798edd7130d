package diag

// Codes of the JSON form and of the Go builder.
const (
	JSONSyntax   Code = "K200"
	JSONLimit    Code = "K201"
	JSONVersion  Code = "K202"
	JSONField    Code = "K203"
	JSONMissing  Code = "K204"
	JSONType     Code = "K205"
	JSONTwice    Code = "K206"
	JSONChoice   Code = "K207"
	JSONConflict Code = "K208"
	JSONText     Code = "K209"

	BuildValue Code = "K220"
	BuildTwice Code = "K221"
	BuildOrder Code = "K222"
	BuildText  Code = "K223"
)

var formCodes = []Info{
	{JSONSyntax, "not JSON", "The file is not well-formed JSON: a comma, colon, bracket or quote is missing or too many, or a value is misspelt."},
	{JSONLimit, "JSON too large or too deep", "The JSON form is read only up to a size and a nesting depth, so that a hostile file cannot exhaust memory."},
	{JSONVersion, "format version", "The first field of the JSON form is \"karakuri\": 1. Any other number belongs to another version of the format."},
	{JSONField, "unknown field", "An object of the JSON form has a field that does not exist; the reference in docs/json.md lists those that do."},
	{JSONMissing, "missing field", "An object of the JSON form lacks a field that it must have."},
	{JSONType, "wrong kind of JSON value", "A field has the wrong kind of value, such as a number instead of an expression. Expressions are always strings."},
	{JSONTwice, "field given twice", "A JSON object has the same field twice. Remove one of them."},
	{JSONChoice, "unknown choice", "A field that takes one of a few words, such as kind or scope, holds another word."},
	{JSONConflict, "fields that exclude each other", "Two fields of an object cannot be given together, such as type and derived of a symbol."},
	{JSONText, "text that cannot be written in the language", "A name must not be empty or hold backquotes or control characters, and a comment must be one line."},
	{BuildValue, "Go value that cannot be used", "The builder cannot convert a Go value of this type. Pass the expression as a string instead."},
	{BuildTwice, "given twice", "A builder method was called a second time for a part that can exist only once, such as two When of one operator."},
	{BuildOrder, "nothing to apply to", "A builder method applies to the declaration before it, such as Default to a symbol, but there is none yet."},
	{BuildText, "text that cannot be written in the language", "A name given to the builder must not be empty or hold backquotes or control characters, and a signature must be complete."},
}
