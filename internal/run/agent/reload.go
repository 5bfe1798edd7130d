package agent

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// ErrReloadRecorded is why a crowd that is being recorded, or run again, cannot go over to another program: a trace is of one.
var ErrReloadRecorded = errors.New("a crowd that is recorded cannot go over to another program: its trace is of one")

// Reload has the crowd go on with another program, between two ticks: one whose files have changed, or whose constants have other values. It stays the
// same crowd: the pointer is good, agents keep their IDs, and options stay as they are, but for functions, which b has.
//
// What is known goes over by names, as with [Restore]; the report tells what did not. Running actions go on where all that they are part of still
// is there: a plan with its steps, the idle action, a tree, a goal. [action.OnRestored] is called for them, since their private state has moved. The others are
// aborted ([action.ProgramChanged]) with the hooks that they were started with, before anything else is called; what those write is kept, but they
// must not add or remove anything. Agents plan anew as soon as they may: where there are levels of detail each in its turn, and within the bounds on turns and planning.
// History begins anew.
//
// With an error nothing has changed, and nobody was called: what [New] refuses, symbols that have become something else (a
// [*world.MigrationError]), or [ErrReloadRecorded]. It panics within a tick. The crowd is written down and read again: it takes a few microseconds for each agent.
func (c *Crowd) Reload(p *program.Program, b *action.Bindings) (*Report, error) {
	if c.journal.tape != nil {
		return nil, fmt.Errorf("karakuri: Reload: %w", ErrReloadRecorded)
	}
	c.snapshots.checkSavable("Reload")
	if err := b.Err(); err != nil {
		return nil, err
	}
	if c.snapshots.moves == nil {
		c.snapshots.moves = &moves{}
	}
	m := c.snapshots.moves
	m.save(c)
	before, moved, stopped := *c, false, false
	var l *loader
	defer func() { // also where the host's code ends the goroutine
		switch {
		case !moved:
			*c = before
		case !stopped:
			l.finish()
		}
	}()
	l, err := m.restore(c, p, b)
	if err != nil {
		return nil, fmt.Errorf("karakuri: Reload: %w", err)
	}
	moved = true
	c.snapshots.moves = m
	c.core.stage.Instances.Follow(nil)
	m.stopLost(c, &before, l)
	stopped = true
	return l.finish(), nil
}

// save writes a crowd down, and which actions run.
func (m *moves) save(c *Crowd) {
	m.transfer.Begin()
	c.core.stage.Instances.Follow(&m.transfer)
	c.families.moves = m
	defer func() {
		c.core.stage.Instances.Follow(nil)
		c.families.moves = nil
	}()
	m.bytes = c.snapshots.Snapshot(m.bytes[:0])
}

// moves is memory for reloading.
type moves struct {
	transfer action.Transfer
	bytes    []byte
	lost     []action.Moved
	severed  []severed
}

// severed is a tree or brain that goes on in another program without some of what it did.
type severed struct {
	agent   ID
	was, is int32    // its slot, then and now
	tree    int32    // its program, then
	cuts    []bt.Cut // the branches of a tree
}

// follow says whose actions are being saved.
func (m *moves) follow(id ID) {
	if m != nil {
		m.transfer.Agent = id
	}
}

// restore makes a crowd one of another program, from what has been saved of it.
func (m *moves) restore(c *Crowd, p *program.Program, b *action.Bindings) (*loader, error) {
	payload, err := codec.Open(m.bytes, crowdMagic, SnapshotVersion)
	if err != nil {
		return nil, err
	}
	o, meter, naming := c.core.options, c.meter, c.view.naming
	o.Initial = nil
	read := func(byNames bool) (*loader, error) {
		l := &loader{Reader: codec.NewReader(payload), byNames: byNames}
		m.severed = m.severed[:0]
		instances := action.NewInstances(b)
		instances.Follow(&m.transfer)
		if l.head(p.Info); l.err() == nil {
			l.revive(instances)
		}
		if err := l.err(); err != nil {
			return l, err
		}
		*c = Crowd{meter: meter}
		if err := c.establish(p, o, instances, b.Funcs(), b.Asks()); err != nil {
			return nil, err
		}
		c.view.naming = naming
		if err := c.perception.addSenses(); err != nil {
			return nil, err
		}
		c.families.moves = m
		l.crowd(c)
		c.families.moves = nil
		return l, l.err()
	}
	l, err := read(false)
	if err != nil && l != nil && l.tuned {
		m.transfer.Again()
		l, err = read(true)
	}
	return l, err
}

