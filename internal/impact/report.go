package impact

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxListed is the maximum number of differences that a report lists for each recording. It counts all.
const MaxListed = 200

// Counted is how many decisions of a kind there are.
type Counted struct {
	Looked  int `json:"looked"`  // decisions that were made again
	Differ  int `json:"differ"`  // those with another result
	Unknown int `json:"unknown"` // those that could not be made again, because a function of the game panicked
}

func (c *Counted) add(o Counted) {
	c.Looked, c.Differ, c.Unknown = c.Looked+o.Looked, c.Differ+o.Differ, c.Unknown+o.Unknown
}

// Difference is a recorded decision that the changed program would make differently.
type Difference struct {
	Tick    int64   `json:"tick"`
	Seconds float64 `json:"seconds"`
	Agent   string  `json:"agent"`
	Kind    Kind    `json:"kind"`
	Goal    string  `json:"goal,omitempty"` // of a planning
	Before  string  `json:"before"`
	After   string  `json:"after"`
}

// Kind is the kind of a decision.
type Kind string

// The kinds.
const (
	Plan Kind = "plan" // a planning
	Turn Kind = "turn" // what a tree or a brain does in a turn
)

// Report says how many decisions of a recording would differ. With Played below Of it is a sample of the recording.
type Report struct {
	Name   string       `json:"name"`
	Plans  Counted      `json:"plans"`
	Turns  Counted      `json:"turns"`  // samples of trees and brains, one a second
	Played int64        `json:"played"` // ticks looked at
	Of     int64        `json:"of"`     // ticks of the recording
	List   []Difference `json:"list"`   // the first ones, in order of time
	Notes  []string     `json:"notes"`  // what could not be compared, and why
}

// IsWhole reports whether the whole recording has been looked at.
func (r *Report) IsWhole() bool { return r.Played >= r.Of }

// Differ returns the number of decisions that would differ.
func (r *Report) Differ() int { return r.Plans.Differ + r.Turns.Differ }

// Text returns the counts as people write them, in one line.
func (r *Report) Text() string {
	var b strings.Builder
	if r.Plans.Looked > 0 || r.Turns.Looked == 0 {
		fmt.Fprintf(&b, "%d of %d recorded plannings would differ, each on its recorded state", r.Plans.Differ, r.Plans.Looked)
	}
	if r.Turns.Looked > 0 {
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%d of %d turns of trees and brains, looked at once a second, would differ", r.Turns.Differ, r.Turns.Looked)
	}
	if n := r.Plans.Unknown + r.Turns.Unknown; n > 0 {
		fmt.Fprintf(&b, "; %d could not be made again", n)
	}
	if !r.IsWhole() {
		fmt.Fprintf(&b, " (so far: %d %% of the recording, spread evenly over it)", r.Played*100/max(r.Of, 1))
	}
	return b.String()
}

// add adds the result of a part.
func (r *Report) add(p *part) {
	r.Plans.add(p.plans)
	r.Turns.add(p.turns)
	r.Played += p.ticks
	r.List = append(r.List, p.list...)
	slices.SortStableFunc(r.List, func(a, b Difference) int {
		return cmp.Or(cmp.Compare(a.Tick, b.Tick), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Goal, b.Goal))
	})
	r.List = r.List[:min(len(r.List), MaxListed)]
	for _, n := range p.notes {
		if !slices.Contains(r.Notes, n) {
			r.Notes = append(r.Notes, n)
		}
	}
	slices.Sort(r.Notes)
}

func (r *Report) clone() Report {
	out := *r
	out.List, out.Notes = slices.Clone(r.List), slices.Clone(r.Notes)
	return out
}
