package def

import "slices"

// TreeTable holds the clauses of a tree. Its nodes consist of their words, and a value or children: see [NodeKinds].
var TreeTable = Statement{
	Word: "tree", Title: "Tree", Decl: true, Doc: "A behaviour tree.",
	Form: "tree guard(sight: float) {\n    service every 0.25s look_for(player, sight)\n    selector { attack(player); return_to(start_pos) }\n}",
	JSON: "{\n  \"kind\": \"tree\",\n  \"name\": \"guard\",\n  \"ports\": \"sight: float\",\n  \"services\": [{\"every\": \"0.25s\", \"do\": \"look_for(player, sight)\"}],\n  \"root\": {\"node\": \"selector\", \"children\": [\"attack(player)\", \"return_to(start_pos)\"]}\n}",
	Name: "Name of the tree.",
	Head: []Clause{{Field: "ports", Takes: TakesPorts, Doc: "Default: none.", at: in(func(d *Tree) any { return &d.Params })}},
	Body: []Clause{
		servicesClause,
		{Field: "root", Of: &NodeTable, Line: true, Need: true, Doc: "Its node; a call without clauses is a string."},
	},
	kept: keptIn(func(d *Tree) Kept { return Kept{Name: &d.Name, End: &d.End} }),
}

// NodeBody holds the clauses in the braces of nodes with children.
var NodeBody = []Clause{
	servicesClause,
	{Field: "children", Of: &NodeTable, List: true, Line: true, Need: true, Some: true, Doc: "Its children, in order; a call without clauses is a string. The last child of try is that of catch."},
}

var servicesClause = Clause{Word: "service", Of: &ServiceTable, Field: "services", List: true, Doc: "Activities that run beside it."}

// ServiceSetTable lists the clauses of a service that writes.
var ServiceSetTable = Statement{
	Word: "service", Kind: "service_set", Title: "Service that writes", By: "set",
	Doc:  "Effects that are applied repeatedly beside a branch of a tree.",
	Form: "tree watch {\n    service every 1s set heat -= 1\n    rest\n}",
	JSON: `{"every": "1s", "set": "heat -= 1"}`,
	Head: []Clause{
		everyClause,
		{Word: "set", Takes: TakesEffects, Need: true, Form: "set heat -= 1", Doc: "The effects.", at: in(func(s *Service) any { return &s.Effect })},
	},
}

// ServiceTable lists the clauses of a service.
var ServiceTable = Statement{
	Word: "service", Title: "Service",
	Doc:  "An action that runs repeatedly beside a branch of a tree.",
	Form: "tree watch {\n    service every 0.25s look_for(player)\n    rest\n}",
	JSON: `{"every": "0.25s", "do": "look_for(player)"}`,
	Head: []Clause{
		everyClause,
		{Field: "do", Takes: TakesDoing, Need: true, Doc: "The action."},
	},
}

var everyClause = Clause{
	Word: "every", Takes: TakesValue, Unit: "s", Need: true, Form: "every 0.25s", Doc: "The interval.",
	at: in(func(s *Service) any { return &s.Every }),
}

// CallTable lists the clauses of a node that is a call.
var CallTable = nodeTables[1]

// NodeTables returns the clauses after the words of nodes, by kinds, in the order in which the JSON form tries them. Do
// not change them.
func NodeTables() []*Statement { return nodeTables }

// plainComposites returns the composites that have nothing but children.
func plainComposites() []NodeKind {
	var kinds []NodeKind
	for i := range nodeKinds {
		k := &nodeKinds[i]
		if k.Shape == ShapeComposite && k.Value == NoValue && !slices.Contains([]NodeKind{NodeParallelAll, NodeUtilitySelector, NodeHosted}, k.Kind) {
			kinds = append(kinds, k.Kind)
		}
	}
	return kinds
}

