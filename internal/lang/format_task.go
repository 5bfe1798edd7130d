package lang

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// methods writes the methods of a task; conditions and bodies of those on one line that follow each other are aligned.
func (w *layout) methods(list []*def.Method) {
	for i := 0; i < len(list); {
		n := w.methodRun(list[i:])
		heads, bodies := methodColumns(list[i : i+n])
		column, fit := alignment(1, heads, bodies)
		for k, m := range list[i : i+n] {
			w.above(1, &m.Head, i+k == 0)
			if n > 1 && fit {
				w.line(1, pad(heads[k], column)+" "+bodies[k], m.After)
			} else {
				w.method(m)
			}
		}
		i += n
	}
}

// methodRun returns how many methods from the first on are aligned with it: those on one line that have no clause but
// "when". Others have heads too long for that.
func (w *layout) methodRun(list []*def.Method) int {
	for i, m := range list {
		_, _, ok := w.inlineMethod(m)
		short := !slices.ContainsFunc(def.MethodTable.Head, func(c def.Clause) bool { return c.Word != "" && c.Word != "when" && c.Has(m) })
		if !ok || !short || i > 0 && (m.Gap || len(m.Before) > 0) {
			return max(i, 1)
		}
	}
	return len(list)
}

// methodColumns returns heads, with their conditions aligned, and bodies. Two spaces part a condition from the body.
func methodColumns(list []*def.Method) (heads, bodies []string) {
	names := 0
	for _, m := range list {
		names = max(names, width(methodHead(m)))
	}
	for _, m := range list {
		head := methodHead(m)
		if clauses := methodClauses(m); len(clauses) > 0 {
			head = pad(head, names) + " " + strings.Join(clauses, " ") + " "
		}
		heads = append(heads, head)
		bodies = append(bodies, bodyText(itemTexts(m.Body.Items)))
	}
	return heads, bodies
}

// method writes a method that is not aligned with others.
func (w *layout) method(m *def.Method) {
	if head, body, ok := w.inlineMethod(m); ok {
		w.line(1, head+" "+body, m.After)
		return
	}
	clauses := methodClauses(m)
	head := strings.Join(append([]string{methodHead(m)}, clauses...), " ")
	if fits(1, head+" {") {
		w.open(1, head, m.After)
	} else {
		w.line(1, methodHead(m), "")
		w.clauses(m)
		w.line(1, "{", m.After)
	}
	w.items(1, &m.Body)
}

// clauses writes the clauses of a method, each on its own line.
func (w *layout) clauses(m *def.Method) {
	for _, p := range addClauses(nil, def.MethodTable.Head, m) {
		w.piece(2, &p, "")
	}
}

// items writes the rest of a body whose opening brace has been written.
func (w *layout) items(indent int, b *def.Block) {
	for i, it := range b.Items {
		w.above(indent+1, &it.Head, i == 0)
		switch {
		case it.Block == nil:
			w.line(indent+1, callText(it.Call), it.After)
		case !w.manyLines(it.At) && w.quietBlock(it.Block) && fits(indent+1, itemText(it)):
			w.line(indent+1, itemText(it), it.After)
		default:
			w.open(indent+1, blockWord(it.Block), it.After)
			w.items(indent+1, it.Block)
		}
	}
	w.close(indent, b.End, len(b.Items) == 0)
}
