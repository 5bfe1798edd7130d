package def

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Offer is a word of the language at a place where it can occur, with its documentation: for completion, hover texts
// and forms.
type Offer struct {
	Word    string   `json:"word"`
	Of      string   `json:"of"` // its parent: "operator"; empty for declarations and words of expressions
	Doc     string   `json:"doc"`
	Takes   string   `json:"takes,omitempty"`   // what stands behind it: "a constant time, greater than zero"
	Unit    string   `json:"unit,omitempty"`    // of a number
	Default string   `json:"default,omitempty"` // what holds without it
	Words   []string `json:"words,omitempty"`   // words that may follow, if the value is one of some words
	Form    string   `json:"form,omitempty"`    // an example
	Since   string   `json:"since,omitempty"`   // the version that brought it; empty: the first
}

// Declarations offers the words that declarations begin with.
func Declarations() []Offer {
	var list []Offer
	for _, s := range statements {
		if n := len(list); s.Decl && n > 0 && list[n-1].Word == s.Word { // a type is an enumeration, or one of objects
			list[n-1].Doc += " " + s.Doc
		} else if s.Decl {
			list = append(list, Offer{Word: s.Word, Doc: s.Doc, Form: s.Form})
		}
	}
	return list
}

// Lines offers the words that lines in the braces of a statement may begin with, besides names.
func (s *Statement) Lines() []Offer {
	list := offers(s.Word, s.Body)
	for i := range s.Body {
		c := &s.Body[i]
		list = append(list, offers(s.Word, c.Rows)...)
		for _, form := range c.Forms {
			list = append(list, blockOffer(form))
		}
		switch {
		case c.Word == "" && c.Of == &StepTable:
			list = append(list, offers(StepTable.Word, inner[TakesStepCall])...)
		case c.Word == "" && c.Takes == TakesCall:
			list = append(list, offers(s.Word, inner[TakesCall])...)
		}
		if c.Of == &SymbolTable {
			list = append(list, offers(SymbolTable.Word, SymbolTable.Head)...)
		}
	}
	if s.HasChildren() {
		list = append(list, offers(NodeTable.Word, NodeBody)...)
	}
	if s == &TreeTable || s.HasChildren() {
		list = append(list, NodeOffers()...)
	}
	return list
}

// Clauses returns the words that can follow the head of a statement on its line.
func (s *Statement) Clauses() []Offer {
	list := offers(s.Word, s.Head)
	if len(s.Nodes) > 0 {
		for _, o := range offers(NodeTable.Word, NodeTable.Head) {
			if c := NodeTable.Clause(o.Word); c.Only == 0 || c.Only == s.Nodes[0] {
				list = append(list, o)
			}
		}
	}
	return list
}

// Within returns the words that can occur in the clause's value.
func (c *Clause) Within() []Offer {
	list := offers(c.Word, c.Parts)
	for _, word := range c.Words {
		list = append(list, Offer{Word: word, Of: c.Word, Doc: c.Doc})
	}
	return append(list, offers(c.Word, c.Inner())...)
}

// Inner returns the words within the clause's value, if that is parsed by hand. Do not change it.
func (c *Clause) Inner() []Clause {
	if c.Takes == TakesDeed && c.List {
		return orderWords // within parallel there is no other
	}
	return inner[c.Takes]
}

// HasChildren reports whether a statement is a node that has others in its braces.
func (s *Statement) HasChildren() bool {
	return len(s.Nodes) > 0 && s.Nodes[0].Info().Shape != ShapeLeaf
}

// NodeStatement returns the statement of a kind of node.
func NodeStatement(kind NodeKind) *Statement {
	var found *Statement
	for _, s := range nodeTables {
		for _, k := range s.Nodes {
			if k == kind {
				found = s
			}
		}
	}
	return found
}

// offers offers the words of clauses.
func offers(of string, list []Clause) []Offer {
	var found []Offer
	for i := range list {
		if list[i].Word != "" {
			found = append(found, list[i].offer(of))
		}
		if not := list[i].Not; not != "" {
			found = append(found, Offer{Word: not, Of: of, Doc: "The same as leaving " + list[i].Word + " out."})
		}
	}
	return found
}

func (c *Clause) offer(of string) Offer {
	o := Offer{Word: c.Word, Of: of, Doc: c.Doc, Takes: c.Value(), Unit: c.Unit, Default: c.Without, Words: c.Words, Form: c.Form, Since: c.Since}
	if o.Default == "" && c.Default != 0 {
		o.Default = numberText(c.Default) + c.Unit
	}
	if c.Of != nil {
		o.Takes, o.Form = "", c.Of.Form
	}
	return o
}

func blockOffer(form string) Offer {
	for _, s := range statements {
		if s.Word == form {
			return Offer{Word: form, Of: MethodTable.Word, Doc: s.Doc, Form: s.Form}
		}
	}
	return Offer{Word: form}
}

// NodeOffers offers the words that nodes begin with.
func NodeOffers() []Offer {
	var list []Offer
	for _, k := range NodeKinds() {
		if k.Words == "" || k.Kind == NodeTree {
			continue
		}
		if n := len(list); n > 0 && (k.Kind == NodeForceSuccess || k.Kind == NodeForceFailure) {
			for i := range list {
				if list[i].Word == k.Words {
					list[i].Doc += " With a child: " + k.Doc
				}
			}
			continue
		}
		list = append(list, Offer{Word: k.Words, Of: NodeTable.Word, Doc: k.Doc, Takes: nodeValues[k.Value], Form: k.Form})
	}
	return append(list,
		Offer{Word: "else", Of: "switch", Doc: "The node that runs if no case applies.", Form: "switch weather { case rain { a } else { b } }"},
		Offer{Word: "catch", Of: "try", Doc: "The node that runs when one of the nodes fails.", Form: "try { a; b } catch { c }"},
	)
}

