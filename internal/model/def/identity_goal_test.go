package def_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// identityOf returns the identity of a model that may have warnings.
func identityOf(t *testing.T, text string) def.Identity {
	t.Helper()
	info, ds := def.Check(parse(t, text))
	if info == nil {
		t.Fatalf("%s", findings(ds))
	}
	return info.Identity()
}

// TestIdentityOfGoals: all that goals, brains, senses and memories say is in the identity of a model; what nothing
// depends on is not.
func TestIdentityOfGoals(t *testing.T) {
	want := identityOf(t, gatherer)
	for _, same := range [][2]string{
		{"const", "// a comment\nconst"}, {"const near_by = 2", "const near_by = 1 + 1"},
		{"goal visit(p: place) { move_to(p) }", "goal visit(q: place) { move_to(q) }"},
		{"want visit(p) each p: place where p != at", "want visit(q) each q: place where q != at"},
		{"memory short { span 8s; decay", "memory short { span 8s; capacity 32; decay"}, {"range 12;", "range near_by * 6;"},
		{"weight 2\n        rank -2", "rank -2\n        weight 2"}, {"score 0.05", "score 0.5 / 10"},
	} {
		if identityOf(t, replaced(t, gatherer, same[0], same[1])) != want {
			t.Errorf("%s changes the identity", same[1])
		}
	}
	seen := map[def.Identity]string{want: "the model itself"}
	for _, other := range identityChanges {
		got := identityOf(t, replaced(t, gatherer, other[0], other[1]))
		if before, known := seen[got]; known {
			t.Errorf("%s has the identity of %s", other[1], before)
		}
		seen[got] = other[1]
	}
}

// replaced changes the first place of a text that has a certain part; there must be one.
func replaced(t *testing.T, text, from, to string) string {
	t.Helper()
	if !strings.Contains(text, from) {
		t.Fatalf("the model has no %q", from)
	}
	return strings.Replace(text, from, to, 1)
}

