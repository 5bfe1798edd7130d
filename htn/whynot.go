package htn

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/expr"
)

// Answer tells why a method, task or operator is not in the plan, or that it is.
type Answer struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"` // method, task, operator; several with " and " between them
	InPlan  bool   `json:"inPlan"`
	Summary string `json:"summary"`
	// Cases are the times it was considered, in order.
	Cases []Case `json:"cases"`
}

// Case is one time that something was considered.
type Case struct {
	ID      int      `json:"id"`      // of the Tried
	Within  string   `json:"within"`  // the methods on the way to it
	Outcome string   `json:"outcome"` // chosen, rejected, abandoned
	Text    string   `json:"text"`
	Later   []string `json:"later,omitempty"` // abandoned: what failed after it had been chosen
}

// UnknownName is the error of a name that nothing in the domain has.
type UnknownName struct {
	Name string
	Hint string // a name that is close, or empty
}

// Error returns what is unknown, and what may have been meant.
func (e *UnknownName) Error() string {
	text := fmt.Sprintf("no method, task or operator is called %q", e.Name)
	if e.Hint != "" {
		text += fmt.Sprintf("; did you mean %q?", e.Hint)
	}
	return text
}

// WhyNot answers for one name: a method ("buy first", or "dine/buy first" where several tasks have one of that name), a task
// or an operator. Where several kinds of things have the name the answer is about all of them, unless the name says which:
// "operator fire". The error is an [*UnknownName].
func (e *Explanation) WhyNot(name string) (*Answer, error) {
	kinds, name := e.kindsOf(name)
	if len(kinds) == 0 {
		return nil, &UnknownName{Name: name, Hint: expr.Suggest(name, e.names())}
	}
	a := &Answer{Name: name, Kind: strings.Join(kinds, " and "), Cases: []Case{}}
	for i := range e.Tried {
		t := &e.Tried[i]
		if slices.ContainsFunc(kinds, func(kind string) bool { return concerns(t, kind, name) }) {
			a.Cases = append(a.Cases, e.caseOf(t))
			a.InPlan = a.InPlan || t.InPlan
		}
	}
	a.Summary = e.summary(a)
	return a, nil
}

// kindsOf tells what a name stands for, and the name without the kind that may stand before it.
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

// concerns reports whether something tried is a verdict on what was asked about.
func concerns(t *Tried, kind, name string) bool {
	plain, _, _ := strings.Cut(t.Name, "(")
	switch kind {
	case "method":
		verdict := t.Kind == "rejected" || t.Kind == "method" || t.Kind == "candidates" && *t.Count == 0
		return verdict && (t.Method == name || plain+"/"+t.Method == name)
	case "operator":
		return (t.Kind == "step" || t.Kind == "failed") && plain == name
	default:
		return t.Kind == "method" && plain == name
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
		c.Text = strings.TrimSuffix("with "+strings.Join(t.Bound, ", ")+": "+c.Text, ": ")
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

// maxLater bounds what is told about one abandoned choice.
const maxLater = 5

// after lists what failed between a choice and its being taken back.
func (e *Explanation) after(t *Tried) []string {
	var out []string
	for i := t.ID + 1; i < len(e.Tried) && len(out) < maxLater; i++ {
		u := &e.Tried[i]
		if u.Kind == "backtrack" && u.Depth <= t.Depth {
			break
		}
		if u.Text != "" {
			out = append(out, u.subject()+": "+u.Text)
		}
	}
	return out
}

func (e *Explanation) summary(a *Answer) string {
	what := a.Kind + " " + strconv.Quote(a.Name)
	switch {
	case a.InPlan:
		return what + " is in the plan"
	case len(a.Cases) > 0:
		return what + " is not in the plan: considered " + plural(len(a.Cases), "time")
	case strings.HasPrefix(a.Kind, "method"):
		return what + " was never considered: " + e.unreached(a.Name)
	}
	return what + " was never considered: no method that was taken leads to it"
}

// unreached tells why a method's turn did not come.
func (e *Explanation) unreached(name string) string {
	for i := range e.Tried {
		t := &e.Tried[i]
		if t.Kind != "method" || !t.InPlan {
			continue
		}
		task := e.info.Tasks[t.task]
		for k := t.method + 1; k < len(task.Methods); k++ {
			if m := task.Methods[k].Name; m == name || task.Name+"/"+m == name {
				return fmt.Sprintf("%s stands before it and led to a plan", strconv.Quote(t.Method))
			}
		}
	}
	return "its task did not come up"
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
