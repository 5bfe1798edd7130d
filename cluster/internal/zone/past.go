package zone

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// OpenPast returns the machine of a zone from the newest checkpoint that is kept and not after a tick, or else from the
// oldest one.
func OpenPast(spec Spec, s *Stores, p *Programs, engine string, tick int64) (*Machine, error) {
	c, _, ok, err := readCheckpoint(s.KV, spec.Zone)
	if err != nil {
		return nil, err
	}
	if !ok {
		return NewMachine(spec, p, engine)
	}
	from := Past{c.Object, c.Seq, c.Tick}
	for i := len(c.Past) - 1; i >= 0 && from.Tick > tick; i-- {
		from = c.Past[i]
	}
	if from.Object == "" {
		return NewMachine(spec, p, engine)
	}
	data, err := s.Objects.Get(from.Object)
	if err != nil {
		return nil, fmt.Errorf("zone %s: the checkpoint of tick %d: %w", spec.Zone, from.Tick, err)
	}
	return RestoreMachine(spec, p, engine, data)
}

// History is what a zone's log has after a checkpoint. Safe for concurrent use.
type History struct {
	spec   Spec
	engine string

	lock    sync.Mutex
	records []*Record // of ticks, in order
	join    joiner
	pos     uint64
	by      string
}

// NewHistory returns the history after the position of a machine.
func NewHistory(m *Machine) *History {
	return &History{spec: m.spec, engine: m.engine, pos: m.pos, by: m.by}
}

// Follow reads what the log has that the history has not, at most so many messages. It reports whether it came to the
// end.
func (h *History) Follow(l Log, most int) (end bool, err error) {
	h.lock.Lock()
	defer h.lock.Unlock()
	for range most {
		e, ok, err := l.Next(h.spec.Zone, h.pos)
		if err != nil || !ok {
			return err == nil, err
		}
		msg, err := readMessage(e.Data)
		if err != nil {
			return false, err
		}
		if msg.prev != h.pos {
			return false, fmt.Errorf("zone %s: %w: message %d follows message %d, and the one before it was %d", h.spec.Zone, ErrGap, e.Seq, msg.prev, h.pos)
		}
		r, err := h.join.add(msg)
		if err != nil {
			return false, err
		}
		h.pos = e.Seq
		switch {
		case r == nil:
		case r.Kind == KindEpoch:
			h.by = r.Engine
		case h.by != h.engine:
			return false, fmt.Errorf("zone %s: %w: that was %q, here is %q", h.spec.Zone, ErrEngine, h.by, h.engine)
		default:
			h.records = append(h.records, r)
		}
	}
	return false, nil
}

// at returns the record of a tick; nil: there is none yet.
func (h *History) at(tick int64) *Record {
	h.lock.Lock()
	defer h.lock.Unlock()
	i := sort.Search(len(h.records), func(i int) bool { return h.records[i].To >= tick })
	if i == len(h.records) {
		return nil
	}
	return h.records[i]
}

// Errors of Step, wrapped.
var (
	// ErrEnd reports that the log has no further tick yet.
	ErrEnd = errors.New("the log has no further tick yet")
	// ErrProgram reports that the zone continues with another program.
	ErrProgram = errors.New("the zone continues with another program")
)

// Step makes the next tick of a history, and compares the hash with what the log says. Afterwards the machine can be
// saved and taken back. After an error but ErrEnd and ErrProgram it must be discarded.
func (m *Machine) Step(h *History) error { return m.play(h, false) }

// Cross makes the next tick of a history, also if the zone continues with another program in it. Then the machine can be
// saved, but not taken back to before that.
func (m *Machine) Cross(h *History) error { return m.play(h, true) }

func (m *Machine) play(h *History, cross bool) error {
	tick := m.session.Crowd().Tick() + 1
	r := h.at(tick)
	if r == nil {
		return fmt.Errorf("zone %s: tick %d: %w", m.spec.Zone, tick, ErrEnd)
	}
	var inputs []Input
	var moves []Move
	if tick == r.To {
		inputs, moves = r.Inputs, r.Moves
	}
	if !cross && slices.ContainsFunc(moves, func(x Move) bool { return x.Kind == MoveProgram }) {
		return fmt.Errorf("zone %s: tick %d: %w", m.spec.Zone, tick, ErrProgram)
	}
	if _, _, _, err := m.tick(inputs, moves); err != nil {
		return err
	}
	m.logged, m.hash = tick, m.session.Crowd().TraceHash()
	if tick == r.To && m.hash != r.Hash {
		return fmt.Errorf("zone %s: %w: tick %d has hash %016x, the log says %016x", m.spec.Zone, ErrDiverged, tick, m.hash, r.Hash)
	}
	return nil
}

// Bodies returns what agents of the zone can perceive: its own agents' bodies.
func (m *Machine) Bodies() []remote.Figure { return m.session.Figures(everywhere) }
