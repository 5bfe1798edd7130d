package goal_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/world"
)

// driver carries out goals as activities, so that they can be under anything that starts activities, other goals
// included.
type driver struct {
	th    *theatre
	slots []*Pursuit
}

func (d *driver) Start(c *action.Ctx, id int32, words []world.Word) int32 {
	p := &Pursuit{}
	p.Reset(d.th.p, int64(len(d.slots)+2))
	p.Start(int(id), words)
	d.slots = append(d.slots, p)
	return int32(len(d.slots) - 1)
}

func (d *driver) Update(c *action.Ctx, slot int32) action.Status {
	s := d.slots[slot].Tick(&d.th.env)
	if f, broken := d.th.env.TakeFault(); broken {
		c.PutFault(f)
	}
	return s
}

func (d *driver) Abort(c *action.Ctx, slot int32, r action.Reason) {
	d.slots[slot].Abort(&d.th.env, r)
}

func (d *driver) Running() (n int) {
	for _, p := range d.slots {
		if p.Running() {
			n++
		}
	}
	return n
}

func (d *driver) Fresh(*action.Instances) action.Driver { return &driver{th: d.th} }
func (d *driver) Clear()                                { d.slots = nil }
func (d *driver) Append(b []byte, slot int32) []byte {
	return d.slots[slot].Append(b, d.th.env.Instances)
}
func (d *driver) Read(c *action.Ctx, saved *world.Reader, rs *action.Restorer) (id, slot int32, why string) {
	r := (*codec.Reader)(saved)
	p := &Pursuit{}
	p.Reset(d.th.p, 0)
	_, why = p.Read(r, &Saved{Instances: d.th.env.Instances, Restorer: rs})
	d.slots = append(d.slots, p)
	goal, _ := p.Goal()
	return int32(goal), int32(len(d.slots) - 1), why
}
func (d *driver) Restored(c *action.Ctx, slot int32) bool { return d.slots[slot].Restored(&d.th.env) }
func (d *driver) Drop(slot int32)                         { d.slots[slot].Drop(d.th.env.Instances) }

// nested returns a theatre in which goals are activities too, with IDs from len(actions) on: goal 0 runs goal 1 so,
// which runs work, and goal 2 runs itself. More goals may follow.
func nested(t tb, more ...Goal) *theatre {
	first := int32(len(actions))
	call := func(goal int32) Step { return Step{Call: Call{Do: Activity(first + goal)}} }
	goals := []Goal{{Name: "outer", Ways: steps(call(1))}, {Name: "inner", Ways: steps(act(work))}, {Name: "endless", Ways: steps(call(2))}}
	th := newTheatre(t, Config{Goals: append(goals, more...)})
	th.env.Instances.Attach(&driver{th: th}, 3)
	return th
}

func TestGoalsNestThroughDrivers(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"success", "act work 2 success;start 0;run 2", "2   activity 8 ended: success\n2 outer completed"},
		{"failure", "act work 2 failure;start 0;run 2", "2   activity 8 ended: failure\n2 outer failed: no way is left (its activity failed)"},
		{"abort", "act work 9 success;start 0;run 2;abort", "2 inner terminated: the agent was removed\n2   activity 8 aborted: the agent was removed"},
		{"fault", "act work 2 panic;start 0;run 2", "2 inner failed: a function of the game panicked\n2   activity 8 ended: failure\n2 fault in work: as the script says\n2 outer failed: a function of the game panicked"},
		{"endless", "start 2;run 2", "1   activity 9 ended: failure\n1 endless failed: no way is left (its activity failed)\n1 pursuit: failure"},
	} {
		t.Run(c.name, func(t *testing.T) {
			th := nested(t)
			th.script(c.script)
			if !strings.Contains(th.log.String(), c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", th.log.String(), c.want)
			}
			th.finish()
		})
	}
}

// TestNestedGoalsAreSaved saves a goal within an activity of a goal in each tick.
func TestNestedGoalsAreSaved(t *testing.T) {
	th := nested(t)
	th.script("act work 4 success;start 0;run 1")
	for th.pursuit.Running() {
		b := th.pursuit.Append(th.env.Instances.AppendForms(nil), th.env.Instances)
		other := nested(t)
		r := codec.NewReader(b)
		rs := other.env.Instances.Restorer((*world.Reader)(r), schema, nil)
		other.tick = th.tick
		other.enter()
		rs.Enter(other.env.Ctx)
		if _, lost := other.pursuit.Read(r, &Saved{Instances: other.env.Instances, Restorer: rs}); lost != "" || r.Err() != nil {
			t.Fatal(lost, r.Err())
		}
		other.check.open = append(other.check.open, th.check.open...)
		other.starts, other.stops = th.starts, th.stops
		before := th.log.Len()
		th.step()
		if other.step(); other.log.String() != th.log.String()[before:] {
			t.Fatalf("restored:\n%s\nas it was:\n%s", other.log.String(), th.log.String()[before:])
		}
		if other.follow("abort"); other.env.Instances.Running() != 0 {
			t.Fatal("something runs on in the end")
		}
	}
	th.finish()
}
