package answer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// subjectKind is the kind of a subject of questions.
type subjectKind uint8

// Kinds of subjects, in the order in which an ambiguous name is resolved.
const (
	subjectOperator subjectKind = iota + 1
	subjectTask
	subjectMethod
	subjectWant
	subjectGoal
	subjectNode
	subjectTree
	subjectReaction
	subjectLayer
	subjectOrder
	subjectRole
	subjectAction
	subjectBinding
	subjectPlan // a plan line
	subjectIdle
	subjectAlert // a level of alertness

	lastSubject = subjectAlert
)

func (k subjectKind) String() string {
	return [...]string{"", "operator", "task", "method", "want", "goal", "node", "tree", "reaction", "layer", "order", "role", "action", "binding", "plan line", "idle action", "alert"}[k]
}

// subject is something that can be asked about.
type subject struct {
	kind     subjectKind
	operator *def.OperatorInfo
	task     *def.TaskInfo // also of a method
	method   int
	tree     *def.TreeInfo // also of a node
	node     int32
	program  *bt.Program // of a node
	want     int
	goal     *def.GoalInfo
	index    int // of a reaction, layer, role, plan line, order or level
	action   *def.ActionInfo
	object   world.Object
	number   int64 // of an order that is given

	args []string // as asked: the bindings of its parameters or variables; "" and "_" match anything
}

// title is the title of the subject: "method fight/grenade(kane)".
func (k *asker) title(s *subject) string {
	text := s.kind.String() + " " + k.nameOf(s)
	if s.args != nil {
		text += "(" + strings.Join(s.args, ", ") + ")"
	}
	return text
}

func (k *asker) nameOf(s *subject) string {
	switch s.kind {
	case subjectOperator:
		return s.operator.Name
	case subjectTask:
		return s.task.Name
	case subjectMethod:
		return s.task.Name + "/" + s.task.Methods[s.method].Name
	case subjectWant:
		return k.kind.Mind.Brain.Wants[s.want].Name
	case subjectGoal:
		return s.goal.Name
	case subjectNode:
		return nodeLabel(s.program, s.node)
	case subjectTree:
		return s.tree.Name
	case subjectReaction:
		return k.kind.Reactions[s.index].Do.Name()
	case subjectLayer:
		return k.kind.Layers[s.index].Name
	case subjectOrder:
		if s.number > 0 {
			return number(s.number)
		}
		return k.info.Orders[s.index].Name()
	case subjectRole:
		return k.squad().Roles[s.index].Name
	case subjectAction:
		return s.action.Name
	case subjectBinding:
		return k.names.ObjectName(s.object, k.state.TypeOf(s.object))
	case subjectPlan:
		return k.lineName(s.index)
	case subjectIdle:
		return k.kind.Idle.Name()
	case subjectAlert:
		return alertness{k}.levels()[s.index]
	}
	return ""
}

func (k *looker) lineName(i int) string {
	c := k.kind.Plans[i].Call
	if c.Operator != nil {
		return k.call(c.Operator.Name, c.Operator.Params, c.Args)
	}
	return k.call(c.Task.Name, c.Task.Params, c.Args)
}

// squad returns the squad of the agent, or the agent itself if it is a squad; nil if there is none.
func (k *looker) squad() *def.SquadInfo {
	if k.kind.Leads != nil {
		return k.kind.Leads
	}
	return k.kind.Squad
}

// fold makes names comparable: case, spaces, dots and underscores do not matter.
func fold(name string) string {
	return folding.Replace(strings.ToLower(strings.TrimSpace(name)))
}

var folding = strings.NewReplacer(" ", "", "_", "", ".", "/", `"`, "", "`", "")

// resolve returns everything that a name may refer to for the agent; if there is nothing, it returns suggestions.
func (k *asker) resolve(about string) (list []subject, hint string) {
	name, args := splitArgs(about)
	if word, rest, more := strings.Cut(strings.TrimSpace(name), " "); more { // "operator fire"
		for kind := subjectOperator; kind <= lastSubject; kind++ {
			if fold(kind.String()) == fold(word) {
				list = slices.DeleteFunc(k.named(rest, args), func(s subject) bool { return s.kind != kind })
			}
		}
	}
	if len(list) == 0 {
		list = k.named(name, args)
	}
	if len(list) == 0 && args != nil {
		list = k.named(about, nil)
	}
	if n, err := strconv.ParseInt(strings.TrimPrefix(fold(about), "order"), 10, 64); len(list) == 0 && err == nil && strings.HasPrefix(fold(about), "order") {
		list = []subject{{kind: subjectOrder, number: n}}
	}
	if len(list) > 0 {
		return list, ""
	}
	hint = expr.Suggest(name, k.every())
	return nil, hint
}

