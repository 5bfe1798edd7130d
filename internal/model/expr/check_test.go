package expr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

func TestCheckTypes(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct {
		text string
		want world.Type
	}{
		{"true", BoolType},
		{"1 + 2", IntType},
		{"1 + 2.5", FloatType},
		{"money", rangedType(0, 100)},
		{"money / 2", IntType},
		{"heat < money", BoolType},
		{"pos * 2 + 3 * pos", Vec2Type},
		{"pos.x", FloatType},
		{"vec2(1, 2).y", FloatType},
		{"dist(pos, vec2(0, 0))", FloatType},
		{"floor(heat)", IntType},
		{"2^3", IntType},
		{"pow(2, 0.5)", FloatType},
		{"min(money, 3)", IntType},
		{"max(money, 3, 2.5)", FloatType},
		{"if hungry then 1 else 2.5", FloatType},
		{"if hungry then target else none", objectType(typeEnemy)},
		{"count(x: enemy where visible(x))", IntType},
		{"min(x: item: cost(x) else 3)", IntType},
		{"min(x: item: cost(x))", rangedType(1, 50)},
		{"sum(x: unit: distance(x))", FloatType},
		{`"halt"`, world.TextType},
		{`if hungry then "food" else ""`, world.TextType},
		{`"a" == "b"`, BoolType},
		{`"a" in { "b", "c" }`, BoolType},
		{"[1, -2]", world.IntsType},
		{"[1, -2.5, 250ms, 90deg]", world.FloatsType},
		{`["a", "b"]`, world.TextsType},
		{"[1, 2] == [3]", BoolType},
		{"(if hungry then [1] else []) == [1]", BoolType},
		{"at == home", BoolType},
		{"home == at", BoolType},
		{"at == shop", BoolType},
		{"shop != at", BoolType},
		{"at in { shop, office }", BoolType},
		{"shop in { at, office }", BoolType},
		{"at in home..shop", BoolType},
		{"place.shop == place.home", BoolType},
		{"target in sniper", BoolType},
		{"target not in sniper", BoolType},
		{"target == none", BoolType},
		{"none != target", BoolType},
		{"worth(held, 2)", IntType},
		{"wild(hungry) == shop", BoolType},
		{"forall(x: place, y: place where x != y: fare(x, y) > 0)", BoolType},
	} {
		if got := f.check(t, c.text, world.Type{}); got.Type != c.want {
			t.Errorf("%s: type %v, want %v", c.text, got.Type, c.want)
		}
	}
}

