package expr

import (
	"fmt"
	"strings"
	"testing"
)

// TestFailingParts: a condition that does not hold is split as it is written; the parts agree with an evaluation of the
// condition.
func TestFailingParts(t *testing.T) {
	f, m, fr := scene(t)
	f.derive(t, "rich", nil, BoolType, "money > 50 && ready")
	var reported []string
	var tell func(list []Failing) string
	tell = func(list []Failing) string {
		var parts []string
		for _, p := range list {
			text := p.Text
			for i, v := range p.Values {
				text += [...]string{": ", ", "}[min(i, 1)] + v.Text + " = " + v.Value
			}
			if p.Needs != "" {
				text += ", needs " + p.Needs
			}
			if p.Looked > 0 {
				text += fmt.Sprintf(", looked at %d", p.Looked)
			}
			if len(p.Why) > 0 {
				text += " [" + tell(p.Why) + "]"
			}
			if !p.Open && EvalTerm(p.Term, m, p.Frame)[0].Bool() {
				t.Errorf("%s is said to be false, and holds", p.Text)
			}
			parts = append(parts, text)
		}
		return strings.Join(parts, "; ")
	}
	for _, text := range []string{"hungry", "money > 50", "50 < money", "hungry && money > 50 && tired", "tired || money > 50", "rich", "!hungry", "distance(e) > 99", "exists(x: enemy where money > 50)"} {
		term := f.check(t, text, BoolType)
		list := ExplainFailing(term, m, fr, nil)
		if holds := EvalTerm(term, m, fr)[0].Bool(); holds != (len(list) == 0) {
			t.Errorf("%s holds: %t, and %d parts of it do not", text, holds, len(list))
		}
		reported = append(reported, tell(list))
	}
	want := []string{"", "money > 50: money = 20, needs > 50", "50 < money: money = 20, needs > 50", "money > 50: money = 20, needs > 50; tired: tired = false",
		"tired || money > 50 [tired: tired = false; money > 50: money = 20, needs > 50]",
		"rich: rich = false [money > 50: money = 20, needs > 50; ready: ready = false [at == home: at = shop, needs == home]]", "!hungry: hungry = true",
		"distance(s1) > 99: distance(s1) = 2, needs > 99", "exists(x: enemy where money > 50), looked at 3"}
	for i, w := range want {
		if reported[i] != w {
			t.Errorf("%q, want %q", reported[i], w)
		}
	}
}
