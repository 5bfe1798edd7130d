package htn

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Explanation is how the result of a search came about: everything tried, in order. It is made by planning again with a
// recorder on; planning is deterministic, so that the second time shows what the first one did. Its JSON form is what
// the studio reads.
type Explanation struct {
	Goal    string      `json:"goal"`
	Status  string      `json:"status"`
	Limit   string      `json:"limit,omitempty"`
	Cost    *float64    `json:"cost,omitempty"` // of the plan, if the search was for the cheapest
	Steps   []string    `json:"steps"`
	Tried   []Tried     `json:"tried"`
	Dropped int         `json:"dropped,omitempty"` // events beyond MaxEvents
	Fault   string      `json:"fault,omitempty"`   // a function of the game panicked, with this: what follows in the search is not known
	Stats   TriedCounts `json:"stats"`

	info *def.Info
	goal Goal
}

// TriedCounts are the Stats of the search.
type TriedCounts struct {
	Nodes      int `json:"nodes"`
	Backtracks int `json:"backtracks"`
}

// Tried is one thing that was tried.
type Tried struct {
	ID     int        `json:"id"`
	Parent int        `json:"parent"` // the Tried with the method this happened within; -1 at the top
	Depth  int        `json:"depth"`
	Kind   string     `json:"kind"` // task, rejected, candidates, method, step, failed, pruned, backtrack, found
	Name   string     `json:"name"` // of the task or operator, with its arguments
	Method string     `json:"method,omitempty"`
	Bound  []string   `json:"bound,omitempty"` // free variables: "e = e1"
	Count  *int       `json:"count,omitempty"` // candidates; index of a step
	From   []string   `json:"from,omitempty"`  // candidates: the calls of functions of the host that they come from
	InPlan bool       `json:"inPlan,omitempty"`
	Since  []string   `json:"since,omitempty"`  // method, step: what makes recursive symbols in its condition hold
	Text   string     `json:"text,omitempty"`   // why it failed
	Cost   *float64   `json:"cost,omitempty"`   // found, in a search for the cheapest plan: what the plan costs
	Reason string     `json:"reason,omitempty"` // the same as a code, if no condition failed: seen, depth, dead, endless, cost, gone, banned, limit, claimed
	Failed string     `json:"failed,omitempty"`
	Part   string     `json:"part,omitempty"`
	Seen   []SeenCell `json:"seen,omitempty"`

	Before  string `json:"-"` // what stands before Part in Failed
	Behind  string `json:"-"` // and behind it
	Cooling bool   `json:"-"` // Part is words: the operators that are cooling down

	name                   string // of the task or operator, without arguments
	task, method, operator int    // of task, method or operator the IDs; -1: it is not about one
}

// Declared returns the task, the method and the operator that this is about; -1: it is about none.
func (t *Tried) Declared() (task, method, operator int) { return t.task, t.method, t.operator }

// SeenCell is a value that a failed condition saw.
type SeenCell struct {
	Symbol string `json:"symbol"`
	Value  string `json:"value"`
	Step   int    `json:"step"`         // index of the step that had set it, -1: none of the plan
	By     string `json:"by,omitempty"` // that step's operator
}

// Explain plans for a goal with a recorder on and reports what happened. Texts count steps from 1; fields are indices,
// from 0.
func Explain(d *Domain, st *world.State, g Goal, o Options) *Explanation {
	return explain(d, st, g, o, func(p *Planner) Result { return p.Plan(st, g) })
}

// ExplainRepair repairs a plan as [Planner.Repair] does, with a recorder on, and reports what happened. The goal it
// names is the task that is planned anew.
func ExplainRepair(st *world.State, plan *Plan, ended []bool, node int, o Options) *Explanation {
	n := plan.Node(node)
	return explain(plan.d, st, Goal{Task: n.Task, Args: n.Args}, o, func(p *Planner) Result { return p.Repair(st, plan, ended, node) })
}

