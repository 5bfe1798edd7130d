package lsp

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// scan returns the tokens of a text, comments included, without the end.
func scan(src *diag.Source) []expr.Token {
	var ds diag.List
	var list []expr.Token
	for s := expr.NewScanner(src, &ds); ; {
		t := s.Scan()
		if t.Kind == expr.TokEOF {
			return list
		}
		list = append(list, t)
	}
}

// tokenAt returns the index of the token that holds an offset or ends at it, a name before anything else; -1: none.
func tokenAt(list []expr.Token, offset int) int {
	found := -1
	for i, t := range list {
		if int(t.Start) <= offset && offset <= int(t.End) && (found < 0 || t.Kind == expr.TokName) {
			found = i
		}
	}
	return found
}

// before returns how many tokens begin before an offset.
func before(list []expr.Token, offset int) int {
	n := 0
	for n < len(list) && int(list[n].Start) < offset {
		n++
	}
	return n
}

// call is an unfinished call around an offset.
type call struct {
	name expr.Token
	arg  int    // index of the argument
	word string // the name before the argument, if it has one
}

// callAround returns the innermost call whose parentheses are open at an offset; false: there is none. It does not look
// beyond braces.
func callAround(src *diag.Source, list []expr.Token, offset int) (call, bool) {
	depth, c := 0, call{}
	for i := before(list, offset) - 1; i >= 0; i-- {
		switch t := list[i]; t.Kind {
		case expr.TokRParen, expr.TokRBracket:
			depth++
		case expr.TokLBracket:
			depth--
		case expr.TokLParen:
			if depth--; depth < 0 {
				if i > 0 && list[i-1].Kind == expr.TokName && list[i-1].End == t.Start {
					c.name = list[i-1]
					return c, true
				}
				depth, c = 0, call{}
			}
		case expr.TokComma:
			if depth == 0 {
				c.arg++
			}
		case expr.TokColon:
			if depth == 0 && c.arg == 0 && i > 0 && list[i-1].Kind == expr.TokName {
				c.word = src.Text[list[i-1].Start:list[i-1].End]
			}
		case expr.TokLBrace, expr.TokRBrace, expr.TokSemicolon:
			return call{}, false
		}
	}
	return call{}, false
}
