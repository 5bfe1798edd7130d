package def

import "strconv"

// NodeKind is the kind of a node of a tree.
type NodeKind uint8

// Kinds of nodes. [NodeKinds] says what each means. The numbers are part of the identity of programs: a new kind comes
// after the last one.
const (
	NodeCall NodeKind = iota + 1
	NodePlan
	NodeGoal
	NodeIf
	NodeSet
	NodeWait
	NodeLog
	NodeSucceed
	NodeFail

	NodeSequence
	NodeReactiveSequence
	NodeResumeSequence
	NodeSelector
	NodeReactiveSelector
	NodeParallel
	NodeParallelAll
	NodeRandomSequence
	NodeRandomSelector
	NodeUtilitySelector
	NodeSwitch
	NodeCase
	NodeIfThenElse
	NodeWhileDoElse
	NodeTry

	NodeWhen
	NodeInvert
	NodeForceSuccess
	NodeForceFailure
	NodeRepeat
	NodeRetry
	NodeTimeout
	NodeDelay
	NodeCooldown
	NodeOnce
	NodeUntilFailure
	NodeEach
	NodeLimit
	NodeChance

	NodeTree // of NodeInfo only: a call of a tree, expanded

	NodeTodo
	NodeChoose
	NodeHosted
	lastNodeKind = NodeHosted
)

// NodeShape is the place of a kind of node in the tree.
type NodeShape uint8

// Shapes.
const (
	ShapeLeaf NodeShape = iota
	ShapeComposite
	ShapeDecorator // has one child
)

// NodeValue says how a kind uses [Node.Value].
type NodeValue uint8

// Values.
const (
	NoValue NodeValue = iota
	ValueSeconds
	ValueCount
	ValueChance  // 0..1
	ValueSubject // of any type that can be compared
	ValueSuccesses
)

// NodeKindInfo is the documentation of a kind, for help texts, schema, palettes and checks.
type NodeKindInfo struct {
	Kind        NodeKind
	Words       string // as it is written: "random selector"; empty for a call
	Shape       NodeShape
	Value       NodeValue
	Optional    bool   // the value may be omitted
	Least, Most int    // children; Most 0: any number
	Form        string // an example of its form
	Doc         string
}

// IsWritten reports whether nodes of the kind can be written.
func (k NodeKind) IsWritten() bool { return k > 0 && k <= lastNodeKind && k != NodeTree }

// NodeKinds lists all kinds in the order of their numbers.
func NodeKinds() []NodeKindInfo { return nodeKinds[1:] }

// Info returns the documentation of the kind, or an empty one for an invalid kind.
func (k NodeKind) Info() NodeKindInfo {
	if int(k) >= len(nodeKinds) {
		k = 0
	}
	return nodeKinds[k]
}

// String returns the kind as it is written: "random selector".
func (k NodeKind) String() string {
	if int(k) >= len(nodeKinds) {
		return "NodeKind(" + strconv.Itoa(int(k)) + ")"
	}
	return nodeKinds[k].Words
}

// numbered fills in the kinds.
func numbered(list [lastNodeKind + 1]NodeKindInfo) [lastNodeKind + 1]NodeKindInfo {
	for k := range list {
		list[k].Kind = NodeKind(k)
	}
	return list
}

