package def

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// The table of the language. Each declaration and each line with clauses is a [Statement], each clause a row of it: its
// word, its value, its meaning, and where it is stored. Parser, formatter, JSON form, schema, checker, identity,
// builder and the reference page derive from it: each implements a kind of value once. The table is data and does not
// depend on them.

// Takes is the kind of value that a clause takes. It determines the types of the declaration's field and of the
// checked one's.
type Takes uint8

// Kinds of values, with the type of the declaration's field and of the checked one's.
const (
	TakesCondition    Takes = iota // a condition over the parameters: expr.Node, *expr.Term
	TakesAmount                    // a number evaluated whenever it is needed, not below Least if it is constant: expr.Node, *expr.Term
	TakesSeconds                   // a constant time, greater than zero: expr.Node, float64
	TakesPositive                  // a constant number, greater than zero, up to Most: expr.Node, float64
	TakesNumber                    // a constant number from Least to Most: expr.Node, float64
	TakesCount                     // a constant whole number from Least to Most: expr.Node, int
	TakesValue                     // an expression that its statement checks: expr.Node
	TakesFlag                      // nothing: the word alone. bool, bool
	TakesEffects                   // effects: []expr.Effect, *expr.EffectTerms
	TakesName                      // the name of something declared elsewhere: Name
	TakesNames                     // several: []Name
	TakesTitle                     // a text in quotes: string
	TakesChoice                    // one of Words: Name
	TakesVariable                  // a variable with its type: *expr.Var
	TakesVariables                 // several: []expr.Var
	TakesDeed                      // what an operator does: Deed
	TakesCooldown                  // a time, and the name that shares it: Cooldown
	TakesCurve                     // a response curve: *Call
	TakesAbort                     // what an abort cuts short: AbortMode
	TakesElse                      // the alternatives; may occur several times: []*GoalCall
	TakesCall                      // a task, operator or goal with arguments: Call
	TakesDoing                     // an action, tree or goal with arguments, by place or by name: Call
	TakesStepCall                  // what a step carries out: GoalCall
	TakesOwnName                   // the name of the statement itself: string
	TakesNeeds                     // what an action needs: []*Need
	TakesSelection                 // a rule of selection: *SelectClause
	TakesParts                     // constants, names, conditions and flags, each but the first behind a word: a pointer to a struct with a Head
	TakesPath                      // a file name in quotes: string
	TakesType                      // the type of a value: *expr.TypeName
	TakesWhole                     // a whole number, written out: int
	TakesAngle                     // a constant angle, from Least to Most: expr.Node, float64
	TakesRate                      // a constant number each second, from Least to Most: expr.Node, float64
	TakesNumbers                   // several constant numbers from Least to Most: []expr.Node, []float64
	TakesValues                    // several expressions, which its statement checks: []expr.Node
	TakesPorts                     // the ports of a tree: []Port
	TakesTraits                    // lines that are wants with what becomes of their scores: []*Trait
	TakesSenseClauses              // lines that are clauses of a sense or memory: []*SenseClause
	TakesTexts                     // several texts in quotes: []string, []string
)

// Clause is a row of the table. A clause without a word describes what precedes the clauses of its statement, or lines
// that begin with something else; these are read and written by hand, except for the JSON form.
type Clause struct {
	Word  string
	Takes Takes
	Is    string // what messages call the value: "a weight"

	Unit        string  // of a number: "s"
	Least, Most float64 // of a number; both 0: from 0 on
	Default     float64 // the default of a number
	Words       []string
	Not         string   // of a flag: the word that says that it is not so, as without it
	Parts       []Clause // TakesParts: the constants. A Word of the first stands before it too
	Rows        []Clause // of lines that are kept in a list: what each can be
	Hint        string   // what to do about a value that is too much or not there

	Form    string   // an example
	Doc     string   // its meaning: a sentence
	Without string   // the default; empty: Doc says it
	Since   string   // the version that brought it; empty: the first
	NeedDo  bool     // of operators: it speaks of an action that runs
	Need    bool     // the statement must have it
	Only    NodeKind // of nodes: the kind that has it; 0: all
	Kinds   []string // of senses and memories: those kinds that have it
	Needed  []string // of senses and memories: those kinds that must have it
	Signed  bool     // TakesAmount: it may be negative

	Of *Statement // lines with clauses of their own

	Field  string   // of the JSON form; empty: the word
	Forms  []string // objects that are allowed in its place in the JSON form
	List   bool     // in the JSON form a list
	Some   bool     // which is not empty
	Text   string   // its kind of string in the JSON form, if that does not follow from Takes
	Method string   // its method in package builder; empty: derived from the word
	Param  string   // the parameter of that method; "-": the method is written by hand

	Line bool // it is a line of a body, with comments of its own

	at   func(decl any) (value any, h *Head)
	make func(decl any, h Head) any // TakesParts
	info func(info any) any

	lines func(decl any) []Decl     // lines with clauses of their own
	add   func(decl any, line Decl) // likewise
}

