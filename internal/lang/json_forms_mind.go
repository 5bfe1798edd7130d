package lang

import "github.com/karakuri-ai/karakuri/internal/model/def"

// jsonMindForms are the forms of agents, of tests, and of lines.
var jsonMindForms = []jsonForm{
	tableForm(&def.AgentTable), tableForm(&def.PlanTable), tableForm(&def.TreeLineTable),
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