var nodeTables = []*Statement{
	{
		Word: "call with children", Kind: "node_hosted", Title: "Composite or decorator of the host", Nodes: []NodeKind{NodeHosted}, By: "children",
		Doc:  "An action that is declared as composite or decorator, with its children.",
		Form: "tree t {\n    round_robin(2) { look; walk }\n}",
		JSON: `{"node": "call", "call": "round_robin(2)", "children": ["look", "walk"]}`,
		Head: []Clause{
			{Field: "call", Takes: TakesDoing, Text: "call_in_tree", Need: true, Doc: "The action."},
		},
	},
	{
		Word: "call", Kind: "node_call", Title: "Call in a tree", Nodes: []NodeKind{NodeCall},
		Doc:  "An action or a tree. Without clauses the call alone will do, as a string.",
		Form: "tree t {\n    attack(player) uninterrupted as \"hit\"\n}",
		JSON: `{"node": "call", "call": "attack(player)", "uninterrupted": true, "as": "hit"}`,
		Head: []Clause{
			{Field: "call", Takes: TakesDoing, Text: "call_in_tree", Need: true, Doc: "The action or tree."},
		},
		Body: []Clause{listed(Clause{Word: "override", Of: &OverrideTable, Field: "overrides", Doc: "Tree: replacements of actions and trees that it calls."}, func(n *Node) *[]*Override { return &n.Overrides })},
	},
	{
		Word: "plan", Kind: "node_plan", Title: "Plan in a tree", Nodes: []NodeKind{NodePlan},
		Doc:  "Plans for a task and carries the plan out.",
		Form: "tree t {\n    plan fight(e) as \"fight\"\n}",
		JSON: `{"node": "plan", "call": "fight(e)", "as": "fight"}`,
		Head: []Clause{
			{Field: "call", Takes: TakesCall, Need: true, Doc: "The task or operator."},
		},
	},
	{
		Word: "goal", Kind: "node_goal", Title: "Goal in a tree", Nodes: []NodeKind{NodeGoal},
		Doc:  "Pursues a goal.",
		Form: "tree t {\n    goal get_item(i) as \"food\"\n}",
		JSON: `{"node": "goal", "call": "get_item(i)", "as": "food"}`,
		Head: []Clause{
			{Field: "call", Takes: TakesCall, Need: true, Doc: "The goal."},
		},
	},
	{
		Word: "if", Kind: "node_if", Title: "Condition in a tree", Nodes: []NodeKind{NodeIf},
		Doc:  "Success when it holds, else Failure.",
		Form: "tree t {\n    if visible(player) abort self\n}",
		JSON: `{"node": "if", "condition": "visible(player)", "abort": "self"}`,
		Head: []Clause{
			{Field: "condition", Takes: TakesValue, Need: true, Doc: "The condition."},
		},
	},
	{
		Word: "set", Kind: "node_set", Title: "Effects in a tree", Nodes: []NodeKind{NodeSet},
		Doc:  "Writes effects.",
		Form: "tree t {\n    set alarm = true, calls += 1 as \"call\"\n}",
		JSON: `{"node": "set", "effects": "alarm = true, calls += 1", "as": "call"}`,
		Head: []Clause{
			{Field: "effects", Takes: TakesEffects, Need: true, Doc: "The effects."},
		},
	},
	{
		Word: "wait", Kind: "node_wait", Title: "Wait", Nodes: []NodeKind{NodeWait},
		Doc:  "Runs for some time.",
		Form: "tree t {\n    wait 1s..3s while calm\n}",
		JSON: `{"node": "wait", "value": "1s", "limit": "3s", "while": "calm"}`,
		Head: []Clause{
			{Field: "value", Takes: TakesValue, Need: true, Doc: "The time."},
			{Field: "limit", Takes: TakesValue, Doc: "The maximum time, if it is drawn between the two."},
		},
	},
	{
		Word: "todo", Kind: "node_todo", Title: "Placeholder in a tree", Nodes: []NodeKind{NodeTodo},
		Doc:  "Fails at once, with an event that names the unwritten part.",
		Form: "tree t {\n    todo \"strike it\"\n}",
		JSON: `{"node": "todo", "text": "strike it"}`,
		Head: []Clause{
			{Field: "text", Takes: TakesTitle, Text: "title", Need: true, Doc: "The unwritten part."},
		},
	},
	{
		Word: "log", Kind: "node_log", Title: "Log", Nodes: []NodeKind{NodeLog},
		Doc:  "Puts a line into the trace.",
		Form: "tree t {\n    log \"seen\" as \"note\"\n}",
		JSON: `{"node": "log", "text": "seen", "as": "note"}`,
		Head: []Clause{
			{Field: "text", Takes: TakesTitle, Text: "text", Need: true, Doc: "The line."},
		},
	},
	{
		Word: "decorator", Kind: "node_decorator", Title: "Decorator", Nodes: []NodeKind{NodeInvert, NodeOnce, NodeUntilFailure},
		Doc:  "Inverts the result of its child, or runs it once, or until it fails.",
		Form: "tree t {\n    invert { if dark }\n}",
		JSON: `{"node": "invert", "children": [{"node": "if", "condition": "dark"}]}`,
	},
	{
		Word: "forced", Kind: "node_forced", Title: "Forced end", Nodes: []NodeKind{NodeForceSuccess, NodeForceFailure}, By: "children",
		Doc:  "Succeeds or fails when its child has ended, with any result.",
		Form: "tree t {\n    succeed { shout }\n}",
		JSON: `{"node": "succeed", "children": ["shout"]}`,
	},
	{
		Word: "end", Kind: "node_end", Title: "End", Nodes: []NodeKind{NodeSucceed, NodeFail},
		Doc:  "Succeeds or fails at once.",
		Form: "tree t {\n    fail on_failure losses += 1\n}",
		JSON: `{"node": "fail", "on_failure": "losses += 1"}`,
	},
	{
		Word: "composite", Kind: "node_composite", Title: "Composite", Nodes: plainComposites(),
		Doc:  "Runs its children in the way that its name describes.",
		Form: "tree t {\n    sequence abort both { if visible(player); attack(player) }\n}",
		JSON: `{"node": "sequence", "abort": "both", "children": [{"node": "if", "condition": "visible(player)"}, "attack(player)"]}`,
	},
	&UtilityTable,
	{
		Word: "parallel", Kind: "node_parallel", Title: "Parallel nodes", Nodes: []NodeKind{NodeParallel},
		Doc:  "Runs all its children at once.",
		Form: "tree t {\n    parallel succeed 2 fail 1 { look; walk; talk }\n}",
		JSON: `{"node": "parallel", "value": "2", "limit": "1", "children": ["look", "walk", "talk"]}`,
		Head: []Clause{
			{Word: "succeed", Field: "value", Takes: TakesValue, Form: "succeed 2", Doc: "The number of successes from which it succeeds.", Without: "all"},
			{Word: "fail", Field: "limit", Takes: TakesValue, Form: "fail 1", Doc: "The number of failures from which it fails.", Without: "one"},
		},
	},
	{
		Word: "parallel all", Kind: "node_parallel_all", Title: "Parallel nodes to the end", Nodes: []NodeKind{NodeParallelAll},
		Doc:  "Runs all its children at once, each to its end.",
		Form: "tree t {\n    parallel all fail 2 { look; walk; talk }\n}",
		JSON: `{"node": "parallel all", "limit": "2", "children": ["look", "walk", "talk"]}`,
		Head: []Clause{
			{Word: "fail", Field: "limit", Takes: TakesValue, Form: "fail 2", Doc: "The number of failures from which it fails in the end.", Without: "one"},
		},
	},
	{
		Word: "switch", Kind: "node_switch", Title: "Switch", Nodes: []NodeKind{NodeSwitch},
		Doc:  "Runs the first case with an equal value.",
		Form: "tree t {\n    switch weather { case rain, snow { hide } else { walk } }\n}",
		JSON: `{
  "node": "switch",
  "value": "weather",
  "children": [
    {"node": "case", "values": "rain, snow", "children": ["hide"]},
    {"node": "case", "children": ["walk"]}
  ]
}`,
		Head: []Clause{
			{Field: "value", Takes: TakesValue, Need: true, Doc: "The condition."},
		},
	},
	{
		Word: "choose", Kind: "node_choose", Title: "Choice of a tree", Nodes: []NodeKind{NodeChoose},
		Doc:  "Calls the action or tree that a value of an enum names.",
		Form: "tree t {\n    choose routine(o) by use(o)\n}",
		JSON: `{"node": "choose", "call": "routine(o)", "value": "use(o)"}`,
		Head: []Clause{
			{Field: "call", Takes: TakesDoing, Text: "call_in_tree", Need: true, Doc: "The enum, with the arguments for its actions and trees."},
			{Word: "by", Field: "value", Takes: TakesValue, Need: true, Form: "by use(o)", Doc: "The value that chooses."},
		},
	},
	{
		Word: "case", Kind: "node_case", Title: "Case", Nodes: []NodeKind{NodeCase},
		Doc:  "A branch of a switch.",
		Form: "tree t {\n    switch weather { case rain, snow { hide } }\n}",
		JSON: `{"node": "case", "values": "rain, snow", "children": ["hide"]}`,
		Head: []Clause{
			{Field: "values", Takes: TakesValues, Doc: "The values of the case.", Without: "it is the else"},
		},
	},
	{
		Word: "when", Kind: "node_when", Title: "Guard", Nodes: []NodeKind{NodeWhen},
		Doc:  "Runs its child only if the condition holds when it starts.",
		Form: "tree t {\n    when visible(player) abort both { chase(player) }\n}",
		JSON: `{"node": "when", "condition": "visible(player)", "abort": "both", "children": ["chase(player)"]}`,
		Head: []Clause{
			{Field: "condition", Takes: TakesValue, Need: true, Doc: "The condition."},
		},
	},
	{
		Word: "repeat", Kind: "node_repeat", Title: "Repetition", Nodes: []NodeKind{NodeRepeat, NodeRetry},
		Doc:  "Runs its child a number of times, or retries it until it succeeds.",
		Form: "tree t {\n    retry 3 { open(door) }\n}",
		JSON: `{"node": "retry", "value": "3", "children": ["open(door)"]}`,
		Head: []Clause{
			{Field: "value", Takes: TakesValue, Doc: "How often.", Without: "without end"},
		},
	},
	{
		Word: "limit", Kind: "node_limit", Title: "Limit", Nodes: []NodeKind{NodeTimeout, NodeDelay, NodeCooldown, NodeLimit, NodeChance},
		Doc:  "Bounds its child: by a time (timeout, delay, cooldown), a number of times (limit), or chance.",
		Form: "tree t {\n    timeout 3s { open(door) }\n}",
		JSON: `{"node": "timeout", "value": "3s", "children": ["open(door)"]}`,
		Head: []Clause{
			{Field: "value", Takes: TakesValue, Need: true, Doc: "The time, the number, or the probability from 0 to 1."},
		},
	},
	{
		Word: "each value", Kind: "node_each_value", Title: "Loop over values", Nodes: []NodeKind{NodeEach}, By: "values",
		Doc:  "Runs its child once for each value.",
		Form: "tree t {\n    each p in home, shop { go(p) }\n}",
		JSON: `{"node": "each", "each": "p", "values": "home, shop", "children": ["go(p)"]}`,
		Head: []Clause{
			{Field: "each", Takes: TakesName, Need: true, Doc: "The variable."},
			{Field: "values", Takes: TakesValues, Need: true, Doc: "The values."},
		},
	},
	{
		Word: "each", Kind: "node_each", Title: "Loop over members", Nodes: []NodeKind{NodeEach},
		Doc:  "Runs its child once for each member of a type.",
		Form: "tree t {\n    each e: enemy where visible(e) order distance(e) { mark(e) }\n}",
		JSON: `{"node": "each", "each": "e", "type": "enemy", "where": "visible(e)", "order": "distance(e)", "children": ["mark(e)"]}`,
		Head: []Clause{
			{Field: "each", Takes: TakesName, Need: true, Doc: "The variable."},
			{Field: "type", Takes: TakesType, Need: true, Doc: "Its type: an enum or an object type."},
			{Word: "remembered", Takes: TakesFlag, Form: "in remembered", Doc: "Only objects that the agent remembers."},
			{Word: "from", Takes: TakesValue, Form: "each p: place from near(pos)", Doc: "The host function that returns the values of the variable, in its order.", Without: "all of the type"},
			{Word: "where", Takes: TakesValue, Form: "where visible(e)", Doc: "The condition that filters members.", Without: "all"},
			{Word: "order", Takes: TakesValue, Form: "order distance(e)", Doc: "The lowest value first.", Without: "in canonical order"},
		},
	},
}
