package explain

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Kind is the kind of a question.
type Kind uint8

// Kinds of questions.
const (
	Why         Kind = iota // why an agent does what it does, or why it does nothing
	WhyNot                  // why it does not do something
	WhatWould               // what would have to change for it to do something
	WhatIf                  // its decisions with other values
	WhoMade                 // what gave a symbol its value
	WhatChanged             // what changed between two decisions
)

// String returns the question in a word or two: "why not".
func (k Kind) String() string {
	return fact.Name(k, "why", "why not", "what would", "what if", "who made", "what changed")
}

// Question is a question about an agent or squad, at the present moment of its crowd.
type Question struct {
	Kind Kind
	// About is the name of the subject: a task, a method ("buy first", "dine/buy first"), an operator, which may have
	// arguments ("hurl(kane)"), an object that something could be about, a node of a tree, a want ("engage(kane)"), a
	// goal, a reaction, a layer, an action, an order, a role, a plan line, a level of alertness, or a condition. Case,
	// spaces and dots may differ from how it is declared. WhoMade: a symbol with its arguments: "money",
	// "distance(kane)". Why and WhatChanged need none.
	About   string
	Changes []Change // WhatIf: the other values
}

// Change is another value for a symbol.
type Change struct {
	Symbol string `json:"symbol"`        // with its arguments, as in a file: "distance(kane)"
	Old    string `json:"old,omitempty"` // the present value; empty in questions
	Value  string `json:"value"`         // the other value
}

// Changes reads changes that are written as in a file: "money = 5". One without "=" gives a bool the value true.
func Changes(texts ...string) (list []Change) {
	for _, text := range texts {
		symbol, value, ok := strings.Cut(text, "=")
		if !ok {
			value = "true"
		}
		list = append(list, Change{Symbol: strings.TrimSpace(symbol), Value: strings.TrimSpace(value)})
	}
	return list
}
