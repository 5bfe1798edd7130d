package answer_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// acts is the number of actions of a random tree or brain: each is called at one place, in small trees some at none.
const acts = 6

// life is an agent of a random program, with a game that writes facts and ends actions until a moment; from then on
// actions continue, as they do in the copies that answers are found by.
type life struct {
	text    string
	program *program.Program
	seed    uint64
	moment  int
}

// lived is a life at its moment.
type lived struct {
	crowd *agent.Crowd
	id    agent.ID
	still bool // the game does nothing any more
	began [acts]bool
	last  [acts]int64 // the tick in which an action last continued
}

func newLife(t *testing.T, text string, seed uint64, moment int) *life {
	t.Helper()
	return &life{text: text, program: loaded(t, text, seed), seed: seed, moment: moment}
}

// live runs the life again, to its moment.
func (l *life) live(t *testing.T) *lived {
	t.Helper()
	r := rand.New(rand.NewPCG(l.seed, 2))
	v := &lived{}
	b := runner.NewBindings(l.program.Info)
	for i := range acts {
		action.Bind(b, fmt.Sprintf("a%d", i), func(c *action.Ctx, _ *struct{}, _ *struct{}) action.Status {
			v.last[i], v.began[i] = -1, true
			switch {
			case v.still || r.IntN(8) > 1:
				v.last[i] = v.crowd.Tick()
				return action.Running
			case r.IntN(2) == 0:
				return action.Success
			}
			return action.Failure
		}, action.OnAbort(func(*action.Ctx, *struct{}, *struct{}, action.Reason) { v.last[i] = -1 }))
	}
	c, err := agent.New(l.program, b, agent.Options{TPS: 10, Seed: l.seed})
	if err != nil {
		t.Fatal(err)
	}
	v.crowd, v.id = c, c.Spawn("one")
	for range l.moment {
		c.Step()
		if r.IntN(4) == 0 {
			v.set(fmt.Sprintf("f%d", r.IntN(facts)), fmt.Sprint(r.IntN(2) == 0))
		}
	}
	v.still = true
	return v
}

// set writes a fact, as a game does between ticks.
func (v *lived) set(symbol, value string) {
	st := v.crowd.State(v.id)
	st.Set(st.Schema().Symbol(symbol).Base, world.Bool(value == "true"))
}

func (v *lived) fact(symbol string) bool {
	st := v.crowd.State(v.id)
	return st.Get(st.Schema().Symbol(symbol).Base).Bool()
}

// runs reports whether an action was called in the last tick, and then neither ended nor was aborted.
func (v *lived) runs(act int) bool {
	return v.last[act] == v.crowd.Tick() && v.crowd.Tick() > 0
}

// within is the number of ticks that a change has to show what it does.
const within = 12

// comes lives a life again with other values from the moment on, and returns which of some ticks after it is the
// first in which an action runs; -1: none.
func (l *life) comes(t *testing.T, ticks, act int, changes ...explain.Change) int {
	t.Helper()
	v := l.live(t)
	for _, c := range changes {
		v.set(c.Symbol, c.Value)
	}
	for n := range ticks {
		if v.crowd.Step(); v.runs(act) {
			return n
		}
	}
	return -1
}

// randomTree is the text of a program whose agent has a random tree for its mind.
func randomTree(r *rand.Rand) string {
	b := randomModel(r)
	g := &grower{r: r, left: r.Perm(acts)}
	return b + "tree t {\n" + g.node(1, 3) + "}\nagent one { tree t }\n"
}

// randomModel declares the facts and actions of a random program.
func randomModel(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("state agent {\n")
	for i := range facts {
		fmt.Fprintf(&b, "    f%d: bool = %t\n", i, r.IntN(2) == 0)
	}
	b.WriteString("}\n")
	for i := range acts {
		fmt.Fprintf(&b, "action a%d\n", i)
	}
	return b.String()
}

