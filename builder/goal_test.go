package builder_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/builder"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// goalText is the file that equals goalBuilt: every declaration of goals, brains, senses and memories.
const goalText = `type thing

type item : thing

type enemy : thing

state agent {
    power: float
    ammo:  int 0..9
    remembered position(t: thing): vec2
    remembered energy_of(i: item): float
    sensed near(e: enemy): bool
}

sense sight {
    range 12
    cone 110deg
    line_of_sight
    lose_range 15
    touch_range 1
    reaction 200ms
    jitter 0.1s
}

sense ears: hearing { falloff 1; damping 0.5; blur 0.1; threshold 0.1; confidence 0.8 }

memory short {
    span 8s
    capacity 32
    decay 0.1/s
    velocity_fade 3
    kind_fade 0.5
    predict 2s
    spread 0.5/s
    max_spread 5
    miss_range 1
    miss_factor 0.5
    promote_times 3
    promote_importance 5
    forget_below 0.05
    doubts 0.5, 0.2
}

memory home: long { keep; capacity 64 }

goal get_item(i: item) { while remembered(i); move_to(i) fail_after 20s; pick_up(i) }

goal kill(e: enemy) {
    when power > 0
    while remembered(e)
    until won
    backoff 1s
    way "close" when near(e) tries 2 {
        strike(e) retry 2 backoff 500ms else shoot(e) when ammo > 0 else plan flee(e) optional
    }
    way {
        approach(e, gait: 2) when ammo > 0 while power > 0 until near(e) fail_after 8s suspends
        plan dine best uninterrupted
    }
    interrupt when ammo == 0 { reload }
}

goal wander { wander_about }

brain gatherer {
    want get_item(i) each i in remembered item { score quadratic(1 - power) * energy_of(i) }
    want kill(e) as finish each e in remembered enemy where near(e) when power > 0 {
        consider "near" near(e)
        consider power from 20 to 0 through logistic(exponent: 2) weight 2
        combine product
        weight 2
        rank 2
        cooldown 5s
        interrupts
        forget_when !near(e)
        say "mine!" gap 4s squad 0s
    }
    want go_home(p) each p: place { score 1 }
    want wander { score 0.05 }
    inertia 0.1 fade 5s
    select weighted top 20% within 0.2
    every 500ms gap 0.1s
    repetition 0.2 last 4
    backoff 1s to 30s
    give_up after 5 for 1min
}

brain first { want wander { score 1 }; select ranked first over 0.3 }

brain best {
    want wander { score 1 }
    inertia 1
    select ranked best
    every 1s
    backoff 1s
    give_up after 3
}

brain dual { want wander { score 1 }; select dual top 3; orders score 0.5 }

personality brave { kill * 1.5; wander never; get_item score power * 2; go_home * 2 score 3 }

task look { method "all" each e in remembered enemy, i: item where near(e) { eat } }

tree find {
    utility selector select weighted top 3 inertia 0.1 fade 5s {
        goal get_item(i) score 1
        each e in remembered enemy score 2 { attack(e) }
    }
}

operator fetch(i: item) { do get_item(i) }

agent one {
    brain gatherer as brave
    sense sight
    sense ears
    memory short
    memory home
    body person
}

agent two { brain first; idle wander }
`

