package def_test

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

const gatherer = `
type place = { home, shop }
type thing
type item: thing
type enemy: thing
type person
const near_by = 2

state agent {
    remembered position(t: thing): vec2
    remembered missed(t: thing): bool
    remembered energy_of(i: item): float
    remembered power_of(i: item): float
    sensed distance(t: thing): float
    sensed alive(e: enemy): bool
    energy: int 0..10
    ammo: int 0..30
    won: bool
    at: place
    wounded(e: enemy): bool
    armed := ammo > 0
}
action move_to(t: thing | place) uses legs
action pick_up(i: item) uses arms
action strike(e: enemy) uses arms
action shoot(e: enemy) uses arms, eyes
action shout uses mouth
action reload uses arms

operator fetch(i: item) { do get_item(i); effect energy += 1 }
operator shout { do shout; effect energy += 1 }
task dine {
    method "known" each i in remembered item where energy_of(i) > 0 order distance(i) { fetch(i) }
    method "shout" { shout }
}
tree flee_from(e: enemy) { sequence { if alive(e); move_to(home) } }
tree think {
    utility selector select weighted top 3 within 0.2 inertia 0.1 fade 5s {
        goal visit(home) score 0.1
        each i in remembered item where position(i).x > 0 score 0.2 { goal get_item(i) }
        plan dine score quadratic(1 - energy / 10)
    }
}

sense sight { range 12; cone 110deg; line_of_sight; lose_range 15; touch_range 1; reaction 0.2s; jitter 0.1s }
sense ears: hearing { falloff 1; damping 0.5; blur 0.1; threshold 0.1; confidence 0.8 }
memory short { span 8s; decay 0.1/s; predict 2s; spread 0.5/s; max_spread 5; miss_range 1; miss_factor 0.5; promote_times 3; promote_importance 5; forget_below 0.05; doubts 0.5, 0.2 }
memory long { keep; capacity 64 }

goal get_item(i: item) { while remembered(i); move_to(i) fail_after 20s; pick_up(i) }
goal visit(p: place) { move_to(p) }
goal kill(e: enemy) {
    when armed || energy > 2
    while alive(e)
    until won
    backoff 1s
    way "close" when distance(e) < near_by tries 2 { strike(e) retry 2 backoff 0.5s else shoot(e) when ammo > 0 else flee_from(e) optional }
    way { move_to(e) until distance(e) < near_by suspends; get_item(none); plan shout uninterrupted; shout; dine while alive(e) }
    interrupt when ammo == 0 { reload }
}

brain gatherer {
    want get_item(i) each i in remembered item { score quadratic(1 - energy / 10) * energy_of(i); cooldown 5s; forget_when missed(i) }
    want kill(e) as finish each e in remembered enemy where wounded(e) when armed {
        consider "near" distance(e) from 20 to 0 through logistic(exponent: 2) weight 2
        consider energy from 0 to 10
        combine product
        weight 2
        rank -2
        interrupts
    }
    want visit(p) each p: place where p != at { score 0.2 }
    want visit(shop) as shopping { score 0.05 }
    inertia 0.1 fade 5s
    select dual top 20% within 0.2
    every 0.25s gap 0.1s
    repetition 0.2 last 4
    backoff 1s to 30s
    give_up after 5 for 60s
}
brain idler { want visit(home) as shopping { score 1 } }
personality brave { finish * 1.5; shopping never; get_item score power_of(i) }
personality calm { shopping * 2 }

agent one { brain gatherer as brave; sense sight; sense ears; memory short; memory long; body person }
agent two { brain gatherer; memory short }
agent three { brain gatherer as brave; memory short }
agent four { brain idler as brave }
agent five { brain idler as calm }
agent six { tree think }
`

