package lang

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"pgregory.net/rapid"
)

// everything is a file with each declaration and each clause, and comments at all places that keep them.
const everything = `// first line
// second line

import "common/places.krk" // behind an import

// types
type place = { home, shop, office }
type person
type enemy: person max 8 // not many
type sniper: enemy
objects e1, e2: enemy

const price = 5 // can be tuned
const reach: float = 2 * price + 1.5

// what it knows
state agent { // of its own
    // is it?
    hungry: bool = true // yes
    money: int 0..100 = price

    sensed distance(e: enemy): float = 99.0
    remembered position(t: thing): vec2 // known
    remembered: bool
    at: place = home
    pos: vec2
    target: enemy = none
    ready := has_meal && at == home || exists(e: enemy where distance(e) < reach)
    // that is all
}
state squad { alarmed: bool }
state world { open(p: place): bool }

init {
    fare(home, shop) = 3 // there
    forall p: place where p != home { open(p) = true }

    // the end of init
}

function clear(a: place, b: place): bool
action move_to(p: place | enemy | vec2, sure: bool) uses legs, eyes // moves
action wander
action shoot(e: enemy) uses hands needs shoot_at_player priority -2, e grace 0.5s // loud
action wave needs shoot_at_player

operator buy(p: place) {
    // money first
    when money >= price && at in { home, office } // no credit
    do move_to(p, true)
    effect money -= price, if at == home then has_meal = true else { has_meal = false, hungry = true }

    cost if ready then 1 else 2.5
    // bought
}
operator rest { }
operator gatling(e: enemy) {
    // all at once
    do parallel primary { // the first decides
        // how
        burst(e) // long

        shout(e)
        // enough
    }
    // alone
    claim e world // it
    until distance(e) < 10 // close
    // alive
    while alive(e)
    succeed_after 6s

    fail_after 8s // at last
    effect seen(e) = true
    cooldown 20s + 1.5 shared grenade // of all
    // firmly
    commit wait
}
operator look(e: enemy) { do parallel any { turn(e); walk }; claim e; commit 1s }
operator attack(e: enemy) { do order flanker attack_from_side(e) }
operator advance(e: enemy) {
    do parallel { // who does what
        order pointman hold(here) // stay

        // at once
        order urgent flanker flank(e)
        order order rest
        signal
    }
}

task dine {
    // preferred
    method "eat \"now\"" when has_meal { eat }
    method "buy first" when money >= price { buy(shop); dine } // cheap

    method "nearest" each e: enemy, p: place where distance(e) < 3 order distance(e) margin 2.0 {
        // together
        unordered {
            look // around
            ordered { buy(p); rest }
            // end of the block
        }
    }
    method "nothing" { }
    // no more
}

tree all(sight: float, reach:float=1+1, out target: enemy, inout calls: int 0..9) { // ports
    // how often
    service every 0.25s look_for(player, range: sight) // looks
    service every interval*2 set heat -= 1, seen = true

    // the root
    reactive selector as "root" disabled {
        // plain
        sequence abort both skip_if tired { if visible(player); attack(player) uninterrupted; guard(4, reach: 1, ..) }
        reactive sequence { a; b() }
        resume   sequence { a }
        selector {
            if distance(player) < reach abort self // near
            // nothing
        }
        parallel { a; b }
        parallel succeed 2 fail -1 { a; b; c }
        parallel fail n+1 { a }
        parallel all { a }
        parallel all fail 2 while alive { a; b }
        random sequence { a weight 2; b }
        random selector { a; b weight (x + 1) * 2 as "heavy" }
        utility selector { a score hunger^2; b score 0.2 }
        switch weather { case rain, snow { a } else { b } }
        switch (x + 1) * 2 {
            // first
            case 1 { a } // one
            case 2, 3 {
                b
                // end of case
            }

            else { c }
        }
        if_then_else { if rich; buy; steal }
        while_do_else { if dark; sleep; work }
        try { a; b } catch { c }
        try on_failure lost += 1 { // open
            a
            // end of try
        } catch { // caught
            // why
            c
            // end
        } // behind
        when visible(player) abort lower { chase(player) }
        when (a || b) && c { d }
        invert { a }
        succeed { a }
        fail as "always" { a }
        succeed
        fail on_failure lost += 1
        repeat { a }
        repeat 3 { a }
        repeat (n + 1) * 2 { a }
        retry 3 { a }
        retry { a }
        timeout 3s { a }
        delay 500ms { a }
        cooldown 5s on_abort x = 1 { a }
        once { a }
        until_failure { a }
        each p in home, shop { go(p) }
        each e: enemy where visible(e) && alive(e) order distance(e) { mark(e) }
        limit 3 { a }
        chance 0.3 { a }
        plan fight(e)
        plan rest
        set alarm = true, calls += 1
        wait 2s
        wait 1s..n*2
        wait
        wait()
        log()
        repeat()
        log "seen \"it\"" disabled
        guard(7, 4) { override chase = keep_range; override a = b }
        guard {
            // instead
            override chase = keep_range // far
            // end
        }
        a uninterrupted as "x" disabled skip_if b fail_if c succeed_if d while e on_success f = 1 on_failure g = 2, h = 3 on_abort i = 4
        attack(player) skip_if distance(player) > reach * 2 || !alive(player) fail_if ammo == 0 && !reloading on_success kills += 1, if alarm then { calls += 1 } else { calls = 0, heat = 0 }
        sequence as "a long one" skip_if distance(player) > reach * 2 || !alive(player) fail_if ammo == 0 && !reloading { a }
        selector
            while distance(player) > reach
            as "short again"
        {
            a
        }
        when distance(player) > reach * 2 || !alive(player) || !visible(player) || ammo == 0 && !reloading || tired { a }
        each point in first_place_to_look_at, second_place_to_look_at, third_place_to_look_at, fourth_place { a }
        repeat { // again
            // inside
            invert { a } // not
        }
    }
    // end of the tree
}

goal simple(i: item, n: int) { while remembered(i); move_to(i) fail_after 20s; pick_up(i) }
goal nothing { until done }
goal kill(e: enemy) { // open
    // can
    when power > 0 // now
    while alive(e)

    until won || exists(f in remembered enemy where f == e)
    backoff 1s // rest
    // the first
    way "close \"up\"" when near(e) tries 2 { strike(e) retry 2 backoff 0.5s else shoot(e) when ammo > 0 else flee(e) optional } // one
    way { plan dine uninterrupted; plan eat }
    way tries n {
        // first
        approach(e) when a while b until near(e) fail_after 8s suspends // go

        guard(4, reach: 1) else plan rest else simple(none, 2) suspends uninterrupted
        strike(e) when distance(e) < reach * 2 || !alive(player) while distance(e) > 0 && alive(e) else shoot(e) when ammo > 0
        // end of the way
    }
    interrupt when ammo == 0 { reload optional }
    interrupt when hit { // ouch
        // hide
        plan hide // here
        // end
    }
    // end of the goal
}

brain gatherer { // mind
    // food
    want simple(i, 1) as food each i in remembered item where ripe(i) when hungry {
        // how good
        score quadratic(1 - energy) * energy_of(i) // much
        rank 2
        cooldown 5s

        interrupts // at once
        forget_when !remembered(i)
        // end of the want
    }
    want kill(e) each e: enemy {
        consider "near" distance(e) from 20 to 0 through logistic(exponent: 2) weight 2 // far
        // strong
        consider power
        consider a && b through smoothstep
        combine product // all
        weight 1.5
    }
    want go(p) each p: place where p != here && open(p) && distance_to(p) < farthest when awake && !tired && weather == fine {
        score 1
    }
    want wander { score 0.05 } // for a walk
    want rest { }

    inertia 0.1 fade 5s // steady
    // choose
    select weighted top 20% within 0.2
    every 0.5s gap 0.1s
    repetition 0.2 last 4
    backoff 1s to 30s
    give_up after 5 for 60s
    // of the squad
    orders score if scared then 0.2 else 0.8 // not all
    // end of the brain
}
brain plain { want wander { score 1 }; select dual top (n + 1)%; give_up after 3 }
brain ranks { select ranked first over 0.3; backoff 2s; every 1s; inertia 0.2 }

personality brave { kill * 1.5; food never; go score 2 * power } // bold
personality calm {
    // less
    kill * (1 - a) // much
    wander score 1 + energy
    // end
}

sense sight { range 12; cone 110deg; line_of_sight; reaction 0.2s } // eyes
sense eagle: sight {
    // far
    range 40 // metres
    // end
}
memory short { span 8s; decay 0.1 / s; doubts 0.5, 0.2 }
memory brief: short {
    capacity n * 2

    decay (a / s)
    spread 0.5/s // slow
}

tree pick {
    utility selector select weighted top 3 inertia 0.1 fade 5s as "pick" { goal simple(i, 1) score 1; a score 2 }
    // more
}
tree known { each e in remembered enemy where visible(e) order distance(e) { each p in remembered, home { go(p) } } }
task hunt { method "known" each e in remembered enemy, p: place where near(e, p) { fight(e) } }
squad fireteam { // four of them
    // hold
    plan hold_area when quiet every 2s // now and then
    plan assault

    idle regroup // else
    // who leads
    role pointman 1..1 each m: soldier score courage(m) * 2 - distance(m) bonus 0.3 // brave
    role flanker 0..n + 2
    role rear 1
    // loud
    token shoot_at_player 2 lease 3s // at most
    token lead
    token radio lease n * 2

    slot cover 1 lease 10s // behind it
    slot window n + 1
    // higher up
    squad company // of four
    // end of the squad
}
squad company { plan win }
squad empty { }
squad words { role each (score) bonus 1; role score (x in 1..2)..(each + 1); token lease (lease) lease lease }
agent rifleman { brain gatherer as brave; sense sight; memory short; body person }
agent grenadier { brain gatherer; reaction hit_reaction on damage cooldown 1s; reaction guard(4, reach: 1) on hp < 0.3; layer voice chatter(0.5); squad fireteam }
agent medic {
    // ouch
    reaction duck on hearing && distance(player) < reach * 2 || visible(player) && distance(player) < reach * 3 cooldown 2s // deep

    // sing
    layer voice guard(4, reach: 1) // softly
    layer eyes look_around
    // us
    squad fireteam // first
}
agent quiet {
    // mind
    brain plain // of its own
    idle wander
    // eyes
    sense eagle // far

    sense hearing
    memory brief // short
    body person // man
}

agent guard { tree all(4, target: foe) once { override chase = keep_range } } // far
agent villager {
    plan dine when hungry every 1s once // always hungry
    plan buy(shop) every 250ms
    // or else
    idle wander
}

test "no money" {
    objects e3, e4: enemy // more
    given money = 0 // none
    given distance(e3) = 4, distance(e4) = 5
    task dine
    expect work, buy(shop), eat() // three
}
test "nothing" { expect none }
test "done" { expect { } }
// the end
`

