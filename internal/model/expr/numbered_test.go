package expr_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// TestNumberedNames: only where they are wanted, names end with a number, without a space before it.
func TestNumberedNames(t *testing.T) {
	read := func(text string, parse func(*diag.Source, *diag.List) expr.Node) string {
		var ds diag.List
		n := parse(diag.NewSource("condition", text), &ds)
		call, is := n.(*expr.Ref)
		if ds.HasErrors() || !is || len(call.Args) != 1 {
			return ""
		}
		return call.Args[0].(*expr.Ref).Name
	}
	for text, want := range map[string]string{"at(guard#12)": "guard#12", "at(`guard#1`)": "guard#1", "at(été#1)": "été#1", "at(guard)": "guard", "at(guard #1)": "", "at(guard#)": "", "at(#1)": "", "at(guard#1a)": ""} {
		if got := read(text, expr.ParseNumberedString); got != want {
			t.Errorf("%s: the argument is %q, want %q", text, got, want)
		}
	}
	if got := read("at(guard#1)", expr.ParseString); got != "" {
		t.Errorf("a program names %q", got)
	}
}
