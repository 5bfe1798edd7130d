package studio

import (
	"context"
	"errors"
	"strings"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// WhyNot is the answer to a why-not question, in the form that pages show.
type WhyNot struct {
	Name    string       `json:"name"`    // the declaration asked about: "operator hurl(kane)"
	Verdict string       `json:"verdict"` // "in plan" if it is done; else the code of the verdict
	Code    string       `json:"code"`    // the code of the verdict, also of what is done
	InPlan  bool         `json:"inPlan"`  // it is done, or is a step of the plan
	Summary string       `json:"summary"`
	Cases   []WhyNotCase `json:"cases"` // further findings; those that alone suffice come first
	Brief   []string     `json:"brief"` // the findings without the places of their subjects, for a card
	Text    string       `json:"text"`  // the whole answer in lines, as the command line prints it
}

// WhyNotCase is one finding.
type WhyNotCase struct {
	Text  string   `json:"text"`            // begins with the verdict
	Later []string `json:"later,omitempty"` // what failed within it, or was considered
}

// verdictDone is the verdict for something that is done.
const verdictDone = "in plan"

// whyNot answers why an agent does not do something, at the shown moment or in a hypothetical planning.
func whyNot(ctx context.Context, p *page, r *Request) (*WhyNot, error) {
	var a *explain.Answer
	at := r.Tick
	if err := p.session.do(ctx, func() error {
		if tick := p.session.stage.Crowd().Tick(); at == nil && p.session.looksBack() {
			at = &tick
		}
		return nil
	}); err != nil {
		return nil, err
	}
	err := p.session.look(ctx, at, func(st Stage, j *journal) (err error) {
		id, err := find(st, r.Agent)
		if err != nil {
			return err
		}
		if r.Sets != nil || r.Tuned != nil {
			a, err = supposing(ctx, st, j, id, r)
			return err
		}
		a = answer.AskUntil(ctx.Done(), st.Crowd(), id, explain.Question{Kind: explain.WhyNot, About: r.Name})
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case a.Verdict() == explain.Unknown && len(a.Findings) > 0 && a.Findings[0].Subject == r.Name:
		return nil, unknownName(&a.Findings[0])
	}
	return shown(a), nil
}

// unknownName is the error about a name that nothing has: with the one that may be meant, or with what can be asked
// about.
func unknownName(f *explain.Finding) error {
	text := quoted(f.Subject) + ": " + f.Note
	if f.Hint == "" {
		text += "; ask about a method, task or operator, a want, a goal, a node of a tree, a reaction, a layer, a plan line, an order, a role, an action or a condition"
	}
	return errors.New(text)
}

func quoted(s string) string { return "\"" + s + "\"" }

// supposing answers for the shown planning, with other values or constants.
func supposing(ctx context.Context, st Stage, j *journal, id agent.ID, r *Request) (*explain.Answer, error) {
	as := j.program
	if len(r.Tuned) > 0 {
		var err error
		if as, err = supposed(as, r.Tuned); err != nil {
			return nil, err
		}
	}
	list := st.Crowd().View().Plannings(id)
	level := levelOf(st, id, as.Info, r.Text, r.Level)
	if level < 0 || level >= len(list) {
		return nil, errNothingPlanned
	}
	it := list[level]
	state := world.NewState(it.State.Schema())
	state.CopyFrom(it.State)
	if change := sets(ctx, as.Info, r.Sets); change != nil {
		if err := change(state); err != nil {
			return nil, err
		}
	}
	it.State, it.Options.Limits.Cancel = state, ctx.Done()
	return answer.Supposing(st.Crowd(), id, as, it, r.Name), nil
}

// shown converts an answer for pages.
func shown(a *explain.Answer) *WhyNot {
	out := &WhyNot{Name: a.About, Verdict: a.Verdict().Code(), Code: a.Verdict().Code(), Text: strings.TrimRight(a.String(), "\n"), InPlan: a.Verdict().IsDone(), Cases: []WhyNotCase{}, Brief: []string{}}
	if out.InPlan {
		out.Verdict = verdictDone
	}
	for i := range a.Findings {
		f := &a.Findings[i]
		if i == 0 {
			out.Summary = f.Text()
		}
		anywhere := *f
		anywhere.Within = nil
		out.Brief = append(out.Brief, anywhere.Text())
		if c := caseOf(f); i > 0 || len(c.Later) > 0 {
			out.Cases = append(out.Cases, c)
		}
	}
	return out
}

// caseOf converts a finding for pages.
func caseOf(f *explain.Finding) WhyNotCase {
	c := WhyNotCase{Text: f.Text()}
	for i := range f.Candidates {
		c.Later = append(c.Later, f.Candidates[i].String())
	}
	for i := range f.Under {
		c.Later = append(c.Later, f.Under[i].Text())
	}
	return c
}
