package expr

import (
	"strings"
	"unicode"

	"github.com/karakuri-ai/karakuri/diag"
)

// WordTodo begins a placeholder: todo "strike it" can replace a call of a task or action.
const WordTodo = "todo"

// todo reads a placeholder, or returns nil: todo alone is a name like any other.
func (p *Parser) todo() *Ref {
	text := p.Peek(1)
	if !p.IsWord(WordTodo) || text.Kind != TokString || text.LineStart {
		return nil
	}
	r := &Ref{NameAt: p.Here(), Name: WordTodo}
	p.Next()
	r.At = r.NameAt.To(p.Here())
	if r.Todo = p.StringValue(p.Next()); r.Todo == "" {
		p.Soft(diag.Syntax, r.At, "todo has no text").Hint = `write todo "strike it"`
		r.Todo = "?"
	} else if strings.ContainsFunc(r.Todo, unicode.IsControl) {
		p.Soft(diag.Syntax, r.At, "the text of todo has more than one line, or control characters").Hint = `write a few words, as in todo "strike it"`
	}
	return r
}
