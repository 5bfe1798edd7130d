package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// A declaration with a body stays on one line if it was on one in the text, or there is no text, and it fits.

// quiet reports whether statements have neither comments nor blank lines, so that they may share a line.
func quiet(heads ...*def.Head) bool {
	for _, h := range heads {
		if len(h.Before) > 0 || h.After != "" || h.Gap {
			return false
		}
	}
	return true
}

// inline returns the head and the body of a declaration that stays on one line.
func (w *layout) inline(d def.Decl) (head, body string, ok bool) {
	if w.manyLines(d.Header().At) {
		return "", "", false
	}
	head, list, ok := w.inlineParts(d)
	if !ok {
		return "", "", false
	}
	body = bodyText(list)
	return head, body, fits(0, head+" "+body)
}

// inlineParts returns the head of a declaration and the statements of its body, if these may share a line.
func (w *layout) inlineParts(d def.Decl) (head string, list []string, ok bool) {
	if !hasBody(d) {
		return "", nil, false
	}
	if lines, listed := w.declLines(d); listed {
		list, ok = bodyTexts(lines, *def.StatementOf(d).Kept(d).End)
		return declHead(d), list, ok && (w.src != nil || mayBeShort(d))
	}
	switch d := d.(type) {
	case *def.State:
		list, ok = stateTexts(d)
	case *def.Init:
		list, ok = effectLineTexts(d.Effects)
		ok = ok && len(d.End) == 0
	case *def.Task:
		list, ok = w.taskTexts(d)
	case *def.Tree:
		list, ok = w.treeTexts(d)
	}
	return declHead(d), list, ok && (w.src != nil || mayBeShort(d))
}

// mayBeShort reports whether a declaration without a text may stand on one line. Of states, inits, tasks, trees,
// brains, squads, and goals with ways each statement has a line.
func mayBeShort(d def.Decl) bool {
	switch d := d.(type) {
	case *def.State, *def.Init, *def.Task, *def.Tree, *def.Brain, *def.Squad:
		return false
	case *def.Goal:
		return onlySteps(d)
	}
	return true
}

func stateTexts(d *def.State) (list []string, ok bool) {
	for _, s := range d.Symbols {
		if !quiet(&s.Head) {
			return nil, false
		}
		list = append(list, symbolText(s))
	}
	return list, len(d.End) == 0
}

func effectLineTexts(lines []*def.EffectLine) (list []string, ok bool) {
	for _, l := range lines {
		if !quiet(&l.Head) {
			return nil, false
		}
		list = append(list, expr.PrintEffect(l.Effect))
	}
	return list, true
}

func (w *layout) taskTexts(d *def.Task) (list []string, ok bool) {
	for _, m := range d.Methods {
		head, body, ok := w.inlineMethod(m)
		if !ok || !quiet(&m.Head) {
			return nil, false
		}
		list = append(list, head+" "+body)
	}
	return list, len(d.End) == 0
}

// inlineMethod returns the head and the body of a method that stays on one line.
func (w *layout) inlineMethod(m *def.Method) (head, body string, ok bool) {
	if w.manyLines(m.At) || !w.quietBlock(&m.Body) {
		return "", "", false
	}
	head = strings.Join(append([]string{methodHead(m)}, methodClauses(m)...), " ")
	body = bodyText(itemTexts(m.Body.Items))
	return head, body, fits(1, head+" "+body)
}

func methodHead(m *def.Method) string { return "method " + expr.Quote(m.Name) }

// quietBlock reports whether the subtasks of a block may share a line.
func (w *layout) quietBlock(b *def.Block) bool {
	for _, it := range b.Items {
		if !quiet(&it.Head) || it.Block != nil && (w.manyLines(it.At) || !w.quietBlock(it.Block)) {
			return false
		}
	}
	return len(b.End) == 0
}

// givenGroups splits effects by the "given" that they are in: a new one begins where the text has one, and between
// effects that a comment or blank line separates.
func givenGroups(lines []*def.EffectLine) [][]*def.EffectLine {
	var groups [][]*def.EffectLine
	for i, l := range lines {
		if i == 0 || l.NameAt.Src != nil || len(l.Before) > 0 || l.Gap || lines[i-1].After != "" {
			groups = append(groups, nil)
		}
		last := &groups[len(groups)-1]
		*last = append(*last, l)
	}
	return groups
}
