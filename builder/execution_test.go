package builder_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/builder"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// How a step is carried out: several actions at once, what ends it, and what keeps it from being done again.
func Example_execution() {
	d := builder.New("soldier")
	d.ObjectType("enemy")
	d.AgentState().Float("distance(e: enemy)").Sensed().Bool("alive(e: enemy)").Sensed()
	d.Action("move_to(e: enemy)").Uses("legs")
	d.Action("aim_at(e: enemy)").Uses("arms")
	d.Action("burst(e: enemy)").Uses("arms")

	d.Operator("approach(e: enemy)").
		Parallel("any", "move_to(e)", "aim_at(e)").
		Until("distance(e) < 10.0").
		While("alive(e)").
		FailAfter("8s")
	d.Operator("gatling(e: enemy)").
		Do("burst(e)").
		SucceedAfter(6*time.Second).
		SharedCooldown(20*time.Second, "guns").
		Commit("4s")
	d.Operator("rifle(e: enemy)").Do("burst(e)").SharedCooldown("2s", "guns")
	d.Task("fight(e: enemy)").
		Method("gatling").Do("approach(e)", "gatling(e)").
		Method("rifle").Do("approach(e)", "rifle(e)")
	d.Agent("soldier").Plan("fight(none)")

	m, _ := d.Model()
	info, found := def.Check(bridge.Model.In(m))
	if found.HasErrors() {
		fmt.Println(found.Err())
		return
	}
	gatling, rifle := info.Operator("gatling"), info.Operator("rifle")
	fmt.Println(gatling.Cooldown, rifle.Cooldown, gatling.Cooling == rifle.Cooling)
	text := m.Text() // the same as a file
	fmt.Println(text[strings.Index(text, "operator approach"):strings.Index(text, "task")])
	// Output:
	// 20 2 true
	// operator approach(e: enemy) {
	//     do parallel any { move_to(e); aim_at(e) }
	//     until distance(e) < 10.0
	//     while alive(e)
	//     fail_after 8s
	// }
	//
	// operator gatling(e: enemy) { do burst(e); succeed_after 6s; cooldown 20s shared guns; commit 4s }
	// operator rifle(e: enemy)   { do burst(e); cooldown 2s shared guns }
}

func TestExecutionIsTheSameInGoFileAndJSON(t *testing.T) {
	d := builder.New("t")
	d.Operator("a").When("x").Parallel("all", "b", "c(1)").Claim("p").Claim("q").ClaimWorld().ClaimPriority(2).Until("y").While("!z").SucceedAfter("2 * rest").FailAfter("8s").
		Effect("x = false").Cost("2").SharedCooldown("20s", "two words").Commit(250 * time.Millisecond)
	d.Operator("b").Parallel("primary", "b", "c(2)").Cooldown("1min")
	m, found := modelOf(d)
	if len(found.All) > 0 {
		t.Fatal(found.Err())
	}
	const text = "operator a { when x; do parallel all { b; c(1) }; claim p, q world priority 2; until y; while !z; succeed_after 2 * rest; fail_after 8s; " +
		"effect x = false; cost 2; cooldown 20s shared `two words`; commit 250ms }\n" +
		"operator b { do parallel primary { b; c(2) }; cooldown 1min }\n"
	parsed, mistakes := lang.Parse(diag.NewSource("t.krk", text))
	if len(mistakes.All) > 0 {
		t.Fatal(mistakes.Err())
	}
	encoded, err := lang.EncodeJSON(parsed)
	if err != nil {
		t.Fatal(err)
	}
	decoded, mistakes := lang.DecodeJSON(diag.NewSource("t.json", string(encoded)))
	if len(mistakes.All) > 0 {
		t.Fatal(mistakes.Err())
	}
	want := bare(parsed)
	for name, f := range map[string]*def.File{"builder": m.Files[0], "JSON": decoded} {
		if got := bare(f); got != want {
			t.Errorf("the file says\n%s\n%s\n%s", want, name, got)
		}
	}
}