// stopLost aborts what does not go on in the new program, as the crowd that it was: before is that.
func (m *moves) stopLost(c, before *Crowd, l *loader) {
	m.lost = m.transfer.Lost(m.lost[:0])
	trees, _ := c.families.drivers()
	severed := m.byAgent()
	lost, after := m.lost, *c
	*c = *before
	var touched []int
	defer func() {
		after.journal.hash = c.journal.hash
		states, shared := c.agents.list, c.core.world
		*c = after
		if len(touched) > 0 {
			l.hand(states, touched, shared)
		}
	}()
	c.net.all(len(c.agents.list), func(i int) {
		a := c.agents.list[i]
		if a.id == 0 {
			return
		}
		now := &after.agents.list[i].runner
		plan, rest := a.runner.Busy()
		if after.agents.list[i].id != 0 {
			planNow, restNow := now.Busy()
			plan, rest = plan && !planNow, rest && !restNow
		}
		n := 0
		for n < len(lost) && lost[n].Agent == a.id {
			n++
		}
		if some := severed[a.id]; plan || rest || n > 0 || len(some) > 0 {
			stop := stopping{c, a, some, lost[:n], trees, l}
			lost, touched = lost[n:], append(touched, i)
			stop.stop(plan || rest)
		}
	})
}

// byAgent returns what of each agent goes on in part, in the order in which it was read.
func (m *moves) byAgent() map[ID][]severed {
	of := map[ID][]severed{}
	for _, s := range m.severed {
		of[s.agent] = append(of[s.agent], s)
	}
	return of
}

// stopping is the end of what an agent did and does not go on with.
type stopping struct {
	c       *Crowd
	a       *agent
	severed []severed
	lost    []action.Moved // actions that do not go on
	now     *trees         // of the new program
	l       *loader
}

// stop aborts all that the agent does, or what is lost of it.
func (s *stopping) stop(all bool) {
	c, a := s.c, s.a
	c.net.enter(a)
	mark := a.state.Mark()
	a.runner.PassOver(c.core.tick)
	if all {
		c.reflexes.abortAll(a, action.ProgramChanged)
	} else {
		s.stopSome()
	}
	c.net.leave(a, a.slot())
	c.exchange.collect(&a.state, mark)
}

// stopSome aborts the branches that do not go on, and then the actions that are left.
func (s *stopping) stopSome() {
	ended := map[action.Handle]bool{}
	trees, _ := s.c.families.drivers()
	for i := range s.severed {
		trees.cutShort(&s.severed[i], ended)
		of := &s.severed[i]
		s.l.trees.Cool(s.now.slots.at(of.is), trees.slots.at(of.was), of.cuts, of.tree)
	}
	for _, m := range s.lost {
		if !ended[m.Handle] {
			s.c.core.stage.Instances.Abort(s.c.core.stage.Ctx, m.Handle, action.ProgramChanged)
		}
	}
}

// cutShort aborts branches of a tree, and notes which actions end with that.
func (t *trees) cutShort(s *severed, ended map[action.Handle]bool) {
	tree := t.slots.at(s.was)
	for _, c := range s.cuts {
		for _, h := range bt.HandlesBelow(tree, nil, c.Node) {
			t.families.innermostOf(h, func(h action.Handle) { ended[h] = true })
		}
	}
	bt.CutShort(tree, &t.env, s.cuts, action.ProgramChanged)
	if fault, broken := t.env.TakeFault(); broken {
		t.env.Ctx.PutFault(fault)
	}
}

// innermostOf calls visit for each action of the host that an activity consists of.
func (f *families) innermostOf(h action.Handle, visit func(action.Handle)) {
	d := f.of(h)
	if d == nil {
		visit(h)
		return
	}
	for _, inner := range d.inner(nil, h.Slot()) {
		f.innermostOf(inner, visit)
	}
}

// hand hands over what hooks have written to the states of agents, and to shared symbols.
func (l *loader) hand(states []*agent, touched []int, shared *world.State) {
	c := l.c
	if l.migration == nil {
		handCells(c.core.world, shared, func(a world.Addr) bool { return c.core.shared(a) })
	} else {
		l.migration.Cells(c.core.world, shared, world.ScopeSquad, world.ScopeWorld)
	}
	for _, i := range touched {
		switch a := c.agents.list[i]; {
		case a.id == 0:
		case l.migration == nil:
			handCells(&a.state, &states[i].state, func(a world.Addr) bool { return !c.core.shared(a) })
		default:
			l.migration.Cells(&a.state, &states[i].state, world.ScopeAgent)
		}
	}
}

// handCells writes what has been written to one state to another of the same program.
func handCells(to, from *world.State, which func(world.Addr) bool) {
	changes := from.Changes(world.Mark{})
	for i := range changes {
		if _, notice := changes[i].Notice(); !notice && which(changes[i].Addr) {
			to.Set(changes[i].Addr, from.Get(changes[i].Addr))
		}
	}
}