func explain(d *Domain, st *world.State, g Goal, o Options, plan func(*Planner) Result) *Explanation {
	rec := &Recorder{}
	o.Record, o.Reads = rec, nil
	e := &Explanation{Goal: goalText(d, st, g), goal: g, Steps: []string{}, info: d.Info}
	var r Result
	e.guard(func() { r = plan(NewPlanner(d, o)) })
	e.Status, e.Limit, e.Dropped, e.Stats = r.Status.String(), r.Limit.String(), rec.Dropped, TriedCounts{r.Stats.Nodes, r.Stats.Backtracks}
	if r.Plan != nil && o.Search == Best {
		cost := r.Plan.Cost()
		e.Cost = &cost
	}
	for i := 0; r.Plan != nil && i < r.Plan.Len(); i++ {
		e.Steps = append(e.Steps, StepText(r.Plan, i, st))
	}
	n := narrator{d: d, st: st}
	for i := range rec.Events {
		t := Tried{ID: i, Parent: rec.Events[i].Parent, Depth: rec.Events[i].Depth, Kind: rec.Events[i].Kind.String()}
		e.guard(func() { t = n.tell(i, &rec.Events[i]) })
		e.Tried = append(e.Tried, t)
	}
	for _, id := range rec.final {
		e.Tried[id].InPlan = true
	}
	return e
}

// guard keeps a panic of a function of the host: the caller that asks why something happened gets an answer, whatever
// else is wrong.
func (e *Explanation) guard(do func()) {
	defer func() {
		if v := recover(); v != nil && e.Fault == "" {
			e.Fault = fmt.Sprint(v)
		}
	}()
	do()
}

// StepText returns a step as people write it: "move(crate, home)".
func StepText(pl *Plan, i int, st *world.State) string {
	s := pl.Step(i)
	o := pl.d.Info.Operators[s.Operator]
	return CallText(st, o.Name, o.Params, s.Args)
}

func goalText(d *Domain, st *world.State, g Goal) string {
	if g.IsOperator {
		o := d.Info.Operators[g.Operator]
		return CallText(st, o.Name, o.Params, g.Args)
	}
	t := d.Info.Tasks[g.Task]
	return CallText(st, t.Name, t.Params, g.Args)
}

// CallText is a task or operator with its arguments as people write it: "move(crate, home)".
func CallText(st world.Names, name string, params []def.Slot, args []world.Word) string {
	if len(params) == 0 {
		return name
	}
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = slotText(st, p, args, 0)
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}

func slotText(st world.Names, s def.Slot, words []world.Word, first int) string {
	at := s.Index - first
	return world.FormatRounded(st.Schema(), st, s.Type, words[at:at+s.Type.Width()])
}

// narrator turns events into words.
type narrator struct {
	d  *Domain
	st *world.State
	by []string // operators of the steps so far
}

func (n *narrator) tell(id int, e *Event) Tried {
	t := Tried{ID: id, Parent: e.Parent, Depth: e.Depth, Kind: e.Kind.String(), task: int(e.Task), method: e.Method, operator: -1}
	info := n.d.Info
	switch e.Kind {
	case EventTask, EventMethod, EventBacktrack:
		if e.Kind == EventBacktrack && e.Method < 0 {
			t.Name = "the order of subtasks"
			break
		}
		t.name = info.Tasks[e.Task].Name
		t.Name = CallText(n.st, t.name, info.Tasks[e.Task].Params, e.Args)
	case EventStep, EventFailed:
		t.name = info.Operators[e.Operator].Name
		t.Name = CallText(n.st, t.name, info.Operators[e.Operator].Params, e.Args)
		t.operator = int(e.Operator)
	case EventRejected, EventCandidates:
		t.name = info.Tasks[e.Task].Name
		t.Name = t.name
	}
	n.details(&t, e)
	return t
}

