package agent_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// TestTodo: a placeholder is planned like what will take its place, so that a character shows how far its design goes;
// it fails when it is reached, and then everything is as after any failure: the method is banned and the next one
// tried, the next alternative of a step, the next want.
func TestTodo(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		ticks      int
		want       []string
	}{
		{"a subtask", rests + `
			task hunt { method "new" { dine; todo "strike" }; method "old" { rest } }
			operator rest { do doze }
			agent a { plan hunt }`, 6, []string{
			"plan adopted: hunt in 2 steps", "step started: dine", "step ended: dine",
			"plan kept: the new plan has lower priority", "step started: todo `strike`", "todo reached: \"strike\"",
			"todo ended: failure", "step failed: todo `strike`: its action failed", "method banned for 5s: hunt, \"new\"",
			"plan failed at step 2 of 2", "plan adopted: hunt in 1 step", "step started: rest", "step ended: rest",
			"plan ended: hunt", "ban lifted: hunt, \"new\": the plan that replaced it has succeeded",
			"plan adopted: hunt in 1 step", "step started: rest",
		}},
		{"what an operator does", rests + `
			task hunt { method "new" { strike }; method "old" { rest } }
			operator strike { do todo "strike" }
			operator rest { do doze }
			agent a { plan hunt }`, 3, []string{
			"plan adopted: hunt in 1 step", "step started: strike", "todo reached: \"strike\"", "todo ended: failure",
			"step failed: strike: its action failed", "method banned for 5s: hunt, \"new\"", "plan failed at step 1 of 1",
			"plan adopted: hunt in 1 step", "step started: rest", "step ended: rest", "plan ended: hunt",
			"ban lifted: hunt, \"new\": the plan that replaced it has succeeded",
		}},
		{"a node", rests + `
			tree main { selector { todo "look"; doze } }
			agent a { tree main once }`, 3, []string{
			"todo reached: \"look\"", "selector ended: success", "idle: its tree has ended",
		}},
		{"planned for in a tree", rests + `
			tree main { selector { plan todo "look"; doze } }
			agent a { tree main once }`, 3, []string{
			"plan adopted: todo `look` in 1 step", "step started: todo `look`", "todo reached: \"look\"",
			"todo ended: failure", "step failed: todo `look`: its action failed", "plan failed at step 1 of 1",
			"selector ended: success", "idle: its tree has ended",
		}},
		{"a step of a goal and its alternative", rests + `
			goal rest { todo "lie down" else todo "sit" else doze }
			brain b { want rest { score 1 } }
			agent a { brain b }`, 4, []string{
			"rest chosen with 1", "todo reached: \"lie down\"", "todo ended: failure", "todo `lie down` ended: failure",
			"todo `sit` instead: its activity failed", "todo reached: \"sit\"", "todo ended: failure",
			"todo `sit` ended: failure", "doze instead: its activity failed", "doze ended: success", "rest chosen with 1",
			"todo reached: \"lie down\"", "todo ended: failure", "todo `lie down` ended: failure",
			"todo `sit` instead: its activity failed", "todo reached: \"sit\"", "todo ended: failure",
			"todo `sit` ended: failure", "doze instead: its activity failed", "doze ended: success",
		}},
		{"the goal of a want", rests + `
			goal rest { doze }
			brain b { want rest { score 1 }; want todo "hunt" { score 2 } }
			agent a { brain b }`, 4, []string{
			"hunt chosen with 2", "todo reached: \"hunt\"", "todo ended: failure", "todo `hunt` ended: failure",
			"todo `hunt` failed: no way is left (its activity failed)", "hunt chosen with 2", "todo reached: \"hunt\"",
			"todo ended: failure", "todo `hunt` ended: failure", "todo `hunt` failed: no way is left (its activity failed)",
			"rest chosen with 1", "doze ended: success",
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var h *stagehand
			h = newStagehand(t, tc.text, agent.Options{GoalSink: goal.SinkFunc(func(e goal.Event) {
				if e.Kind == goal.StepEnded || e.Kind == goal.StepReplaced || e.Kind == goal.WantChosen || e.Kind == goal.GoalFailed {
					h.note(h.View().GoalText(e))
				}
			})})
			id := h.Spawn("a")
			if got := h.run(tc.ticks); !slices.Equal(got, tc.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tc.want, "\n"))
			}
			if h.Remove(id); h.Running() != 0 {
				t.Errorf("%d activities are left over", h.Running())
			}
		})
	}
}
