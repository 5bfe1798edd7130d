package answer_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

var long = flag.Bool("long", false, "ask of 10,000 random programs")

// facts is the number of bools of a random program.
const facts = 6

// randomProgram is a program of tasks, methods and operators over a few facts, with their initial values.
func randomProgram(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("state agent {\n")
	for i := range facts {
		fmt.Fprintf(&b, "    f%d: bool = %t\n", i, r.IntN(2) == 0)
	}
	b.WriteString("}\naction act(n: int)\n")
	literal := func() string { return [...]string{"", "!"}[r.IntN(2)] + fmt.Sprintf("f%d", r.IntN(facts)) }
	when := func() string {
		switch r.IntN(4) {
		case 0:
			return ""
		case 1:
			return " when " + literal()
		case 2:
			return " when " + literal() + " && " + literal()
		}
		return " when " + literal() + " || " + literal()
	}
	for i := range 6 {
		w := when()
		if w != "" {
			w = w[1:] + "; "
		}
		fmt.Fprintf(&b, "operator o%d { %sdo act(%d); effect f%d = %t }\n", i, w, i, r.IntN(facts), r.IntN(2) == 0)
	}
	for t := range 3 {
		fmt.Fprintf(&b, "task t%d {\n", t)
		for m := range 1 + r.IntN(3) {
			var body []string
			for range 1 + r.IntN(2) {
				if t < 2 && r.IntN(2) == 0 {
					body = append(body, fmt.Sprintf("t%d", t+1))
				} else {
					body = append(body, fmt.Sprintf("o%d", r.IntN(6)))
				}
			}
			fmt.Fprintf(&b, "    method m%d%s { %s }\n", m, when(), strings.Join(body, "; "))
		}
		b.WriteString("}\n")
	}
	b.WriteString("agent one { plan t0 }\n")
	return b.String()
}

// TestAnswersAreTrue asks of random programs why each operator and method is not done and what would have it done:
// nothing panics; a condition that is said to be false is false; of what is said not to be reached an earlier method is
// taken; what is promised comes true, and nothing less does; and of single facts all are found that do it.
func TestAnswersAreTrue(t *testing.T) {
	eachProgram(t, 150, 1, func(seed uint64, r *rand.Rand) (asked, promised int) {
		text := randomProgram(r)
		p := loaded(t, text, seed)
		c, err := agent.Suppose(p, agent.Options{TPS: 10}, nil)
		if err != nil {
			t.Fatal(err)
		}
		id := c.Spawn("one")
		c.Step()
		for i := range 6 {
			a, n := checkAnswer(t, seed, text, p, c, id, fmt.Sprintf("o%d", i))
			asked, promised = asked+a, promised+n
		}
		for _, m := range []string{"t0/m0", "t0/m1", "t1/m0", "t2/m1"} {
			if strings.Contains(answer.Ask(c, id, explain.Question{Kind: explain.WhyNot, About: m}).String(), "panicked") {
				t.Errorf("seed %d: %s\n%s", seed, m, text)
			}
		}
		return asked, promised
	})
}

// eachProgram checks the answers about as many random programs, or 10,000, each made from numbers of its own, until one
// fails. The check returns how many answers and promises it has looked at.
func eachProgram(t *testing.T, count int, stream uint64, check func(seed uint64, r *rand.Rand) (asked, promised int)) {
	t.Helper()
	if *long {
		count = 10_000
	}
	asked, promised := 0, 0
	for seed := range uint64(count) {
		a, n := check(seed, rand.New(rand.NewPCG(seed, stream)))
		if asked, promised = asked+a, promised+n; t.Failed() {
			return
		}
	}
	t.Logf("%d answers, %d promises", asked, promised)
	if asked < count || promised < count/4 {
		t.Errorf("%d answers and %d promises were checked: too few to tell anything", asked, promised)
	}
}

// loaded loads a random program.
func loaded(t *testing.T, text string, seed uint64) *program.Program {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"r.krk": {Data: []byte(text)}}, "r.krk")
	if ds.HasErrors() {
		t.Fatalf("seed %d: %v\n%s", seed, ds.All, text)
	}
	return p
}

// hasStep plans on a state, apart from all that answers are made by, and reports whether an operator is in the plan.
func hasStep(p *program.Program, st *world.State, op string) bool {
	goal, _ := p.Domain.Task("t0")
	r := htn.NewPlanner(p.Domain, htn.Options{}).Plan(st, htn.Goal{Task: goal})
	for i := 0; r.Plan != nil && i < r.Plan.Len(); i++ {
		if p.Info.Operators[r.Plan.Step(i).Operator].Name == op {
			return true
		}
	}
	return false
}

// with returns a state with other values for some facts.
func with(st *world.State, list []explain.Change) *world.State {
	out := world.NewState(st.Schema())
	out.CopyFrom(st)
	for _, c := range list {
		out.Set(st.Schema().Symbol(c.Symbol).Base, world.Bool(c.Value == "true"))
	}
	return out
}

func checkAnswer(t *testing.T, seed uint64, text string, p *program.Program, c *agent.Crowd, id agent.ID, op string) (asked, promised int) {
	t.Helper()
	before, st := c.TraceHash(), c.State(id)
	a := answer.Ask(c, id, explain.Question{Kind: explain.WhyNot, About: op})
	would := answer.Ask(c, id, explain.Question{Kind: explain.WhatWould, About: op})
	if c.TraceHash() != before {
		t.Errorf("seed %d: asking changes the hash", seed)
	}
	fail := func(format string, args ...any) {
		t.Errorf("seed %d, %s: %s\n%s%s%s", seed, op, fmt.Sprintf(format, args...), a, would, text)
	}
	if done := a.Verdict().IsDone(); done != hasStep(p, st, op) {
		fail("it is said to be done: %t", done)
	}
	for _, f := range a.Findings {
		if f.Verdict == explain.HostFaulted {
			fail("something panicked")
		}
		if f.Verdict == explain.ConditionFalse && len(f.Failing) == 0 {
			fail("a condition is said to be false, and no part of it")
		}
		for _, part := range f.Failing {
			for _, v := range part.Values {
				if v.Step == 0 && len(part.Values) == 1 && st.Schema().Symbol(v.Symbol) != nil && (v.Value == "true") != st.Get(st.Schema().Symbol(v.Symbol).Base).Bool() {
					fail("%s is said to be %s", v.Symbol, v.Value)
				}
			}
		}
	}
	if a.Verdict().IsDone() {
		return 1, 0
	}
	var singles []string
	for _, r := range would.Remedies {
		if r.By == explain.ByTime {
			continue
		}
		promised++
		if !hasStep(p, with(st, r.Changes), op) {
			fail("%s does not come true", r.String())
		}
		for i := range r.Changes {
			if less := slices.Delete(slices.Clone(r.Changes), i, i+1); len(less) > 0 && hasStep(p, with(st, less), op) {
				fail("less than %s would do", r.String())
			}
		}
		if len(r.Changes) == 1 {
			singles = append(singles, r.Changes[0].Symbol)
		}
	}
	for i := range facts {
		name := fmt.Sprintf("f%d", i)
		value := fmt.Sprint(!st.Get(st.Schema().Symbol(name).Base).Bool())
		if hasStep(p, with(st, []explain.Change{{Symbol: name, Value: value}}), op) && !slices.Contains(singles, name) {
			fail("%s = %s would do, and is not found", name, value)
		}
	}
	return 1, promised
}