// details fills in what only some kinds of events have.
func (n *narrator) details(t *Tried, e *Event) {
	switch e.Kind {
	case EventRejected, EventCandidates, EventMethod, EventBacktrack:
		if e.Method >= 0 {
			m := n.d.Info.Tasks[e.Task].Methods[e.Method]
			t.Method = m.Name
			for _, v := range m.Each {
				if e.Bound != nil {
					t.Bound = append(t.Bound, v.Name+" = "+slotText(n.st, v, e.Bound, m.Each[0].Index))
				}
			}
		}
	}
	switch e.Kind {
	case EventCandidates:
		t.Count = &e.Count
		for _, from := range n.d.Info.Tasks[e.Task].Methods[e.Method].From {
			if from != nil {
				t.From = append(t.From, from.String())
			}
		}
	case EventFound:
		t.Cost = e.Cost
	case EventStep:
		t.Count = &e.Count
		n.by = append(n.by[:min(len(n.by), e.Count)], t.Name)
	}
	t.Since = e.Since
	if e.Reason != pruneNot {
		if t.Text, t.Reason = e.Reason.String(), e.Reason.code(); e.Ban != "" {
			t.Text = e.Ban
		}
	}
	if e.Why != nil {
		t.Failed, t.Part, t.Before, t.Behind, t.Cooling = e.Why.Condition, e.Why.Part, e.Why.Before, e.Why.Behind, e.Why.told
		for _, s := range e.Why.Seen {
			cell := SeenCell{Symbol: s.Symbol, Value: s.Value, Step: s.Step}
			if s.Step >= 0 && s.Step < len(n.by) {
				cell.By = n.by[s.Step]
			}
			t.Seen = append(t.Seen, cell)
		}
		t.Text = e.Why.sentence(t.Seen)
	}
}

// String returns the name that the JSON form uses.
func (k EventKind) String() string {
	return fact.Name(k, "", "task", "rejected", "candidates", "method", "step", "failed", "pruned", "backtrack", "found")
}

// sentence reports the condition that did not hold and its values: "money >= price: money was 0 (set by step 1, buy)".
func (c *Cause) sentence(seen []SeenCell) string {
	var parts []string
	for _, s := range seen {
		parts = append(parts, s.Symbol+" was "+s.Value+s.origin())
	}
	parts = append(parts, c.Constants...)
	if c.More {
		parts = append(parts, "and more")
	}
	values := strings.Join(parts, ", ")
	switch {
	case c.told && len(seen) == 1:
		return c.Part + seen[0].origin()
	case c.Text != "" && values != "":
		return c.Text + ": " + values
	case c.Text != "":
		return c.Text
	case len(seen) == 1 && len(parts) == 1 && strings.TrimLeft(c.Part, "!") == seen[0].Symbol:
		return values
	case values == "":
		return c.Part + " never holds"
	}
	return c.Part + ": " + values
}

// origin names the step of the plan that had set the value. What set a value before the plan is not known here.
func (s *SeenCell) origin() string {
	if s.Step < 0 {
		return ""
	}
	return fmt.Sprintf(" (set by step %d, %s)", s.Step+1, s.By)
}

