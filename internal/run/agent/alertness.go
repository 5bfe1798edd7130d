package agent

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// alertness raises and lowers how alert agents are. Percepts raise the level when memories are written to states, as a
// host would between two ticks, so that a trace records it as such writes; time lowers it there, too. All of it lies in
// symbols. A change is an event at the start of the tick, in a replay as well.
type alertness struct {
	core    *core
	agents  *population
	journal *journal

	info    *def.AlertnessInfo // nil: nothing alerts agents
	kits    []*program.AlertKit
	machine expr.Machine
	frame   [1]world.Word
	turn    *sync.Mutex // of stirs
	stirs   []stir      // percepts since the last tick
	event   runner.Event
	args    [1]world.Word
	place   [2]world.Word
}

// stir is a percept that may alert an agent.
type stir struct {
	slot  int32
	late  bool // of the step of the senses, not of what the host reported before
	event sense.Event
}

// compare puts stirs in order, whichever goroutine noted them: those of an agent have theirs already.
func (s stir) compare(other stir) int {
	if s.late != other.late {
		if s.late {
			return 1
		}
		return -1
	}
	return int(s.slot - other.slot)
}

// fit takes what alerts agents from the program.
func (x *alertness) fit() {
	x.info, x.kits, x.stirs, x.turn = nil, nil, nil, &sync.Mutex{}
	if i := x.core.model.Info.Alertness; i != nil && i.Level != nil {
		x.info, x.kits = i, x.core.model.Alerts
	}
}

// kit returns what alerts an agent, or nil.
func (x *alertness) kit(a *agent) *program.AlertKit {
	if x.info == nil || a.id == 0 {
		return nil
	}
	return x.kits[a.kind]
}

// note keeps a percept that may alert an agent until all memories are written. Several goroutines may call it, for an
// agent each.
func (x *alertness) note(a *agent, e *sense.Event, late bool) {
	k := x.kit(a)
	if k == nil || !slices.ContainsFunc(k.Lines, func(l program.AlertLine) bool { return l.Hears(e) }) {
		return
	}
	x.turn.Lock()
	x.stirs = append(x.stirs, stir{int32(a.slot()), late, *e})
	x.turn.Unlock()
}

// settle raises and lowers the levels of all agents.
func (x *alertness) settle(now int64) {
	if x.info == nil {
		return
	}
	for i := x.agents.tense.Next(0); i >= 0; i = x.agents.tense.Next(i + 1) {
		if a := x.agents.list[i]; x.kit(a) != nil {
			x.calm(a, x.kit(a), now)
		}
	}
	slices.SortStableFunc(x.stirs, stir.compare)
	for i := range x.stirs {
		s := &x.stirs[i]
		if a := x.agents.list[s.slot]; x.kit(a) != nil {
			x.alert(a, x.kit(a), &s.event, now)
		}
	}
	x.stirs = x.stirs[:0]
}

// calm lowers the level of an agent whose time is over. Levels whose time is over as well follow.
func (x *alertness) calm(a *agent, k *program.AlertKit, now int64) {
	level := int(a.state.Get(x.info.Level.Base))
	until := int64(a.state.Get(x.info.Until.Base))
	if level == 0 || until == 0 && k.Falls[level] > 0 {
		return
	}
	was := level
	for level > 0 && until <= now {
		if level--; k.Falls[level] > 0 {
			until += k.Falls[level]
		}
	}
	if level == was {
		return
	}
	x.change(a, level, now)
	if level == 0 {
		until = 0
	}
	x.set(a, x.info.Until, world.Word(until))
}

