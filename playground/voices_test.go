package playground

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/world"
)

// callers is a file in which an agent calls out when it begins, and others remember what they hear.
const callers = `
type person max 16
type call = { silence, help, here }

state agent {
    remembered said(p: person): call
    remembered position(p: person): vec2
    remembered sensed_now(p: person): bool
    came: int
}

action stand(s: float)
action face(x: person)

operator cry  { do stand(1); say "over here!", "here!" as here gap 60s }
operator moan { do stand(2); say "mmh" gap 60s }
operator wait { do stand(100) }
task shout_out { method "once" { cry; moan; wait } }
tree rest { stand(1000) }
tree come { stand(1) }

sense ears: hearing { damping 0.4; HEED }
sense eyes: sight { range 30; line_of_sight }
memory short { span 30s }

agent caller   { plan shout_out; sense eyes; memory short; body person }
agent listener {
    tree rest
    reaction come on exists(p in remembered person where said(p) == here)
    sense ears
    memory short
    body person
}
agent watcher { tree rest; sense ears; sense eyes; memory short; body person }
agent deaf    { tree rest; sense eyes; memory short; body person }
`

// A wall is between the caller and the last two listeners.
const callersScene = `
size 60 30
wall 10 0 10 30
start 8 15
start 2 15
start 2 20
start 8 2
start 4 15
start 4 13
start 12 15
start 16 15
cast caller 1 team 1 voice 12
cast listener 1 team 1
cast listener 1 team 2
cast listener 1 team 1
cast watcher 1 team 2
cast deaf 1 team 1
cast listener 2 team 1
`

func heardBy(t *testing.T, file, text string, ticks int) (p *Playground, list []string) {
	t.Helper()
	p = stage(t, strings.Replace(file, "HEED", "heed 2s", 1), text, 1)
	for range ticks {
		p.Step()
	}
	return p, saidTo(p)
}

// saidTo returns what each character goes by of the caller's words.
func saidTo(p *Playground) (list []string) {
	said := p.program.Info.Schema.Symbol("said")
	for i := range p.members {
		at, _ := said.Addr(p.members[0].object)
		list = append(list, p.program.Info.Schema.Enums[said.Type.ID].Values[p.crowd.State(p.members[i].agent).Get(at)])
	}
	return list
}

// Who is near enough hears what is called, of whichever team it is, in sight or not; walls take their part. Who has no
// ears does not, even if it sees the caller.
func TestBarksAreHeardInEarshot(t *testing.T) {
	want := []string{"silence", "here", "here", "silence", "here", "silence", "here", "silence"}
	p, got := heardBy(t, callers, callersScene, 4)
	if !slices.Equal(got, want) {
		t.Fatalf("heard %v, want %v", got, want)
	}
	for i, w := range want {
		m := p.crowd.Memory(p.members[i].agent)
		_, known := m.Find(senseID(p.members[0].object))
		if sees := i == 4 || i == 5; known != (w == "here" || sees) {
			t.Errorf("character %d knows of the caller: %v", i, known)
		}
		for _, part := range p.crowd.View().Parts(p.members[i].agent) {
			if part.Running != (w == "here") {
				t.Errorf("character %d reacts: %v", i, part.Running)
			}
		}
	}
	// After two seconds what was called is over; a voice without words changes nothing, but is heard.
	for range 18 {
		p.Step()
	}
	if got := saidTo(p); slices.Contains(got, "here") {
		t.Errorf("after 2 s they still go by %v", got)
	}
	near := p.crowd.Memory(p.members[1].agent)
	i, _ := near.Find(senseID(p.members[0].object))
	if f := near.Fact(i); f.Times != 2 || f.Last < 10 {
		t.Errorf("the second call was heard %d times, last in tick %d", f.Times-1, f.Last)
	}
}

// Without a voice nobody hears anything.
func TestBarksWithoutVoice(t *testing.T) {
	p, got := heardBy(t, callers, strings.Replace(callersScene, " voice 12", "", 1), 6)
	if slices.Contains(got, "here") {
		t.Errorf("heard %v", got)
	}
	if p.crowd.Memory(p.members[1].agent).Len() != 0 {
		t.Error("it knows of the caller")
	}
}

// What is heard is the same with several workers, and after a snapshot in any of the first ticks.
func TestHeardBarksSurvive(t *testing.T) {
	file := strings.Replace(callers, "HEED", "heed 2s; reaction 0.3s; blur 0.2", 1)
	one, other := stage(t, file, callersScene, 3), stage(t, file, callersScene, 3)
	for tick := range 30 {
		one.Step()
		other.Step()
		data := one.Snapshot(nil)
		if !bytes.Equal(data, other.Snapshot(nil)) {
			t.Fatalf("tick %d: two runs differ", tick)
		}
		var err error
		if other, _, err = Restore(one.Program(), one.scene, Options{Crowd: karakuri.Options{Seed: 3, Workers: 1 + tick%3}}, data); err != nil {
			t.Fatal(err)
		}
	}
	if one.crowd.TraceHash() != other.crowd.TraceHash() {
		t.Error("the runs differ")
	}
}

func senseID(o world.Object) sense.ObjectID { return sense.ObjectID(o) }