// WriteText writes the explanation for people: the decomposition tree in the order in which it was tried. Parts of the
// plan are marked +, failed tries -, returns <.
func (e *Explanation) WriteText(w io.Writer) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s: %s\n", e.Goal, e.outcome())
	for i := range e.Tried {
		if line := e.Tried[i].line(); line != "" {
			b.WriteString(line + "\n")
		}
	}
	if e.Dropped > 0 {
		fmt.Fprintf(b, "... and %d more\n", e.Dropped)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (e *Explanation) outcome() string {
	counts := fmt.Sprintf("   (%s, %s)", plural(e.Stats.Nodes, "node"), plural(e.Stats.Backtracks, "backtrack"))
	if e.Fault != "" {
		return "a function of the game panicked: " + e.Fault + counts
	}
	switch e.Status {
	case "found":
		if len(e.Steps) == 0 {
			return "nothing needs to be done" + counts
		}
		return strings.Join(e.Steps, ", ") + e.costText() + counts
	case "limit":
		return "no plan within the limit of " + e.Limit + counts
	}
	return "no plan" + counts
}

// costText says what the cheapest plan costs, and whether a cheaper one may have been missed; empty if the first plan
// was searched.
func (e *Explanation) costText() string {
	switch {
	case e.Cost == nil:
		return ""
	case e.Limit != "":
		return fmt.Sprintf(": cost %g, the cheapest within the limit of %s", *e.Cost, e.Limit)
	}
	return fmt.Sprintf(": cost %g, none is cheaper", *e.Cost)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// line is one line of the text form.
func (t *Tried) line() string {
	indent := strings.Repeat("    ", t.Depth)
	mark := "- "
	if t.InPlan {
		mark = "+ "
	}
	switch t.Kind {
	case "task":
		return indent + t.Name
	case "rejected":
		return indent + "  - " + t.choice() + ": " + t.Text
	case "candidates":
		if *t.Count == 0 {
			return indent + "  - " + strconv.Quote(t.Method) + ": " + t.Text
		}
		return indent + "    " + strconv.Quote(t.Method) + " has " + plural(*t.Count, "candidate") + t.from()
	case "method":
		return indent + "  " + mark + t.choice() + t.since()
	case "step":
		return fmt.Sprintf("%s%s%d %s%s", indent, mark, *t.Count+1, t.Name, t.since())
	case "failed":
		return indent + "- " + t.Name + ": " + t.Text
	case "pruned":
		return indent + "  - not pursued: " + t.Text
	case "backtrack":
		return indent + "< back to " + t.Name
	case "found":
		if t.Cost != nil {
			return fmt.Sprintf("= a plan that costs %g", *t.Cost)
		}
	}
	return ""
}

// from says which functions of the host have given candidates.
func (t *Tried) from() string {
	if len(t.From) == 0 {
		return ""
	}
	return " from " + strings.Join(t.From, ", ")
}

// since says what makes recursive symbols hold.
func (t *Tried) since() string {
	if len(t.Since) == 0 {
		return ""
	}
	return ", since " + strings.Join(t.Since, "; ")
}

// choice names a method with what its free variables are bound to.
func (t *Tried) choice() string {
	if len(t.Bound) == 0 {
		return strconv.Quote(t.Method)
	}
	return strconv.Quote(t.Method) + " with " + strings.Join(t.Bound, ", ")
}

const (
	// maxReasons bounds the short reason: it is read in a log or under a character.
	maxReasons = 12
	// maxAlike is the maximum number of reasons about one condition with different values.
	maxAlike = 3
)

// Reason says in short why there is no plan: one line for each condition that stood in the way. Empty when there is
// one.
func (e *Explanation) Reason() string {
	title := e.Title()
	if title == "" {
		return ""
	}
	return strings.Join(append([]string{title}, e.Reasons()...), "\n  ")
}

// Title says that there is no plan, without what prevented one: "no plan for dine". Empty when there is one.
func (e *Explanation) Title() string {
	if e.Status == "found" {
		return ""
	}
	title := "no plan for " + e.Goal
	if e.Fault != "" {
		title += ": a function of the game panicked: " + e.Fault
	}
	if e.Status == "limit" {
		title += " within the limit of " + e.Limit
	}
	return title
}

// Reasons returns a line for each thing that stood in the way of a plan, in the order of the search: the first few,
// then "..." if there were more.
func (e *Explanation) Reasons() []string {
	var lines []string
	known, alike := map[string]bool{}, map[string]int{}
	more := false
	for i := range e.Tried {
		t := &e.Tried[i]
		if t.Text == "" {
			continue
		}
		line := t.subject() + ": " + t.Text
		if known[line] {
			continue
		}
		known[line] = true
		condition := t.subject() + ": " + t.Part
		if alike[condition]++; alike[condition] > maxAlike {
			more = true
			continue
		}
		if len(lines) == maxReasons {
			more = true
			break
		}
		lines = append(lines, line)
	}
	if more {
		lines = append(lines, "...")
	}
	return lines
}

// Recorded returns how many nodes of the search the explanation covers: fewer than Stats where more happened than a
// recording keeps.
func (e *Explanation) Recorded() int {
	nodes := 0
	for i := range e.Tried {
		switch e.Tried[i].Kind {
		case "method", "rejected", "candidates", "step", "failed":
			nodes++
		}
	}
	return min(nodes, e.Stats.Nodes)
}

// subject names the tried method with its task, or the operator.
func (t *Tried) subject() string {
	switch {
	case t.Kind == "rejected":
		return t.Name + ", " + t.choice()
	case t.Method != "":
		return t.Name + ", " + strconv.Quote(t.Method)
	case t.Name != "":
		return t.Name
	}
	return "not pursued"
}
