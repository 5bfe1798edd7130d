package remote

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// Limits of a session.
const (
	// MaxBatchBytes is the longest batch: a million writes with two arguments.
	MaxBatchBytes = 64 << 20
	// MaxTicks is the maximum number of ticks in one batch: more than an hour of a typical game.
	MaxTicks = 1 << 18
	// MaxOutBytes is the size of the answer to one batch beyond which no further ticks are made: see [ErrTooMuch].
	MaxOutBytes = 256 << 20
)

// Options set up a session.
type Options struct {
	// Crowd are those of the crowd. Sink is the session's own, and so is Senses.
	Crowd karakuri.Options
	// Events are the families of events that the game receives; 0: none.
	Events karakuri.Families
	// Texts has each event end with a text for people.
	Texts bool
	// Barks has the session report what agents say, whatever Events are.
	Barks bool
	// Halt is called before each tick of a batch. If it returns true, no further tick is made, and the batch ends with
	// [ErrHalted]. nil: never.
	Halt func() bool
	// Tap changes the options with which the crowd is made, so that an observer can listen; nil: nobody does. What it
	// changes must not decide anything.
	Tap func(o karakuri.Options) karakuri.Options
}

// Session is a crowd whose actions are carried out elsewhere. Not safe for concurrent use; different sessions are
// independent.
type Session struct {
	program *program.Program
	public  *karakuri.Program
	options Options
	crowd   *karakuri.Crowd
	in      *agent.Crowd // the same one

	manifest *Manifest
	symbols  []symbol
	goals    []goal
	running  running
	senses   *scenery // its own for as long as the session is
	out      []byte
	item     int // that is being carried out
	words    action.Args
	most     int  // MaxOutBytes; tests allow less
	began    bool // a tick has been made, so that out has an order of its own
	halted   bool // Options.Halt was true
}

// Errors of a session, wrapped.
var (
	// ErrFunctions reports that a program cannot have a session: it has functions, which are called while agents plan
	// and must be bound in Go.
	ErrFunctions = errors.New("the program has functions, which only Go can answer; make them symbols that the game writes")
	// ErrComposites reports that a program cannot have a session: an action of it runs children, which must be bound in
	// Go.
	ErrComposites = errors.New("the program has composites or decorators of the game, which only Go can carry out")
	// ErrBatch is why nothing of a batch was carried out: it is not a list of items.
	ErrBatch = errors.New("the batch is damaged")
	// ErrTooMuch is why a batch may have been carried out in part: the answer is too long. Ask for fewer ticks, or for
	// fewer events.
	ErrTooMuch = errors.New("the answer is longer than allowed")
	// ErrHalted is why a batch may have been carried out in part: [Options.Halt] was true.
	ErrHalted = errors.New("the session was halted")
)

// New returns a session with a crowd without agents. The error is that of [karakuri.New], [ErrFunctions] or
// [ErrComposites], wrapped.
func New(p *karakuri.Program, o Options) (*Session, error) {
	s, err := newSession(p, o)
	if err != nil {
		return nil, err
	}
	crowd, err := bridge.New(s.program, s.bindings(), s.crowdOptions())
	if err != nil {
		return nil, err
	}
	s.take(crowd)
	return s, nil
}

// Restore returns a session that continues where [Session.Snapshot] was called, as [karakuri.Restore] does. The first
// batch is answered with the actions that continue ([OpRestored]). It also takes what [karakuri.Crowd.Snapshot] has
// written of a crowd of the same actions in Go, which knows of neither bodies nor walls.
func Restore(p *karakuri.Program, o Options, snapshot []byte) (*Session, *karakuri.Report, error) {
	s, err := newSession(p, o)
	if err != nil {
		return nil, nil, err
	}
	snapshot, senses, err := openSnapshot(snapshot)
	if err != nil {
		return nil, nil, err
	}
	crowd, report, err := bridge.Restore(s.program, s.bindings(), s.crowdOptions(), snapshot)
	if err != nil {
		return nil, nil, err
	}
	s.take(crowd)
	*s.senses = senses
	s.senses.sweep(s.in.World()) // another program may not have their types
	return s, bridge.Report.Out(report).(*karakuri.Report), nil
}

func newSession(p *karakuri.Program, o Options) (*Session, error) {
	s := &Session{options: o, most: MaxOutBytes}
	if err := s.use(p); err != nil {
		return nil, err
	}
	s.senses = newScenery()
	return s, nil
}

