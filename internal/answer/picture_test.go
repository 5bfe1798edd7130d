package answer_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// TestPlansWithinKnowWhatTheySaw: an agent has money while a plan within a tree, or within a goal, is made again, and
// none any more when it is asked. The answer is of that planning, live and after the crowd has been taken back to the
// moment, however long the plan has run.
func TestPlansWithinKnowWhatTheySaw(t *testing.T) {
	const text = `
state agent { money: int 0..9 }
action push
operator buy { when money >= 5; do push }
operator work { do push; commit 60s }
task dine { method "buy" { buy }; method "work" { work } }
`
	for name, mind := range map[string]string{
		"tree": "tree t { sequence { plan dine } }\nagent a { tree t }\n",
		"goal": "goal g { plan dine }\nbrain b { want g { score 1 } }\nagent a { brain b }\n",
	} {
		p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(strings.Replace(text, "; method", "\n method", 1) + mind)}}, "a.krk")
		if err := ds.Err(); err != nil {
			t.Fatal(err)
		}
		for _, ticks := range []int{1, 50} {
			b := runner.NewBindings(p.Info)
			action.Bind(b, "push", func(*action.Ctx, *struct{}, *struct{}) action.Status { return action.Running })
			c, err := agent.New(p, b, agent.Options{TPS: 10, Pictures: true})
			if err != nil {
				t.Fatal(err)
			}
			id := c.Spawn("a")
			for range 2 {
				c.Step()
			}
			c.State(id).Set(p.Info.Schema.Symbol("money").Base, world.Word(7))
			for range ticks {
				c.Step()
			}
			c.State(id).Set(p.Info.Schema.Symbol("money").Base, 0)
			ask := func() string {
				return answer.Ask(c, id, explain.Question{Kind: explain.WhyNot, About: "buy"}).String()
			}
			live, data := ask(), c.Snapshot(nil)
			if !strings.Contains(live, "what runs is kept: operator buy (within dine/buy): work; the running step is committed") {
				t.Errorf("%s, %d ticks later: %s", name, ticks, live)
			}
			c.Step()
			if err := c.Rollback(data); err != nil {
				t.Fatal(err)
			}
			if got := ask(); got != live {
				t.Errorf("%s, taken back: %s\nlive: %s", name, got, live)
			}
		}
	}
}
