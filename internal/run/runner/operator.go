package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// operator is an operator compiled for carrying out its steps.
type operator struct {
	do       []*call       // actions that start together; empty: none
	join     def.Join      // how the ends of several actions end the step
	when     *expr.Cond    // nil: always
	apart    *expr.Cond    // with a shared cooldown: when without that cooldown; nil: always
	until    *expr.Cond    // nil: never
	while    *expr.Cond    // nil: always
	owned    *expr.Effects // the effects that the engine writes
	expected *expr.Effects // the other effects that can be checked; nil: none
	objects  []int         // parameters that are objects
	uses     []int         // resources, in order
	claims   []int         // parameters whose objects no other step may claim while the step runs
	claim    def.ClaimInfo // how it claims them
	say      int32         // 1 + index of the bark; 0: none, or the members say it that get its order

	succeedAfter, failAfter int64 // ticks; 0: never
	retries                 int32 // how often its actions start again after a failure
	commit, cooldown        int64 // ticks; 0: none
	wait                    int64 // ticks for which a step waits for the end of the cooldown; 0: it does not wait, -1: without a limit
	cooling                 *world.Symbol
	common                  *Common       // the shared cooldown; nil: the cooldown is not shared
	spent                   *world.Symbol // with a shared cooldown: the symbol by which the action reports that it has used it
	ban                     banRule
}

// watches reports whether a condition can end the step.
func (o *operator) watches() bool { return o.until != nil || o.while != nil }

// endsItself reports whether the step can end although none of its actions ends.
func (o *operator) endsItself() bool {
	return o.until != nil || o.while != nil || o.expected != nil || o.succeedAfter|o.failAfter != 0
}

func (s *Script) compileOperator(o *def.OperatorInfo, resources map[string]int) operator {
	out := operator{join: o.Join, objects: objectSlots(o.Params), claims: o.Claims, claim: o.Claim, cooling: o.Cooling,
		succeedAfter: s.span(o.SucceedAfter), failAfter: s.span(o.FailAfter), retries: int32(o.Retry), commit: s.span(o.Commit), cooldown: s.span(o.Cooldown),
		ban: s.compileBan(&o.Ban), wait: s.span(o.Wait)}
	if !o.GivesOrder() {
		out.say = o.Say.ID
	}
	if o.Wait < 0 {
		out.wait = -1
	}
	if o.Due != nil {
		common := Common{o.Cooling, o.Due}
		if out.common, out.spent = &common, o.Spent; !slices.Contains(s.commons, common) {
			s.commons = append(s.commons, common)
		}
		if o.Apart != nil {
			out.apart = expr.CompileCond(o.Apart)
		}
	}
	s.waits = s.waits || out.wait != 0
	for _, c := range o.Do {
		out.do = append(out.do, s.compileCall(c))
		for _, name := range c.Uses() {
			out.uses = append(out.uses, resource(resources, name))
		}
	}
	slices.Sort(out.uses)
	if o.When != nil {
		out.when = expr.CompileCond(o.When)
	}
	if o.Until != nil {
		out.until = expr.CompileCond(o.Until)
	}
	if o.While != nil {
		out.while = expr.CompileCond(o.While)
	}
	out.owned = expr.CompileEffects(part(o.Effect, func(e *expr.EffectTerm) bool { return !e.Symbol.Sensed }))
	expected := part(o.Effect, func(e *expr.EffectTerm) bool {
		return e.Symbol.Sensed && e.Symbol != o.Cooling && isExpectation(e)
	})
	if expected != nil && len(expected.List) > 0 {
		out.expected = expr.CompileEffects(expected)
	}
	return out
}

// span returns a time in ticks; 0 stays 0.
func (s *Script) span(seconds float64) int64 {
	if seconds <= 0 {
		return 0
	}
	return s.ticks(seconds)
}

// resource returns the number of a resource.
func resource(resources map[string]int, name string) int {
	id, known := resources[name]
	if !known {
		id = len(resources)
		resources[name] = id
	}
	return id
}

// conflicts reports whether two operators need the same resource.
func (o *operator) conflicts(other *operator) bool {
	for _, a := range o.uses {
		if slices.Contains(other.uses, a) {
			return true
		}
	}
	return false
}

// isExpectation reports whether the runner can check that an effect has come true. Amounts of change, and
// numbers with a fraction, are estimates.
func isExpectation(e *expr.EffectTerm) bool {
	kind := e.Symbol.Type.Kind
	return e.Op == expr.AssignSet && kind != world.KindFloat && kind != world.KindVec2
}

// part returns the effects with only the assignments that are wanted.
func part(e *expr.EffectTerms, wanted func(*expr.EffectTerm) bool) *expr.EffectTerms {
	if e == nil {
		return nil
	}
	return &expr.EffectTerms{List: partList(e.List, wanted)}
}

func partList(list []*expr.EffectTerm, wanted func(*expr.EffectTerm) bool) []*expr.EffectTerm {
	var out []*expr.EffectTerm
	for _, e := range list {
		if e.Symbol != nil {
			if wanted(e) {
				out = append(out, e)
			}
			continue
		}
		branch := *e
		branch.Then, branch.Else = partList(e.Then, wanted), partList(e.Else, wanted)
		if len(branch.Then)+len(branch.Else) > 0 {
			out = append(out, &branch)
		}
	}
	return out
}

// isPartial reports whether some subtasks of a block have no order.
func isPartial(b *def.BlockInfo) bool {
	if b == nil {
		return false
	}
	if b.Unordered && len(b.Items) > 1 {
		return true
	}
	for i := range b.Items {
		if isPartial(b.Items[i].Block) {
			return true
		}
	}
	return false
}