func TestCheckFolds(t *testing.T) {
	f := newFixture(t)
	for text, want := range map[string]world.Word{
		"price * 2 + 1":                      11,
		"7 / 0 + 7 % 0":                      0,
		"-7 / 2":                             -3,
		"2^10":                               1024,
		"2^-1":                               0,
		"!(1 < 2)":                           0,
		"1 == 1.0":                           1,
		"hungry && 1 > 2":                    0,
		"hungry || 1 < 2":                    1,
		"false || place.shop in {home,shop}": 1,
		"5 in 1..5":                          1,
		"if 1 < 2 then 3 else money":         3,
		"round(2.5) + floor(-0.5)":           2,
		"clamp(7, 1, 5)":                     5,
		"exists(x: enemy where false)":       0,
		"forall(x: enemy: true)":             1,
		"min(x: item where false: 3 else 8)": 8,
		"abs(-4) + min(3, 1, 2)":             5,
	} {
		got, ok := f.check(t, text, world.Type{}).Const()
		if !ok || got[0] != want {
			t.Errorf("%s: %v %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"hungry && true", "money > 200", "hungry == true"} {
		if _, ok := f.check(t, text, world.Type{}).Const(); ok {
			t.Errorf("%s: is no constant", text)
		}
	}
}

func TestCheckMistakes(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ text, want string }{
		{"hungy", `1:1: unknown symbol "hungy" [K012] did you mean "hungry"?`},
		{"at == hoem", `1:7: unknown symbol "hoem" [K012] did you mean "home"?`},
		{"place == at", `1:1: unknown symbol "place" [K012] place is a type`},
		{"at == place.hoem", `1:7: place has no value "hoem" [K015] did you mean "home"?`},
		{"at == plce.home", `1:7: unknown type "plce" [K011] did you mean "place"?`},
		{"shop == shop", `1:1: "shop" may mean place.shop or tool.shop [K014] write place.shop`},
		{"money", `1:1: expected bool, found int 0..100 [K010] a condition is true or false: compare it with something`},
		{"money && hungry", `1:1: expected bool, found int 0..100 [K010] a condition is true or false: compare it with something`},
		{"cost", `1:1: cost takes 1 argument, found 0 [K013] write cost(item)`},
		{"hungry()", ``},
		{"hungry(3)", `1:1: hungry takes no arguments, found 1 [K013] write hungry`},
		{"fare(home) > 1", `1:1: fare takes 2 arguments, found 1 [K013] write fare(place, place)`},
		{"visible(it)", `1:9: expected enemy, found item [K010]`},
		{"visible(owner(held, true))", `1:9: expected enemy, found unit [K010] not every unit is an enemy`},
		{"at == money", `1:1: cannot compare place with int 0..100 [K016] place is one of home, shop, office`},
		{"held == target", `1:1: cannot compare item with enemy [K016]`},
		{"at == tool.hammer", `1:1: cannot compare place with tool [K016] place is one of home, shop, office`},
		{"hungry < tired", `1:1: < cannot take bool [K017] only numbers and enum values have an order`},
		{"none == none", `1:1: none has no type here [K027] compare it with an object, as in: target == none`},
		{"money == none", `1:10: expected int 0..100, found none [K010] none is the absence of an object`},
		{"at + 1 > 0", `1:1: + cannot take place [K017] it needs numbers`},
		{"-at > 0", `1:1: - cannot take place [K017] it needs numbers`},
		{"pos < pos", `1:1: < cannot take vec2 [K017] only numbers and enum values have an order`},
		{"pos.z > 0", `1:1: vec2 has no field "z" [K024] its fields are x and y`},
		{"money.x > 0", `1:1: int 0..100 has no field "x" [K024] only a vec2 has fields: x and y`},
		{"money in {}", `1:10: an empty set has no members [K025]`},
		{"money in 5..1", `1:10: the range is empty [K021] put the lower bound first`},
		{"target in item", `1:1: an enemy is never an item [K016]`},
		{"target in place", `1:11: place is not an object type [K025] name the values: x in { a, b }`},
		{"at in home", `1:7: unknown type "home" [K011] write { home } for a set, or use == to compare`},
		{"exists(x: int where x > 1)", `1:11: cannot iterate over the values of int [K023] a variable needs an enum or an object type`},
		{"exists(x: enmy where visible(x))", `1:11: unknown type "enmy" [K011] did you mean "enemy"?`},
		{"exists(x: enemy, x: enemy where visible(x))", `1:18: "x" is bound twice [K023]`},
		{"exists(a: item, b: item, c: item, d: item, g: item, h: item where a == b)", ``},
		{"exists(a: item, b: item, c: item where exists(d: item, g: item, h: item, i: item where a == b))", `1:74: more than 6 nested variables [K022]`},
		{"min(money) > 1", `1:1: min takes 2 to 16 arguments, found 1 [K013] write min(a, b, ...)`},
		{"sqrt(hungry) > 1", `1:6: expected float, found bool [K010]`},
		{"slot(7) > 1", `1:6: 7 is outside -1..3 [K019]`},
		{"twise(3) > 1", `1:1: unknown symbol or function "twise" [K012] did you mean "twice"?`},
		{"(if hungry then 1 else at) == 1", `1:24: the two branches are int and place [K010] both must have the same type`},
	} {
		term, ds := f.parsed(c.text, BoolType)
		var got []string
		for _, d := range ds.All {
			got = append(got, strings.TrimSpace(strings.TrimPrefix(d.Error(), "test:")+" "+d.Hint))
		}
		if c.want == "" {
			if term == nil {
				t.Errorf("%s: %q", c.text, got)
			}
			continue
		}
		if term != nil || strings.Join(got, "\n") != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, strings.Join(got, "\n     "), c.want)
		}
	}
}

// Every mistake of an expression is reported, wherever it stands.
func TestCheckReportsAll(t *testing.T) {
	f := newFixture(t)
	_, ds := f.parsed("hungy && at == 3 || cost(hungry, 2) > moony && !money && exists(x: enmy where visble(x)) && max(at, 3) > tird", BoolType)
	var codes []string
	for _, d := range ds.All {
		codes = append(codes, string(d.Code))
	}
	want := "K012 K016 K013 K012 K010 K011 K012 K010 K012"
	if got := strings.Join(codes, " "); got != want {
		t.Errorf("codes %s, want %s: %v", got, want, ds.All)
	}
}

