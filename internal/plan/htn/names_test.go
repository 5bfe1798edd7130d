package htn_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// town is the domain in which a plan was saved; the cases change it.
const town = `
type shop
objects mill, market: shop
type mood = { calm, cross }
state agent { bread: int 0..9; stock(s: shop): int 0..99 = 1; felt: mood = cross }
operator bake { when bread < 9; effect bread += 1 }
operator go(to: shop) { }
operator sell(s: shop, n: int) { when bread > 0; effect bread -= 1, stock(s) += 1 }
operator frown(m: mood) { effect felt = m }
task trade(m: mood) {
    method full when bread > 8 { }
    method sell each s: shop where stock(s) < 9 { bake; visit(s); unordered { sell(s, 3); frown(m) } }
}
task visit(s: shop) { method walk { go(s) } }
task day { method once { trade(cross) } }
`

// moved returns a domain of another text, and what carries words over to it.
func moved(t *testing.T, was *htn.Domain, text string) (*htn.Domain, *world.Migration) {
	t.Helper()
	now := compile(t, text)
	m, err := world.NewMigration(was.Info.Schema, now.Info.Schema)
	if err != nil {
		t.Fatal(err)
	}
	m.Objects(world.NewState(now.Info.Schema), now.Info.Initial, was.Info.Initial, was.Info.Initial)
	return now, m
}

// names are those of a domain after they were written and read.
func names(t *testing.T, d *htn.Domain) *htn.Names {
	t.Helper()
	n, err := readNames(d, savedNames(d))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func savedNames(d *htn.Domain) []byte {
	c := codec.NewWriter(nil)
	d.Names().Code(c)
	return c.Written()
}

func readNames(d *htn.Domain, b []byte) (*htn.Names, error) {
	n := htn.NewNames(d.Info.Schema)
	r := codec.NewReader(b)
	n.Code(r.Coder())
	r.End()
	return n, r.Err()
}

// savedGoal returns the bytes of a goal that its domain may not know.
func savedGoal(g htn.Goal) []byte {
	id := int(g.Task)
	if g.IsOperator {
		id = int(g.Operator)
	}
	b := codec.AppendUint(codec.AppendBool(nil, g.IsOperator), id)
	for _, w := range g.Args {
		b = codec.AppendInt(b, w)
	}
	return b
}

// TestPlansGoOver: a saved plan is understood in a changed domain as long as all its parts still exist and have the
// same parts themselves; otherwise the missing part is reported.
func TestPlansGoOver(t *testing.T) {
	replace := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(town) }
	const plan = "bake, go(mill), sell(mill, 3), frown(cross)"
	for _, c := range []struct{ name, text, plan, why string }{
		{"nothing", town, plan, ""},
		{"others are declared first", "operator a { }\ntask b { method c { a } }\ntype z = { calm, glad }\n" + town, plan, ""},
		{"other methods come first", replace("    method none", "    method zero when bread > 7 { bake; bake }\n    method none"), plan, ""},
		{"values change their numbers", replace("{ calm, cross }", "{ cross, glad, calm }"), plan, ""},
		{"objects change their numbers", replace("objects mill, market", "objects market, kiosk, mill"), plan, ""},
		{"a range is narrower", replace("n: int)", "n: int 0..2)", "sell(s, 3)", "sell(s, 1)"), "bake, go(mill), sell(mill, 2), frown(cross)", ""},
		{"a task is gone", replace("task day", "task week"), "", "task day is gone"},
		{"a method is gone", replace("method walk", "method run"), "", "method walk of task visit is gone"},
		{"a step more", replace("bake; visit", "bake; bake; visit"), "", "method sell of task trade has other steps"},
		{"a step less", replace("bake; visit", "visit"), "", "method sell of task trade has other steps"},
		{"another step", replace("{ bake; visit", "{ idle; visit", "task day", "operator idle { }\ntask day"), "", "method sell of task trade has other steps"},
		{"an operator became a task", replace("operator go(to: shop) { }", "operator wait { }\ntask go(to: shop) { method w { wait } }"), "", "method walk of task visit has other steps"},
		{"an operator is gone", replace("operator go(", "operator run(", "{ go(s)", "{ run(s)"), "", "method walk of task visit has other steps"},
		{"a task takes more", replace("task visit(s: shop)", "task visit(s: shop, m: mood)", "visit(s)", "visit(s, m)"), "", "task visit or its method walk takes other values"},
		{"a task takes something else", replace("task trade(m: mood)", "task trade(m: bool)", "frown(m)", "frown(cross)", "trade(cross)", "trade(true)"), "",
			"task trade or its method sell takes other values"},
		{"a method binds something else", replace("each s: shop where stock(s) < 9 { bake; visit(s); unordered { sell(s, 3)", "each s: mood { bake; visit(mill); unordered { sell(mill, 3)"), "",
			"task trade or its method sell takes other values"},
		{"an operator takes less", replace("sell(s: shop, n: int)", "sell(s: shop)", "sell(s, 3)", "sell(s)"), "", "operator sell takes other values"},
		{"a value is gone", replace("{ calm, cross }", "{ calm, glad }", "= cross", "= calm", "trade(cross)", "trade(calm)"), "", "task trade or its method sell takes other values"},
		{"a type has another name", replace("shop", "stall"), plan, ""},
		{"a type and its object are gone", replace("shop", "stall", "mill", "bank"), "", "task trade or its method sell takes other values"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := compile(t, town)
			found := htn.NewPlanner(d, htn.Options{}).Plan(d.Info.Initial, goalNamed(t, d, "day"))
			saved := encoded(t, found.Plan)
			now, m := moved(t, d, c.text)
			var got htn.Plan
			r := codec.NewReader(saved)
			why := names(t, d).ReadPlan(r, now, m, &got)
			if r.Err() != nil || why != c.why {
				t.Fatalf("why %q, want %q; %v", why, c.why, r.Err())
			}
			if c.why != "" {
				if got.Len() != 0 || got.Nodes() != 0 {
					t.Error("something is left of the plan")
				}
				return
			}
			if text := strings.Join(planText(&got, now.Info.Initial), ", "); text != c.plan || got.Cost() != found.Plan.Cost() || got.Domain() != now {
				t.Errorf("%s, cost %v", text, got.Cost())
			}
			for i := range got.Nodes() {
				a, b := got.Node(i), found.Plan.Node(i)
				x, y := now.Info.Tasks[a.Task], d.Info.Tasks[b.Task]
				if x.Name != y.Name || x.Methods[a.Method].Name != y.Methods[b.Method].Name || a.Parent != b.Parent || a.Ordinal != b.Ordinal || a.Key != b.Key {
					t.Errorf("node %d is %+v, was %+v", i, a, b)
				}
			}
		})
	}
}