// inputs returns files to go through the JSON form, by name.
func inputs(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{"everything": everything, "empty": "// nothing here yet\n"}
	for i := range jsonForms {
		all["form "+jsonForms[i].name] = jsonForms[i].krk
	}
	for _, pattern := range []string{"../../examples/*/*.krk", "../../examples/*/*/*.krk", "testdata/*.krk", "testdata/*/*.krk"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[name] = string(text)
		}
	}
	return all
}

func TestJSONKeepsTheWholeFile(t *testing.T) {
	schema := compiledSchema(t)
	for name, text := range inputs(t) {
		t.Run(name, func(t *testing.T) {
			parsed, ds := Parse(diag.NewSource("a.krk", text))
			if ds.HasErrors() && strings.HasPrefix(name, "testdata") {
				t.Skip("a file with mistakes has no JSON form")
			} else if ds.HasErrors() {
				t.Fatal(ds.Err())
			}
			want := Format(parsed)
			encoded, err := EncodeJSON(parsed)
			if err != nil {
				t.Fatal(err)
			}
			if err := validate(t, schema, string(encoded)); err != nil {
				t.Errorf("%v", err)
			}
			decoded, ds := DecodeJSON(diag.NewSource("a.json", string(encoded)))
			if len(ds.All) > 0 {
				t.Fatalf("%s\n%s", findings(ds), encoded)
			}
			if got := Format(decoded); got != want {
				t.Errorf("%s\nthrough JSON became\n%s\nby way of\n%s", want, got, encoded)
			}
		})
	}
}

