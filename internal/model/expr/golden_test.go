package expr

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

var update = flag.Bool("update", false, "write what comes out into testdata")

// sameAsGolden compares a text with a file of testdata, line by line.
func sameAsGolden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	is, was := strings.Split(got, "\n"), strings.Split(string(data), "\n")
	for i := range max(len(is), len(was)) {
		var a, b string
		if i < len(is) {
			a = is[i]
		}
		if i < len(was) {
			b = was[i]
		}
		if a != b {
			t.Fatalf("%s, line %d:\n got %s\nwant %s", file, i+1, a, b)
		}
	}
}

// findings writes diagnostics with all that is in them.
func findings(w *strings.Builder, ds *diag.List) {
	for _, d := range ds.All {
		fmt.Fprintf(w, "\t%d-%d %s %s", d.Span.Start, d.Span.End, d.Code, d.Message)
		if d.Hint != "" {
			fmt.Fprintf(w, " (%s)", d.Hint)
		}
		for _, r := range d.Related {
			fmt.Fprintf(w, " [%d-%d %s]", r.Span.Start, r.Span.End, r.Message)
		}
		w.WriteString("\n")
	}
}

// spans writes the places of a tree's nodes.
func spans(w *strings.Builder, n Node) {
	show := func(parts ...Node) {
		at := n.Span()
		fmt.Fprintf(w, " %d-%d", at.Start, at.End)
		for _, p := range parts {
			if p != nil {
				spans(w, p)
			}
		}
	}
	switch n := n.(type) {
	case *Ref:
		fmt.Fprintf(w, " %d/", n.NameAt.Start)
		show(n.Args...)
	case *Field:
		show(n.X)
	case *Unary:
		show(n.X)
	case *Binary:
		show(n.X, n.Y)
	case *In:
		show(n.X, n.Set)
	case *Set:
		show(n.Elems...)
	case *Range:
		show(n.Lo, n.Hi)
	case *If:
		show(n.Cond, n.X, n.Else)
	case *Quant:
		for _, v := range n.Vars {
			fmt.Fprintf(w, " %d-%d:%d-%d", v.At.Start, v.At.End, v.Type.At.Start, v.Type.At.End)
		}
		show(n.Where, n.Body, n.Else)
	default:
		show()
	}
}

