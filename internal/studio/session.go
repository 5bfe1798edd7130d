package studio

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

const (
	// FrameRate is the maximum number of pictures per second.
	FrameRate = 30
	// leastFrames is the minimum number of pictures per second, however long making one takes.
	leastFrames = 10
	// frameShare limits the time for copying what pictures need, as a share of the time that ticks take.
	frameShare = 0.01
	// shots is the number of moments that can wait for the painter. With one, its memory stays in the CPU cache.
	shots = 1
	// MaxSpeed is the maximum number of simulated seconds per second.
	MaxSpeed = 100.0
	// busy is the time for which the simulation may run between two checks for requests.
	busy = 25 * time.Millisecond
	// checkpointShare limits the time for checkpoints, as a share of the time that ticks take.
	checkpointShare = 0.005
	// lookingBack limits the time to replay the ticks between two checkpoints, because a user waits for it.
	lookingBack = 400 * time.Millisecond
	// asking limits the time for requests in a pulse while the simulation runs.
	asking = pulse / 4
	// pulse is the time between two checks for due work.
	pulse = time.Second / 60
)

// errClosed is the error of a session that has ended.
var errClosed = errors.New("the studio is closing")

// Session is a simulation that pages watch. Safe for concurrent use: one goroutine runs it and carries out the requests
// of others.
type Session struct {
	name       string // the file's name
	library    *Library
	past       *moments
	pastCounts pastCounts
	asks       chan func()
	done       chan struct{}
	hosted     bool // the game keeps its own loop: see Watch

	// Only the session's goroutine uses these:
	source  *source
	stage   Stage
	journal *journal
	playing bool
	speed   float64
	due     float64 // ticks
	next    int64   // tick of the next checkpoint
	tape    *tape   // nil: the run is not being recorded
	taper   *ktrace.Recorder
	taped   Taping
	pace    time.Duration // average time of a tick
	over    bool          // a recording has ended
	paused  string        // why the simulation paused by itself
	hit     *Hit          // the breakpoint that paused it; nil: none
	marks   bookmarks
	notes   int64 // changes whenever breakpoints or bookmarks change
	run     int   // how often the simulation has started
	wanted  int   // single ticks requested from a paused game that keeps its own loop
	shown   time.Time
	changed bool          // pages need a new picture
	pause   time.Duration // minimum time between pictures, to limit their cost
	cast    Stage         // the stage whose complete figures were painted last
	asked   time.Duration // time used by requests since the last check for due work

	shots, free chan *shot // to and from the painter

	lock    sync.Mutex
	viewers map[*mailbox]bool
	watched atomic.Bool // some page shows the simulation
}

// newSession starts the simulation of a file. It runs until the context ends.
func newSession(ctx context.Context, l *Library, s *source) (*Session, error) {
	session := emptySession(l, s)
	session.playing = s.record == nil // a recording waits at its beginning until a user plays it
	if err := session.begin(s); err != nil {
		return nil, err
	}
	go session.carryOn(ctx)
	go session.paint()
	return session, nil
}

// emptySession returns a session that has not begun.
func emptySession(l *Library, s *source) *Session {
	session := &Session{name: s.name, library: l, past: newMoments(s), asks: make(chan func()), done: make(chan struct{}), speed: 1,
		playing: true, viewers: map[*mailbox]bool{}, shots: make(chan *shot, shots), free: make(chan *shot, shots)}
	for range shots {
		session.free <- &shot{}
	}
	return session
}

// begin starts a source from its beginning. After an error, or a panic of the game, the session is unchanged.
func (s *Session) begin(from *source) error {
	j := newJournal(from.program.Info, true)
	var stage Stage
	err := guarded(func() (err error) { // Open and Name are the game's code
		if stage, err = from.stage(j); err != nil {
			return err
		}
		j.attend(stage, from.program)
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.endTape(); err != nil {
		s.taped.Why = err.Error()
	}
	if s.journal != nil {
		j.breaks = s.journal.breaks.renewed(from.program.Info, stage)
		s.marks.restart(s.source.seed == from.seed)
	}
	s.source, s.stage, s.journal = from, stage, j
	s.due, s.over, s.paused, s.hit, s.changed = 0, false, "", nil, true
	s.notes++
	s.run++
	s.past.restart(from)
	if err := guarded(func() error { s.checkpoint(); return nil }); err != nil {
		s.fail(err)
	}
	if from.record != nil && stage.Crowd().Len() == 0 {
		s.step() // the inputs before the first tick are in the trace; with them, there are agents to show
	}
	return nil
}

// checkpoint keeps the present state. The next one is due after a second, or later if making one takes long compared
// with a tick.
func (s *Session) checkpoint() {
	s.journal.sweep()
	crowd, start := s.stage.Crowd(), time.Now()
	tick := crowd.Tick()
	if _, ok := s.stage.(Seeker); ok { // a Seeker finds its moments by itself
		s.past.keep(tick, nil)
		s.next = math.MaxInt64
		return
	}
	if data := s.stage.Snapshot(); data != nil {
		s.past.keep(tick, data)
	}
	s.next = tick + int64(crowd.TPS())
	if s.pace > 0 { // otherwise the time of a tick is unknown
		pause := min(time.Duration(float64(time.Since(start))/checkpointShare), lookingBack)
		s.next = max(s.next, tick+int64(pause/s.pace))
	}
}

// carryOn is the goroutine of the session.
func (s *Session) carryOn(ctx context.Context) {
	defer close(s.done)
	clock := time.NewTicker(pulse)
	defer clock.Stop()
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			s.endTape()
			return
		case do := <-s.turn():
			start := time.Now()
			do()
			s.asked += time.Since(start)
		case now := <-clock.C:
			s.advance(now.Sub(last))
			last, s.asked = now, 0
			yield()
		}
		s.show(time.Now())
	}
}

