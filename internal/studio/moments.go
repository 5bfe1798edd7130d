package studio

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/impact"
)

// Limits of checkpoints.
const (
	// MaxCheckpoints is the maximum number of checkpoints.
	MaxCheckpoints = 1200
	// MaxCheckpointBytes is their maximum total size. Beyond it, the oldest are dropped.
	MaxCheckpointBytes = 128 << 20
)

// errForgotten is the error for a moment before the first checkpoint.
var errForgotten = errors.New("that moment is too long ago: nothing is kept of it")

// checkpoint is the state after a tick. Data is nil for the beginning of a recording.
type checkpoint struct {
	tick   int64
	data   []byte
	source *source // with the program of the ticks that follow
	hand   bool    // a page wrote something after the tick, which stepping does not repeat
}

// moments holds the past of a simulation: checkpoints, and a second stage that replays up to a requested moment. Safe
// for concurrent use. Requests wait for each other, but the simulation can add checkpoints meanwhile.
type moments struct {
	lock  sync.Mutex // guards the list
	list  []checkpoint
	bytes int

	source *source // source of new checkpoints

	kept       *impact.Memory // of the run of keptSource, for comparisons; nil: nothing
	keptSource *source

	use     sync.Mutex // guards all fields below
	stage   Stage
	of      *source // what stage was made from
	journal *journal
	at      int64 // tick of stage
}

func newMoments(s *source) *moments { return &moments{source: s} }

// keep adds a checkpoint, or replaces the one of the same tick.
func (m *moments) keep(tick int64, data []byte) {
	m.lock.Lock()
	defer m.lock.Unlock()
	hand := false
	if n := len(m.list); n > 0 && m.list[n-1].tick == tick {
		hand = m.list[n-1].hand
		m.bytes -= len(m.list[n-1].data)
		m.list = m.list[:n-1]
		m.forget() // the run was changed at this tick
	}
	m.list = append(m.list, checkpoint{tick: tick, data: data, source: m.source, hand: hand})
	m.bytes += len(data)
	for len(m.list) > 1 && (len(m.list) > MaxCheckpoints || m.bytes > MaxCheckpointBytes) {
		m.bytes -= len(m.list[0].data)
		m.list = append(m.list[:0], m.list[1:]...)
	}
}

// written marks the last checkpoint as one that holds what a page wrote.
func (m *moments) written() {
	m.lock.Lock()
	defer m.lock.Unlock()
	if n := len(m.list); n > 0 {
		m.list[n-1].hand = true
	}
}

// byHand returns the snapshot with what a page wrote after a tick; nil if none did.
func (m *moments) byHand(tick int64, s *source) []byte {
	m.lock.Lock()
	defer m.lock.Unlock()
	i, ok := slices.BinarySearchFunc(m.list, tick, func(c checkpoint, tick int64) int { return cmp.Compare(c.tick, tick) })
	if !ok || !m.list[i].hand || m.list[i].source != s {
		return nil
	}
	return m.list[i].data
}

// restart drops everything, because the simulation restarts from a source.
func (m *moments) restart(s *source) {
	m.use.Lock()
	defer m.use.Unlock()
	m.lock.Lock()
	defer m.lock.Unlock()
	m.list, m.bytes = nil, 0
	m.forget()
	m.source, m.stage = s, nil
}

// goOn records that the run continues with another program. Earlier moments can still be viewed.
func (m *moments) goOn(s *source) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.source = s
}

// first returns the earliest tick that can be viewed.
func (m *moments) first() int64 {
	m.lock.Lock()
	defer m.lock.Unlock()
	if len(m.list) == 0 {
		return 0
	}
	return m.list[0].tick
}

// before returns the last checkpoint before a tick; with or, that of the tick itself too.
func (m *moments) before(tick int64, or bool) (checkpoint, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for i := len(m.list) - 1; i >= 0; i-- {
		if c := m.list[i]; c.tick < tick || c.tick == tick && (or || i == 0) {
			return c, nil
		}
	}
	return checkpoint{}, errForgotten
}

// look moves the second stage to the end of a tick and calls do. It replays the tick itself, so that do can see how
// plannings went in it, unless no earlier checkpoint exists.
func (m *moments) look(tick int64, do func(Stage, *journal) error) error {
	m.use.Lock()
	defer m.use.Unlock()
	from, err := m.before(tick, false)
	if err != nil {
		return err
	}
	if err := guarded(func() error { return m.reach(from, tick) }); err != nil {
		m.stage = nil
		return err
	}
	return guarded(func() error { return do(m.stage, m.journal) })
}

// reach moves the second stage to a tick, by the shortest known way.
func (m *moments) reach(from checkpoint, tick int64) error {
	if m.stage == nil || m.of != from.source {
		m.journal = newJournal(from.source.program.Info, false)
		stage, err := from.source.stage(m.journal)
		if err != nil {
			return err
		}
		m.stage, m.of, m.at = stage, from.source, -1
		m.journal.attend(stage, from.source.program)
		if s, ok := stage.(Seeker); ok {
			m.at, _ = s.Range()
		}
	}
	if s, ok := m.stage.(Seeker); ok {
		return m.seek(s, tick)
	}
	if ahead := m.at >= 0 && m.at <= tick && m.at > from.tick; !ahead {
		if err := m.stage.Rollback(from.data); err != nil {
			return err
		}
		m.journal.results.clear(&m.journal.known)
		m.at = from.tick
		if from.data == nil {
			m.at = 0
		}
	}
	for m.at < tick {
		if !m.stage.Step() {
			return fmt.Errorf("the recording ends at %gs", m.stage.Crowd().Seconds())
		}
		m.at++
	}
	return nil
}

// seek moves a recording to the tick before, replays the tick, and applies what the host did after it.
func (m *moments) seek(s Seeker, tick int64) error {
	if m.at == tick {
		return nil
	}
	if tick < m.at {
		m.journal.results.clear(&m.journal.known)
	}
	first, _ := s.Range()
	if tick = max(tick, first); tick > first {
		if err := s.SeekTo(tick - 1); err != nil {
			return err
		}
	}
	m.at = tick
	err := s.SeekTo(tick)
	s.Settle()
	return err
}