func TestGoals(t *testing.T) {
	info := check(t, gatherer)
	kill := info.Goal("kill")
	if kill.ID != 2 || kill.Frame != 1 || kill.When == nil || kill.While == nil || kill.Until == nil || kill.Backoff != 1 {
		t.Errorf("kill is %+v", kill)
	}
	if w := kill.Ways[0]; w.Name != "close" || w.When == nil || w.Tries != 2 || kill.Ways[1].Tries != 1 {
		t.Errorf("the first way is %+v", w)
	}
	strike := kill.Ways[0].Steps[0]
	if strike.Call.Do.Action != info.Action("strike") || strike.Retry != 2 || strike.Backoff != 0.5 || !strike.Optional || strike.FailAfter != 0 {
		t.Errorf("strike is %+v", strike)
	}
	if shoot, flee := strike.Else[0], strike.Else[1]; shoot.When == nil || shoot.Do.Action != info.Action("shoot") || flee.Do.Tree != info.Tree("flee_from") {
		t.Errorf("the alternatives are %+v and %+v", shoot, flee)
	}
	steps := kill.Ways[1].Steps
	if steps[0].Until == nil || !steps[0].Suspends || steps[0].Call.Do.Which[0] != 0 || info.Goal("visit").Ways[0].Steps[0].Call.Do.Which[0] != 1 {
		t.Error("which of its types an argument has is kept")
	}
	if steps[1].Call.Goal != info.Goal("get_item") || len(steps[1].Call.Args) != 1 {
		t.Errorf("a subgoal is %+v", steps[1].Call)
	}
	if steps[2].Call.Operator != info.Operator("shout") || !steps[2].Uninterrupted || steps[3].Call.Do.Action != info.Action("shout") {
		t.Error("shout is the action, plan shout the operator")
	}
	if steps[4].Call.Task != info.Task("dine") || steps[4].While == nil {
		t.Errorf("a task is %+v", steps[4].Call)
	}
	if in := kill.Interrupts[0]; in.When == nil || in.Step.Call.Do.Action != info.Action("reload") {
		t.Errorf("the interrupt is %+v", in)
	}
	if n := info.Tree("think").Root.Children[0]; n.Kind != def.NodeGoal || n.Goal != info.Goal("visit") || len(n.Args) != 1 || n.Name != "visit" {
		t.Errorf("the leaf is %+v", n)
	}
	root := info.Tree("think").Root
	if want := (def.SelectInfo{Rule: def.SelectWeighted, Top: 3, Within: 0.2}); *root.Select != want || root.Bonus != 0.1 || root.Fade != 5 {
		t.Errorf("the selector chooses by %+v, inertia %v for %v", *root.Select, root.Bonus, root.Fade)
	}
}

// TestUses: a call occupies all that it may reach, however deep, and goals that lead to each other have an end.
func TestUses(t *testing.T) {
	info := check(t, `
state agent { n: int 0..9 }
action a uses legs
action b uses arms
action c uses eyes
action d uses mouth, arms
action e uses nose
operator x { do a; effect n += 1 }
operator y { do far; effect n += 1 }
operator z { do near; effect n += 1 }
task plan_it { method "m" { x } }
tree t { sequence { b; goal near } }
tree u { sequence { plan plan_it; e } }
goal near { c; far optional }
goal far { near optional; t else u; plan z; interrupt when n > 3 { d } }
task all { method "m" { y; z } }
agent k { plan all }
`)
	want := []string{"arms", "eyes", "legs", "mouth", "nose"}
	for _, name := range []string{"y", "z"} {
		if have := info.Operator(name).Do[0].Uses(); !slices.Equal(have, want) {
			t.Errorf("%s uses %v, want %v", name, have, want)
		}
	}
	if have := info.Operator("x").Do[0].Uses(); !slices.Equal(have, []string{"legs"}) {
		t.Errorf("x uses %v", have)
	}
}

func TestBrains(t *testing.T) {
	info := check(t, gatherer)
	b := info.Brain("gatherer")
	if b.Bonus != 0.1 || b.Fade != 5 || b.Every != 0.25 || b.Gap != 0.1 || b.Penalty != 0.2 || b.Last != 4 || b.Backoff != 1 || b.MaxBackoff != 30 ||
		b.GiveUpAfter != 5 || b.GiveUpFor != 60 {
		t.Errorf("the brain is %+v", b)
	}
	if want := (def.SelectInfo{Rule: def.SelectWeighted, Ranked: true, TopPercent: 20, Within: 0.2}); b.Select != want {
		t.Errorf("it selects by %+v", b.Select)
	}
	if other := info.Brain("idler"); other.Every != def.DefaultArbitration || other.Select != (def.SelectInfo{}) {
		t.Errorf("by itself a brain is %+v", other)
	}
	item, finish, visit, shopping := b.Wants[0], b.Wants[1], b.Wants[2], b.Wants[3]
	known := info.Known[0]
	if item.Goal != info.Goal("get_item") || item.Each.Index != 0 || item.Remembered != known || item.Where != nil || item.Score == nil || item.Cooldown != 5 || item.ForgetWhen == nil {
		t.Errorf("get_item is %+v", item)
	}
	if finish.Name != "finish" || finish.Where == nil || finish.When == nil || finish.Combine != 1 || finish.Weight != 2 || finish.Rank != -2 || !finish.Interrupts || finish.Score != nil {
		t.Errorf("finish is %+v", finish)
	}
	logistic := curve.Logistic.Curve()
	logistic.Exponent = 2
	near, energy := finish.Considers[0], finish.Considers[1]
	if near.Name != "near" || near.Self || near.From != 20 || near.To != 0 || near.Weight != 2 || near.Curve.Kind != logistic.Kind || near.Curve.Exponent != 2 {
		t.Errorf("near is %+v", near)
	}
	if energy.Name != "energy" || !energy.Self || energy.To != 10 || energy.Weight != 1 || energy.Curve.Kind != curve.Linear {
		t.Errorf("energy is %+v", energy)
	}
	if visit.Each.Type.Kind != world.KindEnum || visit.Remembered != nil || visit.Weight != 1 || shopping.Each != nil {
		t.Errorf("visit is %+v, shopping %+v", visit, shopping)
	}
	var alerts []string
	for _, s := range b.Alerts {
		alerts = append(alerts, s.Name)
	}
	if want := []string{"ammo", "at", "wounded", known.Name}; !slices.Equal(alerts, want) {
		t.Errorf("a change of %v makes it think again, want %v: scores do not, conditions do, also through derived symbols", alerts, want)
	}
}

