package def

// NodeTable holds the clauses of all nodes of trees, besides those of their kinds; see [NodeKinds].
var NodeTable = Statement{
	Word: "node", Title: "Node", Doc: "A node of a tree.",
	Form: "tree t {\n    attack(player) uninterrupted as \"hit\"\n}",
	Head: []Clause{
		{
			Word: "best", Takes: TakesFlag, Only: NodePlan, Form: "best", Doc: "Plan: search for the cheapest plan within the agent's limits, by the costs of its steps.", Without: "the first in the order of the methods",
			at:   in(func(n *Node) any { return &n.Best }),
			info: to(func(i *NodeInfo) any { return &i.Best }),
		},
		{
			Word: "uninterrupted", Takes: TakesFlag, Only: NodeCall, Form: `uninterrupted`, Doc: "Action: it delays aborts of branches with higher priority until it has ended.",
			at:   in(func(n *Node) any { return &n.Uninterrupted }),
			info: to(func(i *NodeInfo) any { return &i.Uninterrupted }),
		},
		{
			Word: "abort", Takes: TakesAbort, Words: abortNames[AbortSelf:], Without: "nothing", Param: "-", Form: `abort both`, Doc: "Which nodes its condition aborts when the outcome changes.",
			at: in(func(n *Node) any { return &n.Abort }),
		},
		{
			Word: "as", Takes: TakesTitle, Is: "the name of a node", Param: "name", Form: `as "fight"`, Doc: "Its name in traces and views.",
			at: in(func(n *Node) any { return &n.Name }),
		},
		{
			Word: "weight", Takes: TakesAmount, Is: "a weight", Without: "1", Form: `weight 2`, Doc: "Child of a random node.",
			at:   in(func(n *Node) any { return &n.Weight }),
			info: to(func(i *NodeInfo) any { return &i.Weight }),
		},
		{
			Word: "score", Takes: TakesAmount, Is: "a score", Signed: true, Form: `score hunger`, Doc: "Child of a utility selector.",
			at:   in(func(n *Node) any { return &n.Score }),
			info: to(func(i *NodeInfo) any { return &i.Score }),
		},
		{
			Word: "disabled", Takes: TakesFlag, Form: `disabled`, Doc: "The node is ignored as if it were absent.",
			at: in(func(n *Node) any { return &n.Disabled }),
		},
		{
			Word: "skip_if", Takes: TakesCondition, Form: `skip_if tired`, Doc: "If it holds, the node is skipped instead of starting.",
			at:   in(func(n *Node) any { return &n.SkipIf }),
			info: to(func(i *NodeInfo) any { return &i.SkipIf }),
		},
		{
			Word: "fail_if", Takes: TakesCondition, Form: `fail_if tired`, Doc: "If it holds, the node fails instead of starting.",
			at:   in(func(n *Node) any { return &n.FailIf }),
			info: to(func(i *NodeInfo) any { return &i.FailIf }),
		},
		{
			Word: "succeed_if", Takes: TakesCondition, Form: `succeed_if rich`, Doc: "If it holds, the node succeeds instead of starting.",
			at:   in(func(n *Node) any { return &n.SucceedIf }),
			info: to(func(i *NodeInfo) any { return &i.SucceedIf }),
		},
		{
			Word: "while", Takes: TakesCondition, Form: `while calm`, Doc: "If it does not hold, the node is skipped; while it runs, aborted and skipped.",
			at:   in(func(n *Node) any { return &n.While }),
			info: to(func(i *NodeInfo) any { return &i.While }),
		},
		{
			Word: "on_success", Takes: TakesEffects, Param: "effects", Form: `on_success calls += 1`, Doc: "Effects applied when it has succeeded.",
			at:   in(func(n *Node) any { return &n.OnSuccess }),
			info: to(func(i *NodeInfo) any { return &i.OnSuccess }),
		},
		{
			Word: "on_failure", Takes: TakesEffects, Param: "effects", Form: `on_failure calls += 1`, Doc: "Effects applied when it has failed.",
			at:   in(func(n *Node) any { return &n.OnFailure }),
			info: to(func(i *NodeInfo) any { return &i.OnFailure }),
		},
		{
			Word: "on_abort", Takes: TakesEffects, Param: "effects", Form: `on_abort calls += 1`, Doc: "Effects applied when it was aborted.",
			at:   in(func(n *Node) any { return &n.OnAbort }),
			info: to(func(i *NodeInfo) any { return &i.OnAbort }),
		},
	},
}

// UtilityTable lists the further clauses of a utility selector.
var UtilityTable = Statement{
	Word: "utility selector", Kind: "node_utility", Nodes: []NodeKind{NodeUtilitySelector}, Title: "Utility selector", Doc: "Runs its children in the order of their scores, or one that is chosen by score.",
	Form: "tree t {\n    utility selector select weighted top 3 inertia 0.1 fade 5s { eat score hunger; rest score 0.2 }\n}",
	JSON: `{
  "node": "utility selector",
  "select": "weighted top 3",
  "inertia": "0.1 fade 5s",
  "children": [{"node": "call", "call": "eat", "score": "hunger"}, {"node": "call", "call": "rest", "score": "0.2"}]
}`,
	Head: []Clause{
		{
			Word: "select", Takes: TakesSelection, Form: "select weighted top 3", Doc: "The rule that chooses a child.", Without: "they run in the order of their scores", Param: "-",
			at: partAt(func(n *Node) **SelectClause { return &n.Select }), make: partMade(func(n *Node) **SelectClause { return &n.Select }),
		},
		{
			Word: "inertia", Takes: TakesParts, Text: "inertia", Form: "inertia 0.1 fade 5s", Doc: "The bonus on the score of the child that ran last.", Param: "-",
			at: partAt(func(n *Node) **InertiaClause { return &n.Inertia }), make: partMade(func(n *Node) **InertiaClause { return &n.Inertia }),
			Parts: inertiaParts(func(i *NodeInfo) (bonus, fade *float64) { return &i.Bonus, &i.Fade }),
		},
	},
}
