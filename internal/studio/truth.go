package studio

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

const (
	// truthSeconds is the time before a moment in which is counted how often conditions held.
	truthSeconds = 60
	// maxConditions is the maximum number of conditions that are looked at.
	maxConditions = 2000
	// maxBindings is the maximum number of values of parameters for which a condition is evaluated.
	maxBindings = 64
	// truthIdle is how long earlier moments are read on after a page has asked last.
	truthIdle = 2 * time.Second
)

// Truth says which conditions of a file hold for a character at a moment, and how often they held in the minute before.
type Truth struct {
	Tick  int64       `json:"tick"`
	Of    int         `json:"of"`             // the moments that are counted: this one, and the whole seconds of the minute before
	Since float64     `json:"since"`          // seconds of the run at the first of them
	More  bool        `json:"more,omitempty"` // others are being read: ask again
	List  []TruthLamp `json:"list"`
}

// TruthLamp is a condition of the running program. What is not known is omitted.
type TruthLamp struct {
	Path  string `json:"path"` // of its statement
	Text  string `json:"text"` // the clause on the line of the statement that holds it; without one, the line
	Holds bool   `json:"holds"`
	For   int    `json:"for,omitempty"`   // how many values of its parameters it holds for
	Tried int    `json:"tried,omitempty"` // of how many; 0: it has none, or their values are known
	Often int    `json:"often"`           // at how many moments it held
	Known int    `json:"known"`           // of how many
}

// truth answers which conditions hold. It reads earlier moments in the background, and only while a page asks for them.
func truth(ctx context.Context, p *page, r *Request) (out *Truth, err error) {
	err = p.session.look(ctx, r.Tick, func(st Stage, j *journal) error {
		out, err = p.truths.truth(p.session.past, st, j.program, r.File, r.Agent)
		return err
	})
	return out, err
}

// truth returns which conditions of a file hold for an agent at the present moment of a stage.
func (t *truths) truth(m *moments, st Stage, p *program.Program, file, who string) (*Truth, error) {
	id, err := find(st, who)
	if err != nil {
		return nil, err
	}
	of, crowd := t.conditions(p, file), st.Crowd()
	now := of.at(st, id)
	past := t.before(m, of, who, crowd.Tick(), int64(crowd.TPS()))
	out := &Truth{Tick: crowd.Tick(), Of: 1 + len(past.known), Since: crowd.Seconds(), More: past.more, List: []TruthLamp{}}
	if len(past.known) > 0 {
		out.Since = past.since
	}
	for i := range of.list {
		if now[i].known {
			out.List = append(out.List, of.list[i].lamp(now[i], i, past.known))
		}
	}
	return out, nil
}

// lamp returns what is known of the condition with a number, now and at earlier moments.
func (c *condition) lamp(now verdictNow, number int, past [][]held) TruthLamp {
	l := TruthLamp{Path: c.path, Text: c.text, Holds: now.holds > 0, Tried: now.tried, Known: 1}
	if l.Holds {
		l.Often = 1
	}
	if now.tried > 0 {
		l.For = now.holds
	}
	for _, list := range past {
		if list[number] != heldUnknown {
			l.Known++
		}
		if list[number] == heldTrue {
			l.Often++
		}
	}
	return l
}

// held is what is known of a condition at an earlier moment.
type held uint8

const (
	heldUnknown held = iota
	heldFalse
	heldTrue
)

// truths keeps what conditions were at earlier moments, for the character and file that a page shows. Safe for
// concurrent use.
type truths struct {
	lock    sync.Mutex
	of      *conditions // of the last file and program that was asked about
	agent   string
	tick    int64 // that was asked about
	tps     int64 // at its rate
	asked   time.Time
	known   map[int64]readMoment // by tick
	reading bool                 // a goroutine reads moments

	use   sync.Mutex // guards those below
	stage Stage
	from  checkpoint // that stage came from
}

// readMoment is what conditions were at a moment.
type readMoment struct {
	of   *checkpoint
	list []held // nil: that is not known
}

// isOf reports whether the moment is still the one that was read: the run may have begun anew, or been changed by hand.
func (r *readMoment) isOf(c *checkpoint) bool { return r.of != nil && r.of.is(c) }

// is reports whether two checkpoints are the same one.
func (c *checkpoint) is(o *checkpoint) bool {
	return c.source == o.source && len(c.data) == len(o.data) && (len(c.data) == 0 || &c.data[0] == &o.data[0])
}

