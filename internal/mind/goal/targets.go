package goal

import (
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Targets finds the targets of the wants of a model's brains, for implementations of [Offers]: the objects of a type,
// or those of them that the agent remembers, or the values of an enum, for which the want's where holds. Immutable;
// safe for concurrent use.
type Targets struct {
	schema *world.Schema
	brains [][]targets // by brain and want
}

// targets is what a want can be about.
type targets struct {
	each       world.Type // the zero type: it has no targets
	remembered *world.Symbol
	where      *expr.Cond
}

// NewTargets compiles the targets of a model's wants.
func NewTargets(info *def.Info) *Targets {
	t := &Targets{schema: info.Schema}
	for _, b := range info.Brains {
		var list []targets
		for _, w := range b.Wants {
			out := targets{remembered: w.Remembered}
			if w.Each != nil {
				out.each = w.Each.Type
			}
			if w.Where != nil {
				out.where = expr.CompileCond(w.Where)
			}
			list = append(list, out)
		}
		t.brains = append(t.brains, list)
	}
	return t
}

// Append appends the targets that a want of a brain, by their places, has in the state of the environment: objects in canonical order, enum values as they
// were declared, at most [MaxTargets] of them. A panic of the host's code is passed on. It does not allocate where dst has room.
func (t *Targets) Append(e *Env, dst []utility.Target, brain, want int) []utility.Target {
	w := &t.brains[brain][want]
	e.enter()
	st, end := e.Machine.State, len(dst)+MaxTargets
	switch w.each.Kind {
	case world.KindObject:
		for o := w.next(st, 0); o != 0 && len(dst) < end; o = w.next(st, o) {
			if e.looked++; w.qualifies(e, o) {
				dst = append(dst, utility.Target(o))
			}
		}
	case world.KindEnum:
		for v := range t.schema.Enums[w.each.ID].Values {
			if e.looked++; len(dst) < end && w.qualifies(e, world.Word(v)) {
				dst = append(dst, utility.Target(v))
			}
		}
	}
	return dst
}

// next returns the object after one that a want may be about.
func (w *targets) next(st *world.State, after world.Object) world.Object {
	if w.remembered != nil {
		return st.NextRecalled(w.remembered, w.each.ID, after)
	}
	return st.NextMember(w.each.ID, after)
}

// qualifies reports whether a member of the type is a target.
func (w *targets) qualifies(e *Env, member world.Word) bool {
	if w.where == nil {
		return true
	}
	e.inputs.frame[0] = member
	return w.where.Eval(e.Machine, e.inputs.frame[:])
}
