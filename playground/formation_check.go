package playground

import (
	"cmp"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Check reports what a program says about the playground that the playground cannot do, as [New] does: formations that
// it does not know. A program without the action march has its own use for the names.
func Check(of *karakuri.Program) diag.List {
	var ds diag.List
	checkMarches(bridge.Program.In(of).Info, &ds)
	return ds
}

// checkMarches checks the symbols of squads that say how they march.
func checkMarches(info *def.Info, ds *diag.List) {
	if info.Action("march") == nil || len(info.Squads) == 0 {
		return
	}
	const hint = "; an action march of your own needs another name"
	if sym := info.Schema.Symbol("formation"); sym != nil && sym.Scope == world.ScopeSquad {
		if len(sym.Params) > 0 || sym.Type.Kind != world.KindEnum {
			ds.Errorf(diag.BoundParams, declared(info, sym.Name), "the playground reads formation as an enum without parameters, not as %s", world.FormatType(info.Schema, sym.Type)).
				Hint = "type shape = { " + strings.Join(shapeNames, ", ") + " }, and formation: shape" + hint
		} else {
			checkShapes(info, info.Schema.Enums[sym.Type.ID].Name, ds)
		}
	}
	sym := info.Schema.Symbol("spacing")
	switch {
	case sym == nil || sym.Scope != world.ScopeSquad:
	case len(sym.Params) > 0 || sym.Type.Kind != world.KindFloat:
		ds.Errorf(diag.BoundParams, declared(info, sym.Name), "the playground reads spacing as a float without parameters, not as %s", world.FormatType(info.Schema, sym.Type)).
			Hint = "declare it as spacing: float" + hint
	default:
		c := spacings{info: info, ds: ds, given: map[string][]int{}}
		c.judge(declared(info, sym.Name), world.Word(sym.Default[0]).Float())
		c.check()
	}
}

// checkShapes finds values of an enum that are no shapes.
func checkShapes(info *def.Info, enum string, ds *diag.List) {
	for _, f := range info.Model.Files {
		for _, d := range f.Decls {
			t, ok := d.(*def.TypeDecl)
			if !ok || t.Name != enum {
				continue
			}
			for _, v := range t.Values {
				if !slices.Contains(shapeNames, v.Name) {
					ds.Errorf(diag.NoFormation, v.At, "the playground knows no formation %q", v.Name).Hint = shapeHint(v.Name)
				}
			}
		}
	}
}

// shapeHint says which shape may be meant.
func shapeHint(name string) string {
	return cmp.Or(expr.DidYouMean(name, shapeNames), "the formations are "+strings.Join(shapeNames, ", "))
}

// spacings finds spacings out of range, where a file gives them as numbers: as the value of an effect, or as an
// argument of an operator that makes it the spacing.
type spacings struct {
	info  *def.Info
	ds    *diag.List
	given map[string][]int // by operator: the parameters that become the spacing
}

func (c *spacings) check() {
	c.decls(func(d def.Decl) {
		if op, ok := d.(*def.Operator); ok {
			c.effects(op, op.Effect)
		}
	})
	c.decls(func(d def.Decl) {
		if task, ok := d.(*def.Task); ok {
			for _, m := range task.Methods {
				c.block(&m.Body)
			}
		}
	})
}

func (c *spacings) decls(do func(d def.Decl)) {
	for _, f := range c.info.Model.Files {
		for _, d := range f.Decls {
			do(d)
		}
	}
}

func (c *spacings) effects(op *def.Operator, list []expr.Effect) {
	for _, e := range list {
		switch e := e.(type) {
		case *expr.Assign:
			if e.Target.Name == "spacing" && e.Op == expr.AssignSet {
				c.value(op, e.Value)
			}
		case *expr.IfEffect:
			c.effects(op, e.Then)
			c.effects(op, e.Else)
		case *expr.ForallEffect:
			c.effects(op, e.Body)
		}
	}
}

// value checks a value that becomes the spacing.
func (c *spacings) value(op *def.Operator, v expr.Node) {
	c.number(v)
	if r, ok := v.(*expr.Ref); ok && len(r.Args) == 0 {
		for i := range op.Params {
			if op.Params[i].Name == r.Name {
				c.given[op.Name] = append(c.given[op.Name], i)
			}
		}
	}
}

func (c *spacings) block(b *def.Block) {
	for _, it := range b.Items {
		if it.Block != nil {
			c.block(it.Block)
			continue
		}
		for _, i := range c.given[it.Call.Name.Name] {
			if i < len(it.Call.Args) {
				c.number(it.Call.Args[i])
			}
		}
	}
}

// number checks a value that is written as a number.
func (c *spacings) number(v expr.Node) {
	if l, ok := v.(*expr.Lit); ok {
		switch l.Kind {
		case expr.LitInt:
			c.judge(l.At, float64(l.Int))
		case expr.LitFloat:
			c.judge(l.At, l.Float)
		}
	}
}

func (c *spacings) judge(at diag.Span, metres float64) {
	if !(metres >= leastSpacing && metres <= mostSpacing) {
		c.ds.Errorf(diag.NoSpacing, at, "a spacing of %v metres is not possible: it must be from %v to %v", metres, leastSpacing, mostSpacing).
			Hint = "6 keeps members out of the blast of one grenade"
	}
}