func TestEncodeJSONRefusesFilesWithMistakes(t *testing.T) {
	for _, text := range []string{"const a = 1 +", "operator a { effect x }", "task t { method \"m\" when a && { } }"} {
		parsed, _ := Parse(diag.NewSource("a.krk", text))
		if encoded, err := EncodeJSON(parsed); err == nil {
			t.Errorf("%s is encoded as %s", text, encoded)
		}
	}
	if _, err := EncodeJSON(&def.File{Decls: []def.Decl{nil}}); err == nil {
		t.Error("a nil declaration is encoded")
	}
}

// drawn is a random file in JSON form, made from the tables: whatever they allow must be readable.
type drawn struct{ *rapid.T }

func (d drawn) form(name string, depth int) jsonFields {
	var o jsonFields
	f := formsByName[name]
	for _, fd := range f.all {
		skip := !fd.need && !rapid.Bool().Draw(d.T, fd.name)
		switch lives := has(o, "agents") || has(o, "outcomes") || has(o, "events") || has(o, "run"); {
		case name == "test" && fd.name == "expect":
			skip = lives && skip
		case name == "test" && fd.name == "checks":
			skip = !lives
		case name == "test_check" && fd.name != "within" && fd.name != "over":
			skip = len(o) > 0 || skip && fd.name != "finally"
		case name == "test_check" && fd.name == "over":
			skip = skip || !has(o, "wants")
		case name == "test_check" && fd.name == "within":
			skip = skip && !has(o, "starts")
		}
		if skip || fd.name == "$schema" || name == "symbol" && fd.name == "derived" {
			continue
		}
		if name == "symbol" && fd.name == "type" && rapid.Bool().Draw(d.T, "is derived") {
			o.must("derived", "has_meal")
			continue
		}
		derived := len(o) > 0 && o[len(o)-1].name == "derived"
		if name == "symbol" && (fd.name == "default" || fd.name == "sensed") && derived {
			continue
		}
		if fd.name == "remembered" && (derived || has(o, "derived") || has(o, "sensed")) || fd.name == "ways" && has(o, "do") || fd.name == "backoff" && name == "step" && !has(o, "retry") {
			continue
		}
		if name == "symbol" && fd.name == "type" {
			o.must("type", d.text("value_type"))
			continue
		}
		o.must(fd.name, d.field(&fd, depth))
	}
	if name == "symbol" && !has(o, "type") && !has(o, "derived") {
		o.must("type", "bool")
	}
	return o
}

