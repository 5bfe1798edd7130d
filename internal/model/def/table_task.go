package def

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Task is a compound task.
type Task struct {
	Head
	Name    string
	Params  []Param
	Methods []*Method
	End     []string
}

// Method is one way to achieve a task.
//
//	method "nearest enemy" each e: enemy where visible(e) order distance(e) margin 2.0 { fight(e) }
//	method "buy first" when money >= price { buy; dine }
type Method struct {
	Head
	Name   string
	When   expr.Node  // read before the variables are bound; nil: always
	Each   []expr.Var // free variables
	Where  expr.Node  // over the free variables; nil: all
	Order  expr.Node  // ascending; nil: canonical order
	Margin expr.Node  // constant; nil: none
	While  expr.Node  // from its first step to its last; nil: always
	// FailAfter is the time after which its steps fail, constant; nil: never.
	FailAfter expr.Node
	Ban       *BanClause // nil: as the number of failures says
	Say       *SayClause // nil: nothing
	Body      Block      // ordered
}

// TaskInfo is a checked compound task.
type TaskInfo struct {
	Decl    *Task
	ID      int32
	Name    string
	Params  []Slot
	Frame   int // words its parameters take
	Methods []*MethodInfo
}

// MethodInfo is a checked method. Its frame is that of its task followed by the free variables.
type MethodInfo struct {
	Decl   *Method
	Name   string
	Frame  int // words of parameters and free variables together
	When   *expr.Term
	Each   []Slot
	From   []*expr.Term // by Each: the call of the host's function whose values the variable takes, nil for all of the type; nil: none has one
	Where  *expr.Term
	Order  *expr.Term
	Margin float64 // 0: none
	// While must hold when the method is chosen, before each of its steps, and from the start of the first of them to
	// the end of the last; nil: always.
	While     *expr.Term
	FailAfter float64 // seconds from the start of its first step after which it has failed; 0: never
	Ban       BanInfo
	Say       SayInfo
	Body      *BlockInfo
}

// TaskTable lists the clauses of a task.
var TaskTable = Statement{
	Word: "task", Title: "Task", Decl: true, Doc: "A compound task: something to achieve.",
	Form: "task dine {\n    method \"earn first\" { work; dine }\n}",
	JSON: `{"kind": "task", "name": "dine", "methods": [{"name": "earn first", "do": ["work", "dine"]}]}`,
	Name: "Name of the task.", Params: "Default: none.",
	Body: lines([]Clause{listed(Clause{Word: "method", Of: &MethodTable, Field: "methods", Need: true, Doc: "The ways, the preferred first."}, func(d *Task) *[]*Method { return &d.Methods })}),
	kept: keptIn(func(d *Task) Kept { return Kept{Name: &d.Name, Params: &d.Params, End: &d.End} }),
}