// turn returns the channel of requests. If requests have used up their share of a pulse while ticks are due, it returns
// nil, so that the simulation continues however many requests there are. A request that has begun runs to its end.
func (s *Session) turn() chan func() {
	if s.playing && !s.over && s.asked >= asking {
		return nil
	}
	return s.asks
}

// advance makes the ticks that are due, as far as time allows.
func (s *Session) advance(passed time.Duration) {
	if !s.playing || s.over {
		return
	}
	s.due += passed.Seconds() * s.speed * float64(s.stage.Crowd().TPS())
	end := time.Now().Add(busy)
	for ; s.due >= 1 && s.playing && !s.over; s.due-- {
		s.step()
		if time.Now().After(end) {
			s.due = 0 // drop the ticks that the machine is too slow for
			return
		}
	}
}

// goOn clears the reason for which the simulation paused.
func (s *Session) goOn() { s.playing, s.paused, s.hit, s.changed = false, "", nil, true }

// step makes a tick.
func (s *Session) step() {
	s.changed = true
	start := time.Now()
	more, before := false, endingOf(s.stage)
	if err := guarded(func() error { more = s.stage.Step(); return nil }); err != nil {
		s.fail(err)
		return
	}
	if !more {
		s.over, s.playing, s.paused = true, false, "the recording is at its end"
		if g, ok := s.stage.(*gameStage); ok {
			s.paused = "the game has ended: " + g.fault.Error()
		}
		return
	}
	s.pace += (time.Since(start) - s.pace) / 16
	if err := guarded(func() error { s.ticked(); return nil }); err != nil { // Snapshot is the game's code too
		s.fail(err)
	}
	if end := endingOf(s.stage); before == "" && end != "" && !s.over {
		s.playing, s.paused = false, end
	}
}

// fail ends the simulation because the game's code panicked. Pages can still view it.
func (s *Session) fail(err error) { s.over, s.playing, s.paused = true, false, err.Error() }

// ticked does the due work after a tick.
func (s *Session) ticked() {
	s.changed = true
	s.checkTape()
	if s.stage.Crowd().Tick() >= s.next {
		s.checkpoint()
	}
	s.journal.perceive()
	if hit := s.journal.breaks.after(s.stage); hit != nil {
		s.playing, s.paused, s.hit = false, "breakpoint: "+hit.Agent+": "+hit.Text, hit
		s.notes++
	}
}

// looksBack reports whether pages can view the past.
func (s *Session) looksBack() bool {
	g, ok := s.stage.(*gameStage)
	return !ok || g.looksBack()
}

// watch starts or stops sending pictures to a page.
func (s *Session) watch(m *mailbox, on bool) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if on {
		s.viewers[m] = true
	} else {
		delete(s.viewers, m)
	}
	s.watched.Store(len(s.viewers) > 0)
}

// do runs a function on the session's goroutine, between ticks, and waits for it.
func (s *Session) do(ctx context.Context, what func() error) error {
	result := make(chan error, 1)
	select {
	case s.asks <- func() { result <- guarded(what) }:
		select {
		case err := <-result:
			return err
		case <-s.done: // the game's code ended the goroutine (runtime.Goexit), or the function has just finished
			select {
			case err := <-result:
				return err
			default:
				return errClosed
			}
		}
	case <-s.done:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	case <-s.silent():
		return errSilent
	}
}

// guarded converts a panic to an error: a mistake in one view must not end the simulation.
func guarded(what func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			if long, ok := fault.(*expr.Overrun); ok {
				err = long
				return
			}
			err = fmt.Errorf("the studio has failed: %v", fault)
		}
	}()
	return what()
}

// look calls do with the stage as it is, or as it was after a tick. do must not retain it.
func (s *Session) look(ctx context.Context, tick *int64, do func(Stage, *journal) error) error {
	if tick != nil {
		return s.past.look(*tick, do)
	}
	return s.do(ctx, func() error { return do(s.stage, s.journal) })
}

// find returns the agent with a name.
func find(stage Stage, name string) (agent.ID, error) {
	for id := range stage.Crowd().All {
		if nameOf(stage, id) == name {
			return id, nil
		}
	}
	return 0, errors.New("there is no " + name + " at this moment")
}

// reload continues with another source, which has another program. Earlier moments can still be viewed.
func (s *Session) reload(next *source) ([]string, error) {
	j := newJournal(next.program.Info, true)
	stage, notes, err := s.stage.Reload(next.program, j)
	if err != nil {
		return nil, err
	}
	if err := s.endTape(); err != nil { // a trace belongs to one program
		s.taped.Why = err.Error()
	}
	j.follow(s.journal)
	j.attend(stage, next.program)
	j.breaks = s.journal.breaks.renewed(next.program.Info, stage)
	s.source, s.stage, s.journal, s.changed = next, stage, j, true
	s.run++
	s.notes++
	s.past.goOn(next)
	s.checkpoint()
	return notes, nil
}