func has(o jsonFields, name string) bool {
	for _, f := range o {
		if f.name == name {
			return true
		}
	}
	return false
}

func (d drawn) field(fd *jsonField, depth int) any {
	if !fd.list {
		return d.one(fd, depth)
	}
	list := []any{}
	for range rapid.IntRange(0, 3).Draw(d.T, "length") {
		list = append(list, d.one(fd, depth))
	}
	if len(list) == 0 && (fd.is == "name" || fd.some || slices.Contains([]string{"agents", "outcomes", "events", "checks"}, fd.name)) {
		list = append(list, d.one(fd, depth))
	}
	return list
}

func (d drawn) one(fd *jsonField, depth int) any {
	switch fd.is {
	case "flag":
		if fd.line && rapid.Bool().Draw(d.T, "with comments") {
			return d.form("word_line", depth)
		}
		return rapid.Bool().Draw(d.T, "flag")
	case "count":
		return rapid.IntRange(0, 99).Draw(d.T, "count")
	case "version":
		return JSONVersion
	case "choice":
		return rapid.SampledFrom(fd.pick).Draw(d.T, "choice")
	case "form":
		return d.form(rapid.SampledFrom(fd.forms).Draw(d.T, "form"), depth+1)
	}
	if depth < 5 && len(fd.forms) > 0 && rapid.IntRange(0, 3).Draw(d.T, "nested") == 0 {
		return d.form(rapid.SampledFrom(fd.forms).Draw(d.T, "block"), depth+1)
	}
	text := d.text(fd.is)
	if fd.line && rapid.IntRange(0, 3).Draw(d.T, "with comments") == 0 {
		o := d.form("line", depth)
		o[0].value = text
		return o
	}
	return text
}

