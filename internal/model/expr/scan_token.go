package expr

import "github.com/karakuri-ai/karakuri/internal/fact"

// TokenKind is the kind of a Token.
type TokenKind uint8

// The kinds of tokens. Words of the language are TokNames: which of them are special depends on the place.
const (
	TokEOF    TokenKind = iota
	TokName             // in backquotes or not
	TokNumber           // with its unit, if any
	TokString
	TokComment // from // to the end of the line
	TokLParen
	TokRParen
	TokLBrace
	TokRBrace
	TokLBracket
	TokRBracket
	TokComma
	TokSemicolon
	TokColon
	TokDefine // :=
	TokAssign // =
	TokAddAssign
	TokSubAssign
	TokEq
	TokNe
	TokLt
	TokLe
	TokGt
	TokGe
	TokAnd
	TokOr
	TokNot
	TokAmp  // &, no operator: a hint says &&
	TokPipe // |, between the types of an action's parameter
	TokAdd
	TokSub
	TokMul
	TokDiv
	TokMod
	TokPow
	TokDot
	TokDots // ..
)

var tokenTexts = [...]string{
	TokEOF: "the end of the file", TokName: "a name", TokNumber: "a number", TokString: "a string", TokComment: "a comment",
	TokLParen: `"("`, TokRParen: `")"`, TokLBrace: `"{"`, TokRBrace: `"}"`, TokLBracket: `"["`, TokRBracket: `"]"`,
	TokComma: `","`, TokSemicolon: `";"`, TokColon: `":"`, TokDefine: `":="`, TokAssign: `"="`,
	TokAddAssign: `"+="`, TokSubAssign: `"-="`, TokEq: `"=="`, TokNe: `"!="`, TokLt: `"<"`, TokLe: `"<="`,
	TokGt: `">"`, TokGe: `">="`, TokAnd: `"&&"`, TokOr: `"||"`, TokNot: `"!"`, TokAmp: `"&"`, TokPipe: `"|"`,
	TokAdd: `"+"`, TokSub: `"-"`, TokMul: `"*"`, TokDiv: `"/"`, TokMod: `"%"`, TokPow: `"^"`,
	TokDot: `"."`, TokDots: `".."`,
}

// String returns the kind as messages name it: `"{"`, "a name".
func (k TokenKind) String() string { return fact.Name(k, tokenTexts[:]...) }

// Token is one token. Small on purpose: a file is scanned as a whole.
type Token struct {
	Kind       TokenKind
	LineStart  bool // the first of its line, comments aside
	BlankAbove bool // a blank line stands between it and what comes before
	Faulty     bool // a string or name that has been reported
	Start, End int32
}

// Comment is a comment with its place among the tokens.
type Comment struct {
	Token
	Index int // of the token that follows it
}