var nodeKinds = numbered([lastNodeKind + 1]NodeKindInfo{
	NodeCall:    {Form: "attack(player) uninterrupted", Doc: "Runs an action, or the tree with that name, and returns its result. An uninterrupted action delays the aborts of branches with higher priority until it has ended."},
	NodePlan:    {Words: "plan", Form: "plan fight(e)", Doc: "Plans for a task and carries the plan out. Success when the plan has completed; Failure when there is no plan, or it has finally failed."},
	NodeGoal:    {Words: "goal", Form: "goal get_item(i)", Doc: "Pursues a goal. Success when the goal is achieved, Failure when it has failed."},
	NodeIf:      {Words: "if", Form: "if distance(player) < reach abort self", Doc: "Success when the condition holds, else Failure."},
	NodeSet:     {Words: "set", Form: "set alarm = true, calls += 1", Doc: "Writes effects. Success."},
	NodeWait:    {Words: "wait", Value: ValueSeconds, Form: "wait 2s, or: wait 1s..3s", Doc: "Runs for that long, then Success. With two times, it draws a time between them at each start."},
	NodeLog:     {Words: "log", Form: `log "seen"`, Doc: "Writes a line to the trace. Success."},
	NodeSucceed: {Words: "succeed", Form: "succeed", Doc: "Success at once."},
	NodeFail:    {Words: "fail", Form: "fail", Doc: "Failure at once."},

	NodeSequence:         {Words: "sequence", Shape: ShapeComposite, Least: 1, Form: "sequence { a; b }", Doc: "Runs its children one after the other; Failure with the first that fails, Success when all have succeeded. It continues with the running child, without visiting the earlier ones again."},
	NodeReactiveSequence: {Words: "reactive sequence", Shape: ShapeComposite, Least: 1, Form: "reactive sequence { a; b }", Doc: "A sequence that starts again from its first child in every tick; it aborts a later running child when an earlier one does not succeed."},
	NodeResumeSequence:   {Words: "resume sequence", Shape: ShapeComposite, Least: 1, Form: "resume sequence { a; b }", Doc: "A sequence that restarts with the child that failed or was aborted, instead of the first."},
	NodeSelector:         {Words: "selector", Shape: ShapeComposite, Least: 1, Form: "selector { a; b }", Doc: "Runs its children one after the other; Success with the first that succeeds, Failure when all have failed. It continues with the running child, without visiting the earlier ones again."},
	NodeReactiveSelector: {Words: "reactive selector", Shape: ShapeComposite, Least: 1, Form: "reactive selector { a; b }", Doc: "A selector that starts again from its first child in every tick; when an earlier child takes over, it aborts the later one: before the start of the earlier child, if that child begins with conditions."},
	NodeParallel:         {Words: "parallel", Shape: ShapeComposite, Value: ValueSuccesses, Optional: true, Least: 1, Form: "parallel succeed 2 fail 1 { a; b; c }", Doc: "Runs all its children at once. Success as soon as the first number have succeeded, Failure as soon as the second number have failed or success is out of reach; it aborts the children that still run. Without numbers, all must succeed, and one failure suffices for Failure. Negative numbers count from the end: -1 is all."},
	NodeParallelAll:      {Words: "parallel all", Shape: ShapeComposite, Least: 1, Form: "parallel all fail 2 { a; b; c }", Doc: "Runs all its children at once, each to its end. Failure when at least that many have failed (without a number: one), else Success."},
	NodeRandomSequence:   {Words: "random sequence", Shape: ShapeComposite, Least: 1, Form: "random sequence { a weight 2; b }", Doc: "A sequence in a random order, drawn at each start; children with a higher weight tend to come earlier."},
	NodeRandomSelector:   {Words: "random selector", Shape: ShapeComposite, Least: 1, Form: "random selector { a weight 2; b }", Doc: "A selector in a random order, drawn at each start; children with a higher weight tend to come earlier."},
	NodeUtilitySelector:  {Words: "utility selector", Shape: ShapeComposite, Least: 1, Form: "utility selector { a score hunger; b score 0.2 }", Doc: "A selector in the order of its children's scores, the highest first, computed at each start. Equal scores keep their order. With select, it chooses a child by that rule, and if that fails, the next by the same rule."},
	NodeSwitch:           {Words: "switch", Shape: ShapeComposite, Value: ValueSubject, Least: 1, Form: "switch weather { case rain { a } else { b } }", Doc: "Runs the first case with an equal value, or else. It reads the value in every tick: when another case applies, it aborts the running one. Failure when no case applies."},
	NodeCase:             {Words: "case", Shape: ShapeDecorator, Least: 1, Most: 1, Form: "case rain, snow { a }", Doc: "A branch of a switch."},
	NodeIfThenElse:       {Words: "if_then_else", Shape: ShapeComposite, Least: 2, Most: 3, Form: "if_then_else { if rich; buy; steal }", Doc: "Runs its first child once, then the second if that succeeded, or the third if it failed, and returns that result. Without a third: Failure."},
	NodeWhileDoElse:      {Words: "while_do_else", Shape: ShapeComposite, Least: 2, Most: 3, Form: "while_do_else { if dark; sleep; work }", Doc: "Tests its first child in every tick: runs the second while it succeeds, else the third, and aborts the other. Without a third: Failure."},
	NodeTry:              {Words: "try", Shape: ShapeComposite, Least: 2, Form: "try { a; b } catch { c }", Doc: "Runs its children as a sequence. When one fails, it runs the child after catch, and then returns Failure."},

	NodeWhen:         {Words: "when", Shape: ShapeDecorator, Least: 1, Most: 1, Form: "when visible(player) abort both { chase(player) }", Doc: "Runs its child only if the condition holds when it starts, else Failure."},
	NodeInvert:       {Words: "invert", Shape: ShapeDecorator, Least: 1, Most: 1, Form: "invert { a }", Doc: "Inverts the result of its child."},
	NodeForceSuccess: {Words: "succeed", Shape: ShapeDecorator, Least: 1, Most: 1, Form: "succeed { a }", Doc: "Success when its child has ended, with any result."},
	NodeForceFailure: {Words: "fail", Shape: ShapeDecorator, Least: 1, Most: 1, Form: "fail { a }", Doc: "Failure when its child has ended, with any result."},
	NodeRepeat:       {Words: "repeat", Shape: ShapeDecorator, Value: ValueCount, Optional: true, Least: 1, Most: 1, Form: "repeat 3 { a }", Doc: "Runs its child this often; Failure with the first failure; without a number for ever. A repetition starts in the tick in which the last one ended if that took no time, else in the next."},
	NodeRetry:        {Words: "retry", Shape: ShapeDecorator, Value: ValueCount, Optional: true, Least: 1, Most: 1, Form: "retry 3 { a }", Doc: "Runs its child until it succeeds, at most this often; without a number for ever."},
	NodeTimeout:      {Words: "timeout", Shape: ShapeDecorator, Value: ValueSeconds, Least: 1, Most: 1, Form: "timeout 3s { a }", Doc: "Aborts its child after this time: Failure."},
	NodeDelay:        {Words: "delay", Shape: ShapeDecorator, Value: ValueSeconds, Least: 1, Most: 1, Form: "delay 1s { a }", Doc: "Starts its child after this time."},
	NodeCooldown:     {Words: "cooldown", Shape: ShapeDecorator, Value: ValueSeconds, Least: 1, Most: 1, Form: "cooldown 5s { a }", Doc: "Runs its child; after the child has ended or was aborted, Failure for this time."},
	NodeOnce:         {Words: "once", Shape: ShapeDecorator, Least: 1, Most: 1, Form: "once { a }", Doc: "Runs its child until it has ended once; from then on it returns that result without running it again."},
	NodeUntilFailure: {Words: "until_failure", Shape: ShapeDecorator, Least: 1, Most: 1, Form: "until_failure { a }", Doc: "Repeats its child until it fails: then Success."},
	NodeEach:         {Words: "each", Shape: ShapeDecorator, Least: 1, Most: 1, Form: "each p in home, shop { go(p) }, or: each e: enemy where visible(e) order distance(e) { mark(e) }", Doc: "Runs its child once for each value; Failure with the first failure. It reads the members of a type at its start; without any: Success."},
	NodeLimit:        {Words: "limit", Shape: ShapeDecorator, Value: ValueCount, Least: 1, Most: 1, Form: "limit 3 { a }", Doc: "Starts its child at most this often in the life of the tree, then Failure."},
	NodeChance:       {Words: "chance", Shape: ShapeDecorator, Value: ValueChance, Least: 1, Most: 1, Form: "chance 0.3 { a }", Doc: "Runs its child with this probability, drawn at each start, else Failure."},

	NodeTodo: {Words: "todo", Form: `todo "strike it"`, Doc: "A placeholder: Failure at once, with an event that names what is unwritten."},

	NodeChoose: {Words: "choose", Value: ValueSubject, Form: "choose routine(o) by use(o)", Doc: "Calls the action or tree whose name is the value of an enum: here use(o), of enum routine. It is a switch with a case for each value of the enum: when the value changes, it aborts the running call and starts the new one."},

	NodeHosted: {Shape: ShapeComposite, Least: 1, Form: "round_robin(2) { a; b }", Doc: "A composite or decorator of the host: an action with that declaration, which decides which children run. The node ends with the action's result, and aborts children that still run."},

	NodeTree: {Words: "tree", Shape: ShapeDecorator, Least: 1, Most: 1, Form: "guard(4, 1) { override chase = keep_range }", Doc: "A tree within a tree."},
})
