package lang

import (
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

// operatorClause is one clause of an operator, as it is laid out.
type operatorClause struct {
	word   string
	head   *def.Head
	node   expr.Node // nil for do, claim and effect
	suffix string
}

// operatorClauses returns the clauses that an operator has, in the order of the layout.
func operatorClauses(d *def.Operator) []operatorClause {
	var list []operatorClause
	add := func(present bool, c operatorClause) {
		if present {
			list = append(list, c)
		}
	}
	shared := ""
	if d.Shared.Name != "" {
		shared = " shared " + expr.NameText(d.Shared.Name)
	}
	add(d.When != nil, operatorClause{"when ", &d.WhenHead, d.When, ""})
	add(d.Do != nil || d.Parallel != nil, operatorClause{"do ", &d.DoHead, nil, ""})
	add(len(d.Claims) > 0, operatorClause{"claim ", &d.ClaimHead, nil, namesText(d.Claims)})
	add(d.Until != nil, operatorClause{"until ", &d.UntilHead, d.Until, ""})
	add(d.While != nil, operatorClause{"while ", &d.WhileHead, d.While, ""})
	add(d.SucceedAfter != nil, operatorClause{"succeed_after ", &d.SucceedAfterHead, d.SucceedAfter, ""})
	add(d.FailAfter != nil, operatorClause{"fail_after ", &d.FailAfterHead, d.FailAfter, ""})
	add(len(d.Effect) > 0, operatorClause{"effect ", &d.EffectHead, nil, ""})
	add(d.Cost != nil, operatorClause{"cost ", &d.CostHead, d.Cost, ""})
	add(d.Cooldown != nil, operatorClause{"cooldown ", &d.CooldownHead, d.Cooldown, shared})
	add(d.Commit != nil, operatorClause{"commit ", &d.CommitHead, d.Commit, ""})
	return list
}

// operator writes an operator, each clause on its own line.
func (w *layout) operator(d *def.Operator) {
	w.open(0, operatorHead(d), d.After)
	list := operatorClauses(d)
	for i, c := range list {
		w.above(1, c.head, i == 0)
		switch {
		case c.node != nil:
			w.expr(1, c.word, c.node, c.suffix, c.head.After)
		case c.head == &d.EffectHead:
			w.effects(1, c.word, d.Effect, c.head.After)
		case c.head == &d.ClaimHead:
			w.line(1, c.word+c.suffix, c.head.After)
		case d.Parallel != nil:
			w.parallel(d.Parallel, c.head)
		default:
			w.line(1, c.word+deedText(d.Do), c.head.After)
		}
	}
	w.close(0, d.End, len(list) == 0)
}

// parallel writes the actions that are done at once: on one line if they stood on one and fit, else an action a line.
func (w *layout) parallel(d *def.Parallel, h *def.Head) {
	if text := "do " + parallelText(d); !w.manyLines(h.At) && quietParallel(d) && fits(1, text) {
		w.line(1, text, h.After)
		return
	}
	w.open(1, "do "+parallelHead(d), h.After)
	for i, pc := range d.Calls {
		w.above(2, &pc.Head, i == 0)
		w.line(2, deedText(&pc.Do), pc.After)
	}
	w.close(1, d.End, len(d.Calls) == 0)
}

// operatorTexts returns the clauses of an operator, and whether they may share a line.
func (w *layout) operatorTexts(d *def.Operator) (list []string, ok bool) {
	ok = len(d.End) == 0
	for _, c := range operatorClauses(d) {
		ok = ok && quiet(c.head)
		switch {
		case c.node != nil:
			list = append(list, c.word+expr.Print(c.node)+c.suffix)
		case c.head == &d.EffectHead:
			list = append(list, c.word+expr.PrintEffects(d.Effect))
		case c.head == &d.ClaimHead:
			list = append(list, c.word+c.suffix)
		case d.Parallel != nil:
			ok = ok && !w.manyLines(c.head.At) && quietParallel(d.Parallel)
			list = append(list, c.word+parallelText(d.Parallel))
		default:
			list = append(list, c.word+deedText(d.Do))
		}
	}
	return list, ok
}

// quietParallel reports whether the actions may share a line.
func quietParallel(d *def.Parallel) bool {
	for _, pc := range d.Calls {
		if !quiet(&pc.Head) {
			return false
		}
	}
	return len(d.End) == 0
}

func parallelHead(d *def.Parallel) string {
	if d.Join.Name == "" || d.Join.Name == def.JoinAll.String() {
		return "parallel"
	}
	return "parallel " + d.Join.Name
}

func parallelText(d *def.Parallel) string {
	list := make([]string, len(d.Calls))
	for i, pc := range d.Calls {
		list[i] = deedText(&pc.Do)
	}
	return parallelHead(d) + " " + bodyText(list)
}
