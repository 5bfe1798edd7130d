package playground

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
)

// searchers is the example, where the thief is taken off the map after its noise, and the characters stand anywhere.
func searchers(t *testing.T, seed uint64, change func(file, scene string) (string, string)) *Playground {
	t.Helper()
	file, text := readExample(t, "search/search.krk"), readExample(t, "search/search.scene")
	if change != nil {
		file, text = change(file, text)
	}
	p, err := New(compiled(t, file), scene(t, text), Options{Crowd: karakuri.Options{Seed: seed}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// vec returns the value of a vec2 symbol of a character.
func (p *Playground) vec(place int, name string) arena.Point {
	st, from := p.crowd.State(p.Character(place).Agent), p.Program().Schema().Symbol(name).Base
	return arena.Point{X: st.Get(from).Float(), Y: st.Get(from + 1).Float()}
}

func (p *Playground) alarm(place int) int {
	return int(p.crowd.State(p.Character(place).Agent).Get(p.Program().Schema().Symbol("alarm").Base))
}

const (
	searched     = 28.0 // metres about the last known position
	searchedFor  = 60.0 // seconds
	isSearching  = 2    // of the enum mood
	sightOfGuard = 12.0
)

// coverage is a measurement of its own of what guards look at, on points a metre apart.
type coverage struct {
	points []arena.Point
	seen   []bool
}

func newCoverage(p *Playground, around arena.Point) *coverage {
	c := &coverage{}
	for x := -searched; x <= searched; x++ {
		for y := -searched; y <= searched; y++ {
			at := arena.Point{X: around.X + x, Y: around.Y + y}
			if at.Distance(around) <= searched && p.scene.Map.Fits(at, 0.4) {
				c.points = append(c.points, at)
			}
		}
	}
	c.seen = make([]bool, len(c.points))
	return c
}

func (c *coverage) look(p *Playground, place int) {
	at, _, facing := p.arena.Pose(p.members[place].body)
	for i, to := range c.points {
		far := at.Distance(to)
		ahead := (to.X-at.X)*facing.X + (to.Y-at.Y)*facing.Y
		c.seen[i] = c.seen[i] || far <= sightOfGuard && ahead >= far*math.Cos(55*math.Pi/180) && p.scene.Map.Visible(at, to)
	}
}

func (c *coverage) share() float64 {
	n := 0
	for _, is := range c.seen {
		if is {
			n++
		}
	}
	return float64(n) / float64(len(c.points))
}

// tactic returns where the guard looks next; nil: where the scene's query says.
type tactic func(p *Playground, lead arena.Point, n int, r *det.Rand) arena.Point

func atRandom(_ *Playground, lead arena.Point, _ int, r *det.Rand) arena.Point {
	for {
		d := arena.Point{X: (2*r.Float64() - 1) * searched, Y: (2*r.Float64() - 1) * searched}
		if d.Distance(arena.Point{}) <= searched {
			return arena.Point{X: lead.X + d.X, Y: lead.Y + d.Y}
		}
	}
}

// spiral goes round with some metres from turn to turn, in legs of four metres, and begins anew at the edge.
func spiral(pitch float64) tactic {
	return func(_ *Playground, lead arena.Point, n int, _ *det.Rand) arena.Point {
		angle := math.Sqrt(float64(n) * 4 * 4 * math.Pi / pitch)
		far := math.Mod(angle/(2*math.Pi)*pitch, searched)
		return arena.Point{X: lead.X + far*math.Cos(angle), Y: lead.Y + far*math.Sin(angle)}
	}
}

// search measures which share of the places about the last known position the guard looks at in a minute of search.
func search(t *testing.T, seed uint64, next tactic) float64 {
	p := searchers(t, seed, func(file, s string) (string, string) {
		s = strings.Replace(strings.ReplaceAll(s, "start 33.5 1", "// "), "sentinel 2", "sentinel 1", 1)
		s = strings.ReplaceAll(s, "start 42.5 13", "")
		if next != nil { // the test writes what the query would
			s = strings.Replace(s, "query hunt ", "query unread ", 1)
		}
		return file, s
	})
	r := det.NewRand(seed, 0, 1)
	var c *coverage
	var goal arena.Point
	n, late := 0, 0
	for from := 0; p.crowd.Tick() < 3000; {
		if next != nil && c != nil {
			lead := p.vec(0, "lead")
			at := p.Character(0).At
			if late++; n == 0 || at.Distance(goal) < 1 || late > 150 {
				for n++; ; n++ {
					if goal = next(p, lead, n, &r); p.scene.Map.Fits(goal, 0.45) {
						break
					}
				}
				late = 0
			}
			st := p.crowd.Target(p.Character(0).Agent, false)
			putSpot(st, p.program.Info.Schema.Symbol("hunt"), goal)
			putNumber(st, p.program.Info.Schema.Symbol("hunt_score"), 1)
		}
		p.Step()
		if c == nil {
			if p.alarm(0) == isSearching {
				c = newCoverage(p, p.vec(0, "lead"))
				p.Kill(p.Character(len(p.members) - 1).Agent)
			} else if p.crowd.Tick() > 600 {
				return math.NaN() // it has not heard, or has seen, the thief
			}
			continue
		}
		c.look(p, 0)
		if from++; from >= int(searchedFor)*p.options.Crowd.TPS {
			return c.share()
		}
	}
	return math.NaN()
}

// TestSearchCoversMore: in a minute a guard looks at more places about the last known position than by the best of
// simple ways: to places at random, or round in spirals, whose width is the best one. go test ./playground -run
// TestSearchCoversMore -v shows the figures.
func TestSearchCoversMore(t *testing.T) {
	ways := []struct {
		name string
		next tactic
	}{{"places not looked at", nil}, {"random places", atRandom}, {"a spiral of 3 m", spiral(3)}, {"a spiral of 6 m", spiral(6)}, {"a spiral of 9 m", spiral(9)}}
	sums := make([]float64, len(ways))
	const wanted = 20
	n, better := 0, 0
	for seed := uint64(1001); n < wanted && seed < 1400; seed++ { // none that the example was made with
		shares := make([]float64, len(ways))
		for i, w := range ways {
			if shares[i] = search(t, seed, w.next); math.IsNaN(shares[i]) {
				break // in the others, too: until it searches, all is the same
			}
		}
		if math.IsNaN(shares[0]) {
			continue
		}
		n++
		for i := range ways {
			sums[i] += shares[i]
		}
		if shares[0] > max(shares[1], shares[2], shares[3], shares[4]) {
			better++
		}
	}
	for i, w := range ways {
		t.Logf("%s: %.1f %% in %d searches", w.name, 100*sums[i]/float64(n), n)
	}
	t.Logf("better than each other way in %d of %d", better, n)
	for i := range ways[1:] {
		if n < wanted || sums[0] < sums[i+1]+0.05*float64(n) {
			t.Errorf("%d searches: %.3f is not clearly more than %.3f by %s", n, sums[0]/float64(n), sums[i+1]/float64(n), ways[i+1].name)
		}
	}
}

// TestTheThiefIsFound: in the example, guards find the thief again after they have lost it, and seize it within five
// minutes. While they have been calm for a while, they stand at their posts.
func TestTheThiefIsFound(t *testing.T) {
	const seeds, guards = 20, 2
	found, seized := 0, 0
	for seed := range uint64(seeds) {
		p := searchers(t, seed, nil)
		posts := [guards]arena.Point{p.Character(0).At, p.Character(1).At}
		var searched, again bool
		var calm [guards]int
		for p.crowd.Seconds() < 300 && !p.Over() {
			p.Step()
			for who := range guards {
				searched = searched || p.alarm(who) == isSearching
				again = again || searched && p.alarm(who) > isSearching
				if calm[who]++; p.alarm(who) > 0 {
					calm[who] = 0
				}
				if off := p.Character(who).At.Distance(posts[who]); calm[who] > 200 && off > 1.5 {
					t.Fatalf("seed %d, %.1f s: guard %d is calm, and %.1f metres from its post", seed, p.crowd.Seconds(), who, off)
				}
			}
		}
		if again {
			found++
		}
		if p.Standing(2) == 0 {
			seized++
		}
		t.Logf("seed %d: found again: %t, ended after %.0f seconds", seed, again, p.crowd.Seconds())
	}
	if found < 18 || seized < 18 {
		t.Errorf("found again from %d of %d seeds, seized from %d", found, seeds, seized)
	}
}

// TestSearchContinues: a playground that is restored, or rolled back, in the middle of a search goes on searching where
// it was.
func TestSearchContinues(t *testing.T) {
	p := searchers(t, 1, nil)
	for p.crowd.Tick() < 700 && !(p.alarm(0) == isSearching && p.crowd.Tick() > 250 && p.alarm(1) == isSearching) {
		p.Step()
	}
	if p.alarm(0) != isSearching {
		t.Fatal("nobody searches")
	}
	run := func(p *Playground) []byte {
		for range 200 {
			p.Step()
		}
		return p.Snapshot(nil)
	}
	middle := p.Snapshot(nil)
	want := run(p)
	if err := p.Rollback(middle); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(run(p), want) {
		t.Error("it goes on in another way after a rollback")
	}
	next, _, err := Restore(p.public, p.scene, p.options, middle)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(next.Snapshot(nil), middle) || !bytes.Equal(run(next), want) {
		t.Error("it goes on in another way after it is restored")
	}
	for i := range next.members[0].looked {
		next.members[0].looked[i] = 0
	}
	at := next.vec(0, "hunt")
	next.Step()
	for range 10 {
		next.Step()
	}
	if next.vec(0, "hunt") == at {
		t.Error("what it has looked at does not matter") // the test would prove nothing
	}
}

// TestSearchersWhoTalkSplitPlaces: two guards look at more places together if they tell each other where they looked.
func TestSearchersWhoTalkSplitPlaces(t *testing.T) {
	together := func(seed uint64, without string) float64 {
		p := searchers(t, seed, func(f, s string) (string, string) {
			r := det.NewRand(seed, 0, 2) // the guards are behind the house that hides the thief
			for _, start := range []string{"start 33.5 13", "start 33.5 16"} {
				s = strings.Replace(s, start, fmt.Sprintf("start %v %v", 31+4*r.Float64(), 8+10*r.Float64()), 1)
			}
			return strings.Replace(f, without, "", 1), s
		})
		var c *coverage
		for from := 0; p.crowd.Tick() < 700; {
			if p.Step(); c == nil {
				if p.alarm(0) == isSearching && p.alarm(1) == isSearching {
					c = newCoverage(p, p.vec(0, "lead"))
					p.Kill(p.Character(2).Agent)
				}
				if c == nil && p.crowd.Tick() > 200 {
					break
				}
				continue
			}
			c.look(p, 0)
			c.look(p, 1)
			if from++; from == 450 {
				return c.share()
			}
		}
		return math.NaN()
	}
	talking, silent, n := 0.0, 0.0, 0.0
	for seed := uint64(1001); n < 24 && seed < 1100; seed++ {
		a, b := together(seed, ""), together(seed, "    sense talk\n")
		if !math.IsNaN(a) && !math.IsNaN(b) {
			talking, silent, n = talking+a, silent+b, n+1
		}
	}
	t.Logf("%.1f %% in 45 seconds if they talk, %.1f %% if not, in %v searches", 100*talking/n, 100*silent/n, n)
	if n < 24 || talking < silent+0.02*n {
		t.Errorf("%.3f is not clearly more than %.3f", talking/n, silent/n)
	}
}

// watchers is a file whose agents look to the right. Only those who can talk hear where others looked.
const watchers = `
type person max 16
state agent {
    sensed spot: vec2
    far := spot.x > 0
}
action face(x: vec2)
action stand(s: float)
tree post { sequence { if far || true; face(vec2(100, 10)); stand(1000) } }
sense sight { range 8; cone 90deg; line_of_sight }
sense talk  { range 10 }
memory short { span 30s }
agent talker { tree post; body person; sense sight; sense talk; memory short }
agent mute { tree post; body person; sense sight; memory short }
agent blind { tree post; body person; sense talk; memory short }
`

// TestLooksAreOnesOwn, and those that are told: each case says which characters have looked at a place.
func TestLooksAreOnesOwn(t *testing.T) {
	for _, c := range []struct {
		name, scene string
		at          arena.Point
		want        string // by character: y, n, or - if it has no sight
	}{
		{"in view", "start 10 10\ncast mute 1", arena.Point{X: 16, Y: 10}, "y"},
		{"behind its back", "start 10 10\ncast mute 1", arena.Point{X: 4, Y: 10}, "n"},
		{"beside the cone", "start 10 10\ncast mute 1", arena.Point{X: 12, Y: 16}, "n"},
		{"where it stands", "start 10 10\ncast mute 1", arena.Point{X: 10, Y: 10}, "y"},
		{"too far", "start 10 10\ncast mute 1", arena.Point{X: 20, Y: 10}, "n"},
		{"behind a wall", "wall 13 5 13 15\nstart 10 10\ncast mute 1", arena.Point{X: 16, Y: 10}, "n"},
		{"told by one within earshot", "start 10 10\nstart 4 10\ncast talker 2 team 1", arena.Point{X: 16, Y: 10}, "yy"},
		{"not told from too far", "start 20 10\nstart 4 10\ncast talker 2 team 1", arena.Point{X: 25, Y: 10}, "yn"},
		{"not told by the mute, nor to them", "start 10 10\nstart 4 10\ncast mute 1 team 1\ncast talker 1 team 1", arena.Point{X: 16, Y: 10}, "yn"},
		{"not told to the mute", "start 10 10\nstart 4 10\ncast talker 1 team 1\ncast mute 1 team 1", arena.Point{X: 16, Y: 10}, "yn"},
		{"not told to another team", "start 10 10\nstart 4 10\ncast talker 1 team 1\ncast talker 1 team 2", arena.Point{X: 16, Y: 10}, "yn"},
		{"not told to those of no team", "start 10 10\nstart 4 10\ncast talker 2", arena.Point{X: 16, Y: 10}, "yn"},
		{"without eyes", "start 10 10\ncast blind 1", arena.Point{X: 16, Y: 10}, "-"},
	} {
		p := stage(t, watchers, "size 30 20\nquery spot around self where looked 5..\n"+c.scene, 1)
		for range 30 {
			p.Step()
		}
		got := ""
		for i := range p.members {
			seconds, ok := p.Looked(p.members[i].agent, c.at)
			switch {
			case !ok:
				got += "-"
			case seconds == NeverLooked:
				got += "n"
			case seconds <= staleSeconds+2*lookSeconds:
				got += "y"
			default:
				got += "?"
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestToldLooksTakeTheirTime: who is told where a comrade has looked knows of it after the reaction time of its talk,
// and then as of the moment of the look. A snapshot in between keeps that.
func TestToldLooksTakeTheirTime(t *testing.T) {
	slow := strings.Replace(watchers, "sense talk  { range 10 }", "sense talk { range 10; reaction 1s }", 1)
	text := "size 30 20\nquery spot around self where looked 5..\nstart 10 10\nstart 4 10\ncast talker 2 team 1"
	at := arena.Point{X: 16, Y: 10}
	p := stage(t, slow, text, 1)
	first := [2]int{-1, -1}
	for tick := range 40 {
		if tick == 5 {
			next, _, err := Restore(compiled(t, slow), scene(t, text), Options{Crowd: karakuri.Options{Seed: 1}}, p.Snapshot(nil))
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
		for i := range first {
			ago, _ := p.Looked(p.members[i].agent, at)
			if first[i] < 0 && ago < NeverLooked {
				first[i] = tick
				if want := float64(i); math.Abs(ago-want) > lookSeconds {
					t.Errorf("character %d hears of a look of %v seconds ago, want %v", i, ago, want)
				}
			}
		}
		p.Step()
	}
	if first[0] < 0 || first[1]-first[0] != 10 {
		t.Errorf("looked at first in tick %d, known to the other in %d, want one second later", first[0], first[1])
	}
}

// TestLooksCostNothingUnread: where nobody asks, nothing is remembered.
func TestLooksCostNothingUnread(t *testing.T) {
	p := stage(t, strings.Replace(watchers, "sensed spot", "spot", 1), "size 30 20\nquery other around self where looked 5..\ncast mute 1", 1)
	if _, ok := p.Looked(p.members[0].agent, arena.Point{X: 3, Y: 3}); ok || p.members[0].looked != nil {
		t.Error("it is remembered")
	}
}

// TestQueriesAroundSymbols: a middle that the program does not know is reported.
func TestQueriesAroundSymbols(t *testing.T) {
	for _, around := range []string{"moon", "far"} {
		_, err := New(compiled(t, watchers), scene(t, "size 30 20\nquery spot around "+around+"\ncast mute 1"), Options{})
		if err == nil || !strings.Contains(err.Error(), "is not what a query can look around; write self, foe, or a vec2") {
			t.Errorf("%s: %v", around, err)
		}
	}
}

// TestLooksCarryOver: they go along into a changed program that still asks, and begin anew in one that asks again.
func TestLooksCarryOver(t *testing.T) {
	text := "size 30 20\nquery spot around self where looked 5..\nstart 10 10\ncast mute 1"
	p, ahead := stage(t, watchers, text, 1), arena.Point{X: 16, Y: 10}
	for range 30 {
		p.Step()
	}
	restored := func(from *Playground, file string) *Playground {
		next, _, err := Restore(compiled(t, file), scene(t, text), Options{Crowd: karakuri.Options{Seed: 1}}, from.Snapshot(nil))
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	want, _ := p.Looked(p.members[0].agent, ahead)
	changed := restored(p, strings.Replace(watchers, "agent blind", "state agent { more: int }\nagent blind", 1))
	if got, ok := changed.Looked(changed.members[0].agent, ahead); !ok || got != want || want == NeverLooked {
		t.Errorf("%v %v, it was %v", got, ok, want)
	}
	silent := restored(p, strings.ReplaceAll(watchers, "spot", "other"))
	if silent.members[0].looked != nil {
		t.Error("it is kept where nobody asks")
	}
	again := restored(silent, watchers)
	if got, ok := again.Looked(again.members[0].agent, ahead); !ok || got != NeverLooked {
		t.Errorf("%v %v where nobody asked before", got, ok)
	}
}
