package builder

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Do runs an action or another tree: "attack(player)", "guard(4, reach: 1, ..)".
func Do(call string) *Node {
	at := caller()
	return node(at, def.NodeCall, nil, func(d *Domain, n *def.Node) { n.Call, n.Auto = d.namedCall(at, call) })
}

// DoWith runs a composite or decorator of the host with its children: DoWith("round_robin(2)", a, b).
func DoWith(call string, children ...*Node) *Node {
	at := caller()
	return node(at, def.NodeHosted, children, func(d *Domain, n *def.Node) { n.Call, _ = d.namedCall(at, call) })
}

// PlanFor plans for a task and carries the plan out: "fight(e)".
func PlanFor(task string) *Node {
	at := caller()
	return node(at, def.NodePlan, nil, func(d *Domain, n *def.Node) { n.Call = d.call(at, task) })
}

// Pursue pursues a goal: "get_item(i)". It succeeds when the goal is achieved, and fails when it has failed.
func Pursue(goal string) *Node {
	at := caller()
	return node(at, def.NodeGoal, nil, func(d *Domain, n *def.Node) { n.Call = d.call(at, goal) })
}

// If succeeds when a condition holds, and fails otherwise.
func If(condition string) *Node {
	at := caller()
	return node(at, def.NodeIf, nil, func(d *Domain, n *def.Node) { n.Cond = d.expr(at, condition) })
}

// Set applies effects.
func Set(effects ...string) *Node {
	at := caller()
	return node(at, def.NodeSet, nil, func(d *Domain, n *def.Node) {
		for _, text := range effects {
			n.Effect = append(n.Effect, d.effects(at, text)...)
		}
	})
}

// Wait runs for a time: an expression such as "2s", or a [time.Duration].
func Wait(time any) *Node {
	at := caller()
	return node(at, def.NodeWait, nil, seconds(at, time, valueOf))
}

// WaitBetween runs for a random time from least to most, given as for [Wait].
func WaitBetween(least, most any) *Node {
	at := caller()
	return node(at, def.NodeWait, nil, seconds(at, least, valueOf), seconds(at, most, func(n *def.Node) *expr.Node { return &n.Limit }))
}

// Log puts a line into the trace.
func Log(text string) *Node {
	return node(caller(), def.NodeLog, nil, func(_ *Domain, n *def.Node) { n.Text = text })
}

// Todo is a placeholder: it fails at once, with an event that has the text. If a string names a subtask or action,
// write `todo "strike it"` instead.
func Todo(text string) *Node {
	return node(caller(), def.NodeTodo, nil, func(_ *Domain, n *def.Node) { n.Text = text })
}

// Succeed succeeds at once.
func Succeed() *Node { return node(caller(), def.NodeSucceed, nil) }

// Fail fails at once.
func Fail() *Node { return node(caller(), def.NodeFail, nil) }

// Sequence runs its children one after the other until one fails.
func Sequence(children ...*Node) *Node { return node(caller(), def.NodeSequence, children) }

// ReactiveSequence is a sequence that starts again from its first child in every tick.
func ReactiveSequence(children ...*Node) *Node {
	return node(caller(), def.NodeReactiveSequence, children)
}

// ResumeSequence is a sequence that starts again with the child that failed or was aborted.
func ResumeSequence(children ...*Node) *Node { return node(caller(), def.NodeResumeSequence, children) }

// Selector runs its children one after the other until one succeeds.
func Selector(children ...*Node) *Node { return node(caller(), def.NodeSelector, children) }

// ReactiveSelector is a selector that starts again from its first child in every tick.
func ReactiveSelector(children ...*Node) *Node {
	return node(caller(), def.NodeReactiveSelector, children)
}

// Parallel runs its children at once; see [Node.SucceedAt] and [Node.FailAt].
func Parallel(children ...*Node) *Node { return node(caller(), def.NodeParallel, children) }

// ParallelAll runs its children at once, each to its end; see [Node.FailAt].
func ParallelAll(children ...*Node) *Node { return node(caller(), def.NodeParallelAll, children) }

// RandomSequence is a sequence in random order.
func RandomSequence(children ...*Node) *Node { return node(caller(), def.NodeRandomSequence, children) }

// RandomSelector is a selector in random order.
func RandomSelector(children ...*Node) *Node { return node(caller(), def.NodeRandomSelector, children) }

// UtilitySelector is a selector in the order of its children's scores; see [Node.Score]. [Node.Select] and
// [Node.Inertia] set other rules.
func UtilitySelector(children ...*Node) *Node {
	return node(caller(), def.NodeUtilitySelector, children)
}

// Switch runs the first of its cases that has the value of an expression; see [Case] and [Else].
func Switch(subject string, cases ...*Node) *Node {
	at := caller()
	return node(at, def.NodeSwitch, cases, func(d *Domain, n *def.Node) { n.Value = d.expr(at, subject) })
}

// Choose calls the action or tree that a value of an enum is the name of: Choose("routine(o)", "use(o)"), where use(o)
// is of enum routine.
func Choose(call, by string) *Node {
	at := caller()
	return node(at, def.NodeChoose, nil, func(d *Domain, n *def.Node) {
		n.Call, n.Auto = d.namedCall(at, call)
		n.Value = d.expr(at, by)
	})
}