// conditions returns the conditions of a file of a program.
func (t *truths) conditions(p *program.Program, file string) *conditions {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.of == nil || t.of.program != p || t.of.file != file {
		t.of, t.known = conditionsOf(p, file), nil
	}
	return t.of
}

// pastTruths is what is known of the moments before another.
type pastTruths struct {
	known [][]held
	since float64
	more  bool
}

// before returns what is known of the minute before a tick, and begins to read what is not.
func (t *truths) before(m *moments, of *conditions, who string, tick, tps int64) (out pastTruths) {
	wanted := m.wanted(of.program, tick, tps)
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.of != of {
		return out
	}
	if t.agent != who || t.known == nil {
		t.agent, t.known = who, map[int64]readMoment{}
	}
	t.tick, t.tps, t.asked = tick, tps, time.Now()
	keep := make(map[int64]readMoment, len(wanted))
	for _, w := range wanted {
		if r := t.known[w.tick]; r.isOf(&w.from) {
			keep[w.tick] = r
			if r.list != nil { // the character was there
				out.known, out.since = append(out.known, r.list), float64(w.tick)/float64(tps)
			}
		}
	}
	if out.more = len(keep) < len(wanted); out.more && !t.reading {
		t.reading = true
		go t.read(m)
	}
	if !t.reading {
		t.known = keep // what is too long ago is forgotten
	}
	return out
}

// read reads the moments that are asked for, until all are known or nobody asks any more: those after the last
// checkpoint first, and of them the earliest first, so that the way to one leads over those before.
func (t *truths) read(m *moments) {
	for {
		t.lock.Lock()
		of, who := t.of, t.agent
		var next *counted
		for _, w := range m.wanted(of.program, t.tick, t.tps) {
			if next != nil && next.from.tick != w.from.tick {
				break
			}
			if r := t.known[w.tick]; !r.isOf(&w.from) {
				next = &w
			}
		}
		if t.reading = next != nil && t.known != nil && time.Since(t.asked) < truthIdle; !t.reading {
			t.lock.Unlock()
			return
		}
		t.lock.Unlock()
		list := t.readAt(of, who, next)
		t.lock.Lock()
		if t.of == of && t.agent == who && t.known != nil {
			t.known[next.tick] = readMoment{&next.from, list}
		}
		t.lock.Unlock()
		yield()
	}
}

// readAt returns what conditions were at a moment; nil: that is not known.
func (t *truths) readAt(of *conditions, who string, at *counted) (list []held) {
	t.use.Lock()
	defer t.use.Unlock()
	err := guarded(func() (err error) {
		if t.stage == nil || t.from.source != at.from.source {
			if t.stage, err = at.from.source.stage(silence{}); err != nil {
				return err
			}
			t.from = checkpoint{source: at.from.source}
		}
		if err := t.reach(at); err != nil {
			return err
		}
		id, err := find(t.stage, who)
		if err != nil {
			return err
		}
		list = make([]held, len(of.list))
		for i, v := range of.at(t.stage, id) {
			switch {
			case v.known && v.holds > 0:
				list[i] = heldTrue
			case v.known:
				list[i] = heldFalse
			}
		}
		return nil
	})
	if err != nil {
		t.from.data = nil // where the stage stands is not known
		return nil
	}
	return list
}

// reach moves the stage to a moment: from where it stands, if that is on the way from the checkpoint.
func (t *truths) reach(at *counted) error {
	if s, ok := t.stage.(Seeker); ok {
		err := s.SeekTo(at.tick)
		s.Settle()
		return err
	}
	if now := t.stage.Crowd().Tick(); !t.from.is(&at.from) || now > at.tick {
		if err := t.stage.Rollback(at.from.data); err != nil {
			return err
		}
		t.from = at.from
	}
	for t.stage.Crowd().Tick() < at.tick {
		if !t.stage.Step() {
			return errForgotten
		}
	}
	return nil
}

// counted is a moment at which conditions are counted, and the checkpoint that leads to it.
type counted struct {
	tick int64
	from checkpoint
}

// wanted returns the moments of a program that are counted before a tick, the last ones first: each whole second of the
// minute before it, after the beginning of the run. Checkpoints are kept as time allows, so they are not counted
// themselves: of a moment, the same is told live, later and from a recording.
func (m *moments) wanted(p *program.Program, tick, tps int64) (list []counted) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if len(m.list) == 0 {
		return nil
	}
	i := len(m.list) - 1
	for at := (tick - 1) / tps * tps; at > max(m.list[0].tick, tick-truthSeconds*tps); at -= tps {
		for m.list[i].tick > at {
			i--
		}
		if m.list[i].source.program == p {
			list = append(list, counted{at, m.list[i]})
		}
	}
	return list
}

