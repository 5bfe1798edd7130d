package lang

// jsonSquadForms are the forms of squads, and of what agents do beside their minds.
var jsonSquadForms = []jsonForm{
	{
		name: "squad", title: "Squad", decl: true, comments: true, body: true,
		doc: "A group that plans for itself and gives orders to its members.",
		krk: "squad fireteam {\n    plan hold_area every 2s\n    role pointman 1..1\n    token shoot_at_player 2 lease 3s\n    slot cover 1 lease 10s\n    squad company\n}",
		json: `{
  "kind": "squad",
  "name": "fireteam",
  "plans": [{"task": "hold_area", "every": "2s"}],
  "roles": [{"name": "pointman", "min": "1", "max": "1"}],
  "tokens": [{"name": "shoot_at_player", "count": "2", "lease": "3s"}],
  "slots": [{"type": "cover", "count": "1", "lease": "10s"}],
  "squad": "company"
}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the squad."},
			{name: "plans", is: "form", forms: []string{"plan"}, list: true, doc: "What it plans for: the first whose condition holds. Replan interval, where left out: 2s."},
			{name: "idle", is: "call", line: true, doc: "The action it does while it has no plan."},
			{name: "roles", is: "form", forms: []string{"role"}, list: true, doc: "What its members are chosen for."},
			{name: "tokens", is: "form", forms: []string{"token"}, list: true, doc: "What so many members hold at once."},
			{name: "slots", is: "form", forms: []string{"slot"}, list: true, doc: "Objects that so many members use at once."},
			{name: "squad", is: "name", line: true, doc: "The kind of squads that it can be a member of itself."},
		},
	},
	{
		name: "role", title: "Role", comments: true,
		doc:  "What members of a squad are chosen for.",
		krk:  "squad fireteam {\n    role pointman 1..2 each m: soldier score courage(m) bonus 0.3\n}",
		json: `{"name": "pointman", "min": "1", "max": "2", "each": "m: soldier", "score": "courage(m)", "bonus": "0.3"}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the role."},
			{name: "min", is: "expression", need: true, doc: "The least members that have it."},
			{name: "max", is: "expression", doc: "The most; left out: as the least."},
			{name: "each", is: "variable", doc: "The body of a member, for the score."},
			{name: "score", is: "expression", doc: "How well a member suits; left out: all alike."},
			{name: "bonus", is: "expression", doc: "By how much the score of who has the role counts more; left out: 0.2."},
		},
	},
	{
		name: "token", title: "Token", comments: true,
		doc:  "What so many members of a squad hold at once.",
		krk:  "squad fireteam {\n    token shoot_at_player 2 lease 3s\n}",
		json: `{"name": "shoot_at_player", "count": "2", "lease": "3s"}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the token."},
			{name: "count", is: "expression", doc: "How many hold it; left out: 1."},
			{name: "lease", is: "expression", doc: "For how long at most; left out: as long as what needs it runs."},
		},
	},
	{
		name: "slot", title: "Slot line", comments: true,
		doc:  "Objects of a type that so many members of a squad use at once, each of them.",
		krk:  "squad fireteam {\n    slot cover 1 lease 10s\n}",
		json: `{"type": "cover", "count": "1", "lease": "10s"}`,
		fields: []jsonField{
			{name: "type", is: "name", need: true, doc: "The object type."},
			{name: "count", is: "expression", doc: "How many use one object; left out: 1."},
			{name: "lease", is: "expression", doc: "For how long at most; left out: as long as what needs it runs."},
		},
	},
	{
		name: "reaction", title: "Reaction", comments: true,
		doc:  "What may interrupt an agent's mind, and hands back.",
		krk:  "agent rifleman {\n    reaction duck(1) on hp < 0.3 cooldown 1s\n}",
		json: `{"do": "duck(1)", "on": "hp < 0.3", "cooldown": "1s"}`,
		fields: []jsonField{
			{name: "do", is: "tree_call", need: true, doc: "The tree, action or goal, with constant arguments."},
			{name: "on", is: "expression", need: true, doc: "The condition that begins to hold, or a kind of sense: a percept of that."},
			{name: "cooldown", is: "expression", doc: "The time from its end until it can start again."},
		},
	},
	{
		name: "layer", title: "Layer", comments: true,
		doc:  "What runs beside an agent's mind.",
		krk:  "agent rifleman {\n    layer voice chatter(0.5)\n}",
		json: `{"name": "voice", "do": "chatter(0.5)"}`,
		fields: []jsonField{
			{name: "name", is: "name", need: true, doc: "Name of the layer."},
			{name: "do", is: "tree_call", need: true, doc: "The tree, action or goal, with constant arguments."},
		},
	},
}
