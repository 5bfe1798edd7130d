package diag

// Codes of the scanner, the parsers, the formatter and the loader.
const (
	Syntax            Code = "K001"
	StrayText         Code = "K002"
	BadString         Code = "K003"
	BadNumber         Code = "K004"
	Unclosed          Code = "K005"
	Unopened          Code = "K006"
	UnknownWord       Code = "K007"
	NotAvailable      Code = "K008"
	TooDeep           Code = "K009"
	WrongOperator     Code = "K050"
	ChainedComparison Code = "K051"
	RepeatedClause    Code = "K052"
	MissingClause     Code = "K053"
	TooLarge          Code = "K054"
	ImportMissing     Code = "K055"
	ImportCycle       Code = "K056"
	ImportPath        Code = "K057"
	TooManyFiles      Code = "K058"
	StatementEnd      Code = "K059"
	ReservedName      Code = "K060"
	EmptyFile         Code = "K061"
	AllowsNothing     Code = "K062"
)

var syntaxCodes = []Info{
	{Syntax, "something else was expected here", "The text does not follow the grammar at this place. The message says what could stand here and what was found; docs/language.md shows each declaration."},
	{StrayText, "text that is not part of the language", "A byte that is not UTF-8, a control character, or a character without meaning here. Save the file as UTF-8 and remove the character."},
	{BadString, "faulty string or name in quotes", "A string, or a name in backquotes, is not closed on its line, or contains a character that is not allowed. Strings are written in double quotes; inside, write \\\" for a quote and \\\\ for a backslash."},
	{BadNumber, "faulty number", "A number is malformed, too large, or has an unknown unit. Units are ms, s and min for durations, deg for angles."},
	{Unclosed, "missing closing bracket", "A brace or parenthesis that was opened is not closed. The related place shows where it was opened."},
	{Unopened, "closing bracket without an opening one", "A closing brace or parenthesis has no opening one. Remove it, or look for the missing opening one above."},
	{UnknownWord, "unknown declaration or clause", "A declaration or a clause begins with a word that does not exist here. The hint names the nearest one, or all that are possible."},
	{NotAvailable, "not available in this version", "The word belongs to the language, but this version does not support it. The clause or declaration is skipped."},
	{TooDeep, "nested too deeply", "Brackets, conditions or blocks are nested beyond the limit, or one expression has too many parts. Name a part of it as a derived symbol or as a task of its own."},
	{WrongOperator, "operator of another language", "Conditions are written with && || ! and ==; effects with =."},
	{ChainedComparison, "chained comparison", "Comparisons cannot be chained. Write a < b && b < c."},
	{RepeatedClause, "clause given twice", "A clause that may occur once occurs twice. Merge the two, with && for conditions or with a comma for lists."},
	{MissingClause, "a clause is missing", "A declaration lacks a required part."},
	{TooLarge, "input too large", "A file, or all files together, exceed a limit. Split the file, or import less."},
	{ImportMissing, "file cannot be read", "The file, or an imported file, does not exist or cannot be read. Import paths are relative to the importing file."},
	{ImportCycle, "cyclic import", "A file imports itself, directly or through others. Move what both need into a third file."},
	{ImportPath, "faulty import path", "Import paths are relative, use forward slashes, and stay within the folder that was loaded from."},
	{TooManyFiles, "too many files", "The imports lead to more files than the limit."},
	{StatementEnd, "statement not ended", "A statement ends at the end of its line, with a semicolon, or before a closing brace."},
	{ReservedName, "reserved word used as a name", "Words that have a meaning inside expressions, such as if and in, cannot be names."},
	{EmptyFile, "nothing declared", "The file has no declaration."},
	{AllowsNothing, "comment that silences no warning", "karakuri: allow silences warnings on its line, or on the next line if it stands alone, by their codes. No such warning starts there. Mistakes cannot be silenced."},
}
