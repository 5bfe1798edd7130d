package studio

import (
	"context"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/impact"
)

// Prepared is how much of the run and the recordings of a program has been read, so that the consequences of edits are
// found without playing them.
type Prepared struct {
	Played int64 `json:"played"` // ticks
	Of     int64 `json:"of"`
	Done   bool  `json:"done"` // all has been read
}

// preparing reads recordings in the background, with one worker.
type preparing struct {
	cancel context.CancelFunc
	ended  chan struct{}
	lock   sync.Mutex
	found  Prepared
}

// view returns how far it is.
func (q *preparing) view() *Prepared {
	q.lock.Lock()
	defer q.lock.Unlock()
	out := q.found
	return &out
}

// put notes how far it is.
func (q *preparing) put(done bool, list []impact.Report) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.found = Prepared{Done: done}
	for i := range list {
		q.found.Played, q.found.Of = q.found.Played+list[i].Played, q.found.Of+list[i].Of
	}
}

// prepare begins to read what the consequences of edits of the shown program will be compared with, unless that is
// being done, and answers how far it is. Pages ask while they show a text, so that what is new is read too.
func prepare(_ context.Context, p *page, _ *Request) (*Prepared, error) {
	return p.host.prepare(p.session), nil
}

// prepare begins to read the run of a session and the recordings of its program. It ends when no page shows the
// session, or when a page wants to know the consequences of an edit, which reads with all workers.
func (h *Host) prepare(s *Session) *Prepared {
	h.lock.Lock()
	defer h.lock.Unlock()
	last := h.preparing[s.name]
	if last != nil && !last.isOver() {
		return last.view()
	}
	ctx, cancel := context.WithCancel(h.ctx)
	q := &preparing{cancel: cancel, ended: make(chan struct{})}
	h.preparing[s.name] = q
	go func() {
		defer close(q.ended)
		defer cancel()
		var list []impact.Report
		_ = guarded(func() (err error) {
			list, err = h.read(ctx, s, q)
			return err
		})
		q.put(ctx.Err() == nil, list) // a comparison says what cannot be read
	}()
	if last != nil && last.view().Done {
		return last.view() // there is rarely more to read
	}
	return q.view()
}

// isOver reports whether nothing more is being read.
func (q *preparing) isOver() bool {
	select {
	case <-q.ended:
		return true
	default:
		return false
	}
}

// read reads, and tells how far it is.
func (h *Host) read(ctx context.Context, s *Session, q *preparing) ([]impact.Report, error) {
	var from *source
	if err := s.do(ctx, func() error { from = s.source; return nil }); err != nil {
		return nil, err
	}
	sources, err := h.recordings(ctx, s, from)
	if err != nil {
		return nil, err
	}
	return impact.Keep(sources, impact.Options{Cancel: ctx.Done(), Progress: func(list []impact.Report) {
		q.put(false, list)
		if !s.watched.Load() {
			q.cancel()
		}
		yield()
	}})
}

// unprepare ends the reading for a session, and waits for that.
func (h *Host) unprepare(s *Session) {
	h.lock.Lock()
	q := h.preparing[s.name]
	h.lock.Unlock()
	if q != nil {
		q.cancel()
		<-q.ended
	}
}
