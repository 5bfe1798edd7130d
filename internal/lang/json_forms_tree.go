package lang

import "github.com/karakuri-ai/karakuri/internal/model/def"

// jsonTreeForms are the forms of behaviour trees.
var jsonTreeForms = []jsonForm{
	{
		name: "tree", title: "Tree", decl: true, comments: true, body: true,
		doc:  "A behaviour tree.",
		krk:  "tree guard(sight: float) {\n    service every 0.25s look_for(player, sight)\n    selector { attack(player); return_to(start_pos) }\n}",
		json: "{\n  \"kind\": \"tree\",\n  \"name\": \"guard\",\n  \"ports\": \"sight: float\",\n  \"services\": [{\"every\": \"0.25s\", \"do\": \"look_for(player, sight)\"}],\n  \"root\": {\"node\": \"selector\", \"children\": [\"attack(player)\", \"return_to(start_pos)\"]}\n}",
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the tree."},
			{name: "ports", is: "ports", doc: "Left out: none."},
			jsonServicesField,
			{name: "root", is: "call_in_tree", forms: jsonNodeForms, line: true, need: true, doc: "Its node; a call that has nothing else to say is a string."},
		},
	},
	{
		name: "service_set", title: "Service that writes", comments: true, by: "set",
		doc:  "Effects that happen again and again beside a branch of a tree.",
		krk:  "tree watch {\n    service every 1s set heat -= 1\n    rest\n}",
		json: `{"every": "1s", "set": "heat -= 1"}`,
		fields: []jsonField{
			{name: "every", is: "expression", need: true, doc: "The interval."},
			{name: "set", is: "effects", need: true, doc: "What it writes."},
		},
	},
	{
		name: "service", title: "Service", comments: true,
		doc:  "An action that is done again and again beside a branch of a tree.",
		krk:  "tree watch {\n    service every 0.25s look_for(player)\n    rest\n}",
		json: `{"every": "0.25s", "do": "look_for(player)"}`,
		fields: []jsonField{
			{name: "every", is: "expression", need: true, doc: "The interval."},
			{name: "do", is: "tree_call", need: true, doc: "The action."},
		},
	},
	tableForm(&def.OverrideTable),
	{
		name: "node_call", title: "Call in a tree", comments: true, body: true, node: true,
		doc:  "An action or a tree. Without clauses the call alone will do, as a string.",
		krk:  "tree t {\n    attack(player) uninterrupted as \"hit\"\n}",
		json: `{"node": "call", "call": "attack(player)", "uninterrupted": true, "as": "hit"}`,
		fields: []jsonField{
			nodeField(jsonCallWord),
			{name: "call", is: "call_in_tree", need: true, doc: "The action or tree."},
			nodeClauseFields(def.NodeCall)[0],
			{name: "overrides", is: "form", forms: []string{"override"}, list: true, doc: "Tree: what takes the place of what it calls."},
		},
	},
	{
		name: "node_plan", title: "Plan in a tree", comments: true, node: true,
		doc:  "Plans for a task and carries the plan out.",
		krk:  "tree t {\n    plan fight(e) as \"fight\"\n}",
		json: `{"node": "plan", "call": "fight(e)", "as": "fight"}`,
		fields: []jsonField{
			nodeField("plan"),
			{name: "call", is: "call", need: true, doc: "The task or operator."},
		},
	},
	{
		name: "node_goal", title: "Goal in a tree", comments: true, node: true,
		doc:  "Pursues a goal.",
		krk:  "tree t {\n    goal get_item(i) as \"food\"\n}",
		json: `{"node": "goal", "call": "get_item(i)", "as": "food"}`,
		fields: []jsonField{
			nodeField("goal"),
			{name: "call", is: "call", need: true, doc: "The goal."},
		},
	},
	{
		name: "node_if", title: "Condition in a tree", comments: true, node: true,
		doc:  "Success when it holds, else Failure.",
		krk:  "tree t {\n    if visible(player) abort self\n}",
		json: `{"node": "if", "condition": "visible(player)", "abort": "self"}`,
		fields: []jsonField{
			nodeField("if"),
			{name: "condition", is: "expression", need: true, doc: "What must hold."},
		},
	},
	{
		name: "node_set", title: "Effects in a tree", comments: true, node: true,
		doc:  "Writes effects.",
		krk:  "tree t {\n    set alarm = true, calls += 1 as \"call\"\n}",
		json: `{"node": "set", "effects": "alarm = true, calls += 1", "as": "call"}`,
		fields: []jsonField{
			nodeField("set"),
			{name: "effects", is: "effects", need: true, doc: "What it writes."},
		},
	},
	{
		name: "node_wait", title: "Wait", comments: true, node: true,
		doc:  "Runs for some time.",
		krk:  "tree t {\n    wait 1s..3s while calm\n}",
		json: `{"node": "wait", "value": "1s", "limit": "3s", "while": "calm"}`,
		fields: []jsonField{
			nodeField("wait"),
			{name: "value", is: "expression", need: true, doc: "The time."},
			{name: "limit", is: "expression", doc: "The longest time, when it is drawn between the two."},
		},
	},
	{
		name: "node_log", title: "Log", comments: true, node: true,
		doc:  "Puts a line into the trace.",
		krk:  "tree t {\n    log \"seen\" as \"note\"\n}",
		json: `{"node": "log", "text": "seen", "as": "note"}`,
		fields: []jsonField{
			nodeField("log"),
			{name: "text", is: "text", need: true, doc: "The line."},
		},
	},
	{
		name: "node_decorator", title: "Decorator", comments: true, body: true, node: true, block: true,
		doc:  "Turns how its child ends round, or runs it once, or until it fails.",
		krk:  "tree t {\n    invert { if dark }\n}",
		json: `{"node": "invert", "children": [{"node": "if", "condition": "dark"}]}`,
		fields: []jsonField{
			nodeField("invert", "once", "until_failure"),
		},
	},
	{
		name: "node_forced", title: "Forced end", comments: true, body: true, node: true, block: true, by: "children",
		doc:  "Succeeds or fails when its child has ended, however.",
		krk:  "tree t {\n    succeed { shout }\n}",
		json: `{"node": "succeed", "children": ["shout"]}`,
		fields: []jsonField{
			nodeField("succeed", "fail"),
		},
	},
	{
		name: "node_end", title: "End", comments: true, node: true,
		doc:  "Succeeds or fails at once.",
		krk:  "tree t {\n    fail on_failure losses += 1\n}",
		json: `{"node": "fail", "on_failure": "losses += 1"}`,
		fields: []jsonField{
			nodeField("succeed", "fail"),
		},
	},
	{
		name: "node_composite", title: "Composite", comments: true, body: true, node: true, block: true,
		doc:  "Runs its children in the way that its name says.",
		krk:  "tree t {\n    sequence abort both { if visible(player); attack(player) }\n}",
		json: `{"node": "sequence", "abort": "both", "children": [{"node": "if", "condition": "visible(player)"}, "attack(player)"]}`,
		fields: []jsonField{
			nodeField(jsonCompositeWords()...),
		},
	},
	{
		name: "node_parallel", title: "Parallel nodes", comments: true, body: true, node: true, block: true,
		doc:  "Runs all its children at once.",
		krk:  "tree t {\n    parallel succeed 2 fail 1 { look; walk; talk }\n}",
		json: `{"node": "parallel", "value": "2", "limit": "1", "children": ["look", "walk", "talk"]}`,
		fields: []jsonField{
			nodeField("parallel"),
			{name: "value", is: "expression", doc: "The successes that make it succeed; left out: all."},
			{name: "limit", is: "expression", doc: "The failures that make it fail; left out: one."},
		},
	},
	{
		name: "node_parallel_all", title: "Parallel nodes to the end", comments: true, body: true, node: true, block: true,
		doc:  "Runs all its children at once, each to its end.",
		krk:  "tree t {\n    parallel all fail 2 { look; walk; talk }\n}",
		json: `{"node": "parallel all", "limit": "2", "children": ["look", "walk", "talk"]}`,
		fields: []jsonField{
			nodeField("parallel all"),
			{name: "limit", is: "expression", doc: "The failures that make it fail in the end; left out: one."},
		},
	},
	{
		name: "node_utility", title: "Utility selector", comments: true, body: true, node: true, block: true,
		doc: "Runs its children in the order of their scores, or the one that is chosen by them.",
		krk: "tree t {\n    utility selector select weighted top 3 inertia 0.1 fade 5s { eat score hunger; rest score 0.2 }\n}",
		json: `{
  "node": "utility selector",
  "select": "weighted top 3",
  "inertia": "0.1 fade 5s",
  "children": [{"node": "call", "call": "eat", "score": "hunger"}, {"node": "call", "call": "rest", "score": "0.2"}]
}`,
		fields: []jsonField{
			nodeField(def.NodeUtilitySelector.String()),
			clauseField(&def.UtilityTable.Head[0]),
			clauseField(&def.UtilityTable.Head[1]),
		},
	},
	{
		name: "node_switch", title: "Switch", comments: true, body: true, node: true, block: true,
		doc: "Runs the first case with an equal value.",
		krk: "tree t {\n    switch weather { case rain, snow { hide } else { walk } }\n}",
		json: `{
  "node": "switch",
  "value": "weather",
  "children": [
    {"node": "case", "values": "rain, snow", "children": ["hide"]},
    {"node": "case", "children": ["walk"]}
  ]
}`,
		fields: []jsonField{
			nodeField("switch"),
			{name: "value", is: "expression", need: true, doc: "What is asked for."},
		},
	},
	{
		name: "node_case", title: "Case", comments: true, body: true, node: true, block: true,
		doc:  "A branch of a switch.",
		krk:  "tree t {\n    switch weather { case rain, snow { hide } }\n}",
		json: `{"node": "case", "values": "rain, snow", "children": ["hide"]}`,
		fields: []jsonField{
			nodeField("case"),
			{name: "values", is: "value_list", doc: "What is compared with; left out: it is the else."},
		},
	},
	{
		name: "node_when", title: "Guard", comments: true, body: true, node: true, block: true,
		doc:  "Runs its child only if the condition holds when it starts.",
		krk:  "tree t {\n    when visible(player) abort both { chase(player) }\n}",
		json: `{"node": "when", "condition": "visible(player)", "abort": "both", "children": ["chase(player)"]}`,
		fields: []jsonField{
			nodeField("when"),
			{name: "condition", is: "expression", need: true, doc: "What must hold."},
		},
	},
	{
		name: "node_repeat", title: "Repetition", comments: true, body: true, node: true, block: true,
		doc:  "Runs its child so many times, or retries it until it succeeds.",
		krk:  "tree t {\n    retry 3 { open(door) }\n}",
		json: `{"node": "retry", "value": "3", "children": ["open(door)"]}`,
		fields: []jsonField{
			nodeField("repeat", "retry"),
			{name: "value", is: "expression", doc: "How often; left out: for ever."},
		},
	},
	{
		name: "node_limit", title: "Limit", comments: true, body: true, node: true, block: true,
		doc:  "Bounds its child: by a time (timeout, delay, cooldown), a number of times (limit), or chance.",
		krk:  "tree t {\n    timeout 3s { open(door) }\n}",
		json: `{"node": "timeout", "value": "3s", "children": ["open(door)"]}`,
		fields: []jsonField{
			nodeField("timeout", "delay", "cooldown", "limit", "chance"),
			{name: "value", is: "expression", need: true, doc: "The time, the number, or the probability from 0 to 1."},
		},
	},
	{
		name: "node_each_value", title: "Loop over values", comments: true, body: true, node: true, block: true, by: "values",
		doc:  "Runs its child once for each value.",
		krk:  "tree t {\n    each p in home, shop { go(p) }\n}",
		json: `{"node": "each", "each": "p", "values": "home, shop", "children": ["go(p)"]}`,
		fields: []jsonField{
			nodeField("each"),
			{name: "each", is: "name", need: true, doc: "The variable."},
			{name: "values", is: "value_list", need: true, doc: "What it takes."},
		},
	},
	{
		name: "node_each", title: "Loop over members", comments: true, body: true, node: true, block: true,
		doc:  "Runs its child once for each member of a type.",
		krk:  "tree t {\n    each e: enemy where visible(e) order distance(e) { mark(e) }\n}",
		json: `{"node": "each", "each": "e", "type": "enemy", "where": "visible(e)", "order": "distance(e)", "children": ["mark(e)"]}`,
		fields: []jsonField{
			nodeField("each"),
			{name: "each", is: "name", need: true, doc: "The variable."},
			{name: "type", is: "value_type", need: true, doc: "Its type: an enum or an object type."},
			{name: "remembered", is: "flag", doc: "Only those that the agent remembers."},
			{name: "where", is: "expression", doc: "Which members; left out: all."},
			{name: "order", is: "expression", doc: "The least first; left out: in canonical order."},
		},
	},
}