func TestCheckEffectMistakes(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ text, want string }{
		{"mony = 3", `1:1: unknown symbol "mony" [K012] did you mean "money"?`},
		{"ready = true", `1:1: ready is a derived symbol and cannot be assigned to [K018] only stored symbols can be changed`},
		{"price = 3", `1:1: price is a constant and cannot be assigned to [K018] only stored symbols can be changed`},
		{"n = 3", `1:1: n is a parameter and cannot be assigned to [K018] only stored symbols can be changed`},
		{"money = 101", `1:9: 101 is outside 0..100 [K019]`},
		{"money += 1.5", `1:10: expected int, found float [K010] make it an int with floor, round or ceil`},
		{"hungry += 1", `1:1: += cannot change a bool [K017] write = to set it`},
		{"at = hammer", `1:6: expected place, found tool [K010] place is one of home, shop, office`},
		{"if money then tired = true", `1:4: expected bool, found int 0..100 [K010] a condition is true or false: compare it with something`},
		{"forall x: float { tired = true }", `1:11: cannot iterate over the values of float [K023] a variable needs an enum or an object type`},
		{"visible(held) = true, mony = 1", "1:9: expected enemy, found item [K010]\n1:23: unknown symbol \"mony\" [K012] did you mean \"money\"?"},
	} {
		var ds diag.List
		terms := CheckEffects(ParseEffectString(diag.NewSource("test", c.text), &ds), f, &ds)
		var got []string
		for _, d := range ds.All {
			got = append(got, strings.TrimSpace(strings.TrimPrefix(d.Error(), "test:")+" "+d.Hint))
		}
		if terms != nil || strings.Join(got, "\n") != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, strings.Join(got, "\n     "), c.want)
		}
	}
}

// Trees that no parser makes are answered too: with a diagnostic or with nil, never with a panic.
func TestCheckSurvivesAnyTree(t *testing.T) {
	f := newFixture(t)
	deep := Node(&Lit{Kind: LitBool})
	for range 100_000 {
		deep = &Unary{Op: Not, X: deep}
	}
	chain := Node(&Lit{Kind: LitBool})
	for range 100_000 {
		chain = &Binary{Op: And, X: chain, Y: &Ref{Name: "hungry"}}
	}
	for _, n := range []Node{nil, &Bad{}, &Lit{}, &Ref{}, &Ref{Call: true}, &Ref{Qualifier: "x"}, &Field{}, &Unary{}, &Unary{Op: Not, X: &Bad{}}, &Binary{}, &Binary{Op: And},
		&Binary{Op: Add, X: &Bad{}, Y: &Bad{}}, &Binary{Op: 99, X: &Lit{Kind: LitInt}, Y: &Lit{Kind: LitInt}}, &In{}, &In{X: &Lit{Kind: LitInt}, Set: &Bad{}}, &In{Set: &Set{}},
		&In{Set: &Range{}}, &In{Set: &Ref{}}, &Set{}, &Range{}, &If{}, &Quant{}, &Quant{Kind: Forall, Vars: []Var{{}}}, &Quant{Kind: Min, Vars: []Var{{Type: TypeName{Name: "enemy"}}}}, deep, chain} {
		var ds diag.List
		if term := Check(n, f, BoolType, &ds); term != nil {
			t.Errorf("%T gave a term", n)
		}
		if n == deep || n == chain {
			if len(ds.All) != 1 || ds.All[0].Code != diag.TooComplex {
				t.Errorf("too deep or too long: %v", ds.All)
			}
		}
	}
	var ds diag.List
	for _, e := range []Effect{&BadEffect{}, &Assign{}, &Assign{Target: &Ref{Name: "money"}}, &IfEffect{}, &ForallEffect{}, nil} {
		if CheckEffects([]Effect{e}, f, &ds) != nil {
			t.Errorf("%T gave terms", e)
		}
	}
	for _, tn := range []TypeName{{}, {Name: "int", Ranged: true}, {Name: "bool", Ranged: true}, {Name: "place", Ranged: true}} {
		if _, ok := ResolveType(&tn, f, &ds); ok {
			t.Errorf("%v is a type", tn)
		}
	}
}

