package studio

import (
	"errors"
	"fmt"
	"sync"
)

// Limits of checkpoints.
const (
	// MaxCheckpoints is how many are kept.
	MaxCheckpoints = 1200
	// MaxCheckpointBytes is how many bytes they may take together: what is older cannot be looked at any more.
	MaxCheckpointBytes = 128 << 20
)

// errForgotten is the error of a moment of which nothing is kept.
var errForgotten = errors.New("that moment is too long ago: nothing is kept of it")

// checkpoint is all there was after a tick. Data nil: the beginning of a recording.
type checkpoint struct {
	tick   int64
	data   []byte
	source *source // with the program that the run went on with
}

// moments is the past of a simulation: checkpoints, and a second stage that is taken to the moment somebody asks about. Safe for concurrent use: the
// simulation adds checkpoints, and whoever asks waits for others that ask, but keeps nobody else waiting.
type moments struct {
	lock  sync.Mutex // of the list
	list  []checkpoint
	bytes int

	source *source // of the checkpoints to come

	use     sync.Mutex // of all below
	stage   Stage
	of      *source // what stage is made from
	journal *journal
	at      int64 // tick of stage
}

func newMoments(s *source) *moments { return &moments{source: s} }

// keep adds a checkpoint, in place of one of the same tick.
func (m *moments) keep(tick int64, data []byte) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if n := len(m.list); n > 0 && m.list[n-1].tick == tick {
		m.bytes -= len(m.list[n-1].data)
		m.list = m.list[:n-1]
	}
	m.list = append(m.list, checkpoint{tick, data, m.source})
	m.bytes += len(data)
	for len(m.list) > 1 && (len(m.list) > MaxCheckpoints || m.bytes > MaxCheckpointBytes) {
		m.bytes -= len(m.list[0].data)
		m.list = append(m.list[:0], m.list[1:]...)
	}
}

// restart forgets everything: the simulation begins anew from a source.
func (m *moments) restart(s *source) {
	m.use.Lock()
	defer m.use.Unlock()
	m.lock.Lock()
	defer m.lock.Unlock()
	m.list, m.bytes = nil, 0
	m.source, m.stage = s, nil
}

// goOn says that the run goes on with another program: what was before can still be looked at.
func (m *moments) goOn(s *source) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.source = s
}

// first returns the earliest tick that can be looked at.
func (m *moments) first() int64 {
	m.lock.Lock()
	defer m.lock.Unlock()
	if len(m.list) == 0 {
		return 0
	}
	return m.list[0].tick
}

// before returns the latest checkpoint before a tick; with or, also that of the tick itself.
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

// look takes the second stage to the moment after a tick and calls do with it. The tick itself is made again, so that what was planned in it can be
// looked at, unless nothing from before it is kept.
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

// reach takes the second stage to a tick, by the shortest way that is known.
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

// seek takes a recording to a tick, and makes that one itself.
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
	return s.SeekTo(tick)
}