func goalBuilt(d *builder.Domain) {
	d.ObjectType("thing")
	d.ObjectType("item").Is("thing")
	d.ObjectType("enemy").Is("thing")
	d.AgentState().
		Float("power").
		Int("ammo", 0, 9).
		Vec2("position(t: thing)").Remembered().
		Float("energy_of(i: item)").Remembered().
		Bool("near(e: enemy)").Sensed()
	sensesBuilt(d)
	d.Goal("get_item(i: item)").While("remembered(i)").
		Do("move_to(i)").FailAfter("20s").
		Do("pick_up(i)")
	d.Goal("kill(e: enemy)").When("power > 0").While("remembered(e)").Until("won").Backoff(time.Second).
		Way("close").When("near(e)").Tries(2).
		Do("strike(e)").Retry(2).Backoff(500*time.Millisecond).Else("shoot(e) when ammo > 0", "plan flee(e)").Optional().
		Way("").
		Do("approach(e, gait: 2)").When("ammo > 0").While("power > 0").Until("near(e)").FailAfter("8s").Suspends().
		Do("plan dine").Best().Uninterrupted().
		Interrupt("ammo == 0", "reload")
	d.Goal("wander").Do("wander_about")
	brainsBuilt(d)
	d.Personality("brave").Scale("kill", 1.5).Never("wander").Score("get_item", "power * 2").Scale("go_home", "2").Score("go_home", "3")
	d.Task("look").Method("all").Each("e in remembered enemy, i: item").Where("near(e)").Do("eat")
	d.Tree("find").Root(builder.UtilitySelector(
		builder.Pursue("get_item(i)").Score("1"),
		builder.Each("e in remembered enemy", builder.Do("attack(e)")).Score("2"),
	).Select(builder.Weighted().Top(3)).Inertia(0.1).Fade("5s"))
	d.Operator("fetch(i: item)").Do("get_item(i)")
	d.Agent("one").BrainAs("gatherer", "brave").Body("person").Sense("sight", "ears").Memory("short").Memory("home")
	d.Agent("two").Brain("first").Idle("wander")
}

func sensesBuilt(d *builder.Domain) {
	d.Sense("sight").Range(12).Cone("110deg").LineOfSight().LoseRange(15).TouchRange(1).Reaction(200 * time.Millisecond).Jitter("0.1s")
	d.Sense("ears: hearing").Falloff(1).Damping(0.5).Blur("0.1").Threshold(0.1).Confidence(0.8)
	d.Memory("short").Span("8s").Capacity(32).Decay(0.1).VelocityFade(3).KindFade(0.5).
		Predict(2*time.Second).Spread("0.5/s").MaxSpread(5).MissRange(1).MissFactor(0.5).
		PromoteTimes(3).PromoteImportance(5).ForgetBelow(0.05).Doubts(0.5, "0.2")
	d.Memory("home: long").Keep().Capacity(64)
}

func brainsBuilt(d *builder.Domain) {
	d.Brain("gatherer").
		Inertia(0.1).Fade("5s").Select(builder.Weighted().TopPercent(20).Within(0.2)).Every(500*time.Millisecond).Gap("0.1s").
		Repetition(0.2, 4).Backoff("1s").MaxBackoff("30s").GiveUp(5).GiveUpFor("1min").
		Want("get_item(i)").Each("i in remembered item").Score("quadratic(1 - power) * energy_of(i)").
		Want("kill(e)").As("finish").Each("e in remembered enemy").Where("near(e)").When("power > 0").
		Combine("product").Weight(2).Rank(2).Cooldown("5s").Interrupts().ForgetWhen("!near(e)").Say("mine!").SayGap("4s").SaySquad("0s").
		Consider("near(e)").As("near").
		Consider("power").From(20).To(0).Through("logistic(exponent: 2)").Weight(2).
		Want("go_home(p)").Each("p: place").Score("1").
		Want("wander").Score("0.05")
	d.Brain("first").Select(builder.FirstOver(0.3).Ranked()).Want("wander").Score("1")
	d.Brain("best").Inertia(1).Select(builder.Best().Ranked()).Every("1s").Backoff("1s").GiveUp(3).Want("wander").Score("1")
	d.Brain("dual").Select(builder.Dual().Top("3")).Orders("0.5").Want("wander").Score("1")
}

