package htn_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// TestNamedObjectGone: a subtask or goal with an object that no longer exists cannot be done; the next method is tried,
// and the result depends on the members of the type.
func TestNamedObjectGone(t *testing.T) {
	d := compile(t, `
type enemy
objects boss, thug: enemy
state agent { hits: int }
operator hit(e: enemy) { effect hits += 1 }
operator wait { }
task deal_with(e: enemy) { method m { hit(e) } }
task fight { method boss { hit(boss) }
             method thug { deal_with(thug) }
             method rest { wait } }
`)
	st := world.NewState(d.Info.Schema)
	st.CopyFrom(d.Info.Initial)
	var reads htn.Reads
	p := htn.NewPlanner(d, htn.Options{Reads: &reads})
	fight := goalNamed(t, d, "fight")
	for _, want := range []string{"hit(boss)", "hit(thug)", "wait"} {
		st.Forget()
		mark := st.Mark()
		if got := strings.Join(planText(p.Plan(st, fight).Plan, st), ","); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
		if name := strings.TrimSuffix(strings.TrimPrefix(want, "hit("), ")"); name != "wait" {
			o, _, _ := st.ObjectNamed(name)
			st.RemoveObject(o)
			if !reads.Affected(st, st.Changes(mark)) {
				t.Errorf("%s went, and that should matter", name)
			}
			goal := goalNamed(t, d, "deal_with")
			goal.Args = []world.Word{o}
			if r := p.Plan(st, goal); r.Status != htn.None {
				t.Errorf("deal_with(%s): %s", name, r.Status)
			}
			p.Plan(st, fight)
		}
	}
}
