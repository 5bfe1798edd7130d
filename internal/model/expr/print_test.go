package expr_test

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

var (
	names = rapid.SampledFrom([]string{"a", "b", "at", "order", "min", "count", "x", "_", "日本", "drive-truck", "true", "?x0", "a b.c", "remembered", "logistic"})
	lits  = rapid.SampledFrom([]string{"0", "7", "1.5", "1e3", "250ms", "2min", "110deg", "true", "none", `""`, `"say \"halt\"\n"`})
	ops   = rapid.SampledFrom([]expr.Op{expr.Or, expr.And, expr.Eq, expr.Ne, expr.Lt, expr.Le, expr.Gt, expr.Ge, expr.Add, expr.Sub, expr.Mul, expr.Div, expr.Mod, expr.Pow})
)

// genNode draws an expression tree as the parser could make it, of a height of at most depth.
func genNode(t *rapid.T, depth int) expr.Node {
	if depth == 0 {
		if rapid.Bool().Draw(t, "lit") {
			n, _ := parse(lits.Draw(t, "text"))
			return n
		}
		return &expr.Ref{Name: names.Draw(t, "name")}
	}
	sub := func() expr.Node { return genNode(t, rapid.IntRange(0, depth-1).Draw(t, "depth")) }
	switch rapid.IntRange(0, 10).Draw(t, "kind") {
	case 0:
		n := &expr.Ref{Name: names.Draw(t, "name"), Call: true}
		for range rapid.IntRange(0, 3).Draw(t, "args") {
			n.Args = append(n.Args, sub())
		}
		genArgNames(t, n)
		return n
	case 1:
		return &expr.Ref{Qualifier: names.Draw(t, "qualifier"), Name: rapid.SampledFrom([]string{"home", "b", "x", "not", "place-1"}).Draw(t, "name")}
	case 2:
		return &expr.Field{X: sub(), Name: rapid.SampledFrom([]string{"x", "y"}).Draw(t, "field")}
	case 3:
		return &expr.Unary{Op: rapid.SampledFrom([]expr.Op{expr.Not, expr.Neg}).Draw(t, "op"), X: sub()}
	case 10:
		n := &expr.List{}
		for range rapid.IntRange(0, 3).Draw(t, "elems") {
			n.Elems = append(n.Elems, sub())
		}
		return n
	case 4, 5:
		return &expr.Binary{Op: ops.Draw(t, "op"), X: sub(), Y: sub()}
	case 6:
		n := &expr.In{Not: rapid.Bool().Draw(t, "not"), X: sub()}
		switch rapid.IntRange(0, 2).Draw(t, "set") {
		case 0:
			n.Set = &expr.Range{Lo: sub(), Hi: sub()}
		case 1:
			n.Set = sub()
		case 2:
			set := &expr.Set{}
			for range rapid.IntRange(0, 3).Draw(t, "elems") {
				set.Elems = append(set.Elems, sub())
			}
			n.Set = set
		}
		return n
	case 7:
		return &expr.If{Cond: sub(), X: sub(), Else: sub()}
	}
	return genQuant(t, sub)
}

// genArgNames gives some arguments names. There are names only if one has one.
func genArgNames(t *rapid.T, n *expr.Ref) {
	for i := range n.Args {
		if rapid.IntRange(0, 3).Draw(t, "named") > 0 {
			continue
		}
		if n.ArgNames == nil {
			n.ArgNames = make([]expr.ArgName, len(n.Args))
		}
		n.ArgNames[i].Name = names.Draw(t, "argument")
	}
}

func genQuant(t *rapid.T, sub func() expr.Node) expr.Node {
	n := &expr.Quant{Kind: expr.QuantKind(rapid.IntRange(1, 6).Draw(t, "quant")), Vars: genVars(t, sub)}
	if rapid.Bool().Draw(t, "where") {
		n.Where = sub()
	}
	if n.Kind != expr.Exists && n.Kind != expr.Count {
		n.Body = sub()
	}
	if (n.Kind == expr.Min || n.Kind == expr.Max) && rapid.Bool().Draw(t, "else") {
		n.Else = sub()
	}
	return n
}

func genVars(t *rapid.T, sub func() expr.Node) []expr.Var {
	var vars []expr.Var
	for range rapid.IntRange(1, 2).Draw(t, "vars") {
		v := expr.Var{Name: names.Draw(t, "var"), Type: expr.TypeName{Name: "enemy"}}
		if rapid.Bool().Draw(t, "ranged") {
			v.Type = expr.TypeName{Name: "int", Ranged: true, Lo: sub(), Hi: sub()}
		}
		v.Remembered = rapid.Bool().Draw(t, "remembered")
		vars = append(vars, v)
	}
	return vars
}

func genEffects(t *rapid.T, depth int) []expr.Effect {
	var list []expr.Effect
	for range rapid.IntRange(1, 2).Draw(t, "effects") {
		list = append(list, genEffect(t, depth))
	}
	return list
}

