package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/assess"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

// The tokens of a squad, as fireteam.krk has them.
const (
	shooters    = 3
	suppressors = 1
)

// The scenes of contests.
var grounds = [...]string{"fireteam.scene", "woods.scene"}

// barrels counts, in each tick, how many of each squad really fire.
type barrels struct {
	play *playground.Playground
	tick int64
	now  map[string]map[int]bool // by action and squad: the places of the soldiers that carry it out in this tick
	most map[string]int
}

func (b *barrels) options() playground.Options {
	b.now, b.most = map[string]map[int]bool{}, map[string]int{}
	return playground.Options{
		Bind: func(p *playground.Playground, _ *action.Bindings) { b.play = p },
		Answer: func(c *action.Ctx, action string) (action.Status, bool) {
			if b.tick != c.Tick() {
				b.tick = c.Tick()
				clear(b.now)
			}
			if place, ok := b.play.PlaceOf(c.Agent()); ok {
				key := action + " " + b.play.Character(place).Squad
				if b.now[key] == nil {
					b.now[key] = map[int]bool{}
				}
				b.now[key][place] = true
				b.most[key] = max(b.most[key], len(b.now[key]))
			}
			return 0, false
		},
	}
}

// Never more members of a squad shoot at once than it has tokens; the same soldiers without a squad do.
func TestNeverMoreShootThanThereAreTokens(t *testing.T) {
	alone := 0
	for _, scene := range grounds {
		for seed := range uint64(5) {
			var b barrels
			m := match{seed: seed + 1, lone: []string{"bravo"}, scene: scene}
			if _, _, err := m.play(b.options()); err != nil {
				t.Fatal(err)
			}
			if n := b.most["shoot alpha"]; n > shooters || n == 0 {
				t.Errorf("%s, seed %d: %d of the squad shoot at once", scene, seed+1, n)
			}
			if n := b.most["suppress alpha"]; n > suppressors {
				t.Errorf("%s, seed %d: %d of the squad suppress at once", scene, seed+1, n)
			}
			alone = max(alone, b.most["shoot bravo"])
		}
	}
	if alone <= shooters {
		t.Errorf("without a squad %d shoot at once at most: the tokens make no difference", alone)
	}
}

// Two soldiers never have the same cover, and no soldier that has left has a lease.
func TestNeverTwoHaveTheSameCover(t *testing.T) {
	p, err := match{seed: 2}.open(playground.Options{})
	if err != nil {
		t.Fatal(err)
	}
	held, gone := 0, map[karakuri.AgentID]int{}
	for p.Crowd().Seconds() < 130 && !p.Over() {
		p.Step()
		for _, name := range sides {
			squad := p.Crowd().Squad(p.Squad(name))
			var covers []world.Object
			for _, l := range squad.Leases("cover") {
				member := l.Member
				if !p.Crowd().Agent(member).Exists() { // its leases are free at the end of the next tick
					gone[member]++
				}
				if gone[member] > 1 || slices.Contains(covers, l.Place) {
					t.Fatalf("%.1f s: %s: %v", p.Crowd().Seconds(), name, l)
				}
				covers = append(covers, l.Place)
			}
			held = max(held, len(covers))
		}
	}
	if held < 2 {
		t.Errorf("no more than %d covers are ever held", held)
	}
}

