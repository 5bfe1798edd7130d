package def_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

const identified = `
type place = { home, shop }
type foe max 3
objects e1: foe
const price = 5
state agent { at: place; money: int 0..99 = 20; mood: int 0..9; seen(f: foe): bool; gloomy := mood < 3; rich := money > price }
init { money = 30 }
action go(p: place) uses legs
action wave(p: place)
operator greet(f: foe) { do parallel { go(home); wave(shop) }; claim f; effect seen(f) = true }
operator walk(p: place) { when at != p; do go(p); effect at = p; fail_after 3s }
operator look(f: foe) { effect seen(f) = true; cost 2 }
task roam {
    method "look" each f: foe where !seen(f) order money margin 2.0 { look(f); greet(f) }
    method "walk" { walk(shop); walk(home) }
}
agent one { plan roam when rich every 1s; idle go(home) }
tree stroll(p: place, inout m: int) {
    service every 1s set m -= 1
    selector { sequence abort both { if gloomy; go(p) uninterrupted }; each q in home, shop { wave(q) }; plan roam; wait 2s }
}
agent three { tree stroll(home, mood) { override wave = go } }
test "t" { given money = 40; task roam; expect walk(shop), walk(home) }
`

// TestIdentity: what decisions depend on is in the identity of a model, and nothing else is.
func TestIdentity(t *testing.T) {
	want := check(t, identified).Identity()
	for _, same := range [][]string{
		{"const", "// a comment\nconst"}, {"= 5", "= 3 + 2"}, {"money > price", "(money > price)"}, {"money = 40", "money = 50"},
		{"walk(p: place)", "walk(to: place)", "at != p; do go(p); effect at = p", "at != to; do go(to); effect at = to"},
		{"each f: foe where !seen(f)", "each g: foe where !seen(g)", "{ look(f); greet(f) }", "{ look(g); greet(g) }"},
	} {
		if check(t, strings.NewReplacer(same...).Replace(identified)).Identity() != want {
			t.Errorf("%s changes the identity", same[1])
		}
	}
	seen := map[def.Identity]string{want: "the model itself"}
	for _, other := range [][2]string{
		{"home, shop", "home, shop, office"}, {"max 3", "max 4"}, {"e1: foe", "e1, e2: foe"}, {"= 5", "= 6"}, {"= 20", "= 21"}, {"money = 30", "money = 31"},
		{"money > price", "money >= price"}, {"uses legs", "uses arms"}, {"at != p", "at == p"}, {"do go(p)", "do go(home)"}, {"3s", "4s"}, {"cost 2", "cost 3"},
		{"seen(f) = true", "seen(f) = false"}, {"where !seen(f)", "where seen(f)"}, {"order money", "order 0 - money"}, {"2.0", "3.0"},
		{"walk(shop); walk(home)", "walk(home); walk(shop)"}, {"{ walk(shop); walk(home) }", "{ unordered { walk(shop); walk(home) } }"},
		{"when rich", "when !rich"}, {"every 1s", "every 2s"}, {"roam when rich every 1s", "roam when rich every 1s once"}, {"idle go(home)", "idle go(shop)"},
		{"agent one", "agent two"}, {`"look"`, `"see"`}, {"cost 2", "cost 2; cooldown 2s"}, {"do parallel", "do parallel any"}, {"claim f; ", ""},
		{"every 1s set m -= 1", "every 2s set m -= 1"}, {"set m -= 1", "set m -= 2"}, {"abort both", "abort self"}, {"if gloomy;", "if !gloomy;"}, {"uninterrupted", ""},
		{"in home, shop", "in shop, home"}, {"wait 2s", "wait 3s"}, {"wait 2s", "wait 2s as \"pause\""}, {"; plan roam;", "; plan walk(home);"}, {"; plan roam;", "; plan roam best;"}, {"stroll(home, mood)", "stroll(shop, mood)"},
		{"stroll(home, mood)", "stroll(home, mood) once"}, {"override wave = go", ""}, {"override wave = go", "override go = wave"}, {"selector {", "reactive selector {"},
		{"money: int 0..99 = 20", "sensed money: int 0..99 = 20"},
	} {
		got := check(t, strings.Replace(identified, other[0], other[1], 1)).Identity()
		if before, known := seen[got]; known {
			t.Errorf("%s has the identity of %s", other[1], before)
		}
		seen[got] = other[1]
	}
}
