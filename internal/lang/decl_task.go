package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

var taskRules = []clauseRule[*def.Task]{
	{"method", (*parser).method},
}

// methodRules are the clauses between a method's name and its body. They may stand on lines of their own.
var methodRules = tableRules[*def.Method](def.MethodTable.Head)

// method "nearest" each e: enemy where visible(e) order distance(e) margin 2.0 { fight(e) }
func (p *parser) method(t *def.Task, h def.Head) {
	m := &def.Method{Head: h}
	n := p.title("the name of a method")
	m.Name, m.NameAt = n.Name, n.At
	headClauses(p, m, "a method", methodRules)
	m.Body.At = p.Here()
	m.Body.Items, m.Body.End = p.items(&m.Head, "method "+quoted(m.Name))
	m.Body.At = p.Since(m.Body.At)
	p.finish(&m.Head)
	t.Methods = append(t.Methods, m)
}

// items reads the subtasks of a method or of a nested block.
func (p *parser) items(h *def.Head, what string) (items []*def.Item, end []string) {
	end = p.body(h, what, nil, func(first bool) {
		items = append(items, p.item(first))
	})
	return items, end
}

// item reads one subtask: buy · fight(e) · unordered { a; b } · ordered { a; b }
func (p *parser) item(first bool) *def.Item {
	it := &def.Item{Head: p.begin(first)}
	word := p.Text(p.Tok())
	if (word == "unordered" || word == "ordered") && p.Peek(1).Kind == expr.TokLBrace {
		p.Next()
		it.Block = &def.Block{At: p.Here(), Unordered: word == "unordered"}
		it.Block.Items, it.Block.End = p.items(&it.Head, word)
		it.Block.At = p.Since(it.Block.At)
	} else {
		c, _ := p.call("a task or operator")
		it.Call = &c
		p.noCommas("subtasks", "a task or operator")
	}
	p.finish(&it.Head)
	return it
}

// noCommas answers a comma between calls that stand as statements.
func (p *parser) noCommas(calls, call string) {
	if !p.Failed() && p.Is(expr.TokComma) {
		p.Soft(diag.Syntax, p.Here(), `separate %s by ";" or line ends, not by commas`, calls).Hint = `write ";"`
		for p.Kind() == expr.TokComma {
			p.Next()
			if p.Kind() == expr.TokName && !p.Tok().LineStart {
				p.deed(call)
			}
		}
	}
}
