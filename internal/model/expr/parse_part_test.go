package expr

import (
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
)

// TestOperandsEndBeforeTheNextOperator: what stands behind a "*" or before a "%" of its own is one operand.
func TestOperandsEndBeforeTheNextOperator(t *testing.T) {
	for _, c := range []struct{ text, operand, rest string }{
		{"20% within", "20", "%"},
		{"1.5 * 2", "1.5", "*"},
		{"a + b", "a", "+"},
		{"(a + b) * 2", "(a + b)", "*"},
		{"-n^2 > 3", "-n^2", ">"},
		{"f(a, b + 1)%", "f(a, b + 1)", "%"},
	} {
		var ds diag.List
		p := NewStringParser(diag.NewSource("t", c.text), &ds)
		n := p.Operand()
		if got := PrintOperand(n); got != c.operand || p.Text(p.Tok()) != c.rest || len(ds.All) > 0 {
			t.Errorf("%s: %s, then %s; want %s, then %s; %v", c.text, got, p.Text(p.Tok()), c.operand, c.rest, ds.All)
		}
		if p.Finish() {
			t.Errorf("%s is taken to end behind its first operand", c.text)
		}
	}
	var ds diag.List
	p := NewStringParser(diag.NewSource("t", "a\n+ b"), &ds)
	if p.Expr(); !p.Finish() {
		t.Errorf("a line end within a string counts: %v", ds.All)
	}
	sum := &Binary{Op: Add, X: &Lit{Kind: LitInt, Int: 1}, Y: &Lit{Kind: LitInt, Int: 2}}
	if got := PrintOperand(sum); got != "(1 + 2)" {
		t.Errorf("a sum is printed as the operand %s", got)
	}
}
