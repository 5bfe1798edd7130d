package studio

import (
	"context"

	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Decider is a part of an agent that decides, in the words of pages.
type Decider string

// deciders are the names of the deciders.
var deciders = [...]Decider{answer.ByReactions: "reactions", answer.ByOrders: "orders", answer.ByBrain: "brain", answer.ByGoals: "goals", answer.ByLines: "plan lines",
	answer.ByTree: "tree", answer.ByLayers: "layers", answer.ByRoles: "roles"}

// Decision is everything that competes for control of an agent at a moment, in order of precedence.
type Decision struct {
	Agent   string      `json:"agent"`
	Tick    int64       `json:"tick"`
	Choices []Contender `json:"choices"`
	More    bool        `json:"more,omitempty"` // there are more choices than one answer holds
}

// Contender is something that an agent can do, with the reason why it does or does not.
type Contender struct {
	By      Decider  `json:"by"`
	Of      string   `json:"of,omitempty"`    // the tree, brain or squad
	Agent   string   `json:"agent,omitempty"` // whom to ask about it, if another agent
	Ask     string   `json:"ask"`             // its name in questions
	Label   string   `json:"label"`
	Kind    string   `json:"kind,omitempty"` // of a node
	Depth   int      `json:"depth,omitempty"`
	Verdict string   `json:"verdict"` // code
	Word    string   `json:"word"`    // the verdict in words
	Done    bool     `json:"done,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Score   *float64 `json:"score,omitempty"`
	Best    float64  `json:"best,omitempty"`   // score of the chosen option, or of the holder of the role
	Others  []string `json:"others,omitempty"` // candidates, and failures inside
	Last    *Result  `json:"last,omitempty"`   // how a node last ended
	Fired   *abort   `json:"fired,omitempty"`  // the last abort that a node has fired
	Plan    *int     `json:"plan,omitempty"`   // its planning, as a level of "explain"
	Node    *int32   `json:"node,omitempty"`   // index of a node in its tree
	At      Spot     `json:"at,omitzero"`
}

// decision lists what competes for control of an agent at the shown moment.
func decision(ctx context.Context, p *page, r *Request) (*Decision, error) {
	var d *Decision
	at := r.Tick
	if err := p.session.do(ctx, func() error {
		if tick := p.session.stage.Crowd().Tick(); at == nil && p.session.looksBack() {
			at = &tick
		}
		return nil
	}); err != nil {
		return nil, err
	}
	err := p.session.look(ctx, at, func(st Stage, j *journal) error {
		id, err := find(st, r.Agent)
		if err == nil {
			d = decisionOf(ctx, st, j, id)
		}
		return err
	})
	if err == nil {
		err = ctx.Err()
	}
	return d, err
}

func decisionOf(ctx context.Context, st Stage, j *journal, id agent.ID) *Decision {
	crowd := st.Crowd()
	list := answer.Choices(ctx.Done(), crowd, id)
	d := &Decision{Agent: nameOf(st, id), Tick: crowd.Tick(), Choices: []Contender{}, More: len(list) == answer.MaxChoices}
	plans, doings, who := crowd.View().Plannings(id), crowd.View().Running(id), j.who(id)
	trees := crowd.View().Trees(id)
	for i := range list {
		c := choiceOf(st, &list[i], id)
		if t := list[i].Tree; t != nil {
			node := list[i].Node
			info, _ := t.Node(node)
			c.Kind, c.Node = info.Kind.String(), &node
			c.Last, c.Fired = j.results.of(&j.known.lately[who], t.ID(), node), j.results.aborted(who, t.ID(), node)
			for _, running := range trees {
				for n := range doings {
					if running.Program() == t && doings[n].Handle == running.Runs(node) && !doings[n].Handle.IsZero() {
						c.Plan = lineOf(plans, doings[n].Task)
					}
				}
			}
		}
		if r := crowd.View().Runner(id); list[i].By == answer.ByLines && list[i].Line == r.Line() && len(plans) > 0 && plans[0].Runner == r {
			c.Plan = new(int)
		}
		d.Choices = append(d.Choices, c)
	}
	return d
}

// choiceOf converts a choice for pages.
func choiceOf(st Stage, from *answer.Choice, id agent.ID) Contender {
	f := &from.Finding
	c := Contender{By: deciders[from.By], Of: from.Of, Ask: from.Ask, Label: from.Label, Depth: from.Depth, Verdict: f.Verdict.Code(), Word: f.Verdict.String(), Done: f.Verdict.IsDone(),
		Reason: f.Reason(), Others: caseOf(f).Later, At: spotOf(f.Place)}
	if from.Agent != id {
		c.Agent = nameOf(st, from.Agent)
	}
	if f.Scored || f.Score != 0 || f.Best != 0 {
		c.Score, c.Best = ptrTo(finite(f.Score)), finite(f.Best)
	}
	return c
}
