package playground

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// gathering is the example, and its scene with fewer in it.
func gathering(t *testing.T) (file, text string) {
	t.Helper()
	return readExample(t, "gatherer/gatherer.krk"), `size 30 20
box 8 8 12 12
wall 20 4 20 14
items energy 8 amount 30 respawn 3s as item
items power 8 amount 30 respawn 3s as item
cast brave_one 4 respawn 3s noise 4
cast cautious_one 4 respawn 3s hunger 0.5
cast greedy_one 3 respawn 3s team 1
cast reckless_one 3 team 1
`
}

// A character without health leaves, and comes back as a different one where the scene says so.
func TestTheDeadLeaveAndComeBack(t *testing.T) {
	file := doingThis("each p: person where foe(p) { repeat 2 { strike(p) } }")
	const yard = "size 20 10\nstart 2 5\nstart 3.2 5\ncast doer 1 damage 60\ncast other 1"
	p := stage(t, file, yard+" respawn 2s\n", 1)
	p.makeFoeKnown(t)
	before := p.Character(1)
	p.outcome(5)
	dead := p.Character(1)
	if dead.Agent != 0 || dead.Tally.Deaths != 1 || dead.Tally.Taken != 100 || p.crowd.Has(before.Agent) || p.crowd.World().Alive(before.Object) ||
		p.arena.Count() != 1 || p.Character(0).Tally.Kills != 1 {
		t.Errorf("%+v", dead)
	}
	for p.Character(1).Agent == 0 && p.crowd.Seconds() < 10 {
		p.Step()
	}
	if back := p.Character(1); back.Agent == 0 || back.Agent == before.Agent || back.Object == before.Object || back.Health != 1 || back.Tally.Deaths != 1 {
		t.Errorf("%+v", back)
	}
	p = stage(t, file, yard+"\n", 1)
	p.makeFoeKnown(t)
	if p.Run(20); p.Character(1).Agent != 0 {
		t.Error("it comes back though the scene does not say so")
	}
}

// Who stands is idle; who does anything else is not.
func TestIdleness(t *testing.T) {
	for _, c := range []struct {
		act  string
		want int64
	}{
		{"stand(1000.0)", 20}, {"sequence { stand(0.5); repeat { move_to(vec2(8, 5)) } }", 5}, {"repeat { look_around }", 0},
	} {
		p := stage(t, doingThis(c.act), "size 9 9\nstart 1 5\ncast doer 1\n", 1)
		p.Run(2)
		if got := p.Character(0).Tally.Idle; got < c.want-1 || got > c.want+1 {
			t.Errorf("%s: %d ticks, want about %d", c.act, got, c.want)
		}
	}
}

// Hunger takes health, up to the end.
func TestHunger(t *testing.T) {
	p := stage(t, doingThis("stand(1000)"), "size 9 9\ncast doer 1 hunger 10\n", 1)
	p.Run(5)
	if c := p.Character(0); c.Health < 0.49 || c.Health > 0.51 || c.Tally.Taken != 0 {
		t.Errorf("%+v", c)
	}
	if p.Run(11); p.Character(0).Agent != 0 {
		t.Error("it lives on")
	}
}

// An item that was taken stays the object that it was, for agents that remember it, and comes back as a different one
// elsewhere.
func TestItemsComeBackAsOthers(t *testing.T) {
	var p *Playground
	var was Item
	for seed := uint64(0); was.At.X != 2; seed++ { // until it begins next to the character
		p = stage(t, doingThis("each i: item { pick_up(i) }"), "size 9 9\nstart 2 5\nenergy 2 5\nenergy 7 5\ncast doer 1\nitems energy 1 respawn 2s as item\n", seed)
		was = p.Items(nil)[0]
	}
	p.outcome(3)
	if it := p.Items(nil)[0]; it.There || !p.crowd.World().Alive(was.Object) {
		t.Errorf("%+v", it)
	}
	if _, ok := (senses{p}).Object(sense.ObjectID(was.Object)); ok {
		t.Error("it can be seen though it is gone")
	}
	p.Run(4)
	now := p.Items(nil)[0]
	if !now.There || now.Object == was.Object || p.crowd.World().Alive(was.Object) {
		t.Errorf("%+v, was %+v", now, was)
	}
}