// TestListsOfLiterals: a list is of the type that its place has, and contains literals alone. Equal ones are one value.
func TestListsOfLiterals(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct {
		text string
		typ  world.Type
		want string // the value, or the finding
	}{
		{"[1, 2]", world.IntsType, "[1, 2]"},
		{"[1, 2]", world.FloatsType, "[1, 2]"},
		{"[-1, 0.5, 250ms]", world.FloatsType, "[-1, 0.5, 0.25]"},
		{"[]", world.TextsType, "[]"},
		{`["a", "b\n"]`, world.TextsType, `["a", "b\n"]`},
		{`"say \"halt\""`, world.TextType, `"say \"halt\""`},
		{"[1, 2.5]", world.IntsType, "1:5 expected int, found float"},
		{`[1, "a"]`, world.IntsType, "1:5 expected int, found text"},
		{`["a", 1]`, world.Type{}, "1:7 expected text, found int"},
		{"[1, home]", world.IntsType, "1:5 a list contains literals only, found home | write numbers, or texts in double quotes"},
		{"[true]", world.Type{}, "1:2 a list contains literals only, found true | write numbers, or texts in double quotes"},
		{"[1 + 1]", world.Type{}, "1:2 a list contains literals only, found 1 + 1 | write numbers, or texts in double quotes"},
		{`[-"a"]`, world.TextsType, `1:2 a list contains literals only, found -"a" | write numbers, or texts in double quotes`},
		{"[]", world.Type{}, "1:1 it is not clear what the list contains | give it to a parameter of type list of int, float or text"},
		{"[1]", world.TextType, `1:1 expected text, found list of int | write a text in double quotes: "halt"`},
		{"[1]", BoolType, "1:1 expected bool, found list of int | a condition is true or false: compare it with something"},
		{`"home"`, enumType(enumPlace), "1:1 expected place, found text | write names without quotes"},
		{"home", world.TextType, `1:1 expected text, found place | write a text in double quotes: "halt"`},
		{"[" + strings.Repeat("1, ", MaxListElems) + "1]", world.IntsType, "1:1 65 elements of a list are more than 64"},
		{`"` + strings.Repeat("x", MaxTextBytes+1) + `"`, world.TextType, "1:1 a text of 4097 bytes is longer than 4096"},
		{`["` + strings.Repeat("x", MaxTextBytes+1) + `"]`, world.TextsType, "1:2 a text of 4097 bytes is longer than 4096"},
		{`"a" < "b"`, BoolType, "1:1 < cannot take text | only numbers and enum values have an order"},
		{`"a" + "b"`, world.TextType, "1:1 + cannot take text | it needs numbers"},
		{`[1] == ["a"]`, BoolType, "1:9 expected int, found text"},
		{`hungry == "yes"`, BoolType, "1:11 expected bool, found text | a condition is true or false: compare it with something"},
	} {
		var ds diag.List
		term := Check(ParseString(diag.NewSource("test", c.text), &ds), f, c.typ, &ds)
		got := ""
		for _, d := range ds.All {
			at := d.Span.Src.Position(d.Span.Start)
			got = strings.TrimSuffix(fmt.Sprintf("%d:%d %s | %s", at.Line, at.Col, d.Message, d.Hint), " | ")
		}
		if w, ok := term.Const(); ok {
			got = world.FormatWord(f.schema, nil, term.Type, w[:1])
		}
		if got != c.want {
			t.Errorf("%.40s as %v:\n got %s\nwant %s", c.text, c.typ, got, c.want)
		}
	}
	if a, b := f.check(t, `"halt"`, world.Type{}), f.check(t, `"halt"`, world.Type{}); a.Words != b.Words {
		t.Error("equal texts are two values")
	}
	f.schema.Literals = &world.Literals{}
	var ds diag.List
	tn, _ := ParseTypeString(diag.NewSource("test", "list of text"), &ds)
	if _, ok := ResolveType(&tn, f, &ds); ok || ds.All[0].Code != diag.MisplacedLiteral {
		t.Errorf("a list is the type of a value: %v", ds.All)
	}
	if got, ok := ResolveArgument(&tn, f, &ds); !ok || got != world.TextsType || PrintType(tn) != "list of text" {
		t.Errorf("%v %v %s", got, ok, PrintType(tn))
	}
	for _, text := range []string{"list of bool", "list of int 0..3", "list of place", "list of list"} {
		var ds diag.List
		tn, _ := ParseTypeString(diag.NewSource("test", text), &ds)
		if got, ok := ResolveArgument(&tn, f, &ds); ok || len(ds.All) != 1 || ds.All[0].Code != diag.FaultyList {
			t.Errorf("%s is %v: %v", text, got, ds.All)
		}
	}
}

func TestResolveType(t *testing.T) {
	f := newFixture(t)
	for text, want := range map[string]world.Type{"int": IntType, "int 0..price": rangedType(0, 5), "bool": BoolType, "sniper": objectType(typeSniper), "place": enumType(enumPlace)} {
		var ds diag.List
		tn, _ := ParseTypeString(diag.NewSource("test", text), &ds)
		if got, ok := ResolveType(&tn, f, &ds); !ok || got != want {
			t.Errorf("%s: %v %v %v", text, got, ok, ds.All)
		}
	}
}

func TestSymbols(t *testing.T) {
	f := newFixture(t)
	var read []string
	f.check(t, "ready && worth(held, 1) > 3", BoolType).Symbols(func(s *world.Symbol) { read = append(read, s.Name) })
	if got := strings.Join(read, " "); got != "hungry at cost money held" {
		t.Errorf("symbols %s", got)
	}
	e := f.effects(t, "money -= cost(held), if tired then at = home")
	var reads, writes []string
	e.Reads(func(s *world.Symbol) { reads = append(reads, s.Name) })
	e.Writes(func(e *EffectTerm) { writes = append(writes, e.Symbol.Name) })
	if r, w := strings.Join(reads, " "), strings.Join(writes, " "); r != "cost held tired money" || w != "money at" {
		t.Errorf("reads %s, writes %s", r, w)
	}
}