// TestGoalsGoOver: a goal that was saved is the same one by its names.
func TestGoalsGoOver(t *testing.T) {
	d := compile(t, town)
	cross, mill := world.Word(1), d.Info.Initial.NextMember(0, 0)
	trade, _ := d.Task("trade")
	sell, _ := d.Operator("sell")
	ofTask, ofOperator := htn.Goal{Task: trade, Args: []world.Word{cross}}, htn.Goal{IsOperator: true, Operator: sell, Args: []world.Word{mill, 7}}
	for _, c := range []struct {
		name, old, new string
		goal           htn.Goal
		why            string
	}{
		{"a task", "", "", ofTask, ""},
		{"an operator", "", "", ofOperator, ""},
		{"a task after others", "task trade", "task first { method m { } }\ntask trade", ofTask, ""},
		{"an operator after others", "operator sell", "operator first { }\noperator sell", ofOperator, ""},
		{"a task that is gone", "trade", "deal", ofTask, "task trade is gone"},
		{"an operator that is gone", "sell(", "offer(", ofOperator, "operator sell is gone"},
		{"a task with another argument", "{ calm, cross }", "{ cross, calm }", ofTask, ""},
		{"a task with a value that is gone", "cross", "glad", ofTask, "trade takes other arguments"},
		{"an operator with an object of a type of another name", "shop", "stall", ofOperator, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			now, m := moved(t, d, strings.ReplaceAll(town, c.old+strings.Repeat("\x00", 1-min(1, len(c.old))), c.new))
			n := names(t, d)
			w := codec.NewWriter(nil)
			n.CodeGoal(w, &c.goal)
			b := w.Written()
			if want := savedGoal(c.goal); !slices.Equal(b, want) {
				t.Fatalf("%v, want %v", b, want)
			}
			r := codec.NewReader(b)
			var read htn.Goal
			n.CodeGoal(r.Coder(), &read)
			if r.End(); r.Err() != nil || read.IsOperator != c.goal.IsOperator || !slices.Equal(read.Args, c.goal.Args) {
				t.Fatalf("%+v, %v", read, r.Err())
			}
			got, why := n.Goal(read, now, m)
			if why != c.why {
				t.Fatalf("why %q, want %q", why, c.why)
			}
			if why != "" {
				return
			}
			name, args := "trade", "cross"
			if got.IsOperator {
				name, args = now.Info.Operators[got.Operator].Name, "mill, 7"
			} else {
				name = now.Info.Tasks[got.Task].Name
			}
			if text := htn.Explain(now, now.Info.Initial, got, htn.Options{}).Goal; text != name+"("+args+")" || got.IsOperator != c.goal.IsOperator {
				t.Errorf("%s, %+v", text, got)
			}
		})
	}
}

