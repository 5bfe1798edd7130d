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
	Name    string  // name of the agent: "villager#1"; empty if it has left
	Tick    int64   // ticks so far
	Seconds float64 // simulated time

	Doing   string        // summary of what the agent is doing: "carries out dine"
	Steps   []Step        // steps of its plan; empty: it has no plan
	Waits   []string      // its running timers: cooldowns, time-outs, bans
	Failure *Failure      // the last failed step; nil: none
	Fault   *action.Fault // the last panic of the host's code; nil: none
	Planned []Planning    // the plannings: first that of its plan line, then those of its trees and goals
	Parts   []Part        // its reactions, then its layers
	Running []Activity    // everything that runs for it; each activity follows the one that started it

	// About is the subject of the question, as declared: "operator hurl(kane)". Findings are the verdicts: the first is
	// sufficient by itself, the others also hold.
	About       string
	Findings    []Finding
	Remedies    []Remedy     // WhatWould: the easiest first; empty: none found
	Decisions   int          // WhatWould: the number of decisions tried
	Origins     []Origin     // WhoMade: from the value back to its first cause
	Differences []Difference // WhatChanged, WhatIf
	Since       int64        // WhatChanged: the tick of the earlier decision
	Until       int64        // WhatChanged: the tick of the later decision; 0: there has been none since, and the values are those of the moment

	// Text is the answer to Why as text. It includes parts without a field: trees node by node, scores, memory, squads.
	Text string
}

// Verdict returns the first verdict, or Unknown if there is none.
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
	Running bool      // its actions are running, or it waits for its expected effects
	Place   diag.Span // declaration of its operator
}

// Failure is a step that failed.
type Failure struct {
	Tick int64
	Text string // the step and the cause of its failure
}

// Planning describes a search and its result.
type Planning struct {
	Goal       string   // the task: "dine"
	Found      bool     // the search found a plan, which may be empty
	Limit      string   // the limit that ended the search; empty: none
	Steps      []string // of the plan
	Tried      []Trial  // everything that the search tried, in order
	Dropped    int      // number of trials that are not kept
	Nodes      int      // of the search
	Backtracks int
	Saw        bool // this is the agent's own planning; otherwise it was repeated on the present state
}

// Trial is one thing that a search tried.
type Trial struct {
	Kind   TrialKind
	Parent int      // index of the trial of the enclosing method; -1 at the top
	Depth  int      // number of enclosing methods
	Name   string   // the task or operator with its arguments
	Method string   // name of the method
	Bound  []string // its free variables: "e = enemy1"
	Number int      // Candidates: their number; Stepped: number of the step in the plan
	Taken  bool     // it is part of the plan
	Since  []string // Method, Stepped: what makes the recursive symbols in its condition hold: "reachable(home, shop): link(home, yard), link(yard, shop)"
	Cause  *Cause   // why it failed; nil: it did not
	Place  diag.Span
}

// TrialKind is the kind of a trial.
type TrialKind uint8

// Kinds of trials.
const (
	Task       TrialKind = iota + 1 // the search started on a task
	Rejected                        // a method, or a binding of it, whose condition did not hold
	Candidates                      // the number of bindings of a method
	Method                          // a method was chosen
	Stepped                         // an operator became a step
	Failed                          // an operator's condition did not hold
	Pruned                          // a branch was skipped
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

// Cause says why a trial failed.
type Cause struct {
	Text      string  // "money >= price: money was 0, price is 5"
	Condition string  // the condition as written; empty: no condition failed
	Part      string  // its part that did not hold
	Values    []Value // the values that the part saw
	Code      string  // if no condition failed: seen, depth, dead, endless, cost, gone, banned, limit, claimed
}

// Value is a value that a condition saw.
type Value struct {
	Symbol string `json:"symbol"`
	Value  string `json:"value"`
	Step   int    `json:"step,omitempty"`   // the step of the plan that would have set it before, from 1; 0: none
	By     string `json:"by,omitempty"`     // that step
	Origin string `json:"origin,omitempty"` // origin of the value, if known: "sensed"
}

// Part is a reaction or a layer of an agent.
type Part struct {
	Name    string // the activity of a reaction; the name of a layer
	Layer   bool
	Running bool
	Waiting bool    // a reaction that waits to start; a layer whose resources are in use by something higher
	Rests   float64 // seconds until the reaction can start again
	Why     string  // what a reaction waits for
}

// Activity is a running activity of an agent.
type Activity struct {
	Kind   ActivityKind
	Name   string
	Parent int      // index of the activity that started it; -1: the agent's plan line, a reaction or a layer, or it is the mind itself
	Uses   []string // resources that it occupies
	Needs  []string // tokens and slots that it waits for
	Holds  bool     // it is committed or uninterrupted
}

// ActivityKind is the kind of an activity.
type ActivityKind uint8

// Kinds of activities.
const (
	Action ActivityKind = iota // an action of the host
	Tree
	Plan // for a task or operator
	Goal
	Brain
	Order // an order of a squad
)

// String returns the kind in a word: "tree".
func (k ActivityKind) String() string {
	return fact.Name(k, "action", "tree", "plan", "goal", "brain", "order")
}
