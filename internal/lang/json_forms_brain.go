package lang

import "github.com/karakuri-ai/karakuri/internal/model/def"

// jsonBrainForms are the forms of brains, personalities, senses and memories.
var jsonBrainForms = []jsonForm{
	tableForm(&def.BrainTable), tableForm(&def.WantTable), tableForm(&def.ConsiderTable),
	{
		name: "personality", title: "Personality", decl: true, comments: true, body: true,
		doc:  "How one kind of agent differs in what it wants.",
		krk:  "personality brave { kill * 1.5; rest never; get_item score power_of(i) }",
		json: `{"kind": "personality", "name": "brave", "traits": ["kill * 1.5", "rest never", "get_item score power_of(i)"]}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the personality."},
			{name: "traits", is: "trait", list: true, line: true, need: true, doc: "How the scores of wants change."},
		},
	},
	{
		name: "sense", title: "Sense", decl: true, comments: true, body: true,
		doc:  "A sensor.",
		krk:  "sense eagle: sight { range 40; cone 110deg; line_of_sight }",
		json: `{"kind": "sense", "name": "eagle", "of": "sight", "clauses": ["range 40", "cone 110deg", "line_of_sight"]}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the sense."},
			{name: "of", is: "name", doc: "Its kind; left out: that of its name."},
			{name: "clauses", is: "clause", list: true, line: true, need: true, doc: "Its numbers."},
		},
	},
	{
		name: "memory", title: "Memory", decl: true, comments: true, body: true,
		doc:  "A part of what agents remember with.",
		krk:  "memory short { span 8s; capacity 32; decay 0.1/s }",
		json: `{"kind": "memory", "name": "short", "clauses": ["span 8s", "capacity 32", "decay 0.1/s"]}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the memory."},
			{name: "of", is: "name", doc: "Its kind, short or long; left out: that of its name."},
			{name: "clauses", is: "clause", list: true, line: true, need: true, doc: "Its numbers."},
		},
	},
}