// ByHand reports whether the clause is read and written by hand.
func (c *Clause) ByHand() bool { return c.at == nil }

// At returns a pointer to a declaration's value for the clause, and the head of its line; nil for a clause without a
// line. For [TakesParts] and [TakesSelection] the value is the part itself, or nil.
func (c *Clause) At(decl any) (value any, h *Head) { return c.at(decl) }

// JSONField returns the field of the clause in the JSON form.
func (c *Clause) JSONField() string { return cmp.Or(c.Field, c.Word) }

// MethodName returns the name of the clause's method in package builder: FailAfter for fail_after.
func (c *Clause) MethodName() string {
	if c.Method != "" {
		return c.Method
	}
	var name strings.Builder
	for part := range strings.SplitSeq(c.Word, "_") {
		name.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return name.String()
}

// Says returns the documentation of the clause, including its default.
func (c *Clause) Says() string {
	if c.Without == "" {
		return c.Doc
	}
	return strings.TrimSuffix(c.Doc, ".") + ". Default: " + c.Without + "."
}

// Make adds a clause of [TakesParts] or [TakesSelection] to a declaration and returns it.
func (c *Clause) Make(decl any, h Head) any { return c.make(decl, h) }

// Lines returns the lines of a declaration that have clauses of their own, and reports whether the table knows their
// place.
func (c *Clause) Lines(decl any) (lines []Decl, known bool) {
	if c.lines == nil {
		return nil, false
	}
	return c.lines(decl), true
}

// Add adds a line with clauses of its own to a declaration.
func (c *Clause) Add(decl any, line Decl) { c.add(decl, line) }

// Statement is a declaration, or a line with clauses.
type Statement struct {
	Word   string   // first word; for a line that begins with something else: its name
	Kind   string   // of the JSON form; empty: the word
	Title  string   // "Operator"
	Doc    string   // a sentence
	Form   string   // an example
	JSON   string   // the same in the JSON form
	Name   string   // documents its name; empty: it has none
	Params string   // documents its parameters; empty: it has none
	Head   []Clause // on its line, after its name
	Body   []Clause // lines in its braces

	Decl  bool       // it is a declaration
	Nodes []NodeKind // of nodes of trees: their kinds
	By    string     // the field that distinguishes it from others allowed in its place in the JSON form
	Plain bool       // in the JSON form without comments

	kept kept
}

// Kept has the parts of a declaration or a line that have no row; it may be nil.
type Kept struct {
	Name   *string
	Params *[]Param
	End    *[]string // the comments at the end of its body
}

// kept says how a declaration or a line is made, and where its parts are.
type kept struct {
	make  func() Decl
	parts func(Decl) Kept
}

// keptIn says how a D is made, and where its parts are.
func keptIn[D any, P interface {
	*D
	Decl
}](parts func(P) Kept) kept {
	return kept{func() Decl { return P(new(D)) }, func(d Decl) Kept { return parts(d.(P)) }}
}

// Make returns a new declaration or line; nil where these are made by hand.
func (s *Statement) Make() Decl {
	if s.kept.make == nil {
		return nil
	}
	return s.kept.make()
}

// Kept returns the parts of a declaration or a line that have no row.
func (s *Statement) Kept(d Decl) Kept { return s.kept.parts(d) }

// Statements returns all statements of the table, each before the lines within it. Not to be changed.
func Statements() []*Statement { return statements }

var statements = slices.Concat(
	[]*Statement{
		&ImportTable, &EnumTable, &TypeTable, &ObjectsTable, &ConstTable, &StateTable, &SymbolTable, &InitTable, &FunctionTable, &ActionTable,
		&OperatorTable, &ParallelTable, &TaskTable, &MethodTable, &UnorderedTable, &OrderedTable,
		&TreeTable, &ServiceSetTable, &ServiceTable, &OverrideTable, &NodeTable,
	},
	nodeTables,
	[]*Statement{
		&GoalTable, &WayTable, &InterruptTable, &StepTable, &AlternativeTable, &BrainTable, &WantTable, &ConsiderTable, &PersonalityTable, &SenseTable, &MemoryTable,
		&SquadTable, &RoleTable, &TokenTable, &SlotTable, &ReactionTable, &AlertTable, &LayerTable, &AgentTable, &PlanTable, &TreeLineTable, &TestTable, &TestAgentTable, &TestObjectsTable, &TestOutcomeTable, &TestEventTable, &TestCheckTable,
	},
)

// StatementOf returns the statement of a declaration, or nil.
func StatementOf(d Decl) *Statement {
	if t, ok := d.(*TypeDecl); ok && t.Enum {
		return &EnumTable
	}
	return declared[reflect.TypeOf(d)]
}

var declared = func() map[reflect.Type]*Statement {
	found := map[reflect.Type]*Statement{}
	for _, s := range statements {
		if s.Decl {
			found[reflect.TypeOf(s.Make())] = s
		}
	}
	return found
}()

// JSONKind returns the name of the statement in the JSON form.
func (s *Statement) JSONKind() string { return cmp.Or(s.Kind, s.Word) }

// Clause returns the clause with a word, or nil.
func (s *Statement) Clause(word string) *Clause {
	if c := clauseOf(s.Body, word); c != nil {
		return c
	}
	return clauseOf(s.Head, word)
}

func clauseOf(list []Clause, word string) *Clause {
	for i := range list {
		if list[i].Word == word {
			return &list[i]
		}
	}
	return nil
}

// ClauseOf returns the clause with a word among lines that are kept in a list, or nil.
func ClauseOf(list []Clause, word string) *Clause { return clauseOf(list, word) }

// Words returns the words of clauses, without clauses that have none.
func Words(list []Clause) []string {
	var words []string
	for i := range list {
		if word := list[i].Word; word != "" {
			words = append(words, word)
		}
	}
	return words
}

// Has reports whether a declaration has the clause.
func (c *Clause) Has(decl any) bool {
	if c.at == nil {
		return false
	}
	value, _ := c.at(decl)
	switch v := value.(type) {
	case nil:
		return false
	case *expr.Node:
		return *v != nil
	case *bool:
		return *v
	case *[]expr.Effect:
		return len(*v) > 0
	case *Name:
		return v.Name != ""
	case *[]Name:
		return len(*v) > 0
	case *string:
		return *v != ""
	case *[]string:
		return len(*v) > 0
	case **expr.Var:
		return *v != nil
	case *[]expr.Var:
		return len(*v) > 0
	case *Deed:
		return v.Do != nil || v.Parallel != nil
	case *Cooldown:
		return v.Time != nil
	case **Call:
		return *v != nil
	case *AbortMode:
		return *v != AbortNone
	case *[]*GoalCall:
		return len(*v) > 0
	case *Call:
		return v.Name.Name != ""
	case *GoalCall:
		return v.Call.Name.Name != ""
	case *[]*Need:
		return len(*v) > 0
	case **expr.TypeName:
		return *v != nil
	case *int:
		return *v != 0
	case *[]Port:
		return len(*v) > 0
	case *[]*Trait:
		return len(*v) > 0
	case *[]*SenseClause:
		return len(*v) > 0
	}
	return true
}

// Span returns the place of a declaration's value for the clause, or of its line.
func (c *Clause) Span(decl any) diag.Span {
	value, h := c.at(decl)
	switch v := value.(type) {
	case *expr.Node:
		return spanOf(*v)
	case *Cooldown:
		return spanOf(v.Time)
	case *[]expr.Effect:
		return effectSpan(*v)
	}
	if h != nil {
		return h.At
	}
	return diag.Span{}
}

// span returns the numbers that the clause takes.
func (c *Clause) span() span {
	if c.Least == 0 && c.Most == 0 {
		return span{0, math.Inf(1)}
	}
	return span{c.Least, c.Most}
}

// is returns what messages call the value.
func (c *Clause) is() string {
	if c.Is == "" && c.Takes == TakesSeconds {
		return "a time"
	}
	return c.Is
}

// on makes the accessor of a clause that is a line of a D.
func on[D any](get func(*D) (any, *Head)) func(any) (any, *Head) {
	return func(d any) (any, *Head) { return get(d.(*D)) }
}

// in makes the accessor of a clause without a line of its own.
func in[D any](get func(*D) any) func(any) (any, *Head) {
	return func(d any) (any, *Head) { return get(d.(*D)), nil }
}

// partAt makes the accessor of a part of a D.
func partAt[D, C any, P interface {
	*C
	Decl
}](get func(*D) *P) func(any) (any, *Head) {
	return func(d any) (any, *Head) {
		if p := *get(d.(*D)); p != nil {
			return p, p.Header()
		}
		return nil, nil
	}
}

// partMade makes what adds a part to a D.
func partMade[D, C any, P interface {
	*C
	Decl
}](get func(*D) *P) func(any, Head) any {
	return func(d any, h Head) any {
		p := P(new(C))
		*p.Header() = h
		*get(d.(*D)) = p
		return p
	}
}

// listed gives a clause the accessors of lines of a D that have clauses of their own.
func listed[D, L any, P interface {
	*L
	Decl
}](c Clause, get func(*D) *[]P) Clause {
	c.List = true
	c.lines = func(d any) []Decl {
		list := *get(d.(*D))
		lines := make([]Decl, len(list))
		for i, l := range list {
			lines[i] = l
		}
		return lines
	}
	c.add = func(d any, line Decl) {
		list := get(d.(*D))
		*list = append(*list, line.(P))
	}
	return c
}

// to makes the accessor of what the checker computes.
func to[I any](get func(*I) any) func(any) any {
	return func(i any) any { return get(i.(*I)) }
}

// lines marks the clauses of a body.
func lines(list []Clause) []Clause {
	for i := range list {
		list[i].Line = true
	}
	return list
}
