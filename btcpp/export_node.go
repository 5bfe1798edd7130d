package btcpp

import (
	"math"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// exportedKinds are the kinds of nodes that have a counterpart without more to say.
var exportedKinds = map[def.NodeKind]string{
	def.NodeSequence: "Sequence", def.NodeSelector: "Fallback", def.NodeResumeSequence: "SequenceWithMemory",
	def.NodeReactiveSequence: "ReactiveSequence", def.NodeReactiveSelector: "ReactiveFallback",
	def.NodeIfThenElse: "IfThenElse", def.NodeWhileDoElse: "WhileDoElse", def.NodeTry: "TryCatch",
	def.NodeInvert: "Inverter", def.NodeForceSuccess: "ForceSuccess", def.NodeForceFailure: "ForceFailure",
	def.NodeSucceed: "AlwaysSuccess", def.NodeFail: "AlwaysFailure",
}

// node exports a node with all below it; faulty ones give a node that is not used.
func (x *exporter) node(n *def.Node) *Element {
	e := x.plainNode(n)
	if n.Abort != def.AbortNone {
		x.cannot(n.At, "abort %s has no counterpart", n.Abort).Hint = "a reactive sequence or selector evaluates its children in every tick"
	}
	if n.Uninterrupted {
		x.differs(n.At, "uninterrupted is not exported: nothing can delay a halt in BehaviorTree.CPP")
	}
	for _, s := range n.Services {
		x.cannot(s.At, "services have no counterpart")
	}
	x.afterNode(e, n)
	if decides := n.FailIf != nil && e.OnFailure != nil || n.SucceedIf != nil && e.OnSuccess != nil; decides {
		// There, a condition that decides is followed by the script; here it is not.
		e = &Element{Category: Control, ID: "Sequence", Children: []*Element{e}}
	}
	e.Name = n.Name
	x.beforeNode(e, n)
	return e
}

// afterNode exports the effects of a node's end.
func (x *exporter) afterNode(e *Element, n *def.Node) {
	for _, s := range []struct {
		name    string
		to      **Attr
		effects []expr.Effect
	}{{"_onSuccess", &e.OnSuccess, n.OnSuccess}, {"_onFailure", &e.OnFailure, n.OnFailure}, {"_onHalted", &e.OnHalted, n.OnAbort}} {
		if len(s.effects) > 0 {
			*s.to = &Attr{Name: s.name, Value: x.effects(s.effects)}
		}
	}
}

// beforeNode exports the conditions of a node. Here skip_if comes first, there it comes last.
func (x *exporter) beforeNode(e *Element, n *def.Node) {
	for _, s := range []struct {
		name string
		to   **Attr
		cond expr.Node
	}{{"_skipIf", &e.SkipIf, n.SkipIf}, {"_failureIf", &e.FailureIf, unless(n.FailIf, n.SkipIf)}, {"_successIf", &e.SuccessIf, unless(n.SucceedIf, n.SkipIf)}, {"_while", &e.While, n.While}} {
		if s.cond != nil {
			*s.to = &Attr{Name: s.name, Value: x.script(s.cond)}
		}
	}
}

func (x *exporter) children(n *def.Node) (list []*Element) {
	for _, child := range n.Children {
		if !child.Disabled {
			list = append(list, x.node(child))
		}
	}
	return list
}

func (x *exporter) plainNode(n *def.Node) *Element {
	switch n.Kind {
	case def.NodeRepeat, def.NodeRetry, def.NodeUntilFailure, def.NodeEach:
		x.differs(n.At, "in BehaviorTree.CPP each repetition starts in its own tick")
	case def.NodeResumeSequence:
		x.differs(n.At, "in BehaviorTree.CPP each child of a resume sequence starts in its own tick")
	}
	if id, same := exportedKinds[n.Kind]; same {
		return &Element{Category: Builtin(id).Category, ID: id, Children: x.children(n)}
	}
	switch n.Kind {
	case def.NodeTodo:
		x.differs(n.At, "a todo only fails in BehaviorTree.CPP, without an event")
		return &Element{Category: Action, ID: "AlwaysFailure"}
	case def.NodeCall:
		return x.call(n)
	case def.NodeIf:
		return leafOf(Condition, "ScriptCondition", "code", x.script(n.Cond))
	case def.NodeSet:
		return leafOf(Action, "Script", "code", x.effects(n.Effect))
	case def.NodeWait:
		if n.Limit != nil {
			x.cannot(n.At, "a random time has no counterpart")
		}
		return leafOf(Action, "Sleep", "msec", x.milliseconds(n.Value))
	case def.NodeParallel, def.NodeParallelAll:
		return x.parallel(n)
	case def.NodeSwitch:
		return x.switchNode(n)
	case def.NodeHosted:
		return x.hosted(n)
	case def.NodeChoose:
		return x.switchNode(n.Cases(x.values[n.Call.Name.Name]))
	case def.NodeWhen, def.NodeRepeat, def.NodeRetry, def.NodeTimeout, def.NodeDelay, def.NodeOnce, def.NodeUntilFailure, def.NodeEach:
		return x.decorator(n)
	}
	x.cannot(n.At, "%s has no counterpart", n.Kind)
	return &Element{Category: Action, ID: "AlwaysFailure"}
}

// milliseconds returns a constant time as a port has it.
func (x *exporter) milliseconds(n expr.Node) string {
	text, ok := x.isLiteral(n)
	seconds, err := strconv.ParseFloat(text, 64)
	if !ok || err != nil || seconds < 0 || seconds > math.MaxUint32/1000 {
		x.cannot(n.Span(), "a time must be a number to be exported")
		return "0"
	}
	return strconv.FormatInt(int64(math.Round(seconds*1000)), 10)
}

// count returns a constant number as a port has it; usual is the default.
func (x *exporter) count(n expr.Node, usual string) string {
	if n == nil {
		return usual
	}
	text, ok := x.isLiteral(n)
	if !ok || !(Type{Kind: KindInt, Bits: 32}).Accepts(text) {
		x.cannot(n.Span(), "a number must be constant to be exported")
	}
	return text
}

func (x *exporter) parallel(n *def.Node) *Element {
	if n.Kind == def.NodeParallelAll {
		e := leafOf(Control, "ParallelAll", "max_failures", x.count(n.Limit, "1"))
		e.Children = x.children(n)
		return e
	}
	e := leafOf(Control, "Parallel", "success_count", x.count(n.Value, "-1"))
	e.Attrs = append(e.Attrs, Attr{Name: "failure_count", Value: x.count(n.Limit, "1")})
	e.Children = x.children(n)
	return e
}

func (x *exporter) decorator(n *def.Node) *Element {
	e := &Element{Category: Decorator}
	switch n.Kind {
	case def.NodeWhen:
		e.ID, e.Attrs = "Precondition", []Attr{{Name: "if", Value: x.script(n.Cond)}, {Name: "else", Value: "FAILURE"}}
	case def.NodeRepeat:
		e.ID, e.Attrs = "Repeat", []Attr{{Name: "num_cycles", Value: x.count(n.Value, "-1")}}
	case def.NodeRetry:
		e.ID, e.Attrs = "RetryUntilSuccessful", []Attr{{Name: "num_attempts", Value: x.count(n.Value, "-1")}}
	case def.NodeTimeout:
		e.ID, e.Attrs = "Timeout", []Attr{{Name: "msec", Value: x.milliseconds(n.Value)}}
	case def.NodeDelay:
		e.ID, e.Attrs = "Delay", []Attr{{Name: "delay_msec", Value: x.milliseconds(n.Value)}}
	case def.NodeOnce:
		e.ID, e.Attrs = "RunOnce", []Attr{{Name: "then_skip", Value: "false"}}
	case def.NodeUntilFailure: // KeepRunningUntilFailure fails then
		inner := &Element{Category: Decorator, ID: "KeepRunningUntilFailure", Children: x.children(n)}
		return &Element{Category: Decorator, ID: "Inverter", Children: []*Element{inner}}
	case def.NodeEach:
		return x.each(n)
	}
	e.Children = x.children(n)
	return e
}

// each exports a loop over values written in the file.
func (x *exporter) each(n *def.Node) *Element {
	e := &Element{Category: Decorator, ID: "LoopString"}
	if len(n.Values) == 0 {
		x.cannot(n.At, "a loop over the members of a type has no counterpart")
		return e
	}
	x.name(n.Each.Name, n.Each.At)
	var texts []string
	for _, v := range n.Values {
		text, ok := x.isLiteral(v)
		if !ok || strings.Contains(text, ";") {
			x.cannot(v.Span(), "the values of a loop must be constants to be exported")
		}
		texts = append(texts, text)
	}
	all := func(k Kind, bits uint8) bool {
		return (Type{Kind: KindVector, Of: &Type{Kind: k, Bits: bits}}).Accepts(strings.Join(texts, ";"))
	}
	switch {
	case texts[0] == "true" || texts[0] == "false":
		e.ID = "LoopBool"
	case all(KindInt, 32):
		e.ID = "LoopInt"
	case all(KindDouble, 64):
		e.ID = "LoopDouble"
	}
	e.Attrs = []Attr{{Name: "queue", Value: strings.Join(texts, ";")}, {Name: "value", Value: "{" + n.Each.Name + "}"}}
	x.loops = append(x.loops, n.Each.Name)
	e.Children = x.children(n)
	x.loops = x.loops[:len(x.loops)-1]
	return e
}

// portOf returns what a port of a node is given: a literal or an entry.
func (x *exporter) portOf(name string, n expr.Node) Attr {
	if text, ok := x.isLiteral(n); ok {
		return Attr{Name: name, Value: text}
	}
	r, ok := n.(*expr.Ref)
	var s *def.Symbol
	if ok {
		s = x.symbols[r.Name]
	}
	if !ok || len(r.Args) > 0 || !x.local(r.Name) && (s == nil || s.Derived != nil) {
		x.cannot(n.Span(), "a port is given a constant, a symbol or a port, not an expression").Hint = "set a symbol to it first"
		return Attr{Name: name}
	}
	if x.local(r.Name) {
		return Attr{Name: name, Value: "{" + r.Name + "}"}
	}
	x.name(r.Name, r.At)
	return Attr{Name: name, Value: "{@" + r.Name + "}"}
}

// call exports a call of an action or a tree.
func (x *exporter) call(n *def.Node) *Element {
	if len(n.Overrides) > 0 {
		x.cannot(n.Overrides[0].At, "override has no counterpart")
	}
	c := n.Call
	if a := x.actions[c.Name.Name]; a != nil {
		e := &Element{Category: Action, ID: a.Name}
		for i := range a.Params {
			if v := argument(c, i, a.Params[i].Name); v != nil {
				e.Attrs = append(e.Attrs, x.portOf(a.Params[i].Name, v))
			}
		}
		return e
	}
	e := &Element{Category: SubTree, ID: c.Name.Name}
	t := x.trees[c.Name.Name]
	if t == nil {
		x.cannot(n.At, "%s is neither an action nor a tree of the file", c.Name.Name)
		return e
	}
	for i := range t.Params {
		p := &t.Params[i]
		v := argument(c, i, p.Name)
		switch {
		case v == nil && n.Auto:
			v = &expr.Ref{At: n.At, NameAt: n.At, Name: p.Name}
		case v == nil:
			v = p.Default
		}
		if v == nil {
			x.cannot(n.At, "%s is not given", p.Name)
			continue
		}
		a := x.portOf(p.Name, v)
		if _, isKey := a.Key(); isKey && p.Dir == def.PortIn {
			x.differs(v.Span(), "%s follows the entry while the tree runs in BehaviorTree.CPP", p.Name)
		}
		e.Attrs = append(e.Attrs, a)
	}
	return e
}

// hosted exports a composite or decorator of the host.
func (x *exporter) hosted(n *def.Node) *Element {
	e := x.call(n)
	if e.Category = Control; x.actions[e.ID] != nil && x.actions[e.ID].Decorator {
		e.Category = Decorator
	}
	e.Children = x.children(n)
	return e
}

// argument returns what a call gives a parameter; nil: nothing.
func argument(c *def.Call, i int, name string) expr.Node {
	for j, n := range c.ArgNames {
		if n.Name == name {
			return c.Args[j]
		}
	}
	if i < len(c.Args) && (len(c.ArgNames) == 0 || c.ArgNames[i].Name == "") {
		return c.Args[i]
	}
	return nil
}
