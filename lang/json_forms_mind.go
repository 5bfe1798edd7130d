package lang

// jsonMindForms are the forms of agents, of tests, and of lines.
var jsonMindForms = []jsonForm{
	{
		name: "agent", title: "Agent", decl: true, comments: true, body: true,
		doc:  "A kind of character.",
		krk:  "agent villager { plan dine when hungry every 1s; idle wander }",
		json: "{\n  \"kind\": \"agent\",\n  \"name\": \"villager\",\n  \"plans\": [{\"task\": \"dine\", \"when\": \"hungry\", \"every\": \"1s\"}],\n  \"idle\": \"wander\"\n}",
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the kind of agent."},
			{name: "plans", is: "form", forms: []string{"plan"}, list: true, doc: "What it plans for: the first whose condition holds."},
			{name: "tree", is: "form", forms: []string{"tree_line"}, doc: "The tree that is its mind, instead of plans."},
			{name: "brain", is: "brain_use", line: true, doc: "The brain that is its mind, instead of plans."},
			{name: "idle", is: "call", line: true, doc: "The action it does while it has no plan."},
			{name: "reactions", is: "form", forms: []string{"reaction"}, list: true, doc: "What may interrupt its mind, the more urgent first."},
			{name: "layers", is: "form", forms: []string{"layer"}, list: true, doc: "What runs beside its mind, the more urgent first."},
			{name: "squad", is: "name", line: true, doc: "The kind of squads that it can be a member of."},
			{name: "senses", is: "name", list: true, line: true, doc: "Its senses."},
			{name: "memories", is: "name", list: true, line: true, doc: "What it remembers with."},
			{name: "body", is: "name", line: true, doc: "The object type that each agent of the kind is an object of."},
		},
	},
	{
		name: "plan", title: "Plan line", comments: true,
		doc:  "What an agent plans for.",
		krk:  "agent villager { plan dine when hungry every 1s once }",
		json: `{"task": "dine", "when": "hungry", "every": "1s", "once": true}`,
		fields: []jsonField{
			{name: "task", is: "call", need: true, doc: "The task or operator."},
			{name: "when", is: "expression", doc: "Left out: always."},
			{name: "every", is: "expression", doc: "Replan interval; left out: 0.5s."},
			{name: "once", is: "flag", doc: "Do not start again after it has ended."},
		},
	},
	{
		name: "tree_line", title: "Tree line", comments: true, body: true,
		doc:  "The tree that is an agent's mind.",
		krk:  "agent far_guard { tree guard(7, 4) once { override chase = keep_range } }",
		json: `{"tree": "guard(7, 4)", "once": true, "overrides": [{"what": "chase", "with": "keep_range"}]}`,
		fields: []jsonField{
			{name: "tree", is: "tree_call", need: true, doc: "The tree, with constant arguments."},
			{name: "once", is: "flag", doc: "It does not start again after it has ended."},
			{name: "overrides", is: "form", forms: []string{"override"}, list: true, doc: "What takes the place of what the tree calls."},
		},
	},
	{
		name: "test", title: "Test", decl: true, comments: true, body: true,
		doc:  "A situation with the plan it must give.",
		krk:  "test \"no money\" { given money = 0; expect work, buy, eat }",
		json: `{"kind": "test", "name": "no money", "given": ["money = 0"], "expect": "work, buy, eat"}`,
		fields: []jsonField{
			{name: "name", is: "title", need: true, doc: "A short description."},
			{name: "objects", is: "form", forms: []string{"test_objects"}, list: true, doc: "Objects that exist in this test only."},
			{name: "given", is: "effects", list: true, line: true, doc: "Values that differ from those at the start, one effect each."},
			{name: "task", is: "call", line: true, doc: "What is planned for; left out: the first plan line of the first agent."},
			{name: "expect", is: "steps", line: true, need: true, doc: "The steps of the plan, or none."},
		},
	},
	{
		name: "test_objects", title: "Objects of a test", comments: true,
		doc:  "Objects that exist in one test only.",
		krk:  "test \"two enemies\" {\n    objects e1, e2: enemy\n    expect shoot(e1)\n}",
		json: `{"names": ["e1", "e2"], "type": "enemy"}`,
		fields: []jsonField{
			{name: "names", is: "name", list: true, need: true, some: true, doc: "Their names, at least one."},
			{name: "type", is: "name", need: true, doc: "Their type."},
		},
	},
	{
		name: "line", title: "A line with comments", comments: true,
		doc:  "Where a string is a line of its own in the language (subtasks, clauses of operators, effects of init), an object with the string in text can stand in its place; only then it can have comments.",
		krk:  "operator buy {\n    when money >= price // no credit\n}",
		json: `{"kind": "operator", "name": "buy", "when": {"text": "money >= price", "comment_after": "no credit"}}`,
		fields: []jsonField{
			{name: "text", is: "text", need: true, doc: "What would stand in its place without comments."},
		},
	},
	{
		name: "word_line", title: "A word with comments", comments: true,
		doc:  "Where true stands for a line that is its word alone, this object can stand in its place; only then it can have comments.",
		krk:  "brain b {\n    want flee {\n        score 1\n        interrupts // at once\n    }\n}",
		json: `{"comment_after": "at once"}`,
	},
}
