package lang

import (
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// around has the declarations that testdata/good/sketches.krk uses and does not have.
const around = `type place = { start, home }
type thing
type item: thing
type enemy: thing
type soldier: thing
objects player: enemy

state agent {
    sensed visible(e: enemy): bool
    sensed distance(e: enemy): float
    start_pos: place
    energy: float = 1
    power: float = 1
    remembered energy_of(i: item): float
    remembered power_of(i: item): float
    known := exists(e in remembered enemy where visible(e)) || start_pos == home
}

action look_for(e: enemy, range: float)
action attack(e: enemy)
action chase(e: enemy)
action keep_range(e: enemy)
action return_to(p: place)
action move_to(i: item)
action pick_up(i: item)
action approach(e: enemy)
action strike(e: enemy)
action shoot(e: enemy) uses hands needs shoot_at_player
action wander_about
action duck uses legs
tree hit_reaction { duck }
operator spread_out { do parallel { order pointman wander; order urgent flanker kill(player) } }
task hold_area { method "spread out" { spread_out } }
`

// TestSketchesOfTheLanguageCheck reads and checks guards, and gatherers in squads, as a designer writes them; then the
// same from the canonical layout and from the JSON form.
func TestSketchesOfTheLanguageCheck(t *testing.T) {
	sketches, err := os.ReadFile("testdata/good/sketches.krk")
	if err != nil {
		t.Fatal(err)
	}
	f, ds := Parse(diag.NewSource("sketches.krk", around+string(sketches)))
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	again, ds := Parse(diag.NewSource("again.krk", Format(f)))
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	encoded, err := EncodeJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	decoded, ds := DecodeJSON(diag.NewSource("sketches.json", string(encoded)))
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	for _, f := range []*def.File{f, again, decoded} {
		info, ds := def.Check(&def.Model{Files: []*def.File{f}})
		if info == nil {
			t.Errorf("%s: %s", f.Name, render(ds))
			continue
		}
		var kinds []string
		for _, a := range info.Agents {
			kinds = append(kinds, a.Name)
		}
		if got := strings.Join(kinds, " "); got != "near_guard far_guard rifleman fireteam" || len(info.Orders) != 2 || len(info.Leases) != 1 {
			t.Errorf("%s: agents %s, %d orders, %d leases", f.Name, got, len(info.Orders), len(info.Leases))
		}
	}
}