// alert raises the level of an agent by a percept. The first line that the percept is for counts, of those of the
// highest level.
func (x *alertness) alert(a *agent, k *program.AlertKit, e *sense.Event, now int64) {
	best := -1
	for i := range k.Lines {
		if l := &k.Lines[i]; (best < 0 || l.Level > k.Lines[best].Level) && l.Hears(e) && x.holds(a, l, e) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	l, level := &k.Lines[best], int(a.state.Get(x.info.Level.Base))
	if l.Level < level && x.follows(a, e.Object) {
		return
	}
	x.set(a, x.info.By, world.Word(e.Object))
	x.set(a, x.info.Line, lineWord(best, e))
	x.locate(a, e.Object, now)
	if l.Level > level {
		x.change(a, l.Level, now)
		x.set(a, x.info.Until, world.Word(now+l.HoldTicks))
	} else if l.Level == level {
		x.set(a, x.info.Until, max(a.state.Get(x.info.Until.Base), world.Word(now+l.HoldTicks)))
	}
}

// carry makes what an agent of another program or crowd brought along true here: its times, moved by shift, and the
// object that alerted it, which has another number here or does not exist.
func (x *alertness) carry(a *agent, shift int64, object func(world.Object) (world.Object, bool)) {
	if x.info == nil {
		return
	}
	if until := int64(a.state.Get(x.info.Until.Base)); until != 0 && shift != 0 {
		x.set(a, x.info.Until, world.Word(max(1, until+shift)))
	}
	if since := int64(a.state.Get(x.info.Since.Base)); since != 0 && shift != 0 {
		x.set(a, x.info.Since, world.Word(since+shift)) // may lie before the crowd began
	}
	if was := world.Object(a.state.Get(x.info.By.Base)); was != 0 {
		is, ok := object(was)
		if !ok {
			is = 0
		}
		x.set(a, x.info.By, world.Word(is))
	}
}

// holds reports whether a percept is of an object that a line is for.
func (x *alertness) holds(a *agent, l *program.AlertLine, e *sense.Event) bool {
	o := world.Object(e.Object)
	if l.Type >= 0 {
		if t := a.state.TypeOf(o); t < 0 || !a.state.Schema().Types[l.Type].Has(t) {
			return false
		}
	}
	if l.Where == nil {
		return true
	}
	x.machine.State, x.frame[0] = &a.state, o
	return l.Where.Eval(&x.machine, x.frame[:])
}

// follows reports whether an agent sees or touches what alerted it, and not the given object: what alerts it less does
// not lead it away.
func (x *alertness) follows(a *agent, other sense.ObjectID) bool {
	by := sense.ObjectID(a.state.Get(x.info.By.Base))
	if by == 0 || by == other {
		return false
	}
	m := x.journal.perception.memory(a)
	i, known := m.Find(by)
	return known && m.Sensed(i)
}

// locate writes where an object is believed to be.
func (x *alertness) locate(a *agent, o sense.ObjectID, now int64) {
	if x.info.Place == nil {
		return
	}
	m := x.journal.perception.memory(a)
	i, known := m.Find(o)
	if !known {
		return
	}
	if _, has := m.Reading(i, sense.Position); has {
		at := m.Where(i, now)
		base := x.info.Place.Base
		a.state.Set(base, world.Float(at.X))
		a.state.Set(base+1, world.Float(at.Y))
	}
}

// change writes a new level, and what was before.
func (x *alertness) change(a *agent, level int, now int64) {
	if int64(a.state.Get(x.info.Since.Base)) != now { // of several changes in a tick, the first counts
		x.set(a, x.info.Before, a.state.Get(x.info.Level.Base))
	}
	x.set(a, x.info.Since, world.Word(now))
	x.set(a, x.info.Level, world.Word(level))
	x.agents.tense.Raise(a.slot())
}

// lineWord is the word for a line that alerted an agent, and for how the agent perceived what it is about.
func lineWord(line int, e *sense.Event) world.Word {
	sensor := world.Word(e.Sensor)
	if e.Kind == sense.Missed {
		sensor = 0
	}
	return world.Word(line+1)<<4 | sensor
}

// lineOf returns 1 + a line and the number of a sensor, 0: the object was missed.
func lineOf(w world.Word) (line, sensor int32) { return int32(w >> 4), int32(w & 15) }

func (x *alertness) set(a *agent, s *world.Symbol, w world.Word) { a.state.Set(s.Base, w) }

// announce reports the levels that have changed at the start of the tick, and lets the agents say what they say then.
func (x *alertness) announce() {
	if x.info == nil {
		return
	}
	if x.journal.perception.senses == nil { // the levels are those of a trace
		for _, a := range x.agents.list {
			x.announceAt(a)
		}
		return
	}
	for i := x.agents.tense.Next(0); i >= 0; i = x.agents.tense.Next(i + 1) {
		a := x.agents.list[i]
		if x.announceAt(a); x.kit(a) == nil || a.state.Get(x.info.Level.Base) == 0 {
			x.agents.tense.Lower(i)
		}
	}
}

func (x *alertness) announceAt(a *agent) {
	if k := x.kit(a); k != nil && int64(a.state.Get(x.info.Since.Base)) == x.core.tick {
		x.announceOf(a, k)
	}
}

func (x *alertness) announceOf(a *agent, k *program.AlertKit) {
	get := func(s *world.Symbol) int32 { return int32(a.state.Get(s.Base)) }
	level, before := get(x.info.Level), get(x.info.Before)
	if level == before {
		return
	}
	x.event = runner.Event{Kind: runner.Calmed, Line: -1, Step: level, Method: before, Agent: a.id, Tick: x.core.tick}
	line, sensor := lineOf(a.state.Get(x.info.Line.Base))
	if level > before {
		x.event.Kind, x.event.Count, x.event.Node = runner.Alerted, line, sensor
		x.args[0] = a.state.Get(x.info.By.Base)
		if x.event.Args = x.args[:]; x.info.Place != nil {
			base := x.info.Place.Base
			x.place = [2]world.Word{a.state.Get(base), a.state.Get(base + 1)}
			x.event.Bound = x.place[:]
		}
	}
	x.journal.reporter.Event(&x.event)
	if level > before && line > 0 && int(line) <= len(k.Lines) {
		x.journal.voices.say(a.id, k.Lines[line-1].Say)
	}
}

// Alertness describes how alert an agent is, since when and why, and when it calms down: "mood suspicious for 2s, by a
// sound of thief#1 at (9, 0); calm in 6s". It is empty if nothing alerts agents of the kind.
func (v *View) Alertness(id ID) string {
	a, x := v.agents.slot(id), &v.perception.alertness
	if a == nil || x.kit(a) == nil {
		return ""
	}
	get := func(s *world.Symbol) int64 { return int64(a.state.Get(s.Base)) }
	seconds := func(ticks int64) float64 { return float64(ticks) / float64(v.core.options.TPS) }
	level := get(x.info.Level)
	text := x.info.Level.Name + " " + x.level(level)
	if since := get(x.info.Since); since != 0 || level > 0 {
		text += fmt.Sprintf(" for %gs", seconds(v.core.tick-since))
	}
	if level == 0 {
		return text
	}
	text += x.cause(&a.state)
	if until := get(x.info.Until); until > 0 {
		next := level - 1
		for next > 0 && x.kit(a).Falls[next] == 0 {
			next--
		}
		text += fmt.Sprintf("; %s in %gs", x.level(next), seconds(until-v.core.tick))
	}
	return text
}

// AlertCause describes what gave an agent its level of alertness, in a state of the tick in which the level changed.
func (v *View) AlertCause(st *world.State) string {
	x := &v.perception.alertness
	by := strings.TrimPrefix(x.cause(st), ",")
	if st.Get(x.info.Level.Base) < st.Get(x.info.Before.Base) {
		return "the time of the level before was over; last alerted" + by
	}
	return "alerted" + by
}

// LastAlert describes the last percept that an alert line of an agent was for: "a sound of thief#1 at (9, 0)". It may
// be one for a lower level than that of the agent. It is empty if there was none.
func (v *View) LastAlert(st *world.State) string {
	return strings.TrimPrefix(v.perception.alertness.cause(st), ", by ")
}

// level returns the name of a level.
func (x *alertness) level(n int64) string {
	return x.core.model.Info.Schema.Enums[x.info.Level.Type.ID].Values[n]
}

// cause returns what alerted an agent last: " by a sound of thief#1 at (9, 0)"
func (x *alertness) cause(st *world.State) (text string) {
	by := world.Object(st.Get(x.info.By.Base))
	if by == 0 {
		return ""
	}
	_, sensor := lineOf(st.Get(x.info.Line.Base))
	text = ", by " + runner.AlertCause(sensor, st.ObjectName(by, -1))
	if x.info.Place != nil {
		text += " at " + valueText(st, x.info.Place, x.info.Place.Base)
	}
	return text
}
