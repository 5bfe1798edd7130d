package agent_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// wolfpack has all that squads keep from tick to tick.
const wolfpack = `
state squad { fury: int 0..9; mark: being; scented(b: being): bool; trail(p: prey, n: int 0..3000): int }
action strike(b: being | vec2) uses hands needs b priority 2, rage priority 2 grace 0.2s
action charge needs rage priority 1
action snarl(b: being)
goal maul(b: being) { strike(b) retry 1; snarl(b) }
goal rally {
    while fury < 9
    snarl(mark)
    charge fail_after 2s
}
operator lead_maul { do order biter maul(mark); effect fury += 1 }
operator lead_rally { do parallel { order urgent howler rally; order biter rally }; fail_after 3s; effect fury += 2, trail(goal, 2000) += 1 }
operator lead_drill { do order howler drill(totem); effect mark = totem }
operator lead_raid { do parallel any { order front raid; order urgent rear raid } }
operator growl { do snarl(mark); effect fury = 0, mark = none }
operator charging { do charge; effect fury += 1 }
operator striking(b: being) { do strike(b); claim b; effect scented(b) = true }
task raid {
    method "maul" when fury < 4 { lead_maul; lead_rally }
    method "drill" when fury < 7 { unordered { lead_drill; growl } }
    method "calm" { growl }
}
task drill(b: being) {
    method "scented" when scented(b) { striking(b); charging }
    method "charge" { charging; striking(b) }
}
task hunt_on { method "raid" { lead_raid }; method "growl" { growl } }
squad pack {
    plan raid when !alarm every 0.5s
    plan danger when alarm
    idle stroll(calm)
    role howler 1..2 each b: ghost score near2(b) + 0.1 * fury bonus 0.5
    role biter 0..2 each b: being score if scented(b) then 0.9 else 0.6
    token rage 2 lease 1s
    slot being 1 lease 2s
    squad horde
}
squad horde {
    plan hunt_on every 1s
    role front 1..1
    role rear 0..2
    token rage 1
}
state agent { near2(b: ghost): float = 0.5 }
brain packmind {
    want feed when food > 0 { score 0.5 }
    want cheer(m) each m: mood { score 0.1 }
    want snooze { score 0.3; interrupts }
    every 0.4s
    orders score 0.2 + fury / 10
}
brain slave { want snooze { score 0.3 } }
agent cur { brain packmind; body ghost; squad pack; sense talk; sense sight; memory short }
agent mutt { brain slave; body ghost; squad pack }
agent whelp { plan drill(totem); plan dine once; body being; squad pack }
agent stray { tree live(goal); squad pack }
agent pup { plan digging2 every 0.4s; squad pack; body being }
operator dig2 { do fetch; commit 0.5s; effect n += 1 }
task digging2 { method "dig" { dig2 } }
`

// regroup has an agent join or leave a squad.
func (s *scene) regroup(c *agent.Crowd, r *det.Rand) {
	var all, squads []agent.ID
	c.All(func(id agent.ID) bool {
		if all = append(all, id); slices.ContainsFunc(s.program.Info.Squads, func(q *def.SquadInfo) bool { return q.Name == c.KindOf(id) }) {
			squads = append(squads, id)
		}
		return true
	})
	if len(squads) == 0 {
		return
	}
	if r.Intn(6) == 0 {
		c.Leave(all[r.Intn(len(all))])
		return
	}
	c.Join(squads[r.Intn(len(squads))], all[r.Intn(len(all))])
}

// TestSquadsAreReplayed: a run in which agents join and leave squads all the time is made again from its trace, without
// the host, with all that squads do.
func TestSquadsAreReplayed(t *testing.T) {
	for _, s := range scenes(t) {
		if !strings.HasPrefix(s.name, "squads") {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			var data bytes.Buffer
			var want, got []string
			s.options.Recorder = ktrace.NewRecorder(&data, ktrace.Options{})
			var c *agent.Crowd
			s.options.SquadSink = agent.SquadSinkFunc(func(e agent.SquadEvent) {
				want = append(want, fmt.Sprint(e.Tick, c.Number(e.Squad), c.View().SquadText(e)))
			})
			c = s.start(t)
			for range 300 {
				s.drive(c)
				c.Step()
			}
			if err := s.options.Recorder.Close(); err != nil {
				t.Fatal(err)
			}
			var r *agent.Replay
			r, err := agent.NewReplay(&data, agent.ReplayOptions{SquadSink: agent.SquadSinkFunc(func(e agent.SquadEvent) {
				got = append(got, fmt.Sprint(e.Tick, r.Crowd().Number(e.Squad), r.Crowd().View().SquadText(e)))
			})})
			if err != nil {
				t.Fatal(err)
			}
			r.Crowd().NameAgents(nil) // as in the run
			for r.Step() {
			}
			if !r.Ended() {
				t.Fatalf("tick %d: %+v %v", r.Crowd().Tick(), r.Difference(), r.Err())
			}
			if len(want) < 100 || !slices.Equal(got, want) {
				t.Errorf("%d events of squads, %d in the replay, and they are not the same", len(want), len(got))
			}
		})
	}
}

// TestDamagedSquads: for any bytes, a snapshot with squads is read or refused, and everything that was read can be
// used.
func TestDamagedSquads(t *testing.T) {
	list := scenes(t)
	s := list[slices.IndexFunc(list, func(s *scene) bool { return s.name == "squads" })]
	c := s.start(t)
	read, refused, ticks := 0, 0, sized(20, 20, 60)
	for tick := range ticks {
		s.drive(c)
		c.Step()
		data := c.Snapshot(nil)
		r := det.NewRand(77, uint64(tick), 1)
		for range 10 {
			b := bytes.Clone(data)
			for range 1 + r.Intn(3) {
				at := len(b)*3/4 + r.Intn(len(b)/4-8) // squads come last
				b[at] ^= byte(1 << r.Intn(8))
			}
			b = codec.Seal(b, 0)
			f := &fog{}
			o := agent.Options{Senses: f}
			got, _, err := agent.Restore(s.program, s.bindings(f), o, b)
			if err != nil {
				refused++
				continue
			}
			read++
			f.crowd = got
			got.All(func(id agent.ID) bool { got.View().Explain(id); return true })
			for range 3 {
				got.Step()
			}
			got.Snapshot(nil)
		}
	}
	if read < 20 || refused < 20 {
		t.Errorf("%d were read, %d refused", read, refused)
	}
}
