package hddl_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
	"github.com/karakuri-ai/karakuri/world"
)

// karakuri reads a file in the karakuri language.
func karakuri(t *testing.T, name, text string) *def.Model {
	t.Helper()
	f, ds := lang.Parse(diag.NewSource(name, text))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return &def.Model{Files: []*def.File{f}}
}

// planLength plans for the first plan line of the first agent.
func planLength(t *testing.T, m *def.Model) (steps int, cost float64) {
	t.Helper()
	info := checked(t, m)
	d := htn.Compile(info)
	r := htn.NewPlanner(d, htn.Options{}).Plan(info.Initial, htn.GoalOf(info.Agents[0].Plans[0].Call))
	if r.Plan == nil {
		t.Fatalf("no plan: %v %v\n%s", r.Status, r.Limit, lang.Format(m.Files[0]))
	}
	return r.Plan.Len(), r.Plan.Cost()
}

// exported writes a model in HDDL, and parses the text.
func exported(t *testing.T, m *def.Model) (*hddl.Domain, *hddl.Problem) {
	t.Helper()
	d, p, ds := fromModel(m, "")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	d, ds = hddl.ParseDomain(diag.NewSource("domain", d.String()))
	p, more := hddl.ParseProblem(diag.NewSource("problem", p.String()))
	ds.Append(more)
	if len(ds.All) == 0 {
		ds = hddl.Check(d, p)
	}
	for i := range ds.All {
		t.Fatalf("%s\n%s%s", ds.All[i].Error(), d, p)
	}
	return d, p
}

func TestExportedModelsPlanAlike(t *testing.T) {
	for _, name := range []string{"../examples/meal/meal.krk", "../examples/errands/errands.krk", "testdata/post.krk"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			m := karakuri(t, name, string(text))
			d, p := exported(t, m)
			again, ds := modelOfHDDL(d, p)
			if err := ds.Err(); err != nil {
				t.Fatalf("%v\n%s%s", err, d, p)
			}
			steps, cost := planLength(t, m)
			stepsAgain, costAgain := planLength(t, again)
			if steps != stepsAgain || cost != costAgain {
				t.Errorf("%d steps of cost %v, exported %d of cost %v\n%s%s", steps, cost, stepsAgain, costAgain, d, p)
			}
			info := checked(t, again)
			plan, _ := planFor(t, info, 0)
			judged(t, d, p, info, plan)
		})
	}
}

func TestExportIsStable(t *testing.T) {
	text, err := os.ReadFile("testdata/post.krk")
	if err != nil {
		t.Fatal(err)
	}
	d, p := exported(t, karakuri(t, "post.krk", string(text)))
	golden(t, "testdata/post.txt", strings.Join([]string{d.String(), p.String()}, "\n"))
}

func TestWhatHDDLCannotSay(t *testing.T) {
	const begin = `type place = { a, b }
type thing
objects o: thing
state world { at: place; pos: vec2; n: int; r: int 0..9; p(x: place): bool; q: bool; held: thing; deep(i: int 0..3): bool }
`
	for _, c := range []struct{ name, text, want string }{
		{"vec2", "operator x { when pos.x > 1 }", "5:19: HDDL cannot compute pos.x"},
		{"vec2 written", "operator x { effect pos = vec2(1, 2) }", `5:21: "pos" is a vec2`},
		{"table over ints", "operator x { when deep(1) && deep(2) }", `5:19: "deep" is a table over int 0..3`},
		{"parameter", "operator x(v: vec2, i: int) { when i > 0 }", "5:12: a parameter of type vec2 has no counterpart · 5:21: a parameter of type int has no counterpart"},
		{"a set in a condition", "function f(x: place): set of place\noperator x { when exists(p: place from f(a)) }", `6:40: "f" is a function of the host`},
		{"a set in an effect", "function f(x: place): set of place\noperator x { effect forall y: place from f(a) { p(y) = true } }", `6:42: "f" is a function of the host`},
		{"function", "function f(x: place): bool\noperator x { when f(a) }", `6:19: "f" is a function of the host`},
		{"built-in function", "operator x { when max(n, 1) > 2 }", "5:19: HDDL cannot compute max(n, 1)"},
		{"rounding", "operator x { when n / 2 > 2; cost n % 2 }", "5:19: HDDL divides without rounding, and n / 2 rounds · 5:35: HDDL cannot compute n % 2"},
		{"order of values", "operator x { when at < b }", "5:19: HDDL cannot compare values of place as at < b does"},
		{"count", "operator x { when count(x: place where p(x)) > 1 }", "5:19: HDDL cannot compute count(x: place where p(x))"},
		{"object worked out", "operator x { effect at = if q then a else b }", "5:26: HDDL cannot compute an object, as if q then a else b does"},
		{"none as argument", "operator x(x: thing) { }\ntask t { method \"m\" { x(none) } }", "6:25: HDDL has no value none"},
		{"written twice", "operator x { effect n += 1, if q then n += 1 }", `5:39: "n" is written twice, and HDDL does not define which write wins`},
		{"written for many", "operator x { effect forall y: place { n += 1 } }", `5:39: "n" is written once for many objects, but HDDL would write it for each`},
		{"true, then false", "operator x { effect if q then p(a) = true, p(b) = false }", `5:10: in "x" a fact may become true and then false, and HDDL keeps it true`},
		{"range", "operator x { effect r += 1 }\noperator y { effect r -= 1 }", `5:21: warning: HDDL does not keep "r" within 0..9`},
		{"course", "action go\noperator x { do parallel any { go; go }; until q; while !q; succeed_after 1s; fail_after 2s; cooldown 3s; commit 4s }",
			"6:48: warning: HDDL has no time: until is not exported · 6:57: warning: HDDL has no time: while is not exported · " +
				"6:75: warning: HDDL has no time: succeed_after is not exported · 6:90: warning: HDDL has no time: fail_after is not exported · " +
				"6:103: warning: HDDL has no time: a cooldown lasts to the end of the plan · 6:114: warning: HDDL has no time: commit is not exported"},
		{"order", "task t { method \"m\" each y: place order n margin 2 { } }", "5:41: warning: bindings have no order in HDDL: any may be tried first"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := karakuri(t, "f", begin+c.text+"\ntask main { method \"m\" { } }\nagent someone { plan main }")
			_, _, ds := fromModel(m, "")
			var got []string
			for i := range ds.All {
				if d := &ds.All[i]; d.Code == diag.NotInHDDL {
					text, _, _ := strings.Cut(strings.TrimPrefix(d.Error(), "f:"), " [K")
					got = append(got, text)
				}
			}
			if text := strings.Join(got, " · "); text != c.want {
				t.Errorf("got  %s\nwant %s", text, c.want)
			}
		})
	}
}

