package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
)

// Rules restrict which plans are accepted. The zero Rules are those of the competition.
type Rules struct {
	// AtFirstAction requires the precondition of a method to hold in the state immediately before the first action
	// below it; methods without actions below are not affected. It makes a difference only in partial order.
	AtFirstAction bool
}

// Plan validates a plan for a domain and a problem without errors from hddl.Check, by the rules of the competition. It
// changes none of its arguments.
func Plan(d *hddl.Domain, p *hddl.Problem, f *File) Verdict { return Rules{}.Plan(d, p, f) }

// Plan validates a plan; see the function [Plan].
func (r Rules) Plan(d *hddl.Domain, p *hddl.Problem, f *File) Verdict {
	j := &judge{
		world: &world{names: newNames(d, p), history: newHistory(p.Init), work: maxWork},
		rules: r, problem: p, file: f, schemes: map[string][]*scheme{},
	}
	j.run()
	if j.exhausted() {
		j.verdict = Verdict{}
		j.fail(TooHard, f.Root.Span, "validating the plan takes more than %d steps", maxWork)
	}
	return j.verdict
}

// judge validates one plan, and stops at the first error.
type judge struct {
	*world
	rules   Rules
	problem *hddl.Problem
	file    *File
	verdict Verdict

	schemes   map[string][]*scheme // of the methods, by name
	stuck     *node                // the first node without a point for its precondition
	stuckFrom int
	late      *node // the node that ends too late for it, if that is the cause
}

func (j *judge) run() {
	nodes := j.tree()
	ok := nodes != nil && j.declared() && j.initial(nodes[0]) && j.execute()
	for i := 1; ok && i < len(nodes); i++ {
		ok = nodes[i].action >= 0 || j.decomposed(nodes[i])
	}
	if ok && j.ordered(nodes[0], j.problem.Name.Text) && j.place(nodes[0], 0) == never && !j.exhausted() {
		j.misplaced()
	}
}

// fail sets the verdict. The caller may extend the diagnostic.
func (j *judge) fail(r Reason, at diag.Span, format string, args ...any) *diag.Diagnostic {
	j.verdict = Verdict{r, diag.Diagnostic{Severity: diag.Error, Code: reasons[r].code, Span: at, Message: fmt.Sprintf(format, args...)}}
	return &j.verdict.Found
}

// declared resolves all names, and checks arguments against parameters.
func (j *judge) declared() bool {
	for i := range j.file.Actions {
		l := &j.file.Actions[i]
		a := j.actions[l.Name.Text]
		if a == nil {
			d := j.fail(UnknownAction, l.Name.Span, "there is no action %s", l.Name.Text)
			d.Hint = didYouMean(similar(j.actions, l.Name.Text))
			if j.tasks[l.Name.Text] != nil {
				d.Hint = "it is a compound task: its line comes after root and names a method"
			}
			return false
		}
		if !j.arguments(l, a.Params, a.At) {
			return false
		}
	}
	for i := range j.file.Methods {
		if !j.declaredTask(&j.file.Methods[i]) {
			return false
		}
	}
	return true
}

func (j *judge) declaredTask(l *Line) bool {
	t := j.tasks[l.Name.Text]
	switch {
	case t == nil:
		d := j.fail(UnknownTask, l.Name.Span, "there is no compound task %s", l.Name.Text)
		d.Hint = didYouMean(similar(j.tasks, l.Name.Text))
		if j.actions[l.Name.Text] != nil {
			d.Hint = "it is an action, which has no methods"
		}
		return false
	case j.methods[l.Method.Text] == nil:
		j.fail(UnknownMethod, l.Method.Span, "there is no method %s", l.Method.Text).Hint = didYouMean(similar(j.methods, l.Method.Text))
		return false
	}
	return j.arguments(l, t.Params, t.At)
}

func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %q? Upper and lower case differ", name)
}

func (j *judge) arguments(l *Line, params []hddl.Param, declared diag.Span) bool {
	if len(l.Args) != len(params) {
		j.fail(ArgumentCount, l.Span, "%s takes %d arguments, not %d", l.Name.Text, len(params), len(l.Args)).Related = related(declared, "declared here")
		return false
	}
	for i, a := range l.Args {
		p := params[i]
		switch {
		case j.objects[a.Text] == nil:
			j.fail(UnknownObject, a.Span, "there is no object %s", a.Text).Hint = didYouMean(similar(j.objects, a.Text))
			return false
		case !j.fits(a.Text, p.Type):
			j.fail(ArgumentType, a.Span, "%s is not of type %s, as %s of %s must be", a.Text, strings.Join(alternatives(p.Type), " or "), p.Name.Text, l.Name.Text).Related = related(p.At, "declared here")
			return false
		}
	}
	return true
}

// initial checks that the root's tasks are those of the problem.
func (j *judge) initial(root *node) bool {
	s := initialScheme(j.problem)
	root.schemes = []*scheme{s}
	if !j.any(root, byName) {
		j.fail(WrongRoot, root.line.Span, "the initial tasks are %s, but root lists %s", wanted(s), given(root))
		return false
	}
	if !j.any(root, byArgs) {
		j.fail(WrongRoot, root.line.Span, "the tasks below root have other arguments than the initial tasks: %s", given(root))
		return false
	}
	return true
}

// execute runs the actions in order, and checks the goal.
func (j *judge) execute() bool {
	for i := range j.file.Actions {
		l := &j.file.Actions[i]
		a := j.actions[l.Name.Text]
		b := bind(a.Params, l.Args)
		if part := j.failing(i, a.Precondition, b); part != nil {
			j.fail(NotApplicable, l.Span, "%s is not applicable here: %s does not hold", about(l), show(part, b)).Related = related(part.Span(), "its precondition")
			return false
		}
		j.apply(i, a.Effect, b)
	}
	if part := j.failing(len(j.file.Actions), j.problem.Goal, binding{}); part != nil {
		j.fail(GoalMissed, j.file.Root.Span, "the goal is not reached: %s does not hold at the end", show(part, nil)).Related = related(part.Span(), "the goal")
		return false
	}
	return true
}

