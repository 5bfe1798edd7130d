package studio

import (
	"context"
	"errors"
	"strings"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// Reply is the answer to a question of any kind, in the form that pages show.
type Reply struct {
	Question string `json:"question"` // the kind of question, as in "what would"
	About    string `json:"about"`    // the declaration that was asked about; empty: none was named
	Agent    string `json:"agent"`
	Tick     int64  `json:"tick"`    // the tick that the answer is about
	Verdict  string `json:"verdict"` // code of the first finding
	Done     bool   `json:"done"`    // by its verdict, the thing happens or has happened
	Text     string `json:"text"`    // the whole answer in lines, as the command line prints it
	// Remedies are the changes that a "what would" has found, the easiest first.
	Remedies []string `json:"remedies,omitempty"`
}

// ask answers a question of any kind about an agent, at the moment that the page shows.
func ask(ctx context.Context, p *page, r *Request) (*Reply, error) {
	q, err := questionOf(r)
	if err != nil {
		return nil, err
	}
	at := r.Tick
	if err := p.session.do(ctx, func() error {
		if tick := p.session.stage.Crowd().Tick(); at == nil && (p.session.looksBack() || answer.IsOfHistory(q.Kind)) {
			at = &tick
		}
		return nil
	}); err != nil {
		return nil, err
	}
	var a *explain.Answer
	if answer.IsOfHistory(q.Kind) {
		a, err = p.session.past.again(ctx, *at, r.Agent, q)
	} else {
		err = p.session.look(ctx, at, func(st Stage, _ *journal) error {
			id, err := find(st, r.Agent)
			if err == nil {
				a = answer.AskUntil(ctx.Done(), st.Crowd(), id, q)
			}
			return err
		})
	}
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case q.About != "" && a.Verdict() == explain.Unknown && len(a.Findings) > 0 && a.Findings[0].Subject == q.About:
		return nil, unknownName(&a.Findings[0])
	}
	return &Reply{q.Kind.String(), a.About, r.Agent, a.Tick, a.Verdict().Code(), a.Verdict().IsDone(), strings.TrimRight(a.String(), "\n"), remediesOf(a)}, nil
}

func remediesOf(a *explain.Answer) (list []string) {
	for i := range a.Remedies {
		list = append(list, a.Remedies[i].String())
	}
	return list
}

// questionOf converts a request to a question.
func questionOf(r *Request) (q explain.Question, err error) {
	q.About = r.Name
	for _, s := range r.Sets {
		q.Changes = append(q.Changes, explain.Change{Symbol: s.Name, Value: s.Value})
	}
	kind, ok := questions[r.Ask]
	if !ok {
		return q, errors.New("nothing can be asked by " + quoted(r.Ask))
	}
	q.Kind = kind
	return q, nil
}

// questions maps the names that pages use to the kinds of questions.
var questions = map[string]explain.Kind{
	"why":          explain.Why,
	"why not":      explain.WhyNot,
	"what would":   explain.WhatWould,
	"what if":      explain.WhatIf,
	"who made":     explain.WhoMade,
	"what changed": explain.WhatChanged,
}

// again answers what led to a moment: it replays the run from the first checkpoint up to the tick.
func (m *moments) again(ctx context.Context, tick int64, name string, q explain.Question) (a *explain.Answer, err error) {
	from, err := m.begin(tick)
	if err != nil {
		return nil, err
	}
	err = guarded(func() error {
		w := &answer.Witness{}
		st, err := from.source.stage(witness{w})
		if err != nil {
			return err
		}
		if from.data != nil {
			if err := st.Rollback(from.data); err != nil {
				return err
			}
		}
		run := answer.Run(&handled{Stage: st, past: m, of: from.source})
		if rec, is := st.(*recording); is {
			run = rec.replay
		}
		named := func() (agent.ID, bool) {
			id, err := find(st, name)
			return id, err == nil
		}
		a = answer.Again(ctx.Done(), run, w, named, tick, q)
		return nil
	})
	return a, err
}

// handled is a run that is made again, with what pages wrote between its ticks.
type handled struct {
	Stage
	past *moments
	of   *source
	err  error
}

// Step makes a tick, after what a page wrote before it.
func (h *handled) Step() bool {
	h.Settle()
	return h.err == nil && h.Stage.Step()
}

// Settle applies what a page wrote after the last tick.
func (h *handled) Settle() {
	if data := h.past.byHand(h.Crowd().Tick(), h.of); data != nil && h.err == nil {
		h.err = h.Rollback(data)
	}
}

// begin returns the first checkpoint from which a replay reaches the tick with the program that ran in that tick.
func (m *moments) begin(tick int64) (checkpoint, error) {
	last, err := m.before(tick, true)
	if err != nil {
		return last, err
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, c := range m.list {
		if c.source == last.source {
			return c, nil
		}
	}
	return last, nil
}

// witness is a listener that keeps the events that can have written values.
type witness struct{ *answer.Witness }

// PlanEvent implements Listener.
func (w witness) PlanEvent(e *runner.Event) { w.Plan(*e) }

// TreeEvent implements Listener.
func (w witness) TreeEvent(e *bt.Event) { w.Node(*e) }

// GoalEvent implements Listener.
func (w witness) GoalEvent(e *goal.Event) { w.Goal(*e) }

// SquadEvent implements Listener.
func (w witness) SquadEvent(e agent.SquadEvent) { w.Squad(e) }
