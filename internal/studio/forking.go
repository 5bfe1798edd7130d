package studio

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/fork"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

const (
	// maxForkTicks is the maximum number of ticks of a fork.
	maxForkTicks = 20_000
	// maxGhosts limits the figures that a fork keeps of each side; of a longer one it keeps fewer moments.
	maxGhosts = 100_000
	// ghostMark begins the name of a lane with what a character does with the change.
	ghostMark = "⇉ "
)

// errNoFork is the error of a question about a fork that there is not.
var errNoFork = errors.New("there is no fork")

// ForkState is how far a fork is, and what it leads to.
type ForkState struct {
	Done   bool          `json:"done"`
	Error  string        `json:"error,omitempty"`
	Tick   int64         `json:"tick"` // the moment that goes on twice
	Ran    int64         `json:"ran"`  // ticks
	Of     int64         `json:"of"`
	Result *explain.Fork `json:"result,omitempty"`
	Text   string        `json:"text,omitempty"` // the result, as "karakuri fork" prints it
}

// Ghosts are the figures of both sides of a fork at a moment.
type Ghosts struct {
	Tick int64    `json:"tick"` // the moment kept that is nearest before the one asked for
	As   []Figure `json:"as"`   // without the change
	But  []Figure `json:"but"`
}

// forkSide is one of the two simulations.
type forkSide struct {
	stage   Stage
	journal *journal
	ear     fork.Ear
	anew    bool // agents decide anew
}

// The following makes a forkSide a listener of its stage.

// PlanEvent implements Listener.
func (s *forkSide) PlanEvent(e *runner.Event) {
	if s.ear.PlanEvent(e); s.journal.stage != nil { // else it is being made
		s.journal.PlanEvent(e)
	}
}

// TreeEvent implements Listener.
func (s *forkSide) TreeEvent(e *bt.Event) {
	if s.ear.TreeEvent(e); s.journal.stage != nil { // else it is being made
		s.journal.TreeEvent(e)
	}
}

// GoalEvent implements Listener.
func (s *forkSide) GoalEvent(e *goal.Event) {
	if s.ear.GoalEvent(e); s.journal.stage != nil { // else it is being made
		s.journal.GoalEvent(e)
	}
}

// SquadEvent implements Listener.
func (s *forkSide) SquadEvent(e agent.SquadEvent) {
	if s.ear.SquadEvent(e); s.journal.stage != nil { // else it is being made
		s.journal.SquadEvent(e)
	}
}

// forking is a fork of a page, which runs in the background.
type forking struct {
	cancel context.CancelFunc
	lock   sync.Mutex // guards all below, and the journals of the sides
	state  ForkState
	sides  [2]*forkSide
	kept   []Ghosts
	every  int64 // ticks between two of kept
}

func (f *forking) view() *ForkState {
	f.lock.Lock()
	defer f.lock.Unlock()
	out := f.state
	return &out
}