// The symbols that a file declares are written.
func TestSymbols(t *testing.T) {
	p := stage(t, doingThis("each p: person where foe(p) { strike(p) }"), "size 20 10\nstart 2 5\nstart 3.2 5\ncast doer 1 damage 30 start 20 cooldown 1s team 3\ncast other 1 health 200\n", 1)
	p.makeFoeKnown(t)
	of := func(place int, name string) []world.Word {
		st, sym := p.crowd.State(p.Character(place).Agent), p.Program().Schema().Symbol(name)
		return []world.Word{st.Get(sym.Base), st.Get(sym.Base + world.Addr(sym.Type.Width()-1))}
	}
	if of(0, "energy")[0].Float() != 1 || of(0, "power")[0].Float() != 0.2 || of(0, "team")[0].Float() != 3 || of(0, "pos")[0].Float() != 2 ||
		of(0, "pos")[1].Float() != 5 || of(0, "facing")[0].Float() != 1 || of(0, "ready")[0] != 1 || of(1, "hurt")[0] != 0 {
		t.Error("not as it begins")
	}
	p.outcome(1)
	if of(0, "power")[0].Float() != 0 || of(0, "ready")[0] != 0 || of(1, "energy")[0].Float() != 0.75 || of(1, "hurt")[0] != 1 || of(0, "hurt")[0] != 0 {
		t.Error("not as it is after a blow")
	}
	p.Run(5)
	if of(0, "ready")[0] != 1 || of(1, "hurt")[0] != 0 {
		t.Error("not as it is some time later")
	}
}

