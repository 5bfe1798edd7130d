package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// DoingKind is the kind of something that an agent does.
type DoingKind uint8

// Kinds of what agents do.
const (
	DoingAction DoingKind = iota // of the host
	DoingTree
	DoingPlan // for a task or operator
	DoingGoal
	DoingBrain
	DoingOrder // that a squad gives
)

// String returns the kind in a word: "tree".
func (k DoingKind) String() string {
	return fact.Name(k, "action", "tree", "plan", "goal", "brain", "order")
}

// RunningActivity is an activity that runs for an agent. Activities follow the one that started them.
type RunningActivity struct {
	Kind   DoingKind
	Name   string
	Parent int      // place in the list; -1: it was started by the agent's plan line, a reaction or a layer, or is its mind
	Part   int      // index in [View.Parts] of the reaction or layer that it belongs to; -1: it belongs to the mind
	Uses   []string // resources that it has: of actions that run
	Needs  []string // tokens and slots that it waits for: of actions that cannot start yet
	Holds  bool     // it is committed, or not to be interrupted
	Handle action.Handle

	Tree    *bt.Tree      // of its Kind; for looking at, and valid until the next tick
	Task    *runner.Task  //
	Pursuit *goal.Pursuit //
}

// Running returns everything that an agent runs: first its reactions in order, then its mind, then its layers, each
// followed by the activities that it has started. Between ticks only; nil if the agent has left.
func (v *View) Running(id ID) (list []RunningActivity) {
	a := v.agents.slot(id)
	if a == nil || v.core.ticking {
		return nil
	}
	v.routines.catchUp(a.slot())
	if a.parts != nil {
		for i := range a.parts.reactions {
			list = v.unfold(list, a, a.parts.reactions[i].handle, -1, i)
		}
	}
	for _, h := range a.runner.Handles(nil, nil) {
		list = v.unfold(list, a, h, -1, -1)
	}
	if a.parts != nil {
		for i := range a.parts.layers {
			list = v.unfold(list, a, a.parts.layers[i].handle, -1, len(a.parts.reactions)+i)
		}
	}
	return list
}

// unfold appends one thing that runs with all that it has started.
func (v *View) unfold(list []RunningActivity, a *agent, h action.Handle, parent, part int) []RunningActivity {
	if h.IsZero() {
		return list
	}
	d := RunningActivity{Parent: parent, Part: part, Handle: h}
	in := v.families.of(h)
	if in == nil {
		info := v.core.model.Info.Actions[h.Action()]
		d.Name, d.Uses = info.Name, info.Uses
		return append(list, d)
	}
	if through := in.describe(&d, h.Slot(), a); !through.IsZero() {
		return v.unfold(list, a, through, parent, part)
	}
	d.Holds = in.holdsOff(h.Slot(), v.core.tick)
	at := len(list)
	list = append(list, d)
	for _, under := range in.inner(nil, h.Slot()) {
		list = v.unfold(list, a, under, at, part)
	}
	return list
}

// missing names the tokens and slots that an action waits for.
func (l *leases) missing(h *hold, holder squad.ID) (names []string) {
	for i := range h.wants {
		w := &h.wants[i]
		if p := l.pool(w); p != nil && !p.Keeps(w.key, holder) {
			s := l.agents.slot(w.squad)
			names = append(names, l.view.poolText(s.band, w.pool, w.key, &s.state))
		}
	}
	return names
}