// conditions are those of a file.
type conditions struct {
	program *program.Program
	file    string
	list    []condition
}

// condition is a condition of a program. One in a tree stands at a place in each tree that it is part of.
type condition struct {
	path, text string
	places     []conditionPlace
}

type conditionPlace struct {
	cond       *expr.Cond
	slots      []def.Slot // of the frame that it reads
	words      int        // of that frame, as far as it is read
	tree, node int32      // -1: it is not in a tree
	params     int        // words of the frame that have values as long as the tree runs
	asks       []int32    // the functions of the host that it calls
}

// verdictNow is what a condition is: for how many values of its parameters it holds.
type verdictNow struct {
	known        bool
	holds, tried int
}

// conditionsOf lists the conditions of a file of a program.
func conditionsOf(p *program.Program, file string) *conditions {
	c := collector{of: &conditions{program: p, file: file}, at: map[int32]int{}}
	for _, f := range p.Info.Model.Files {
		if f.Name == file && f.Src != nil {
			c.src = f.Src
			c.sketch, _ = edit.Sketch(f.Name, f.Src.Text)
		}
	}
	if c.src == nil {
		return c.of
	}
	info := p.Info
	for _, o := range info.Operators {
		c.terms(o.When, o.Until, o.While)
	}
	for _, t := range info.Tasks {
		for _, m := range t.Methods {
			c.terms(m.When, m.Where, m.While)
		}
	}
	for _, g := range info.Goals {
		c.terms(g.When, g.While, g.Until)
		for _, w := range g.Ways {
			c.terms(w.When)
		}
	}
	for _, b := range info.Brains {
		for i := range b.Wants {
			c.terms(b.Wants[i].When, b.Wants[i].Where)
		}
	}
	for _, a := range info.Agents {
		for i := range a.Plans {
			c.terms(a.Plans[i].When)
		}
	}
	if p.Trees != nil {
		for t := range int32(p.Trees.Len()) {
			c.tree(p.Trees.Program(t))
		}
	}
	return c.of
}

// collector collects the conditions of a file.
type collector struct {
	of     *conditions
	src    *diag.Source
	sketch []*edit.Sketched
	at     map[int32]int // by where a condition begins: its index
}

func (c *collector) terms(list ...*expr.Term) {
	for _, t := range list {
		c.add(t, conditionPlace{tree: -1})
	}
}

func (c *collector) tree(p *bt.Program) {
	params := 0
	for _, s := range p.Info.Params {
		params = max(params, s.Index+s.Type.Width())
	}
	for n := range int32(p.Len()) {
		info, _ := p.Node(n)
		for _, t := range []*expr.Term{info.Cond, info.SkipIf, info.FailIf, info.SucceedIf, info.While} {
			c.add(t, conditionPlace{tree: p.ID(), node: n, params: params})
		}
	}
}

// add adds a condition at a place.
func (c *collector) add(t *expr.Term, place conditionPlace) {
	if t == nil || t.Src == nil || t.Src.Span().Src != c.src {
		return
	}
	start := t.Src.Span().Start
	i, again := c.at[start]
	if !again {
		part := edit.PartAt(c.sketch, int(start))
		if part == nil || len(c.of.list) >= maxConditions {
			return
		}
		one := condition{path: part.Path, text: part.Head}
		for _, l := range part.Clauses {
			if l.Start <= int(start) && int(start) < l.End {
				one.text = l.Text
			}
		}
		i = len(c.of.list)
		c.at[start] = i
		c.of.list = append(c.of.list, one)
	}
	seen := map[int]bool{}
	t.Walk(func(t *expr.Term) bool {
		if t.Kind == expr.TermVar && !seen[t.Slot] {
			seen[t.Slot] = true
			place.slots = append(place.slots, def.Slot{Type: t.Type, Index: t.Slot})
			place.words = max(place.words, t.Slot+t.Type.Width())
		}
		return true
	})
	place.asks = functionsOf(nil, t, map[*expr.Derived]bool{})
	place.cond = expr.CompileCond(t)
	c.of.list[i].places = append(c.of.list[i].places, place)
}