// TestNamesOfOtherThings: names, goals and plans that are truncated, or name undeclared things, are mistakes of the
// reader.
func TestNamesOfOtherThings(t *testing.T) {
	d := compile(t, town)
	b := savedNames(d)
	for n := range len(b) {
		if _, err := readNames(d, b[:n]); err == nil {
			t.Errorf("%d of %d bytes are names", n, len(b))
		}
	}
	all := names(t, d)
	now, m := moved(t, d, town)
	found := htn.NewPlanner(d, htn.Options{}).Plan(d.Info.Initial, goalNamed(t, d, "day"))
	saved := encoded(t, found.Plan)
	for n := range len(saved) {
		var pl htn.Plan
		r := codec.NewReader(saved[:n])
		if all.ReadPlan(r, now, m, &pl); r.Err() == nil || pl.Len() > 0 {
			t.Errorf("%d of %d bytes are a plan", n, len(saved))
		}
	}
	for i := range saved { // whatever is read, it is a plan or refused
		for _, wrong := range []byte{0, 1, 2, 3, 9, 200} {
			changed := slices.Clone(saved)
			changed[i] = wrong
			var pl htn.Plan
			if why := all.ReadPlan(codec.NewReader(changed), now, m, &pl); why == "" && pl.Len() > 0 {
				encodedTwice(t, now, &pl)
			}
		}
	}
	for _, goal := range []htn.Goal{{Task: 99}, {IsOperator: true, Operator: 99}, {Task: 0, Args: []world.Word{99}}} {
		r := codec.NewReader(savedGoal(goal))
		if all.CodeGoal(r.Coder(), new(htn.Goal)); r.Err() == nil {
			t.Errorf("%+v is a goal", goal)
		}
	}
}

// TestUndeclaredSubtasks: names whose methods call undeclared tasks are refused.
func TestUndeclaredSubtasks(t *testing.T) {
	d := compile(t, "operator a { }\ntask go { method m { a } }\n")
	b := savedNames(d)
	b[len(b)-1] = 1 // the operator of the only subtask
	if _, err := readNames(d, b); err == nil || !strings.Contains(err.Error(), "not declared") {
		t.Error(err)
	}
	d = compile(t, "operator a { }\ntask go { method m { stop } }\ntask stop { method n { } }\n")
	if names(t, d) == nil {
		t.Error("a task is a subtask")
	}
}

// TestPackedPlans: packed and kept plans are restored exactly, whatever the memory held before, and so are their
// dependencies.
func TestPackedPlans(t *testing.T) {
	for _, shared := range []bool{false, true} {
		var pool htn.PlanPool
		if shared {
			pool.Share()
		}
		var plan, kept htn.Plan
		var reads htn.Reads
		rapid.Check(t, func(t *rapid.T) {
			d := compile(t, randomDomain(t))
			var noted htn.Reads
			o := htn.Options{Reads: &noted, Pool: &pool, Limits: htn.Limits{Nodes: 5_000, Depth: 12}}
			found := htn.NewPlanner(d, o).Plan(d.Info.Initial, htn.Goal{})
			if found.Plan == nil {
				return
			}
			b := append(noted.Pack(found.Plan.Pack(nil)), 7)
			in := codec.NewReader(b)
			plan.Unpack(d, in, &pool)
			reads.Unpack(in, &pool)
			if in.Byte() != 7 {
				t.Fatal("more or less was read than was packed")
			}
			samePlan(t, &plan, found.Plan)
			if !slices.Equal(intervals(&reads), intervals(&noted)) || !slices.Equal(reads.Cells.Types(), noted.Cells.Types()) {
				t.Fatalf("%v, want %v", intervals(&reads), intervals(&noted))
			}
			kept.CopyPooled(found.Plan, &pool)
			samePlan(t, &kept, found.Plan)
			if bytes := pool.Bytes(nil, 100); cap(bytes) < 100 || len(bytes) != 0 {
				t.Fatalf("%d bytes of %d", len(bytes), cap(bytes))
			}
			for i := range plan.Len() { // each step can be carried out after those before it
				m := &expr.Machine{State: world.NewState(d.Info.Schema)}
				m.State.CopyFrom(d.Info.Initial)
				for k := range i {
					if plan.Apply(k, m); plan.When(k, m) != kept.When(k, m) {
						t.Fatal("conditions differ")
					}
				}
				if !plan.When(i, m) {
					t.Fatalf("step %d cannot be carried out", i)
				}
			}
			if at := plan.Simulate(&expr.Machine{State: d.Info.Initial}, world.NewState(d.Info.Schema), 0); at != -1 {
				t.Fatalf("the plan stops at %d", at)
			}
		})
	}
}

