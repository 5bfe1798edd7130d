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
	// FrameRate is how many pictures of who is where are made in a second at most.
	FrameRate = 30
	// leastFrames is how many are made at least, where making one takes long.
	leastFrames = 10
	// frameShare is how much of the time that ticks take copying what pictures are made of may take.
	frameShare = 0.01
	// shots is how many moments may be on their way to be painted: of one the memory stays at hand.
	shots = 1
	// MaxSpeed is the most simulated seconds in a second.
	MaxSpeed = 100.0
	// busy is how much of the time between two looks the simulation may take: the rest is for whoever asks.
	busy = 25 * time.Millisecond
	// checkpointShare is how much of the time that ticks take checkpoints may take.
	checkpointShare = 0.005
	// lookingBack is how long making the ticks between two checkpoints again may take: whoever looks back waits for it.
	lookingBack = 400 * time.Millisecond
	// asking is how much of a pulse questions may take while the simulation runs.
	asking = pulse / 4
	// pulse is the time between two looks at what is due.
	pulse = time.Second / 60
)

// errClosed is the error of a session that has ended.
var errClosed = errors.New("the studio is closing")

// Session is a simulation that is being watched. Safe for concurrent use: one goroutine carries it on and does what others ask.
type Session struct {
	name       string // of the file
	library    *Library
	past       *moments
	pastCounts pastCounts
	asks       chan func()
	done       chan struct{}
	hosted     bool // the game keeps its own loop: see Watch

	// Of the goroutine alone:
	source  *source
	stage   Stage
	journal *journal
	playing bool
	speed   float64
	due     float64 // ticks
	next    int64   // tick of the next checkpoint
	tape    *tape   // nil: it is not recorded
	taper   *ktrace.Recorder
	taped   Taping
	pace    time.Duration // what a tick takes, on average
	over    bool          // a recording is at its end
	paused  string        // why it has paused by itself
	hit     *Hit          // the breakpoint at which it has; nil: at none
	marks   bookmarks
	notes   int64 // changes whenever breakpoints or bookmarks do
	run     int   // how often it has begun anew
	wanted  int   // ticks that a game with a loop of its own is to make although it is paused
	shown   time.Time
	changed bool          // there is something to show
	pause   time.Duration // from a picture to the next, for it not to cost too much
	cast    Stage         // of which figures have been told in full
	asked   time.Duration // what questions have taken since the last look at what is due

	shots, free chan *shot // to and from the painter

	lock    sync.Mutex
	viewers map[*mailbox]bool
	watched atomic.Bool // there are some
}

// newSession starts the simulation of a file. It runs until the context ends.
func newSession(ctx context.Context, l *Library, s *source) (*Session, error) {
	session := emptySession(l, s)
	session.playing = s.record == nil // a recording stands at its beginning until it is played
	if err := session.begin(s); err != nil {
		return nil, err
	}
	go session.carryOn(ctx)
	go session.paint()
	return session, nil
}

// emptySession returns a session before its beginning.
func emptySession(l *Library, s *source) *Session {
	session := &Session{name: s.name, library: l, past: newMoments(s), asks: make(chan func()), done: make(chan struct{}), speed: 1,
		playing: true, viewers: map[*mailbox]bool{}, shots: make(chan *shot, shots), free: make(chan *shot, shots)}
	for range shots {
		session.free <- &shot{}
	}
	return session
}

// begin starts from the beginning of a source. With an error, which may be a panic of the game's, all is as it was.
func (s *Session) begin(from *source) error {
	j := newJournal(from.program.Info, true)
	var stage Stage
	err := guarded(func() (err error) { // opening is the game's, and so are names
		if stage, err = from.stage(j); err != nil {
			return err
		}
		j.attend(stage, from.program)
		stage.Crowd().NameAgents(stage.Name)
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
		s.step() // what the game did before its first tick is in the trace: then there is somebody to look at
	}
	return nil
}

// checkpoint keeps all there is now. The next is due after a second, or later where making one takes long beside a tick.
func (s *Session) checkpoint() {
	s.journal.sweep()
	crowd, start := s.stage.Crowd(), time.Now()
	tick := crowd.Tick()
	if _, ok := s.stage.(Seeker); ok { // it finds its moments by itself
		s.past.keep(tick, nil)
		s.next = math.MaxInt64
		return
	}
	if data := s.stage.Snapshot(); data != nil {
		s.past.keep(tick, data)
	}
	s.next = tick + int64(crowd.TPS())
	if s.pace > 0 { // else it is not known what a tick takes
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
		}
		s.show(time.Now())
	}
}