// nodeValues say what the values of nodes are, for people; empty for none.
var nodeValues = [...]string{ValueSeconds: "a time", ValueCount: "a whole number", ValueChance: "a number from 0 to 1", ValueSubject: "an expression", ValueSuccesses: "succeed or fail, and a number"}

// Expressions offers the words of expressions: those with a meaning of their own, the functions, and the types.
func Expressions() []Offer {
	var list []Offer
	for _, w := range expr.Words() {
		list = append(list, Offer{Word: w.Word, Doc: w.Doc, Form: w.Form})
	}
	for _, b := range expr.Builtins() {
		if i := strings.Index(b.Usage, "("); i > 0 {
			list = append(list, Offer{Word: b.Name, Doc: b.Help, Form: b.Usage})
		}
	}
	return list
}

// Types offers the words that types begin with.
func Types() []Offer {
	var list []Offer
	for _, w := range expr.TypeWords() {
		list = append(list, Offer{Word: w.Word, Doc: w.Doc, Form: w.Form})
	}
	return list
}

// inner are the words within what clauses take, by its kind: these are read by hand.
var inner = map[Takes][]Clause{
	TakesSelection: {
		{Word: "ranked", Takes: TakesFlag, Form: "select ranked best", Doc: "Only options of the highest rank that has a score above 0 take part."},
		{Word: "best", Takes: TakesFlag, Form: "select best", Doc: "The greatest score."},
		{Word: "weighted", Takes: TakesFlag, Form: "select weighted top 3", Doc: "A random option, with probability proportional to its score."},
		{Word: "first", Takes: TakesFlag, Form: "select first over 0.3", Doc: "The first option with at least that score."},
		{Word: "dual", Takes: TakesFlag, Form: "select dual top 20%", Doc: "By rank, then weighted."},
		{Word: "over", Takes: TakesPositive, Form: "first over 0.3", Doc: "The threshold of first."},
		{Word: "top", Takes: TakesPositive, Form: "weighted top 3", Doc: "How many of the best take part: a number, or a percentage."},
		{Word: "within", Takes: TakesPositive, Form: "weighted within 0.2", Doc: "Only options take part whose score is lower than the best by at most this fraction."},
	},
	TakesDeed: append([]Clause{
		{Word: "parallel", Of: &ParallelTable, Doc: "Actions that the operator does at once."},
		todoWord,
		{Word: "any", Takes: TakesFlag, Form: "parallel any { move_to(e); aim_at(e) }", Doc: "It succeeds with the first success, and fails when all have failed."},
		{Word: "primary", Takes: TakesFlag, Form: "parallel primary { move_to(e); aim_at(e) }", Doc: "The first in the list decides alone."},
	}, orderWords...),
	TakesCooldown: {{Word: "shared", Takes: TakesName, Form: "cooldown 20s shared grenade", Doc: "The name that operators share the cooldown by."},
		{Word: "by", Takes: TakesChoice, Words: sharers, Form: "cooldown 8s shared throw by squad", Doc: "The agents whose operators share it. For squad and world, it begins with the step.", Without: "agent"},
		{Word: "wait", Takes: TakesSeconds, Unit: "s", Form: "cooldown 8s wait 3s", Doc: "How long a step may wait for its end, if there is no plan without waiting.", Without: "none"}},
	TakesNeeds:     {{Word: "priority", Takes: TakesCount, Form: "needs shoot_at_player priority 2", Doc: "The priority: a lower number is more urgent.", Without: "0"}},
	TakesStepCall:  {{Word: "plan", Takes: TakesCall, Form: "plan dine", Doc: "Plans for a task or operator."}, todoWord},
	TakesCall:      {todoWord},
	TakesVariable:  variableWords,
	TakesVariables: variableWords,
	TakesPorts: {
		{Word: "out", Takes: TakesType, Form: "out found: bool", Doc: "A port that the tree writes."},
		{Word: "inout", Takes: TakesType, Form: "inout calls: int", Doc: "A port that the tree reads and writes."},
	},
	TakesTraits: {
		{Word: "score", Takes: TakesAmount, Form: "kill score power^1.5", Doc: "Replaces the score of the want."},
		{Word: "never", Takes: TakesFlag, Form: "rest never", Doc: "The personality never has this want."},
	},
}

var todoWord = Clause{Word: expr.WordTodo, Takes: TakesTitle, Form: `todo "strike it"`, Doc: "A placeholder: it fails when it is reached, with an event that names what is unwritten."}

var orderWords = []Clause{
	{Word: "order", Takes: TakesCall, Form: "order flanker flank(e)", Doc: "Gives a role of the squad a goal or a task."},
	{Word: "urgent", Takes: TakesCall, Form: "order urgent all retreat", Doc: "The order does not wait for commitments."},
}

var variableWords = []Clause{
	{Word: "remembered", Takes: TakesType, Form: "e in remembered enemy", Doc: "Only objects that the agent remembers."},
	{Word: "from", Takes: TakesCall, Form: "p: place from near(pos)", Doc: "Only the values that a function of the host returns."},
}

// AllOffers returns all words of the language, each once for every meaning.
func AllOffers() []Offer {
	list := Declarations()
	for _, s := range statements {
		list = append(list, s.Lines()...)
		list = append(list, s.Clauses()...)
		for _, clauses := range [][]Clause{s.Head, s.Body} {
			for i := range clauses {
				list = append(list, clauses[i].Within()...)
			}
		}
	}
	return append(append(list, Expressions()...), Types()...)
}