// text returns one of a few texts of a kind.
func (d drawn) text(kind string) string {
	return rapid.SampledFrom(map[string][]string{
		"text":         {"a", "b c", "größe // \"quoted\" \\ <&>", "/"},
		"title":        {"buy first", "\"\n"},
		"name":         {"a", "has_meal", "größe", "_1"},
		"expression":   {"1", "a && (b || !c)", "count(e: enemy where visible(e)) > 2", "if a then 1 else -2.5", "x in { a, b }", "250ms", "pos.x + 1"},
		"effects":      {"a = 1", "a += b", "if c then a = 1 else { b = 2, c = 3 }", "forall e: enemy where visible(e) { a(e) = true }"},
		"call":         {"a", "move_to(shop, 1 + 2)", "dine()"},
		"cooldown":     {"20s", "a + 1", "1.5 shared a", "20s wait", "a + 1 shared b wait 2 * c", "8s shared b by squad", "8s shared by by world wait", "2min shared größe"},
		"names":        {"a", "p, größe", "`in`"},
		"variable":     {"e: enemy", "i in remembered item"},
		"step_call":    {"a", "while(e)", "`while`", "plan dine", "plan plan(1)", "`plan`", "test", "guard(4, reach: 1)"},
		"inertia":      {"0.1", "a + 1 fade 5s"},
		"selection":    {"best", "ranked best", "weighted", "weighted top 3 within 0.2", "dual top 20%", "weighted top (7 % 4)", "first over 0.3", "ranked first over a + b"},
		"interval":     {"0.5s", "0.5s gap a"},
		"claim":        {"a", "p, größe", "`in` world", "world, priority world priority 2 * -n"},
		"ban":          {"30s", "none", "until a && b", "by a, größe", "a + 1 until b by `in`"},
		"say":          {`"flanking!"`, `"a", "gap squad" gap 8s squad 3s`, `"\"oh\"" gap a + 1`, `"größe" squad b`},
		"repetition":   {"0.2 last 4"},
		"pause":        {"1s", "1s to 30s"},
		"give_up":      {"after 5", "after n + 1 for 60s"},
		"combination":  {"product", "compensated"},
		"curve":        {"smoothstep", "logistic(exponent: 2)", "piecewise(0, 0, 1, 1)"},
		"trait":        {"kill * 1.5", "kill never", "never never", "score score score", "goal * (1 + a)", "test score a^1.5 * 2", "kill * 2 score a && b"},
		"clause":       {"keep", "range 12", "decay 0.1/s", "spread a * b / s", "doubts 0.5, 0.2", "span (a / s)", "memory 1, 2 / s"},
		"brain_use":    {"a", "a as b", "as as as"},
		"deed":         {"a", "order", "order(a)", "parallel(e)", "guard(4, reach: 1)", "order flanker flank(e)", "order urgent flanker flank", "order `urgent` hold", "order order order"},
		"need":         {"a", "a priority 2", "priority priority -n", "größe"},
		"worth":        {"score 0.8", "score if a then 1 else b"},
		"steps":        {"none", "{ }", "a", "a, b(c), d()"},
		"value_type":   {"bool", "int 0..100", "int -5..n", "place"},
		"parameters":   {"", "e: enemy", "a: int 0..9, b: vec2"},
		"tree_call":    {"a", "wait()", "guard(4, reach: 1)", "guard(`in`: a + 1)"},
		"call_in_tree": {"a", "weight", "attack(e)", "guard(4, reach: 1, ..)", "guard(..)", "selector()"},
		"value_list":   {"a", "1 + 2, b, place.home"},
		"ports":        {"", "a: int 0..9 = 3", "out e: enemy, inout n: int, c: bool"},
		"variables":    {"e: enemy", "a: place, b: bool"},
	}[kind]).Draw(d.T, kind)
}

func TestJSONMadeFromTheTablesIsRead(t *testing.T) {
	schema := compiledSchema(t)
	rapid.Check(t, func(rt *rapid.T) {
		text := layoutJSON(drawn{rt}.form("file", 0))
		file, ds := DecodeJSON(diag.NewSource("a.json", string(text)))
		if len(ds.All) > 0 {
			rt.Fatalf("%s\n%s", findings(ds), text)
		}
		if err := validate(t, schema, string(text)); err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
		encoded, err := EncodeJSON(file)
		if err != nil {
			rt.Fatal(err)
		}
		again, ds := DecodeJSON(diag.NewSource("a.json", string(encoded)))
		if len(ds.All) > 0 {
			rt.Fatalf("%s\n%s", findings(ds), encoded)
		}
		if twice, err := EncodeJSON(again); err != nil || !bytes.Equal(twice, encoded) {
			rt.Fatalf("%v\n%s\nbecame\n%s", err, encoded, twice)
		}
		throughText(rt, file)
	})
}