func bind(params []hddl.Param, args []Word) binding {
	b := binding{}
	for i, p := range params {
		b[p.Name.Text] = args[i].Text
	}
	return b
}

// any reports whether a node can be an instance of one of its schemes.
func (j *judge) any(n *node, level strictness) bool {
	return slices.ContainsFunc(n.schemes, func(s *scheme) bool {
		return j.matches(n, s, level, func(*match) bool { return true })
	})
}

// decomposed checks the method of a compound task in isolation.
func (j *judge) decomposed(n *node) bool {
	l := n.line
	for _, s := range j.schemesOf(l.Method.Text) {
		if s.task.Name.Text == l.Name.Text {
			n.schemes = append(n.schemes, s)
		}
	}
	if n.schemes == nil {
		m := j.methods[l.Method.Text][0]
		j.fail(WrongTask, l.Method.Span, "%s is a method for %s, not for %s", m.Name.Text, m.Task.Name.Text, l.Name.Text).Related = related(m.At, "declared here")
		return false
	}
	s := n.schemes[0]
	var d *diag.Diagnostic
	switch {
	case !j.any(n, byName):
		d = j.fail(WrongSubtasks, l.Span, "the subtasks of %s are %s, but the plan lists %s", l.Method.Text, wanted(s), given(n))
	case !j.any(n, byArgs):
		d = j.fail(NoBinding, l.Span, "%s cannot decompose %s into %s: the arguments do not fit", l.Method.Text, about(l), given(n))
	default:
		return j.ordered(n, l.Method.Text)
	}
	d.Related = related(s.method.At, "the method")
	return false
}

func (j *judge) schemesOf(name string) []*scheme {
	list, known := j.schemes[name]
	if !known {
		for _, m := range j.methods[name] {
			list = append(list, methodScheme(m))
		}
		j.schemes[name] = list
	}
	return list
}

// ordered checks the constraints of a method or of the initial network, the order of the actions below it, and that its
// precondition holds in some state.
func (j *judge) ordered(n *node, name string) bool {
	s, l := n.schemes[0], n.line
	switch {
	case !j.any(n, byConstraint):
		j.fail(ConstraintBroken, l.Span, "no choice of the parameters of %s satisfies its types and constraints", name)
	case !j.any(n, byOrder):
		j.fail(OrderBroken, l.Span, "the actions below %s are not in the order that %s requires", given(n), name)
	default:
		return true
	}
	if s.method != nil {
		j.verdict.Found.Related = related(s.method.At, "the method")
	}
	return false
}

// misplaced reports why the decompositions cannot all be placed.
func (j *judge) misplaced() {
	n, from := j.stuck, j.stuckFrom
	switch {
	case n == nil || n.isRoot():
		j.fail(OrderBroken, j.file.Root.Span, "no order of the tasks satisfies the methods")
		return
	case j.late != nil:
		j.fail(PreconditionFailed, j.late.line.Span, "%s must end before %s, but one of its preconditions does not hold early enough",
			about(j.late.line), about(n.line)).Related = related(n.line.Span, "what comes after it")
		return
	}
	l := n.line
	if j.rules.AtFirstAction && n.last >= 0 {
		from = n.first
	}
	d := j.fail(PreconditionFailed, l.Span, "the precondition of %s does not hold %s", l.Method.Text, j.between(from, n.first))
	d.Related = related(n.schemes[0].method.Precondition.Span(), "the precondition")
	for _, s := range n.schemes {
		j.matches(n, s, byOrder, func(m *match) bool {
			if part := j.missing(m, n.first); part != nil {
				d.Message += ": " + show(part, m.binding)
				d.Related = related(part.Span(), "the precondition")
			}
			return true
		})
	}
}

// missing returns the first part of a precondition that is false for any choice of parameters.
func (j *judge) missing(m *match, state int) hddl.Formula {
	for _, c := range m.scheme.all {
		open := slices.ContainsFunc(c.vars, func(v string) bool { _, bound := m.binding[v]; return !bound })
		if !open && !j.eval(state, c.formula, m.binding) {
			return c.formula
		}
	}
	return nil
}

// between describes the states in which a method could be applied.
func (j *judge) between(from, to int) string {
	switch actions := j.file.Actions; {
	case from < to && from == 0:
		return fmt.Sprintf("in any of the first %d states", to+1)
	case from < to:
		return fmt.Sprintf("in any state after %s (id %d)", about(&actions[from-1]), actions[from-1].ID)
	case to == len(actions):
		return "at the end"
	default:
		return fmt.Sprintf("before %s (id %d)", about(&actions[to]), actions[to].ID)
	}
}

// wanted and given list the subtasks of a scheme, and those of a node, for a message.
func wanted(s *scheme) string {
	var list []string
	for _, t := range s.subtasks {
		list = append(list, t.Call.Name.Text)
	}
	return listed(list)
}

func given(n *node) string {
	var list []string
	for _, c := range n.children {
		list = append(list, about(c.line))
	}
	return listed(list)
}

// maxListed limits the tasks in a message.
const maxListed = 6

func listed(list []string) string {
	switch n := len(list); {
	case n == 0:
		return "none"
	case n > maxListed:
		return fmt.Sprintf("%s, and %d more", strings.Join(list[:maxListed], ", "), n-maxListed)
	}
	return strings.Join(list, ", ")
}
