package agent_test

import (
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// members is a model of agents with all kinds of minds, reactions and layers that quarrel about legs, hands and voice.
const members = `
state agent { sensed a: bool; sensed b: bool; sensed c: bool; done: int }
action mind_legs uses legs grace 0.3s
action mind_hands uses hands
action mind_voice uses voice
action mind_none
action first_legs uses legs
action second_hands uses hands grace 0.2s
action third_none
action layer_legs uses legs
action layer_hands uses hands
action layer_voice uses voice
operator walk { do mind_legs; effect done += 1; cooldown 0.3s }
operator work { do mind_hands; commit 0.3s }
operator talk { do mind_voice }
operator wait { do mind_none; fail_after 0.6s }
task go { method "both" { unordered { walk; work; talk } }; method "wait" when !c { wait } }
task chat { method "c" { talk; wait; work } }
tree life { selector { sequence { mind_legs; mind_hands uninterrupted; plan chat }; sequence { mind_voice; mind_none }; mind_none } }
goal errand { way { mind_legs; mind_hands uninterrupted; mind_voice optional }; way { mind_none } ; interrupt when c { mind_voice } }
goal rest { mind_none; mind_legs retry 2 }
brain wits { want errand { score 0.5 }; want rest { score 0.4 }; every 0.3s }
tree panic(n: int) { repeat n { sequence { first_legs; second_hands uninterrupted } } }
goal fuss { second_hands; first_legs }
agent planner { plan chat when c; plan go; idle mind_legs; reaction first_legs on a cooldown 0.3s; reaction fuss on b && !c; reaction third_none on c; layer l layer_legs; layer m layer_hands; layer n layer_voice; layer o layer_legs }
agent beast { tree life; reaction panic(2) on a; reaction second_hands on b; layer l layer_legs; layer m layer_voice; layer n layer_hands }
agent thinker { brain wits; reaction third_none on a && b; reaction first_legs on a; reaction fuss on c cooldown 0.5s; layer m layer_hands; layer n layer_voice }
`

// TestOneAtATime: whatever happens, an action of the mind, of a reaction or of a layer only runs while nothing of
// another of them that needs the same does, from its start on; everything that starts ends once; and no agent stops
// acting for good.
func TestOneAtATime(t *testing.T) {
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(members)}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(12) {
		o := &owners{t: t, of: map[owned]string{}}
		counts := map[runner.EventKind]int{}
		c, err := agent.New(p, o.bindings(p), agent.Options{Seed: seed, Sink: runner.SinkFunc(func(e runner.Event) { counts[e.Kind]++ })})
		if err != nil {
			t.Fatal(err)
		}
		var ids []agent.ID
		for _, kind := range []string{"planner", "beast", "thinker"} {
			ids = append(ids, c.Spawn(kind), c.Spawn(kind))
		}
		r := det.NewRand(seed, 1, 2)
		for range 600 {
			for _, id := range ids {
				if r.Intn(4) == 0 {
					name := string(rune('a' + r.Intn(3)))
					c.Target(id, false).Set(c.Schema().Symbol(name).Base, world.Word(r.Intn(2)))
				}
			}
			if r.Intn(20) == 0 {
				if saved := c.Snapshot(nil); r.Intn(2) == 0 {
					if err := c.Rollback(saved); err != nil {
						t.Fatal(err)
					}
				}
			}
			c.Step()
		}
		for k := runner.ReactionStarted; k <= runner.LayerAborted; k++ {
			if counts[k] == 0 {
				t.Errorf("seed %d: never %s", seed, k)
			}
		}
		for _, id := range ids {
			if o.last[id] < c.Tick()-100 {
				t.Errorf("seed %d: agent %d (%s) has done nothing since tick %d", seed, id, c.KindOf(id), o.last[id])
			}
			c.Remove(id)
		}
		if c.Running() != 0 || len(o.of) != 0 {
			t.Errorf("seed %d: left over: %d %v", seed, c.Running(), o.of)
		}
	}
}

// owned is a resource of an agent.
type owned struct {
	id   agent.ID
	uses string
}

// owners keeps which agent has what.
type owners struct {
	t    *testing.T
	of   map[owned]string
	last map[agent.ID]int64 // tick in which an action of the mind has ended well
}

func (o *owners) bindings(p *program.Program) *action.Bindings {
	o.last = map[agent.ID]int64{}
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		free := func(c *action.Ctx) {
			for _, use := range a.Uses {
				if k := (owned{c.Agent(), use}); o.of[k] == a.Name {
					delete(o.of, k)
				} else {
					o.t.Errorf("tick %d: %s ends that does not run, but %s", c.Tick(), a.Name, o.of[k])
				}
			}
		}
		action.Bind(b, a.Name, func(c *action.Ctx, _ *action.Arguments, s *task) action.Status {
			for _, use := range a.Uses {
				if k := (owned{c.Agent(), use}); o.of[k] != a.Name {
					o.t.Errorf("tick %d: %s goes on while %s has its %s", c.Tick(), a.Name, o.of[k], use)
				}
			}
			if s.Left--; s.Left > 0 {
				return action.Running
			}
			if a.Name[:4] == "mind" {
				o.last[c.Agent()] = c.Tick()
			}
			if s.Fate == 0 {
				return action.Failure
			}
			return action.Success
		}, action.OnStart(func(c *action.Ctx, _ *action.Arguments, s *task) {
			s.Left, s.Fate = int32(c.Rand().Intn(7)), int32(c.Rand().Intn(9))
			for _, use := range a.Uses {
				if k := (owned{c.Agent(), use}); o.of[k] != "" {
					o.t.Errorf("tick %d: %s starts while %s has its %s", c.Tick(), a.Name, o.of[k], use)
				} else {
					o.of[k] = a.Name
				}
			}
		}), action.OnEnd(func(c *action.Ctx, _ *action.Arguments, _ *task, _ action.Status) { free(c) }),
			action.OnAbort(func(c *action.Ctx, _ *action.Arguments, _ *task, _ action.Reason) { free(c) }))
	}
	return b
}
