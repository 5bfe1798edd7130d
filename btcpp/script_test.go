package btcpp

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"pgregory.net/rapid"
)

func parse(t *testing.T, text string) (*Script, diag.List) {
	t.Helper()
	var ds diag.List
	s := ParseScript(diag.NewSource("s", text), &ds)
	if (s == nil) != ds.HasErrors() {
		t.Fatalf("%q: script %v, errors %v", text, s, ds.All)
	}
	return s, ds
}

// bracketed writes a tree with every parenthesis, for the tests of precedence.
func bracketed(e *ScriptExpr) string {
	switch {
	case len(e.Args) == 0:
		return e.operand()
	case len(e.Args) == 1:
		return "(" + e.Op.String() + bracketed(e.Args[0]) + ")"
	}
	var b strings.Builder
	for i, a := range e.Args {
		if i > 0 {
			sign := e.Op.String()
			if e.Op == ScriptCompare {
				sign = e.Compare[i-1].String()
			}
			b.WriteString(" " + sign + " ")
		}
		b.WriteString(bracketed(a))
	}
	return "(" + b.String() + ")"
}

func TestScriptPrecedence(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a:=1+2*3", "(a := (1 + (2 * 3)))"},
		{"a=b=c", "(a = (b = c))"},
		{"a := b ? 1 : c ? 2 : 3", "(a := (b ? 1 ? (c ? 2 ? 3)))"},
		{"a || b && c", "(a || (b && c))"},
		{"a<b<=c && d", "((a < b <= c) && d)"},
		{"a == b | c & d", "(a == (b | (c & d)))"},
		{"1-2-3", "((1 - 2) - 3)"},
		{"'a'..'b' .. 'c'", "(('a' .. 'b') .. 'c')"},
		{"1..2", "(1 .. 2)"},
		{"-a*b", "((-a) * b)"},
		{"- -a", "(-(-a))"},
		{"!a&&~b", "((!a) && (~b))"},
		{"a^b|c", "((a ^ b) | c)"},
		{"(a:=1)+2", "((a := 1) + 2)"},
		{"@x += 0x1F", "(@x += 31)"},
		{"a!=b==c", "(a != b == c)"},
		{"1.5e2 > 2E-1", "(150.0 > 0.2)"},
		{"true ? (a?b:c) : false", "(true ? (a ? b ? c) ? false)"},
		{"a ? b := 1 : 2", "(a ? (b := 1) ? 2)"},
	} {
		s, ds := parse(t, c.text)
		if s == nil {
			t.Errorf("%q: %v", c.text, ds.All)
			continue
		}
		if got := bracketed(s.Statements[0]); got != c.want || len(s.Statements) != 1 {
			t.Errorf("%q: %s (%d statements), want %s", c.text, got, len(s.Statements), c.want)
		}
	}
}

func TestScriptStatements(t *testing.T) {
	for text, want := range map[string]string{
		"a:=1;b:=2":         "a := 1; b := 2",
		"a:=1;;\n b:=2 ;":   "a := 1; b := 2",
		"a:=1 b:=2":         "a := 1; b := 2",
		"A:=5;\nB:=6":       "A := 5; B := 6",
		"msg := 'it\tis;' ": "msg := 'it\tis;'",
		"a":                 "a",
	} {
		s, ds := parse(t, text)
		if s == nil || s.String() != want {
			t.Errorf("%q: %v %v, want %q", text, s, ds.All, want)
		}
	}
}