// forkRun begins to run a moment twice: as it is, and with other values for symbols of an agent (Sets), another
// personality (Name), another place (At), other values of constants (Tuned), or another text of a file (File and Text).
// Until is the number of ticks. It replaces the page's earlier fork.
func forkRun(ctx context.Context, p *page, r *Request) (*ForkState, error) {
	if r.Until < 1 || r.Until > maxForkTicks {
		return nil, fmt.Errorf("a fork runs from 1 to %d ticks", maxForkTicks)
	}
	s := p.session
	var now *source
	tick := int64(0)
	err := s.do(ctx, func() error {
		now = s.source
		if tick = s.stage.Crowd().Tick(); r.Tick == nil && s.looksBack() && now.record == nil {
			s.checkpoint()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if r.Tick != nil {
		tick = *r.Tick
	}
	from, err := s.past.before(tick, true)
	if err != nil {
		return nil, err
	}
	next, err := p.forked(from.source, r)
	if err != nil {
		return nil, err
	}
	p.stopFork()
	ctx, cancel := context.WithCancel(p.host.ctx)
	f := &forking{cancel: cancel, state: ForkState{Tick: tick, Of: r.Until}}
	p.forking = f
	go func() {
		defer cancel()
		err := guarded(func() error { return f.run(ctx, from, next, tick, r) })
		f.lock.Lock()
		defer f.lock.Unlock()
		if f.state.Done = true; err != nil && !errors.Is(err, context.Canceled) {
			f.state.Error = err.Error()
		}
	}()
	return f.view(), nil
}

// forked returns the source of the side with the change; the same one if its program is the same.
func (p *page) forked(from *source, r *Request) (*source, error) {
	next := from
	if r.Text != "" {
		loaded, ds := p.host.library.load(p.session.name, map[string]string{r.File: r.Text})
		if loaded == nil {
			return nil, firstError(&ds)
		}
		next, _ = from.with(loaded)
	}
	if len(r.Tuned) == 0 {
		return next, nil
	}
	values := maps.Clone(next.tuned)
	if values == nil {
		values = map[string]string{}
	}
	assign(values, r.Tuned)
	return next.retuned(values)
}

// stopFork ends the fork of the page, if there is one.
func (p *page) stopFork() {
	if p.forking != nil {
		p.forking.cancel()
		p.forking = nil
	}
}

// forkedSoFar returns how far the fork is.
func forkedSoFar(_ context.Context, p *page, _ *Request) (*ForkState, error) {
	if p.forking == nil {
		return nil, errNoFork
	}
	return p.forking.view(), nil
}

// unfork ends the fork.
func unfork(_ context.Context, p *page, _ *Request) error {
	p.stopFork()
	return nil
}

// run makes both sides and steps them.
func (f *forking) run(ctx context.Context, from checkpoint, next *source, tick int64, r *Request) error {
	change := fork.Change{Agent: r.Agent, Personality: r.Name}
	for _, s := range r.Sets {
		change.Sets = append(change.Sets, s.Name+" = "+s.Value)
	}
	anew := next != from.source
	for i, as := range []*source{from.source, next} {
		side := &forkSide{journal: newJournal(as.program.Info, true), anew: anew}
		if err := side.open(ctx, from, as, tick); err != nil {
			return err
		}
		f.lock.Lock()
		f.sides[i] = side
		f.lock.Unlock()
	}
	but := f.sides[1].stage
	if err := change.Apply(but.Crowd()); err != nil {
		return err
	}
	if r.At != nil {
		mover, can := but.(Mover)
		if !can {
			return errRooted
		}
		if err := moveTo(mover, r.Agent, r.At[0], r.At[1]); err != nil {
			return err
		}
	}
	f.every = 1 + r.Until*int64(1+but.Crowd().Len())/maxGhosts
	if err := f.keep(tick); err != nil {
		return err
	}
	result, err := fork.Run(f.sides[0].side(&f.lock), f.sides[1].side(&f.lock), fork.Options{Ticks: r.Until, Cancel: ctx.Done(), Ticked: f.keep, Progress: func(done, _ int64) {
		f.lock.Lock()
		f.state.Ran = done
		f.lock.Unlock()
		yield()
	}})
	if from.source.record != nil && result != nil {
		result.Notes = append(result.Notes, fork.Elsewhere)
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.state.Result = result; result != nil {
		f.state.Text = result.String()
	}
	return err
}

// open makes the stage of a side, goes to the moment, and continues it there with the program of the side.
func (s *forkSide) open(ctx context.Context, from checkpoint, as *source, tick int64) error {
	if from.source.record != nil {
		return s.openRecording(from, as, tick)
	}
	first := newJournal(from.source.program.Info, false)
	stage, err := from.source.stage(first)
	if err != nil {
		return err
	}
	first.attend(stage, from.source.program)
	if err := stage.Rollback(from.data); err != nil {
		return err
	}
	for stage.Crowd().Tick() < tick {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !stage.Step() {
			return fmt.Errorf("the run ends at %gs", stage.Crowd().Seconds())
		}
	}
	if s.stage, _, err = stage.Reload(as.program, s); err != nil {
		return err
	}
	s.journal.attend(s.stage, as.program)
	return nil
}

// openRecording continues a moment of a recording in a small world.
func (s *forkSide) openRecording(from checkpoint, as *source, tick int64) error {
	rec, err := newRecording(from.source.record, silence{})
	if err != nil {
		return err
	}
	if err := rec.SeekTo(tick); err != nil {
		return err
	}
	rec.Settle()
	figures := map[int64]town.Point{}
	for _, f := range rec.replay.Figures(nil) {
		if f.Key > 0 {
			figures[f.Key] = town.Point{X: f.X, Y: f.Y}
		}
	}
	t, err := town.Continue(rec.Crowd(), as.program, town.Options{Crowd: sinks(agent.Options{Seed: 1}, s)}, func(id agent.ID) (town.Point, bool) {
		at, ok := figures[rec.Crowd().Number(id)]
		return at, ok
	})
	if err != nil {
		return err
	}
	s.stage = townOf(t, as.program)
	s.journal.attend(s.stage, as.program)
	return nil
}

// side returns the side to be run; its steps hold the lock, since pages read the journal.
func (s *forkSide) side(lock *sync.Mutex) fork.Side {
	return fork.Side{Crowd: s.stage.Crowd, Ear: &s.ear, Step: func() bool {
		lock.Lock()
		defer lock.Unlock()
		return s.stage.Step()
	}}
}

// keep keeps the figures of a moment, if it is time.
func (f *forking) keep(tick int64) error {
	if (tick-f.state.Tick)%f.every == 0 {
		g := Ghosts{tick, f.sides[0].stage.Figures([]Figure{}), f.sides[1].stage.Figures([]Figure{})}
		f.lock.Lock()
		defer f.lock.Unlock()
		f.kept = append(f.kept, g)
	}
	return nil
}

// ghosts returns the figures of both sides at a moment of the fork.
func ghosts(_ context.Context, p *page, r *Request) (*Ghosts, error) {
	f := p.forking
	if f == nil || r.Tick == nil {
		return nil, errNoFork
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	for i := len(f.kept) - 1; i >= 0; i-- {
		if f.kept[i].Tick <= *r.Tick {
			return &f.kept[i], nil
		}
	}
	return &Ghosts{As: []Figure{}, But: []Figure{}}, nil
}

// forkLanes returns two lanes for each of some characters: what they do without the change, and with it.
func forkLanes(ctx context.Context, p *page, r *Request) (*LaneList, error) {
	f := p.forking
	if f == nil || r.Events == nil {
		return nil, errNoFork
	}
	wants := func(who person) bool { return slices.Contains(r.Names, who.name) }
	start := f.view().Tick
	before, err := p.session.before(ctx, r.Names, wants, r.Events.From, start)
	if err != nil {
		return nil, err
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	out := &LaneList{Lanes: []*Lane{}}
	for i, side := range f.sides {
		if side == nil || side.journal.stage == nil {
			return nil, errNoFork
		}
		after := side.journal.extract(0, start+1, 0, wants)
		list := lanesOf(func(do func(*Entry)) {
			for k := range before {
				do(&before[k])
			}
			after.visit(do)
		}, r.Names, nil, r.Events.From, start+f.state.Of, r.Count)
		for _, l := range list {
			if i == 1 {
				l.Agent = ghostMark + l.Agent
			}
			out.Lanes = append(out.Lanes, l)
		}
	}
	return out, nil
}

// before returns what characters did up to a tick.
func (s *Session) before(ctx context.Context, names []string, wants func(person) bool, from, until int64) (list []Entry, err error) {
	c, _, tps, err := s.told(ctx)
	if err != nil {
		return nil, err
	}
	if c != nil {
		lines, _, err := c.tell(from-c.lookback(tps), until, names)
		visit(lines)(func(e *Entry) { list = append(list, *e) })
		return list, err
	}
	var x *extract
	if err := s.do(ctx, func() error { x = s.journal.extract(0, 0, until, wants); return nil }); err != nil {
		return nil, err
	}
	x.visit(func(e *Entry) { list = append(list, *e) })
	return list, nil
}
