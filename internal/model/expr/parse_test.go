package expr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func parse(text string) (expr.Node, diag.List) {
	var ds diag.List
	n := expr.ParseString(diag.NewSource("e", text), &ds)
	return n, ds
}

func parseEffects(text string) ([]expr.Effect, diag.List) {
	var ds diag.List
	list := expr.ParseEffectString(diag.NewSource("e", text), &ds)
	return list, ds
}

// brackets returns an expression with every operator in parentheses.
func brackets(n expr.Node) string {
	switch n := n.(type) {
	case *expr.Unary:
		return "(" + n.Op.String() + brackets(n.X) + ")"
	case *expr.Binary:
		return "(" + brackets(n.X) + n.Op.String() + brackets(n.Y) + ")"
	case *expr.In:
		word := " in "
		if n.Not {
			word = " not in "
		}
		return "(" + brackets(n.X) + word + expr.Print(n.Set) + ")"
	case *expr.If:
		return "(if " + brackets(n.Cond) + " then " + brackets(n.X) + " else " + brackets(n.Else) + ")"
	case *expr.Field:
		return "(" + brackets(n.X) + ")." + n.Name
	}
	return expr.Print(n)
}

func TestOperatorsBindAsTheTableSays(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a || b && c == d + e * -f ^ 2", "(a||(b&&(c==(d+(e*(-(f^2)))))))"},
		{"a && b || c && d", "((a&&b)||(c&&d))"},
		{"a - b - c", "((a-b)-c)"},
		{"a / b * c % d", "(((a/b)*c)%d)"},
		{"a ^ b ^ c", "(a^(b^c))"},
		{"2 ^ -1", "(2^(-1))"},
		{"(-2) ^ 2", "((-2)^2)"},
		{"!a == b", "((!a)==b)"},
		{"!!a", "(!(!a))"},
		{"- -a", "(-(-a))"},
		{"!(a && b)", "(!(a&&b))"},
		{"a < b && b <= c", "((a<b)&&(b<=c))"},
		{"a in { b, c } && d", "((a in { b, c })&&d)"},
		{"a + 1 not in 0 .. n - 1", "((a+1) not in 0..n - 1)"},
		{"e in sniper || x", "((e in sniper)||x)"},
		{"if a then b else c + 1", "(if a then b else (c+1))"},
		{"1 + if a then b else c", "(1+(if a then b else c))"},
		{"if a then b else if c then d else e", "(if a then b else (if c then d else e))"},
		{"pos.x + target(e).y", "((pos).x+(target(e)).y)"},
		{"(a + b).x", "((a+b)).x"},
		{"place.home == at", "(place.home==at)"},
	}
	for _, tt := range tests {
		n, ds := parse(tt.text)
		if len(ds.All) > 0 {
			t.Errorf("%s: %v", tt.text, ds.All[0].Error())
		} else if got := brackets(n); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestPrintIsCanonical(t *testing.T) {
	tests := []struct{ text, want string }{
		{"(a)", "a"},
		{"((a+b)*c)", "(a + b) * c"},
		{"a+(b*c)", "a + b * c"},
		{"a-(b-c)", "a - (b - c)"},
		{"(a-b)-c", "a - b - c"},
		{"(a^b)^c", "(a^b)^c"},
		{"a^(b^c)", "a^b^c"},
		{"-(a^2)", "-a^2"},
		{"(-a)^2", "(-a)^2"},
		{"!(a)", "!a"},
		{"(a==b)==c", "(a == b) == c"},
		{"(a in {b})==c", "(a in { b }) == c"},
		{"x in{a,b}", "x in { a, b }"},
		{"x in { }", "x in { }"},
		{"x in 0..10", "x in 0..10"},
		{"x in (lo+1)..hi*2", "x in lo + 1..hi * 2"},
		{"f( )", "f()"},
		{"f(a,b )", "f(a, b)"},
		{"(if a then b else c)+1", "(if a then b else c) + 1"},
		{"if (if a then b else c) then d else (if e then f else g)", "if (if a then b else c) then d else if e then f else g"},
		{"exists( e:enemy where visible(e) )", "exists(e: enemy where visible(e))"},
		{"forall(e: enemy, p: place where a(e,p): b(e))", "forall(e: enemy, p: place where a(e, p): b(e))"},
		{"count(e: enemy)", "count(e: enemy)"},
		{"min(e: enemy: distance(e) else 99)", "min(e: enemy: distance(e) else 99)"},
		{"sum(n: int 0..3: cost(n))", "sum(n: int 0..3: cost(n))"},
		{"max(n: int (-a)..3: n)", "max(n: int -a..3: n)"},
		{"min(a, b)", "min(a, b)"},
		{"250ms", "250ms"},
		{"1.50s + 2min", "1.50s + 2min"},
		{"110deg", "110deg"},
		{"1e3", "1e3"},
		{"true != none", "true != none"},
		{"日本 + é", "日本 + é"},
		{"a &&\n  b", "a && b"},
	}
	for _, tt := range tests {
		n, ds := parse(tt.text)
		if len(ds.All) > 0 {
			t.Errorf("%s: %v", tt.text, ds.All[0].Error())
		} else if got := expr.Print(n); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestNumbersHaveTheirUnits(t *testing.T) {
	tests := []struct {
		text  string
		kind  expr.LitKind
		whole int64
		float float64
	}{
		{"0", expr.LitInt, 0, 0},
		{"9223372036854775807", expr.LitInt, 9223372036854775807, 0},
		{"1.5", expr.LitFloat, 0, 1.5},
		{"1e-2", expr.LitFloat, 0, 0.01},
		{"250ms", expr.LitDuration, 0, 0.25},
		{"1.5s", expr.LitDuration, 0, 1.5},
		{"2min", expr.LitDuration, 0, 120},
		{"180deg", expr.LitAngle, 0, 3.141592653589793},
	}
	for _, tt := range tests {
		n, ds := parse(tt.text)
		l, ok := n.(*expr.Lit)
		if !ok || len(ds.All) > 0 || l.Kind != tt.kind || l.Int != tt.whole || l.Float != tt.float {
			t.Errorf("%s: %#v %v", tt.text, n, ds.All)
		}
	}
}

func TestPrintEffectsIsCanonical(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a=1,b+=2;c-=3", "a = 1, b += 2, c -= 3"},
		{"fare(home,shop)=3", "fare(home, shop) = 3"},
		{"if c then a = 1", "if c then a = 1"},
		{"if c then { a = 1 } else { b = 2 }", "if c then a = 1 else b = 2"},
		{"if c then { a = 1; b = 2 }", "if c then { a = 1, b = 2 }"},
		{"if c then if d then a = 1 else b = 2", "if c then { if d then a = 1 else b = 2 }"},
		{"if c then a = 1 else if d then b = 2", "if c then a = 1 else if d then b = 2"},
		{"a = if c then 1 else 2", "a = if c then 1 else 2"},
		{"if c then a = if d then 1 else 2 else b = 3", "if c then a = if d then 1 else 2 else b = 3"},
		{"forall e: enemy where x(e): y(e) = true", "forall e: enemy where x(e) { y(e) = true }"},
		{"forall e: enemy, p: place {\n y(e) = true\n z(p) = 1\n}", "forall e: enemy, p: place { y(e) = true, z(p) = 1 }"},
		{"forall e: enemy { }", "forall e: enemy { }"},
		{"", ""},
	}
	for _, tt := range tests {
		list, ds := parseEffects(tt.text)
		if len(ds.All) > 0 {
			t.Errorf("%s: %v", tt.text, ds.All[0].Error())
		} else if got := expr.PrintEffects(list); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// findings returns diagnostics as "line:col message | hint", one a line.
func findings(ds diag.List) string {
	var b strings.Builder
	ds.Sort()
	for _, d := range ds.All {
		at := d.Span.Position()
		fmt.Fprintf(&b, "%d:%d %s", at.Line, at.Col, d.Message)
		if d.Hint != "" {
			b.WriteString(" | " + d.Hint)
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestMistakesInExpressions(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "1:1 expected an expression, found the end of the file"},
		{"a and b", `1:3 "and" is not an operator | write &&`},
		{"a or not b", "1:3 \"or\" is not an operator | write ||\n1:6 \"not\" is not an operator | write !"},
		{"a = b", `1:3 "=" inside an expression | compare with ==`},
		{"a => b", `1:3 "=>" is not an operator | write >=`},
		{"a & b | c", "1:3 \"&\" is not an operator | write &&\n1:7 \"|\" is not an operator | write ||"},
		{"a < b < c", "1:7 comparisons cannot be chained | write a < b && b < c"},
		{"a == b == c == d", "1:8 comparisons cannot be chained | write a == b && b == c"},
		{"a +", `1:4 expected an expression after "+"`},
		{"a b", `1:3 expected the end, found "b"`},
		{"(a", `1:3 missing ")"`},
		{"f(a, b", `1:7 missing ")"`},
		{"f(a b)", `1:5 expected "," or ")", found "b"`},
		{"f(a,)", `1:5 expected an argument, found ")"`},
		{"(a, b)", `1:3 expected ")", found "," | write a vector as vec2(x, y)`},
		{"a)", `1:2 expected the end, found ")"`},
		{"x in {a, b", `1:11 missing "}"`},
		{"{a}", `1:1 expected an expression, found "{" | a set { a, b } is only allowed to the right of "in"`},
		{`a == [1 2]`, `1:9 expected "," or "]", found "2"`},
		{`a == ["b"`, `1:10 missing "]"`},
		{"if a then b", `1:12 expected "else" after "b"`},
		{"exists e: enemy", `1:8 expected "(", found "e" | write exists(e: enemy where ...)`},
		{"exists(e: enemy: a(e))", `1:16 "exists" has no ":" part | give the condition after where`},
		{"sum(e: enemy)", `1:13 expected ":", found ")" | write sum(e: enemy where visible(e): distance(e))`},
		{"v.z + v().z", `1:11 expected x or y, found "z"`},
		{"99999999999999999999", "1:1 the number 99999999999999999999 is too large | the greatest is 9223372036854775807"},
		{"1e999", "1:1 the number 1e999 is too large"},
		{"10sec", `1:1 unknown unit "sec" | units are ms, s, min and deg`},
		{"1_000", `1:1 unknown unit "_000" | digits cannot be grouped`},
		{"a @ b", "1:3 stray character '@' | remove it\n1:5 expected the end, found \"b\""},
		{"a &&\xff\xfe b", "1:5 bytes that are not UTF-8: ff fe | save the file as UTF-8"},
		{"a　&& b", "1:2 stray character '\\u3000' | use an ordinary space"},
		{"f（a)", "1:2 stray character '（' | write '('\n1:3 expected the end, found \"a\""},
		{"exists(in: enemy)", "1:8 \"in\" is a reserved word and cannot be a name | write it in backquotes: `in`"},
	}
	for _, tt := range tests {
		if _, ds := parse(tt.text); findings(ds) != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, findings(ds), tt.want)
		}
	}
}

func TestMistakesInEffects(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a == 1", `1:3 "==" in an effect | write =`},
		{"a", `1:2 expected =, += or -= after "a" | write a = true`},
		{"!a", `1:1 an effect cannot start with "!" | write a = false`},
		{"pos.x = 1", "1:4 a component of a vector cannot be written alone | write pos = vec2(x, y)"},
		{"a = 1 b = 2", `1:7 expected the end, found "b"`},
		{"if c a = 1", `1:6 expected "then", found "a"`},
		{"forall(e: enemy) { a(e) = 1 }", "1:7 forall takes no parentheses in an effect | write forall e: enemy where ... { ... }"},
		{"forall e: enemy a(e) = 1", `1:17 expected "{", found "a"`},
		{"forall e: enemy { a(e) = 1", `1:27 missing "}"`},
		{"a = 1 + ", `1:8 expected an expression after "+"`},
		{"1 = a", `1:1 expected an effect, found "1"`},
	}
	for _, tt := range tests {
		if _, ds := parseEffects(tt.text); findings(ds) != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, findings(ds), tt.want)
		}
	}
}

