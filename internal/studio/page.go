package studio

import (
	"context"
	"encoding/json"
	"sync"
)

// Line connects a page with the studio. A page's requests are texts; what it receives is text, or binary for pictures.
type Line interface {
	// Read waits for the next request. Its error ends the page.
	Read(ctx context.Context) ([]byte, error)
	// Write sends a message. It does not retain data. Only one goroutine at a time calls it.
	Write(ctx context.Context, data []byte, binary bool) error
}

// page is an open page of a browser.
type page struct {
	host    *Host
	line    Line
	box     *mailbox
	session *Session
	sending sync.Mutex

	foresight *foresight // what would come of its text; nil: it has not asked
	sweeping  *sweeping  // its sweep over seeds; nil: none
	forking   *forking   // its fork; nil: none
	truths    truths     // which conditions hold
	drafted   *drafted   // the text that its lenses judge by; nil: it has not asked
}

// Attend serves a page until its line or the host's context ends.
func (h *Host) Attend(line Line) {
	ctx, cancel := context.WithCancel(h.ctx)
	defer cancel()
	p := &page{host: h, line: line, box: newMailbox()}
	go p.push(ctx, cancel)
	p.listen(ctx)
	p.drop()
	p.stopSweep()
	p.stopFork()
	p.enter(nil)
}

// enter makes the page show a simulation.
func (p *page) enter(s *Session) {
	if p.session != s {
		p.stopFork()
	}
	if p.session != nil {
		p.session.watch(p.box, false)
	}
	if p.session = s; s != nil {
		s.watch(p.box, true)
	}
}

// file returns the name of the shown file.
func (p *page) file() string { return p.session.name }

// listen answers requests, one after the other.
func (p *page) listen(ctx context.Context) {
	for {
		data, err := p.line.Read(ctx)
		if err != nil {
			return
		}
		answer, err := json.Marshal(p.answer(ctx, data))
		if err != nil {
			answer, _ = json.Marshal(Answer{Error: "cannot encode the answer: " + err.Error()})
		}
		if p.send(ctx, answer, false) != nil {
			return
		}
	}
}

// answer carries out the request in a message.
func (p *page) answer(ctx context.Context, data []byte) (a Answer) {
	r, err := decodeRequest(data)
	if r != nil {
		a.ID = r.ID
	}
	if err != nil {
		a.Error = err.Error()
		return a
	}
	op := operations[r.Op]
	if p.session == nil && !op.anyway {
		a.Error = errNoFile.Error()
		return a
	}
	err = guarded(func() error {
		a.Data, err = op.do(ctx, p, r)
		return err
	})
	if err != nil {
		a.Data, a.Error = nil, err.Error()
	}
	return a
}

// push sends pictures as they come.
func (p *page) push(ctx context.Context, cancel func()) {
	defer cancel()
	var k known
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.box.full:
			next := p.box.take()
			news, ok := k.news(&next)
			if news != nil {
				text, err := json.Marshal(news)
				if err != nil || p.send(ctx, text, false) != nil {
					return
				}
			}
			if ok && p.send(ctx, next.data, true) != nil {
				return
			}
		}
	}
}

func (p *page) send(ctx context.Context, data []byte, binary bool) error {
	p.sending.Lock()
	defer p.sending.Unlock()
	return p.line.Write(ctx, data, binary)
}