// splitArgs splits "hurl(kane)" into a name and its arguments, which are nil if there are none.
func splitArgs(about string) (name string, args []string) {
	name, rest, ok := strings.Cut(about, "(")
	if !ok || !strings.HasSuffix(strings.TrimSpace(rest), ")") {
		return about, nil
	}
	rest = strings.TrimSuffix(strings.TrimSpace(rest), ")")
	if strings.ContainsAny(name, "&|<>=!") {
		return about, nil
	}
	depth, from := 0, 0
	for i, r := range rest {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			args = append(args, strings.TrimSpace(rest[from:i]))
			from = i + 1
		}
	}
	if last := strings.TrimSpace(rest[from:]); last != "" || args != nil {
		args = append(args, last)
	}
	return strings.TrimSpace(name), args
}

// named returns the subjects with a name.
func (k *asker) named(name string, args []string) (list []subject) {
	asked := fold(name)
	k.eachSubject(func(s subject, names ...string) {
		if slices.ContainsFunc(names, func(n string) bool { return fold(n) == asked }) {
			s.args = args
			list = append(list, s)
		}
	})
	if args != nil && slices.ContainsFunc(list, func(s subject) bool { return s.isPlanned() }) {
		list = slices.DeleteFunc(list, func(s subject) bool { return s.kind == subjectAction }) // what is bound is the operator
	}
	return list
}

// every returns the names that can be asked about.
func (k *asker) every() (names []string) {
	k.eachSubject(func(_ subject, list ...string) { names = append(names, list...) })
	slices.Sort(names)
	return slices.Compact(names)
}

// eachSubject visits every possible subject of questions, with its names.
func (k *asker) eachSubject(visit func(s subject, names ...string)) {
	for _, o := range k.info.Operators {
		visit(subject{kind: subjectOperator, operator: o}, o.Name)
	}
	for _, t := range k.info.Tasks {
		visit(subject{kind: subjectTask, task: t}, t.Name)
		for i, m := range t.Methods {
			visit(subject{kind: subjectMethod, task: t, method: i}, m.Name, t.Name+"/"+m.Name)
		}
	}
	if k.kind.Mind != nil {
		for i, w := range k.kind.Mind.Brain.Wants {
			visit(subject{kind: subjectWant, want: i}, w.Name)
		}
	}
	for _, g := range k.info.Goals {
		visit(subject{kind: subjectGoal, goal: g}, g.Name)
	}
	for i := range k.kind.Reactions {
		visit(subject{kind: subjectReaction, index: i}, k.kind.Reactions[i].Do.Name())
	}
	for i := range k.kind.Layers {
		visit(subject{kind: subjectLayer, index: i}, k.kind.Layers[i].Name)
	}
	k.eachNode(visit)
	k.eachOrder(visit)
	if q := k.squad(); q != nil {
		for i := range q.Roles {
			visit(subject{kind: subjectRole, index: i}, q.Roles[i].Name)
		}
	}
	if k.kind.Idle != nil {
		visit(subject{kind: subjectIdle}, k.kind.Idle.Name())
	}
	alertness{k}.each(visit)
	for _, a := range k.info.Actions {
		visit(subject{kind: subjectAction, action: a}, a.Name)
	}
	for i := range k.kind.Plans {
		visit(subject{kind: subjectPlan, index: i}, "plan "+k.lineName(i))
	}
	for typ := range k.info.Schema.Types {
		for o := k.state.NextMember(int32(typ), 0); o != 0; o = k.state.NextMember(int32(typ), o) {
			if k.state.TypeOf(o) == int32(typ) {
				visit(subject{kind: subjectBinding, object: o}, k.names.ObjectName(o, int32(typ)), k.state.PlainName(o, int32(typ)))
			}
		}
	}
}