func TestNestingIsBounded(t *testing.T) {
	const n = 100_000
	long := strings.Repeat("a + ", n) + "a"
	tests := []struct{ name, text, want string }{
		{"parentheses", strings.Repeat("(", n) + "a" + strings.Repeat(")", n), "nested more than 200 levels deep"},
		{"open parentheses", strings.Repeat("(", n), "nested more than 200 levels deep"},
		{"calls", strings.Repeat("f(", n), "nested more than 200 levels deep"},
		{"negations", strings.Repeat("!", n) + "a", "nested more than 200 levels deep"},
		{"powers", strings.Repeat("a^", n) + "a", "nested more than 200 levels deep"},
		{"ifs", strings.Repeat("if a then b else ", n) + "a", "nested more than 200 levels deep"},
		{"sums", long, "more than 10000 parts in one expression"},
		{"fields", "a" + strings.Repeat(".x", n), "more than 10000 parts in one expression"},
	}
	for _, tt := range tests {
		_, ds := parse(tt.text)
		if len(ds.All) != 1 || ds.All[0].Message != tt.want || ds.All[0].Code != diag.TooDeep {
			t.Errorf("%s: %s", tt.name, findings(ds))
		}
	}
	if _, ds := parseEffects(strings.Repeat("if a then { ", n)); len(ds.All) != 1 {
		t.Errorf("effects: %s", findings(ds))
	}
}

