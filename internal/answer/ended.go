package answer

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// ending is how something that an agent did came to an end in the last tick that a witness heard of.
type ending struct {
	agent   agent.ID
	subject string // of the decision: "it pursues"
	leaf    string // the leaf of a tree that ended
	byOrder bool   // the squad says so
	why     func() string
}

// The subjects of decisions: what a brain pursues, and the order that an agent without a brain carries out.
const itPursues, itCarriesOut = "it pursues", "it carries out"

// note keeps an ending, with the others of its tick.
func (w *Witness) note(tick int64, e ending) {
	if tick != w.endedIn {
		w.endings, w.endedIn = w.endings[:0], tick
	}
	w.endings = append(w.endings, e)
}

// Goal hears an event of goals.
func (w *Witness) Goal(e goal.Event) {
	if w.crowd == nil || e.Kind != goal.WantEnded && e.Kind != goal.OrderDone || e.Kind == goal.OrderDone && e.Cause == goal.Outside {
		return
	}
	e.Args, e.Fault = nil, nil
	v := w.crowd.View()
	w.note(e.Tick, ending{agent: e.Agent, subject: itPursues, why: func() string {
		of, _ := v.DescribeGoal(e)
		var list []string
		// What is dropped has not failed, though its caller sees a failure.
		if e.Status != action.Inactive && e.Cause != goal.Dropped {
			list = append(list, e.Status.String())
		}
		if of.Cause != "" {
			list = append(list, of.Cause)
		}
		text := strings.Join(list, ": ")
		if e.Origin != goal.NoCause {
			text += " (" + e.Origin.String() + ")"
		}
		return text
	}})
}

// endOrder notes that an order of a squad to an agent has ended.
func (w *Witness) endOrder(e agent.SquadEvent) {
	e.Args, e.Fault = nil, nil
	v := w.crowd.View()
	w.noteOrder(e, func() string {
		text := e.State.String()
		if of, _ := v.DescribeSquad(e); of.Cause != "" {
			text += ": " + of.Cause
		}
		return text
	})
}

// noteOrder keeps how the order of a member ended.
func (w *Witness) noteOrder(e agent.SquadEvent, why func() string) {
	for _, subject := range [...]string{itPursues, itCarriesOut} {
		w.note(e.Tick, ending{agent: e.Member, subject: subject, byOrder: true, why: why})
	}
}

// endReaction notes that a reaction has ended.
func (w *Witness) endReaction(e runner.Event) {
	e.Args, e.Bound, e.Fault = nil, nil, nil
	of, _ := w.crowd.View().Describe(e)
	w.note(e.Tick, ending{agent: e.Agent, subject: "reaction " + of.Name, why: func() string {
		if e.Kind == runner.ReactionAborted {
			return "aborted: " + e.Reason.String()
		}
		return e.Status.String()
	}})
}

// endNode notes that a leaf of a tree has ended, or what aborts the leaves of a tree.
func (w *Witness) endNode(e bt.Event, p *bt.Program) {
	e.Fault = nil
	subject, v := "tree "+p.Info.Name, w.crowd.View()
	switch info, _ := p.Node(e.Node); {
	case e.Kind == bt.AbortFired:
		w.fired = e
	case info.Kind.Info().Shape != def.ShapeLeaf:
	case e.Kind == bt.NodeEnded:
		w.note(e.Tick, ending{agent: e.Agent, subject: subject, leaf: nodeLabel(p, e.Node), why: e.Status.String})
	case e.Kind == bt.NodeAborted:
		cause := e.Reason.String
		if f := w.fired; f.Agent == e.Agent && f.Tree == e.Tree && f.Tick == e.Tick && f.Caused {
			cause = func() string { of, _ := v.DescribeTree(f); return of.Cause }
		}
		w.note(e.Tick, ending{agent: e.Agent, subject: subject, leaf: nodeLabel(p, e.Node), why: func() string { return "aborted: " + cause() }})
	}
}

// whyEnded says how a decision of an agent came to an end in a tick; empty if no event said so.
func (w *Witness) whyEnded(tick int64, id agent.ID, d decision) string {
	if w == nil || w.endedIn != tick {
		return ""
	}
	said, byOrder := []string(nil), ""
	for _, e := range w.endings {
		switch {
		case e.agent != id || e.subject != d.subject || e.leaf != "" && !slices.Contains(d.leaves, e.leaf):
		case e.byOrder:
			byOrder = e.why()
		case len(d.leaves) > 1 && e.leaf != "":
			said = append(said, e.leaf+": "+e.why())
		default:
			said = append(said, e.why())
		}
	}
	if len(said) == 0 {
		return byOrder
	}
	return strings.Join(slices.Compact(said), "; ")
}
