package def_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

const meal = `
type place = { home, shop, office }
const price = 5

state agent {
    hungry:   bool = true
    has_meal: bool
    has_job:  bool = true
    money:    int 0..100 = 0
    at:       place = home
    ready := has_meal && at == home
}

action move_to(p: place) uses legs

operator eat  { when has_meal; do move_to(home); effect has_meal = false, hungry = false }
operator buy  { when money >= price; do move_to(shop); effect money -= price, has_meal = true }
operator work { when has_job; do move_to(office); effect money += price }

task dine {
    method "eat what we have" when has_meal        { eat }
    method "buy first"        when money >= price  { buy; dine }
    method "earn first"                            { work; dine }
}

action wander

agent villager { plan dine when hungry every 1s; idle wander }

test "no money" { given money = 0; expect work, buy, eat }
test "nothing helps" { given money = 0, has_job = false; expect none }
`

const soldier = `
type place = { yard, roof }
type enemy max 8
type sniper : enemy
objects e1, e2: enemy
objects s1: sniper
const reach: float = 3

state agent {
    sensed distance(e: enemy): float = 20
    sensed visible(e: enemy): bool
    sensed alive(e: enemy): bool = true
    ammo: int 0..30 = 2
    spot: place = roof
    pos: vec2 = vec2(1, 2)
    target: enemy = s1
    near(e: enemy, within: float) := distance(e) < within
}
state world { alarm: bool; seen_from(p: place, e: enemy): bool }
init {
    visible(e1) = true
    distance(s1) = 2
    forall e: enemy where near(e, reach) { seen_from(yard, e) = true }
}

function clear(p: place, e: enemy): bool

action move_to(p: place | enemy | vec2) uses legs
action fire(e: enemy) uses arms, eyes
action look

operator shoot(e: enemy) { when visible(e) && ammo > 0; do fire(e); effect ammo -= 1, alive(e) = false; cost 2 }
operator approach(e: enemy) { do move_to(e); effect distance(e) = 1, visible(e) = true, target = e; cost distance(e) }
operator flee(v: vec2) { do move_to(v); effect pos = v, alarm = true }
operator look_around { do look }
operator walk_route { do move_to(spot); effect spot = yard }

task fight(e: enemy) {
    method "done"     when !alive(e) || ammo == 0 { }
    method "shoot"    when visible(e)             { shoot(e); fight(e) }
    method "close in" when clear(spot, e)         { approach(e); fight(e) }
}
task patrol_or_fight {
    method "nearest enemy" when !alarm each e: enemy, p: place where visible(e) && seen_from(p, e) order distance(e) margin 2.0 { fight(e) }
    method "target" when target != none && pos.x > 0 { fight(target); flee(vec2(0, 0)) }
    method "patrol" { unordered { look_around; walk_route } }
}
agent soldier {
    plan fight(s1) when alarm every 250ms once
    plan patrol_or_fight
    idle move_to(vec2(0, 0))
}
test "with another" {
    objects e9: sniper
    given visible(e9) = true
    task fight(e9)
    expect shoot(e9), shoot
}
`

func TestMeal(t *testing.T) {
	info := check(t, meal)
	dine := info.Task("dine")
	if dine == nil || len(dine.Methods) != 3 || dine.Methods[1].Body.Items[1].Task != dine {
		t.Fatal("dine calls itself in its second method")
	}
	if c := info.Const("price"); c == nil || c.Words[0] != 5 || c.Type != expr.IntType {
		t.Errorf("price is %+v", c)
	}
	if d := info.DerivedSymbol("ready"); d == nil || d.Type != expr.BoolType || d.Body == nil {
		t.Errorf("ready is %+v", d)
	}
	plan := info.Agent("villager").Plans[0]
	if plan.Call.Task != dine || plan.Every != 1 || plan.When == nil || plan.Once {
		t.Errorf("the plan line is %+v", plan)
	}
	buy := info.Operator("buy")
	if buy.Do[0].Action != info.Action("move_to") || len(buy.Do[0].Args) != 1 || buy.Cost != nil {
		t.Errorf("buy does %+v", buy.Do)
	}
	if test := info.Tests[0]; test.Call.Task != dine || len(test.Steps) != 3 || test.Steps[0].Operator.Name != "work" || test.Steps[0].Args != nil {
		t.Errorf("the first test is %+v", test)
	}
	if !info.Tests[1].None || value(t, info.Tests[1].Initial, "has_job") != 0 || value(t, info.Initial, "has_job") != 1 {
		t.Error("givens belong to their test alone")
	}
}

