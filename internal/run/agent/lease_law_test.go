package agent_test

import (
	"fmt"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
)

// TestNobodyShootsWithoutAToken: whatever bounds there are on turns, an agent that loses a token is stopped before
// another begins with it, and one that an agent has just given back it has to claim again. Counted are actions that
// run, at the end of each tick and, of shoot, whenever it starts.
func TestNobodyShootsWithoutAToken(t *testing.T) {
	levels := []schedule.Level{{Name: "near", Significance: 3}, {Name: "far", Seconds: 0.5, Significance: 2},
		{Name: "away", Seconds: 2, Significance: 1, Deaf: true}, {Name: "asleep", Seconds: schedule.Asleep}}
	for name, o := range map[string]agent.Options{"all at once": {}, "few turns": {TurnsPerTick: 3}, "levels": {Levels: levels}, "levels and few turns": {Levels: levels, TurnsPerTick: 2}} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(6) {
				stolen := 0
				q := quietly()
				q.Levels, q.TurnsPerTick = o.Levels, o.TurnsPerTick
				q.SquadSink = agent.SquadSinkFunc(func(e agent.SquadEvent) {
					if e.Kind == agent.LeaseStolen || e.Kind == agent.LeaseExpired {
						stolen++
					}
				})
				f := newField(t, gunnery, q)
				r := det.NewRand(seed, 1, 2)
				for range 60 {
					f.follow(fmt.Sprintf("act shoot %d %s", 1+r.Intn(9), stagedHows[r.Intn(2)]))
					f.follow(fmt.Sprintf("act snipe %d success", 1+r.Intn(4)))
				}
				f.play("spawn gunners S")
				f.SetSignificance(f.names["S"], 3)
				for i := range 8 {
					f.play(fmt.Sprintf("spawn gunner g%d\njoin S g%d", i, i))
				}
				for range 300 {
					name := fmt.Sprintf("g%d", r.Intn(8))
					switch r.Intn(12) {
					case 0, 1:
						f.follow(fmt.Sprintf("set %s eager %d", name, r.Intn(2)))
					case 2:
						f.play("remove " + name + "\nspawn gunner " + name + "\njoin S " + name)
					case 3, 4:
						f.SetSignificance(f.names[name], float64(r.Intn(4)))
					}
					f.Step()
					if n := len(f.holders["shoot"]) + len(f.holders["snipe"]); n > 2 {
						t.Fatalf("seed %d, tick %d: %d shoot", seed, f.Tick(), n)
					}
				}
				if f.most["shoot"] > 2 || stolen == 0 {
					t.Errorf("seed %d: within a tick %d shoot, %d leases lost", seed, f.most["shoot"], stolen)
				}
				f.finish()
			}
		})
	}
}

// TestWhoseBodyIsGoneHasNoRole: the host removes the body of a member, which the role is not for any more; another
// member takes it over, and so it goes from a snapshot too.
func TestWhoseBodyIsGoneHasNoRole(t *testing.T) {
	f := newLed(t, quietly(), 1)
	for range 5 {
		f.Step()
	}
	d := f.names["d0"]
	if f.View().RoleOf(d) != "digger" {
		t.Fatalf("d is %q", f.View().RoleOf(d))
	}
	f.RemoveObject(f.Body(d))
	f.Step()
	if f.View().RoleOf(d) != "" {
		t.Errorf("without a body d is still %q", f.View().RoleOf(d))
	}
	if f.View().RoleOf(f.names["a0"]) != "flanker" {
		t.Errorf("a is %q", f.View().RoleOf(f.names["a0"]))
	}
}

// TestACoarserLevelIsTheSameFromASnapshot: an agent whose level becomes a coarser one just when something is due has
// its turn in the same tick in a crowd that was restored shortly before.
func TestACoarserLevelIsTheSameFromASnapshot(t *testing.T) {
	o := quietly()
	o.Levels = []schedule.Level{{Name: "near", Significance: 1}, {Name: "far", Seconds: 0.8}}
	const domain = `
action toil
operator work { do toil; fail_after 2s }
task life { method "work" { work } }
agent worker { plan life every 0.5s }
`
	late := func(f *field) {
		f.SetSignificance(f.names["w"], 0)
		for range 30 {
			f.Step()
		}
	}
	for at := 1; at < 24; at++ {
		f, g := newField(t, domain, o), newField(t, domain, o)
		f.play("act toil 999 success\nspawn worker w")
		f.SetSignificance(f.names["w"], 1)
		for range at {
			f.Step()
		}
		c, _, err := agent.Restore(g.program, g.bindings(), o, f.Snapshot(nil))
		if err != nil {
			t.Fatal(err)
		}
		g.Crowd, g.results, g.names = c, f.results, f.names
		f.Step()
		g.Step()
		late(f)
		late(g)
		if f.TraceHash() != g.TraceHash() {
			t.Errorf("restored at tick %d it goes on in another way", at)
		}
	}
}