// turn returns where the next question comes from: from nowhere when questions have taken their share of a pulse and ticks are to be made, so that
// however many are asked the simulation goes on. What has been begun is done to its end.
func (s *Session) turn() chan func() {
	if s.playing && !s.over && s.asked >= asking {
		return nil
	}
	return s.asks
}

// advance makes the ticks that are due, as far as there is time for them.
func (s *Session) advance(passed time.Duration) {
	if !s.playing || s.over {
		return
	}
	s.due += passed.Seconds() * s.speed * float64(s.stage.Crowd().TPS())
	end := time.Now().Add(busy)
	for ; s.due >= 1 && s.playing && !s.over; s.due-- {
		s.step()
		if time.Now().After(end) {
			s.due = 0 // what cannot be kept up with is dropped
			return
		}
	}
}

// goOn forgets why the simulation has paused.
func (s *Session) goOn() { s.playing, s.paused, s.hit, s.changed = false, "", nil, true }

// step makes a tick.
func (s *Session) step() {
	s.changed = true
	start := time.Now()
	more := false
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
	if err := guarded(func() error { s.ticked(); return nil }); err != nil { // a snapshot is of the game, too
		s.fail(err)
	}
}

// fail ends the simulation because the game's code panicked. What there is can still be looked at.
func (s *Session) fail(err error) { s.over, s.playing, s.paused = true, false, err.Error() }

// ticked does what is due after a tick.
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

// looksBack reports whether the past can be looked at.
func (s *Session) looksBack() bool {
	g, ok := s.stage.(*gameStage)
	return !ok || g.looksBack()
}

// watch makes a page one that is sent pictures, or no longer.
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

// do has the session's goroutine do something, between ticks, and waits for it.
func (s *Session) do(ctx context.Context, what func() error) error {
	result := make(chan error, 1)
	select {
	case s.asks <- func() { result <- guarded(what) }:
		select {
		case err := <-result:
			return err
		case <-s.done: // the game's code has ended the goroutine (runtime.Goexit), or just been in time
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

// guarded makes a panic an error: a mistake in one view must not end the simulation.
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

// look calls do with the stage as it is, or as it was after a tick. It must keep nothing of it.
func (s *Session) look(ctx context.Context, tick *int64, do func(Stage, *journal) error) error {
	if tick != nil {
		return s.past.look(*tick, do)
	}
	return s.do(ctx, func() error { return do(s.stage, s.journal) })
}

// find returns the agent of a name.
func find(stage Stage, name string) (agent.ID, error) {
	for id := range stage.Crowd().All {
		if stage.Name(id) == name {
			return id, nil
		}
	}
	return 0, errors.New("there is no " + name + " at this moment")
}

// reload goes on with another source, which has another program. What was before can still be looked at.
func (s *Session) reload(next *source) ([]string, error) {
	j := newJournal(next.program.Info, true)
	stage, notes, err := s.stage.Reload(next.program, j)
	if err != nil {
		return nil, err
	}
	if err := s.endTape(); err != nil { // a trace is of one program
		s.taped.Why = err.Error()
	}
	j.follow(s.journal)
	j.attend(stage, next.program)
	j.breaks = s.journal.breaks.renewed(next.program.Info, stage)
	stage.Crowd().NameAgents(stage.Name)
	s.source, s.stage, s.journal, s.changed = next, stage, j, true
	s.run++
	s.notes++
	s.past.goOn(next)
	s.checkpoint()
	return notes, nil
}
