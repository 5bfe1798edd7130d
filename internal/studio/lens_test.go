package studio

import (
	"math"
	"os"
	"strings"
	"testing"
)

// A lens shows the chosen character by the running program, and by a text as soon as that differs: with the paths of
// what it shows.
func TestLensOfBrain(t *testing.T) {
	data, err := os.ReadFile("../../examples/gatherer/gatherer.krk")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	address, _ := serve(t, Options{}, "../../examples/gatherer/gatherer.krk")
	c := dial(t, address)
	c.openAt("gatherer.krk", 60)
	look := func(text string, tick *int64) (l Lens) {
		c.ask(Request{Op: "lens", File: "gatherer.krk", Agent: "brave_one#1", Text: text, Tick: tick}, &l)
		return l
	}
	want := func(l Lens, path string) *Want {
		for i := range l.Wants {
			if w := &l.Wants[i]; w.Path == path && w.Why == "" {
				return w
			}
		}
		t.Fatalf("there is no %s in %+v", path, l)
		return nil
	}
	now := look(text, nil)
	if !now.Running || now.Why != "" || now.Brain == nil || now.Squad != nil || now.Band != "" {
		t.Fatalf("%+v", now)
	}
	if m := c.mind("brave_one#1", nil); len(m.Wants) != len(now.Wants) || m.Wants[0].Path != "" {
		t.Errorf("the mind has %d wants, the lens %d", len(m.Wants), len(now.Wants))
	}
	wander := want(now, "brain gatherer / want wander")
	next := look(strings.Replace(text, "want wander { score 0.05 }", "want wander { score 0.05 + quadratic(1 + power, slope: 0.4) }", 1), nil)
	if w := want(next, "brain gatherer / want wander"); next.Running || math.Abs(w.Score/wander.Score-9) > 1e-9 {
		t.Errorf("the text leads to %g, the running program to %g", w.Score, wander.Score)
	} else if p := w.Shape.Under[1]; p.Kind != "curve" || p.Path != "brain gatherer / want wander / score" || p.Index != 0 || p.Value != 0.4 {
		t.Errorf("its curve is %+v", p)
	}
	considered := look(strings.Replace(text, "want wander { score 0.05 }", "want wander {\n consider \"fit\" energy through logistic(exponent: 2)\n consider power\n combine mean\n }", 1), nil)
	if w := want(considered, "brain gatherer / want wander"); len(w.Shape.Under) != 2 || w.Shape.Under[0].Path != `brain gatherer / want wander / consider "fit"` || w.Shape.Under[1].Path != "brain gatherer / want wander / consider" {
		t.Errorf("its considerations are %+v", w.Shape)
	}
	broken := look(strings.Replace(text, "score 0.05", "score 0.05 +", 1), nil)
	if w := want(broken, "brain gatherer / want wander"); !broken.Running || broken.Why == "" || w.Score != wander.Score {
		t.Errorf("a text with a mistake leads to %+v", broken)
	}
	if was := look(text, ptr[int64](20)); was.Tick != 20 || !was.Running {
		t.Errorf("the past is %+v", was)
	}
	if _, why := c.try(Request{Op: "lens", File: "gatherer.krk", Agent: "nobody", Text: text}); why == "" {
		t.Error("nobody has a lens")
	}
	if m := c.mind("brave_one#1", nil); m.Tick != now.Tick || m.Brain.Name != "gatherer" {
		t.Errorf("looking has changed the run: %+v", m)
	}
}

// The squad of a member, and of the squad itself, with the roles that the text gives.
func TestLensOfSquad(t *testing.T) {
	data, err := os.ReadFile("../../examples/fireteam/fireteam.krk")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	address, _ := serve(t, Options{}, fireteamFile, fireteamScene)
	c := dial(t, address)
	c.openAt("fireteam.krk", 100)
	look := func(agent, text string) (l Lens) {
		c.ask(Request{Op: "lens", File: "fireteam.krk", Agent: agent, Text: text}, &l)
		if l.Squad == nil {
			t.Fatalf("%s has no squad: %+v", agent, l)
		}
		return l
	}
	alpha := look("alpha", text)
	member := alpha.Squad.Members[0].Name
	if l := look(member, text); l.Band != "alpha" || l.BandOf != "fireteam" || l.Brain == nil || len(l.Squad.Members) != len(alpha.Squad.Members) {
		t.Errorf("the squad of %s is %+v", member, l)
	}
	roles := map[string]int{}
	for _, m := range alpha.Squad.Members {
		if m.Role >= 0 {
			roles[alpha.Squad.Roles[m.Role].Name]++
		}
	}
	next := look("alpha", strings.Replace(text, "role base ", "role medic 0..1 each m: soldier score 0\n    role base ", 1))
	if next.Running || len(next.Squad.Roles) != len(alpha.Squad.Roles)+1 || next.Squad.Roles[0].Name != "medic" {
		t.Fatalf("with a role more: %+v, %s", next.Squad.Roles, next.Why)
	}
	for _, m := range next.Squad.Members {
		if m.Role >= 0 {
			roles[next.Squad.Roles[m.Role].Name]--
		}
		if len(m.Scores) != len(next.Squad.Roles) || m.Scores[0] != 0 || m.Scores[1] <= 0 {
			t.Errorf("%s is rated %v", m.Name, m.Scores)
		}
	}
	for name, n := range roles {
		if n != 0 || name == "medic" {
			t.Errorf("the members of %s have changed by %d", name, n)
		}
	}
}

// A recording has the lens of its run.
func TestLensOfRecording(t *testing.T) {
	const gatherer = "../../examples/gatherer/gatherer.krk"
	address, _ := serve(t, Options{Seed: 1}, record(t, gatherer, 100), gatherer)
	live, taped := dial(t, address), dial(t, address)
	live.openAt("gatherer.krk", 80)
	var opened Opened
	taped.ask(Request{Op: "open", File: "run.ktrace"}, &opened)
	var source SourceText
	taped.ask(Request{Op: "source", File: opened.Files[0]}, &source)
	var now, then Lens
	live.ask(Request{Op: "lens", File: "gatherer.krk", Agent: "brave_one#1", Text: source.Text, Tick: ptr[int64](60)}, &now)
	taped.ask(Request{Op: "lens", File: opened.Files[0], Agent: "brave_one#1", Text: source.Text, Tick: ptr[int64](60)}, &then)
	if !then.Running || then.Why != "" || len(then.Wants) == 0 || len(then.Wants) != len(now.Wants) {
		t.Fatalf("%+v\nlive:\n%+v", then, now)
	}
	for i, w := range then.Wants {
		if w.Score != now.Wants[i].Score || w.Path != now.Wants[i].Path || w.Path == "" {
			t.Errorf("%+v\nlive:\n%+v", w, now.Wants[i])
		}
	}
}
