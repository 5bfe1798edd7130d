package agent

import (
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// alone is the environment in which parts of a crowd work without one: two agents and a world.
func alone(t *testing.T) (*core, *population, *journal) {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte("type thing max 4\nstate world { food: int 0..9 }\nstate agent { own: int 0..9 }\nagent a {}")}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	m, err := p.At(10)
	if err != nil {
		t.Fatal(err)
	}
	k := &core{model: m, world: world.NewState(m.Info.Schema)}
	k.world.CopyFrom(m.Info.Initial)
	agents := &population{core: k}
	for i := range int32(2) {
		a := agents.add()
		agents.used[i]++
		a.id = agents.idOf(i)
		a.state.Follow(k.world.ObjectSet())
		a.state.CopyFrom(k.world)
	}
	return k, agents, &journal{core: k, agents: agents, net: &net{core: k}}
}

// TestObjectsComeAndGoAtTheEndOfATick: the world knows of a new object at once, agents when objects are settled; no
// agent misses one that goes before that.
func TestObjectsComeAndGoAtTheEndOfATick(t *testing.T) {
	k, agents, j := alone(t)
	all := &objects{core: k, agents: agents, perception: &perception{}, squads: &squads{core: k}, journal: j}
	seen := func(o world.Object) (count int) {
		for _, a := range agents.list {
			if a.state.Alive(o) {
				count++
			}
		}
		return count
	}
	between, err := all.AddObject("thing", "early")
	if err != nil || seen(between) != 2 {
		t.Fatalf("%d agents see what has come between two ticks; %v", seen(between), err)
	}
	k.ticking = true
	within, err := all.AddObject("thing", "late")
	if err != nil || !k.world.Alive(within) || seen(within) != 0 {
		t.Fatalf("%d agents see what has come in this tick; %v", seen(within), err)
	}
	if !all.RemoveObject(between) || all.RemoveObject(between) || seen(between) != 2 || !k.world.Alive(between) {
		t.Error("what is removed goes at once, or twice")
	}
	all.applyObjects()
	if seen(within) != 2 || seen(between) != 0 || k.world.Alive(between) {
		t.Errorf("%d agents see what has come, and %d what has gone", seen(within), seen(between))
	}
}

// TestSharedSymbolsAreExchanged: what the host writes to the world reaches agents before they decide, what agents write
// reaches the world at the end, and the last agent wins.
func TestSharedSymbolsAreExchanged(t *testing.T) {
	k, agents, j := alone(t)
	e := &exchange{core: k, agents: agents, turns: &turns{}, squads: &squads{core: k, agents: agents}, journal: j}
	food, own := k.world.Schema().Symbol("food").Base, k.world.Schema().Symbol("own").Base
	first, second := &agents.list[0].state, &agents.list[1].state
	k.world.Set(food, 3)
	k.ticking = true
	if e.receiveShared(); first.Get(food) != 3 || second.Get(food) != 3 {
		t.Errorf("agents have %d and %d, want 3", first.Get(food), second.Get(food))
	}
	first.Forget()
	second.Forget()
	first.Set(food, 4)
	first.Set(own, 1)
	second.Set(food, 5)
	if k.world.Get(food) != 3 {
		t.Error("what an agent writes reaches the world within the tick")
	}
	e.turns.acted = []int32{0, 1}
	if e.commitShared(); k.world.Get(food) != 5 || k.world.Get(own) != 0 || second.Get(own) != 0 {
		t.Errorf("the world has %d, want 5; what is an agent's own is %d and %d", k.world.Get(food), k.world.Get(own), second.Get(own))
	}
	k.ticking = false
	if e.State(agents.list[0].id).Get(food) != 5 {
		t.Error("between two ticks an agent does not see what another has written")
	}
}

// TestAgentsBeginWithTheWorldAsItIs: an agent receives what changes after it was spawned, which costs a crowd that is
// set up neither time nor writes.
func TestAgentsBeginWithTheWorldAsItIs(t *testing.T) {
	k, agents, j := alone(t)
	e := &exchange{core: k, agents: agents, turns: &turns{}, squads: &squads{core: k, agents: agents}, journal: j}
	food := k.world.Schema().Symbol("food").Base
	first, second := &agents.list[0].state, &agents.list[1].state
	receive := func(what string, want, and world.Word) {
		t.Helper()
		if e.receiveShared(); first.Get(food) != want || second.Get(food) != and {
			t.Errorf("%s: agents have %d and %d, want %d and %d", what, first.Get(food), second.Get(food), want, and)
		}
	}
	k.world.Set(food, 3)
	second.CopyFrom(k.world)
	e.begin(1)
	if e.receiveShared(); first.Get(food) != 3 || len(second.Changes(world.Mark{})) != 0 {
		t.Errorf("the first has %d, want 3; the second, which began with it, received %v", first.Get(food), second.Changes(world.Mark{}))
	}
	k.world.Set(food, 4)
	receive("in the next tick", 4, 4)
	k.world.Set(food, 5)
	second.CopyFrom(k.world)
	e.begin(1)
	k.world.Set(food, 6)
	receive("what changes after that", 6, 6)
	second.Set(food, 9)
	k.world.Set(food, 7)
	first.CopyFrom(k.world)
	e.begin(0)
	receive("an agent in an earlier slot", 7, 7)
}