// A soldier that dies is no longer a member, and the squad continues with the others: the remaining soldiers get the
// roles.
func TestWhoDiesLeavesTheSquad(t *testing.T) {
	p, err := match{seed: 1}.open(playground.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lost := false
	for !p.Over() && p.Crowd().Seconds() < 200 {
		p.Step()
		for i, name := range sides {
			members := p.Crowd().Squad(p.Squad(name)).Members()
			if n := p.Standing(int64(i + 1)); len(members) != n {
				t.Fatalf("%.1f s: %s has %d members, and %d live", p.Crowd().Seconds(), name, len(members), n)
			}
			lost = lost || len(members) < squadSize
		}
	}
	for i, name := range sides {
		members := p.Crowd().Squad(p.Squad(name)).Members()
		if p.Standing(int64(i+1)) > 0 && !slices.ContainsFunc(members, func(a karakuri.Agent) bool { return a.Role() == "base" }) {
			t.Errorf("%s has nobody for the role that must be filled", name)
		}
	}
	if !lost {
		t.Error("nobody has died")
	}
}

// A squad holds, advances by bounds, attacks from two sides, and falls back.
func TestWhatSquadsPlan(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(6) {
		p, err := match{seed: seed + 1, scene: "woods.scene"}.open(playground.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for !p.Over() && p.Crowd().Seconds() < 120 {
			p.Step()
			for _, name := range sides {
				for _, s := range p.Crowd().Agent(p.Squad(name)).Plan() {
					name, _, _ := strings.Cut(s.Text, "(")
					seen[name] = true
				}
			}
		}
	}
	for _, want := range []string{"occupy", "dig_in", "leap_base", "leap_flank", "envelop", "fall_back"} {
		if !seen[want] {
			t.Errorf("%s is in no plan", want)
		}
	}
}

// Soldiers who are tuned to fight alone beat those of a squad that nobody leads, and the same contest ends the same
// way.
func TestContest(t *testing.T) {
	for _, ground := range grounds {
		seeds := assess.Seeds{From: 1, To: 5}
		first, err := contest(ground, loners, talkers, seeds, 0)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := contest(ground, loners, talkers, seeds, 2)
		if first.String() != again.String() {
			t.Errorf("%v, and again %v", first, again)
		}
		if first.Won <= first.Lost {
			t.Errorf("%s: %v", ground, first)
		}
	}
}

// Without the squad that lets the enemy come, its soldiers are no better and no worse than those who are tuned to fight
// alone: what it wins, it owes to its plan.
func TestUnledSoldiers(t *testing.T) {
	for _, ground := range grounds {
		s, err := contest(ground, unled, loners, assess.Seeds{From: 1, To: 5}, 2)
		if err != nil {
			t.Fatal(err)
		}
		if share, _ := assess.MeanOf(s.Shares); math.Abs(share-0.5) > 0.2 {
			t.Errorf("%s: %v", ground, s)
		}
	}
}

// On fields and in woods, the squad that lets the enemy come has 65 % of the matches against soldiers tuned to fight
// alone, and more.
func TestWhatASquadIsWorth(t *testing.T) {
	for _, ground := range grounds {
		s, err := contest(ground, led, loners, assess.Seeds{From: 30001, To: 30006}, 2)
		if err != nil {
			t.Fatal(err)
		}
		if share, _ := assess.MeanOf(s.Shares); share < 0.65 {
			t.Errorf("%s: %v", ground, s)
		}
	}
}

// So do the same soldiers without a squad, each of whom mans a post by himself.
func TestWhatSentriesAreWorth(t *testing.T) {
	for _, ground := range grounds {
		s, err := contest(ground, sentries, loners, assess.Seeds{From: 30001, To: 30003}, 2)
		if err != nil {
			t.Fatal(err)
		}
		if share, _ := assess.MeanOf(s.Shares); share < 0.65 {
			t.Errorf("%s: %v", ground, s)
		}
	}
}

// But in woods, a squad that attacks drives sentries out.
func TestASquadDrivesSentriesOut(t *testing.T) {
	s, err := contest("woods.scene", led, sentries, assess.Seeds{From: 30001, To: 30003}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if s.Won < 3 || s.Lost > 1 {
		t.Errorf("%v", s)
	}
}

// The squad occupies a post, and stands to when somebody comes; meanwhile no member goes farther than a fight takes
// it, and two thirds of the shots at them meet somebody in cover.
func TestHowASquadHoldsAPost(t *testing.T) {
	for _, ground := range grounds {
		var count [2]fire
		p, err := match{seed: 30001, scene: ground, forces: [2]force{led, loners}}.open(fireOf(&count))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for !p.Over() && p.Crowd().Seconds() < 60 {
			p.Step()
			for _, s := range p.Crowd().Agent(p.Squad("alpha")).Plan() {
				name, _, _ := strings.Cut(s.Text, "(")
				seen[name] = true
			}
			for i := range p.Len() {
				if c := p.Character(i); c.Squad == "alpha" && c.Agent != 0 && c.At.X > 30 {
					t.Fatalf("%s, %.1f s: guardsman#%d is at %v", ground, p.Crowd().Seconds(), i+1, c.At)
				}
			}
		}
		for _, want := range []string{"watch", "stand_to"} {
			if !seen[want] {
				t.Errorf("%s: %s is in no plan", ground, want)
			}
		}
		if at := count[1]; at.Shots < 10 || 3*at.Covered < 2*at.Shots {
			t.Errorf("%s: of %d shots at the squad, %d are at somebody in cover", ground, at.Shots, at.Covered)
		}
	}
}

// The squad of fireteam.krk keeps apart where it has room, and none of its soldiers stands idle.
func TestTheSquadKeepsApart(t *testing.T) {
	for _, ground := range []string{"fireteam.scene", "woods.scene"} {
		program, scene, err := match{scene: ground}.load()
		if err != nil {
			t.Fatal(err)
		}
		r, err := assess.Run(assess.Options{Open: assess.InScene(program, scene, playground.Options{}), Seeds: assess.Seeds{From: 101, To: 106}})
		if err != nil {
			t.Fatal(err)
		}
		for name, most := range map[string]float64{"bunched": 0.35, "idle": 0.002, "stuck": 0.002, "repeated": 0, "early": 0} {
			if v, ok := r.Rows[0].Value(name); !ok || v.Value > most {
				t.Errorf("%s: %s is %v, want at most %v", ground, name, v.Value, most)
			}
		}
	}
}

// A soldier whose enemy stepped out of view and comes back shoots again: none of the squad stands before the player and
// does nothing.
func TestNobodyIdlesBeforeThePlayer(t *testing.T) {
	program, scene, err := match{scene: "player.scene"}.load()
	if err != nil {
		t.Fatal(err)
	}
	r, err := assess.Run(assess.Options{Open: assess.InScene(program, scene, playground.Options{}), Seeds: assess.Seeds{From: 11, To: 30}})
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := r.Row("rifleman").Value("idle"); !ok || v.Value > 0.002 {
		t.Errorf("they are idle for %.2f %% of the time", 100*v.Value)
	}
}

// A contest with the sides exchanged has the opposite result.
func TestSidesAreSwapped(t *testing.T) {
	seeds := assess.Seeds{From: 1, To: 3}
	one, err := contest("woods.scene", bold, loners, seeds, 2)
	if err != nil {
		t.Fatal(err)
	}
	other, _ := contest("woods.scene", loners, bold, seeds, 2)
	if one.Won != other.Lost || one.Lost != other.Won || one.Left != [2]int{other.Left[1], other.Left[0]} {
		t.Errorf("%v\n%v", one, other)
	}
}

// The soldiers of lone.krk are a fixed opponent: what they do among themselves changes with the engine only.
func TestLoneSoldiersStayAsTheyAre(t *testing.T) {
	for scene, want := range map[string]string{
		"fireteam.scene": "44.6 s: 58 shots and 3 kills, 76 shots and 5 kills",
		"woods.scene":    "53.2 s: 80 shots and 2 kills, 119 shots and 5 kills",
	} {
		_, p, err := match{seed: 1, scene: scene, forces: [2]force{loners, loners}}.play(playground.Options{})
		if err != nil {
			t.Fatal(err)
		}
		one, other := tallyOf(p, 1), tallyOf(p, 2)
		got := fmt.Sprintf("%.1f s: %d shots and %d kills, %d shots and %d kills", p.Crowd().Seconds(), one.Shots, one.Kills, other.Shots, other.Kills)
		if got != want {
			t.Errorf("%s: %s; want %s", scene, got, want)
		}
	}
}

// In a squad whose orders go to anybody, members change roles all the time; the plan is the same.
func TestRolesDrawnByLot(t *testing.T) {
	changes := func(f force) (n int) {
		m := match{seed: 1, forces: [2]force{f, led}}
		p, err := m.open(playground.Options{})
		if err != nil {
			t.Fatal(err)
		}
		draws, before := m.lots(p), map[karakuri.AgentID]string{}
		for p.Crowd().Seconds() < 60 {
			if err := draws.draw(p); err != nil {
				t.Fatal(err)
			}
			p.Step()
			for _, a := range p.Crowd().Squad(p.Squad(sides[0])).Members() {
				if before[a.ID()] != a.Role() {
					before[a.ID()] = a.Role()
					n++
				}
			}
		}
		return n
	}
	if one, other := changes(led), changes(drawn); other < 2*one {
		t.Errorf("%d changes of roles, and %d by lot", one, other)
	}
}

// The number of workers makes no difference.
func TestWorkers(t *testing.T) {
	hash := func(seed uint64, workers int) uint64 {
		p, err := match{seed: seed, workers: workers, scene: "woods.scene"}.open(playground.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p.Run(45)
		return p.Crowd().TraceHash()
	}
	want := hash(3, 0)
	for _, workers := range []int{1, 2, 8} {
		if got := hash(3, workers); got != want {
			t.Errorf("%d workers: %016x, want %016x", workers, got, want)
		}
	}
	if hash(4, 0) == want {
		t.Error("two seeds give the same run")
	}
}

// A match that is saved and restored in its middle continues as without, with squads, orders, leases and grenades.
func TestSaving(t *testing.T) {
	p, err := match{seed: 2, scene: "woods.scene"}.open(playground.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Run(20)
	saved := p.Snapshot(nil)
	p.Run(60)
	want := p.Crowd().TraceHash()
	if err := p.Rollback(saved); err != nil {
		t.Fatal(err)
	}
	if p.Run(60); p.Crowd().TraceHash() != want {
		t.Error("after a rollback it goes on otherwise")
	}
	q, report, err := match{seed: 2, scene: "woods.scene"}.restore(saved)
	if err != nil || !report.Same {
		t.Fatal(err, report)
	}
	if q.Run(60); q.Crowd().TraceHash() != want {
		t.Error("a restored match goes on otherwise")
	}
}

// In a long battle every soldier keeps acting, and memory does not grow.
func TestSoak(t *testing.T) {
	s, err := soak(20, 180, 0)
	if err != nil {
		t.Fatal(err)
	}
	if s.Soldiers != 20 || s.Deaths == 0 || s.Quiet == 0 || s.Quiet > 30 || s.Still > 30 {
		t.Errorf("%+v", s)
	}
	if s.Heap[1] > 2*s.Heap[0] {
		t.Errorf("memory grows from %d to %d bytes", s.Heap[0], s.Heap[1])
	}
}

// The program's output.
func TestOutput(t *testing.T) {
	for _, c := range []struct {
		name string
		o    options
		want []string
	}{
		{"a match", options{seeds: 1, length: 20 * time.Second, picture: true}, []string{"seed 1", "team 1:", "team 2:", "10 of 10 characters"}},
		{"against a player", options{seeds: 4, player: true}, []string{"team 2: 0 left"}},
		{"one squad without a leader", options{seeds: 1, lone: "bravo", ground: "woods"}, []string{"team 1:"}},
		{"a contest", options{matches: 4, who: "squad", against: "lone", first: 1}, []string{"4 matches", "a draw as half (95 %: ", "by 2 seeds"}},
		{"a contest with a player", options{matches: 2, who: "talk", against: "player", first: 1}, []string{"2 matches", "won by talk", "by player"}},
		{"a battle", options{soak: 10 * time.Second, soldiers: 10}, []string{"10 soldiers", "hash "}},
	} {
		var out bytes.Buffer
		c.o.out = &out
		if err := c.o.run(); err != nil {
			t.Fatal(c.name, err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: nothing says %q:\n%s", c.name, want, &out)
			}
		}
	}
	if err := (options{matches: 2, who: "player", against: "lone", out: io.Discard}).run(); err == nil || !strings.Contains(err.Error(), "player can only be the other") {
		t.Error(err)
	}
	if err := (options{seeds: 1, ground: "moon", out: io.Discard}).run(); err == nil {
		t.Error("there is a ground that there is not")
	}
}
