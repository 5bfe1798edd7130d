package def

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Action is an action of the host in the game: action move_to(p: place) uses legs
type Action struct {
	Head
	Name   string
	Params []Param
	Uses   []Name
	Needs  []*Need
	Grace  expr.Node // seconds, constant, that it may continue for when something interrupts it; nil: none

	Composite, Decorator bool // it has children in a tree: any number, or one
}

// MaxGraceSeconds limits the grace of actions, in seconds, so that a reaction remains visible as one.
const MaxGraceSeconds = 10.0

// ActionInfo is an action's signature.
type ActionInfo struct {
	Decl   *Action
	ID     int32
	Name   string
	Params []ActionParam
	Uses   []string // resources it occupies while it runs
	Needs  []NeedInfo
	Grace  float64 // seconds; at most MaxGraceSeconds of it are granted

	Composite, Decorator bool // it has children
}

// ActionParam is a parameter of an action; one that takes several types gets the type's index before its value.
type ActionParam struct {
	Name  string
	Types []world.Type
}

// ActionTable lists the clauses of an action.
var ActionTable = Statement{
	Word: "action", Title: "Action", Decl: true, Doc: "An action that the host program implements.",
	Form: "action shoot(e: enemy | place) uses hands needs shoot_at_player priority 2, e grace 0.5s",
	JSON: `{"kind": "action", "name": "shoot", "parameters": "e: enemy | place", "uses": ["hands"], "needs": ["shoot_at_player priority 2", "e"], "grace": "0.5s"}`,
	Name: "Name of the action.", Params: "Default: none.",
	Head: []Clause{
		{
			Word: "uses", Takes: TakesNames, Is: "a resource", List: true, Form: "uses hands", Doc: "Resources it occupies while it runs.", Param: "resources",
			at: in(func(d *Action) any { return &d.Uses }),
		},
		{
			Word: "needs", Takes: TakesNeeds, List: true, Form: "needs shoot_at_player priority 2, e", Doc: "Tokens of a squad that it holds while it runs, and parameters whose objects are slots.", Param: "-",
			at: in(func(d *Action) any { return &d.Needs }),
		},
		{
			Word: "grace", Takes: TakesSeconds, Unit: "s", Form: "grace 0.5s", Doc: "How long it may continue when a reaction interrupts it or a tree aborts it.", Without: "none",
			at:   in(func(d *Action) any { return &d.Grace }),
			info: to(func(i *ActionInfo) any { return &i.Grace }),
		},
		{
			Word: "composite", Takes: TakesFlag, Form: "composite", Doc: "It occurs in trees only, has children, and decides which of them run.",
			at:   in(func(d *Action) any { return &d.Composite }),
			info: to(func(i *ActionInfo) any { return &i.Composite }),
		},
		{
			Word: "decorator", Takes: TakesFlag, Form: "decorator", Doc: "It occurs in trees only, has one child, and decides when it runs.",
			at:   in(func(d *Action) any { return &d.Decorator }),
			info: to(func(i *ActionInfo) any { return &i.Decorator }),
		},
	},
	kept: keptIn(func(d *Action) Kept { return Kept{Name: &d.Name, Params: &d.Params} }),
}
