package def

import (
	"reflect"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// tabled lists the statements of the table with what they are kept in, and what comes out of the check.
var tabled = []struct {
	s          *Statement
	decl, info any
	byHand     string // fields that are no clauses, or are read by hand
}{
	{&ActionTable, &Action{}, &ActionInfo{}, ""},
	{&OperatorTable, &Operator{}, &OperatorInfo{}, ""},
	{&MethodTable, &Method{}, &MethodInfo{}, ""},
	{&NodeTable, &Node{}, &NodeInfo{}, "Kind Auto Cond Effect Text Value Limit Each Where Order"},
	{&UtilityTable, &Node{}, &NodeInfo{}, "*"},
	{&GoalTable, &Goal{}, &GoalInfo{}, ""},
	{&WayTable, &Way{}, &WayInfo{}, "Bare"},
	{&InterruptTable, &Interrupt{}, &InterruptInfo{}, ""},
	{&StepTable, &GoalStep{}, &StepInfo{}, ""},
	{&AlternativeTable, &GoalCall{}, nil, "Call Plan"},
	{&BrainTable, &Brain{}, &BrainInfo{}, ""},
	{&WantTable, &Want{}, &WantInfo{}, ""},
	{&ConsiderTable, &Consider{}, &ConsiderInfo{}, ""},
	{&SquadTable, &Squad{}, &SquadInfo{}, ""},
	{&PlanTable, &PlanLine{}, &PlanInfo{}, ""},
	{&RoleTable, &Role{}, &RoleInfo{}, ""},
	{&TokenTable, &Token{}, &LeaseInfo{}, ""},
	{&SlotTable, &SlotLine{}, &LeaseInfo{}, ""},
	{&AgentTable, &Agent{}, &AgentInfo{}, ""},
	{&TreeLineTable, &TreeLine{}, nil, ""},
	{&OverrideTable, &Override{}, nil, ""},
	{&ReactionTable, &Reaction{}, &ReactionInfo{}, ""},
	{&LayerTable, &Layer{}, &LayerInfo{}, ""},
}

// held is what the declaration and the checked one keep of a kind of value.
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
	TakesValue:     {reflect.TypeFor[*expr.Node](), nil},
}

// TestRowsAreWhatTheySay: each row keeps what its kind of value holds, in a place of its own, and is documented.
func TestRowsAreWhatTheySay(t *testing.T) {
	for _, x := range tabled {
		taken, words := map[any]string{}, map[string]bool{}
		for _, c := range append(append([]Clause{}, x.s.Head...), x.s.Body...) {
			name := x.s.Word + ": " + c.JSONField()
			if c.Word != "" && words[c.Word] || !strings.HasSuffix(c.Doc, ".") {
				t.Errorf("%s stands twice, or has no sentence", name)
			}
			if words[c.Word] = true; c.ByHand() {
				continue
			}
			if c.Word != "" && c.Form == "" {
				t.Errorf("%s has no example", name)
			}
			checkRow(t, name, &c, x.decl, x.info, taken)
		}
	}
	if len(tabled)+1 != len(Statements()) { // a task has nothing but methods
		t.Errorf("%d statements are tested, and there are %d", len(tabled)+1, len(Statements()))
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
	if c.Line != (h != nil) {
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

// place returns where what is worked out goes; nil where a clause is worked out by hand.
func (c *Clause) place(info any) any {
	if c.info == nil {
		return nil
	}
	return c.info(info)
}

// TestEveryFieldHasARow: what a declaration can hold, the table knows.
func TestEveryFieldHasARow(t *testing.T) {
	for _, x := range tabled {
		known := map[any]bool{}
		for _, c := range append(append([]Clause{}, x.s.Head...), x.s.Body...) {
			if c.make != nil {
				c.Make(x.decl, Head{})
			}
			if !c.ByHand() {
				value, _ := c.At(x.decl)
				known[value] = true
			}
		}
		v := reflect.ValueOf(x.decl).Elem()
		for i := range v.NumField() {
			f, name := v.Field(i), v.Type().Field(i).Name
			if x.byHand == "*" || strings.Contains(" "+x.byHand+" ", " "+name+" ") || name == "Name" || name == "Params" || name == "End" || name == "Head" || f.Type() == reflect.TypeFor[Head]() {
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
				t.Errorf("no row of %s is kept in %s", x.s.Word, name)
			}
		}
	}
}

// TestAClauseThatIsNotSaidIsNotInTheIdentity: when the language gains a clause, the programs that do without it stay what they are.
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
