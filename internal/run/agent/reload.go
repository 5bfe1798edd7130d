package agent

import (
	"errors"
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// ErrReloadRecorded is why a crowd that is being recorded, or run again, cannot go over to another program: a trace is
// of one.
var ErrReloadRecorded = errors.New("a recorded crowd cannot move to another program, because a trace belongs to one program")

// Reload continues the crowd with another program, between two ticks: one whose files have changed, or whose constants
// have other values. The crowd stays the same: the pointer is valid, agents keep their IDs, and options stay, except
// for functions, which come from b.
//
// State carries over by names, as with [Restore]; the report lists what did not. A running action continues if
// everything that it is part of still exists: a plan with its steps, the idle action, a tree, a goal. Its
// [action.OnRestored] hook is called, since its private state has moved. The other actions are aborted
// ([action.ProgramChanged]) by the hooks that they were started with, before any other call. Writes of those hooks are
// kept, but they must not add or remove anything. Agents plan anew as soon as they may: with levels of detail each in
// its turn, within the limits of turns and planning. History starts anew.
//
// With an error nothing has changed, and nothing was called. The errors are those of [New], a [*world.MigrationError]
// for symbols that have become something else, and [ErrReloadRecorded]. Reload panics within a tick. It takes a few
// microseconds for each agent.
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
	defer func() { // also if the host's code ends the goroutine
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

// save saves a crowd, and which actions run.
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
	beside   bool // reactions and layers are being read
}

// severed is a tree or brain of which only a part continues in another program.
type severed struct {
	agent   ID
	was, is int32    // its slot before and after
	of      int      // the driver; noDriver: a reaction or layer as a whole
	part    int      // of a reaction or layer: its index among the reactions, then the layers, before
	beside  bool     // it is within a reaction or layer
	tree    int32    // its program before
	cuts    []bt.Cut // the branches of a tree
	ends    []goal.Cut
}

// appendSlot appends the slot of an activity, so that what of it does not continue can be ended there. Outside of a
// reload, m is nil and nothing is written.
func (m *moves) appendSlot(b []byte, slot int32) []byte {
	if m == nil {
		return b
	}
	return codec.AppendUint(b, int(slot))
}

// slotBefore reads what appendSlot has written.
func (m *moves) slotBefore(r *codec.Reader) int32 {
	if m == nil {
		return 0
	}
	return int32(r.Below(math.MaxInt32))
}

// noDriver is the driver for everything that is not an activity.
const noDriver = -1

// sever records an activity of which only a part continues.
func (m *moves) sever(s severed) {
	if m != nil {
		s.beside = m.beside
		m.severed = append(m.severed, s)
	}
}

// readBeside records that reactions and layers are read, until the returned function is called.
func (m *moves) readBeside() (done func()) {
	if m == nil {
		return func() {}
	}
	m.beside = true
	return func() { m.beside = false }
}

// loseEnds records the parts of a brain or goal that do not continue.
func (f *families) loseEnds(s severed) {
	for _, cut := range s.ends {
		f.lost = append(f.lost, Loss{Kind: LostPursuit, Name: cut.Name, Why: cut.Why, Text: cut.Text()})
	}
	f.moves.sever(s)
}

// follow sets the agent whose actions are saved next.
func (m *moves) follow(id ID) {
	if m != nil {
		m.transfer.Agent = id
	}
}

// restore restores a crowd with another program from what save has saved.
func (m *moves) restore(c *Crowd, p *program.Program, b *action.Bindings) (*loader, error) {
	payload, err := codec.Open(m.bytes, crowdMagic, SnapshotVersion)
	if err != nil {
		return nil, err
	}
	o, meter, naming := c.core.options, c.meter, c.core.naming
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
		c.core.naming = naming
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

// stopLost aborts, in the crowd as it was before, everything that does not continue in the new program.
func (m *moves) stopLost(c, before *Crowd, l *loader) {
	m.lost = m.transfer.Lost(m.lost[:0])
	trees, _ := c.families.drivers()
	_, minds := c.families.wills()
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
			stop := stopping{gone: after.agents.list[i].id == 0, c: c, a: a, severed: some, lost: lost[:n], now: trees, minds: minds, l: l}
			lost, touched = lost[n:], append(touched, i)
			stop.stop(plan || rest)
		}
	})
}

// byAgent groups the trees and brains that continue in part by agent, in the order in which they were read.
func (m *moves) byAgent() map[ID][]severed {
	of := map[ID][]severed{}
	for _, s := range m.severed {
		of[s.agent] = append(of[s.agent], s)
	}
	return of
}

// stopping ends what an agent did and cannot continue.
type stopping struct {
	c       *Crowd
	a       *agent
	severed []severed
	lost    []action.Moved // actions that do not continue
	now     *trees         // of the new program
	minds   *minds
	l       *loader
	gone    bool                   // the agent itself is
	ended   map[action.Handle]bool // the host's actions that have ended
}

