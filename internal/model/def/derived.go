package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// checkFunctions checks the signatures of the host's functions.
func (c *checker) checkFunctions() {
	for _, e := range c.entriesOf(kindFunction) {
		d := e.decl.(*Function)
		params, known := types(c.slots(d.Params, expr.ResolveType))
		of := d.Result
		of.Set = false
		result := c.typeOf(&of, c.global())
		if set := d.Result.Set; set && result != none && result.Kind != world.KindEnum && result.Kind != world.KindObject {
			c.diags.Errorf(diag.FaultyBinding, d.Result.At, "a set cannot hold values of %s", world.FormatType(c.names.schema, result)).Hint =
				"it holds values of an enum or objects of a type"
			result = none
		}
		if e.bad = !known || result == none; e.bad || e.lost {
			continue
		}
		f := &expr.Function{ID: int32(len(c.info.Functions)), Name: e.name, Params: params, Result: result, Set: d.Result.Set}
		c.info.Functions = append(c.info.Functions, f)
		e.value = expr.Entity{Kind: expr.EntityFunc, Type: result, Func: f}
	}
}

// types returns the types of slots, and whether all of them are known.
func types(slots []Slot) ([]world.Type, bool) {
	var list []world.Type
	known := true
	for _, s := range slots {
		known = known && s.Type != none
		list = append(list, s.Type)
	}
	return list, known
}

// checkDerived checks the derived symbols, each after those it needs.
func (c *checker) checkDerived() {
	derived := c.entriesOf(kindDerived)
	index := indexOf(derived)
	needs := make([][]int, len(derived))
	for i, e := range derived {
		needs[i] = c.derivedNeeds(e, index)
	}
	_, circles := arrange(len(derived), func(i int) []int { return needs[i] })
	for _, group := range knots(needs) {
		switch r := (&recursion{c, derived, needs, group}); {
		case len(group) == 1 && !slices.Contains(needs[group[0]], group[0]):
			c.checkDerivedSymbol(derived[group[0]])
		case r.allowed():
			r.check()
		default:
			r.report(circles)
		}
	}
	for _, e := range derived {
		if d := e.value.Derived; d != nil {
			d.ID = int32(len(c.info.Derived))
			c.info.Derived = append(c.info.Derived, d)
		}
	}
}

// derivedNeeds returns the derived symbols that one mentions.
func (c *checker) derivedNeeds(e *entry, index map[*entry]int) []int {
	d := e.decl.(*Symbol)
	return c.needsOf(index, func(look func(string)) {
		eachRef(d.Derived, func(r *expr.Ref) {
			if !hasParam(d.Params, r.Name) {
				look(r.Name)
			}
		})
	})
}

func hasParam(params []Param, name string) bool {
	for i := range params {
		if params[i].Name == name {
			return true
		}
	}
	return false
}

func (c *checker) checkDerivedSymbol(e *entry) {
	d := e.decl.(*Symbol)
	derivedForm(c.diags, e, d)
	slots := c.slots(d.Params, expr.ResolveType)
	params, known := types(slots)
	want := none
	if d.Type != nil {
		want = c.typeOf(d.Type, c.global())
		known = known && want != none
	}
	body := c.term(d.Derived, c.scope(slots), want)
	if body != nil && body.Type.IsLiteral() {
		misplaced(c.diags, "a derived symbol", d.Derived, body.Type, c.names.schema)
		body = nil
	}
	if e.bad = e.bad || body == nil || !known; e.bad || e.lost {
		return
	}
	t := body.Type
	if want != none {
		t = want
	} else if t.Kind == world.KindInt {
		t = expr.IntType
	}
	e.value = expr.Entity{Kind: expr.EntityDerived, Type: t, Derived: &expr.Derived{Name: e.name, Params: params, Type: t, Body: body}}
}

// misplaced reports a text or list that is used as the value of anything but a parameter.
func misplaced(ds *diag.List, what string, n expr.Node, t world.Type, schema *world.Schema) {
	ds.Errorf(diag.MisplacedLiteral, n.Span(), "%s cannot be a %s", what, world.FormatType(schema, t)).Hint = expr.LiteralHint
}

// derivedForm reports what a derived symbol cannot have.
func derivedForm(ds *diag.List, e *entry, d *Symbol) {
	if d.Sensed {
		ds.Errorf(diag.DerivedForm, e.at, "%q is derived: it cannot be sensed", e.name)
	}
	if d.Remembered {
		ds.Errorf(diag.DerivedForm, e.at, "%q is derived: it cannot be remembered", e.name)
	}
	if d.Default != nil {
		ds.Errorf(diag.DerivedForm, d.Default.Span(), "%q is derived: it has no initial value", e.name)
	}
}
