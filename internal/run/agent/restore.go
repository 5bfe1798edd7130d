package agent

import (
	"errors"
	"fmt"
	"io"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// Errors of restoring, wrapped.
var (
	// ErrRecordRestored is why a crowd that is being recorded takes nothing from a snapshot: its trace could not record
	// that.
	ErrRecordRestored = errors.New("a crowd that is being recorded cannot go back to a snapshot, nor take in an agent from one; stop recording before")
	// ErrOtherSnapshot is why a crowd cannot be rolled back to a snapshot of another program, or of another TPS or
	// Seed.
	ErrOtherSnapshot = errors.New("the snapshot is of another program, or of other options")
)

// Report describes how a snapshot was restored.
type Report struct {
	// Same is set if the program is the one of the snapshot: the crowd then continues exactly as it would have.
	Same bool
	// Notes list everything that did not carry over unchanged, or is new: in a changed program, or for changed Go types
	// of actions.
	Notes []world.Note
	// Losses list what agents lost. Each loss is a note as well.
	Losses []Loss

	objects *world.Migration
}

// Object returns the present object of a reference that the host has kept since the snapshot; ok is false if the object
// did not carry over.
func (r *Report) Object(o world.Object) (now world.Object, ok bool) {
	if r.objects == nil {
		return o, true
	}
	return r.objects.Object(o)
}

func (r *Report) note(kind world.NoteKind, what, text string) {
	r.Notes = append(r.Notes, world.Note{Kind: kind, What: what, Text: text})
}

// Restore returns a crowd that continues where [Crowd.Snapshot] was called. It ignores the options TPS, Seed and
// Initial, which come from the snapshot. Agents keep their IDs. Restore calls the [action.OnRestored] hooks of running
// actions before it returns.
//
// If only numbers in the program differ ([def.Info.Shape]), everything carries over, and is decided anew. In another
// program, state carries over by names: symbols, enum values, objects, kinds of agents, plan lines, tasks, methods,
// operators, actions. The report lists what no longer exists, is new or was brought into range. A plan continues if
// everything in it still exists, and every agent plans anew as soon as it may.
//
// The error says why a snapshot is refused: damaged bytes or another version (a [*codec.Error]), symbols that have
// become something else (a [*world.MigrationError]), or an error of [New]. For any bytes, Restore neither panics nor
// takes much more memory than the bytes and the program's agents do.
func Restore(p *program.Program, b *action.Bindings, o Options, data []byte) (*Crowd, *Report, error) {
	return restore(p, b, o, func() ([]byte, error) { return codec.Open(data, crowdMagic, SnapshotVersion) })
}

// MaxStreamBytes is the longest snapshot that is read from a stream: a million of the greatest agents.
const MaxStreamBytes = 16 << 30

// RestoreFrom is [Restore] for what [Crowd.WriteSnapshot] has written to a stream. It reads up to the snapshot's end
// and not beyond. The error may also be that of the reader.
func RestoreFrom(p *program.Program, b *action.Bindings, o Options, r io.Reader) (*Crowd, *Report, error) {
	return restore(p, b, o, func() ([]byte, error) { return codec.ReadStream(r, streamMagic, SnapshotVersion, MaxStreamBytes) })
}

func restore(p *program.Program, b *action.Bindings, o Options, open func() ([]byte, error)) (*Crowd, *Report, error) {
	if err := b.Err(); err != nil {
		return nil, nil, err
	}
	if err := o.check(); err != nil {
		return nil, nil, err
	}
	payload, err := open()
	if err != nil {
		return nil, nil, fmt.Errorf("karakuri: Restore: %w", err)
	}
	l, err := readCrowd(p, b, o, payload, o.Anew)
	if err != nil && l != nil && l.tuned {
		l, err = readCrowd(p, b, o, payload, true)
	}
	if err != nil {
		return nil, nil, err
	}
	report := l.finish()
	report.Same = report.Same && !o.Anew
	if o.Recorder != nil {
		if err := l.c.journal.Record(o.Recorder); err != nil {
			return nil, nil, err
		}
	}
	return l.c, report, nil
}

// readCrowd restores a crowd from a snapshot's payload. A program of the same shape takes everything over as it is,
// unless byNames is set: if limits have become smaller than the saved numbers, that may be refused. The loader is nil
// with an error that has nothing to do with the payload.
func readCrowd(p *program.Program, b *action.Bindings, o Options, payload []byte, byNames bool) (*loader, error) {
	l := &loader{Reader: codec.NewReader(payload), byNames: byNames}
	instances := action.NewInstances(b)
	if l.head(p.Info); l.err() == nil {
		l.revive(instances)
	}
	if l.err() == nil {
		o.TPS, o.Seed, o.Initial = l.program.tps, l.program.seed, nil
		c, err := newCrowd(p, o, instances, b.Funcs(), b.Asks())
		if err == nil {
			err = c.perception.addSenses()
		}
		if err != nil {
			return nil, err
		}
		l.crowd(c)
	}
	if err := l.err(); err != nil {
		return l, fmt.Errorf("karakuri: Restore: %w", err)
	}
	return l, nil
}

// loader reads a snapshot.
type loader struct {
	*codec.Reader
	c       *Crowd
	report  Report
	strict  bool        // all must be as it was
	traced  bool        // it is in a trace: running actions have numbers of its own
	byNames bool        // known parts carry over by names, even if the program is the same one
	tuned   bool        // the program is a different one, of the same shape: all goes over as it is, and is examined anew
	known   *savedNames // of the present program, if known already
	saved   runner.Saved
	trees   *bt.Names // of another program; nil: it is the present one, or had none
	goals   *goal.Names
	minds   []savedMind
	forms   *forms
	barks   []string // what said each bark, of another program

	from      *world.Schema // of then
	declared  *world.State
	old       world.State // the one that is being read, where the program is a different one
	migration *world.Migration
	refused   error
	losses    losses          // of agents
	origins   []savedOrigin   // of agents that were moved
	handBack  map[*agent]bool // whose brain continues, since the reaction that has interrupted it is gone
	takeBack  []*band         // of squads whose orders are gone, with what their members were ordered

	pool    []*agent // memory for agents
	kept    []bool   // by slot: there was an agent
	were    []int32  // by slot: the kind of the agent
	program savedProgram
}

func (l *loader) err() error {
	if l.refused != nil {
		return l.refused
	}
	return l.Err()
}

// head reads the data that the rest depends on.
func (l *loader) head(info *def.Info) {
	s := &l.program
	if s.code(l.Coder()); l.Failed() {
		return
	}
	l.from, l.declared = info.Schema, info.Initial
	present := l.known
	if present == nil {
		present = &savedNames{identity: info.Identity(), shape: info.Shape()}
	}
	l.report.Same = s.identity == present.identity
	l.tuned = !l.report.Same && !l.byNames && !l.strict && s.shape == present.shape
	if !l.report.Same && !l.tuned || l.byNames {
		l.names(s.names, info)
	}
}

// revive reads the data that the saved actions depend on.
func (l *loader) revive(instances *action.Instances) {
	r := codec.NewReader(l.program.forms)
	l.saved.Restorer = instances.Restorer((*world.Reader)(r), l.from, l.migration)
	if r.End(); r.Err() != nil {
		l.Fail("%v", r.Err())
	}
}

// names reads the names of another program.
func (l *loader) names(names []byte, info *def.Info) {
	r := codec.NewReader(names)
	defer func() {
		if r.Err() != nil {
			l.Fail("%v", r.Err())
		}
	}()
	if l.from = world.ReadSchema((*world.Reader)(r)); l.from == nil {
		return
	}
	l.declared = &world.State{}
	if l.declared.Read((*world.Reader)(r), l.from, nil); r.Failed() {
		return
	}
	if l.saved.Names = runner.ReadNames(r, l.from); r.Failed() {
		return
	}
	l.familyNames(r)
	r.End()
	l.migration, l.refused = world.NewMigration(l.from, info.Schema)
	l.saved.Migration = l.migration
}

// familyNames reads the names of trees, goals and brains, and the forms of agents.
func (l *loader) familyNames(r *codec.Reader) {
	if l.trees = (&bt.Names{}); r.Bool() {
		l.trees = bt.ReadNames(r, l.from)
	}
	if l.goals = (&goal.Names{}); r.Failed() {
		return
	}
	if r.Bool() {
		l.goals = goal.ReadNames(r, l.from)
		codeMinds(r.Coder(), &l.minds)
	}
	if l.forms = (&forms{}); !r.Failed() {
		l.forms.code(r.Coder(), l.from)
	}
	if !r.Failed() && len(r.Rest()) > 0 {
		codeBarkNames(r.Coder(), &l.barks)
	}
	if !r.Failed() && len(l.forms.kinds) != l.saved.Names.Kinds() {
		r.Fail("the number of kinds of agents is wrong")
	}
	for _, m := range l.minds {
		if int(m.brain) >= l.goals.Brains() || int(m.personality) > l.goals.Personalities(m.brain) {
			r.Fail("a mind has no brain")
		}
	}
}

// crowd reads everything into a crowd without agents.
func (l *loader) crowd(c *Crowd) {
	l.c, l.saved.Stage = c, &c.core.stage
	c.core.stage.Album = &world.Album{}
	defer func() { c.core.stage.Album = nil }()
	l.reads()
	defer l.hasRead()
	var head savedHead
	head.code(l.Coder(), l.traced)
	c.core.tick, c.core.rest, c.agents.came = head.tick, head.rest, head.came
	if c.journal.hash.Sum, c.journal.hash.Events = head.sum, head.events; !l.traced {
		c.core.stage.Instances.BeginAfter(head.begun)
	}
	l.kindCounts(head.kinds)
	c.agents.free, c.agents.count, c.objects.bodies = 0, 0, nil
	c.objects.reset()
	c.exchange.begun = c.exchange.begun[:0]
	info := c.core.model.Info
	if l.migration == nil {
		c.core.world.Read((*world.Reader)(l.Reader), info.Schema, info.Initial)
	} else if l.old.Read((*world.Reader)(l.Reader), l.from, l.declared); !l.Failed() {
		l.migration.Objects(c.core.world, info.Initial, &l.old, l.declared)
		l.migration.Cells(c.core.world, &l.old, world.ScopeSquad, world.ScopeWorld)
		if !l.old.SameCells(l.declared, world.ScopeAgent) { // the host has set what new agents start with
			l.migration.Cells(c.core.world, &l.old, world.ScopeAgent)
		}
	}
	c.nameObjects()
	l.agents()
}

func (l *loader) agents() {
	c := l.c
	base := c.core.world
	if l.migration != nil {
		base = &world.State{}
		base.CopyFrom(&l.old)
	}
	n := l.Count()
	if n > MaxAgents {
		l.Fail("too many agents")
	}
	var read codec.Coder
	read.Read(l.Reader)
	for i := 0; i < n && !l.Failed(); i++ {
		a := l.newAgent()
		c.agents.put(a)
		c.addTurns(a) // awake: for agents with nothing to do that makes no difference
		var s savedSlot
		s.code(&read, l.kinds(), c.core.tick)
		c.agents.used[i], l.kept, l.were = s.used, append(l.kept, s.lives), append(l.were, s.kind)
		if !s.lives || l.Failed() {
			continue
		}
		a.id, a.born, a.number = c.agents.idOf(int32(i)), s.born, s.number
		c.agents.setOfKind(a, s.ofKind)
		a.remember(c.core.options.History)
		if !l.agent(a, s.kind, base) {
			a.id = 0
			a.dropBody()
			continue
		}
		c.agents.count++
	}
	if l.Failed() {
		return
	}
	l.bodies()
	l.formers()
	l.senses()
	l.schedule()
	l.squads()
	l.voices()
	l.guises()
	l.readOrigins()
	l.End()
}

// reads prepares the runners of trees and their plans to read.
func (l *loader) reads() {
	l.c.families.forms, l.c.families.migration = l.forms, l.migration
	if trees, plans := l.c.families.drivers(); trees != nil {
		trees.saved.Names, trees.saved.Migration, trees.saved.Shift = l.trees, l.migration, l.saved.Shift
		plans.saved = &l.saved
	}
	if goals, minds := l.c.families.wills(); goals != nil {
		goals.saved.Names, goals.saved.Migration, goals.saved.Shift, minds.was = l.goals, l.migration, l.saved.Shift, l.minds
		goals.saved.Same = l.report.Same
	}
}

// hasRead makes the following writes those of the present program.
func (l *loader) hasRead() { l.c.families.forms, l.c.families.migration = nil, nil }

// enter assigns the following data to an agent.
func (l *loader) enter(a *agent, id ID) {
	l.c.core.stage.Ctx.Enter(id, l.c.core.tick, &a.state)
	l.saved.Restorer.Enter(l.c.core.stage.Ctx)
}

// newAgent returns memory for an agent.
func (l *loader) newAgent() *agent {
	last := len(l.pool) - 1
	if last < 0 {
		return &agent{extras: &noExtras}
	}
	a := l.pool[last]
	l.pool = l.pool[:last]
	a.id, a.hostMark = 0, 0
	a.setGuise(0)
	return a
}

// agent reads one agent of a kind; base is the state that its own is a difference to. It returns false if the kind is
// gone.
func (l *loader) agent(a *agent, was int32, base *world.State) bool {
	c := l.c
	here := l.kind(a, was)
	if l.Failed() {
		return false
	}
	if l.migration == nil {
		c.objects.accompany(a)
		a.state.Read((*world.Reader)(l.Reader), c.core.model.Info.Schema, base)
	} else {
		l.old.Read((*world.Reader)(l.Reader), l.from, base)
		if !l.Failed() {
			c.objects.accompany(a)
			a.state.CopyFrom(c.core.world)
			l.migration.Cells(&a.state, &l.old, c.core.ownScopes()...)
			c.perception.alertness.carry(a, 0, l.migration.Object)
		}
	}
	a.state.Remember(c.core.remembers(a.kind))
	if l.body(a, here); l.Failed() {
		return false
	}
	a.runner.Reset(c.core.model.Script, a.kind, a.id, c.core.runnerOptions())
	l.enter(a, a.id)
	lost := a.runner.Read(l.Reader, &l.saved, was, &a.state)
	if l.parts(a, was); !here && !l.Failed() {
		gone := l.saved.Names.Kind(was)
		l.losses.add(Loss{Kind: LostAgent, Name: gone, Why: "its kind is gone", Text: "its kind " + gone + " is gone, and with it the agent"}, a.id,
			func() string { return l.c.core.nameAs(a.id, kindName(gone, l.c.agents.ofKind(a))) })
		a.runner.Drop(&c.core.stage)
		c.reflexes.dropParts(a)
		c.families.lost = nil
		return false
	}
	for _, part := range lost {
		l.lost(a, lossOf(part))
	}
	for _, part := range l.c.families.lost {
		l.lost(a, part)
	}
	l.c.families.lost = nil
	return true
}

// kinds returns the number of kinds of agents at the time of the saved data.
func (l *loader) kinds() int {
	if l.saved.Names != nil {
		return l.saved.Names.Kinds()
	}
	return len(l.c.core.model.Info.Agents)
}

// kind sets the saved kind of an agent; here is false if that kind is gone: the agent is then read as one of the first
// kind.
func (l *loader) kind(a *agent, was int32) (here bool) {
	if l.saved.Names == nil {
		a.kind = was
		return true
	}
	if a.kind, here = l.c.core.model.Script.Kind(l.saved.Names.Kind(was)); !here && len(l.c.core.model.Info.Agents) == 0 {
		l.refused = errors.New("the program has no agents")
		l.Fail("%v", l.refused)
	}
	return here
}

// lost notes that an agent lost something.
func (l *loader) lost(a *agent, of Loss) {
	l.losses.add(of, a.id, func() string { return l.c.view.nameOf(a.id) })
}

// finish reports the actions that continue to the host, and returns the report.
func (l *loader) finish() *Report {
	c := l.c
	if c.agents.setOrigins(l.origins); l.tuned {
		l.doubt()
	}
	if l.migration != nil || len(l.report.Notes)+len(l.losses.list) > 0 {
		c.commons.free()
	}
	c.net.all(len(c.agents.list), func(i int) {
		if a := c.agents.list[i]; a.id != 0 {
			l.restored(a)
		}
	})
	l.settleSquads()
	return l.tell()
}

// doubt has everything be looked at that was decided with other numbers.
func (l *loader) doubt() {
	trees, plans := l.c.families.drivers()
	_, minds := l.c.families.wills()
	for i, a := range l.c.agents.list {
		if a.id == 0 {
			continue
		}
		a.runner.Doubt()
		if trees != nil {
			trees.slots.of(i, (*bt.Tree).Doubt)
			for s := plans.slots.first(i); s >= 0; s = plans.slots.next(s) {
				plans.at(s).Doubt()
			}
		}
		if minds != nil {
			minds.slots.of(i, func(m *mind) { m.Doubt() })
		}
		if b := l.c.squads.bandOf(a); b != nil {
			b.stale = true
			for k := range b.pools {
				b.pools[k].Doubt()
			}
		}
	}
}

func (l *loader) tell() *Report {
	r := &l.report
	if l.migration != nil {
		r.objects = l.migration
		r.Notes = append(l.migration.Notes(), r.Notes...)
	}
	r.Losses = l.losses.list
	r.Notes = append(r.Notes, l.losses.notes()...)
	r.Notes = append(r.Notes, l.saved.Restorer.Notes()...)
	return r
}

// restored reports the actions of an agent that continue to the host. The host's writes to shared symbols during that
// reach the others.
func (l *loader) restored(a *agent) {
	c := l.c
	c.net.enter(a)
	before := a.state.Mark()
	a.runner.Restored(&c.core.stage)
	c.reflexes.restoredParts(a)
	if l.handBack[a] {
		goals, _ := c.families.wills()
		if m := c.families.brain(a); m != nil {
			goals.guard(c.core.stage.Ctx, func() { m.HandBack(&goals.env) })
		}
	}
	c.exchange.collect(&a.state, before)
	c.squads.post(a, before)
	c.squads.applyPosts()
	c.net.leave(a, a.slot())
}