// value returns the value of a symbol without arguments, or with the objects named.
func value(t *testing.T, st *world.State, name string, objects ...string) world.Word {
	t.Helper()
	sym := st.Schema().Symbol(name)
	var args []world.Word
	for _, o := range objects {
		word, _, ok := st.ObjectNamed(o)
		if !ok {
			t.Fatalf("no object %q", o)
		}
		args = append(args, word)
	}
	a, ok := sym.Addr(args...)
	if !ok {
		t.Fatalf("no cell %s%v", name, objects)
	}
	return st.Get(a)
}

func TestSoldier(t *testing.T) {
	info, ds := def.Check(parse(t, soldier))
	if ds.HasErrors() {
		t.Fatal(findings(ds))
	}
	st := info.Initial
	for _, c := range []struct {
		symbol string
		args   []string
		want   world.Word
	}{
		{"ammo", nil, 2}, {"spot", nil, 1}, {"visible", []string{"e1"}, 1}, {"visible", []string{"e2"}, 0},
		{"distance", []string{"s1"}, world.Float(2)}, {"distance", []string{"e2"}, world.Float(20)},
	} {
		if have := value(t, st, c.symbol, c.args...); have != c.want {
			t.Errorf("%s%v = %d, want %d", c.symbol, c.args, have, c.want)
		}
	}
	s1, typ, _ := st.ObjectNamed("s1")
	if value(t, st, "target") != s1 || typ != st.Schema().ObjectType("sniper").ID {
		t.Error("target starts as s1")
	}
	if a, _ := st.Schema().Symbol("seen_from").Addr(0, s1); st.Get(a) != 1 {
		t.Error("init sees what earlier lines of it have written")
	}
	if n := st.Schema().ObjectType("enemy").Max; n != 8 {
		t.Errorf("max of enemy is %d", n)
	}

	nearest := info.Task("patrol_or_fight").Methods[0]
	if nearest.Margin != 2 || nearest.Frame != 2 || len(nearest.Each) != 2 || nearest.Each[1].Index != 1 || nearest.Order == nil {
		t.Errorf("nearest is %+v", nearest)
	}
	patrol := info.Task("patrol_or_fight").Methods[2].Body.Items[0]
	if patrol.Block == nil || !patrol.Block.Unordered || len(patrol.Block.Items) != 2 {
		t.Errorf("patrol is %+v", patrol)
	}
	soldier := info.Agent("soldier")
	if p := soldier.Plans[0]; p.Call.Args[0] != s1 || p.Every != 0.25 || !p.Once {
		t.Errorf("the first plan line is %+v", p)
	}
	if p := soldier.Plans[1]; p.Every != def.DefaultReplan || p.When != nil {
		t.Errorf("the second plan line is %+v", p)
	}
	which := []int{soldier.Idle.Which[0], info.Operator("approach").Do[0].Which[0], info.Operator("walk_route").Do[0].Which[0]}
	if !slices.Equal(which, []int{2, 1, 0}) {
		t.Errorf("alternatives of move_to are %v", which)
	}
	if flee := info.Operator("flee"); flee.Frame != 2 {
		t.Errorf("a vec2 takes %d words", flee.Frame)
	}
	if !slices.Equal(info.Action("fire").Uses, []string{"arms", "eyes"}) {
		t.Error("fire uses arms and eyes")
	}

	test := info.Tests[0]
	e9, _, ok := test.Initial.ObjectNamed("e9")
	if !ok || test.Call.Args[0] != e9 || test.Steps[0].Args[0] != e9 || test.Steps[1].Args != nil {
		t.Errorf("the test is %+v", test)
	}
	if _, _, ok := info.Initial.ObjectNamed("e9"); ok {
		t.Error("objects of a test belong to it alone")
	}
}

func TestOrderOfDeclarationsDoesNotMatter(t *testing.T) {
	check(t, `
agent a { plan go(far_place) when strong }
task go(p: place) { method "a" each x: item where has(x) && weight(x) < limit { walk(p, x) } }
operator walk(p: place, x: item) { when strong && at != p; effect at = p }
objects i1: heavy_item
state agent { strong := power > limit; power: int 0..top; at: place; has(x: item): bool; weight(x: item): int }
const far_place = far
const limit = top / 2
const top = 2 * base
const base = 5
type heavy_item : item
type item
type place = { near_by, far }
`)
}

