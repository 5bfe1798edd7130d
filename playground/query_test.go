package playground

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
)

// askers is a file whose scouts read the answers to queries.
const askers = `
type person max 16
type rock max 300
state agent {
    remembered position(x: person): vec2
    sensed spot: vec2
    sensed spot_score: float
    sensed spot_of(r: rock): float
    ready := spot.x + spot_score + sum(r: rock: spot_of(r)) > 0
}
action stand(s: float)
action face(x: vec2)
action move_to(x: vec2)
sense sight { range 30; cone 180deg; line_of_sight }
memory short { span 30s }
tree rest { sequence { if ready || true; stand(1000) } }
tree glance { sequence { wait 1s; face(vec2(0, 10)); stand(1000) } }
tree walk { sequence { move_to(vec2(8, 13)); stand(1000) } }
agent scout { tree rest; body person; sense sight; memory short }
agent glancer { tree glance; body person; sense sight; memory short }
agent runner { tree walk; body person }
agent enemy { tree rest; body person }
agent fellow { tree rest; body person; squad pack }
agent mover { tree walk; body person; squad pack }
squad pack { role hand 0..9 }
`

// rocks is a map with a wall, and rocks above and below each other.
const rocks = "size 30 20\nwall 20 0 20 6\nobjects cover as rock at 8 4 8 7 8 10 8 13 8 16\n"

// spotOf returns the answer that a character has: the place, the score and the scores of all rocks.
func (p *Playground) spotOf(place int) string {
	st, of := p.crowd.State(p.Character(place).Agent), p.Program().Schema().Symbol
	at := of("spot").Base
	text := fmt.Sprintf("%.1f,%.1f %.2f", st.Get(at).Float(), st.Get(at+1).Float(), st.Get(of("spot_score").Base).Float())
	for _, l := range p.Landmarks(nil) {
		a, _ := of("spot_of").Addr(l.Object)
		text += fmt.Sprintf(" %.2f", st.Get(a).Float())
	}
	return text
}