// The near objects of senses equal those that a complete search finds.
func TestNearIsWhatIsThere(t *testing.T) {
	file, text := gathering(t)
	p := stage(t, file, text, 2)
	r := det.NewRand(1, 0, 0)
	for range 100 {
		p.Step()
		at, radius := sense.Point{X: r.Between(0, 30), Y: r.Between(0, 20)}, r.Between(0, 20)
		var want []sense.Spot
		for _, t := range p.things.places {
			o := t.key
			if got, ok := (senses{p}).Object(sense.ObjectID(o)); ok && arena.Point(got.At).Distance(arena.Point(at)) <= radius {
				want = append(want, sense.Spot{Object: sense.ObjectID(o), At: got.At})
			}
		}
		got := (senses{p}).Near(at, radius, nil)
		byObject := func(a, b sense.Spot) int { return int(int64(a.Object) - int64(b.Object)) }
		slices.SortFunc(got, byObject)
		slices.SortFunc(want, byObject)
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// The same seed gives the same run with any number of workers, another seed another, and a recorded run can be made
// again.
func TestRunsAreReproducible(t *testing.T) {
	file, text := gathering(t)
	d, s := compiled(t, file), scene(t, text)
	run := func(o karakuri.Options) (uint64, uint64) {
		p, err := New(d, s, Options{Crowd: o})
		if err != nil {
			t.Fatal(err)
		}
		p.Run(30)
		return p.crowd.TraceHash(), p.arena.Hash()
	}
	var out bytes.Buffer
	rec := ktrace.NewRecorder(&out, ktrace.Options{})
	crowd, place := run(karakuri.Options{Seed: 1})
	if c, a := run(karakuri.Options{Seed: 1, Workers: 2, Recorder: rec}); c != crowd || a != place {
		t.Error("two workers make another run")
	}
	if c, _ := run(karakuri.Options{Seed: 2}); c == crowd {
		t.Error("another seed makes the same run")
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := agent.NewReplay(&out, agent.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for r.Step() {
	}
	if r.Difference() != nil || r.Err() != nil || !r.Ended() || r.Crowd().TraceHash() != crowd {
		t.Errorf("the replay is another run: %+v, %v", r.Difference(), r.Err())
	}
}

// What follows a snapshot is the same as without, whether the playground goes back to it or another begins with it.
func TestSnapshots(t *testing.T) {
	file, text := gathering(t)
	d, s := compiled(t, file), scene(t, text)
	p, err := New(d, s, Options{Crowd: karakuri.Options{Seed: 4}})
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		p.Run(p.crowd.Seconds() + 7.3)
		saved := p.Snapshot(nil)
		p.Run(p.crowd.Seconds() + 10)
		want := p.Snapshot(nil)
		if err := p.Rollback(saved); err != nil {
			t.Fatal(err)
		}
		if again := p.Snapshot(nil); !bytes.Equal(again, saved) {
			t.Error("rolled back, it is not what it was")
		}
		p.Run(p.crowd.Seconds() + 10)
		if !bytes.Equal(p.Snapshot(nil), want) {
			t.Error("rolled back, another run follows")
		}
		q, report, err := Restore(d, s, Options{Crowd: karakuri.Options{Seed: 4}}, saved)
		if err != nil || !report.Same {
			t.Fatal(err, report)
		}
		q.Run(q.crowd.Seconds() + 10)
		if !bytes.Equal(q.Snapshot(nil), want) {
			t.Error("restored, another run follows")
		}
	}
}

// Snapshots that are damaged, or of another scene, are refused and change nothing.
func TestOtherSnapshotsAreRefused(t *testing.T) {
	file, text := gathering(t)
	p := stage(t, file, text, 4)
	p.Run(5)
	saved := p.Snapshot(nil)
	for _, c := range []struct{ name, file, text string }{
		{"fewer characters", file, strings.Replace(text, "brave_one 4", "brave_one 3", 1)},
		{"more items", file, strings.Replace(text, "power 8", "power 9", 1)},
		{"another map", file, strings.Replace(text, "box 8 8 12 12", "box 8 8 12 13", 1)},
	} {
		q := stage(t, c.file, c.text, 4)
		q.Run(2)
		before := q.Snapshot(nil)
		if err := q.Rollback(saved); err == nil || !bytes.Equal(q.Snapshot(nil), before) {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, _, err := Restore(q.public, q.scene, q.options, saved); err == nil {
			t.Errorf("%s: it is restored", c.name)
		}
	}
	for i := 0; i < len(saved); i += 101 {
		damaged := bytes.Clone(saved)
		if damaged[i] ^= 0x55; p.Rollback(damaged) == nil {
			t.Fatalf("byte %d is changed, and nobody minds", i)
		}
	}
}

// A game continues with a changed file: characters stay, and decide by the new file.
func TestRestoringWithAnotherFile(t *testing.T) {
	file, text := gathering(t)
	p := stage(t, file, text, 4)
	p.Run(6)
	changed := strings.Replace(file, "want wander { score 0.05 }", "want wander { score 50 }", 1)
	q, report, err := Restore(compiled(t, changed), p.scene, Options{Crowd: karakuri.Options{Seed: 4}}, p.Snapshot(nil))
	if err != nil || report.Same {
		t.Fatal(err, report)
	}
	for i := range p.Len() {
		was, is := p.Character(i), q.Character(i)
		if was.Agent != is.Agent || was.At != is.At || was.Health != is.Health || was.Tally != is.Tally {
			t.Errorf("%+v, was %+v", is, was)
		}
	}
	q.Run(8)
	attacks := func() (n int) {
		for i := range q.Len() {
			n += q.Character(i).Tally.Attacks
		}
		return n
	}
	if before := attacks(); before == 0 {
		t.Error("nobody has fought")
	} else if q.Run(20); attacks() != before {
		t.Errorf("all should only wander, and there were %d attacks more", attacks()-before)
	}
}

// A step allocates nothing once warm, except for items that come back.
func TestStepsDoNotAllocate(t *testing.T) {
	file, text := gathering(t)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "respawn 3s", ""), "hunger 0.5", "")
	text = strings.ReplaceAll(text, "_one 4", "_one 4 damage 0 blow 0 noise 3")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "noise 3  noise 4", "noise 3"), "_one 3", "_one 3 damage 0 blow 0")
	p := stage(t, file, text, 4)
	p.Run(60)
	if n := testing.AllocsPerRun(200, p.Step); n > 0 {
		t.Errorf("%v allocations a step", n)
	}
}

func BenchmarkStep(b *testing.B) {
	s, err := ParseScene("gatherer.scene", readExample(b, "gatherer/gatherer.scene"))
	if err != nil {
		b.Fatal(err)
	}
	program, err := karakuri.Load(fstest.MapFS{"gatherer.krk": {Data: []byte(readExample(b, "gatherer/gatherer.krk"))}}, "gatherer.krk")
	if err != nil {
		b.Fatal(err)
	}
	p, err := New(program, s, Options{Crowd: karakuri.Options{Seed: 1}})
	if err != nil {
		b.Fatal(err)
	}
	p.Run(10)
	b.ReportAllocs()
	for b.Loop() {
		p.Step()
	}
}