// MethodTable lists the clauses of a method.
var MethodTable = Statement{
	Word: "method", Title: "Method", Doc: "One way to achieve a task.",
	Form: "task hunt {\n    method \"nearest\" each e: enemy where visible(e) order distance(e) margin 2 { fight(e) }\n}",
	JSON: "{\n  \"name\": \"nearest\",\n  \"each\": \"e: enemy\",\n  \"where\": \"visible(e)\",\n  \"order\": \"distance(e)\",\n  \"margin\": \"2\",\n  \"do\": [\"fight(e)\"]\n}",
	Head: []Clause{
		{Field: "name", Takes: TakesTitle, Is: "the name of a method", Need: true, Doc: "A short description; unique within the task.", at: in(func(d *Method) any { return &d.Name })},
		{
			Word: "when", Takes: TakesCondition, Form: "when has_meal", Doc: "The condition, evaluated before variables are bound.", Without: "nothing",
			at: in(func(d *Method) any { return &d.When }),
		},
		{
			Word: "each", Takes: TakesVariables, Form: "each e: enemy", Doc: "Free variables: the method is tried with each of their bindings. With from, a variable takes the values that a function of the host returns, as in each p: place from near(pos).", Param: "variables",
			at: in(func(d *Method) any { return &d.Each }),
		},
		{
			Word: "where", Takes: TakesCondition, Form: "where visible(e)", Doc: "The condition that filters bindings.", Without: "all",
			at: in(func(d *Method) any { return &d.Where }),
		},
		{
			Word: "order", Takes: TakesAmount, Is: "an order", Signed: true, Form: "order distance(e)", Doc: "The lowest value first.", Without: "in canonical order",
			at:   in(func(d *Method) any { return &d.Order }),
			info: to(func(i *MethodInfo) any { return &i.Order }),
		},
		{
			Word: "margin", Takes: TakesNumber, Is: "a margin", Form: "margin 2", Doc: "How much better another binding must be before it replaces a chosen one.", Without: "0",
			at:   in(func(d *Method) any { return &d.Margin }),
			info: to(func(i *MethodInfo) any { return &i.Margin }),
		},
		{
			Word: "while", Takes: TakesCondition, Form: "while alive(e)", Doc: "The condition that must hold when the method is chosen and until its last step has ended; otherwise the agent plans its task again.", Without: "nothing",
			at:   in(func(d *Method) any { return &d.While }),
			info: to(func(i *MethodInfo) any { return &i.While }),
		},
		{
			Word: "fail_after", Takes: TakesSeconds, Unit: "s", Form: "fail_after 20s", Doc: "The time from the start of its first step after which it has failed.", Without: "never",
			at:   in(func(d *Method) any { return &d.FailAfter }),
			info: to(func(i *MethodInfo) any { return &i.FailAfter }),
		},
		banClause("ban 30s until has_key by d", "How long it is not taken after a step of it has failed.", Clause{
			at: partAt(func(d *Method) **BanClause { return &d.Ban }), make: partMade(func(d *Method) **BanClause { return &d.Ban }),
			Without: "5s, twice as long each time",
		}, banParts(func(i *MethodInfo) *BanInfo { return &i.Ban })),
		sayClause("What the agent says when it adopts a plan with this method.", func(d *Method) **SayClause { return &d.Say }, func(i *MethodInfo) *SayInfo { return &i.Say }),
	},
	Body: []Clause{{Field: "do", Takes: TakesCall, Forms: blocks, List: true, Line: true, Need: true, Doc: "The subtasks, in order."}},
	kept: keptIn(func(d *Method) Kept { return Kept{End: &d.Body.End} }),
}

// blocks are the blocks that may replace a subtask.
var blocks = []string{"unordered", "ordered"}

// UnorderedTable lists the clauses of unordered subtasks.
var UnorderedTable = Statement{
	Word: "unordered", Title: "Unordered subtasks", By: "unordered", Doc: "Subtasks in any order, even at once.",
	Form: "task dinner {\n    method \"cook\" {\n        unordered { cook_rice; simmer_curry }\n    }\n}",
	JSON: `{"unordered": ["cook_rice", "simmer_curry"]}`,
	Body: []Clause{{Field: "unordered", Takes: TakesCall, Forms: blocks, List: true, Line: true, Need: true, Doc: "The subtasks."}},
}

// OrderedTable lists the clauses of ordered subtasks.
var OrderedTable = Statement{
	Word: "ordered", Title: "Ordered subtasks", By: "ordered", Doc: "Subtasks one after the other, within unordered ones.",
	Form: "task dinner {\n    method \"cook\" {\n        unordered {\n            ordered { wash_rice; cook_rice }\n            simmer_curry\n        }\n    }\n}",
	JSON: `{"ordered": ["wash_rice", "cook_rice"]}`,
	Body: []Clause{{Field: "ordered", Takes: TakesCall, Forms: blocks, List: true, Line: true, Need: true, Doc: "The subtasks."}},
}
