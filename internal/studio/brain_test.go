package studio

import (
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
)

// The view shows the personality that an agent has now, with its traits.
func TestMindAfterAChangeOfPersonality(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(`
action toil
goal work { toil }
brain daily { want work { score 0.6 }; every 1s }
personality lazy { work * 0.5 }
personality eager { work * 1.5 }
agent villager { brain daily as eager }`)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	crowd, err := karakuri.New(p, karakuri.Options{}, karakuri.Bind("toil", func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { return karakuri.Running }))
	if err != nil {
		t.Fatal(err)
	}
	a := crowd.Spawn("villager")
	in := bridge.Crowd.In(crowd)
	for _, name := range []string{"eager", "lazy", ""} {
		if err := a.SetPersonality(name); err != nil {
			t.Fatal(err)
		}
		crowd.Step()
		var m Mind
		m.brainOf(in, bridge.Program.In(p).Info, a.ID(), nil)
		if m.Brain == nil || m.Brain.Personality != name || len(m.Brain.Traits) != min(len(name), 1) {
			t.Errorf("given %q: %+v", name, m.Brain)
		}
	}
}
