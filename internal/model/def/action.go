package def

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// checkActions checks the signatures of actions.
func (c *checker) checkActions() {
	for _, e := range c.entriesOf(kindAction) {
		d := e.decl.(*Action)
		a := &ActionInfo{Decl: d, ID: int32(len(c.info.Actions)), Name: e.name}
		a.Params = c.actionParams(d.Params)
		for _, u := range d.Uses {
			a.Uses = append(a.Uses, u.Name)
		}
		c.checkLeases(a)
		c.clauses(ActionTable.Head, d, a, c.global())
		checkHosted(c, a)
		e.action = a
		if !e.lost {
			c.info.Actions = append(c.info.Actions, a)
		}
	}
}

// actionParams resolves the parameters of an action. One whose types are not all known has none.
func (c *checker) actionParams(params []Param) []ActionParam {
	var list []ActionParam
	for i := range params {
		p := &params[i]
		if i >= MaxParams {
			c.diags.Errorf(diag.TooManyParts, p.At, "%d parameters are more than %d", len(params), MaxParams)
			break
		}
		if hasParam(params[:i], p.Name) {
			c.diags.Errorf(diag.DeclaredTwice, p.At, "%q is already a parameter", p.Name)
		}
		if !isName(p.Name) {
			c.diags.Errorf(diag.NotAName, p.At, "%q is not a name", p.Name)
		}
		if len(p.Types) == 0 {
			c.diags.Errorf(diag.PartMissing, p.At, "parameter %q has no type", p.Name)
		}
		list = append(list, ActionParam{Name: p.Name, Types: c.typesOf(p.Types)})
	}
	return list
}

// typesOf resolves alternative types; nil when one of them is not known.
func (c *checker) typesOf(names []expr.TypeName) []world.Type {
	var list []world.Type
	known := true
	for i := range names {
		t := c.resolve(&names[i], c.global(), expr.ResolveArgument)
		known = known && t != none
		list = append(list, t)
	}
	if !known {
		return nil
	}
	return list
}

// actionCall checks a call of an action without children; nil after a mistake.
func (r *resolver) actionCall(call *Call, sc *Scope) *ActionCall {
	done := anyActionCall(r, call, sc)
	if done != nil && done.Action.hasChildren() {
		r.diags.Errorf(diag.FaultyHosted, call.At, "%q has children: it occurs in trees only, with braces", done.Action.Name).Hint = "write " + expr.NameText(done.Action.Name) + " { ... } in a tree"
		return nil
	}
	return done
}

// anyActionCall checks a call of an action; nil after a mistake.
func anyActionCall(r *resolver, call *Call, sc *Scope) *ActionCall {
	e := r.callee(call, "an action", kindAction)
	if e == nil {
		r.looseArgs(call, sc)
		return nil
	}
	a := e.action
	args, ok := r.actionArgs(call, e)
	if !ok {
		r.looseArgs(call, sc)
		return nil
	}
	done := &ActionCall{Action: a}
	for i, n := range args {
		t, which := r.oneOf(n, sc, &a.Params[i])
		if t == nil {
			r.missing(call.At, "an argument")
			done.Action = nil
		}
		done.Args = append(done.Args, t)
		done.Which = append(done.Which, which)
	}
	if done.Action == nil {
		return nil
	}
	return done
}

// actionArgs returns the arguments of an action in the order of its parameters: all are given.
func (r *resolver) actionArgs(call *Call, e *entry) ([]expr.Node, bool) {
	params := e.action.Params
	if len(call.ArgNames) == 0 {
		return call.Args, r.arity(call, e, len(params))
	}
	names := make([]string, len(params))
	for i := range params {
		names[i] = params[i].Name
	}
	args, ok := r.ordered(call, e, names)
	for i, n := range args {
		if n == nil && ok {
			r.notGiven(call, e, names[i])
			ok = false
		}
	}
	return args, ok
}

// oneOf checks an argument that may be of one of several types, and returns which it has: the type it has by itself
// if it is among them, else the first that it can be taken for.
func (r *resolver) oneOf(n expr.Node, sc *Scope, p *ActionParam) (*expr.Term, int) {
	switch {
	case len(p.Types) == 0:
		r.loose(n, sc)
		return nil, 0
	case len(p.Types) == 1:
		return r.term(n, sc, p.Types[0]), 0
	case n == nil || sc.mentionsFaulty(n):
		return r.term(n, sc, none), 0
	}
	var scratch diag.List
	if own := expr.Check(n, sc, none, &scratch); own != nil {
		for i, t := range p.Types {
			if t.Kind == own.Type.Kind && t.ID == own.Type.ID && t.Kind != world.KindInt {
				return own, i
			}
		}
	}
	for i, t := range p.Types {
		var scratch diag.List
		if term := expr.Check(n, sc, t, &scratch); term != nil && !scratch.HasErrors() {
			return term, i
		}
	}
	r.fitsNone(n, sc, p)
	return nil, 0
}

// fitsNone reports an argument that is of none of the types it may be of.
func (r *resolver) fitsNone(n expr.Node, sc *Scope, p *ActionParam) {
	own := r.loose(n, sc)
	if own == nil {
		return
	}
	list := make([]string, len(p.Types))
	for i, t := range p.Types {
		list[i] = world.FormatType(r.names.schema, t)
	}
	last := len(list) - 1
	text := strings.Join(list[:last], ", ") + " or " + list[last]
	r.diags.Errorf(diag.TypeMismatch, n.Span(), "expected %s, found %s", text, world.FormatType(r.names.schema, own.Type))
}