// TestReadings compares the results of each parser for texts, right and wrong ones: the result, the places of its
// parts, and every finding whole.
func TestReadings(t *testing.T) {
	f := newFixture(t)
	readers := []struct {
		name  string
		read  func(src *diag.Source, ds *diag.List, w *strings.Builder)
		texts []string
	}{
		{"expression", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			n := ParseString(src, ds)
			w.WriteString(Print(n))
			spans(w, n)
			if term := Check(n, f, world.Type{}, ds); term != nil {
				fmt.Fprintf(w, " : %s", typeText(f.schema, term.Type))
				if words, ok := term.Const(); ok {
					fmt.Fprintf(w, ", always %s", world.FormatWord(f.schema, world.NewState(f.schema), term.Type, words[:]))
				}
			}
		}, []string{
			"a +", "a + + b", "a b", "money >", "(money", "(money\n", "(money, debt)", "money)", "money]", "{ money }", `"text"`, "money == \"20\"", "fare(", "fare(home", "fare(home,)", "fare(home at)", "fare(home; at)",
			"not hungry", "!not hungry", "hungry and tired", "hungry or tired", "hungry & tired", "hungry | tired", "money = 3", "money := 3", "money <> 3", "money === 3", "money =< 3", "money => 3", "money ** 2", "money ? 1 : 2",
			"1 < money < 3", "money == debt == 3", "hungry && tired || ready", "-money^2", "(-money)^2", "-2^2", "2^-1^2", "2^3^2", "money in", "money in 1", "money in 1..", "money in ..5", "money in 1..5..7", "money in (1..5)",
			"money in {1, 2", "money in {1 2}", "money in {,}", "money in {1,}", "money not 3", "money not in {1}", "at in home", "target in place", "target in enemy(3)", "target in place.home", "money in (1 + 2)", "money in true", "at in tool.shop",
			"if hungry", "if hungry then", "if hungry then 1", "if hungry then 1 else", "if hungry 1 else 2", "if hungry then 1 else 2 else 3", "then", "else 3", "in", "where", "and", "or 3",
			"exists", "exists x: enemy", "exists(", "exists()", "exists(x)", "exists(x:)", "exists(x: enemy", "exists(x: enemy)", "exists(x: enemy where)", "exists(x: enemy: visible(x))", "exists(x in enemy where visible(x))", "exists(x in remembered)",
			"exists(x in rememberd enemy)", "exists(x in remembered place)", "exists(x in remembered nobody)", "exists(remembered in remembered enemy)", "exists(true: enemy)", "exists(x: 3)", "exists(x: enemy, where visible(x))", "exists(x: enemy y: item)",
			"forall(x: enemy)", "forall(x: enemy where visible(x))", "forall(x: enemy: )", "forall(x: enemy: money)", "forall(x: enemy: nobody)", "count(x: enemy: visible(x))", "count(money)", "count", "sum(x: enemy)", "min(x: enemy)", "max(x: enemy: 1 else)",
			"sum(x: enemy: 1 else 2)", "min(x: enemy: hungry)", "min(x: enemy: 1 else hungry)", "min(x: enemy: 1.5 else 2)", "min(x: enemy: 1 else 2.5)", "sum(x: item: cost(x))", "max(x: item: cost(x))", "exists(x: int 0..5 where x > 1)", "exists(x: place, x: place)",
			"pos.x", "pos.z", "pos.x.y", "(pos + v).y", "(pos + v).z", "pos.", "pos. x", "(pos).3", "place.home", "place.", "place.hoem", "plce.home", "place.home()", "enemy.home", "place.qqqqqq", "hungry.x", "money.x", "cost.x", "cost(it).x", "vec2(1, 2).x", "place.in", "place.where", "price.x", "e.home",
			"hungry()", "hungry(1)", "cost", "cost()", "cost(it, it)", "cost(at)", "cost(item: it)", "cost(it, x: 3)", "fare(home, to: at)", "visible(u)", "visible(none)", "slot(4)", "slot(-2)", "slot(3)", "slot(-1)", "slot(n)", "slot(1.5)",
			"min(1)", "min()", "min", "min(1, hungry)", "min(1, b: 2)", "clamp(1, 2)", "abs(1, 2)", "abs(hungry)", "abs(-1.5)", "floor(1)", "floor(1.5)", "ceil(1.25)", "round(-1.5)", "sqrt(at)", "pow(2, 3)", "pow(2.0, 3)", "pow(hungry, 1)", "pow(pos, 1)", "vec2(1)", "vec2(pos, 1)", "dist(pos)", "dist(pos, 1)", "sin(1)", "cos(0)",
			"remembered", "remembered()", "remembered(e, e)", "remembered(3)", "remembered(nobody)", "remembered(x: e)", "remembered(at)", "remembered(e)", "remembred(e)", "rememberd",
			"logistic", "logistic()", "logistic(heat", "logistic(hungry)", "logistic(heat, exponent: money)", "logistic(heat, exponent: hungry)", "logistic(heat, expnent: 2)", "logistic(heat, exponent: 2, exponent: 3)", "logistic(heat, exponent: 2, 3)", "logistic(exponent: 2)", "logistik(heat)", "linear(heat, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)", "piecewise(heat)",
			"piecewise(heat, 0)", "piecewise(heat, 0, 1)", "piecewise(heat, 1, 0, 0, 1)", "piecewise(heat, 0, 1, 2, 3)", "piecewise", "linear(heat, low: 2, high: 1)", "lnear(heat)", "linear(none)", "logistic(x: heat)",
			"twice", "twice(1)", "twice(hungry)", "twice(1, 2)", "twise(1)", "wild(true)", "worth(it)", "worth(it, 1)", "worth(1, it)", "middle(pos, e)", "middle(e, pos)",
			"none", "none == target", "target == none", "money == none", "none == none", "target == it", "target == owner(it, true)", "hungry == money", "at == 1", "at == tool.shop", "shop == shop", "shop == at", "at == shop", "at < shop", "at < tool.shop", "hungry < tired", "pos < v", "target < e", "hungry == true", "true == hungry", "hungry != true",
			"true != true", "false == hungry", "1 < 2.5", "2.5 == 2", "money < 2.5", "money + hungry", "hungry + 1", "at + 1", "pos + 1", "1 + pos", "pos * v", "pos * 2", "2 * pos", "pos / 2", "2 / pos", "pos % 2", "pos - v", "-pos", "-at", "-hungry", "!money", "!pos", "money % 2", "money / 2", "heat % 2", "2 ^ 2", "2.0 ^ 2",
			"if money then 1 else 2", "if hungry then 1 else true", "if hungry then target else it", "if hungry then target else owner(it, true)", "if hungry then home else shop", "if hungry then shop else shop", "if hungry then none else none", "if true then 1 else 2", "if false then money else 2.5", "if nobody then 1 else 2", "if hungry then nobody else 2", "if hungry then 1 else nobody",
			"money in 1..5", "money in 5..1", "money in 1.5..5", "money in hungry..5", "hungry in true..false", "pos in v..v", "at in home..office", "at in office..home", "money in nobody..5", "nobody in 1..5", "nobody in {1, 2}", "money in {1, nobody}", "money in {1, 2.5}", "money in {1, hungry}", "shop in {at}", "shop in {shop, at}", "none in {target}", "shop in home..at",
			"at in {home, tool.shop}", "money in {}", "nobody in {}", "nobody in enemy", "money in enemy", "target in enemy", "target in sniper", "target in item", "it in sniper",
			"nobody", "nobody()", "place", "enemy", "huungry", "hungrY", "moneyy", "kost(it)", "mni(1, 2)", "unknown_thing_that_is_not_there",
			"1.5.2", "1e5", "1e", "1e+", "5x", "5ms", "2s", "1min", "3h", "90deg", "1.5rad", "20%", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e400", "0x10", "1_000", ".5", "5.", "007", "3sec", "3minutes", "3 s",
			"money $ 3", "money @ 3", "money # 3", "money // 3\n + 1", "money /* 3 */ + 1", "'home' == at", "“home” == at", "`hungry`", "`hungry", "``", "`a\tb`", "`home` == at", "at == `home`", "$", "money ~ debt", "money !", "money ! 3", "ma\u00f1ana", "\u00bd", "\"a\\qb\"", "\"abc",
			"{1, 2}", "1..5", "money + {1}", "(1..5)", "", " ", "()", "(())", "((money)", "((money)))", "fare(fare(home, at), at)", "cost(cost(it))", "money[3]", "[money]", "money;", "money; debt", "money, debt", "money\ndebt", "money\n+ debt", "fare(home,\n at)", "hungry &&\n tired", "hungry\n&& tired",
		}},
		{"condition", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			if term := Check(ParseString(src, ds), f, BoolType, ds); term != nil {
				w.WriteString(term.String())
			}
		}, []string{"hungry", "money", "heat", "at", "shop", "pos", "target", "none", "it", "1", "true", "twice(1)", "ready", "!(!hungry)", "!!hungry", "hungry && true", "hungry || true", "hungry && false", "true && true", "false || false", "hungry && tired && ready",
			"hungry && (tired && ready)", "(hungry || tired) && ready", "(hungry || tired) || ready", "hungry == false", "money > 3 == true", "!(money > 3)", "-money > 3", "!(hungry == tired)", "exists(x: enemy where true)", "exists(x: enemy where false)", "forall(x: enemy where false: hungry)",
			"forall(x: enemy: false)", "exists(x in remembered enemy where visible(x))", "exists(x in remembered enemy)", "1 in {1, 2}", "3 in {1, 2}", "2 in 1..3", "if true then hungry else tired"}},
		{"effects", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			list := ParseEffectString(src, ds)
			w.WriteString(PrintEffects(list))
			for _, e := range list {
				fmt.Fprintf(w, " %d-%d", e.Span().Start, e.Span().End)
			}
			if CheckEffects(list, f, ds) == nil {
				w.WriteString(" refused")
			}
		}, []string{"money = 3", "money == 3", "money := 3", "money", "money,", "!hungry", "hungry", "hungry = ", "= 3", "pos.x = 3", "pos = vec2(1, 2)", "place.home = 3", "money += 1", "money -= hungry", "hungry += 1", "at -= 1", "pos += v", "pos += 1", "pos -= v", "target += e", "heat += 1", "heat = 1", "money += 1.5", "money = 1.5",
			"money = 100", "money = 101", "money = -1", "money += 200", "slot(7) = 1", "slot(3) = 5", "slot(3) = 6", "cost(it) = 0", "cost = 3", "cost(at) = 3", "min = 3", "min(1, 2) = 3", "logistic(1) = 3", "logistic = 3", "ready = true", "price = 3", "home = 3", "n = 3", "twice(1) = 3", "nobody = 3", "mony = 3", "remembered(e) = true", "remembered = true", "remembered(3) = true", "at = home", "at = shop", "at = tool.shop", "target = none", "money = none", "target = it", "target = owner(it, true)",
			"if hungry then money = 3", "if hungry then { money = 3 }", "if hungry then { money = 3, tired = true } else tired = false", "if hungry then { } else { }", "if hungry { money = 3 }", "if money then tired = true", "if hungry then", "if hungry then tired = nobody", "if hungry then tired = true else tired = nobody", "if hungry then money = 1 else if tired then money = 2 else money = 3",
			"forall x: enemy { visible(x) = true }", "forall x: enemy where visible(x) { visible(x) = false }", "forall(x: enemy) { visible(x) = true }", "forall x: enemy visible(x) = true", "forall x { visible(x) = true }", "forall x in remembered enemy { visible(x) = true }", "forall x: int { money = 3 }", "forall x: enemy { x = e }", "forall x: enemy where nobody { money = 3 }", "forall x: enemy { visible(x) = true",
			"forall x: enemy, y: item { cost(y) = 3; visible(x) = true }", "money = 3; debt = 4", "money = 3, debt = 4,", "money = 3 debt = 4", "money = 3,, debt = 4", "true = 3", "where = 3", "3 = 3", "", "money = 3)", "money = (3", "if = 3", "exists(x: enemy) = 3", "money = 3 // all of it", "money =\n3", "money\n= 3"}},
		{"type", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			n, ok := ParseTypeString(src, ds)
			typ, known := ResolveType(&n, f, ds)
			fmt.Fprintf(w, "%s %d-%d %t %t %s", PrintType(n), n.At.Start, n.At.End, ok, known, typeText(f.schema, typ))
		}, []string{"bool", "int", "int 0..5", "int 0..", "int ..5", "int 5", "int -3..3", "int (1 + 1)..price", "int price..7", "int money..5", "int 0..money", "int 5..0", "int 1.5..2", "int 0..nobody", "int hungry..1", "bool 0..1", "place", "place 0..1", "enemy", "enmy", "boool", "", "3", "true", "where", "place enemy", "`place`", "`strange`", "vec2", "float", "float 0..1", "int\n0..5", "int 0 ..5", "int a..b"}},
		{"parameters of actions", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			for _, p := range ParseParamsString(src, true, ds) {
				fmt.Fprintf(w, "%d-%d ", p.At.Start, p.At.End)
			}
			w.WriteString(PrintParams(ParseParamsString(src, true, &diag.List{})))
		}, []string{"", "e: enemy", "e: enemy, p: place | item", "e: enemy,", "e", "e:", "e: |", "e: enemy |", "e enemy", ": enemy", "3: enemy", "e: enemy p: place", "e: enemy; p: place", "true: enemy", "`a b`: enemy", "e: int 0..5", "e: enemy | int 0..5 | place"}},
		{"parameters", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			w.WriteString(PrintParams(ParseParamsString(src, false, ds)))
		}, []string{"", "e: enemy", "p: place | item", "p: place |", "p: place,", "p: place)"}},
		{"parameters in parentheses", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			p := NewParser(src, ds)
			list := p.Params(false)
			fmt.Fprintf(w, "%s %t, failed: %t, then %s", PrintParams(list), list == nil, p.Failed(), p.Found(p.Tok()))
		}, []string{"", "()", "(e: enemy)", "(e: enemy, p: place) next", "(e: enemy,)", "(e: enemy", "(e: enemy\n)", "(e: enemy\n, p: place)", "e: enemy", "\n(e: enemy)", "(e enemy)", "(e: enemy p: place)", "(p: place | item)", "[e: enemy]", "(,)"}},
		{"ports", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			for _, p := range ParsePortsString(src, ds) {
				fmt.Fprintf(w, "%d-%d %q ", p.At.Start, p.At.End, p.Dir)
			}
			w.WriteString(PrintPorts(ParsePortsString(src, &diag.List{})))
		}, []string{"", "sight: float", "sight: float = 1", "sight: float = 1 + 2, reach: int", "out target: enemy", "inout calls: int = 3", "in calls: int", "in: int", "out: int", "inout: int", "out out: int", "sight: float,", "sight: float =", "sight = 1", "sight: float reach: int", "out 3: int", "p: place | item"}},
		{"ports in parentheses", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			p := NewParser(src, ds)
			list := p.Ports()
			fmt.Fprintf(w, "%s %t, failed: %t, then %s", PrintPorts(list), list == nil, p.Failed(), p.Found(p.Tok()))
		}, []string{"", "()", "(sight: float) next", "(sight: float = 1, out x: int)\nnext", "(sight: float,)", "(sight: float", "sight: float", "\n(sight: float)", "(sight: float; x: int)"}},
		{"calls", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			for _, c := range ParseCallsString(src, ds) {
				fmt.Fprintf(w, "%s %t %d-%d ", Print(c), c.Call, c.At.Start, c.At.End)
			}
		}, []string{"", "work", "work, buy(bread), eat()", "work,", "work buy", "work, 3", "work(", "work(a b)", "true", "work, if", "work;"}},
		{"call", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			if c := ParseCallString(src, ds); c != nil {
				fmt.Fprintf(w, "%s %t %d-%d", Print(c), c.Call, c.At.Start, c.At.End)
			}
		}, []string{"", "work", "work()", "move_to(shop)", "move_to(shop, 3 + 4)", "move_to(shop,)", "move_to(shop", "move_to(shop))", "3", "work buy", "move_to(to: shop)", "work \n()"}},
		{"named call", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			if c := ParseNamedCallString(src, ds); c != nil {
				fmt.Fprintf(w, "%s %t %t %d-%d %d", PrintNamedCall(c), c.Call, c.Rest, c.At.Start, c.At.End, len(c.Names))
			}
		}, []string{"", "guard", "guard()", "guard(4)", "guard(4, reach: 1)", "guard(reach: 1, 4)", "guard(..)", "guard(4, ..)", "guard(4, reach: 1, ..)", "guard(.., 4)", "guard(4 ..)", "guard(4,)", "guard(4, reach:)", "guard(4", "3", "true", "guard(true: 3)", "`a b`(4)", "guard(4) 5", "guard(a: 1, b: 2)", "guard(1, 2, c: 3)"}},
		{"names", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			for _, n := range ParseNamesString(src, ds) {
				fmt.Fprintf(w, "%s %d-%d ", n.Name, n.At.Start, n.At.End)
			}
		}, []string{"", "p", "p, q", "p,", "p q", "p, 3", "true", "`a b`, c"}},
		{"variables", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			for _, v := range ParseVarsString(src, ds) {
				fmt.Fprintf(w, "%d-%d %t ", v.At.Start, v.At.End, v.Remembered)
			}
			w.WriteString(PrintVars(ParseVarsString(src, &diag.List{})))
		}, []string{"", "e: enemy", "e: enemy, p: place", "e in remembered enemy", "e in rememberd enemy", "e in `remembered` enemy", "e in enemy", "e in remembered true", "e", "e:", "e: enemy,", "3: enemy", "e: enemy p"}},
		{"expressions", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			w.WriteString(PrintExprs(ParseExprsString(src, ds)))
		},
			[]string{"", "home", "home, shop", "home,", "home shop", "home, , shop", "1 + 2, 3"}},
		{"shared", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			n, name, at := ParseSharedString(src, ds)
			fmt.Fprintf(w, "%s %q %d-%d", Print(n), name, at.Start, at.End)
		}, []string{"", "20s", "20s shared grenade", "20s shared", "20s shared 3", "20s shred grenade", "20s shared a b", "shared grenade"}},
		{"operand", func(src *diag.Source, ds *diag.List, w *strings.Builder) {
			p := NewStringParser(src, ds)
			n := p.Operand()
			fmt.Fprintf(w, "%s, then %s, finished: %t", PrintOperand(n), p.Found(p.Tok()), p.Finish())
		}, []string{"", "20%", "20% within", "1.5 * 2", "-3 + 1", "(1 + 2) * 3", "2^3", "cost(it) > 1", "!hungry && tired"}},
	}
	var out strings.Builder
	for _, r := range readers {
		fmt.Fprintf(&out, "# %s\n", r.name)
		for _, text := range r.texts {
			var ds diag.List
			var w strings.Builder
			r.read(diag.NewSource("test", text), &ds, &w)
			fmt.Fprintf(&out, "%q\n", text)
			if w.Len() > 0 {
				fmt.Fprintf(&out, "\t= %s\n", w.String())
			}
			findings(&out, &ds)
		}
	}
	sameAsGolden(t, "readings.txt", out.String())
}
