package index

import "github.com/karakuri-ai/karakuri/internal/fact"

// Kind is what a name stands for.
type Kind uint8

// The kinds of names.
const (
	Type Kind = iota + 1
	Value
	Object
	Const
	State
	Derived
	Function
	Action
	Operator
	Task
	Tree
	Goal
	Brain
	Squad
	Agent
	Personality
	Sense
	Memory
	Param
	Variable
	Method
	Way
	Want
	Consideration
	RoleName
	Token
	Layer
	Resource
	Cooldown
	Test
	File
	lastKind = File
)

var kindNames = [...]string{
	Type: "type", Value: "value", Object: "object", Const: "constant", State: "symbol", Derived: "derived symbol", Function: "function",
	Action: "action", Operator: "operator", Task: "task", Tree: "tree", Goal: "goal", Brain: "brain", Squad: "squad", Agent: "agent",
	Personality: "personality", Sense: "sense", Memory: "memory", Param: "parameter", Variable: "variable", Method: "method", Way: "way",
	Want: "want", Consideration: "consideration", RoleName: "role", Token: "token", Layer: "layer", Resource: "resource", Cooldown: "cooldown", Test: "test", File: "file",
}

// String returns the kind in words, without an article.
func (k Kind) String() string { return fact.Name(k, kindNames[:]...) }

// Global reports whether the names of a kind are visible in the whole model.
func (k Kind) Global() bool { return k <= Memory }

// expressions are the kinds that can stand in expressions, apart from parameters, variables and values.
var expressions = []Kind{Object, Const, State, Derived, Function}