// TestPackedCosts: the cost of a plan comes back also if steps do not cost 1 each.
func TestPackedCosts(t *testing.T) {
	d := compile(t, "operator a { cost 2.5 }\noperator b { }\ntask go { method m { a; b } }\ntask nothing { method m { } }\n")
	for name, want := range map[string]float64{"go": 3.5, "nothing": 0} {
		found := htn.NewPlanner(d, htn.Options{}).Plan(d.Info.Initial, goalNamed(t, d, name)).Plan
		var plan htn.Plan
		plan.Unpack(d, codec.NewReader(found.Pack(nil)), &htn.PlanPool{})
		if plan.Cost() != want || plan.Len() != found.Len() {
			t.Errorf("%s costs %v, want %v", name, plan.Cost(), want)
		}
	}
}

// TestPictureOfASearch: a paused search can be taken up by another planner that begins with its picture and takes as
// many nodes: both have the same result.
func TestPictureOfASearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := compile(t, randomDomain(t))
		o := htn.Options{Limits: htn.Limits{Nodes: 5_000, Depth: 12}}
		st := world.NewState(d.Info.Schema)
		st.CopyFrom(d.Info.Initial)
		first, second := htn.NewPlanner(d, o), htn.NewPlanner(d, o)
		first.Begin(st, htn.Goal{})
		r := first.Run(rapid.IntRange(1, 40).Draw(t, "nodes"))
		if r.Status != htn.Paused {
			return
		}
		change(t, st) // it does not matter any more
		var picture world.State
		first.Picture(&picture)
		if len(picture.Changes(world.Mark{})) > 0 {
			t.Fatal("the picture has changes")
		}
		second.Begin(&picture, htn.Goal{})
		if r := second.Run(first.Nodes()); r.Status != htn.Paused || second.Nodes() != first.Nodes() || second.Stats() != first.Stats() {
			t.Fatalf("%v after %d nodes, want %d", r.Status, second.Nodes(), first.Nodes())
		}
		var again world.State
		if second.Picture(&again); !sameCells(d, &again, d.Info.Initial) || !sameCells(d, &picture, d.Info.Initial) {
			t.Fatal("the picture is not what the search began with")
		}
		a, b := first.Run(5_000), second.Run(5_000)
		if a.Stats != b.Stats || outcome(a, d.Info.Initial) != outcome(b, d.Info.Initial) {
			t.Fatalf("%+v, %+v", a, b)
		}
	})
}

func sameCells(d *htn.Domain, a, b *world.State) bool {
	for scope := range world.Scope(3) {
		lo, hi := d.Info.Schema.Segment(scope)
		for addr := lo; addr < hi; addr++ {
			if a.Get(addr) != b.Get(addr) {
				return false
			}
		}
	}
	return true
}

// TestCompareMTR: the first record in lexical order goes first, and one that ends goes before one that continues.
func TestCompareMTR(t *testing.T) {
	for _, c := range []struct {
		a, b      []int
		order, at int
	}{
		{nil, nil, 0, 0}, {[]int{1}, nil, 1, 0}, {nil, []int{1}, -1, 0}, {[]int{0, 2}, []int{0, 2}, 0, 2}, {[]int{0, 1}, []int{0, 2}, -1, 1},
		{[]int{0, 2}, []int{0, 1, 5}, 1, 1}, {[]int{3}, []int{1}, 1, 0}, {[]int{0, 1}, []int{0, 1, 0}, -1, 2},
	} {
		if order, at := htn.CompareMTR(c.a, c.b); order < 0 != (c.order < 0) || order > 0 != (c.order > 0) || at != c.at {
			t.Errorf("%v and %v: %d at %d", c.a, c.b, order, at)
		}
	}
}