// throughText checks that a model from JSON, written in the language, comes back through JSON as the same text.
func throughText(rt rapid.TB, file *def.File) {
	rt.Helper()
	text := Format(file)
	parsed, ds := Parse(diag.NewSource("a.krk", text))
	if ds.HasErrors() {
		rt.Fatalf("%s\n%s", findings(ds), text)
	}
	encoded, err := EncodeJSON(parsed)
	if err != nil {
		rt.Fatal(err)
	}
	decoded, ds := DecodeJSON(diag.NewSource("a.json", string(encoded)))
	if got := Format(decoded); got != text || len(ds.All) > 0 {
		rt.Fatalf("%s\n%s\nbecame\n%s", findings(ds), text, got)
	}
}

func FuzzDecodeJSON(f *testing.F) {
	for i := range jsonForms {
		f.Add(wrapped(&jsonForms[i]))
	}
	if parsed, ds := Parse(diag.NewSource("a.krk", everything)); !ds.HasErrors() {
		encoded, err := EncodeJSON(parsed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(encoded))
	}
	f.Add(`{"karakuri": 1, "declarations": [{"kind": "enum", "name": "drive-truck", "values": ["in", "?x", "a\u0060b"]}]}`)
	f.Add(`{"karakuri": 1, "declarations": [{"kind": "const", "name": "a", "value": "\u0031\ud83d\ude00"}, [], 7, null,]}`)
	f.Fuzz(func(t *testing.T, text string) {
		file, ds := DecodeJSON(diag.NewSource("a.json", text))
		if file == nil {
			t.Fatal("no file")
		}
		for i := range ds.All {
			if at := ds.All[i].Span; at.Src == nil || at.Start > at.End || int(at.End) > len(at.Src.Text) {
				t.Fatalf("%s has no place", ds.All[i].Error())
			}
		}
		if ds.HasErrors() {
			return
		}
		encoded, err := EncodeJSON(file)
		if err != nil {
			t.Fatal(err)
		}
		again, ds := DecodeJSON(diag.NewSource("a.json", string(encoded)))
		if len(ds.All) > 0 {
			t.Fatalf("%s\n%s", findings(ds), encoded)
		}
		if twice, err := EncodeJSON(again); err != nil || !bytes.Equal(twice, encoded) {
			t.Fatalf("%v\n%s\nbecame\n%s", err, encoded, twice)
		}
		throughText(t, file)
	})
}

func ExampleEncodeJSON() {
	file, _ := Parse(diag.NewSource("buy.krk", `
operator buy { when money >= price; do move_to(shop); effect money -= price, has_meal = true }
`))
	text, err := EncodeJSON(file)
	fmt.Println(string(text), err)
	// Output:
	// {
	//   "karakuri": 1,
	//   "keeps_layout": true,
	//   "declarations": [
	//     {
	//       "kind": "operator",
	//       "name": "buy",
	//       "when": "money >= price",
	//       "do": "move_to(shop)",
	//       "effect": "money -= price, has_meal = true"
	//     }
	//   ]
	// }
	//  <nil>
}

func ExampleDecodeJSON() {
	_, mistakes := DecodeJSON(diag.NewSource("buy.json", `{"karakuri": 1, "declarations": [
  {"kind": "operator", "name": "buy", "wen": "money >= price", "effect": "money -= "}
]}`))
	var b strings.Builder
	diag.Render(&b, mistakes)
	fmt.Println(b.String())
	// Output:
	// buy.json:2:39: an operator has no field "wen" [K203]
	//     {"kind": "operator", "name": "buy", "wen": "money >= price", "effect": "money -= "}
	//                                         ^~~~~ did you mean "when"?
	// buy.json:2:83: expected an expression after "-=" [K001]
	//     {"kind": "operator", "name": "buy", "wen": "money >= price", "effect": "money -= "}
	//                                                                                     ^
}