func TestScriptMistakes(t *testing.T) {
	deep := strings.Repeat("(", MaxScriptDepth+1) + "1" + strings.Repeat(")", MaxScriptDepth+1)
	long := "1" + strings.Repeat("+1", MaxScriptDepth+1)
	for _, c := range []struct {
		text string
		want []string // code@column
	}{
		{"", []string{"K450@1"}},
		{" ; ", []string{"K454@2"}},
		{"  ", []string{"K450@1"}},
		{"a := #", []string{"K451@6"}},
		{"a := \"x\"", []string{"K451@6", "K451@8"}},
		{"3foo", []string{"K452@1"}},
		{"65.", []string{"K452@1"}},
		{"65.43foo", []string{"K452@1"}},
		{"0X100g", []string{"K452@1"}},
		{"0x", []string{"K452@1"}},
		{"0X100.", []string{"K452@1"}},
		{"1e", []string{"K452@1"}},
		{"1.5.2", []string{"K452@1"}},
		{"9223372036854775808", []string{"K452@1"}},
		{"1e999", []string{"K452@1"}},
		{"a := 'x", []string{"K453@6"}},
		{"a := ", []string{"K454@6"}},
		{"a + * b", []string{"K454@5"}},
		{":= 3", []string{"K454@1"}},
		{"(a", []string{"K455@3"}},
		{"(a b)", []string{"K455@4"}},
		{"a ? b", []string{"K455@6"}},
		{"a)", []string{"K454@2"}},
		{"'hello' = 'world'", []string{"K456@1"}},
		{"3.0 = 2.0", []string{"K456@1"}},
		{"a+b := 2", []string{"K456@1"}},
		{"a := ; b := ) ; c = 1x", []string{"K454@6", "K454@13", "K452@21"}},
		{deep, []string{"K457@251"}},
		{long, []string{"K457@503"}},
		{strings.Repeat(" ", MaxScriptSize+1), []string{"K457@1"}},
		{"é", []string{"K451@1"}},
		{"\xff", []string{"K451@1"}},
	} {
		_, ds := parse(t, c.text)
		ds.Sort()
		var got []string
		for _, d := range ds.All {
			got = append(got, string(d.Code)+"@"+strings.TrimPrefix(d.Span.Position().String(), "s:1:"))
		}
		if strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%.40q: %v, want %v: %v", c.text, got, c.want, ds.All)
		}
	}
}

// TestScriptRoundTrip: printed scripts parse to the same tree.
func TestScriptRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawExpr(t, 5)
		text := e.String()
		var ds diag.List
		s := ParseScript(diag.NewSource("s", text), &ds)
		if s == nil || len(s.Statements) != 1 || bracketed(s.Statements[0]) != bracketed(e) {
			t.Fatalf("%s printed as %q: %v %v", bracketed(e), text, s, ds.All)
		}
	})
}

func drawExpr(t *rapid.T, depth int) *ScriptExpr {
	op := ScriptOp(rapid.IntRange(int(ScriptInt), int(ScriptDivAssign)).Draw(t, "op"))
	if depth == 0 && scriptSigns[op].level != levelOperand {
		op = ScriptName
	}
	e := &ScriptExpr{Op: op}
	operands := 0
	switch scriptSigns[op].level {
	case levelOperand:
		e.Text = rapid.SampledFrom([]string{"a", "b", "@c", "_d"}).Draw(t, "name")
		e.Int = rapid.Int64Range(0, 1<<62).Draw(t, "int")
		e.Real = rapid.Float64Range(0, 1e300).Draw(t, "real")
		if op == ScriptBool {
			e.Int &= 1
		}
	case levelPrefix:
		operands = 1
	case levelAssign:
		e.Args = append(e.Args, &ScriptExpr{Op: ScriptName, Text: "x"})
		operands = 1
	case levelChoose:
		operands = 3
	case levelCompare:
		operands = rapid.IntRange(2, 4).Draw(t, "operands")
		for range operands - 1 {
			e.Compare = append(e.Compare, ScriptOp(rapid.IntRange(int(ScriptEqual), int(ScriptGreaterEqual)).Draw(t, "sign")))
		}
	default:
		operands = 2
	}
	for range operands {
		e.Args = append(e.Args, drawExpr(t, depth-1))
	}
	return e
}

// FuzzScript: every text is either parsed, and then printed and parsed to the same again, or refused with a place.
func FuzzScript(f *testing.F) {
	for _, text := range []string{"a:=1; b+=2", "a ? 'x' .. 1 : -2e3", "((", "1..2", "a<b<c", "'", "0x", "@a=!b&&~c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, ds := parse(t, text)
		if s == nil {
			for _, d := range ds.All {
				if d.Span.Src == nil || d.Span.Start < 0 || d.Span.End > int32(len(text)+1) {
					t.Fatalf("%q: no place: %+v", text, d)
				}
			}
			return
		}
		printed := s.String()
		again, ds := parse(t, printed)
		if again == nil {
			t.Fatalf("%q printed as %q: %v", text, printed, ds.All)
		}
		if again.String() != printed {
			t.Fatalf("%q printed as %q and then as %q", text, printed, again.String())
		}
	})
}
