package diag

// Codes of behaviour trees.
const (
	FaultyTree     Code = "K360"
	NodePart       Code = "K361"
	NodeChildren   Code = "K362"
	FaultyCase     Code = "K363"
	FaultyAbort    Code = "K364"
	FaultyPort     Code = "K365"
	FaultyArgument Code = "K366"
	FaultyOverride Code = "K367"
	TreeCycle      Code = "K368"
	TreeTooLarge   Code = "K369"
	TreeWrites     Code = "K370"
	FaultyMind     Code = "K371"
	FaultyChoice   Code = "K372"
	FaultyHosted   Code = "K373"

	UnusedPort       Code = "K380"
	UnusedTree       Code = "K381"
	UnreachableNode  Code = "K382"
	IndifferentAbort Code = "K383"
)

var treeCodes = []Info{
	{FaultyTree, "faulty tree", "A tree has services, if any, and then one node. Put several nodes into a sequence, a selector or another composite."},
	{NodePart, "part of a node that it cannot have", "Each kind of node has its own parts: a condition, a time, a number, effects. weight belongs to children of random nodes, score to children of utility selectors."},
	{NodeChildren, "wrong number of children", "A decorator has one child, a composite at least one that is not disabled, if_then_else and while_do_else two or three, try one and its catch."},
	{FaultyCase, "faulty switch", "A switch has cases with values of the type of its expression, each value once, and optionally an else at the end."},
	{FaultyAbort, "abort that has nothing to watch", "abort watches a condition: that of an if or a when, or the ifs that a composite begins with."},
	{FaultyPort, "faulty port", "In-ports take values; out- and inout-ports take a symbol of the same type from the caller of the tree."},
	{FaultyArgument, "faulty argument", "Pass each parameter once, by place or by name, those by place first. Parameters without a default are required."},
	{FaultyOverride, "faulty override", "override names an action or tree that the tree calls, and a replacement with the same parameters."},
	{TreeCycle, "tree within itself", "A tree cannot be part of itself: its nodes would never end. Use a repeat, or a task that plans."},
	{TreeTooLarge, "tree too large", "A call of a tree is replaced by its nodes. After that, a tree has at most 65536 nodes, 256 deep, and all trees together at most 262144."},
	{TreeWrites, "tree writes a symbol of the host or engine", "Trees change symbols at once, so they cannot change sensed or remembered ones, which the host or the engine writes."},
	{FaultyChoice, "faulty choice of a tree", "choose calls the action or tree named by a value of an enum. So each value of the enum must name an action or a tree that takes the arguments."},
	{FaultyHosted, "faulty composite or decorator of the host", "An action declared as composite or decorator is allowed only in trees, with its children in braces; other actions have no children. It has neither grace nor needs, but the actions below it may."},
	{FaultyMind, "agent with two minds", "An agent has plan lines, a tree or a brain: one of the three."},

	{UnusedPort, "port that the tree does not use", "Nothing in the tree reads or writes the port."},
	{UnusedTree, "tree that nothing uses", "No agent uses the tree, neither directly nor through operators and other trees."},
	{UnreachableNode, "node that is never reached", "A node before it always ends its parent: a selector with succeed, a sequence with fail, a repetition without end."},
	{IndifferentAbort, "abort that makes no difference", "The abort has no effect: the condition never changes, nothing after it takes time, the children run in parallel, their parent evaluates them in every tick anyway, or no parent continues with it."},
}
