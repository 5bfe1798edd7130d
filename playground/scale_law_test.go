package playground

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
)

// What there may be makes no difference to what characters do: where a file declares room for many objects, so that
// memories are kept in rows, squads get reports in rows and places are found by a grid, the same happens as with room
// for few.
func TestRoomForManyChangesNothing(t *testing.T) {
	for _, c := range []struct {
		file, scene string
		tune        []string
	}{
		{"gatherer", "gatherer", []string{"thing max 256", "thing max 5000"}},
		{"fireteam", "fireteam", []string{"soldier max 256", "soldier max 5000", "place max 64", "place max 5000"}},
		{"fireteam", "woods", []string{"soldier max 256", "soldier max 5000", "place max 64", "place max 5000"}},
	} {
		t.Run(c.scene, func(t *testing.T) {
			few, many := settled(t, c.file, c.scene, nil), settled(t, c.file, c.scene, c.tune)
			for many.crowd.Seconds() < 60 {
				few.Step()
				many.Step()
				for i := range few.members {
					if a, b := standing(few, i), standing(many, i); a != b {
						t.Fatalf("after %v s, %s: %s, with room for many %s", many.crowd.Seconds(), few.names[i], a, b)
					}
				}
			}
		})
	}
}

func settled(t *testing.T, file, scene string, tune []string) *Playground {
	t.Helper()
	krk := readExample(t, file+"/"+file+".krk")
	if changed := strings.NewReplacer(tune...).Replace(krk); len(tune) > 0 && changed == krk {
		t.Fatal("the file says otherwise how many there may be")
	} else {
		krk = changed
	}
	program, err := karakuri.Load(fstest.MapFS{"it.krk": {Data: []byte(krk)}}, "it.krk")
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseScene(scene, readExample(t, file+"/"+scene+".scene"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(program, s, Options{Crowd: karakuri.Options{Seed: 3}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// standing returns the state of a character.
func standing(p *Playground, i int) string {
	m := &p.members[i]
	at, velocity, facing := arena.Point{}, arena.Point{}, arena.Point{}
	if m.agent != 0 {
		at, velocity, facing = p.arena.Pose(m.body)
	}
	return fmt.Sprint(m.agent, at, velocity, facing, m.health, m.power, m.rounds)
}

// What a character takes does not grow with how many there are: four times as many take as much for each, and no more
// than expected. Times are measured by BenchmarkScale.
func TestBytesForEachStay(t *testing.T) {
	for _, c := range []struct {
		name string
		plot *plot
		few  int
		most float64 // bytes for each of many, a tenth more than there are
	}{{"gatherers", &gathererPlot, 250, 9.7e3}, {"soldiers", &soldierPlot, 200, 20.2e3}} {
		few, many := bytesOfEach(t, c.plot, c.few), bytesOfEach(t, c.plot, 4*c.few)
		t.Logf("%s: %.1f kB for each of %d, %.1f kB for each of %d", c.name, few/1e3, c.few, many/1e3, 4*c.few)
		if many > c.most {
			t.Errorf("%s: each of %d takes %.0f bytes, at most %.0f are expected", c.name, 4*c.few, many, c.most)
		}
		if many > few*1.3 {
			t.Errorf("%s: each of %d takes %.0f bytes, each of %d %.0f", c.name, c.few, few, 4*c.few, many)
		}
	}
}

func bytesOfEach(t *testing.T, of *plot, n int) float64 {
	t.Helper()
	set := of.prepared(t, n)
	before := heap()
	p := set()
	p.Run(3)
	bytes := (heap() - before) / float64(n)
	runtime.KeepAlive(p)
	return bytes
}
