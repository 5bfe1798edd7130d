package serve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/library"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// session is an engine with the messages that were sent and not acknowledged. It outlives its connections.
type session struct {
	id      string
	program string
	of      *Server

	lock     sync.Mutex
	engine   *remote.Session
	received uint64    // last message of the game
	said     []Message // not acknowledged, in order
	pending  int       // bytes of these
	next     uint64    // number of the next message
	link     *link     // nil: the game is not connected
	expire   *time.Timer
	losses   int // connections that were lost so far
	ended    bool
	why      string        // it has ended
	halt     atomic.Bool   // a batch that is being carried out makes no further tick
	stop     chan struct{} // closed when it ends
	complete chan struct{} // closed when it has ended, and its trace is written
	trace    *os.File
	asked    sync.Mutex // held while a clock or a game steps the engine
}

// link is a connection of a game.
type link struct {
	wake   chan struct{} // signals that there is something to send, or that the connection was replaced
	cursor uint64        // last message that was sent on it
	close  func(reason string)
}

var (
	errGap    = errors.New("a message is missing")
	errBehind = errors.New("too much was not acknowledged")
	errEnded  = errors.New("the session has ended")
)

// attach makes a connection the session's, instead of the one before. It sends all messages again after the last one
// that has arrived at the game. It returns the last message of the game.
func (s *session) attach(l *link, arrived uint64) (received uint64, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.ended {
		return 0, errEnded
	}
	if arrived >= s.next || len(s.said) > 0 && arrived+1 < s.said[0].Seq || len(s.said) == 0 && arrived+1 < s.next {
		return 0, fmt.Errorf("%w: the session cannot resume after message %d", errGap, arrived)
	}
	if s.link != nil {
		s.link.close("the game has connected again")
	}
	s.acknowledge(arrived)
	s.link, l.cursor = l, arrived
	if s.expire != nil {
		s.expire.Stop()
	}
	l.poke()
	return s.received, nil
}

func (l *link) poke() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// detach notes that a connection was lost. When the game is not back in time the session ends.
func (s *session) detach(l *link) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.link != l || s.ended {
		return
	}
	s.link = nil
	s.losses++
	loss := s.losses
	s.expire = time.AfterFunc(s.of.options.Keep, func() {
		s.endIf("the game was gone for too long", func() bool { return s.link == nil && s.losses == loss })
	})
}

// acknowledge forgets the messages that have arrived at the game.
func (s *session) acknowledge(ack uint64) {
	n := 0
	for n < len(s.said) && s.said[n].Seq <= ack {
		s.pending -= len(s.said[n].Batch)
		s.said[n] = Message{}
		n++
	}
	s.said = s.said[n:]
}

// hear takes a message of the game. One that was taken before is not taken again.
func (s *session) hear(m Message) error {
	s.asked.Lock()
	defer s.asked.Unlock()
	s.lock.Lock()
	if s.ended {
		s.lock.Unlock()
		return errEnded
	}
	s.acknowledge(m.Ack)
	if m.Seq == 0 || m.Seq <= s.received {
		s.lock.Unlock()
		return nil
	}
	if m.Seq != s.received+1 {
		s.lock.Unlock()
		return fmt.Errorf("%w: %d came after %d", errGap, m.Seq, s.received)
	}
	if err := s.overflow(); err != nil {
		s.lock.Unlock()
		return err
	}
	s.received = m.Seq
	s.lock.Unlock()
	return s.exchange(m.Batch)
}

// overflow returns why nothing more may be said before the game acknowledges; nil: something may.
func (s *session) overflow() error {
	if len(s.said) >= MaxPending || s.pending > MaxPendingBytes {
		return fmt.Errorf("%w: %d messages of %d bytes", errBehind, len(s.said), s.pending)
	}
	return nil
}

// exchange has the engine carry out a batch, and says the answer. The lock is not held meanwhile, so that a connection
// can be replaced.
func (s *session) exchange(batch []byte) error {
	began := s.of.options.Now()
	var out []byte
	err := library.Guard(func() (err error) {
		out, err = s.engine.Exchange(batch)
		out = append([]byte(nil), out...)
		return err
	})
	s.of.count.exchanged(len(batch), len(out), ticksOf(out), s.of.options.Now()-began)
	if errors.Is(err, remote.ErrHalted) {
		return errEnded
	}
	if err != nil {
		return err
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.said = append(s.said, Message{Seq: s.next, Batch: out})
	s.next++
	s.pending += len(out)
	if s.link != nil {
		s.link.poke()
	}
	return nil
}

func ticksOf(out []byte) (n int) {
	for it := range remote.Items(out) {
		if it.Op == remote.OpTick {
			n++
		}
	}
	return n
}

// unsent returns the next message to send on a connection; false if there is none, or the connection is no longer the
// session's.
func (s *session) unsent(l *link) (m Message, ok bool) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.link != l {
		return m, false
	}
	for _, m := range s.said {
		if m.Seq > l.cursor {
			l.cursor = m.Seq
			m.Ack = s.received
			return m, true
		}
	}
	return m, false
}

// tick makes a tick by the server's clock; while the game does not acknowledge, no ticks are made.
func (s *session) tick() {
	s.asked.Lock()
	defer s.asked.Unlock()
	s.lock.Lock()
	full := s.ended || s.overflow() != nil
	s.lock.Unlock()
	if full {
		return
	}
	var b remote.Batch
	b.Add(remote.OpStep, 0, 1)
	if err := s.exchange(b.Bytes()); err != nil {
		go s.end(err.Error()) // not from within: end waits for calls that are being made
	}
}

// run ticks until the session ends.
func (s *session) run(ticks <-chan time.Time, stop func()) {
	defer stop()
	for {
		select {
		case <-s.stop:
			return
		case <-ticks:
			s.tick()
		}
	}
}

// record has the run written to a file.
func (s *session) record(dir string) error {
	file, err := os.Create(filepath.Join(dir, s.id+".ktrace"))
	if err != nil {
		return err
	}
	s.trace = file
	return s.engine.Crowd().Record(ktrace.NewRecorder(file, ktrace.Options{}))
}

// end ends the session for good.
func (s *session) end(reason string) { s.endIf(reason, func() bool { return true }) }

// endIf ends the session where something still holds, which is asked under its lock. It waits for a tick that is being
// made, not for the rest of its batch.
func (s *session) endIf(reason string, still func() bool) {
	s.lock.Lock()
	if s.ended || !still() {
		s.lock.Unlock()
		return
	}
	s.ended, s.why = true, reason
	s.halt.Store(true)
	s.of.options.Log("session " + s.id + ": " + reason)
	if s.expire != nil {
		s.expire.Stop()
	}
	if s.link != nil {
		s.link.close(reason)
	}
	s.link = nil
	close(s.stop)
	s.lock.Unlock()
	s.asked.Lock()
	defer s.asked.Unlock()
	if s.trace != nil {
		if err := errors.Join(s.engine.Crowd().StopRecording(), s.trace.Close()); err != nil {
			s.of.options.Log(fmt.Sprintf("session %s: %v", s.id, err))
		}
	}
	s.of.forget(s)
	close(s.complete)
}

// reason returns why the session has ended.
func (s *session) reason() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.why
}
