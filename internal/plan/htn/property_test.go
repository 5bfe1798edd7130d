package htn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// compile turns the text of a model into a domain; mistakes end the test.
func compile(t interface{ Fatalf(string, ...any) }, text string) *htn.Domain {
	file, ds := lang.Parse(diag.NewSource("test.krk", text))
	info, more := def.Check(&def.Model{Files: []*def.File{file}})
	ds.Append(more)
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.Err(), text)
	}
	return htn.Compile(info)
}

// randomDomain writes a small random model: four truths, a number, two relations over three objects; operators with
// parameters, numeric and conditional effects; tasks with ordered and unordered subtasks, free variables and recursion.
func randomDomain(t *rapid.T) string {
	g := generator{t: t, tasks: rapid.IntRange(1, 4).Draw(t, "tasks"), ops: rapid.IntRange(2, 4).Draw(t, "ops")}
	g.line("type thing")
	g.line("objects o1, o2, o3: thing")
	g.line("state agent {\n b0: bool\n b1: bool\n b2: bool = true\n b3: bool\n n: int 0..4 = %d\n r(x: thing): bool\n k(x: thing): int 0..5\n}", g.pick(5))
	g.line("init { r(o2) = true; r(o3) = %v; k(o1) = %d; k(o2) = %d; k(o3) = %d }", g.pick(2) == 0, g.pick(4), g.pick(4), g.pick(4))
	for i := range g.ops {
		g.operator(i)
	}
	g.line("operator use(x: thing) { when %s; effect %s }", g.cond("x"), g.effects("x"))
	for i := range g.tasks {
		g.task(i)
	}
	return g.b.String()
}

type generator struct {
	t          *rapid.T
	b          strings.Builder
	tasks, ops int
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *generator) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "pick") }

func (g *generator) cond(v string) string {
	n := 8
	if v != "" {
		n = 10
	}
	switch g.pick(n) {
	case 0, 1:
		return fmt.Sprintf("b%d", g.pick(4))
	case 2:
		return fmt.Sprintf("!b%d", g.pick(4))
	case 3:
		return fmt.Sprintf("n >= %d", g.pick(5))
	case 4:
		return fmt.Sprintf("n < %d", g.pick(5))
	case 5:
		return fmt.Sprintf("b%d && n != %d", g.pick(4), g.pick(5))
	case 6:
		return fmt.Sprintf("(b%d || !b%d)", g.pick(4), g.pick(4))
	case 7:
		return "exists(y: thing where r(y) && k(y) > n)"
	case 8:
		return "r(" + v + ")"
	default:
		return "k(" + v + ") >= n"
	}
}

func (g *generator) effects(v string) string {
	list := []string{}
	for range g.pick(3) {
		n := 5
		if v != "" {
			n = 7
		}
		switch g.pick(n) {
		case 0:
			list = append(list, fmt.Sprintf("b%d = %v", g.pick(4), g.pick(2) == 0))
		case 1:
			list = append(list, "n += 1")
		case 2:
			list = append(list, "n -= 1")
		case 3:
			list = append(list, fmt.Sprintf("if b%d then b%d = %v", g.pick(4), g.pick(4), g.pick(2) == 0))
		case 4:
			list = append(list, "forall y: thing where k(y) > n { r(y) = false }")
		case 5:
			list = append(list, fmt.Sprintf("r(%s) = %v", v, g.pick(2) == 0))
		default:
			list = append(list, fmt.Sprintf("k(%s) = n", v))
		}
	}
	if len(list) == 0 {
		return "b0 = b0"
	}
	return strings.Join(list, ", ")
}

func (g *generator) operator(i int) {
	when := ""
	if g.pick(3) > 0 {
		when = "when " + g.cond("") + "; "
	}
	g.line("operator a%d { %seffect %s; cost %d }", i, when, g.effects(""), 1+g.pick(3))
}

func (g *generator) task(i int) {
	g.line("task t%d {", i)
	for m := range 1 + g.pick(3) {
		head := fmt.Sprintf("method m%d", m)
		if g.pick(2) == 0 {
			head += " when " + g.cond("")
		}
		v := ""
		if g.pick(4) == 0 {
			v = "x"
			head += " each x: thing where " + g.cond("x")
			if g.pick(2) == 0 {
				head += " order k(x)"
			}
		}
		body := g.body(v)
		if g.pick(3) == 0 {
			body = "unordered { " + body + " }"
		}
		g.line("  %s { %s }", head, body)
	}
	g.line("}")
}

