package goal_test

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// The host's actions: go to an item, and pick it up.
const (
	goTo = iota
	pickUp
	strollAbout
)

// shelf is the gatherer's memory: items, with the reward that each promises.
type shelf struct {
	items []utility.Target
	gone  map[utility.Target]bool // taken by another agent; seen when there only
}

func (s *shelf) Targets(dst []utility.Target, want int) []utility.Target {
	return append(dst, s.items...)
}

func (s *shelf) Rests(int64) {}

func (s *shelf) Forget(want int, target utility.Target) {
	for i, item := range s.items {
		if item == target {
			s.items = append(s.items[:i], s.items[i+1:]...)
			return
		}
	}
}

// A gatherer gets the item that promises the most. Another has taken it, so it forgets it, and gets the next.
func Example() {
	number := world.Type{Kind: world.KindInt}
	builder := world.NewBuilder()
	schema, _ := builder.Build()
	memory := &shelf{items: []utility.Target{1, 2, 3}, gone: map[utility.Target]bool{2: true}}

	// Conditions and values may be expressions of the language, or functions as here. Their frame is the parameters of
	// the goal, or the target of the want.
	item := []goal.Arg{{Value: goal.ValueFunc{Of: number, Func: func(_ *expr.Machine, frame, dst []world.Word) { dst[0] = frame[0] }}}}
	promise := goal.ValueFunc{Of: number, Func: func(_ *expr.Machine, frame, dst []world.Word) { dst[0] = [4]world.Word{0, 5, 9, 7}[frame[0]] }}
	program, err := goal.Compile(goal.Config{
		Schema:     schema,
		Activities: []string{"go_to", "pick_up", "stroll"},
		Goals: []goal.Goal{
			{Name: "get_item", Params: []world.Type{number}, Ways: []goal.Way{{Steps: []goal.Step{
				{Call: goal.Call{Do: goal.Activity(goTo), Args: item}, Retry: goal.Retry{Times: 2, Backoff: 5}},
				{Call: goal.Call{Do: goal.Activity(pickUp), Args: item}},
			}}}},
			{Name: "wander", Ways: []goal.Way{{Steps: []goal.Step{{Call: goal.Call{Do: goal.Activity(strollAbout)}}}}}},
		},
		Brains: []goal.Brain{{Name: "gatherer", Interval: 10, Inertia: utility.Inertia{Bonus: 0.1}, Wants: []goal.Want{
			{Name: "get_item", Goal: 0, Args: item, Targeted: true, Worth: goal.Worth{Score: promise},
				Forget: goal.CondFunc(func(_ *expr.Machine, frame []world.Word) bool { return memory.gone[utility.Target(frame[0])] })},
			{Name: "wander", Goal: 1, Worth: goal.Worth{Weight: 0.05}},
		}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	type about struct{ Item int }
	bindings := action.NewBindings(schema, []action.Signature{
		{Name: "go_to", Params: []action.Param{{Name: "item", Types: []world.Type{number}}}},
		{Name: "pick_up", Params: []action.Param{{Name: "item", Types: []world.Type{number}}}},
		{Name: "stroll"}}, nil)
	action.Bind(bindings, "go_to", func(*action.Ctx, *about, *struct{}) action.Status { return action.Success })
	action.Bind(bindings, "pick_up", func(_ *action.Ctx, p *about, _ *struct{}) action.Status {
		if memory.gone[utility.Target(p.Item)] {
			return action.Failure
		}
		memory.Forget(0, utility.Target(p.Item))
		return action.Success
	})
	action.Bind(bindings, "stroll", func(*action.Ctx, *struct{}, *struct{}) action.Status { return action.Running })

	state := world.NewState(schema)
	env := goal.Env{Ctx: action.NewCtx(1, 10, nil), Instances: action.NewInstances(bindings), Machine: &expr.Machine{}, Offers: memory}
	env.Sink = goal.SinkFunc(func(e goal.Event) {
		switch e.Kind {
		case goal.WantChosen, goal.StepEnded, goal.GoalFailed, goal.TargetForgotten:
			fmt.Println(e.Tick, program.Text(e, state))
		}
	})
	var mind goal.Mind
	mind.Reset(program, 0, goal.Plain)
	for tick := range int64(4) {
		env.Ctx.Enter(1, tick+1, state)
		mind.Tick(&env)
	}
	fmt.Print(mind.Explain(&env))
	// Output:
	// 1 get_item(2) chosen with 9
	// 1 go_to ended: success
	// 1 pick_up ended: failure
	// 1 get_item failed: no way is left (its activity failed)
	// 1 get_item(2) is forgotten
	// 2 get_item(3) chosen with 7
	// 2 go_to ended: success
	// 2 pick_up ended: success
	// 3 get_item(1) chosen with 5
	// 3 go_to ended: success
	// 3 pick_up ended: success
	// 4 wander chosen with 0.05
	// chosen: wander, score 0.0550
	// > wander                       0.0550 = 1.0000 x weight 0.05 x inertia 1.1
}