// jsonClauseFields are the clauses that any node may have.
var jsonClauseFields = nodeClauseFields(0)

// nodeClauseFields returns the clauses that only nodes of a kind have; 0: that all have.
func nodeClauseFields(only def.NodeKind) []jsonField {
	var fields []jsonField
	for i := range def.NodeTable.Head {
		if c := &def.NodeTable.Head[i]; c.Only == only {
			fields = append(fields, clauseField(c))
		}
	}
	return fields
}

// jsonBlockFields are those of nodes with children.
var jsonBlockFields = []jsonField{
	jsonServicesField,
	{name: "children", is: "call_in_tree", forms: jsonNodeForms, list: true, line: true, need: true, some: true, doc: "Its children, in order; a call that has nothing else to say is a string. The last of try is what catch does."},
}

var jsonServicesField = jsonField{name: "services", is: "form", forms: []string{"service_set", "service"}, list: true, doc: "What runs beside it."}

// jsonNodeForms are the forms of nodes, in the order in which they are told apart.
var jsonNodeForms = []string{"node_call", "node_plan", "node_goal", "node_if", "node_set", "node_wait", "node_log", "node_decorator", "node_forced", "node_end", "node_composite",
	"node_utility", "node_parallel", "node_parallel_all", "node_switch", "node_case", "node_when", "node_repeat", "node_limit", "node_each_value", "node_each"}

// jsonCallWord is what a call is called, which has no word in the language.
const jsonCallWord = "call"

func nodeField(words ...string) jsonField {
	return jsonField{name: "node", is: "choice", pick: words, need: true, doc: "What it is."}
}

// jsonCompositeWords returns the composites that have nothing but children.
func jsonCompositeWords() []string {
	var words []string
	for _, k := range def.NodeKinds() {
		if k.Shape == def.ShapeComposite && k.Value == def.NoValue && k.Kind != def.NodeParallelAll && k.Kind != def.NodeUtilitySelector {
			words = append(words, k.Words)
		}
	}
	return words
}