// randomBrain is the text of a program whose agent has a random brain: want w3 is for goal g3, which does a3.
func randomBrain(r *rand.Rand) string {
	g := &grower{r: r}
	b, wants := randomModel(r), ""
	when := func(word string) string {
		if r.IntN(2) == 0 {
			return ""
		}
		return word + " " + g.condition() + "; "
	}
	for i := range acts {
		b += fmt.Sprintf("goal g%d { %s%sa%d }\n", i, when("when"), when("while"), i)
		score := fmt.Sprintf("score if %s then 0.%d else 0.%d", g.condition(), r.IntN(10), r.IntN(10))
		wants += fmt.Sprintf("    want g%d as w%d%s { %s%s }\n", i, i, strings.TrimSuffix(when(" when"), "; "), score, [...]string{"", "; cooldown 0.5s"}[r.IntN(2)])
	}
	extra := [...]string{"", "    inertia 0.2\n", "    backoff 0.5s to 2s\n", "    select first over 0.3\n"}[r.IntN(4)]
	return b + "brain b {\n" + wants + extra + "    every 0.5s gap 0.2s\n}\nagent one { brain b }\n"
}

// grower makes random nodes of trees.
type grower struct {
	r    *rand.Rand
	left []int // actions without a place
}

func (g *grower) condition() string {
	literal := func() string { return [...]string{"", "!"}[g.r.IntN(2)] + fmt.Sprintf("f%d", g.r.IntN(facts)) }
	switch g.r.IntN(4) {
	case 0:
		return literal() + " && " + literal()
	case 1:
		return literal() + " || " + literal()
	}
	return literal()
}

// leaf is an action that has no place yet, or an effect.
func (g *grower) leaf() string {
	if len(g.left) == 0 || g.r.IntN(12) == 0 {
		return fmt.Sprintf("set f%d = %t", g.r.IntN(facts), g.r.IntN(2) == 0)
	}
	a := g.left[0]
	g.left = g.left[1:]
	return fmt.Sprintf("a%d", a)
}

func (g *grower) node(depth, levels int) string {
	pad := strings.Repeat("    ", depth)
	if levels == 0 || depth > 1 && g.r.IntN(4) == 0 {
		return pad + g.leaf() + "\n"
	}
	abort := func() string { return [...]string{"", " abort self", " abort lower", " abort both"}[g.r.IntN(4)] }
	children := func(n int) (text string) {
		for range n {
			text += g.node(depth+1, levels-1)
		}
		return text
	}
	head, body := "", ""
	switch g.r.IntN(13) {
	case 0, 1, 2:
		head, body = "selector", children(2+g.r.IntN(2))
	case 3, 4:
		head, body = "sequence"+abort(), pad+"    if "+g.condition()+"\n"+children(1+g.r.IntN(2))
	case 5:
		head, body = "when "+g.condition()+abort(), children(1)
	case 6:
		head, body = [...]string{"reactive selector", "reactive sequence"}[g.r.IntN(2)], pad+"    sequence { if "+g.condition()+"; "+g.leaf()+" }\n"+children(1)
	case 7:
		head, body = [...]string{"cooldown 0.4s", "invert", "succeed", "fail"}[g.r.IntN(4)], children(1)
	case 8:
		head, body = [...]string{"random sequence", "random selector", "parallel", "parallel all"}[g.r.IntN(4)], children(2+g.r.IntN(2))
	case 9:
		head, body = [...]string{"repeat 2", "retry 2", "timeout 0.5s", "delay 0.3s", "once", "until_failure"}[g.r.IntN(6)], children(1)
	case 10:
		head = "sequence " + [...]string{"skip_if", "while", "fail_if", "succeed_if"}[g.r.IntN(4)] + " " + g.condition()
		body = children(2)
	case 11:
		head, body = "while_do_else", pad+"    if "+g.condition()+"\n"+children(2)
	case 12:
		head = "utility selector"
		for range 2 {
			body += fmt.Sprintf("%s    selector score (if %s then %d else %d) {\n%s%s    }\n", pad, g.condition(), g.r.IntN(5), g.r.IntN(5), children(1), pad)
		}
	default:
		head, body = "if_then_else", pad+"    if "+g.condition()+"\n"+children(2)
	}
	return pad + head + " {\n" + body + pad + "}\n"
}

// TestAnswersOfTreesAreTrue asks of random trees at later moments why each action does not run, and what would make it
// run: what is said to run was called in the last tick; what is said to be false is false; what is promised comes true
// when the life is lived again with it, and nothing less does; and of single facts all are found that do it.
func TestAnswersOfTreesAreTrue(t *testing.T) {
	eachProgram(t, 100, 3, func(seed uint64, r *rand.Rand) (asked, promised int) {
		l := newLife(t, randomTree(r), seed, 1+r.IntN(25))
		for act := range acts {
			promised += l.check(t, act, fmt.Sprintf("a%d", act))
		}
		return acts, promised
	})
}