// TestPersonalities: a personality is resolved for each brain of which it changes a want, and for those that agents
// have it with.
func TestPersonalities(t *testing.T) {
	info := check(t, gatherer)
	names := func(b *def.BrainInfo) (list []string) {
		for _, p := range b.Personalities {
			list = append(list, p.Name)
		}
		return list
	}
	b, other := info.Brain("gatherer"), info.Brain("idler")
	if !slices.Equal(names(b), []string{"brave", "calm"}) || !slices.Equal(names(other), []string{"brave", "calm"}) {
		t.Errorf("they are %v and %v", names(b), names(other))
	}
	traits := b.Personalities[0].Traits
	if len(traits) != 3 || traits[0].Want != 1 || traits[0].Scale != 1.5 || !traits[1].Never || traits[2].Want != 0 || traits[2].Score == nil || traits[2].Scale != 1 {
		t.Errorf("brave is %+v", traits)
	}
	if traits := other.Personalities[0].Traits; len(traits) != 1 || traits[0].Want != 0 || !traits[0].Never {
		t.Errorf("brave is %+v for the other brain", traits)
	}
	minds := info.Minds
	if len(minds) != 4 {
		t.Fatalf("%d minds: agents with the same have the same", len(minds))
	}
	agent := func(name string) *def.MindUse { return info.Agent(name).Mind }
	if agent("one") != agent("three") || agent("one") == agent("two") || agent("two").Personality != -1 || agent("four").Brain != other || agent("six") != nil {
		t.Error("a mind is a brain with a personality")
	}
	for i, m := range minds {
		if m.ID != int32(i) {
			t.Errorf("mind %d has ID %d", i, m.ID)
		}
	}
}

func TestSensesAndMemories(t *testing.T) {
	info := check(t, gatherer)
	sight, ears, short, long := info.Sense("sight"), info.Sense("ears"), info.Memory("short"), info.Memory("long")
	if sight.Kind != "sight" || sight.Range != 12 || sight.LoseRange != 15 || sight.TouchRange != 1 || !sight.LineOfSight || sight.Reaction != 0.2 || sight.Jitter != 0.1 ||
		!(sight.Cone > 1.9 && sight.Cone < 1.93) {
		t.Errorf("sight is %+v", sight)
	}
	if ears.Kind != "hearing" || ears.Falloff != 1 || ears.Damping != 0.5 || ears.Blur != 0.1 || ears.Threshold != 0.1 || ears.Confidence != 0.8 || ears.LineOfSight {
		t.Errorf("ears is %+v", ears)
	}
	if short.Span != 8 || short.Capacity != def.DefaultCapacity || short.Decay != 0.1 || short.Predict != 2 || short.Spread != 0.5 || short.MaxSpread != 5 || short.MissRange != 1 ||
		short.MissFactor != 0.5 || short.PromoteTimes != 3 || short.PromoteImportance != 5 || short.ForgetBelow != 0.05 || !slices.Equal(short.Doubts, []float64{0.5, 0.2}) || short.Keep {
		t.Errorf("short is %+v", short)
	}
	if !long.Keep || long.Capacity != 64 {
		t.Errorf("long is %+v", long)
	}
	one, two := info.Agent("one"), info.Agent("two")
	if !slices.Equal(one.Senses, []*def.SenseInfo{sight, ears}) || !slices.Equal(one.Memories, []*def.MemoryInfo{short, long}) {
		t.Errorf("one has %v and %v", one.Senses, one.Memories)
	}
	if one.Body != (world.Type{Kind: world.KindObject, ID: info.Schema.ObjectType("person").ID}) || two.Body.Kind != 0 {
		t.Errorf("bodies are %v and %v", one.Body, two.Body)
	}
}

// TestActivityNumbers: everything that can be started has a number of its own.
func TestActivityNumbers(t *testing.T) {
	info := check(t, gatherer)
	seen := map[int32]bool{}
	add := func(n int32) {
		if seen[n] || n < 0 {
			t.Errorf("number %d is given twice", n)
		}
		seen[n] = true
	}
	for _, a := range info.Actions {
		add(a.ID)
	}
	for _, x := range info.Trees {
		add(info.TreeActivity(x))
	}
	for _, x := range info.Tasks {
		add(info.TaskActivity(x))
	}
	for _, x := range info.Operators {
		add(info.OperatorActivity(x))
	}
	for _, g := range info.Goals {
		add(info.GoalActivity(g))
	}
	for _, m := range info.Minds {
		add(info.MindActivity(m))
	}
	if last := info.MindActivity(info.Minds[len(info.Minds)-1]); int(last) != len(seen)-1 {
		t.Errorf("the last number is %d of %d", last, len(seen))
	}
}