// use has the session speak of a program.
func (s *Session) use(p *karakuri.Program) error {
	in := bridge.Program.In(p)
	if err := carriable(in); err != nil {
		return err
	}
	m := ManifestOf(p)
	s.public, s.program, s.manifest = p, in, m
	s.symbols, s.goals = symbolsOf(in.Info), goalsOf(in.Info)
	return nil
}

// carriable returns why a program cannot be run from elsewhere; nil: it can.
func carriable(p *program.Program) error {
	if len(p.Info.Functions) > 0 {
		return fmt.Errorf("remote: function %s: %w", p.Info.Functions[0].Name, ErrFunctions)
	}
	for _, a := range p.Info.Actions {
		if a.Composite || a.Decorator {
			return fmt.Errorf("remote: action %s: %w", a.Name, ErrComposites)
		}
	}
	return nil
}

func (s *Session) take(crowd any) {
	s.crowd = crowd.(*karakuri.Crowd)
	s.in = bridge.Crowd.In(s.crowd)
}

// crowdOptions returns the options of the crowd.
func (s *Session) crowdOptions() karakuri.Options {
	o := s.options.Crowd
	o.Sink, o.Senses = nil, s.senses
	if o.Events = s.options.Events; s.options.Barks && len(s.program.Info.Barks) > 0 {
		o.Events |= karakuri.Plans // they are among them
	}
	if o.Events != 0 {
		o.Sink = (*sink)(s)
	}
	if s.options.Tap != nil {
		o = s.options.Tap(o)
	}
	return o
}

// bindings binds each action of the program to the game.
func (s *Session) bindings() *action.Bindings {
	b := runner.NewBindings(s.program.Info)
	for i, a := range s.program.Info.Actions {
		(&driver{session: s, number: uint32(i), params: a.Params}).bind(b, a.Name)
	}
	return b
}

// Crowd returns the crowd, for looking at. Only the session may step it or write to it.
func (s *Session) Crowd() *karakuri.Crowd { return s.crowd }

// Manifest returns the numbers of the program's names. It must not be changed.
func (s *Session) Manifest() *Manifest { return s.manifest }

// Exchange carries out a batch, item by item, and returns the answer to the game: a batch as well, which is valid until
// the next call. An item that cannot be carried out is answered by an [OpRefused], and the others are carried out. The
// error is [ErrBatch], wrapped, when the batch is no list of items: then nothing was carried out; or [ErrTooMuch], when
// the rest of the batch was not, or not all ticks of its last item: the answer then reports the ticks that were made;
// or [ErrHalted], the same.
func (s *Session) Exchange(batch []byte) (out []byte, err error) {
	if err := s.check(batch); err != nil {
		if s.began { // else the messages for the game wait for the next batch
			s.out = s.out[:0]
		}
		return nil, err
	}
	if s.began { // else actions that continue from a snapshot wait to be sent
		s.out = s.out[:0]
	}
	s.began, s.halted = true, false
	for s.item = 0; len(batch) > 0; s.item++ {
		item, rest, _ := next(batch)
		if item.Op == OpWrite { // most items are
			s.write(&item)
		} else {
			s.carryOut(item)
		}
		if len(s.out) > s.most {
			return s.out, fmt.Errorf("remote: item %d: %w: %d bytes, the limit is %d", s.item, ErrTooMuch, len(s.out), s.most)
		}
		if s.halted {
			return s.out, fmt.Errorf("remote: item %d: %w", s.item, ErrHalted)
		}
		batch = rest
	}
	return s.out, nil
}