func genEffect(t *rapid.T, depth int) expr.Effect {
	sub := func() expr.Node { return genNode(t, 2) }
	kind := 0
	if depth > 0 {
		kind = rapid.IntRange(0, 2).Draw(t, "effect")
	}
	switch kind {
	case 1:
		e := &expr.IfEffect{Cond: sub(), Then: genEffects(t, depth-1)}
		if rapid.Bool().Draw(t, "else") {
			e.Else = genEffects(t, depth-1)
		}
		return e
	case 2:
		e := &expr.ForallEffect{Vars: genVars(t, sub), Body: genEffects(t, depth-1)}
		if rapid.Bool().Draw(t, "where") {
			e.Where = sub()
		}
		return e
	}
	op := rapid.SampledFrom([]expr.AssignOp{expr.AssignSet, expr.AssignAdd, expr.AssignSub}).Draw(t, "op")
	return &expr.Assign{Target: &expr.Ref{Name: names.Draw(t, "target")}, Op: op, Value: sub()}
}

// bare returns a copy of a tree without places and without redundant parentheses.
func bare(tree any) any { return strip(reflect.ValueOf(tree)).Interface() }

var spanType = reflect.TypeFor[diag.Span]()

func strip(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return v
		}
		if v.Kind() == reflect.Interface {
			return strip(v.Elem())
		}
		c := reflect.New(v.Type().Elem())
		c.Elem().Set(strip(v.Elem()))
		return c
	case reflect.Struct:
		c := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			if v.Field(i).Type() != spanType {
				c.Field(i).Set(strip(v.Field(i)))
			}
		}
		return c
	case reflect.Slice:
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			c.Index(i).Set(strip(v.Index(i)))
		}
		return c
	}
	return v
}

func TestReadingWhatIsPrintedGivesTheSameTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := genNode(t, 4)
		text := expr.Print(n)
		again, ds := parse(text)
		if len(ds.All) > 0 {
			t.Fatalf("%s: %s", text, findings(ds))
		}
		if !reflect.DeepEqual(bare(n), bare(again)) {
			t.Fatalf("%s reads as %s", text, brackets(again))
		}
		if parts := expr.PrintParts(n); strings.Join(parts, " ") != text {
			t.Fatalf("%s has the parts %q", text, parts)
		}
	})
}

func TestReadingPrintedEffectsGivesTheSameTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := genEffects(t, 3)
		text := expr.PrintEffects(list)
		again, ds := parseEffects(text)
		if len(ds.All) > 0 {
			t.Fatalf("%s: %s", text, findings(ds))
		}
		if !reflect.DeepEqual(bare(list), bare(again)) {
			t.Fatalf("%s reads as %s", text, expr.PrintEffects(again))
		}
	})
}

func TestMadeLiteralsReadBackTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := &expr.Lit{Kind: expr.LitKind(rapid.IntRange(2, 4).Draw(t, "kind"))}
		if n.Kind == expr.LitInt {
			n.Int = rapid.Int64Min(0).Draw(t, "int")
		} else {
			n.Float = rapid.Float64Range(0, 1e300).Draw(t, "float")
		}
		again, ds := parse(expr.Print(n))
		l, ok := again.(*expr.Lit)
		if !ok || len(ds.All) > 0 || l.Kind != n.Kind || l.Int != n.Int || l.Float != n.Float {
			t.Fatalf("%+v prints as %s and reads as %+v", n, expr.Print(n), again)
		}
	})
}

func FuzzParseExpr(f *testing.F) {
	for _, s := range []string{
		"has_meal && at == home", "money >= price && at != shop", "x in { a, b } || y not in 0..10 - 1", "-a^2 ^ -b * (c + d) % 3",
		"exists(e: enemy where visible(e))", "min(e: enemy, n: int 0..3 where a: b else 99)", "if a then b else c", "pos.x + f(1, 2.5s).y",
		"place.home != none", "a < b < c", "not a and b", "((((", "f(a b", "1e9deg", "\"x\"", "a\xff", "{", "- -1", "é　（", "`drive-truck`(`?x`) && place.`x` == `true`", "`a", "``", "`a``b`",
		"logistic(x / 10, exponent: 12, xshift: 0.4)", "f(a, b: c, d)", "`min`(a: 1) + `sum`(x in remembered)", "min(e in remembered enemy: distance(e))",
		"exists(e in remembered enemy, p: place where a)", "x in remembered && exists(e in enemy)", `line == "halt" || n in { [1, -2.5, 3s], ["a\n", "\""], [] }`, `f(["a"`, `say("unclosed`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, ds := parse(text)
		if len(ds.All) > 0 {
			return
		}
		printed := expr.Print(n)
		again, ds := parse(printed)
		if len(ds.All) > 0 {
			t.Fatalf("%q prints as %q: %s", text, printed, findings(ds))
		}
		if !reflect.DeepEqual(bare(n), bare(again)) {
			t.Fatalf("%q prints as %q, another tree", text, printed)
		}
	})
}

func FuzzParseEffects(f *testing.F) {
	for _, s := range []string{
		"money -= price, has_meal = true", "if c then a = 1 else { b = 2; c += 3 }", "forall e: enemy where x(e) { y(e) = true }",
		"forall n: int 0..3: a(n) = n", "if a then if b then c = 1 else d = 2", "a == 1", "pos.x = 3", "forall e: enemy {", "a = = 2", "!a", "forall e in remembered enemy: a(e: 1) = 2", "f(x: 1) = 3",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, ds := parseEffects(text)
		if len(ds.All) > 0 {
			return
		}
		printed := expr.PrintEffects(list)
		again, ds := parseEffects(printed)
		if len(ds.All) > 0 {
			t.Fatalf("%q prints as %q: %s", text, printed, findings(ds))
		}
		if got := expr.PrintEffects(again); got != printed {
			t.Fatalf("%q prints as %q, then as %q", text, printed, got)
		}
	})
}
