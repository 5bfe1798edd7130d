package studio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/program"
)

const (
	// FrameRate is how many pictures of who is where are made in a second at most.
	FrameRate = 30
	// MaxSpeed is the most simulated seconds in a second.
	MaxSpeed = 100.0
	// busy is how much of the time between two looks the simulation may take: the rest is for whoever asks.
	busy = 25 * time.Millisecond
	// checkpointShare is how much of the time that ticks take checkpoints may take.
	checkpointShare = 0.02
	// lookingBack is how long making the ticks between two checkpoints again may take: whoever looks back waits for it.
	lookingBack = 150 * time.Millisecond
	// pulse is the time between two looks at what is due.
	pulse = time.Second / 60
)

// errClosed is the error of a session that has ended.
var errClosed = errors.New("the studio is closing")

// Session is a simulation that is being watched. Safe for concurrent use: one goroutine carries it on and does what others ask.
type Session struct {
	name    string // of the file
	library *Library
	past    *moments
	asks    chan func()
	done    chan struct{}

	// Of the goroutine alone:
	source  *source
	stage   Stage
	journal *journal
	playing bool
	speed   float64
	due     float64       // ticks
	next    int64         // tick of the next checkpoint
	pace    time.Duration // what a tick takes, on average
	over    bool          // a recording is at its end
	paused  string        // why it has paused by itself
	run     int           // how often it has begun anew
	shown   time.Time
	changed bool // there is something to show
	figures []Figure

	lock    sync.Mutex
	viewers map[*mailbox]bool
}

// mailbox holds the last picture for a page: one that has not been fetched is replaced.
type mailbox struct {
	lock sync.Mutex
	data []byte
	full chan struct{} // has one place
}

func newMailbox() *mailbox { return &mailbox{full: make(chan struct{}, 1)} }

func (m *mailbox) put(data []byte) {
	m.lock.Lock()
	m.data = data
	m.lock.Unlock()
	select {
	case m.full <- struct{}{}:
	default:
	}
}

func (m *mailbox) take() []byte {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.data
}

// newSession starts the simulation of a file. It runs until the context ends.
func newSession(ctx context.Context, l *Library, s *source) (*Session, error) {
	session := &Session{name: s.name, library: l, past: newMoments(s), asks: make(chan func()), done: make(chan struct{}), speed: 1,
		playing: true, viewers: map[*mailbox]bool{}}
	if s.record != nil {
		session.speed = MaxSpeed // what has been can be looked at; a page then goes to where it wants
	}
	if err := session.begin(s); err != nil {
		return nil, err
	}
	go session.carryOn(ctx)
	return session, nil
}

// begin starts from the beginning of a source.
func (s *Session) begin(from *source) error {
	j := newJournal(from.program.Info, true)
	stage, err := from.stage(j)
	if err != nil {
		return err
	}
	if s.journal != nil {
		j.breaks = s.journal.breaks
	}
	j.stage = stage
	s.source, s.stage, s.journal = from, stage, j
	s.due, s.over, s.paused, s.changed = 0, false, "", true
	s.run++
	s.past.restart(from)
	s.checkpoint()
	return nil
}

// checkpoint keeps all there is now. The next is due after a second, or later where making one takes long beside a tick.
func (s *Session) checkpoint() {
	crowd, start := s.stage.Crowd(), time.Now()
	tick := crowd.Tick()
	if data := s.stage.Snapshot(); data != nil || tick == 0 {
		s.past.keep(tick, data)
	}
	pause := min(time.Duration(float64(time.Since(start))/checkpointShare), lookingBack)
	s.next = tick + max(int64(crowd.TPS()), int64(pause/max(s.pace, time.Microsecond)))
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
			return
		case do := <-s.asks:
			do()
		case now := <-clock.C:
			s.advance(now.Sub(last))
			last = now
		}
		s.show()
	}
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

// step makes a tick.
func (s *Session) step() {
	s.changed = true
	start := time.Now()
	if !s.stage.Step() {
		s.over, s.playing, s.paused = true, false, "the recording is at its end"
		return
	}
	s.pace += (time.Since(start) - s.pace) / 16
	if s.stage.Crowd().Tick() >= s.next {
		s.checkpoint()
	}
	if s.journal.broke != "" {
		s.playing, s.paused, s.journal.broke = false, "breakpoint: "+s.journal.broke, ""
	}
}

// show gives every page a new picture, not too often.
func (s *Session) show() {
	now := time.Now()
	if !s.changed || now.Sub(s.shown) < time.Second/FrameRate {
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.shown, s.changed = now, false
	if len(s.viewers) == 0 {
		return
	}
	s.figures = s.stage.Figures(s.figures[:0])
	data, err := json.Marshal(s.frame(s.stage, s.figures))
	if err != nil {
		return // a number that is none
	}
	for v := range s.viewers {
		v.put(data)
	}
}

// Frame is the picture that pages are sent while the simulation runs.
type Frame struct {
	Push    string   `json:"push"` // "frame"
	Run     int      `json:"run"`  // changes when the simulation begins anew
	Tick    int64    `json:"tick"`
	First   int64    `json:"first"` // earliest tick that can be looked at
	TPS     int      `json:"tps"`
	Playing bool     `json:"playing"`
	Speed   float64  `json:"speed"`
	Paused  string   `json:"paused,omitempty"` // why it paused by itself
	Seq     int64    `json:"seq"`              // of the last event
	Figures []Figure `json:"figures"`
}

func (s *Session) frame(stage Stage, figures []Figure) *Frame {
	crowd := stage.Crowd()
	if figures == nil {
		figures = []Figure{} // none is not nothing
	}
	return &Frame{"frame", s.run, crowd.Tick(), s.past.first(), crowd.TPS(), s.playing, s.speed, s.paused, s.journal.seq, figures}
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
}

// do has the session's goroutine do something, between ticks, and waits for it.
func (s *Session) do(ctx context.Context, what func() error) error {
	result := make(chan error, 1)
	select {
	case s.asks <- func() { result <- guarded(what) }:
		return <-result
	case <-s.done:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// guarded makes a panic an error: a mistake in one view must not end the simulation.
func guarded(what func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
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

// reload goes on with another program. What was before cannot be looked at any more.
func (s *Session) reload(p *program.Program) ([]string, error) {
	j := newJournal(p.Info, true)
	stage, notes, err := s.stage.Reload(p, j)
	if err != nil {
		return nil, err
	}
	j.stage, j.breaks, j.seq = stage, s.journal.breaks, s.journal.seq
	j.entries, j.first = s.journal.entries, s.journal.first
	next := *s.source
	next.program = p
	s.source, s.stage, s.journal, s.changed = &next, stage, j, true
	s.run++
	s.past.restart(&next)
	s.checkpoint()
	return notes, nil
}