// Case is a branch of a switch, for one or several values: "rain, snow".
func Case(values string, child *Node) *Node {
	at := caller()
	return node(at, def.NodeCase, []*Node{child}, func(d *Domain, n *def.Node) { n.Values = d.exprs(at, values) })
}

// Else is the last branch of a switch, for all other values.
func Else(child *Node) *Node { return node(caller(), def.NodeCase, []*Node{child}) }

// IfThenElse runs its first child once; then the second if that succeeded, otherwise the third.
func IfThenElse(children ...*Node) *Node { return node(caller(), def.NodeIfThenElse, children) }

// WhileDoElse tests its first child in every tick, and runs the second while that succeeds, otherwise the third.
func WhileDoElse(children ...*Node) *Node { return node(caller(), def.NodeWhileDoElse, children) }

// Try runs its children as a sequence. When one fails, it runs the node of [Node.Catch], and then fails.
func Try(children ...*Node) *Node { return node(caller(), def.NodeTry, children) }

// Catch sets the node that a [Try] runs when one of its children fails.
func (n *Node) Catch(child *Node) *Node {
	if n != nil {
		n.children = append(n.children[:len(n.children):len(n.children)], child)
	}
	return n
}

// When runs its child only if a condition holds when it starts.
func When(condition string, child *Node) *Node {
	at := caller()
	return node(at, def.NodeWhen, []*Node{child}, func(d *Domain, n *def.Node) { n.Cond = d.expr(at, condition) })
}

// Invert makes a success of a failure, and a failure of a success.
func Invert(child *Node) *Node { return node(caller(), def.NodeInvert, []*Node{child}) }

// ForceSuccess succeeds when its child has ended, however.
func ForceSuccess(child *Node) *Node { return node(caller(), def.NodeForceSuccess, []*Node{child}) }

// ForceFailure fails when its child has ended, however.
func ForceFailure(child *Node) *Node { return node(caller(), def.NodeForceFailure, []*Node{child}) }

// Repeat runs its child so many times: an int, or an expression; so do the numbers below.
func Repeat(times any, child *Node) *Node {
	at := caller()
	return node(at, def.NodeRepeat, []*Node{child}, number(at, times))
}

// RepeatForever runs its child until it fails.
func RepeatForever(child *Node) *Node { return node(caller(), def.NodeRepeat, []*Node{child}) }

// Retry runs its child until it succeeds, at most so many times.
func Retry(times any, child *Node) *Node {
	at := caller()
	return node(at, def.NodeRetry, []*Node{child}, number(at, times))
}

// RetryForever runs its child until it succeeds.
func RetryForever(child *Node) *Node { return node(caller(), def.NodeRetry, []*Node{child}) }

// Timeout aborts its child after a time: an expression such as "3s", or a [time.Duration].
func Timeout(time any, child *Node) *Node {
	at := caller()
	return node(at, def.NodeTimeout, []*Node{child}, seconds(at, time, valueOf))
}

// Delay starts its child after a time.
func Delay(time any, child *Node) *Node {
	at := caller()
	return node(at, def.NodeDelay, []*Node{child}, seconds(at, time, valueOf))
}

// Cooldown fails for a time after its child has ended.
func Cooldown(time any, child *Node) *Node {
	at := caller()
	return node(at, def.NodeCooldown, []*Node{child}, seconds(at, time, valueOf))
}

// OnlyOnce runs its child until it has ended once, and keeps that result from then on.
func OnlyOnce(child *Node) *Node { return node(caller(), def.NodeOnce, []*Node{child}) }

// UntilFailure runs its child again and again until it fails.
func UntilFailure(child *Node) *Node { return node(caller(), def.NodeUntilFailure, []*Node{child}) }

// Each runs its child once for each member of a type, "e: enemy", or for each that the agent remembers, "e in
// remembered enemy", or for each value that a function of the host returns, "p: place from near(pos)"; see [Node.Where]
// and [Node.Order].
func Each(variable string, child *Node) *Node {
	at := caller()
	return node(at, def.NodeEach, []*Node{child}, func(d *Domain, n *def.Node) {
		vars := d.variables(at, variable)
		if len(vars) > 0 {
			n.Each = &vars[0]
		}
		if len(vars) > 1 {
			d.findings.Errorf(diag.BuildText, vars[1].At, "a loop has one variable")
		}
	})
}

// EachIn runs its child once for each of some values: EachIn("p", "home, shop", ...).
func EachIn(variable, values string, child *Node) *Node {
	at := caller()
	return node(at, def.NodeEach, []*Node{child}, func(d *Domain, n *def.Node) {
		v := d.name(at, variable)
		n.Each, n.Values = &expr.Var{At: v.At, Name: v.Name}, d.exprs(at, values)
	})
}

// Limit starts its child at most this often in the life of the tree.
func Limit(times any, child *Node) *Node {
	at := caller()
	return node(at, def.NodeLimit, []*Node{child}, number(at, times))
}

// Chance runs its child with a probability: a float64 or an expression.
func Chance(probability any, child *Node) *Node {
	at := caller()
	return node(at, def.NodeChance, []*Node{child}, number(at, probability))
}

func valueOf(n *def.Node) *expr.Node { return &n.Value }
