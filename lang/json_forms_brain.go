package lang

// jsonBrainForms are the forms of brains, personalities, senses and memories.
var jsonBrainForms = []jsonForm{
	{
		name: "brain", title: "Brain", decl: true, comments: true, body: true,
		doc:  "Arbitrates among wants.",
		krk:  "brain gatherer {\n    want wander { score 0.05 }\n    inertia 0.1\n    select weighted top 3\n    every 0.5s gap 0.1s\n}",
		json: "{\n  \"kind\": \"brain\",\n  \"name\": \"gatherer\",\n  \"wants\": [{\"goal\": \"wander\", \"score\": \"0.05\"}],\n  \"inertia\": \"0.1\",\n  \"select\": \"weighted top 3\",\n  \"every\": \"0.5s gap 0.1s\"\n}",
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the brain."},
			{name: "wants", is: "form", forms: []string{"want"}, list: true, need: true, doc: "What it chooses from."},
			{name: "inertia", is: "inertia", line: true, doc: "What the present choice gets on top of its score; left out: nothing."},
			{name: "select", is: "selection", line: true, doc: "Which of the scored is chosen; left out: the best."},
			{name: "every", is: "interval", line: true, doc: "How often it arbitrates; left out: 0.5s."},
			{name: "repetition", is: "repetition", line: true, doc: "What being among the last choices takes of a score; left out: nothing."},
			{name: "backoff", is: "pause", line: true, doc: "How long a want rests after its goal has failed, twice as long after each further failure; left out: not at all."},
			{name: "give_up", is: "give_up", line: true, doc: "After how many failures without a success a want rests for longer; left out: never."},
			{name: "orders", is: "worth", line: true, doc: "What orders of a squad are worth, compared with wants; left out: they go before all wants."},
		},
	},
	{
		name: "want", title: "Want", comments: true, body: true,
		doc: "A goal that may be worth pursuing: a standing one, or one for each target.",
		krk: "brain b {\n    want kill(e) as finish each e in remembered enemy where wounded(e) when power > 0 { score 1; cooldown 5s; interrupts }\n}",
		json: `{
  "goal": "kill(e)",
  "as": "finish",
  "each": "e in remembered enemy",
  "where": "wounded(e)",
  "when": "power > 0",
  "score": "1",
  "cooldown": "5s",
  "interrupts": true
}`,
		fields: []jsonField{
			{name: "goal", is: "call", need: true, doc: "The goal."},
			{name: "as", is: "name", doc: "Its own name; left out: that of the goal."},
			{name: "each", is: "variable", doc: "The target; left out: it is a standing want."},
			{name: "where", is: "expression", doc: "Which targets; left out: all."},
			{name: "when", is: "expression", doc: "It is worth a thought; left out: always."},
			{name: "score", is: "expression", line: true, doc: "How good it is; instead of considerations."},
			{name: "consider", is: "form", forms: []string{"consider"}, list: true, doc: "What its score is made from."},
			{name: "combine", is: "combination", line: true, doc: "How; left out: compensated."},
			{name: "weight", is: "expression", line: true, doc: "Factor of the score of considerations; left out: 1."},
			{name: "rank", is: "expression", line: true, doc: "For a ranked selection; left out: 0."},
			{name: "cooldown", is: "expression", line: true, doc: "The time from when its goal is left until it is chosen again."},
			{name: "interrupts", is: "flag", line: true, doc: "What is pursued when it is chosen is suspended, and resumed afterwards."},
			{name: "forget_when", is: "expression", line: true, doc: "When its goal has failed or was dropped: whether the target is to be forgotten."},
		},
	},
	{
		name: "consider", title: "Consideration", comments: true,
		doc:  "An input that is mapped to 0..1.",
		krk:  "brain b {\n    want kill(e) each e: enemy {\n        consider \"near\" distance(e) from 20 to 0 through logistic(exponent: 2) weight 2\n    }\n}",
		json: `{"name": "near", "value": "distance(e)", "from": "20", "to": "0", "through": "logistic(exponent: 2)", "weight": "2"}`,
		fields: []jsonField{
			{name: "name", is: "title", doc: "A short description; left out: the value as it is written."},
			{name: "value", is: "expression", need: true, doc: "A number or a truth value."},
			{name: "from", is: "expression", doc: "What becomes 0; left out: 0."},
			{name: "to", is: "expression", doc: "What becomes 1; left out: 1."},
			{name: "through", is: "curve", doc: "The curve it goes through; left out: none."},
			{name: "weight", is: "expression", doc: "In sums and means; left out: 1."},
		},
	},
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