func TestImportedFiles(t *testing.T) {
	common, ds := parseFile("common.krk", `
state agent { a: int; unread: bool }
operator unused { }
operator used { when a > 0 }
task helper { method "x" { used } }
init { a = 1 }
test "faulty" { expect nothing_of_the_kind }
`)
	if len(ds.All) > 0 {
		t.Fatal(findings(ds))
	}
	main, ds := parseFile("main.krk", `
import "common.krk"
init { a = a + 1 }
agent z { plan helper }
`)
	if len(ds.All) > 0 {
		t.Fatal(findings(ds))
	}
	main.Decls[0].(*def.Import).File = common
	info, ds := def.Check(&def.Model{Files: []*def.File{main, common}})
	if len(ds.All) > 0 {
		t.Fatalf("imported files are libraries: neither their tests nor what is not used of them count\n%s", findings(ds))
	}
	if have := value(t, info.Initial, "a"); have != 2 {
		t.Errorf("a = %d: init of imported files comes first", have)
	}
}

func TestCheckWithConsts(t *testing.T) {
	m := parse(t, `
type place = { home, shop }
const price = 5
const twice = 2 * price
const reach: float = 1
const start = home
state agent { money: int 0..twice; at: place = start; far: float }
operator a { when money > 0 && at == home && far < reach }
task t { method "x" { a } }
agent z { plan t }
`)
	with := func(text ...string) (*def.Info, diag.List) {
		consts := map[string]expr.Node{}
		var ds diag.List
		for i := 0; i < len(text); i += 2 {
			consts[text[i]] = expr.ParseString(diag.NewSource("set", text[i+1]), &ds)
		}
		return def.CheckWith(m, def.Options{Consts: consts})
	}
	info, ds := with("price", "7", "reach", "4", "start", "shop")
	if len(ds.All) > 0 {
		t.Fatal(findings(ds))
	}
	if hi := info.Symbol("money").Type.Hi; hi != 14 {
		t.Errorf("money goes to %d: what depends on a constant follows", hi)
	}
	if w := info.Const("reach").Words[0]; w != world.Float(4) {
		t.Errorf("reach is %v", w.Float())
	}
	if w := value(t, info.Initial, "at"); w != 1 {
		t.Errorf("at is %d", w)
	}
	for _, c := range [][]string{
		{"pric", "7", `unknown constant "pric" [K122]`},
		{"price", "2.5", "expected int, found float [K010]"},
		{"start", "5", "expected place, found int [K010]"},
		{"price", "money", "the value of a constant must be constant [K020]"},
		{"price", "twice", `constant "price" depends on itself: price -> twice -> price [K121]`},
		{"t", "7", `unknown constant "t" [K122]`},
	} {
		info, ds := with(c[0], c[1])
		if info != nil || len(ds.All) != 1 || !strings.Contains(ds.All[0].Error(), c[2]) {
			t.Errorf("%s = %s:\n%swant %s", c[0], c[1], findings(ds), c[2])
		}
	}
}

func TestPartialModelsGiveNoWarnings(t *testing.T) {
	m := parse(t, "operator a { }\ntask b { }")
	if _, ds := def.Check(m); len(ds.All) != 2 {
		t.Errorf("without the option:\n%s", findings(ds))
	}
	if info, ds := def.CheckWith(m, def.Options{Partial: true}); info != nil || len(ds.All) != 0 {
		t.Errorf("with the option:\n%s", findings(ds))
	}
}

func TestPartialModelsAreForgiven(t *testing.T) {
	m := &def.Model{Files: []*def.File{{Decls: []def.Decl{
		&def.Operator{When: &expr.Bad{}, Effect: []expr.Effect{&expr.BadEffect{}, nil}},
		&def.Task{Name: "a", Methods: []*def.Method{{Body: def.Block{Items: []*def.Item{{Call: &def.Call{}}}}}}},
	}}}}
	if _, ds := def.CheckWith(m, def.Options{Partial: true}); len(ds.All) > 0 {
		t.Errorf("what is missing has been reported by whoever read the text:\n%s", findings(ds))
	}
	if _, ds := def.Check(m); !ds.HasErrors() {
		t.Error("a model with holes is refused")
	}
}
