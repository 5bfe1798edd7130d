package lang

// jsonStepField is a list of steps.
var jsonStepField = jsonField{name: "do", is: "step_call", forms: []string{"step"}, list: true, line: true, need: true, doc: "The steps, in order; one that has no clauses is a string."}

// jsonGoalForms are the forms of goals.
var jsonGoalForms = []jsonForm{
	{
		name: "goal", title: "Goal", decl: true, comments: true, body: true,
		doc:  "Something to achieve, with subgoals.",
		krk:  "goal get_item(i: item) { while remembered(i); move_to(i) fail_after 20s; pick_up(i) }",
		json: "{\n  \"kind\": \"goal\",\n  \"name\": \"get_item\",\n  \"parameters\": \"i: item\",\n  \"while\": \"remembered(i)\",\n  \"do\": [{\"call\": \"move_to(i)\", \"fail_after\": \"20s\"}, \"pick_up(i)\"]\n}",
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the goal."},
			{name: "parameters", is: "parameters", doc: "Left out: none."},
			{name: "when", is: "expression", line: true, doc: "It can be activated; left out: always."},
			{name: "while", is: "expression", line: true, doc: "It makes sense: else it fails; left out: always."},
			{name: "until", is: "expression", line: true, doc: "It is achieved as soon as this holds."},
			{name: "backoff", is: "expression", line: true, doc: "The time from the failure of a way until it plans again."},
			{name: "do", is: "step_call", forms: []string{"step"}, list: true, line: true, some: true, doc: "The steps of a goal with one way; one that has no clauses is a string. Not together with ways."},
			{name: "ways", is: "form", forms: []string{"way"}, list: true, doc: "The ways, the preferred first."},
			{name: "interrupts", is: "form", forms: []string{"interrupt"}, list: true, doc: "What goes in front of the steps."},
		},
	},
	{
		name: "way", title: "Way", comments: true, body: true,
		doc:  "One way to achieve a goal.",
		krk:  "goal kill(e: enemy) {\n    way \"close\" when near(e) tries 2 { strike(e) }\n}",
		json: `{"name": "close", "when": "near(e)", "tries": "2", "do": ["strike(e)"]}`,
		fields: []jsonField{
			{name: "name", is: "title", doc: "A short description."},
			{name: "when", is: "expression", doc: "What must hold; left out: nothing."},
			{name: "tries", is: "expression", doc: "How often it is taken in one activation; left out: once."},
			jsonStepField,
		},
	},
	{
		name: "interrupt", title: "Interrupt", comments: true, body: true,
		doc:  "A step that goes in front of the others each time its condition begins to hold.",
		krk:  "goal kill(e: enemy) {\n    interrupt when ammo == 0 { reload }\n}",
		json: `{"when": "ammo == 0", "do": "reload"}`,
		fields: []jsonField{
			{name: "when", is: "expression", need: true, doc: "The condition."},
			{name: "do", is: "step_call", forms: []string{"step"}, line: true, need: true, doc: "The step."},
		},
	},
	{
		name: "step", title: "Step of a goal", comments: true, by: "call",
		doc: "A subgoal with rules for how it ends.",
		krk: "goal kill(e: enemy) {\n    strike(e) while alive(e) fail_after 8s retry 2 backoff 0.5s else shoot(e) when ammo > 0 else flee(e) optional\n}",
		json: `{
  "call": "strike(e)",
  "while": "alive(e)",
  "fail_after": "8s",
  "retry": "2",
  "backoff": "0.5s",
  "else": [{"call": "shoot(e)", "when": "ammo > 0"}, "flee(e)"],
  "optional": true
}`,
		fields: []jsonField{
			{name: "call", is: "step_call", need: true, doc: "What is carried out."},
			{name: "when", is: "expression", doc: "It can start; left out: always."},
			{name: "while", is: "expression", doc: "It fails as soon as this does not hold."},
			{name: "until", is: "expression", doc: "It succeeds as soon as this holds."},
			{name: "fail_after", is: "expression", doc: "The time after which it fails."},
			{name: "retry", is: "expression", doc: "How often it is started again after a failure."},
			{name: "backoff", is: "expression", doc: "The time before each retry; only together with retry."},
			{name: "else", is: "step_call", forms: []string{"alternative"}, list: true, doc: "What is tried instead when it has failed, in order."},
			{name: "optional", is: "flag", doc: "Where it fails the goal goes on without it."},
			{name: "suspends", is: "flag", doc: "It stays as it is while the goal is interrupted."},
			{name: "uninterrupted", is: "flag", doc: "While it runs nothing interrupts it but urgent orders."},
		},
	},
	{
		name: "alternative", title: "Alternative to a step", by: "call",
		doc:  "What is tried when a step has failed; without a condition the call alone will do, as a string.",
		krk:  "goal kill(e: enemy) {\n    strike(e) else shoot(e) when ammo > 0\n}",
		json: `{"call": "shoot(e)", "when": "ammo > 0"}`,
		fields: []jsonField{
			{name: "call", is: "step_call", need: true, doc: "What is carried out."},
			{name: "when", is: "expression", doc: "It can start; left out: always."},
		},
	},
}
