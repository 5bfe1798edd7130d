package builder_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/builder"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func TestMistakesOfWriting(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(d *builder.Domain)
		want  string // messages with codes, parted by " · "
	}{
		{"none", func(d *builder.Domain) { d.Operator("eat") }, ""},
		{"bad names", func(d *builder.Domain) { d.Enum("my\nplace", "home", "a`b", "", "if") },
			"\"my\\nplace\" is not a name [K223] · \"a`b\" is not a name [K223] · \"\" is not a name [K223]"},
		{"bad expression", func(d *builder.Domain) { d.Operator("a").When("x >").Effect("y -", "z = ") },
			`expected an expression after ">" [K001] · expected =, += or -=, found "-" [K001] · expected an expression after "=" [K001]`},
		{"twice", func(d *builder.Domain) { d.Operator("a").When("x").When("y").Do("b").Do("c").Cost("1").Cost("2") },
			`When of a is given already [K221] · Do of a is given already [K221] · Cost of a is given already [K221]`},
		{"twice while running", func(d *builder.Domain) {
			d.Operator("a").Parallel("any", "b", "c").Do("b").Parallel("all", "c")
			d.Operator("b").Do("b").Parallel("", "c").Until("x").Until("x").While("x").While("x").Commit("1s").Commit(time.Second)
			d.Operator("c").SucceedAfter("1s").SucceedAfter("1s").FailAfter("1s").FailAfter("1s").Cooldown("1s").SharedCooldown("1s", "x")
		}, `Do of a is given already [K221] · Do of a is given already [K221] · Do of b is given already [K221] · Until of b is given already [K221] · While of b is given already [K221] · Commit of b is given already [K221] · SucceedAfter of c is given already [K221] · FailAfter of c is given already [K221] · Cooldown of c is given already [K221]`},
		{"times", func(d *builder.Domain) { d.Operator("a").Commit(4).SharedCooldown("1s", "a`b").FailAfter("1 s") },
			"an int is not a time [K220] · \"a`b\" is not a name [K223] · expected the end, found \"s\" [K001]"},
		{"twice in a method", func(d *builder.Domain) {
			d.Task("t").Method("m").When("x").When("x").Where("x").Where("x").Order("x").Order("x").Margin("1").Margin("1")
		}, `When of method "m" is given already [K221] · Where of method "m" is given already [K221] · Order of method "m" is given already [K221] · Margin of method "m" is given already [K221]`},
		{"default of nothing", func(d *builder.Domain) { d.WorldState().Default("1").Derived("a", "b").Sensed() },
			`Default follows no stored symbol [K222] · Sensed follows no stored symbol [K222]`},
		{"default twice", func(d *builder.Domain) { d.SquadState().Bool("a").Default("true").Default("false") },
			`a default of a is given already [K221]`},
		{"Go values", func(d *builder.Domain) {
			d.Const("a", []int{1})
			d.Task("t").Method("m").Do(7)
			d.Agent("g").Plan("t").Every(2)
			d.ObjectType("o").Max(0).Max(3).Max(4)
		}, `a []int is not a value of the language [K220] · an int is not a subtask [K220] · an int is not an interval [K220] · at most 0 objects of type o [K220] · the most objects of o is given already [K221]`},
		{"function without result", func(d *builder.Domain) { d.Function("clear(a: place)") }, `function clear has no result type [K223]`},
		{"several types outside actions", func(d *builder.Domain) { d.Action("go(p: a | b)"); d.Operator("o(p: a | b)") },
			`only parameters of actions can have several types [K001]`},
		{"text behind a signature", func(d *builder.Domain) { d.Operator("o(p: a) when") }, `expected the end, found "when" [K001]`},
		{"expectations", func(d *builder.Domain) {
			d.Test("a").Expect("b").ExpectNone().Task("c").Task("c")
			d.Test("").Expect()
			d.Test("d")
		},
			`what is expected of test "a" is given already [K221] · Task of test "a" is given already [K221] · the name of a test must not be empty [K223] · test "d" expects nothing [K053]`},
		{"calls", func(d *builder.Domain) {
			d.Task("t").Method("m").Do("a(", builder.Unordered("b)", builder.Ordered("c d")))
		},
			`expected an expression after "(" [K001] · expected the end, found ")" [K001] · expected the end, found "d" [K001]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := builder.New("test")
			c.build(d)
			_, found := modelOf(d)
			var got []string
			for i := range found.All {
				text := found.All[i].Error()
				if !strings.HasPrefix(text, "builder/build_test.go:") {
					t.Errorf("%s is not at the Go file of the call", text)
				}
				got = append(got, strings.SplitN(text, ": ", 2)[1])
			}
			if text := strings.Join(got, " · "); text != c.want {
				t.Errorf("got  %s\nwant %s", text, c.want)
			}
		})
	}
}

func TestChecksBeyondWritingKeepTheirPlace(t *testing.T) {
	d := builder.New("test")
	d.AgentState().
		Int("money", 0, 100).
		Bool("hungry").Default("7")
	err := d.Check()
	if err == nil || !strings.HasPrefix(err.Error(), "builder/build_test.go:") {
		t.Errorf("error %v, want one at this file", err)
	}
	if found := d.Findings(); !found.HasErrors() {
		t.Error("Findings has no error")
	}
}

func TestNilAndZeroReceiversDoNothing(t *testing.T) {
	for _, receiver := range []any{
		(*builder.Domain)(nil), (*builder.State)(nil), (*builder.ObjectType)(nil), (*builder.Action)(nil), (*builder.Operator)(nil),
		(*builder.Task)(nil), (*builder.Method)(nil), (*builder.Agent)(nil), (*builder.Plan)(nil), (*builder.Test)(nil), new(builder.Domain),
		(*builder.Goal)(nil), (*builder.Way)(nil), (*builder.Step)(nil), (*builder.Brain)(nil), (*builder.Want)(nil), (*builder.Consideration)(nil),
		(*builder.Selection)(nil), (*builder.Personality)(nil), (*builder.Sense)(nil), (*builder.Memory)(nil), (*builder.Node)(nil), (*builder.Tree)(nil), (*builder.TreeLine)(nil),
		(*builder.Squad)(nil), (*builder.SquadPlan)(nil), (*builder.Role)(nil), (*builder.Lease)(nil), (*builder.Reaction)(nil),
	} {
		v := reflect.ValueOf(receiver)
		for i := range v.NumMethod() {
			m := v.Method(i)
			var args []reflect.Value
			for j := range m.Type().NumIn() {
				if m.Type().IsVariadic() && j == m.Type().NumIn()-1 {
					break
				}
				args = append(args, reflect.Zero(m.Type().In(j)))
			}
			m.Call(args) // a panic fails the test
		}
	}
	var nothing *builder.Block
	builder.New("test").Task("t").Method("m").Do(nothing, nil)
}

func TestGoValuesAreWrittenInTheLanguage(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{5, "5"}, {int64(-7), "-7"}, {uint8(3), "3"}, {true, "true"}, {2.0, "2.0"}, {0.1, "0.1"}, {float32(0.5), "0.5"}, {1e30, "1e+30"},
		{time.Second, "1s"}, {250 * time.Millisecond, "250ms"}, {90 * time.Second, "90s"}, {1500 * time.Microsecond, "1.5ms"}, {"2 * price", "2 * price"},
	} {
		d := builder.New("test")
		d.Const("a", c.value)
		m, found := modelOf(d)
		if got := expr.Print(m.Files[0].Decls[0].(*def.Const).Value); got != c.want || len(found.All) > 0 {
			t.Errorf("%v is written %s, want %s; %v", c.value, got, c.want, found.All)
		}
	}
}

func TestModelGrowsWithTheDomain(t *testing.T) {
	shared := builder.New("places")
	shared.Enum("place", "home", "shop")
	places, _ := shared.Model()
	d := builder.New("test").Include(places).Include(nil)
	d.Comment("above", "the operator").Operator("rest")
	m, found := modelOf(d)
	if len(m.Files) != 2 || m.Files[1].Name != "places" || len(found.All) > 0 {
		t.Fatalf("%d files, %v", len(m.Files), found.All)
	}
	d.Operator("eat")
	var names []string
	for _, decl := range m.Files[0].Decls {
		names = append(names, fmt.Sprint(decl.(*def.Operator).Name, decl.Header().Before))
	}
	if got := strings.Join(names, " "); got != "rest[above the operator] eat[]" {
		t.Errorf("declarations %s", got)
	}
}

// A mistake of writing leaves a gap in the model; what the check says about the gap would only hide the mistake.
func TestOneMistakeIsOneFinding(t *testing.T) {
	for name, mistake := range map[string]func(d *builder.Domain){
		"name of an enum":      func(d *builder.Domain) { d.Enum("my`place", "a") },
		"reserved name":        func(d *builder.Domain) { d.Operator("in") },
		"name of an object":    func(d *builder.Domain) { d.Objects("thing", "t\t1") },
		"signature":            func(d *builder.Domain) { d.Function("clear(a thing): bool") },
		"no result":            func(d *builder.Domain) { d.Function("clear(a: thing)") },
		"type":                 func(d *builder.Domain) { d.WorldState().Symbol("x", "int 0..") },
		"no type":              func(d *builder.Domain) { d.WorldState().Symbol("x", "") },
		"default":              func(d *builder.Domain) { d.WorldState().Bool("x").Default("true e") },
		"derived":              func(d *builder.Domain) { d.WorldState().Derived("x", "") },
		"constant":             func(d *builder.Domain) { d.Const("x", "1 +") },
		"value of a constant":  func(d *builder.Domain) { d.Const("x", struct{}{}) },
		"init":                 func(d *builder.Domain) { d.Init("ready =") },
		"condition":            func(d *builder.Domain) { d.Operator("o").When("ready b") },
		"actions at once":      func(d *builder.Domain) { d.Operator("o").Parallel("any", "go(") },
		"join":                 func(d *builder.Domain) { d.Action("go"); d.Operator("o").Parallel("anny", "go") },
		"time":                 func(d *builder.Domain) { d.Operator("o").Cooldown("1 s") },
		"no time":              func(d *builder.Domain) { d.Operator("o").SharedCooldown(1, "x") },
		"shared by no name":    func(d *builder.Domain) { d.Operator("o").SharedCooldown("1s", "") },
		"action":               func(d *builder.Domain) { d.Operator("o").Do("go(") },
		"effect":               func(d *builder.Domain) { d.Operator("o").Effect("!ready") },
		"variables":            func(d *builder.Domain) { d.Task("t").Method("m").Each("x thing") },
		"subtask":              func(d *builder.Domain) { d.Task("t").Method("m").Do("rest(") },
		"no subtask":           func(d *builder.Domain) { d.Task("t").Method("m").Do(1) },
		"plan":                 func(d *builder.Domain) { d.Agent("a").Plan("rest(") },
		"idle":                 func(d *builder.Domain) { d.Agent("a").Idle("") },
		"interval":             func(d *builder.Domain) { d.Agent("a").Plan("rest").Every("1 s") },
		"expected step":        func(d *builder.Domain) { d.Test("x").Task("rest").Expect("rest(") },
		"task of a test":       func(d *builder.Domain) { d.Test("x").Task("rest(").Expect("rest") },
		"nothing expected":     func(d *builder.Domain) { d.Test("x").Task("rest") },
		"most objects":         func(d *builder.Domain) { d.ObjectType("x").Max(-1) },
		"name of a test":       func(d *builder.Domain) { d.Test("").Task("rest").Expect("rest") },
		"resources":            func(d *builder.Domain) { d.Action("go").Uses("left`leg") },
		"order":                func(d *builder.Domain) { d.Operator("o").Do("order flanker") },
		"types of a parameter": func(d *builder.Domain) { d.Operator("o(a: thing | thing)") },
	} {
		t.Run(name, func(t *testing.T) {
			d := builder.New("test")
			d.ObjectType("thing")
			d.WorldState().Bool("ready")
			d.Operator("rest")
			d.Agent("someone").Plan("rest")
			mistake(d)
			found := d.Findings()
			errors := 0
			for i := range found.All {
				if found.All[i].Severity == diag.Error {
					errors++
				}
			}
			if errors != 1 {
				t.Errorf("%d errors, want 1: %v", errors, found.All)
			}
		})
	}
}

// Names given alone are taken as they are; within a string that holds more, backquotes stand around those that need
// them.
func TestNamesOfAllKinds(t *testing.T) {
	d := builder.New("test")
	d.ObjectType("heavy box")
	d.Objects("heavy box", "box-1", "true")
	d.WorldState().Bool("`is-open`(`?b`: `heavy box`)")
	d.Operator("`pick-up`(`?b`: `heavy box`)").When("`is-open`(`?b`) && `?b` != `true`")
	d.Task("go").Method("by-foot").Do("`pick-up`(`box-1`)")
	d.Agent("someone").Plan("go")
	m, found := modelOf(d)
	if found.HasErrors() {
		t.Fatal(found.Err())
	}
	info, found := def.Check(m)
	if info == nil {
		t.Fatal(found.Err())
	}
	if info.Operator("pick-up") == nil || info.Symbol("is-open") == nil || info.Schema.ObjectType("heavy box") == nil {
		t.Error("a name is lost")
	}
}
