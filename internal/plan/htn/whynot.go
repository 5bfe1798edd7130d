package htn

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Answer says why a method, task or operator is not in the plan, or that it is in the plan.
type Answer struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"` // method, task, operator; several with " and " between them
	Verdict Verdict `json:"verdict"`
	InPlan  bool    `json:"inPlan"`
	Summary string  `json:"summary"`
	// Cases are the times it was considered, in order.
	Cases []Case `json:"cases"`
}

// Verdict is the outcome for programs to use; texts are for people.
type Verdict string

// The verdicts.
const (
	VerdictInPlan    Verdict = "in plan"   // the plan has it; for something that is not part of plans: it runs
	VerdictTried     Verdict = "tried"     // it was considered, and failed: the cases have the reasons
	VerdictPassed    Verdict = "passed"    // an earlier method led to a plan
	VerdictUnreached Verdict = "unreached" // its callers failed, or were not considered
	VerdictElsewhere Verdict = "elsewhere" // the goal does not lead to it
)

// Case is one time that something was considered.
type Case struct {
	ID      int      `json:"id"`      // of the Tried
	Within  string   `json:"within"`  // the methods on the way to it
	Outcome string   `json:"outcome"` // chosen, rejected, abandoned, never
	Text    string   `json:"text"`
	Later   []string `json:"later,omitempty"` // abandoned: what failed after it had been chosen

	before string // never: the method that stands before it and led to a plan; empty: none does
}

// UnknownName is the error of a name that nothing in the domain has.
type UnknownName struct {
	Name string
	Hint string // a name that is close, or empty
}

// Error returns the unknown name and similar known ones.
func (e *UnknownName) Error() string {
	text := fmt.Sprintf("no method, task or operator is called %q", e.Name)
	if e.Hint != "" {
		text += fmt.Sprintf("; did you mean %q?", e.Hint)
	}
	return text
}

// WhyNot answers for one name: a method ("buy first", or "dine/buy first" if several tasks have a method with that
// name), a task or an operator, which may have arguments: "chop(pine)". If several kinds have the name, the answer
// covers all of them unless the name includes the kind: "operator fire". For a name that the search never considered,
// the answer has the reason. The error is an [*UnknownName].
func (e *Explanation) WhyNot(name string) (*Answer, error) {
	asked := e.spelt(name)
	plain, args, isCall := strings.Cut(asked, "(")
	kinds, plain := e.kindsOf(plain)
	if len(kinds) == 0 {
		return nil, &UnknownName{Name: name, Hint: expr.Suggest(name, e.names())}
	}
	a := &Answer{Name: plain, Kind: strings.Join(kinds, " and "), Cases: []Case{}}
	for i := range e.Tried {
		t := &e.Tried[i]
		if isCall && withoutSpaces(t.Name) != withoutSpaces(plain+"("+args) {
			continue
		}
		if slices.ContainsFunc(kinds, func(kind string) bool { return concerns(t, kind, plain) }) {
			a.Cases = append(a.Cases, e.caseOf(t))
			a.InPlan = a.InPlan || t.InPlan
		}
	}
	if isCall {
		a.Name += "(" + args
	}
	if e.judge(a, kinds, plain); len(a.Cases) == 0 && a.Verdict != VerdictElsewhere {
		if found := e.barriers(plain, map[string]bool{}); len(found) > 0 && found[0].Text != "" && (a.Verdict != VerdictPassed || found[0].before != e.passedFor(plain)) {
			a.Cases = found
			a.Summary = a.Kind + " " + strconv.Quote(a.Name) + " was never considered: " + a.Cases[0].Within + ": " + a.Cases[0].Text
		}
	}
	return a, nil
}

// LeadsTo reports whether planning for a goal can reach a task, operator or method with a name in any situation.
func LeadsTo(info *def.Info, g Goal, name string) bool {
	if g.IsOperator {
		return info.Operators[g.Operator].Name == name
	}
	return reaches(info.Tasks[g.Task], name, map[*def.TaskInfo]bool{})
}

func reaches(t *def.TaskInfo, name string, seen map[*def.TaskInfo]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	return t.Name == name || slices.ContainsFunc(t.Methods, func(m *def.MethodInfo) bool {
		return m.Name == name || t.Name+"/"+m.Name == name || blockReaches(m.Body, name, seen)
	})
}

func blockReaches(b *def.BlockInfo, name string, seen map[*def.TaskInfo]bool) bool {
	return b != nil && slices.ContainsFunc(b.Items, func(it def.ItemInfo) bool {
		return it.Operator != nil && it.Operator.Name == name || it.Task != nil && reaches(it.Task, name, seen) || blockReaches(it.Block, name, seen)
	})
}

