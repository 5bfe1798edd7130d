package expr

import (
	"testing"

	"pgregory.net/rapid"
)

func TestDecided(t *testing.T) {
	f := newFixture(t)
	for text, want := range map[string]string{
		"money > 200":                        "false",
		"money >= 0":                         "true",
		"money < 0 || tired":                 "",
		"money < 0 && tired":                 "false",
		"!(money <= 100)":                    "false",
		"money == 101":                       "false",
		"money != 101":                       "true",
		"money in 101..200":                  "false",
		"money in 0..100":                    "true",
		"money in { -1, 300 }":               "false",
		"money in { 1, 300 }":                "",
		"money in debt..-1":                  "false",
		"money in debt..100":                 "",
		"money in 101..debt":                 "false",
		"money in 0..debt":                   "",
		"money > 200.5":                      "false",
		"debt > 200":                         "",
		"exists(x: item where cost(x) > 50)": "false",
		"forall(x: item: cost(x) > 0)":       "true",
		"exists(x: item where cost(x) > 5)":  "",
		"if tired then money < 0 else false": "false",
		"at == home":                         "",
		"hungry == tired":                    "",
	} {
		got := ""
		if truth, known := f.check(t, text, BoolType).Decided(); known {
			got = map[bool]string{true: "true", false: "false"}[truth]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A decision without a state holds in every state.
func TestDecidedAgreesWithReference(t *testing.T) {
	f := newFixture(t)
	rapid.Check(t, func(rt *rapid.T) {
		g := gencase{t: rt}
		text := g.text("bool", 3)
		term, ds := f.parsed(text, BoolType)
		skipConstants(rt, text, ds)
		m := f.machine(t)
		fr := randomState(rt, f, m)
		if truth, known := term.Decided(); known && truth != EvalTerm(term, m, fr)[0].Bool() {
			rt.Fatalf("%s: decided as %v", text, truth)
		}
	})
}