// What the playground puts into a query, and what a file gets out of it. The first character asks.
func TestQueriesKnowWhatTheCharacterKnows(t *testing.T) {
	for _, c := range []struct{ name, scene, want string }{
		{"nobody is remembered: the nearest rock",
			"start 5 10\ncast scout 1\nquery spot each rock to 7 score far -0.1", "8.0,10.0 0.70 0.33 0.58 0.70 0.58 0.33"},
		{"an enemy in view: behind the nearest rock as seen from it",
			"start 5 10\nstart 16 10\ncast scout 1 team 1\ncast enemy 1 team 2\nquery spot each rock to 7 where open ..0 score far -0.1", "7.0,10.0 0.80 0.30 0.61 0.80 0.61 0.30"},
		{"an enemy that has never been in view does not count",
			"start 12 3\nstart 25 3\ncast scout 1 team 1\ncast enemy 1 team 2\nquery spot each rock to 5 where open 1.. ", "12.0,3.0 0.00 0.00 0.00 0.00 0.00 0.00"},
		{"a comrade is no enemy, and his place is taken",
			"start 5 10\nstart 8 10.2\ncast scout 1 team 1\ncast enemy 1 team 1\nquery spot each rock to 4.5 where spacing 2.. score far -0.1", "8.0,7.0 0.58 0.00 0.58 0.00 0.58 0.00"},
		{"a walking member of the squad has the place where it is going",
			"start 5 10\nstart 3 17\nsquad pack as p team 1\ncast fellow 1 squad p\ncast mover 1 squad p\nquery spot each rock to 4.5 where spacing 2.. score far -0.1", "8.0,10.0 0.70 0.00 0.58 0.70 0.00 0.00"},
		{"one of the team whom it does not see has none",
			"start 9.5 10\nstart 3 17\ncast scout 1 team 1\ncast runner 1 team 1\nquery spot each rock to 4.5 where spacing 2.. score far -0.1", "8.0,10.0 0.85 0.00 0.66 0.85 0.66 0.00"},
		{"around the enemy, out of its view but near",
			"start 5 10\nstart 18 3\ncast scout 1 team 1\ncast enemy 1 team 2\nquery spot around foe from 4 to 4 step 2 where seen ..0", "22.0,3.0 1.00 0.00 0.00 0.00 0.00 0.00"},
		{"without a memory it knows all",
			"start 12 3\nstart 25 3\ncast runner 1 team 1\ncast enemy 1 team 2\nquery spot around foe from 2 to 2 step 13", "27.0,3.0 1.00 0.00 0.00 0.00 0.00 0.00"},
		{"no place around an enemy that nobody knows",
			"start 5 10\ncast scout 1\nquery spot around foe from 2 to 6 step 2", "5.0,10.0 0.00 0.00 0.00 0.00 0.00 0.00"},
	} {
		p := stage(t, askers, rocks+c.scene, 1)
		for p.crowd.Seconds() < 1.5 {
			p.Step()
		}
		if got := p.spotOf(0); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A scene may have more landmarks than a query takes: those near count, and the symbols of the others are 0, also of
// those that were near before, and after a snapshot. What a character takes does not grow with them.
func TestQueriesLookAtNearLandmarks(t *testing.T) {
	var scene strings.Builder
	scene.WriteString("size 400 20\nobjects cover as rock at")
	for i := range 1990 {
		fmt.Fprintf(&scene, " %g %g", 2+float64(i)*0.199, 4.0)
	}
	scene.WriteString("\nstart 4 10\nstart 300 10\ncast scout 1\ncast enemy 1\nquery spot each rock to 6.2 score far -0.1")
	file := strings.Replace(askers, "rock max 300", "rock max 2000", 1)
	p := stage(t, file, scene.String(), 1)
	scored := func(p *Playground) (first, last float64, n int) {
		st, of := p.crowd.State(p.Character(0).Agent), p.Program().Schema().Symbol("spot_of")
		for _, l := range p.Landmarks(nil) {
			if a, _ := of.Addr(l.Object); st.Get(a).Float() != 0 {
				if n++; n == 1 {
					first = l.At.X
				}
				last = l.At.X
			}
		}
		return first, last, n
	}
	check := func(p *Playground, when string, x float64) {
		t.Helper()
		p.Run(p.crowd.Seconds() + 1)
		if first, last, n := scored(p); n < 10 || n > 18 || first < x-1.7 || last > x+1.7 {
			t.Errorf("%s: %d rocks from %g to %g have scores, want those around %g", when, n, first, last, x)
		}
	}
	check(p, "at first", 4)
	if err := p.Put(p.Character(0).Agent, arena.Point{X: 200, Y: 10}); err != nil {
		t.Fatal(err)
	}
	check(p, "elsewhere", 200)
	again, _, err := Restore(p.Program(), p.Scene(), Options{Crowd: karakuri.Options{Seed: 1}}, p.Snapshot(nil))
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Put(again.Character(0).Agent, arena.Point{X: 100, Y: 10}); err != nil {
		t.Fatal(err)
	}
	check(again, "after a snapshot", 100)
}

// An enemy that has left is where it was remembered, until the memory fades or is refuted.
func TestQueriesBelieveMemories(t *testing.T) {
	p := stage(t, askers, rocks+"start 5 10\nstart 16 10\ncast glancer 1 team 1\ncast enemy 1 team 2\nquery spot each rock to 4 where open ..0 score far -0.1", 1)
	for p.crowd.Seconds() < 2 {
		p.Step()
	}
	before := p.spotOf(0)
	if !strings.HasPrefix(before, "7.0,10.0") {
		t.Fatal(before)
	}
	if err := p.Put(p.Character(1).Agent, arena.Point{X: 16, Y: 1}); err != nil { // behind its back
		t.Fatal(err)
	}
	for p.crowd.Seconds() < 4 {
		p.Step()
	}
	if got := p.spotOf(0); got != before {
		t.Errorf("%s, and %s when the enemy has gone unseen", before, got)
	}
}

// Limits speak: of rays in a query, and of those in a tick.
func TestQueriesReportLimits(t *testing.T) {
	var cuts []QueryCut
	file := compiled(t, strings.Replace(askers, "type person max 16", "type person max 80", 1))
	text := "size 200 200\ncast runner 40 team 1\ncast runner 40 team 2\nquery spot around self from 2 to 8 step 2 every 0.1s where seen ..0"
	p, err := New(file, scene(t, text), Options{Crowd: karakuri.Options{Seed: 1}, QueryCut: func(c QueryCut) { cuts = append(cuts, c) }})
	if err != nil {
		t.Fatal(err)
	}
	cuts = cuts[:0]
	p.Step()
	short, off := 0, map[int]bool{}
	for _, c := range cuts {
		if c.PutOff {
			off[c.Place] = true
		} else if c.Cut > 0 && c.Query == "spot" {
			short++
		}
	}
	if short == 0 || len(off) < 30 {
		t.Errorf("%d cut, %d put off", short, len(off))
	}
	first := off
	for range 80 { // everybody has a turn
		cuts = cuts[:0]
		p.Step()
		now := map[int]bool{}
		for _, c := range cuts {
			now[c.Place] = c.PutOff
		}
		for place := range first {
			if !now[place] {
				delete(first, place)
			}
		}
	}
	if len(first) > 0 {
		t.Errorf("%d characters had no turn in 8 seconds", len(first))
	}
}

// Of more landmarks within reach than a query takes, those that it leaves out are reported.
func TestQueriesReportLandmarksLeftOut(t *testing.T) {
	for n, want := range map[int]int{arena.MaxCandidates: 0, arena.MaxCandidates + 44: 44} {
		cut := 0
		text := "size 90 90\nstart 5 8\ncast scout 1\nobjects cover as rock at" + strings.Repeat(" 5 5", n) + "\nquery spot each rock to 9"
		p, err := New(compiled(t, askers), scene(t, text), Options{Crowd: karakuri.Options{Seed: 1}, QueryCut: func(c QueryCut) { cut = max(cut, c.Cut) }})
		if err != nil {
			t.Fatal(err)
		}
		if p.Run(1); cut != want {
			t.Errorf("of %d rocks %d are reported as left out, want %d", n, cut, want)
		}
	}
}

// Paths in a tick are limited, too.
func TestQueriesLimitPaths(t *testing.T) {
	most := 0
	var paths int
	file := compiled(t, strings.Replace(askers, "type person max 16", "type person max 80", 1))
	text := "size 200 200\nbox 90 90 110 110\ncast runner 60 team 1\nquery spot around self from 2 to 8 step 2 every 0.001s where way 90..150"
	off := 0
	p, err := New(file, scene(t, text), Options{Crowd: karakuri.Options{Seed: 1}, QueryCut: func(c QueryCut) {
		if c.PutOff {
			off++
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		off = 0
		p.Step()
		paths = MaxQueryPaths - p.queries.paths
		most = max(most, paths)
	}
	if most < MaxQueryPaths || most > MaxQueryPaths+arena.DefaultPaths || off == 0 {
		t.Errorf("%d paths in a tick, %d put off", most, off)
	}
}

// What a scene says wrong about queries is reported where it stands.
func TestQueriesInScenes(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"query spot", "test.scene:2:1: a name and where to look are needed"},
		{"query spot from 2 to 5", "test.scene:2:1: one of around and each is needed"},
		{"query spot around self each rock", "test.scene:2:1: one of around and each is needed"},
		{"query spot around self from 9 to 5", "test.scene:2:1: the query has no candidates: from 9 is beyond to 5"},
		{"query spot around self where", "test.scene:2:24: where needs a measure and what it must be"},
		{"query spot around self where score far 1", "test.scene:2:24: where needs a measure and what it must be"},
		{"query spot around self score", "test.scene:2:24: score needs a measure and what it must be"},
		{"query spot around self score far 1 where far ..9", "test.scene:2:36: where comes before score"},
		{"query spot each cover from 5 step 2", "test.scene:2:23: from is of rings, and each has none"},
		{"query spot around self to 40 step 1", "test.scene:2:1: the query has more than 256 candidates: increase step, or decrease to"},
		{"query spot around self where height 1..", `test.scene:2:30: "height" is not a measure`},
		{"query spot around self where seen 1", `test.scene:2:35: "1" is not a range`},
		{"query spot around self where seen 3..1", "seen must be from 3"},
		{"query spot around self score seen much", "is not a number"},
		{"query spot around self wide 3", `"wide" is not said of a query`},
		{"query spot around self\nquery spot around foe", "test.scene:3:7: there is a query \"spot\" already"},
	} {
		if _, err := ParseScene("test.scene", "size 30 20\n"+c.line+"\ncast scout 1"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.line, err, c.want)
		}
	}
	wrong := compiled(t, "type person max 16\nstate agent { sensed vantage: float; vantage_score: float }\naction stand\ntree t { stand }\nagent scout { tree t; body person }\n")
	_, err := New(wrong, scene(t, "size 30 20\ncast scout 1\nquery vantage around self"), Options{})
	for _, want := range []string{`"vantage" does not hold what the query answers: declare sensed vantage: vec2`, "declare sensed vantage_score: float"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	const none = "size 30 20\ncast scout 1\nquery spot each rock"
	if _, err := New(compiled(t, askers), scene(t, none), Options{}); err == nil || !strings.Contains(err.Error(), "has no objects of the type") {
		t.Errorf("%v, want that there are no rocks", err)
	}
}

// A restored playground answers as the first one does.
func TestQueriesAfterRollback(t *testing.T) {
	p := stage(t, askers, rocks+"start 5 10\nstart 16 10\ncast scout 1 team 1\ncast enemy 1 team 2\nquery spot each rock to 7 where open ..0 score far -0.1", 1)
	p.Step()
	saved := p.Snapshot(nil)
	run := func() (all []string) {
		for range 20 {
			p.Step()
			all = append(all, p.spotOf(0))
		}
		return all
	}
	first := run()
	if err := p.Rollback(saved); err != nil {
		t.Fatal(err)
	}
	if again := run(); strings.Join(again, "\n") != strings.Join(first, "\n") {
		t.Errorf("%q, and %q", first, again)
	}
}

// For showing, all candidates have a score or the filter that refused them.
func TestAnswers(t *testing.T) {
	p := stage(t, askers, rocks+"start 5 10\nstart 16 10\ncast scout 1 team 1\ncast enemy 1 team 2\nquery spot around self from 2 to 6 step 2 where open ..0 score far -0.1", 1)
	for p.crowd.Seconds() < 1 {
		p.Step()
	}
	got := p.Answers(p.Character(0).Agent, nil)
	if len(got) != 1 || got[0].Query != "spot" || got[0].Best < 0 {
		t.Fatalf("%+v", got)
	}
	fates := map[arena.Fate]int{}
	for _, c := range got[0].Candidates {
		fates[c.Fate]++
	}
	if fates[arena.Scored] < 3 || fates[arena.Refused] < 10 || fates[arena.Skipped]+fates[arena.Cut] > 0 {
		t.Errorf("%v", fates)
	}
	if best := got[0].Candidates[got[0].Best]; !strings.HasPrefix(p.spotOf(0), fmt.Sprintf("%.1f,%.1f", best.At.X, best.At.Y)) {
		t.Errorf("%+v, and %s", best, p.spotOf(0))
	}
	if len(p.Answers(0, nil)) > 0 {
		t.Error("nobody has answers")
	}
}

// The scene and the file of the page work together.
func TestTheQueriesOfTheGuide(t *testing.T) {
	text, err := os.ReadFile("../docs/queries.md")
	if err != nil {
		t.Fatal(err)
	}
	block := func(kind string) string {
		_, part, _ := strings.Cut(string(text), "```"+kind+"\n")
		part, _, _ = strings.Cut(part, "```")
		return part
	}
	p := stage(t, block("krk"), block("scene"), 1)
	for range 50 {
		p.Step()
	}
	if list := p.Answers(p.Character(0).Agent, nil); len(list) != 1 || list[0].Best < 0 || p.Character(0).Tally.Idle > 20 {
		t.Errorf("%+v, %+v", list, p.Character(0))
	}
}

// Answering allocates nothing once warm.
func TestQueriesAllocateNothing(t *testing.T) {
	p := stage(t, askers, rocks+"start 5 10\nstart 16 10\ncast scout 1 team 1\ncast enemy 1 team 2\nquery spot each rock to 7 every 0.1s where open ..0 score far -0.1 way -0.01", 1)
	for range 30 {
		p.Step()
	}
	if n := testing.AllocsPerRun(50, func() { p.queries.answer(p) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
