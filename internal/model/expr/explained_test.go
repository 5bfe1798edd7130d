package expr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/world"
)

// TestExplanations compares explanations whole: the part that is to blame, the way there, the values it saw.
func TestExplanations(t *testing.T) {
	f, m, fr := scene(t)
	f.derive(t, "rich", nil, BoolType, "money > 50 && ready")
	f.derive(t, "near", []world.Type{objectType(typeUnit)}, BoolType, "distance(a) < 1 || danger(a)", "a")
	f.derive(t, "safe", []world.Type{objectType(typeUnit)}, BoolType, "forall(x: enemy where x != a: distance(x) > 3 && !visible(x))", "a")
	var out strings.Builder
	for _, text := range []string{
		"true", "false", "hungry", "tired", "!hungry", "money > 50", "50 < money", "money in 30..40", "money not in 0..40", "at == home", "at in {home, office}", "target == e", "target in sniper", "target == none", "e == none",
		"hungry && tired", "tired && hungry", "hungry && money > 3 && money > 50 && at == home", "tired || money > 50", "(tired || money > 50) && hungry", "hungry && (tired || at == home)", "!(hungry || tired)", "!(hungry && money > 3)", "tired == hungry", "hungry == (money > 50)",
		"if hungry then tired else hungry", "if tired then hungry else money > 50", "if hungry then (if tired then hungry else money > 50) else tired", "if hungry then ready else tired", "if hungry then money > 3 && tired else hungry",
		"ready", "rich", "!rich && rich", "rich || tired", "near(e)", "near(target)", "safe(e)", "safe(target)", "danger(e)", "danger(target)", "big(n)", "big(money)", "hungry && near(e) && tired", "worth(it, 2) > 500", "worth(held, n) > 500", "step3(n) > 50",
		"exists(x: enemy where visible(x) && distance(x) > 7)", "exists(x: enemy where x == e && visible(x))", "exists(x: sniper where visible(x))", "exists(x: enemy, y: item where likes(x, x, e) > 2 && cost(y) > 3)", "exists(x: place where fare(x, at) > 3)", "exists(x in remembered enemy where visible(x))", "exists(x in remembered enemy)", "!exists(x: enemy where visible(x))", "exists(x: unit where money > 50)", "exists(x: place, y: place where fare(x, y) > 8)",
		"forall(x: enemy: visible(x))", "forall(x: enemy where visible(x): distance(x) > 7)", "forall(x: enemy, y: item: likes(x, x, e) > 2)", "forall(x: enemy: forall(y: item: cost(y) > 5))", "forall(x: enemy: exists(y: item where cost(y) > 50))", "forall(x: enemy: x == e || near(x))", "forall(x: enemy where forall(y: item: cost(y) > 3): visible(x))", "!forall(x: enemy: distance(x) > 1)", "forall(x: place: fare(x, p) == fare(x, at))", "forall(x: enemy: ready)", "forall(x: place, y: place where x != y: fare(x, y) > 0 && tired)",
		"count(x: enemy where visible(x)) > 2", "sum(x: item: cost(x)) > 99", "min(x: unit: distance(x)) > 99", "max(x: item: cost(x) else n) > 99", "remembered(e)", "remembered(it)", "!remembered(e) && remembered(target)", "visible(none)", "cost(none) > 7", "slot(money) > 3", "slot(n) > 3", "cost(held) > money", "fare(p, at) > n", "owner(it, true) == e", "spot(e) == v", "pos == v && hungry", "dist(pos, spot(e)) > 3", "track(e, target, it) == vec2(1, 1)",
		"wild(hungry) == home", "twice(n) > money", "logistic(heat) > 0.999", "n > 5 && n > 4", "n + money > 50 + debt", "f > heat", "p == at", "exists(n: enemy where visible(n) && n == e)", "forall(e: enemy: visible(e))",
		"cost(it) + cost(held) + money + debt + fare(p, at) + slot(n) + slot(2) + slot(1) + slot(0) + fare(at, p) > 999", "cost(it) + cost(it) + cost(held) > 999",
	} {
		term := f.check(t, text, BoolType)
		why := Explain(term, m, fr)
		fmt.Fprintf(&out, "%s\n\t%s\n", text, why.Format(m.State))
		for _, p := range why.Path {
			fmt.Fprintf(&out, "\tby way of %s\n", p)
		}
		for _, b := range why.Bindings {
			fmt.Fprintf(&out, "\t%s: %s %v\n", b.Name, typeText(f.schema, b.Type), b.Value)
		}
		for _, r := range why.Reads {
			if r.Absent {
				fmt.Fprintf(&out, "\tabsent: %s\n", r.Format(m.State))
			}
		}
		fmt.Fprintf(&out, "\tholds: %t, %d looked at, %d more\n", why.Holds, why.Tuples, why.More)
		if why.Holds != CompileCond(term).Eval(m, fr) {
			t.Errorf("%s holds: %t by its explanation", text, why.Holds)
		}
	}
	if why := Explain(nil, m, fr); !why.Holds {
		t.Error("nothing does not hold")
	}
	sameAsGolden(t, "explained.txt", out.String())
}