// TestAnswersOfBrainsAreTrue does the same with random brains, and asks about their wants.
func TestAnswersOfBrainsAreTrue(t *testing.T) {
	eachProgram(t, 100, 4, func(seed uint64, r *rand.Rand) (asked, promised int) {
		l := newLife(t, randomBrain(r), seed, 1+r.IntN(25))
		for act := range acts {
			promised += l.check(t, act, fmt.Sprintf("w%d", act))
		}
		return acts, promised
	})
}

// check asks about an action at the moment.
func (l *life) check(t *testing.T, act int, about string) (promised int) {
	t.Helper()
	v := l.live(t)
	before := v.crowd.TraceHash()
	a := answer.Ask(v.crowd, v.id, explain.Question{Kind: explain.WhyNot, About: about})
	would := answer.Ask(v.crowd, v.id, explain.Question{Kind: explain.WhatWould, About: about})
	fail := func(format string, args ...any) {
		t.Errorf("seed %d, tick %d, %s: %s\n%s%s%s", l.seed, l.moment, about, fmt.Sprintf(format, args...), a, would, l.text)
	}
	if v.crowd.TraceHash() != before {
		fail("asking changes the hash")
	}
	for _, f := range a.Findings {
		v.checkFinding(&f, fail)
	}
	if done := a.Verdict() == explain.RunsNow; done != v.runs(act) {
		fail("it is said to run: %t", done)
	}
	if a.Verdict() == explain.DoneAlready && !v.began[act] {
		fail("it is said to have been done, and was never begun")
	}
	if a.Verdict().IsDone() {
		return 0
	}
	return l.checkRemedies(t, act, would, v, fail)
}

// checkFinding compares what a finding says to be false with the facts.
func (v *lived) checkFinding(f *explain.Finding, fail func(string, ...any)) {
	if f.Verdict == explain.HostFaulted {
		fail("something panicked")
	}
	if f.Verdict == explain.ConditionFalse && len(f.Failing) == 0 {
		fail("a condition is said to be false, and no part of it")
	}
	for _, part := range f.Failing {
		for _, value := range part.Values {
			if value.Step == 0 && strings.HasPrefix(value.Symbol, "f") && (value.Value == "true") != v.fact(value.Symbol) {
				fail("%s is said to be %s", value.Symbol, value.Value)
			}
		}
	}
}

// checkRemedies lives the life again with each change that is promised, with less than it, and with each single fact.
func (l *life) checkRemedies(t *testing.T, act int, would *explain.Answer, v *lived, fail func(string, ...any)) (promised int) {
	t.Helper()
	alone := l.comes(t, within, act)
	comes := func(list ...explain.Change) bool { // before time alone brings it
		n := l.comes(t, within, act, list...)
		return n >= 0 && (alone < 0 || n < alone)
	}
	var singles []string
	byTime := false
	for _, r := range would.Remedies {
		if r.By == explain.ByTime {
			byTime = true
			continue
		}
		promised++
		if !comes(r.Changes...) {
			fail("%s does not come true", r.String())
		}
		for i := range r.Changes {
			if less := slices.Delete(slices.Clone(r.Changes), i, i+1); comes(less...) {
				fail("less than %s would do", r.String())
			}
		}
		if len(r.Changes) == 1 {
			singles = append(singles, r.Changes[0].Symbol)
		}
	}
	if byTime && alone < 0 {
		alone = l.comes(t, 10*within, act)
	}
	if byTime != (alone >= 0) {
		fail("that time alone brings it is said: %t, and it does after %d ticks", byTime, alone)
	}
	if would.Verdict() == explain.WouldBeChosen && would.Findings[0].By == "" && would.Findings[0].Until == 0 && alone < 0 {
		fail("it is said to be chosen in its next turn")
	}
	waits := would.Verdict() == explain.CoolingDown || would.Verdict() == explain.Banned
	if (waits || alone >= 0) && l.program.Info.Agents[0].Mind != nil {
		return promised // time and a change together are not looked for, nor what would have wants compared earlier
	}
	for i := range facts {
		name := fmt.Sprintf("f%d", i)
		if value := fmt.Sprint(!v.fact(name)); !slices.Contains(singles, name) && comes(explain.Change{Symbol: name, Value: value}) {
			fail("%s = %s would do, and is not found", name, value)
		}
	}
	if len(would.Remedies) < maxTold && would.Decisions < maxTried {
		l.checkPairs(v, would.Remedies, comes, fail)
		l.checkAcross(v, act, would.Remedies, comes, fail)
	}
	return promised
}