// functionsOf adds the functions of the host that a term calls, also by derived symbols.
func functionsOf(list []int32, t *expr.Term, seen map[*expr.Derived]bool) []int32 {
	t.Walk(func(t *expr.Term) bool {
		switch {
		case t.Kind == expr.TermFunc:
			list = append(list, t.Func.ID)
		case t.Kind == expr.TermDerived && !seen[t.Derived]:
			seen[t.Derived] = true
			list = functionsOf(list, t.Derived.Body, seen)
		}
		return true
	})
	return list
}

// at returns what all conditions are for an agent at the present moment of a stage.
func (c *conditions) at(stage Stage, id agent.ID) []verdictNow {
	out := make([]verdictNow, 0, len(c.list))
	crowd := stage.Crowd()
	_, replays := stage.(*recording)
	e := evaluation{machine: expr.Machine{State: crowd.State(id), Funcs: crowd.Funcs()}, trees: crowd.View().Trees(id), hostless: replays}
	for i := range c.list {
		var v verdictNow
		if err := guarded(func() error { v = e.condition(&c.list[i]); return nil }); err != nil {
			v = verdictNow{} // it takes too long, or calls a function of the host that is not there
		}
		out = append(out, v)
	}
	return out
}

// evaluation evaluates conditions for an agent.
type evaluation struct {
	machine  expr.Machine
	trees    []*bt.Tree
	frame    []world.Word
	hostless bool
}

func (e *evaluation) condition(c *condition) verdictNow {
	for i := range c.places {
		p := &c.places[i]
		if p.tree < 0 {
			return e.bindings(p)
		}
		for _, t := range e.trees {
			if t.Program().ID() == p.tree && p.words <= len(t.Frame()) && e.hasValues(t, p) {
				return e.eval(p, t.Frame()[:p.words])
			}
		}
	}
	for i := range c.places {
		if p := &c.places[i]; p.words == 0 {
			return e.eval(p, nil)
		}
	}
	return verdictNow{}
}

// hasValues reports whether the frame of a tree has values where a condition reads it: those of its parameters while it
// runs, others while the node around the condition does.
func (e *evaluation) hasValues(t *bt.Tree, p *conditionPlace) bool {
	if p.words <= p.params {
		return p.words == 0 || t.Running()
	}
	_, parent := t.Program().Node(p.node)
	return parent >= 0 && t.Status(parent) == bt.Running
}

func (e *evaluation) eval(p *conditionPlace, frame []world.Word) verdictNow {
	if !e.answers(p) {
		return verdictNow{}
	}
	v := verdictNow{known: true}
	if p.cond.Eval(&e.machine, frame) {
		v.holds = 1
	}
	return v
}

// answers reports whether the functions of the host that a condition calls can be called: a recording has no host.
func (e *evaluation) answers(p *conditionPlace) bool {
	return len(p.asks) == 0 || !e.hostless && !slices.ContainsFunc(p.asks, func(id int32) bool { return int(id) >= len(e.machine.Funcs) || e.machine.Funcs[id] == nil })
}

// bindings evaluates a condition for all values of its parameters, if they are few.
func (e *evaluation) bindings(p *conditionPlace) (v verdictNow) {
	if len(p.slots) == 0 || !e.answers(p) {
		return e.eval(p, nil)
	}
	values, all := make([][]world.Word, len(p.slots)), 1
	for i, s := range p.slots {
		values[i] = e.values(s.Type)
		if all *= len(values[i]); all > maxBindings || values[i] == nil {
			return verdictNow{}
		}
	}
	e.frame = append(e.frame[:0], make([]world.Word, p.words)...)
	v.known, v.tried = true, all
	for n := range all {
		for i, s := range p.slots {
			e.frame[s.Index] = values[i][n%len(values[i])]
			n /= len(values[i])
		}
		if p.cond.Eval(&e.machine, e.frame) {
			v.holds++
		}
	}
	return v
}

// values returns the values of a type, of which an object or an enum has few; nil: it has others, or too many.
func (e *evaluation) values(t world.Type) []world.Word {
	list := []world.Word{}
	switch t.Kind {
	case world.KindObject:
		if e.machine.State.CountMembers(t.ID) > maxBindings {
			return nil
		}
		for _, o := range e.machine.State.Objects(t.ID) {
			list = append(list, world.Word(o))
		}
	case world.KindEnum:
		for i := range e.machine.State.Schema().Enums[t.ID].Values {
			list = append(list, world.Word(i))
		}
	case world.KindBool:
		list = append(list, 0, 1)
	default:
		return nil
	}
	return list
}
