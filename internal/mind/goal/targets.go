package goal

import (
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Targets finds the targets of the wants of a model's brains, for implementations of [Offers]: the objects of a type,
// or those of them that the agent remembers, or the values of an enum, or what a function of the host returns, for
// which the want's where holds. Immutable; safe for concurrent use.
type Targets struct {
	schema *world.Schema
	brains [][]targets // by brain and want
}

// targets are the possible targets of a want.
type targets struct {
	each       world.Type // the zero type: it has no targets
	remembered *world.Symbol
	from       *expr.Source // the host's function whose values they are; nil: all of the type
	where      *expr.Cond
}

// NewTargets compiles the targets of a model's wants.
func NewTargets(info *def.Info) *Targets {
	t := &Targets{schema: info.Schema}
	for _, b := range info.Brains {
		var list []targets
		for _, w := range b.Wants {
			out := targets{remembered: w.Remembered, from: expr.CompileSource(w.From)}
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

// Append appends the targets that a want of a brain, by their places, has in the state of the environment: objects in
// canonical order, enum values as they were declared, those of a function as it returns them, at most [MaxTargets] of
// them. A panic of the host's code is passed on. It does not allocate where dst has room.
func (t *Targets) Append(e *Env, dst []utility.Target, brain, want int) []utility.Target {
	w := &t.brains[brain][want]
	e.enter()
	st, end := e.Machine.State, len(dst)+MaxTargets
	if w.from != nil {
		return w.appendFrom(e, dst, end)
	}
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

// appendFrom appends those targets that a function of the host returns, in its order.
func (w *targets) appendFrom(e *Env, dst []utility.Target, end int) []utility.Target {
	st, top := e.Machine.State, len(e.words)
	e.words = w.from.Append(e.Machine, e.inputs.frame[:], e.words)
	for _, v := range e.words[top:] {
		if e.looked++; len(dst) < end && w.knows(st, v) && w.qualifies(e, v) {
			dst = append(dst, utility.Target(v))
		}
	}
	e.words = e.words[:top]
	return dst
}

// knows reports whether the agent remembers the target of the want, if it must.
func (w *targets) knows(st *world.State, member world.Word) bool {
	if w.remembered == nil {
		return true
	}
	at, is := w.remembered.Addr(member)
	return is && st.Get(at).Bool()
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