// The maximum numbers of changes that an answer tells, and of those that are tried for it.
const maxTold, maxTried = 8, 200

// pairs are the pairs of facts in conditions of random programs.
var pairs = regexp.MustCompile(`(!?)(f\d) (&&|\|\|) (!?)(f\d)`)

// checkPairs lives the life again with both facts of each pair of a condition turned, where it takes both to turn it.
func (l *life) checkPairs(v *lived, told []explain.Remedy, comes func(...explain.Change) bool, fail func(string, ...any)) {
	for _, m := range pairs.FindAllStringSubmatch(l.text, -1) {
		not, names := [2]bool{m[1] != "", m[4] != ""}, [2]string{m[2], m[5]}
		wanted := m[3] == "||" // the value that both parts have, as long as it takes both
		if names[0] == names[1] || (v.fact(names[0]) != not[0]) != wanted || (v.fact(names[1]) != not[1]) != wanted {
			continue
		}
		a, b := explain.Change{Symbol: names[0], Value: fmt.Sprint(!v.fact(names[0]))}, explain.Change{Symbol: names[1], Value: fmt.Sprint(!v.fact(names[1]))}
		found := slices.ContainsFunc(told, func(r explain.Remedy) bool {
			return !slices.ContainsFunc(r.Changes, func(c explain.Change) bool { return c.Symbol != a.Symbol && c.Symbol != b.Symbol })
		})
		if !found && comes(a, b) && !comes(a) && !comes(b) {
			fail("%s = %s with %s = %s would do, and is not found", a.Symbol, a.Value, b.Symbol, b.Value)
		}
	}
}

// one is a condition of a single fact.
var one = regexp.MustCompile(`^(!?)(f\d)$`)

// checkAcross lives the life again with the fact turned that alone keeps a want from being considered, and each other
// fact, where it takes both.
func (l *life) checkAcross(v *lived, act int, told []explain.Remedy, comes func(...explain.Change) bool, fail func(string, ...any)) {
	own := regexp.MustCompile(fmt.Sprintf(`(?m)^goal g%d \{(?: when ([^;]*);)?(?: while ([^;]*);)? .*$|want g%d as w%d(?: when ([^{]*))? \{`, act, act, act))
	var wrong []string
	for _, m := range own.FindAllStringSubmatch(l.text, -1) {
		for _, c := range m[1:] {
			if c = strings.TrimSpace(c); c != "" && !v.holds(c) {
				wrong = append(wrong, c)
			}
		}
	}
	if len(wrong) != 1 || !one.MatchString(wrong[0]) {
		return
	}
	name := one.FindStringSubmatch(wrong[0])[2]
	a := explain.Change{Symbol: name, Value: fmt.Sprint(!v.fact(name))}
	for i := range facts {
		b := explain.Change{Symbol: fmt.Sprintf("f%d", i)}
		b.Value = fmt.Sprint(!v.fact(b.Symbol))
		found := slices.ContainsFunc(told, func(r explain.Remedy) bool {
			return !slices.ContainsFunc(r.Changes, func(c explain.Change) bool { return c.Symbol != a.Symbol && c.Symbol != b.Symbol })
		})
		if b.Symbol != name && !found && comes(a, b) && !comes(a) && !comes(b) {
			fail("%s = %s with %s = %s would do across a condition and a score, and is not found", a.Symbol, a.Value, b.Symbol, b.Value)
		}
	}
}

// holds evaluates a condition of a random program.
func (v *lived) holds(text string) bool {
	literal := func(s string) bool {
		name, not := strings.CutPrefix(strings.TrimSpace(s), "!")
		return v.fact(name) != not
	}
	if x, y, is := strings.Cut(text, "&&"); is {
		return literal(x) && literal(y)
	} else if x, y, is := strings.Cut(text, "||"); is {
		return literal(x) || literal(y)
	}
	return literal(text)
}