// check returns the mistake in the form of a batch, or nil.
func (s *Session) check(batch []byte) error {
	if len(batch) > MaxBatchBytes {
		return fmt.Errorf("remote: %w: it has %d bytes, the limit is %d", ErrBatch, len(batch), MaxBatchBytes)
	}
	const second = int64(time.Second) // a tick lasts a second divided by the rate: as many units of time by rate
	ticks, passed := 0, int64(s.in.Fraction()*float64(second)+0.5)
	for n, all := 0, len(batch); len(batch) > 0; n++ {
		item, rest, ok := next(batch)
		if !ok {
			return fmt.Errorf("remote: %w: item %d, at byte %d, is longer than the rest of the batch%s", ErrBatch, n, all-len(batch), swapped(batch))
		}
		if !item.Op.isIn() {
			return fmt.Errorf("remote: %w: item %d, at byte %d, has the op %d, which no game says%s", ErrBatch, n, all-len(batch), item.Op, swapped(batch))
		}
		if want := table[item.Op].fixed; want >= 0 && item.Len() != want {
			return fmt.Errorf("remote: %w: item %d, at byte %d, a %s, has %d words; it must have %d", ErrBatch, n, all-len(batch), item.Op, item.Len(), want)
		}
		switch item.Op {
		case OpStep:
			ticks += int(min(item.Number, MaxTicks+1))
		case OpTime:
			const most = karakuri.MaxTicksPerAdvance * second
			passed += min(max(0, min(item.Int(0), most))*int64(s.in.TPS()), most)
			ticks, passed = ticks+int(passed/second), passed%second
		}
		if ticks > MaxTicks {
			return fmt.Errorf("remote: %w: it asks for more than %d ticks", ErrBatch, MaxTicks)
		}
		batch = rest
	}
	return nil
}

// swapped is a hint where the words of a batch seem to have their highest byte first.
func swapped(batch []byte) string {
	if len(batch) < WordBytes || Op(batch[0]).isIn() {
		return ""
	}
	h := binary.BigEndian.Uint64(batch)
	if op := Op(h); op.isIn() && (table[op].fixed < 0 || table[op].fixed == int(h>>16&MaxItemWords)) {
		return "; words must be little-endian"
	}
	return ""
}

// steps makes ticks and reports each.
func (s *Session) steps(n uint32) {
	for range n {
		if s.full() {
			return
		}
		s.crowd.Step()
		s.appendTick()
	}
}

// full reports whether no further tick may be made.
func (s *Session) full() bool {
	s.halted = s.halted || s.options.Halt != nil && s.options.Halt()
	return s.halted || len(s.out) > s.most
}

// appendTick appends the report of the tick that has just been made.
func (s *Session) appendTick() {
	s.out = appendHead(s.out, OpTick, 0, 4, 0)
	s.out = appendInt(s.out, s.in.Tick())
	s.out = appendInt(s.out, int64(s.in.TraceHash()))
	s.out = appendInt(s.out, s.in.Decisions())
	s.out = appendInt(s.out, int64(s.in.Running()))
}

// let makes the ticks that are due, at most [karakuri.MaxTicksPerAdvance]. Time beyond is dropped, which is reported to
// the game.
func (s *Session) let(left time.Duration) {
	if left < 0 {
		s.refuse(BadValue, OpTime, int64(left))
		return
	}
	tick := time.Second / time.Duration(s.in.TPS()) // in so long there is one tick at most
	for ticks := 0; left > 0 && !s.full(); {
		if ticks == karakuri.MaxTicksPerAdvance {
			s.refuse(TooMany, OpTime, int64(left))
			return
		}
		if s.in.Advance(min(left, tick)) > 0 {
			s.appendTick()
			ticks++
		}
		left -= min(left, tick)
	}
}

// Reload has the crowd continue with another program: see [karakuri.Crowd.Reload]. The manifest changes. The answer to
// the next batch begins with the actions that do not continue ([OpAbort]) and those that do ([OpRestored]), in the
// numbers of the new program.
func (s *Session) Reload(p *karakuri.Program) (*karakuri.Report, error) {
	before := *s
	if err := s.use(p); err != nil {
		return nil, err
	}
	s.out, s.began = s.pendingEnds(), false
	report, err := s.in.Reload(s.program, s.bindings())
	if err != nil {
		*s = before
		return nil, err
	}
	s.senses.sweep(s.in.World())
	return bridge.Report.Out(report).(*karakuri.Report), nil
}

// pendingEnds returns the reports of an earlier reload that the game has not received yet: the actions that have ended.
// The next reload reports the running actions anew, in its own numbers.
func (s *Session) pendingEnds() (out []byte) {
	if s.began {
		return nil
	}
	for rest := s.out; len(rest) > 0; {
		item, behind, ok := next(rest)
		if !ok {
			break
		}
		if item.Op == OpAbort || item.Op == OpOver {
			out = append(out, rest[:len(rest)-len(behind)]...)
		}
		rest = behind
	}
	return out
}
