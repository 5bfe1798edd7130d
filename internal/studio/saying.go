package studio

import (
	"context"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/fact"
)

// SaidSeconds is the simulated time for which a view shows what a character has said.
const SaidSeconds = 2.0

// Saying is what a character has said in the last seconds before a moment.
type Saying struct {
	Agent string `json:"agent"`
	Text  string `json:"text"`
	Tick  int64  `json:"tick"`
}

// sayings lists what characters have said in the last seconds, by character: the last words of each.
func sayings(ctx context.Context, p *page, r *Request) ([]Saying, error) {
	c, now, tps, err := p.session.told(ctx)
	if err != nil {
		return nil, err
	}
	if r.Tick != nil {
		now = *r.Tick
	}
	q := &EventQuery{From: max(1, now-int64(SaidSeconds*float64(tps))+1), To: max(1, now)}
	var visitAll func(func(*Entry))
	if c != nil {
		lines, _, err := c.tell(q.From, q.To, nil)
		if err != nil {
			return nil, err
		}
		visitAll = visit(lines)
	} else if err := p.session.do(ctx, func() error {
		visitAll = p.session.journal.extract(0, q.From, q.To, q.wants).visit
		return nil
	}); err != nil {
		return nil, err
	}
	return lastWords(visitAll), nil
}

// lastWords returns the last that each character says in some events, in the order in which they began to speak.
func lastWords(events func(func(*Entry))) []Saying {
	list := []Saying{}
	events(func(e *Entry) {
		if e.Code != fact.Said {
			return
		}
		s := Saying{Agent: e.Agent, Text: e.Object, Tick: e.Tick}
		if i := slices.IndexFunc(list, func(s Saying) bool { return s.Agent == e.Agent }); i >= 0 {
			list[i] = s
			return
		}
		list = append(list, s)
	})
	return list
}