func (s *stopping) note(h action.Handle) { s.ended[h] = true }

// stop aborts everything that the agent does, or only the lost parts.
func (s *stopping) stop(all bool) {
	c, a := s.c, s.a
	c.net.enter(a)
	mark := a.state.Mark()
	a.runner.PassOver(c.core.tick)
	if s.ended = map[action.Handle]bool{}; s.gone {
		c.reflexes.abortAll(a, action.ProgramChanged)
	} else {
		s.stopMind(all)
		s.stopSome(all)
	}
	c.net.leave(a, a.slot())
	c.exchange.collect(&a.state, mark)
}

// stopMind aborts what the agent's mind does, if it is to.
func (s *stopping) stopMind(all bool) {
	if !all {
		return
	}
	for _, h := range s.a.runner.Handles(nil, nil) {
		s.c.families.innermostOf(h, s.note)
	}
	s.a.runner.Abort(&s.c.core.stage, action.ProgramChanged)
}

// stopSome aborts the branches that do not continue, then the reactions and layers, and then the remaining lost
// actions. Without the mind, only what runs next to it is aborted: the mind has ended.
func (s *stopping) stopSome(mindless bool) {
	trees, _ := s.c.families.drivers()
	for i := range s.severed {
		switch of := &s.severed[i]; {
		case mindless && !of.beside:
		case of.of == noDriver:
		case of.of == driverTrees:
			trees.cutShort(of, s.note)
			s.l.trees.Cool(s.now.slots.at(of.is), trees.slots.at(of.was), of.cuts, of.tree)
		default:
			s.stopWills(of)
		}
	}
	for i := len(s.severed) - 1; i >= 0; i-- { // layers first
		if of := &s.severed[i]; of.of == noDriver {
			s.stopPart(of.part)
		}
	}
	for _, m := range s.lost {
		if !s.ended[m.Handle] {
			s.c.core.stage.Instances.Abort(s.c.core.stage.Ctx, m.Handle, action.ProgramChanged)
		}
	}
}

// stopPart aborts a reaction or layer.
func (s *stopping) stopPart(part int) {
	p, x := s.a.parts, &s.c.reflexes
	if n := len(p.reactions); part >= n {
		s.c.families.innermostOf(p.layers[part-n].handle, s.note)
		x.stopLayer(s.a, part-n, action.ProgramChanged)
	} else {
		s.c.families.innermostOf(p.reactions[part].handle, s.note)
		x.stopReaction(s.a, part, action.ProgramChanged)
	}
}

// stopWills ends the parts of a brain or goal that do not continue.
func (s *stopping) stopWills(of *severed) {
	f := &s.c.families
	goals, minds := f.wills()
	note := func(list []action.Handle) {
		for _, h := range list {
			f.innermostOf(h, s.note)
		}
	}
	if of.of == driverGoals {
		p := goals.slots.at(of.was)
		for i := range of.ends {
			note(p.HandlesOf(nil, &of.ends[i]))
		}
		goals.guard(s.c.core.stage.Ctx, func() {
			for i := len(of.ends) - 1; i >= 0; i-- {
				p.CutShort(&goals.env, &of.ends[i], action.ProgramChanged)
			}
		})
		return
	}
	m := minds.slots.at(of.was)
	for i := range of.ends {
		note(m.Pursued(of.ends[i].Layer).HandlesOf(nil, &of.ends[i]))
	}
	goals.guard(s.c.core.stage.Ctx, func() { m.CutShort(&goals.env, of.ends, action.ProgramChanged) })
	s.l.goals.Settle(&s.minds.slots.at(of.is).Mind, &m.Mind, s.l.migration)
}

// cutShort aborts branches of a tree, and records which actions end with that.
func (t *trees) cutShort(s *severed, note func(action.Handle)) {
	tree := t.slots.at(s.was)
	for _, c := range s.cuts {
		if c.Service { // its action is aborted with the others that are lost
			continue
		}
		for _, h := range bt.HandlesBelow(tree, nil, c.Node) {
			t.families.innermostOf(h, note)
		}
	}
	bt.CutShort(tree, &t.env, s.cuts, action.ProgramChanged)
	if fault, broken := t.env.TakeFault(); broken {
		t.env.Ctx.PutFault(fault)
	}
}

// innermostOf calls visit for each action of the host within an activity.
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

// hand copies what hooks have written to the states of agents, and to shared symbols.
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

// handCells copies cells from one state to another of the same program.
func handCells(to, from *world.State, which func(world.Addr) bool) {
	changes := from.Changes(world.Mark{})
	for i := range changes {
		if _, notice := changes[i].Notice(); !notice && which(changes[i].Addr) {
			to.Set(changes[i].Addr, from.Get(changes[i].Addr))
		}
	}
}
