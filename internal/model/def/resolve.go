package def

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxParams is the maximum number of parameters of an operator, task, action, function or derived symbol: frames are
// filled for every step and method that is tried.
const MaxParams = expr.MaxArgs

// resolver checks single expressions, types and calls against the names of a model.
type resolver struct {
	names   *names
	diags   *diag.List
	partial bool // see Options.Partial

	compared  int               // names, for "did you mean"
	hostCalls map[string]string // by hostCall
	times     []expr.Node       // durations in seconds
	todos     []Todo
	newTodo   func(*entry, *Call) // while the model is checked; nil: it has all of them
}

// scope returns the scope of declarations and of slots.
func (r *resolver) scope(slots []Slot) *Scope {
	return &Scope{names: r.names, slots: slots, compared: &r.compared}
}

// term checks an expression; nil if there is none, if it is faulty, or if it mentions something faulty.
func (r *resolver) term(n expr.Node, sc *Scope, want world.Type) *expr.Term {
	if n == nil {
		return nil
	}
	if sc.mentionsFaulty(n) {
		r.parts(n, sc)
		return nil
	}
	t := expr.Check(n, sc, want, r.diags)
	if t == nil {
		r.missing(n.Span(), "an expression")
	}
	return t
}

// missing reports a part that is not there although no mistake was found: when a text was faulty that has been said,
// but what a program makes may have holes.
func (r *resolver) missing(at diag.Span, what string) {
	if !r.partial && !r.diags.HasErrors() {
		r.diags.Errorf(diag.PartMissing, at, "%s is missing here", what)
	}
}

// parts checks the parts of an expression without faulty names, as far as their types are certain.
func (r *resolver) parts(n expr.Node, sc *Scope) {
	switch n := n.(type) {
	case *expr.Unary:
		if n.Op == expr.Not {
			r.term(n.X, sc, expr.BoolType)
		}
	case *expr.Binary:
		if n.Op == expr.And || n.Op == expr.Or {
			r.term(n.X, sc, expr.BoolType)
			r.term(n.Y, sc, expr.BoolType)
		}
	}
}

// effects checks a list of effects; nil as for term.
func (r *resolver) effects(list []expr.Effect, sc *Scope) *expr.EffectTerms {
	if len(list) == 0 {
		return nil
	}
	if !slices.ContainsFunc(list, sc.effectMentionsFaulty) {
		terms := expr.CheckEffects(list, sc, r.diags)
		if terms == nil {
			r.missing(effectSpan(list), "an effect, or a part of one,")
		}
		return terms
	}
	for i, e := range list {
		if !sc.effectMentionsFaulty(e) {
			expr.CheckEffects(list[i:i+1], sc, r.diags)
		}
	}
	return nil
}

// effectSpan returns the place of a list of effects.
func effectSpan(list []expr.Effect) diag.Span {
	if len(list) == 0 || list[0] == nil {
		return diag.Span{}
	}
	return list[0].Span()
}

// constant evaluates an expression that must be constant; what names it in messages.
func (r *resolver) constant(n expr.Node, sc *Scope, want world.Type, what string) (value [2]world.Word, typ world.Type, ok bool) {
	t := r.term(n, sc, want)
	if t == nil {
		return value, none, false
	}
	value, ok = t.Const()
	if !ok {
		r.diags.Errorf(diag.NotConstant, n.Span(), "%s must be constant", what).Hint = r.notConstant(n)
		return value, none, false
	}
	return value, t.Type, true
}

// notConstant reports what keeps an expression from being constant, if that is a name.
func (r *resolver) notConstant(n expr.Node) string {
	hint := ""
	eachRef(n, func(ref *expr.Ref) {
		if e := r.names.find(ref.Name, kindSymbol, kindDerived, kindFunction); e != nil && hint == "" {
			hint = fmt.Sprintf("%q is %s", ref.Name, e.kind)
		}
	})
	return hint
}

// onlyConstants reports symbols and functions in an expression that must be constant, while they cannot be
// resolved yet, and returns whether there were none.
func (r *resolver) onlyConstants(n expr.Node, what string) bool {
	hint := r.notConstant(n)
	if hint != "" {
		r.diags.Errorf(diag.NotConstant, n.Span(), "%s must be constant", what).Hint = hint
	}
	return hint == ""
}

// typeOf resolves a type as written; none after a mistake.
func (r *resolver) typeOf(tn *expr.TypeName, sc *Scope) world.Type {
	return r.resolve(tn, sc, expr.ResolveType)
}

// resolve resolves a type by a function of package expr; none after a mistake.
func (r *resolver) resolve(tn *expr.TypeName, sc *Scope, by typeResolver) world.Type {
	if sc.typeMentionsFaulty(tn) {
		return none
	}
	t, ok := by(tn, sc, r.diags)
	if !ok {
		r.missing(tn.At, "a type")
		return none
	}
	return t
}

// typeResolver is [expr.ResolveType], or [expr.ResolveArgument] where texts and lists are possible.
type typeResolver = func(*expr.TypeName, expr.Scope, *diag.List) (world.Type, bool)

// slots resolves parameters to slots of a frame, reporting names that are taken.
func (r *resolver) slots(params []Param, by typeResolver) []Slot {
	var slots []Slot
	if len(params) > MaxParams {
		r.diags.Errorf(diag.TooManyParts, params[MaxParams].At, "%d parameters are more than %d", len(params), MaxParams)
		params = params[:MaxParams]
	}
	for i := range params {
		p := &params[i]
		t := none
		if len(p.Types) > 0 {
			t = r.resolve(&p.Types[0], r.scope(nil), by)
		} else {
			r.diags.Errorf(diag.PartMissing, p.At, "parameter %q has no type", p.Name)
		}
		if len(p.Types) > 1 {
			r.diags.Errorf(diag.WrongKind, p.Types[1].At, "only parameters of actions take several types")
		}
		slots = r.addSlot(slots, p.Name, t, p.At)
	}
	return slots
}

// addSlot appends a parameter or variable after those there are.
func (r *resolver) addSlot(slots []Slot, name string, t world.Type, at diag.Span) []Slot {
	if !isName(name) {
		r.diags.Errorf(diag.NotAName, at, "%q is not a name", name)
	}
	for _, s := range slots {
		if s.Name == name {
			r.diags.Errorf(diag.DeclaredTwice, at, "%q is already a parameter or variable", name)
			break
		}
	}
	r.warnHidden(name, at)
	return append(slots, Slot{Name: name, Type: t, Index: frame(slots)})
}

// warnHidden warns of a parameter that hides what its scope could otherwise name.
func (r *resolver) warnHidden(name string, at diag.Span) {
	if e := r.names.entries[name]; e != nil && e.kind.inExpressions() {
		d := r.diags.Warnf(diag.HiddenName, at, "%q hides %s", name, e.kind)
		d.Related = []diag.Related{{Span: e.at, Message: "declared here"}}
	} else if r.names.values[name] != nil {
		r.diags.Warnf(diag.HiddenName, at, "%q hides a value of an enum", name)
	}
}

// frame returns the number of words of slots.
func frame(slots []Slot) int {
	if len(slots) == 0 {
		return 0
	}
	last := slots[len(slots)-1]
	return last.Index + last.Type.Width()
}

// suggest returns the name of one of the kinds that is most like the one given, or "".
func (r *resolver) suggest(name string, kinds ...kind) string {
	if r.compared > maxSuggestWork {
		return ""
	}
	candidates, among := r.names.of(kinds...)
	r.compared += len(candidates) + among/perComparison
	return expr.Suggest(name, candidates)
}
