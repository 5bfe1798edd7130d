package explain

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Answer is the answer to a question about an agent at a moment. It is a copy that later ticks do not change.
type Answer struct {
	Kind    Kind
	Agent   action.AgentID
	Name    string  // kind of the agent: "villager"; empty when it has left
	Tick    int64   // the moment: ticks so far
	Seconds float64 // the same as simulated time

	Doing   string        // what the agent is doing on the whole: "carries out dine"
	Steps   []Step        // of the plan that it carries out; none: it has no plan
	Waits   []string      // the times that run for it: cooldowns, time-outs, bans
	Failure *Failure      // the last step that failed; nil: none has
	Fault   *action.Fault // the last panic of the host's code; nil: there was none
	Planned []Planning    // how plans came about: that of its plan line first, then those of its trees and goals
	Parts   []Part        // its reactions, then its layers
	Running []Activity    // all that runs for it, what was started behind who has started it

	// About is what was asked about, as it is declared: "operator hurl(kane)". Findings say what became of it: first the one that alone suffices, then what holds as well.
	About       string
	Findings    []Finding
	Remedies    []Remedy     // WhatWould: the easiest first; none: none was found
	Decisions   int          // WhatWould: how many were tried
	Origins     []Origin     // WhoMade: from the value back to the first cause
	Differences []Difference // WhatChanged, WhatIf
	Since       int64        // WhatChanged: the tick of the earlier decision

	// Text is the answer to why, as text, including what has no field of its own: trees node by node, scores, memory, squads.
	Text string
}

// Verdict returns the first verdict; Unknown where there is none.
func (a *Answer) Verdict() Verdict {
	if len(a.Findings) == 0 {
		return Unknown
	}
	return a.Findings[0].Verdict
}

// Step is a step of a plan.
type Step struct {
	Text    string    // "move(crate, home)"
	Done    bool      //
	Running bool      // its actions are running, or it waits for what it expects
	Place   diag.Span // where its operator is declared
}

// Failure is a step that failed.
type Failure struct {
	Tick int64
	Text string // the step, and what it failed of
}

// Planning is how the result of a search came about.
type Planning struct {
	Goal       string   // what was planned for: "dine"
	Found      bool     // a plan; its steps may be none
	Limit      string   // the limit that the search has hit; empty: none
	Steps      []string // of the plan
	Tried      []Trial  // everything that was tried, in order
	Dropped    int      // trials beyond what is kept
	Nodes      int      // of the search
	Backtracks int
	Saw        bool // this is the planning that the agent has made; else it was planned again on the present state
}

// Trial is one thing that a search tried.
type Trial struct {
	Kind   TrialKind
	Parent int      // index of the trial with the method that this happened within; -1 at the top
	Depth  int      // how many methods it is within
	Name   string   // the task or operator with its arguments
	Method string   // name of the method
	Bound  []string // its free variables: "e = enemy1"
	Number int      // Candidates: how many; Stepped: number of the step in the plan
	Taken  bool     // it is part of the plan
	Since  []string // Method, Stepped: what makes the recursive symbols in its condition hold: "reachable(home, shop): link(home, yard), link(yard, shop)"
	Cause  *Cause   // why it came to nothing; nil: it did not
	Place  diag.Span
}

// TrialKind is what a search tried, or how that went.
type TrialKind uint8

// Kinds of trials.
const (
	Task       TrialKind = iota + 1 // a task is to be achieved
	Rejected                        // a method, or a binding of it, whose condition did not hold
	Candidates                      // how many bindings a method has
	Method                          // a method is followed
	Stepped                         // an operator becomes a step
	Failed                          // an operator's condition did not hold
	Pruned                          // a way is not pursued
	Backtrack                       // back to an earlier choice
	Complete                        // the plan is complete
)

// String returns the kind in a word: "rejected".
func (k TrialKind) String() string {
	names := [...]string{Task: "task", Rejected: "rejected", Candidates: "candidates", Method: "method", Stepped: "step", Failed: "failed", Pruned: "pruned",
		Backtrack: "backtrack", Complete: "found"}
	if int(k) >= len(names) || names[k] == "" {
		return "TrialKind(" + strconv.Itoa(int(k)) + ")"
	}
	return names[k]
}

// Cause is why a trial came to nothing.
type Cause struct {
	Text      string  // "money >= price: money was 0 (from the start), price is 5"
	Condition string  // the condition as it is written; empty: none was in the way
	Part      string  // the part of it that did not hold
	Values    []Value // that the part saw
	Code      string  // where no condition failed: seen, depth, dead, endless, cost, gone, banned, limit
}

// Value is a value that a condition saw.
type Value struct {
	Symbol string `json:"symbol"`
	Value  string `json:"value"`
	Step   int    `json:"step,omitempty"`   // the step of the plan that would have set it before, from 1; 0: none
	By     string `json:"by,omitempty"`     // that step
	Origin string `json:"origin,omitempty"` // where the value comes from, as far as it is known: "sensed"
}

// Part is a reaction or a layer of an agent.
type Part struct {
	Name    string // what a reaction does; the name of a layer
	Layer   bool
	Running bool
	Waiting bool    // of a reaction: it is to start, and waits. Of a layer: something higher has what it needs
	Rests   float64 // seconds in which a reaction does not start again
	Why     string  // for what a reaction waits
}

// Activity is something that runs for an agent.
type Activity struct {
	Kind   ActivityKind
	Name   string
	Parent int      // index of what has started it; -1: the agent's plan line, a reaction or a layer, or it is its mind
	Uses   []string // resources that it has
	Needs  []string // tokens and slots that it waits for
	Holds  bool     // it is committed, or not to be interrupted
}

// ActivityKind is what something that runs is.
type ActivityKind uint8

// Kinds of what runs.
const (
	Action ActivityKind = iota // of the host
	Tree
	Plan // for a task or operator
	Goal
	Brain
	Order // that a squad gives
)

// String returns the kind in a word: "tree".
func (k ActivityKind) String() string {
	return fact.Name(k, "action", "tree", "plan", "goal", "brain", "order")
}
