package def

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// infos are the results of the check of statements, where clauses of theirs say what.
var infos = map[*Statement]any{
	&ActionTable: &ActionInfo{}, &OperatorTable: &OperatorInfo{}, &MethodTable: &MethodInfo{}, &NodeTable: &NodeInfo{}, &UtilityTable: &NodeInfo{},
	&GoalTable: &GoalInfo{}, &WayTable: &WayInfo{}, &InterruptTable: &InterruptInfo{}, &StepTable: &StepInfo{},
	&BrainTable: &BrainInfo{}, &WantTable: &WantInfo{}, &ConsiderTable: &ConsiderInfo{}, &SquadTable: &SquadInfo{}, &PlanTable: &PlanInfo{},
	&RoleTable: &RoleInfo{}, &TokenTable: &LeaseInfo{}, &SlotTable: &LeaseInfo{}, &AgentTable: &AgentInfo{}, &ReactionTable: &ReactionInfo{}, &AlertTable: &AlertInfo{},
	&LayerTable: &LayerInfo{}, &SenseTable: &SenseInfo{}, &MemoryTable: &MemoryInfo{}, &TestTable: &TestInfo{}, &TestAgentTable: &TestAgentInfo{},
	&TestOutcomeTable: &TestOutcomeInfo{}, &TestEventTable: &TestEventInfo{}, &TestCheckTable: &TestCheckInfo{},
}

// byHand are the fields of declarations that are not clauses, or are parsed by hand.
var byHand = map[*Statement]string{
	&NodeTable: "Kind Auto Cond Effect Text Value Limit Each Where Order", &WayTable: "Bare", &AlternativeTable: "Call Plan",
	&EnumTable: "Enum Parents Max", &TypeTable: "Enum Values", &ImportTable: "File", &ServiceTable: "Effect", &ServiceSetTable: "Call",
	&TestTable: "Given Task TaskHead Expect",
}

// declOf returns a new declaration that a statement is kept in; nil if its parts are kept in several.
func declOf(s *Statement) any {
	switch {
	case s.kept.make != nil:
		return s.Make()
	case s == &NodeTable || len(s.Nodes) > 0:
		return &Node{}
	case s == &AlternativeTable:
		return &GoalCall{}
	case s == &ServiceTable || s == &ServiceSetTable:
		return &Service{}
	}
	return nil
}

// held holds the declared and the checked values of one kind.
var held = map[Takes][2]reflect.Type{
	TakesCondition: {reflect.TypeFor[*expr.Node](), reflect.TypeFor[**expr.Term]()},
	TakesAmount:    {reflect.TypeFor[*expr.Node](), reflect.TypeFor[**expr.Term]()},
	TakesSeconds:   {reflect.TypeFor[*expr.Node](), reflect.TypeFor[*float64]()},
	TakesPositive:  {reflect.TypeFor[*expr.Node](), reflect.TypeFor[*float64]()},
	TakesNumber:    {reflect.TypeFor[*expr.Node](), reflect.TypeFor[*float64]()},
	TakesCount:     {reflect.TypeFor[*expr.Node](), reflect.TypeFor[*int]()},
	TakesFlag:      {reflect.TypeFor[*bool](), reflect.TypeFor[*bool]()},
	TakesEffects:   {reflect.TypeFor[*[]expr.Effect](), reflect.TypeFor[**expr.EffectTerms]()},
	TakesNames:     {reflect.TypeFor[*[]Name](), reflect.TypeFor[*[]int]()},
	TakesCooldown:  {reflect.TypeFor[*Cooldown](), reflect.TypeFor[*float64]()},
	TakesValue:     {reflect.TypeFor[*expr.Node](), reflect.TypeFor[*int]()}, // if it comes out at all
	TakesAngle:     {nil, reflect.TypeFor[*float64]()},
	TakesRate:      {nil, reflect.TypeFor[*float64]()},
	TakesNumbers:   {nil, reflect.TypeFor[*[]float64]()},
	TakesTexts:     {reflect.TypeFor[*[]string](), reflect.TypeFor[*[]string]()},
}

// TestRowsAreWhatTheySay: each row keeps what its kind of value holds, in a place of its own, and is documented. Lines
// with clauses of their own may begin with the word of another row, if the parser distinguishes them.
func TestRowsAreWhatTheySay(t *testing.T) {
	for _, s := range Statements() {
		taken, words, decl := map[any]string{}, map[string]bool{}, declOf(s)
		if s.Title == "" || s.Form == "" || s.JSON == "" && s != &NodeTable || !strings.HasSuffix(s.Doc, ".") {
			t.Errorf("%s lacks a title, an example or a sentence", s.JSONKind())
		}
		for _, c := range slices.Concat(s.Head, s.Body, rowsOf(s)) {
			name := s.JSONKind() + ": " + c.JSONField()
			if c.Word != "" && words[c.Word] && c.lines == nil || !strings.HasSuffix(c.Doc, ".") {
				t.Errorf("%s stands twice, or has no sentence", name)
			}
			if words[c.Word] = true; c.ByHand() {
				continue
			}
			if c.Word != "" && c.Form == "" {
				t.Errorf("%s has no example", name)
			}
			if c.info != nil && infos[s] == nil {
				t.Fatalf("%s comes out in something that is not known: add it to infos", name)
			}
			checkRow(t, name, &c, decl, infos[s], taken)
		}
	}
}

