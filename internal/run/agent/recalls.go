package agent

import (
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// ConfidenceSteps is in how many steps a remembered confidence falls from 1 to 0. Each step is a change that conditions
// can react to.
const ConfidenceSteps = 16

// recalls writes facts to the symbols that show what an agent remembers.
type recalls struct {
	tps    int64
	writes int64    // number of facts written so far
	known  [][]kept // by object type: the bools that say whether an object is remembered
	kept   [][]kept // by object type
	spare  []note

	claimed  []*world.Symbol // by object type: the symbol that says whether an object is claimed; nil: it is never claimed from all agents
	believed int64           // for how many ticks an object that is no longer seen or touched is taken to be claimed
}

// kept is a symbol that shows one attribute of each fact about an object.
type kept struct {
	symbol *world.Symbol
	word   int // index of its word in the object's row; -1: the symbol is in no row
	attr   def.Attr
	value  sense.Attr // which value, if the attribute is AttrValue
	values int        // how many values it has, if the attribute is AttrSaid
}

func newRecalls(info *def.Info, tps int) recalls {
	n := len(info.Schema.Types)
	r := recalls{tps: int64(tps), known: make([][]kept, n), kept: make([][]kept, n),
		claimed: claimedByType(info), believed: def.Ticks(runner.MaxClaimWait, float64(tps))}
	for t := range info.Schema.Types {
		isAbout := func(s *world.Symbol) bool { return info.Schema.Types[s.Params[0].ID].Has(int32(t)) }
		for _, s := range info.Known {
			if isAbout(s) {
				r.known[t] = append(r.known[t], kept{symbol: s, word: info.Schema.RowWord(s)})
			}
		}
		for _, m := range info.Remembered {
			if isAbout(m.Symbol) {
				r.kept[t] = append(r.kept[t], kept{m.Symbol, info.Schema.RowWord(m.Symbol), m.Attr, firstValue + sense.Attr(m.Value), valuesOf(info, m)})
			}
		}
	}
	return r
}

// valuesOf returns how many values a symbol of what is said has.
func valuesOf(info *def.Info, m def.RememberedInfo) int {
	if m.Attr != def.AttrSaid {
		return 0
	}
	return len(info.Schema.Enums[m.Symbol.Type.ID].Values)
}

// firstValue is the first attribute that the host defines.
const firstValue = sense.Kind + 1

// clear gives the symbols of an object their defaults, unless the object no longer exists.
func (r *recalls) clear(st *world.State, id sense.ObjectID) {
	o := world.Object(id)
	t := st.TypeOf(o)
	if t < 0 {
		return
	}
	for i := range r.known[t] {
		reset(st, r.known[t][i].symbol, o)
	}
	for i := range r.kept[t] {
		reset(st, r.kept[t][i].symbol, o)
	}
	if s := r.claimed[t]; s != nil {
		reset(st, s, o)
	}
}

func reset(st *world.State, s *world.Symbol, o world.Object) {
	if a, ok := s.Addr(o); ok {
		for i := range s.Type.Width() {
			st.Set(a+world.Addr(i), st.Schema().Default(a+world.Addr(i)))
		}
	}
}

// write writes the facts about an object, and returns the tick in which they change by themselves. Most percepts change
// nothing, so it compares the words of rows first.
func (r *recalls) write(st *world.State, m *sense.Mind, i int, now int64) (due int64) {
	r.writes++
	o := world.Object(m.ObjectAt(i))
	t := st.TypeOf(o)
	if due = sense.Never; t < 0 {
		return due
	}
	row := noRow
	if known := r.known[t]; len(known) > 0 && known[0].word >= 0 {
		row = st.RowPlace(known[0].symbol, o)
	}
	for k := range r.known[t] {
		row = r.known[t][k].put(st, o, row, 1, [2]world.Word{world.Bool(true)})
	}
	for k := range r.kept[t] {
		s := &r.kept[t][k]
		width := s.symbol.Type.Width()
		w, known, next := r.reading(s, m, i, now)
		if due = min(due, next); !known {
			w = s.symbol.Default
		}
		row = s.put(st, o, row, width, w)
	}
	return due
}

// noRow is the place of no row.
const noRow = -1

// put writes words to an object's cell of a symbol, and returns the place of the object's row, which may have changed.
func (s *kept) put(st *world.State, o world.Object, row, width int, w [2]world.Word) int {
	if s.word >= 0 && row >= 0 {
		if words := st.RowWords(s.symbol, row); words[s.word] == w[0] && (width == 1 || words[s.word+1] == w[1]) {
			return row
		}
	}
	a, ok := s.symbol.Addr(o)
	if !ok {
		return row
	}
	for n := range width {
		if s.word < 0 {
			st.Set(a+world.Addr(n), w[n])
		} else {
			row = st.SetInRow(s.symbol, o, row, a+world.Addr(n), w[n])
		}
	}
	return row
}

// reading returns what a symbol should hold of a fact, and the tick in which that changes by itself. Known is false if
// nothing is known.
func (r *recalls) reading(s *kept, m *sense.Mind, i int, now int64) (w [2]world.Word, known bool, next int64) {
	next = sense.Never
	switch s.attr {
	case def.AttrSensed:
		w[0] = world.Bool(m.Sensed(i))
	case def.AttrMissed:
		w[0] = world.Bool(m.Missed(i))
	case def.AttrImportance:
		w[0] = world.Float(m.Importance(i))
	case def.AttrPosition:
		return r.position(m, i, now)
	case def.AttrConfidence:
		return r.confidence(m, i, now)
	case def.AttrAge:
		return r.age(m, i, now)
	case def.AttrVelocity:
		v, ok := m.Velocity(i)
		if tps := float64(r.tps); ok {
			w = [2]world.Word{world.Float(v.X * tps), world.Float(v.Y * tps)}
		}
		return w, ok, next
	case def.AttrKind:
		x, ok := m.Number(i, sense.Kind)
		return [2]world.Word{world.Word(x)}, ok, next
	case def.AttrSaid:
		said, until := m.Said(i)
		if said == 0 || now >= until || said >= int64(s.values) {
			return w, false, next
		}
		return [2]world.Word{world.Word(said)}, true, until
	default:
		x, ok := m.Number(i, s.value)
		return [2]world.Word{world.Float(x)}, ok, next
	}
	return w, true, next
}

// position returns where an object is believed to be. While it is assumed to keep moving, that changes with each tick.
func (r *recalls) position(m *sense.Mind, i int, now int64) (w [2]world.Word, known bool, next int64) {
	l, _, ok := m.Sure(i)
	if !ok {
		return w, false, sense.Never
	}
	at, moves := m.Heading(i, now)
	if next = sense.Never; moves {
		next = max(now, l.Tick) + 1
	}
	return [2]world.Word{world.Float(at.X), world.Float(at.Y)}, true, next
}

// confidence returns the confidence in the position, rounded down to a step.
func (r *recalls) confidence(m *sense.Mind, i int, now int64) (w [2]world.Word, known bool, next int64) {
	l, _, ok := m.Sure(i)
	if !ok {
		return w, false, sense.Never
	}
	steps := int64(float64(l.At(now) * ConfidenceSteps))
	step := float64(steps) / ConfidenceSteps
	if next = sense.Never; steps > 0 {
		next = max(now+1, l.Below(step))
	}
	return [2]world.Word{world.Float(step)}, true, next
}

// age returns for how many whole seconds the position has not been perceived.
func (r *recalls) age(m *sense.Mind, i int, now int64) (w [2]world.Word, known bool, next int64) {
	_, tick, ok := m.Sure(i)
	if !ok {
		return w, false, sense.Never
	}
	seconds := max(0, now-tick) / r.tps
	return [2]world.Word{world.Float(float64(seconds))}, true, tick + (seconds+1)*r.tps
}