func withoutSpaces(s string) string { return strings.ReplaceAll(s, " ", "") }

// spelt returns a name as it is declared: case is ignored if no other declaration has the name, and a dot may replace
// the slash.
func (e *Explanation) spelt(name string) string {
	plain, args, isCall := strings.Cut(strings.TrimSpace(name), "(")
	if kinds, _ := e.kindsOf(plain); kinds == nil {
		for _, known := range e.names() {
			if strings.EqualFold(known, plain) || strings.EqualFold(known, strings.Replace(plain, ".", "/", 1)) {
				plain = known
				break
			}
		}
	}
	if isCall {
		return plain + "(" + args
	}
	return plain
}

// barriers reports, for something that was never considered, the outcomes of the methods that lead to it, or, if those
// were not tried, of those that lead there.
func (e *Explanation) barriers(name string, seen map[string]bool) []Case {
	out := []Case{}
	for _, task := range e.info.Tasks {
		for i, m := range task.Methods {
			full := task.Name + "/" + m.Name
			if seen[full] || !leadsTo(m.Body, name) && name != full && name != m.Name {
				continue
			}
			seen[full] = true
			c, came := e.barrier(task, i)
			switch {
			case came:
				out = append(out, c)
			case !seen[task.Name]:
				seen[task.Name] = true
				out = append(out, e.barriers(task.Name, seen)...)
			}
		}
	}
	return out
}

// leadsTo reports whether a block calls a task or operator.
func leadsTo(b *def.BlockInfo, name string) bool {
	return b != nil && slices.ContainsFunc(b.Items, func(it def.ItemInfo) bool {
		return it.Operator != nil && it.Operator.Name == name || it.Task != nil && it.Task.Name == name || leadsTo(it.Block, name)
	})
}

// barrier reports what became of a method; not came: its task did not come up.
func (e *Explanation) barrier(task *def.TaskInfo, method int) (c Case, came bool) {
	passed := false
	c.Within = fmt.Sprintf("%s, %q", task.Name, task.Methods[method].Name)
	for i := range e.Tried {
		t := &e.Tried[i]
		if t.name != task.Name {
			continue
		}
		switch {
		case t.Kind == "task" && !came:
			c.ID, c.Outcome, c.Text, came = t.ID, "never", "its turn did not come", true
		case t.Kind == "method" && t.method < method && t.InPlan && came && !passed:
			c.ID, c.before, c.Text, passed = t.ID, t.Method, fmt.Sprintf("%q stands before it and led to a plan", t.Method), true
		case t.method == method && concerns(t, "method", task.Name+"/"+t.Method):
			found := e.caseOf(t)
			if found.Within = c.Within; found.Text == "" && len(found.Later) > 0 {
				found.Text, found.Later = "it did not come so far: "+found.Later[0], found.Later[1:]
			}
			return found, true
		}
	}
	return c, came
}

// kindsOf returns the declarations that a name may refer to, and the name without the kind that may precede it.
func (e *Explanation) kindsOf(name string) ([]string, string) {
	if kinds := e.kindsNamed(name); kinds != nil {
		return kinds, name
	}
	kind, plain, _ := strings.Cut(name, " ")
	if slices.Contains(e.kindsNamed(plain), kind) {
		return []string{kind}, plain
	}
	return nil, name
}

func (e *Explanation) kindsNamed(name string) []string {
	var kinds []string
	if slices.ContainsFunc(e.info.Tasks, func(t *def.TaskInfo) bool {
		return slices.ContainsFunc(t.Methods, func(m *def.MethodInfo) bool { return m.Name == name || t.Name+"/"+m.Name == name })
	}) {
		kinds = append(kinds, "method")
	}
	if e.info.Task(name) != nil {
		kinds = append(kinds, "task")
	}
	if e.info.Operator(name) != nil {
		kinds = append(kinds, "operator")
	}
	return kinds
}