// rowsOf returns the clauses of a statement that are kept in a list.
func rowsOf(s *Statement) []Clause {
	var rows []Clause
	for i := range s.Body {
		rows = append(rows, s.Body[i].Rows...)
	}
	return rows
}

// TestRowsOfListsAreKept: each clause of a sense or memory comes out in a place of its own, as its kind of value does.
func TestRowsOfListsAreKept(t *testing.T) {
	for _, s := range []*Statement{&SenseTable, &MemoryTable} {
		taken := map[any]string{}
		for _, c := range rowsOf(s) {
			out := c.info(infos[s])
			if reflect.TypeOf(out) != held[c.Takes][1] || taken[out] != "" {
				t.Errorf("%s comes out as a %T, in the place of %q", c.Word, out, taken[out])
			}
			taken[out] = c.Word
		}
	}
}

func checkRow(t *testing.T, name string, c *Clause, decl, info any, taken map[any]string) {
	if c.make != nil {
		decl = c.Make(decl, Head{})
		for i := range c.Parts {
			checkRow(t, name+" "+c.Parts[i].Word, &c.Parts[i], decl, info, taken)
		}
		return
	}
	value, h := c.At(decl)
	want := held[c.Takes]
	if want[0] != nil && reflect.TypeOf(value) != want[0] {
		t.Errorf("%s keeps a %T, want %v", name, value, want[0])
	}
	if (c.Line && !c.List) != (h != nil) {
		t.Errorf("%s is a line: %v, and has a head: %v", name, c.Line, h != nil)
	}
	for _, place := range []any{value, c.place(info)} {
		if place == nil {
			continue
		}
		if other := taken[place]; other != "" {
			t.Errorf("%s and %s are kept in the same place", name, other)
		}
		taken[place] = name
	}
	if out := c.place(info); out != nil && reflect.TypeOf(out) != want[1] {
		t.Errorf("%s comes out as a %T, want %v", name, out, want[1])
	}
}

// place returns the destination of the value; nil if a clause is computed by hand.
func (c *Clause) place(info any) any {
	if c.info == nil {
		return nil
	}
	return c.info(info)
}

// TestEveryFieldHasARow: what a declaration can hold, the table knows.
func TestEveryFieldHasARow(t *testing.T) {
	for _, s := range Statements() {
		decl, known := declOf(s), map[any]bool{}
		if decl == nil || len(s.Nodes) > 0 {
			continue
		}
		for _, c := range append(append([]Clause{}, s.Head...), s.Body...) {
			if c.make != nil {
				c.Make(decl, Head{})
			}
			if !c.ByHand() {
				value, _ := c.At(decl)
				known[value] = true
			}
		}
		v := reflect.ValueOf(decl).Elem()
		for i := range v.NumField() {
			f, name := v.Field(i), v.Type().Field(i).Name
			if strings.Contains(" "+byHand[s]+" ", " "+name+" ") || name == "Name" || name == "Params" || name == "End" || name == "Head" || f.Type() == reflect.TypeFor[Head]() {
				continue
			}
			switch f.Type().Kind() {
			case reflect.Slice:
				if elem := f.Type().Elem(); elem.Kind() == reflect.Pointer || elem == reflect.TypeFor[expr.Node]() {
					continue // lines of their own
				}
			case reflect.Pointer:
				if known[f.Interface()] || f.IsNil() && f.Type() != reflect.TypeFor[*expr.Var]() {
					continue
				}
			case reflect.Struct:
				if f.Type() == reflect.TypeFor[Block]() {
					continue
				}
			}
			if !known[f.Addr().Interface()] {
				t.Errorf("no row of %s is kept in %s", s.JSONKind(), name)
			}
		}
	}
}

// TestAClauseThatIsNotSaidIsNotInTheIdentity: when the language gains a clause, programs that do not use it keep their
// identity.
func TestAClauseThatIsNotSaidIsNotInTheIdentity(t *testing.T) {
	more := append(append([]Clause{}, OperatorTable.Body...), Clause{Word: "new", Takes: TakesSeconds, Default: 2, info: to(func(i *OperatorInfo) any { return &i.Commit })})
	for _, seconds := range []float64{2, 3} {
		info := &OperatorInfo{FailAfter: 1, Commit: seconds}
		var was, is digest
		was.clauses(OperatorTable.Body, info)
		is.clauses(more, info)
		if same := string(was.b) == string(is.b); same != (seconds == 2) {
			t.Errorf("with %v s: the same: %v", seconds, same)
		}
	}
}
