package studio

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/ktrace"
)

// ClipSeconds is the length of a clip, in simulated seconds. It is shorter where the run has begun, was changed by hand
// or got another program in between: a trace is of one run.
const ClipSeconds = 30

// Clip is a trace of the time before a moment, to look at what went wrong in it.
type Clip struct {
	File  string     `json:"file"` // the trace
	From  int64      `json:"from"` // first tick
	To    int64      `json:"to"`
	Marks []Bookmark `json:"marks"` // all bookmarks: the moment has one that names the trace
}

// clip bookmarks a moment, and records what led to it.
func clip(ctx context.Context, p *page, r *Request) (*Clip, error) {
	s, c := p.session, &Clip{}
	var land []ktrace.Feature
	err := s.do(ctx, func() error {
		if _, ok := s.stage.(Seeker); ok {
			return errTaped
		}
		if !s.looksBack() {
			return errNoPast
		}
		crowd := s.stage.Crowd()
		if c.To = crowd.Tick(); r.Tick != nil {
			c.To = min(c.To, *r.Tick)
		}
		if c.To == 0 {
			return errors.New("nothing has happened yet")
		}
		if err := s.marks.fits(c.To); err != nil {
			return err
		}
		c.From, land = max(0, c.To-int64(ClipSeconds*crowd.TPS())), tracedLand(s.stage.Land())
		return nil
	})
	if err != nil {
		return nil, err
	}
	t, err := s.library.newTrace(s.name)
	if err != nil {
		return nil, err
	}
	c.File = t.name
	if c.From, err = s.past.record(ctx, c.From, c.To, t, land); err != nil {
		return nil, errors.Join(err, t.file.Close(), s.library.dropTrace(t.name))
	}
	if err := errors.Join(t.file.Close(), s.library.add(t.name)); err != nil {
		return nil, err
	}
	c.Marks, err = bookmarked(ctx, p, func(b *bookmarks) error {
		return b.add(Bookmark{Tick: c.To, Agent: r.Agent, Note: "what led to it: " + c.File})
	})
	return c, err
}

// record replays the ticks from..to, and records them to a tape. If the run was changed by hand meanwhile, or got
// another program, the trace begins there; start is its first tick.
func (m *moments) record(ctx context.Context, from, to int64, t *tape, land []ktrace.Feature) (start int64, err error) {
	m.use.Lock()
	defer m.use.Unlock()
	list, err := m.span(from, to)
	if err != nil {
		return 0, err
	}
	err = guarded(func() error {
		for i := range list {
			c, end := &list[i], to
			if i+1 < len(list) {
				end = list[i+1].tick
			}
			if i == 0 || !bytes.Equal(m.stage.Snapshot(), c.data) {
				start = max(c.tick, from)
				if err := m.beginTape(*c, start, t, land); err != nil {
					return err
				}
			}
			for m.at < end {
				if err := ctx.Err(); err != nil {
					return err
				}
				if !m.stage.Step() {
					return fmt.Errorf("the run ends at %gs", m.stage.Crowd().Seconds())
				}
				m.at++
			}
		}
		return m.stage.Crowd().StopRecording()
	})
	if err != nil {
		m.stage = nil
	}
	return start, err
}

// beginTape begins a trace at a tick, which is reached from a checkpoint, instead of what the tape has.
func (m *moments) beginTape(c checkpoint, at int64, t *tape, land []ktrace.Feature) error {
	if m.stage != nil && m.stage.Crowd().IsRecorded() {
		if err := m.stage.Crowd().StopRecording(); err != nil {
			return err
		}
	}
	if err := t.clear(); err != nil {
		return err
	}
	m.at = -1 // not ahead of the checkpoint: it is to be restored
	if err := m.reach(c, at); err != nil {
		return err
	}
	stage := m.stage
	return stage.Crowd().Record(ktrace.NewRecorder(t, ktrace.Options{Packed: true, Land: land,
		Figures: func(buf []ktrace.Figure) []ktrace.Figure { return tracedFigures(stage, buf) }}))
}

// span returns the checkpoints before a tick, from the last one that is not after from, as far as they are of the same
// program.
func (m *moments) span(from, to int64) ([]checkpoint, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	last := len(m.list) - 1
	for last >= 0 && m.list[last].tick >= to {
		last--
	}
	if last < 0 {
		return nil, errForgotten
	}
	first := last
	for first > 0 && m.list[first].tick > from && m.list[first-1].source == m.list[last].source {
		first--
	}
	return append([]checkpoint(nil), m.list[first:last+1]...), nil
}
