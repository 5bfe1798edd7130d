package agent_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// TestAlertnessMoves: an agent that moves to another crowd, whose time is earlier or later, stays as alert for as long
// as it would have, and knows what alerted it by the number that this has there.
func TestAlertnessMoves(t *testing.T) {
	for _, there := range []int{0, 5, 500} {
		from := newSentries(t, agent.Options{})
		from.play("guard ann 1 0 0\nwall 5\nrobber tom 2 9 0\nrun 60\nsound tom 20\nrun 6")
		data := from.SnapshotAgent(nil, from.called("ann"))
		to := newSentries(t, agent.Options{})
		to.play("wall 5\nrobber kit 2 50 0\nrobber sue 2 60 0\nrobber tom 2 90 0")
		to.run(there)
		tom := to.Body(to.called("tom"))
		id, _, err := to.RestoreAgent(data, func(o world.Object) world.Object {
			if o == from.Body(from.called("tom")) {
				return tom
			}
			return 0
		})
		if err != nil {
			t.Fatal(err)
		}
		to.names[id] = "ann"
		to.yard.things[to.Body(id)] = from.yard.things[from.Body(from.called("ann"))]
		want := "alarm suspicious for 0.5s, by a sound of tom at (9, 0); calm in 1.5s"
		if got := to.View().Alertness(id); got != want {
			t.Errorf("%d ticks later: %s, not %s", there, got, want)
		}
		to.run(100)
		if got := strings.Join(to.told, "\n"); len(to.told) != 1 || !strings.Contains(got, "calms down from suspicious to calm") {
			t.Errorf("%d ticks later: %s", there, got)
		}
	}
	from := newSentries(t, agent.Options{})
	from.play("guard ann 1 0 0\nwall 5\nrobber tom 2 9 0\nrun 60\nsound tom 20\nrun 6")
	data := from.SnapshotAgent(nil, from.called("ann"))
	to := newSentries(t, agent.Options{})
	to.play("robber kit 2 50 0\nrobber sue 2 60 0")
	id, _, err := to.RestoreAgent(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := to.View().Alertness(id); strings.Contains(got, "kit") || strings.Contains(got, "sue") || strings.Contains(got, "tom") {
		t.Errorf("it names what does not exist here: %s", got)
	}
}

// TestAlertnessOfAnySnapshot: a snapshot may say anything of how alert an agent is. It is told all the same.
func TestAlertnessOfAnySnapshot(t *testing.T) {
	for _, word := range []world.Word{0, 1, 3, 6, 15, 31, 99, -1, 1 << 40} {
		w := newSentries(t, agent.Options{})
		w.play("guard ann 1 0 0\nrun 6")
		st := w.Home(w.called("ann"), world.ScopeAgent)
		set := func(name string, word world.Word) { st.Set(st.Schema().Symbol(name).Base, word) }
		for _, name := range []string{"before", "by", "line", "until"} {
			set("alert `"+name+"`", word)
		}
		set("alert `since`", world.Word(w.Tick()+1))
		set("alarm", 2)
		next, _, err := agent.Restore(w.program, w.bindings, w.o, w.Snapshot(nil))
		if err != nil {
			t.Fatal(err)
		}
		w.Crowd = next
		next.NameAgents(func(id ID) string { return w.names[id] })
		if got := w.View().Explain(w.called("ann")); !strings.Contains(got, "alarm searching") || strings.Contains(got, "panicked") {
			t.Errorf("%d: %s", word, got)
		}
		if w.run(3); len(w.told) == 0 && word != 1 && word != 3 {
			t.Errorf("%d: nothing is told", word)
		}
	}
}

// TestAlertnessByWhatIsGone: an agent can be alert longer than it remembers what alerted it. Once that has left the
// world, too, it has no name any more.
func TestAlertnessByWhatIsGone(t *testing.T) {
	w := newSentriesOf(t, strings.ReplaceAll(post, "span 60s", "span 1s"), agent.Options{})
	w.play("guard ann 1 0 0\nwall 5\nrobber tom 2 9 0\nrun 3\nsound tom 20\nrun 2\nleave tom\nrun 15")
	got := w.View().Explain(w.called("ann"))
	if !strings.Contains(got, "alarm suspicious for 1.6s, by a sound of ") || strings.Contains(got, "panicked") {
		t.Error(got)
	}
}

// TestAlertnessIsTracedBack: who made a level leads to the percept that raised it, and to the time that lowered it.
func TestAlertnessIsTracedBack(t *testing.T) {
	var trace bytes.Buffer
	rec := ktrace.NewRecorder(&trace, ktrace.Options{SnapshotTicks: 5})
	w := newSentries(t, agent.Options{Recorder: rec})
	w.play("guard ann 1 0 0\nwall 5\nrobber tom 2 9 0\nrun 3\nsound tom 20\nrun 40")
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	for tick, want := range map[int64]string{
		10: "alerted by a sound of tom at (9, 0)",
		30: "the time of the level before was over; last alerted by a sound of tom at (9, 0)",
	} {
		var witness answer.Witness
		r, err := agent.NewReplay(bytes.NewReader(trace.Bytes()), witness.Options())
		if err != nil {
			t.Fatal(err)
		}
		a := answer.Made(nil, r, &witness, func() (ID, bool) { return r.AgentNamed("ann") }, tick, "alarm").String()
		if !strings.Contains(a, want) {
			t.Errorf("tick %d: %s", tick, a)
		}
	}
}