func (g *generator) body(v string) string {
	var items []string
	for range g.pick(4) {
		switch k := g.pick(6); {
		case k < 2:
			items = append(items, fmt.Sprintf("t%d", g.pick(g.tasks)))
		case k < 3 && v != "":
			items = append(items, "use("+v+")")
		default:
			items = append(items, fmt.Sprintf("a%d", g.pick(g.ops)))
		}
	}
	return strings.Join(items, "; ")
}

// TestAgreesWithReference: on random small domains the planner finds a plan exactly when the reference planner does,
// the same one with the same methods, and every plan can be carried out in every order that its partial order allows.
func TestAgreesWithReference(t *testing.T) {
	found, none, skipped := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := randomDomain(t)
		d := compile(t, text)
		ref := &reference{info: d.Info, depth: 7, nodes: 1_500}
		ok := ref.solve(d.Info.Initial, d.Info.Tasks[0])
		if ref.cut || ref.over {
			skipped++
			return
		}
		p := htn.NewPlanner(d, htn.Options{})
		r := p.Plan(d.Info.Initial, htn.Goal{})
		if ok != (r.Status == htn.Found) || r.Status == htn.Limit {
			t.Fatalf("reference: %v %v, planner: %v\n%s", ok, ref.text(d.Info.Initial), r.Status, text)
		}
		if !ok {
			none++
			return
		}
		found++
		if got, want := planText(r.Plan, d.Info.Initial), ref.text(d.Info.Initial); !slices.Equal(got, want) {
			t.Fatalf("plan %v, reference %v\n%s", got, want, text)
		}
		if got, want := r.Plan.MTR([]int{}), ref.mtr(); !slices.Equal(got, want) {
			t.Fatalf("mtr %v, reference %v\n%s", got, want, text)
		}
		everyOrderWorks(t, d, r.Plan, text)
	})
	t.Logf("found %d, none %d, too deep for the reference %d", found, none, skipped)
}

func planText(pl *htn.Plan, st *world.State) []string {
	out := []string{}
	for i := range pl.Len() {
		out = append(out, htn.StepText(pl, i, st))
	}
	return out
}

// everyOrderWorks carries the plan out in a random order that respects its partial order, with the separate simulator.
func everyOrderWorks(t *rapid.T, d *htn.Domain, pl *htn.Plan, text string) {
	edges := pl.Order(&expr.Machine{State: d.Info.Initial})
	left := make([]int, pl.Len())
	for i := range left {
		left[i] = i
	}
	var steps []htn.Step
	for len(left) > 0 {
		var ready []int
		for _, s := range left {
			if !slices.ContainsFunc(edges, func(e [2]int) bool { return e[1] == s && slices.Contains(left, e[0]) }) {
				ready = append(ready, s)
			}
		}
		s := rapid.SampledFrom(ready).Draw(t, "next")
		steps = append(steps, pl.Step(s))
		left = slices.DeleteFunc(left, func(x int) bool { return x == s })
	}
	if at := follow(d.Info, d.Info.Initial, steps); at >= 0 {
		t.Fatalf("order %v of %v fails at %d\n%s", steps, planText(pl, d.Info.Initial), at, text)
	}
}

// TestBestIsCheapest: the cheapest plan costs at most as much as the first, and as any that the search passes.
func TestBestIsCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := randomDomain(t)
		d := compile(t, text)
		limits := htn.Limits{Nodes: 20_000, Depth: 12}
		first := htn.NewPlanner(d, htn.Options{Limits: limits}).Plan(d.Info.Initial, htn.Goal{})
		best := htn.NewPlanner(d, htn.Options{Limits: limits, Search: htn.Best}).Plan(d.Info.Initial, htn.Goal{})
		if best.Status == htn.Limit { // it looks at a state again when it comes there more cheaply
			return
		}
		if (first.Status == htn.Found) != (best.Status == htn.Found) {
			t.Fatalf("first %v, best %v\n%s", first.Status, best.Status, text)
		}
		if first.Status != htn.Found {
			return
		}
		if best.Plan.Cost() > first.Plan.Cost() {
			t.Fatalf("best costs %v, first %v\n%s", best.Plan.Cost(), first.Plan.Cost(), text)
		}
		var steps []htn.Step
		for i := range best.Plan.Len() {
			steps = append(steps, best.Plan.Step(i))
		}
		if at := follow(d.Info, d.Info.Initial, steps); at >= 0 {
			t.Fatalf("best plan fails at %d\n%s", at, text)
		}
	})
}

