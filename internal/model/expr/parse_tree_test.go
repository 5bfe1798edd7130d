package expr_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// TestWhatTreesAreCalledWith: calls with named arguments, ports and lists are read and printed in one form.
func TestWhatTreesAreCalledWith(t *testing.T) {
	src := func(text string) *diag.Source { return diag.NewSource("t", text) }
	call := func(text string, ds *diag.List) string {
		n := expr.ParseNamedCallString(src(text), ds)
		if n == nil {
			return ""
		}
		return expr.PrintNamedCall(n)
	}
	ports := func(text string, ds *diag.List) string { return expr.PrintPorts(expr.ParsePortsString(src(text), ds)) }
	exprs := func(text string, ds *diag.List) string { return expr.PrintExprs(expr.ParseExprsString(src(text), ds)) }
	for _, c := range []struct {
		read       func(string, *diag.List) string
		text, want string // no want: a mistake
	}{
		{call, "guard", "guard"}, {call, "guard()", "guard()"}, {call, "guard(1,x)", "guard(1, x)"},
		{call, "guard(4, reach : 1+1, ..)", "guard(4, reach: 1 + 1, ..)"}, {call, "guard(..)", "guard(..)"}, {call, "guard(`in`: 2)", "guard(`in`: 2)"},
		{call, "guard(.., 1)", ""}, {call, "guard(a:)", ""}, {call, "guard(a: 1,)", ""}, {call, "guard(1 2)", ""}, {call, "guard(1) x", ""}, {call, "", ""},
		{ports, "", ""}, {ports, "a: int 0..9=3,out b:foe , inout c: int, in d: bool", "a: int 0..9 = 3, out b: foe, inout c: int, d: bool"},
		{ports, "out: int, inout: bool", "out: int, inout: bool"},
		{exprs, "home,1+2", "home, 1 + 2"},
	} {
		var ds diag.List
		got := c.read(c.text, &ds)
		if got != c.want || ds.HasErrors() != (c.want == "" && c.text != "" || c.text == "" && len(ds.All) > 0) {
			t.Errorf("%q: %q, want %q, %v", c.text, got, c.want, ds.All)
		}
	}
	for _, text := range []string{"a", "a:", "a: int =", "out a", "a: int | bool", "a: int,"} {
		var ds diag.List
		if ports(text, &ds); !ds.HasErrors() {
			t.Errorf("ports %q are read", text)
		}
	}
}

// TestClosing: a parenthesis is closed by its own, and never beyond its braces.
func TestClosing(t *testing.T) {
	for text, want := range map[string]int{"(a)": 2, "(a (b) c) d": 6, "(a { ( } )": 5, "(a": -1, "{ (a } )": -1, "(a]": -1} {
		var ds diag.List
		p := expr.NewParser(diag.NewSource("t", text), &ds)
		at := 0
		for p.Peek(at).Kind != expr.TokLParen {
			at++
		}
		if got := p.Closing(at); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
		if want >= 0 && p.TokenAt(want).Kind != expr.TokRParen {
			t.Errorf("%s: token %d is %v", text, want, p.TokenAt(want).Kind)
		}
	}
}