var identityChanges = [][2]string{
	{"do get_item(i)", "do kill(none)"}, {"goal visit(home) score", "goal visit(shop) score"}, {"goal get_item(i) }", "goal kill(none) }"},
	{"select weighted top 3 within 0.2 inertia 0.1 fade 5s", ""}, {"weighted top 3", "weighted top 4"}, {"top 3 within 0.2", "top 3 within 0.3"}, {"weighted top 3 within 0.2", "first over 0.2"},
	{"inertia 0.1 fade 5s {", "inertia 0.2 fade 5s {"}, {"inertia 0.1 fade 5s {", "inertia 0.1 {"}, {"each i in remembered item where position(i).x", "each i: item where position(i).x"},
	{`"known" each i in remembered item`, `"known" each i: item`}, {"quadratic(1 - energy / 10)\n", "cubic(1 - energy / 10)\n"}, {"quadratic(1 - energy / 10)\n", "quadratic(1 - energy / 10, slope: 2)\n"},

	{"while remembered(i); ", ""}, {"while remembered(i); ", "until remembered(i); "}, {"while remembered(i)", "when remembered(i)"}, {"fail_after 20s", "fail_after 21s"}, {"fail_after 20s", ""},
	{"pick_up(i) }", "pick_up(none) }"}, {"when armed ||", "when armed &&"}, {"backoff 1s\n", "backoff 2s\n"}, {`way "close"`, `way "near"`}, {"when distance(e) < near_by tries", "when distance(e) <= near_by tries"},
	{"tries 2", "tries 3"}, {"retry 2", "retry 3"}, {"backoff 0.5s", "backoff 0.6s"}, {"else shoot(e) when ammo > 0", "else shoot(e)"}, {"else flee_from(e) optional", "optional"},
	{"else flee_from(e)", "else shout"}, {"flee_from(e) optional }", "flee_from(e) }"}, {" suspends", ""}, {" uninterrupted", ""}, {"plan shout", "shout"}, {"plan shout", "plan shout best"}, {"until distance(e) < near_by", "while distance(e) < near_by"},
	{"until distance(e) < near_by", ""}, {"dine while alive(e)", "dine until alive(e)"}, {"dine while alive(e)", "plan shout while alive(e)"}, {"get_item(none)", "kill(none)"}, {"ammo == 0", "ammo == 1"}, {"{ reload }", "{ shout }"},
	{"interrupt when ammo == 0 { reload }", ""},

	{"finish each e in remembered enemy", "finish each e: enemy"}, {"want visit(shop) as shopping", "want visit(home) as shopping"}, {"want visit(p) each", "want visit(p) as going each"}, {"where wounded(e) when", "when"},
	{"where wounded(e) when armed", "where wounded(e)"}, {"quadratic(1 - energy / 10) * energy_of(i)", "quadratic(1 - energy / 9) * energy_of(i)"}, {"cooldown 5s", "cooldown 6s"}, {"missed(i) }", "!missed(i) }"}, {"; forget_when missed(i)", ""},
	{`consider "near"`, `consider "close"`}, {"from 20 to 0", "from 30 to 0"}, {"from 20 to 0", "from 20 to 1"}, {"logistic(exponent: 2)", "logistic(exponent: 3)"}, {"logistic(exponent: 2)", "logit(exponent: 2)"}, {"through logistic(exponent: 2)", "through piecewise(0, 0, 1, 0.5)"}, {"through logistic(exponent: 2)", "through piecewise(0, 0, 1, 0.6)"},
	{"weight 2\n        consider", "weight 3\n        consider"}, {"consider energy from 0 to 10\n", ""}, {"combine product", "combine min"}, {"weight 2\n        rank", "weight 3\n        rank"}, {"rank -2", "rank 2"}, {"        interrupts\n", ""},
	{"inertia 0.1 fade 5s\n", "inertia 0.1\n"}, {"inertia 0.1 fade 5s\n", "inertia 0.3 fade 5s\n"}, {"select dual", "select weighted"}, {"top 20%", "top 20"}, {"within 0.2\n", "within 0.25\n"}, {"every 0.25s", "every 0.5s"}, {"gap 0.1s", "gap 0.2s"},
	{"repetition 0.2", "repetition 0.1"}, {"last 4", "last 3"}, {"backoff 1s to 30s", "backoff 2s to 30s"}, {"to 30s", "to 31s"}, {"after 5", "after 4"}, {"for 60s", "for 50s"}, {"for 60s", ""},
	{"finish * 1.5", "finish * 1.6"}, {"finish * 1.5", "finish never"}, {"shopping never", "shopping * 0.5"}, {"get_item score power_of(i)", "get_item score energy_of(i)"}, {"get_item score power_of(i)", ""},

	{"range 12", "range 13"}, {"cone 110deg", "cone 111deg"}, {"line_of_sight; ", ""}, {"lose_range 15", "lose_range 16"}, {"touch_range 1", "touch_range 2"}, {"reaction 0.2s", "reaction 0.3s"}, {"jitter 0.1s", "jitter 0.2s"},
	{"falloff 1", "falloff 2"}, {"damping 0.5", "damping 0.6"}, {"blur 0.1", "blur 0.2"}, {"threshold 0.1", "threshold 0.2"}, {"confidence 0.8", "confidence 0.9"}, {"ears: hearing { falloff 1; damping 0.5; blur 0.1; threshold 0.1; confidence 0.8 }", "ears: talk { }"},
	{"span 8s", "span 9s"}, {"decay 0.1/s", "decay 0.2/s"}, {"predict 2s", "predict 3s"}, {"spread 0.5/s", "spread 0.6/s"}, {"max_spread 5", "max_spread 6"}, {"miss_range 1", "miss_range 2"}, {"miss_factor 0.5", "miss_factor 0.6"},
	{"promote_times 3", "promote_times 4"}, {"promote_importance 5", "promote_importance 6"}, {"forget_below 0.05", "forget_below 0.06"}, {"doubts 0.5, 0.2", "doubts 0.5"}, {"doubts 0.5, 0.2", "velocity_fade 2"}, {"doubts 0.5, 0.2", "kind_fade 2"}, {"keep; ", ""}, {"capacity 64", "capacity 65"},

	{"gatherer as brave", "gatherer as calm"}, {"agent two { brain gatherer;", "agent two { brain idler as brave;"}, {"sense sight; sense ears; memory short", "sense sight; memory short"}, {"sense sight; sense ears; memory short", "sense ears; sense sight; memory short"}, {"memory short; memory long;", "memory short;"}, {"; body person", ""}, {"body person", "body thing"},
	{"sensed distance", "remembered distance"},
}