func (e *Explanation) names() []string {
	var names []string
	for _, t := range e.info.Tasks {
		names = append(names, t.Name)
		for _, m := range t.Methods {
			names = append(names, m.Name, t.Name+"/"+m.Name)
		}
	}
	for _, o := range e.info.Operators {
		names = append(names, o.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// concerns reports whether a tried thing is a verdict on the subject.
func concerns(t *Tried, kind, name string) bool {
	switch kind {
	case "method":
		verdict := t.Kind == "rejected" || t.Kind == "method" || t.Kind == "candidates" && *t.Count == 0
		return verdict && (t.Method == name || t.name+"/"+t.Method == name)
	case "operator":
		return (t.Kind == "step" || t.Kind == "failed") && t.name == name
	default:
		return t.Kind == "method" && t.name == name
	}
}

func (e *Explanation) caseOf(t *Tried) Case {
	c := Case{ID: t.ID, Within: e.path(t), Text: t.Text}
	switch {
	case t.InPlan:
		c.Outcome = "chosen"
	case t.Kind == "method" || t.Kind == "step":
		c.Outcome = "abandoned"
		c.Later = e.after(t)
	default:
		c.Outcome = "rejected"
	}
	if len(t.Bound) > 0 {
		bound := "with " + strings.Join(t.Bound, ", ")
		if c.Text != "" {
			bound += ": " + c.Text
		}
		c.Text = bound
	}
	return c
}

// path names the methods on the way to something tried.
func (e *Explanation) path(t *Tried) string {
	var names []string
	for p := t.Parent; p >= 0; p = e.Tried[p].Parent {
		names = append(names, e.Tried[p].subject())
	}
	slices.Reverse(names)
	return strings.Join(names, " > ")
}

// maxLater bounds the report about one abandoned choice.
const maxLater = 5

// after lists what failed between a choice and its being taken back.
func (e *Explanation) after(t *Tried) []string {
	var out []string
	for i := t.ID + 1; i < len(e.Tried) && len(out) < maxLater; i++ {
		u := &e.Tried[i]
		if u.Kind == "backtrack" && u.Depth <= t.Depth {
			break
		}
		if u.Text != "" && !e.passed(u) {
			out = append(out, u.subject()+": "+u.Text)
		}
	}
	return out
}

// passed reports whether something rejected did not matter: another method of its task was taken next.
func (e *Explanation) passed(t *Tried) bool {
	if t.Kind != "rejected" && t.Kind != "candidates" {
		return false
	}
	for i := t.ID + 1; i < len(e.Tried); i++ {
		switch u := &e.Tried[i]; {
		case u.Kind == "rejected" || u.Kind == "candidates":
		default:
			return u.Kind == "method" && u.task == t.task
		}
	}
	return false
}

// judge answers about the declarations with a name, of these kinds, with a verdict and a summary.
func (e *Explanation) judge(a *Answer, kinds []string, plain string) {
	what := a.Kind + " " + strconv.Quote(a.Name)
	switch {
	case a.InPlan:
		a.Verdict, a.Summary = VerdictInPlan, what+" is in the plan"
	case len(a.Cases) > 0:
		a.Verdict, a.Summary = VerdictTried, what+" is not in the plan: considered "+plural(len(a.Cases), "time")
	case !LeadsTo(e.info, e.goal, plain):
		a.Verdict, a.Summary = VerdictElsewhere, what+" was never considered: "+e.Goal+" does not lead to it"
	default:
		a.Verdict, a.Summary = VerdictUnreached, what+" was never considered: no method that was taken leads to it"
		if before := e.passedFor(plain); before != "" {
			a.Verdict, a.Summary = VerdictPassed, what+" was never considered: "+strconv.Quote(before)+" stands before it and led to a plan"
		} else if e.Dropped > 0 {
			a.Summary = what + " was not considered in what was recorded of the search, which was longer"
		} else if slices.Contains(kinds, "method") {
			a.Summary = what + " was never considered: its task did not come up"
		}
	}
}

// passedFor returns the method that led to a plan and stands before a method of a name; empty: none does.
func (e *Explanation) passedFor(name string) string {
	for i := range e.Tried {
		t := &e.Tried[i]
		if t.Kind != "method" || !t.InPlan {
			continue
		}
		task := e.info.Tasks[t.task]
		for k := t.method + 1; k < len(task.Methods); k++ {
			if m := task.Methods[k].Name; m == name || task.Name+"/"+m == name {
				return t.Method
			}
		}
	}
	return ""
}

// WriteText writes the answer for people.
func (a *Answer) WriteText(w io.Writer) error {
	b := &strings.Builder{}
	fmt.Fprintln(b, a.Summary)
	for _, c := range a.Cases {
		where := ""
		if c.Within != "" {
			where = " (within " + c.Within + ")"
		}
		fmt.Fprintf(b, "  %s%s", c.Outcome, where)
		if c.Text != "" {
			b.WriteString(": " + c.Text)
		}
		b.WriteString("\n")
		for _, l := range c.Later {
			b.WriteString("    then " + l + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