// TestSlicesChangeNothing: planning in slices of any size gives the same result as planning in one go, even when the
// live state changes meanwhile.
func TestSlicesChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := randomDomain(t)
		d := compile(t, text)
		limits := htn.Limits{Nodes: 5_000, Depth: 12}
		whole := htn.NewPlanner(d, htn.Options{Limits: limits}).Plan(d.Info.Initial, htn.Goal{})
		live := world.NewState(d.Info.Schema)
		live.CopyFrom(d.Info.Initial)
		p := htn.NewPlanner(d, htn.Options{Limits: limits})
		p.Begin(live, htn.Goal{})
		r := p.Run(1 + rapid.IntRange(0, 5).Draw(t, "slice"))
		for r.Status == htn.Paused {
			b := d.Info.Schema.Symbol(fmt.Sprintf("b%d", rapid.IntRange(0, 3).Draw(t, "b"))).Base
			live.Set(b, 1-live.Get(b))
			r = p.Run(1 + rapid.IntRange(0, 50).Draw(t, "slice"))
		}
		if r.Status != whole.Status || r.Stats != whole.Stats {
			t.Fatalf("in slices %+v, whole %+v\n%s", r, whole, text)
		}
		if r.Plan != nil && !slices.Equal(planText(r.Plan, live), planText(whole.Plan, live)) {
			t.Fatalf("in slices %v, whole %v\n%s", planText(r.Plan, live), planText(whole.Plan, live), text)
		}
	})
}

// TestReadsCoverEverything: when a change does not touch what a result depends on, planning again gives the same
// result.
func TestReadsCoverEverything(t *testing.T) {
	kept, moved := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := randomDomain(t)
		d := compile(t, text)
		limits := htn.Limits{Nodes: 5_000, Depth: 12}
		st := world.NewState(d.Info.Schema)
		st.CopyFrom(d.Info.Initial)
		var reads htn.Reads
		p := htn.NewPlanner(d, htn.Options{Limits: limits, Reads: &reads})
		before := outcome(p.Plan(st, htn.Goal{}), st)
		if plain := outcome(htn.NewPlanner(d, htn.Options{Limits: limits}).Plan(st, htn.Goal{}), st); plain != before {
			t.Fatalf("with reads %s, without %s\n%s", before, plain, text)
		}
		if strings.HasPrefix(before, "limit") {
			return
		}
		st.Forget()
		mark := st.Mark()
		for range 1 + rapid.IntRange(0, 2).Draw(t, "changes") {
			change(t, st)
		}
		after := outcome(htn.NewPlanner(d, htn.Options{Limits: limits}).Plan(st, htn.Goal{}), st)
		if reads.Affected(st, st.Changes(mark)) {
			moved++
			return
		}
		kept++
		if before != after {
			t.Fatalf("before %s, after %s, changes %v\n%s", before, after, st.Changes(mark), text)
		}
	})
	t.Logf("%d changes did not matter, %d might", kept, moved)
}

func change(t *rapid.T, st *world.State) {
	schema := st.Schema()
	sym := &schema.Symbols[rapid.IntRange(0, len(schema.Symbols)-1).Draw(t, "symbol")]
	addr := sym.Base
	if len(sym.Params) > 0 {
		o, _, _ := st.ObjectNamed(rapid.SampledFrom([]string{"o1", "o2", "o3"}).Draw(t, "object"))
		addr, _ = sym.Addr(o)
	}
	hi := 1
	if sym.Type.Kind == world.KindInt {
		hi = int(sym.Type.Hi)
	}
	st.Set(addr, world.Word(rapid.IntRange(0, hi).Draw(t, "value")))
}

func outcome(r htn.Result, st *world.State) string {
	if r.Plan == nil {
		return r.Status.String()
	}
	return fmt.Sprint(planText(r.Plan, st), r.Plan.MTR(nil))
}
