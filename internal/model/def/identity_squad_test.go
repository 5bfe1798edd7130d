package def_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// TestIdentityOfSquads: all that squads, orders, needs, reactions and layers say is in the identity of a model; what
// nothing depends on is not.
func TestIdentityOfSquads(t *testing.T) {
	want := identityOf(t, fireteam)
	for _, same := range [][2]string{
		{"role pointman 1 each m: soldier score courage(m)", "role pointman 1..1 each s: soldier score courage(s)"}, {"0..1 + 1", "0..2"}, {"token lead\n", "token lead 1\n"},
		{"duck(1 + 1)", "duck(2)"}, {"plan assault once", "plan assault every 2s once"}, {"role flanker 0..1 + 1", "role flanker 0..2 bonus 0.2"}, {"needs x\naction lean", "needs x priority 0\naction lean"},
	} {
		if identityOf(t, replaced(t, fireteam, same[0], same[1])) != want {
			t.Errorf("%s changes the identity", same[1])
		}
	}
	seen := map[def.Identity]string{want: "the model itself"}
	for _, other := range squadChanges {
		got := identityOf(t, replaced(t, fireteam, other[0], other[1]))
		if before, known := seen[got]; known {
			t.Errorf("%s has the identity of %s", other[1], before)
		}
		seen[got] = other[1]
	}
}

var squadChanges = [][2]string{
	{"squad company { plan command every 5s; role reserve 0..4 }", "squad company { plan command every 5s; role reserve 0..5 }"}, {"every 5s;", "every 6s;"}, {"role reserve 0..4", "role reserve 1..4"},
	{"score courage(m) - hp bonus", "score courage(m) bonus"}, {"each m: soldier", "each m: medic"}, {"bonus 0.3", "bonus 0.4"}, {"0..1 + 1\n", "0..2 each m: soldier\n"}, {"idle signal\n", ""},
	{"2 lease 3s", "3 lease 3s"}, {"2 lease 3s", "2 lease 4s"}, {"2 lease 3s", "2"}, {"slot cover 1", "slot wall 1"}, {"slot window 2\n", ""}, {"    squad company\n", ""}, {"token lead\n", "token lead 2\n"},
	{"needs shoot_at_player priority 2, lead grace", "needs lead, shoot_at_player priority 2 grace"}, {"priority 2", "priority 3"}, {"priority 2", "priority -2"}, {"grace 0.5s", "grace 0.6s"}, {"grace 0.5s", ""},
	{"needs x\naction lean", "\naction lean"}, {"order flanker attack(e); effect spotted", "order pointman attack(e); effect spotted"}, {"order urgent flanker attack(e)", "order flanker attack(e)"}, {"order pointman clear(e)", "order pointman take_cover(none)"},
	{"gatherer; squad fireteam;", "gatherer;"}, {"gatherer; squad fireteam;", "gatherer; squad company;"}, {"hit on damage cooldown", "hit on alarm cooldown"}, {"hit on damage cooldown 1s", "hit on damage"}, {"hit on damage cooldown", "signal on damage cooldown"},
	{"cooldown 1s", "cooldown 2s"}, {"duck(1 + 1) on", "duck(1) on"}, {"hp < 0.3", "hp < 0.4"}, {"panic on alarm", "signal on alarm"}, {"layer voice chatter(0.5)", "layer voice chatter(0.6)"}, {"layer voice chatter", "layer mouth chatter"},
	{"    layer voice chatter(0.5)\n    layer eyes peek(none)", "    layer eyes peek(none)\n    layer voice chatter(0.5)"}, {"    layer eyes peek(none)\n", ""}, {"; orders score if alarm then 0.8 else hp", ""}, {"then 0.8", "then 0.9"},
}
