package def

import (
	"cmp"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// name returns the name of a want.
func (d *Want) name() string { return cmp.Or(d.As.Name, d.Goal.Todo, d.Goal.Name.Name) }

// wantSpan returns the place of a want: its name if it has one of its own, else that of its goal.
func wantSpan(d *Want) diag.Span {
	for _, at := range []diag.Span{d.As.At, d.Goal.Name.At} {
		if at.Src != nil {
			return at
		}
	}
	return headSpan(&d.Head)
}

// checkWant checks a want, whatever brain it is of.
func (c *checker) checkWant(d *Want) *WantInfo {
	w := &WantInfo{Decl: d, Name: d.name()}
	if d.As.Name != "" && !isName(d.As.Name) {
		c.diags.Errorf(diag.NotAName, wantSpan(d), "%q is not a name", d.As.Name)
	}
	sc := c.target(w)
	w.Goal, w.Args = c.goalCall(&d.Goal, sc)
	c.clauses(WantTable.Head, d, w, sc)
	c.clauses(WantTable.Body, d, w, sc)
	c.checkTargets(d)
	c.worth(w, sc)
	return w
}

// target resolves what a want is for each of, and returns the scope of its expressions.
func (c *checker) target(w *WantInfo) *Scope {
	v := w.Decl.Each
	if v == nil {
		return c.global()
	}
	t := c.typeOf(&v.Type, c.global())
	if t != none && t.Kind != world.KindEnum && t.Kind != world.KindObject {
		c.diags.Errorf(diag.FaultyBinding, v.Type.At, "a want cannot range over %s", world.FormatType(c.names.schema, t)).Hint = "it ranges over the values of an enum or the objects of a type"
		t = none
	}
	w.From = sourceOf(c, v, t)
	slots := c.addSlot(nil, v.Name, t, v.At)
	w.Each = &slots[0]
	sc := c.scope(slots)
	if known := c.recalled(v, slots[0], sc); known != nil {
		w.Remembered = known.Symbol
	}
	return sc
}

// checkTargets reports parts of a want that speak of a target if it has none.
func (c *checker) checkTargets(d *Want) {
	if d.Where != nil && d.Each == nil {
		c.diags.Errorf(diag.FaultyWant, d.Where.Span(), "where needs a variable").Hint = "each x in remembered TYPE where ..., or when"
	}
	if d.ForgetWhen != nil && (d.Each == nil || !d.Each.Remembered) {
		c.diags.Errorf(diag.FaultyWant, d.ForgetWhen.Span(), "forget has no effect: the want has no remembered target").Hint = "each x in remembered TYPE"
	}
}

// worth checks how a want is scored.
func (c *checker) worth(w *WantInfo, sc *Scope) {
	d := w.Decl
	for _, k := range d.Considers {
		if k != nil {
			w.Considers = append(w.Considers, c.consider(k, w, sc))
		}
	}
	if d.Combine.Name != "" {
		c.combine(w)
	}
	at := wantSpan(d)
	switch n := len(w.Considers); {
	case n > MaxConsiders:
		c.diags.Errorf(diag.TooManyParts, at, "want %q has %d considerations, more than %d", w.Name, n, MaxConsiders)
	case n > 0 && d.Score != nil:
		c.diags.Errorf(diag.FaultyWant, d.Score.Span(), "want %q has both a score and considerations", w.Name).Hint = "write one of the two"
	case n == 0 && d.Score == nil && !c.partial:
		c.diags.Errorf(diag.FaultyWant, at, "want %q has no score", w.Name).Hint = "write score 1, or a number that depends on the situation"
	case n == 0 && d.Score != nil && d.Weight != nil:
		c.diags.Errorf(diag.FaultyWant, d.Weight.Span(), "weight needs considerations, but want %q has a score", w.Name).Hint = "multiply the score by it"
	case n == 0 && d.Score != nil && d.Combine.Name != "":
		c.diags.Errorf(diag.FaultyWant, nameAt(d.Combine, &d.CombineHead), "combine needs considerations, but want %q has a score", w.Name)
	}
}

// combine resolves how considerations become one score.
func (c *checker) combine(w *WantInfo) {
	n := w.Decl.Combine
	if w.Combine = slices.Index(Combines[:], n.Name); w.Combine < 0 {
		w.Combine = 0
		c.diags.Errorf(diag.FaultyWant, nameAt(n, &w.Decl.CombineHead), "unknown way to combine considerations: %q", n.Name).MeantOr(n.Name, expr.Suggest(n.Name, Combines[:]), "it is compensated, product, geometric, sum, mean, min or max")
	}
}

// nameAt returns the place of a name, or of the line that holds it.
func nameAt(n Name, h *Head) diag.Span {
	if n.At.Src != nil {
		return n.At
	}
	return headSpan(h)
}

// consider checks a consideration.
func (c *checker) consider(d *Consider, w *WantInfo, sc *Scope) ConsiderInfo {
	k := ConsiderInfo{Decl: d, Name: d.Name, Curve: curve.Linear.Curve()}
	k.Value = c.term(d.Value, sc, none)
	switch {
	case d.Value == nil && !c.partial:
		c.diags.Errorf(diag.PartMissing, headSpan(&d.Head), "the consideration has no value").Hint = "consider energy"
	case k.Value != nil && k.Value.Type.Kind != world.KindBool && k.Value.Type.Kind != world.KindInt && k.Value.Type.Kind != world.KindFloat:
		c.diags.Errorf(diag.TypeMismatch, d.Value.Span(), "a consideration must be a number or a condition, not %s", world.FormatType(c.names.schema, k.Value.Type))
	}
	if k.Name == "" && d.Value != nil {
		k.Name = expr.Print(d.Value)
	}
	k.Self = w.Each == nil || !usesFrame([]*expr.Term{k.Value})
	c.clauses(ConsiderTable.Head, d, &k, c.global())
	if k.From == k.To || math.IsInf(1/(k.To-k.From), 0) {
		at := cmp.Or(d.To, d.From)
		c.diags.Errorf(diag.FaultyNumber, spanOf(at), "%v to %v is not a valid range", k.From, k.To)
	}
	if d.Through != nil {
		k.Curve = c.through(d.Through, k.Curve)
	}
	return k
}

// through checks the response curve of a consideration; def replaces one at fault.
func (c *checker) through(call *Call, def curve.Curve) curve.Curve {
	n := &expr.Ref{At: call.At, NameAt: call.Name.At, Name: call.Name.Name, Args: call.Args, Call: len(call.Args) > 0}
	for _, a := range call.ArgNames {
		n.ArgNames = append(n.ArgNames, expr.ArgName(a))
	}
	if n.Name == "" && c.partial {
		return def
	}
	if found, ok := expr.CheckCurve(n, c.global(), c.diags); ok {
		return found
	}
	return def
}

// terms calls visit for the expressions of a want. Those that it does not have are nil.
func (w *WantInfo) terms(visit func(*expr.Term)) {
	eachClauseTerm(WantTable.Head, w, visit)
	eachClauseTerm(WantTable.Body, w, visit)
	visit(w.From)
	for _, t := range w.Args {
		visit(t)
	}
	for i := range w.Considers {
		visit(w.Considers[i].Value)
	}
}
