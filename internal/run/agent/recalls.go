package agent

import (
	"sync/atomic"

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
	writes atomic.Int64 // number of facts that agents had written so far
	known  [][]kept     // by object type: the bools that say whether an object is remembered
	kept   [][]kept     // by object type

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

func newRecalls(info *def.Info, tps int) *recalls {
	n := len(info.Schema.Types)
	r := &recalls{tps: int64(tps), known: make([][]kept, n), kept: make([][]kept, n),
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
	o := world.Object(m.ObjectAt(i))
	t := st.TypeOf(o)
	if due = sense.Never; t < 0 {
		return due
	}
	row := objectRow{place: noRow}
	if known := r.known[t]; len(known) > 0 && known[0].word >= 0 {
		row.at(st, known[0].symbol, st.RowPlace(known[0].symbol, o))
	}
	for k := range r.known[t] {
		r.known[t][k].put(st, o, &row, 1, [2]world.Word{world.Bool(true)})
	}
	f := remembered{Mind: m, i: i, now: now}
	f.sure, f.tick, f.placed = m.Sure(i)
	for k := range r.kept[t] {
		s := &r.kept[t][k]
		w, known, next := r.reading(s, &f)
		if due = min(due, next); !known {
			w = s.symbol.Default
		}
		s.put(st, o, &row, s.symbol.Type.Width(), w)
	}
	return due
}

// remembered is a fact that is written, with how sure its position is, and of which tick that is.
type remembered struct {
	*sense.Mind
	i      int
	now    int64
	sure   sense.Level
	tick   int64
	placed bool // it has a position
}

// objectRow is where a state keeps what is remembered of an object; no place: it has all defaults.
type objectRow struct {
	place int
	words []world.Word
}

func (r *objectRow) at(st *world.State, of *world.Symbol, place int) {
	if r.place, r.words = place, nil; place >= 0 {
		r.words = st.RowWords(of, place)
	}
}

// noRow is the place of no row.
const noRow = -1

// put writes words to an object's cell of a symbol, and follows the object's row, whose place may change.
func (s *kept) put(st *world.State, o world.Object, row *objectRow, width int, w [2]world.Word) {
	if s.word >= 0 && row.place >= 0 && row.words[s.word] == w[0] && (width == 1 || row.words[s.word+1] == w[1]) {
		return
	}
	a, ok := s.symbol.Addr(o)
	if !ok {
		return
	}
	for n := range width {
		if s.word < 0 {
			st.Set(a+world.Addr(n), w[n])
		} else {
			row.at(st, s.symbol, st.SetInRow(s.symbol, o, row.place, a+world.Addr(n), w[n]))
		}
	}
}

// reading returns what a symbol should hold of a fact, and the tick in which that changes by itself. Known is false if
// nothing is known.
func (r *recalls) reading(s *kept, f *remembered) (w [2]world.Word, known bool, next int64) {
	next = sense.Never
	switch s.attr {
	case def.AttrSensed:
		w[0] = world.Bool(f.Sensed(f.i))
	case def.AttrMissed:
		w[0] = world.Bool(f.Missed(f.i))
	case def.AttrImportance:
		w[0] = world.Float(f.Importance(f.i))
	case def.AttrPosition:
		return f.position()
	case def.AttrConfidence:
		return f.confidence()
	case def.AttrAge:
		return f.age(r.tps)
	case def.AttrVelocity:
		v, ok := f.Velocity(f.i)
		if tps := float64(r.tps); ok {
			w = [2]world.Word{world.Float(v.X * tps), world.Float(v.Y * tps)}
		}
		return w, ok, next
	case def.AttrKind:
		x, ok := f.Number(f.i, sense.Kind)
		return [2]world.Word{world.Word(x)}, ok, next
	case def.AttrSaid:
		said, until := f.Said(f.i)
		if said == 0 || f.now >= until || said >= int64(s.values) {
			return w, false, next
		}
		return [2]world.Word{world.Word(said)}, true, until
	default:
		x, ok := f.Number(f.i, s.value)
		return [2]world.Word{world.Float(x)}, ok, next
	}
	return w, true, next
}

// position returns where an object is believed to be. While it is assumed to keep moving, that changes with each tick.
func (f *remembered) position() (w [2]world.Word, known bool, next int64) {
	if !f.placed {
		return w, false, sense.Never
	}
	at, moves := f.Heading(f.i, f.now)
	if next = sense.Never; moves {
		next = max(f.now, f.sure.Tick) + 1
	}
	return [2]world.Word{world.Float(at.X), world.Float(at.Y)}, true, next
}

// confidence returns the confidence in the position, rounded down to a step.
func (f *remembered) confidence() (w [2]world.Word, known bool, next int64) {
	if !f.placed {
		return w, false, sense.Never
	}
	steps := int64(float64(f.sure.At(f.now) * ConfidenceSteps))
	step := float64(steps) / ConfidenceSteps
	if next = sense.Never; steps > 0 {
		next = max(f.now+1, f.sure.Below(step))
	}
	return [2]world.Word{world.Float(step)}, true, next
}

// age returns for how many whole seconds the position has not been perceived.
func (f *remembered) age(tps int64) (w [2]world.Word, known bool, next int64) {
	if !f.placed {
		return w, false, sense.Never
	}
	seconds := max(0, f.now-f.tick) / tps
	return [2]world.Word{world.Float(float64(seconds))}, true, f.tick + (seconds+1)*tps
}