func TestGoalsFromFileAndBuilderAreTheSame(t *testing.T) {
	parsed, ds := lang.Parse(diag.NewSource("goals.krk", goalText))
	if len(ds.All) > 0 {
		t.Fatal(ds.Err())
	}
	d := builder.New("goals.krk")
	goalBuilt(d)
	m, ds := modelOf(d)
	if len(ds.All) > 0 {
		t.Fatal(ds.Err())
	}
	built := m.Files[0]
	different(t, "model", reflect.ValueOf(parsed.Decls), reflect.ValueOf(built.Decls))
	if fromText, fromGo := bare(parsed), bare(built); fromText != fromGo {
		t.Errorf("the file says\n%s\nthe builder\n%s", fromText, fromGo)
	}
	fromText, err := lang.EncodeJSON(parsed)
	if err != nil {
		t.Fatal(err)
	}
	fromGo, err := lang.EncodeJSON(built)
	if err != nil {
		t.Fatal(err)
	}
	if string(fromText) != string(fromGo) {
		t.Errorf("the file says\n%s\nthe builder\n%s", fromText, fromGo)
	}
}

// different reports where two values of the model differ in anything but places and layout.
func different(t *testing.T, path string, a, b reflect.Value) {
	if a.Type() != b.Type() {
		t.Errorf("%s: the file has a %v, the builder a %v", path, a.Type(), b.Type())
		return
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				t.Errorf("%s: the file says %v, the builder %v", path, a, b)
			}
			return
		}
		different(t, path, a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			t.Errorf("%s: the file has %d, the builder %d", path, a.Len(), b.Len())
			return
		}
		for i := range a.Len() {
			different(t, fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i))
		}
	case reflect.Struct:
		for i := range a.NumField() {
			switch a.Field(i).Interface().(type) {
			case diag.Span, def.Head: // places and layout
			default:
				different(t, path+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))
			}
		}
	default:
		if !a.Equal(b) {
			t.Errorf("%s: the file says %v, the builder %v", path, a, b)
		}
	}
}

// Whatever a file can say of goals, brains, senses and memories, the builder can say: no field of the model is left
// empty everywhere.
func TestBuilderSaysAllThereIsToSayOfGoals(t *testing.T) {
	d := builder.New("goals.krk")
	goalBuilt(d)
	m, _ := modelOf(d)
	said := map[string]bool{}
	collect(said, reflect.ValueOf(m.Files[0].Decls))
	for _, of := range []any{
		def.Goal{}, def.Way{}, def.GoalStep{}, def.GoalCall{}, def.Interrupt{}, def.Brain{}, def.Want{}, def.Consider{}, def.InertiaClause{},
		def.SelectClause{}, def.EveryClause{}, def.RepetitionClause{}, def.BackoffClause{}, def.GiveUpClause{}, def.Personality{}, def.Trait{},
		def.BrainLine{}, def.BodyLine{}, def.UseLine{}, def.Sense{}, def.Memory{}, def.SenseClause{},
	} {
		typ := reflect.TypeOf(of)
		for i := range typ.NumField() {
			name := typ.Field(i).Name // End is for comments in files
			if name != "End" && !said[typ.Name()+"."+name] {
				t.Errorf("nothing says %s.%s", typ.Name(), name)
			}
		}
	}
}

// collect notes the fields that are not empty.
func collect(said map[string]bool, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collect(said, v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			collect(said, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); !field.IsZero() && v.Type().Field(i).Name != "Src" {
				said[v.Type().Name()+"."+v.Type().Field(i).Name] = true
				collect(said, field)
			}
		}
	}
}

// A clause is a method named after its word, so that knowledge of files helps completion: lose_range is LoseRange.
func TestSensesAndMemoriesHaveAMethodForEachClause(t *testing.T) {
	for _, c := range []struct {
		clauses []def.Clause
		of      any
	}{{def.SenseTable.Body[0].Rows, (*builder.Sense)(nil)}, {def.MemoryTable.Body[0].Rows, (*builder.Memory)(nil)}} {
		want := map[string]bool{}
		for _, info := range c.clauses {
			want[info.MethodName()] = true
		}
		v := reflect.TypeOf(c.of)
		for i := range v.NumMethod() {
			name := v.Method(i).Name
			if !want[name] {
				t.Errorf("%v has method %s, which is no clause", v, name)
			}
			delete(want, name)
		}
		if len(want) > 0 {
			t.Errorf("%v has no method for %v", v, slices.Sorted(maps.Keys(want)))
		}
	}
}