func TestExportNeedsATask(t *testing.T) {
	m := karakuri(t, "f", "task main { method \"m\" { } }")
	_, _, ds := fromModel(m, "")
	if len(ds.All) != 1 || ds.All[0].Code != diag.NotInHDDL {
		t.Errorf("without a task: %v", ds.All)
	}
	d, p, ds := fromModel(m, "main")
	if d == nil || p.HTN.Network.Subtasks[0].Call.Name.Text != "main" {
		t.Errorf("with one: %v", ds.All)
	}
	if _, _, ds = fromModel(m, "mian"); !ds.HasErrors() {
		t.Error("a task that does not exist is taken")
	}
}

// TestExportKeepsTheLastWrite holds what an operator does against what its action does, where facts are written twice.
func TestExportKeepsTheLastWrite(t *testing.T) {
	for _, x := range []string{"a", "b"} {
		for _, y := range []string{"a", "b"} {
			m := karakuri(t, "f", `type place = { a, b }
state world { p(x: place): bool }
operator both(x: place, y: place) { effect p(x) = true, p(y) = false }
operator see_p { when p(a) }
operator see_q { when p(b) }
operator not_p { when !p(a) }
operator not_q { when !p(b) }
task main { method "m" { both(`+x+", "+y+`); first; second } }
task first { method "p" { see_p }; method "n" { not_p; not_p } }
task second { method "q" { see_q }; method "o" { not_q; not_q; not_q } }
agent someone { plan main }`)
			d, p := exported(t, m)
			again, _ := modelOfHDDL(d, p)
			steps, _ := planLength(t, m)
			if stepsAgain, _ := planLength(t, again); steps != stepsAgain {
				t.Errorf("both(%s, %s): %d steps, exported %d\n%s", x, y, steps, stepsAgain, d)
			}
		}
	}
}

// TestActionsDoWhatOperatorsDo compares random sequences of operators with the verifier: the model has a plan of them
// exactly if the exported actions can be carried out.
func TestActionsDoWhatOperatorsDo(t *testing.T) {
	const sequences, longest = 150, 6
	for _, name := range []string{"../examples/meal/meal.krk", "../examples/errands/errands.krk", "testdata/post.krk"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			info := checked(t, karakuri(t, name, string(text)))
			random := rand.New(rand.NewPCG(3, 4))
			possible := 0
			for range sequences {
				var calls []string
				plan, ids := "==>\n", ""
				for i := range 1 + random.IntN(longest) {
					op := info.Operators[random.IntN(len(info.Operators))]
					args := anyArgs(random, info, op.Params)
					calls = append(calls, op.Name+"("+strings.Join(args, ", ")+")")
					plan += fmt.Sprintf("%d %s %s\n", i, op.Name, strings.Join(args, " "))
					ids += fmt.Sprint(" ", i)
				}
				m := karakuri(t, name, fmt.Sprintf("%s\ntask drawn { method \"drawn\" { %s } }\nagent a { plan drawn }", text, strings.Join(calls, "; ")))
				d, p, ds := fromModel(m, "drawn")
				if err := ds.Err(); err != nil {
					t.Fatal(err)
				}
				file, ds := verify.ReadPlan("plan", plan+"root 100\n100 drawn -> drawn"+ids+"\n<==\n")
				if err := ds.Err(); err != nil {
					t.Fatal(err)
				}
				found := hasPlan(t, m, "drawn")
				v := verify.Plan(d, p, file)
				if v.Valid() != found {
					t.Fatalf("%s: the model has a plan: %v, the verifier: %v %s\n%s%s", calls, found, v.Reason, v.Found.Error(), d, p)
				}
				if found {
					possible++
				}
			}
			t.Logf("%d of %d sequences are possible", possible, sequences)
			if possible == 0 {
				t.Error("no sequence is possible")
			}
		})
	}
}

// anyArgs draws objects and values for parameters.
func anyArgs(random *rand.Rand, info *def.Info, params []def.Slot) []string {
	var args []string
	for _, p := range params {
		if p.Type.Kind == world.KindEnum {
			values := info.Schema.Enums[p.Type.ID].Values
			args = append(args, values[random.IntN(len(values))])
			continue
		}
		objects := info.Initial.Objects(p.Type.ID)
		args = append(args, info.Initial.ObjectName(objects[random.IntN(len(objects))], p.Type.ID))
	}
	return args
}

func hasPlan(t *testing.T, m *def.Model, task string) bool {
	t.Helper()
	info := checked(t, m)
	d := htn.Compile(info)
	r := htn.NewPlanner(d, htn.Options{}).Plan(info.Initial, htn.Goal{Task: htn.TaskID(info.Task(task).ID)})
	return r.Plan != nil
}
