package playground

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/arena"
)

func TestParseScene(t *testing.T) {
	s, err := ParseScene("yard.scene", `// a yard
size 20 10
energy 3 3       // items of energy appear here
picture 2
##..
#e.p
end
seconds 2min
tps 20
items energy 2 amount 40 respawn 500ms as food
items power 1 as gem
cast guard 3 team 2 speed 3.5 turn 90deg cooldown 500ms respawn 5s
cast cat 1
`)
	if err != nil {
		t.Fatal(err)
	}
	if s.Seconds != 120 || s.TPS != 20 || s.Characters() != 4 || s.CountItems() != 3 {
		t.Errorf("%+v", s)
	}
	guard, cat := s.Casts[0], s.Casts[1]
	if guard.Kind != "guard" || guard.Count != 3 || guard.Team != 2 || guard.Respawn != 5 || guard.Traits.Speed != 3.5 ||
		math.Abs(guard.Traits.Turn-math.Pi/2) > 1e-12 || guard.Traits.Cooldown != 0.5 {
		t.Errorf("the guards are %+v", guard)
	}
	if cat.Traits != DefaultTraits() || cat.Team != 0 || cat.Respawn != 0 {
		t.Errorf("the cat is %+v", cat)
	}
	food, gem := s.Items[0], s.Items[1]
	if food.Kind != arena.Energy || food.Type != "food" || food.Amount != 40 || food.Respawn != 0.5 || gem.Kind != arena.Power || gem.Amount != DefaultAmount {
		t.Errorf("the items are %+v and %+v", food, gem)
	}
	spots := s.spots[arena.Energy]
	if len(spots) != 2 || spots[0] != (arena.Point{X: 3, Y: 3}) || spots[1] != (arena.Point{X: 3, Y: 3}) || s.spots[arena.Power][0] != (arena.Point{X: 7, Y: 3}) {
		t.Errorf("items appear at %v", s.spots)
	}
	if len(s.Map.Walls()) != 2 {
		t.Errorf("the map has %d walls", len(s.Map.Walls()))
	}
}

func TestMistakesInScenesAreAllReportedWithTheirPlaces(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // how the messages begin
	}{
		{"empty", "", []string{"m:1:1: the scene has no characters", "m:1:1: the map has no size"}},
		{"nobody", "size 5 5", []string{"m:1:1: the scene has no characters"}},
		{"unknown word", "size 5 5\n  caste a 1", []string{`m:2:3: "caste" means nothing here; a line begins with seconds, tps, until, bodies, cast`}},
		{"bodies", "size 5 5\nbodies melt\ncast a 1", []string{"m:2:1: how characters pass each other is needed: bodies overlap or bodies avoid"}},
		{"mistakes of the map, and others", "cast a x\nsize 5 5\nwall 1 2", []string{`m:1:8: "x" is not a whole number`, "m:3:1: 4 numbers are needed, not 2"}},
		{"numbers missing", "size 5 5\ncast a\nitems energy\ntps", []string{"m:2:1: a kind of agent and a number", "m:3:1: a kind of item", "m:4:1: one number is needed: tps NUMBER"}},
		{"out of range", "size 5 5\ncast a 0\ncast a 1 speed -1 radius 99\ntps 5000\nseconds 0",
			[]string{"m:2:8: the number of characters must be from 1", "m:3:16: speed must be from 0", "m:3:26: radius must be from 0.05", "m:4:5: tps must be from 1 to 1000", "m:5:9: seconds must be"}},
		{"units", "size 5 5\ncast a 1 turn 90m cooldown 1deg respawn 2h", []string{`m:2:15: "90m" is not a number: turn`, `m:2:28: "1deg" is not`, `m:2:41: "2h" is not`}},
		{"what cannot be said", "size 5 5\ncast a 1 wings 2 speed 3", []string{`m:2:10: "wings" is not said of a cast; there is team, squad, respawn, radius`}},
		{"a value missing", "size 5 5\ncast a 1 speed", []string{`m:2:10: a value is missing behind "speed"`}},
		{"said twice", "size 5 5\ncast a 1 speed 2 speed 3\ntps 5\ntps 6", []string{"m:2:18: speed is said already", "m:4:1: tps is said already"}},
		{"items", "size 5 5\ncast a 1\nitems gold 3 as gem\nitems power 3\nitems power 3 as gem weight 2",
			[]string{`m:3:7: "gold" is not a kind of item`, "m:4:1: the type of the objects is missing", `m:5:22: "weight" is not said of items`}},
		{"too many", "size 5 5\ncast a 16384\ncast b 1\nitems energy 65536 as x\nitems power 1 as x", []string{"m:3:8: there are more than 16384 characters", "m:5:13: there are more than 65536 items"}},
		{"not a number", "size 5 5\ncast a 1 speed NaN damage 1e999", []string{`m:2:16: speed must be from 0`, `m:2:27: "1e999" is not a number`}},
		{"too long", strings.Repeat(" ", arena.MaxTextBytes+1), []string{"m:1:1: the text has"}},
		{"a picture without end", "cast a 1\npicture 1\ncast b 1", []string{"m:2:1: the picture does not end"}},
	} {
		_, err := ParseScene("m", c.text)
		var all arena.Mistakes
		if !errors.As(err, &all) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(all) != len(c.want) {
			t.Errorf("%s: %d mistakes, want %d:\n%v", c.name, len(all), len(c.want), err)
			continue
		}
		for i, m := range all {
			if !strings.HasPrefix(m.Error(), c.want[i]) {
				t.Errorf("%s: %q, want %q", c.name, m.Error(), c.want[i])
			}
		}
	}
}

func FuzzParseScene(f *testing.F) {
	f.Add("size 20 10\ncast a 3 team 1 speed 4 respawn 5s\nitems energy 2 amount 4 as food")
	f.Add("picture 2\n####\n#@.e\n#  p\nend\ncast a 1 turn 90deg\ntps 5\nseconds 1min")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseScene("fuzz.scene", text)
		if err != nil {
			var all arena.Mistakes
			if !errors.As(err, &all) || len(all) == 0 || all[0].Line < 1 || all[0].Column < 1 {
				t.Fatalf("%v", err)
			}
			return
		}
		if s.Map == nil || s.Characters() < 1 || s.Characters() > MaxCharacters || s.CountItems() > MaxItems || s.TPS < 1 || !(s.Seconds > 0) {
			t.Fatalf("%+v", s)
		}
		w, h := s.Map.Size()
		for _, spots := range s.spots {
			for _, at := range spots {
				if !(at.X >= 0 && at.X <= w && at.Y >= 0 && at.Y <= h) {
					t.Fatalf("items appear at %v, off the map", at)
				}
			}
		}
		for i := range s.Casts {
			b := s.Casts[i].Traits.body()
			a, err := arena.New(arena.Options{Map: s.Map, Characters: 1})
			if err != nil {
				t.Fatal(err)
			}
			if at, ok := a.FreeSpot(b.Radius); ok {
				if _, err := a.Spawn(b, at); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