// eachOrder visits the orders that squads of the agent can give, and those that the agent has, by number.
func (k *asker) eachOrder(visit func(s subject, names ...string)) {
	for i, o := range k.info.Orders {
		visit(subject{kind: subjectOrder, index: i}, "order "+o.Name(), o.Name())
	}
	if k.view == nil {
		return
	}
	if m := k.view.Mind(k.id); m != nil {
		for i := range m.Len() {
			if n := m.Pursued(i).Order; n > 0 {
				visit(subject{kind: subjectOrder, number: n}, "order "+number(n))
			}
		}
		for i := range m.Orders() {
			_, n := m.Waiting(i)
			visit(subject{kind: subjectOrder, number: n}, "order "+number(n))
		}
	}
}

// eachNode visits the nodes of the trees that the agent can run, and the trees.
func (k *asker) eachNode(visit func(s subject, names ...string)) {
	if k.crowd == nil || k.crowd.Program().Trees == nil {
		return
	}
	forest := k.crowd.Program().Trees
	for id := range int32(forest.Len()) {
		p := forest.Program(id)
		visit(subject{kind: subjectTree, tree: p.Info}, p.Info.Name, p.Info.Decl.Name)
		if !k.canRun(p.Info) {
			continue
		}
		for n := range int32(p.Len()) {
			info, _ := p.Node(n)
			label := p.Label(n)
			if label == "" {
				continue
			}
			names := []string{label, p.Info.Name + "/" + label, info.Name, nodeLabel(p, n)}
			if info.Action != nil || info.Task != nil || info.Operator != nil || info.Goal != nil {
				names = append(names, info.Kind.String()+" "+info.Name)
			}
			visit(subject{kind: subjectNode, tree: p.Info, program: p, node: n}, names...)
		}
	}
}

// canRun reports whether a tree is one that agents of the kind can run.
func (k *asker) canRun(t *def.TreeInfo) bool {
	return k.kind.Tree != nil && k.kind.Tree.Tree == t || k.isDone(t)
}

// isDone reports whether something declared does a tree: an operator, a goal, a reaction or a layer.
func (k *asker) isDone(t *def.TreeInfo) (done bool) {
	do := func(c *def.ActionCall) { done = done || c != nil && c.Tree == t }
	k.eachCall(do)
	return done
}

// eachCall visits the calls of actions and trees of operators, goals, reactions and layers.
func (k *asker) eachCall(do func(*def.ActionCall)) {
	for _, o := range k.info.Operators {
		for _, c := range o.Do {
			do(c)
		}
	}
	for _, g := range k.info.Goals {
		eachStepCall(g, func(c *def.StepCall) { do(c.Do) })
	}
	for i := range k.kind.Reactions {
		do(k.kind.Reactions[i].Do)
	}
	for i := range k.kind.Layers {
		do(k.kind.Layers[i].Do)
	}
}

// eachStepCall visits everything that a goal calls.
func eachStepCall(g *def.GoalInfo, visit func(*def.StepCall)) {
	step := func(s *def.StepInfo) {
		if s == nil {
			return
		}
		if s.Call != nil {
			visit(s.Call)
		}
		for _, e := range s.Else {
			visit(e)
		}
	}
	for _, w := range g.Ways {
		for _, s := range w.Steps {
			step(s)
		}
	}
	for _, i := range g.Interrupts {
		step(i.Step)
	}
}

// matches reports whether arguments are those that were asked for.
func (k *looker) matches(s *subject, params []def.Slot, words []world.Word, first int) bool {
	if s.args == nil {
		return true
	}
	if len(words) == 0 && len(params) > 0 {
		return false
	}
	have := params
	if len(s.args) < len(have) {
		have = have[:len(s.args)]
	}
	if len(s.args) > len(have) {
		return false
	}
	for i, p := range have {
		if at := p.Index - first; at < 0 || at+p.Type.Width() > len(words) || !k.isCalled(p.Type, words[at:at+p.Type.Width()], s.args[i]) {
			return false
		}
	}
	return true
}

// isCalled reports whether a value has a name.
func (k *looker) isCalled(t world.Type, w []world.Word, name string) bool {
	if name == "" || name == "_" {
		return true
	}
	return fold(k.word(t, w)) == fold(name) || fold(k.exactly(t, w)) == fold(name) || fold(world.FormatWord(k.info.Schema, k.state, t, w)) == fold(name)
}

// unknown is the answer about what nothing is called.
func (k *asker) unknownName(about, hint string) explain.Finding {
	f := explain.Finding{Verdict: explain.Unknown, Subject: about, Note: "nothing has this name"}
	if hint != "" {
		f.Hint, f.Note = hint, f.Note+`; did you mean "`+hint+`"?`
	}
	return f
}
