package karakuri_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

// TestLossesAreTyped: what agents lost in a reload is reported by kind, name, reason and agents, once for all of them.
func TestLossesAreTyped(t *testing.T) {
	const text = "action walk\naction look\nagent guard { tree rounds }\ntree rounds { parallel { walk; look } }\n"
	load := func(text string) *karakuri.Program {
		p, err := karakuri.Load(fstest.MapFS{"yard.krk": {Data: []byte(text)}}, "yard.krk")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	on := func(name string) karakuri.Binding {
		return karakuri.Bind(name, func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { return karakuri.Running })
	}
	crowd, err := karakuri.New(load(text), karakuri.Options{TPS: 10}, on("walk"), on("look"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[karakuri.AgentID]string{}
	for i := range 5 {
		names[crowd.Spawn("guard").ID()] = fmt.Sprintf("guard#%d", i+1)
	}
	crowd.NameAgents(func(id karakuri.AgentID) string { return names[id] })
	crowd.Step()
	report, err := crowd.Reload(load(strings.Replace(text, "{ walk; look }", "{ walk }", 1)), on("walk"), on("look"))
	if err != nil || len(report.Losses) != 1 {
		t.Fatal(err, report)
	}
	l := &report.Losses[0]
	if l.Kind != karakuri.LostBranch || l.Name != "rounds: look" || l.Why != "it is gone" || len(l.Agents) != 5 || len(l.Names) != 3 {
		t.Errorf("%+v", l)
	}
	if got, want := l.String(), "guard#1, guard#2, guard#3 and 2 more: what ran at look of tree rounds ends: it is gone"; got != want || report.Notes[0].String() != want {
		t.Errorf("%q, %q; want %q", got, report.Notes[0], want)
	}
	if alone := (&karakuri.Loss{Text: "its plan does not continue"}); alone.String() != "its plan does not continue" {
		t.Error(alone)
	}
}