func TestSourcesAreBounded(t *testing.T) {
	if _, ds := parse(strings.Repeat(" ", expr.MaxSourceBytes+1)); !strings.Contains(findings(ds), "the limit is 4194304") {
		t.Errorf("too many bytes: %s", findings(ds))
	}
	_, ds := parse("a" + strings.Repeat("+a", expr.MaxTokens/2+1))
	if got := findings(ds); !strings.Contains(got, "more than 1048577 tokens") {
		t.Errorf("too many tokens: %s", got)
	}
	if _, ds := parse(strings.Repeat("$ ", 1000)); len(ds.All) != expr.MaxStray+2 {
		t.Errorf("noise: %d findings", len(ds.All))
	}
	if _, ds := parse("\xff\xfea\x00"); findings(ds) == "" {
		t.Error("UTF-16 is accepted")
	}
}

func TestStringHelpers(t *testing.T) {
	src := func(s string) *diag.Source { return diag.NewSource("e", s) }
	var ds diag.List
	if c := expr.ParseCallString(src("move_to(shop)"), &ds); c == nil || c.Name != "move_to" || len(c.Args) != 1 || !c.Call {
		t.Errorf("call: %+v", c)
	}
	if list := expr.ParseCallsString(src("work, buy(1), eat"), &ds); len(list) != 3 || list[0].Call || !list[1].Call {
		t.Errorf("calls: %v", list)
	}
	if list := expr.ParseParamsString(src("e: enemy, p: place | vec2"), true, &ds); expr.PrintParams(list) != "e: enemy, p: place | vec2" {
		t.Errorf("params: %v", list)
	}
	if typ, ok := expr.ParseTypeString(src("int 0..max_ammo"), &ds); !ok || expr.PrintType(typ) != "int 0..max_ammo" {
		t.Errorf("type: %v", typ)
	}
	if list := expr.ParseNamesString(src("p, `two words`"), &ds); len(list) != 2 || list[1].Name != "two words" || list[1].At.Text() != "`two words`" {
		t.Errorf("names: %v", list)
	}
	if n, name, at := expr.ParseSharedString(src("2 * rest shared `two words`"), &ds); expr.Print(n) != "2 * rest" || name != "two words" || at.Text() != "`two words`" {
		t.Errorf("%s, %q", expr.Print(n), name)
	}
	if n, name, _ := expr.ParseSharedString(src("20s"), &ds); expr.Print(n) != "20s" || name != "" {
		t.Errorf("%s, %q", expr.Print(n), name)
	}
	if list := expr.ParseVarsString(src("e: enemy, p: place"), &ds); expr.PrintVars(list) != "e: enemy, p: place" {
		t.Errorf("vars: %v", list)
	}
	if len(ds.All) > 0 {
		t.Errorf("%s", findings(ds))
	}
	for _, text := range []string{"", "1", "f(", "f() g", "f.g", "if"} {
		var ds diag.List
		if c := expr.ParseCallString(src(text), &ds); c != nil || len(ds.All) == 0 {
			t.Errorf("%q is taken for a call", text)
		}
	}
	for _, text := range []string{"float 0..1", "int 0..", "", "bool bool", "int 5"} {
		var ds diag.List
		if _, ok := expr.ParseTypeString(src(text), &ds); ok || len(ds.All) != 1 {
			t.Errorf("%q: ok %v, %s", text, ok, findings(ds))
		}
	}
}

func TestSuggest(t *testing.T) {
	names := []string{"has_job", "has_meal", "hungry", "money", "x"}
	for name, want := range map[string]string{
		"has_mael": "has_meal", "hungy": "hungry", "Money": "money", "mnoey": "money", "monkey_business": "", "y": "", "": "",
		"has_meal": "", strings.Repeat("a", 1000): "",
	} {
		if got := expr.Suggest(name, names); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
