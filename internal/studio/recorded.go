package studio

import (
	"context"
	"errors"
)

// Seeker is a stage that can move to any of its moments by itself: a recording.
type Seeker interface {
	Stage
	// SeekTo moves to the end of a tick. After an error, the stage is somewhere before that tick.
	SeekTo(tick int64) error
	// Settle applies what the host did after the tick. Going on from there begins from a snapshot of the recording.
	Settle()
	// Range returns the tick after which it begins, and its last tick.
	Range() (first, last int64)
}

// errLive is the error of seeking in a run that is not recorded.
var errLive = errors.New("only a recorded run can continue from another moment")

// seek continues a recorded run from a moment, for all pages. Events are listed anew from there.
func seek(ctx context.Context, p *page, r *Request) error {
	s := p.session
	return s.do(ctx, func() error {
		st, ok := s.stage.(Seeker)
		if !ok {
			return errLive
		}
		if r.Tick == nil {
			return errors.New("say which tick")
		}
		first, last := st.Range()
		err := st.SeekTo(min(max(*r.Tick, first), last))
		s.journal.results.clear(&s.journal.known)
		s.due, s.over, s.paused, s.hit, s.changed = 0, false, "", nil, true
		return err
	})
}

// recorded lists the events in some ticks of a recorded run, without replaying it; the last ones, if there are too
// many.
func recorded(ctx context.Context, p *page, r *Request) ([]Entry, error) {
	c, _, _, err := p.session.told(ctx)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, errLive
	}
	from, list := int64(1), []Entry{}
	if r.Tick != nil {
		from = *r.Tick
	}
	var names []string
	if r.Agent != "" {
		names = []string{r.Agent}
	}
	lines, _, err := c.tell(from, r.Until, names)
	visit(lines[max(0, len(lines)-MaxListed):])(func(e *Entry) { list = append(list, *e) })
	return list, err
}
