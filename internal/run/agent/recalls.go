package agent

import (
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// ConfidenceSteps is in how many steps a remembered confidence falls from 1 to 0: each of them is a change that conditions may wait for.
const ConfidenceSteps = 16

// recalls writes facts to the symbols that hold what is remembered.
type recalls struct {
	tps   int64
	known [][]*world.Symbol // by object type: the bools that say whether an object of it is remembered
	kept  [][]kept          // by object type
	spare []note
}

// kept is a symbol that holds something of each fact about an object.
type kept struct {
	symbol *world.Symbol
	attr   def.Attr
	value  sense.Attr // AttrValue: which
}

func newRecalls(info *def.Info, tps int) recalls {
	n := len(info.Schema.Types)
	r := recalls{tps: int64(tps), known: make([][]*world.Symbol, n), kept: make([][]kept, n)}
	for t := range info.Schema.Types {
		isAbout := func(s *world.Symbol) bool { return info.Schema.Types[s.Params[0].ID].Has(int32(t)) }
		for _, s := range info.Known {
			if isAbout(s) {
				r.known[t] = append(r.known[t], s)
			}
		}
		for _, m := range info.Remembered {
			if isAbout(m.Symbol) {
				r.kept[t] = append(r.kept[t], kept{m.Symbol, m.Attr, firstValue + sense.Attr(m.Value)})
			}
		}
	}
	return r
}

// firstValue is the first of the attributes of the host's own.
const firstValue = sense.Kind + 1

// clear gives the symbols of an object their defaults. An object that is gone has none.
func (r *recalls) clear(st *world.State, id sense.ObjectID) {
	o := world.Object(id)
	t := st.TypeOf(o)
	if t < 0 {
		return
	}
	for _, s := range r.known[t] {
		reset(st, s, o)
	}
	for i := range r.kept[t] {
		reset(st, r.kept[t][i].symbol, o)
	}
}

func reset(st *world.State, s *world.Symbol, o world.Object) {
	if a, ok := s.Addr(o); ok {
		for i := range s.Type.Width() {
			st.Set(a+world.Addr(i), st.Schema().Default(a+world.Addr(i)))
		}
	}
}

// write writes what is remembered of an object, and returns the tick in which that changes by itself.
func (r *recalls) write(st *world.State, m *sense.Mind, i int, now int64) (due int64) {
	f := m.Fact(i)
	o := world.Object(f.Object)
	t := st.TypeOf(o)
	if due = sense.Never; t < 0 {
		return due
	}
	for _, s := range r.known[t] {
		if a, ok := s.Addr(o); ok {
			st.Set(a, world.Bool(true))
		}
	}
	for k := range r.kept[t] {
		s := &r.kept[t][k]
		a, ok := s.symbol.Addr(o)
		if !ok {
			continue
		}
		w, known, next := r.reading(s, m, &f, i, now)
		if due = min(due, next); !known {
			reset(st, s.symbol, o)
			continue
		}
		for n := range s.symbol.Type.Width() {
			st.Set(a+world.Addr(n), w[n])
		}
	}
	return due
}

// reading returns what a symbol is to hold of a fact, and the tick in which that changes by itself; known is false where nothing is known.
func (r *recalls) reading(s *kept, m *sense.Mind, f *sense.Fact, i int, now int64) (w [2]world.Word, known bool, next int64) {
	next = sense.Never
	switch s.attr {
	case def.AttrSensed:
		w[0] = world.Bool(f.Sensed)
	case def.AttrMissed:
		w[0] = world.Bool(f.Missed)
	case def.AttrImportance:
		w[0] = world.Float(f.Importance)
	case def.AttrPosition:
		return r.position(m, f, i, now)
	case def.AttrConfidence:
		return r.confidence(m, i, now)
	case def.AttrAge:
		return r.age(m, i, now)
	case def.AttrVelocity:
		v, ok := m.Reading(i, sense.Velocity)
		tps := float64(r.tps)
		return [2]world.Word{world.Float(v.X * tps), world.Float(v.Y * tps)}, ok, next
	case def.AttrKind:
		v, ok := m.Reading(i, sense.Kind)
		return [2]world.Word{world.Word(v.X)}, ok, next
	default:
		v, ok := m.Reading(i, s.value)
		return [2]world.Word{world.Float(v.X)}, ok, next
	}
	return w, true, next
}

// position returns where a thing is taken to be. While it is taken to go on as it went that changes with each tick.
func (r *recalls) position(m *sense.Mind, f *sense.Fact, i int, now int64) (w [2]world.Word, known bool, next int64) {
	p, ok := m.Reading(i, sense.Position)
	if !ok {
		return w, false, sense.Never
	}
	e := m.Estimate(i, now)
	next = sense.Never
	v, moves := m.Reading(i, sense.Velocity)
	if moves && !f.Fixed && v.Tick >= p.Tick && (v.X != 0 || v.Y != 0) && e.AgeTicks < m.Senses().Spec().Memory.PredictTicks {
		next = now + 1
	}
	return [2]world.Word{world.Float(e.At.X), world.Float(e.At.Y)}, true, next
}

// confidence returns how sure the position is, rounded down to a step.
func (r *recalls) confidence(m *sense.Mind, i int, now int64) (w [2]world.Word, known bool, next int64) {
	p, ok := m.Reading(i, sense.Position)
	if !ok {
		return w, false, sense.Never
	}
	steps := int64(float64(p.Level.At(now) * ConfidenceSteps))
	step := float64(steps) / ConfidenceSteps
	if next = sense.Never; steps > 0 {
		next = max(now+1, p.Level.Below(step))
	}
	return [2]world.Word{world.Float(step)}, true, next
}

// age returns for how many whole seconds the position has not been known.
func (r *recalls) age(m *sense.Mind, i int, now int64) (w [2]world.Word, known bool, next int64) {
	p, ok := m.Reading(i, sense.Position)
	if !ok {
		return w, false, sense.Never
	}
	seconds := max(0, now-p.Tick) / r.tps
	return [2]world.Word{world.Float(float64(seconds))}, true, p.Tick + (seconds+1)*r.tps
}
