package builder_test

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/builder"
)

// A character that sees, remembers, and decides what to do.
func Example_goals() {
	d := builder.New("gatherer")
	d.ObjectType("item")
	d.ObjectType("enemy")
	d.AgentState().
		Float("energy").Default("1").
		Float("power").
		Float("energy_of(i: item)").Remembered().
		Float("distance(e: enemy)").Sensed()

	d.Sense("sight").Range(12).Cone("110deg").LineOfSight()
	d.Memory("short").Span("8s").Decay(0.1)
	d.Memory("long").Keep()

	d.Action("move_to(x: item | enemy)").Uses("legs")
	d.Action("pick_up(i: item)").Uses("hands")
	d.Action("strike(e: enemy)").Uses("hands")
	d.Action("shoot(e: enemy)").Uses("hands")
	d.Action("wander_about").Uses("legs")

	d.Goal("get_item(i: item)").While("remembered(i)").
		Do("move_to(i)").FailAfter("20s").
		Do("pick_up(i)")
	d.Goal("kill(e: enemy)").While("remembered(e)").
		Way("close").Tries(2).
		Do("move_to(e)").Until("distance(e) < 1").
		Do("strike(e)").Retry(2).Else("shoot(e) when power > 2").
		Way("").
		Do("shoot(e)")
	d.Goal("wander").Do("wander_about")

	d.Brain("gatherer").Inertia(0.1).Select(builder.Weighted().Top(3)).
		Want("get_item(i)").Each("i in remembered item").Score("quadratic(1 - energy) * energy_of(i)").
		Want("kill(e)").Each("e in remembered enemy").When("power > 0").
		Consider("distance(e)").As("near").From(20).To(0).Through("logistic(exponent: 2)").
		Consider("power").To(5).
		Want("wander").Score("0.05")
	d.Personality("brave").Scale("kill", 1.5)
	d.Agent("rifleman").BrainAs("gatherer", "brave").Sense("sight").Memory("short", "long")

	if err := d.Check(); err != nil {
		fmt.Println(err)
	}
	m, _ := d.Model()
	text := m.Text() // the same as a file
	fmt.Println(text[strings.Index(text, "goal get_item"):])
	// Output:
	// goal get_item(i: item) { while remembered(i); move_to(i) fail_after 20s; pick_up(i) }
	//
	// goal kill(e: enemy) {
	//     while remembered(e)
	//     way "close" tries 2 {
	//         move_to(e) until distance(e) < 1
	//         strike(e) retry 2 else shoot(e) when power > 2
	//     }
	//     way { shoot(e) }
	// }
	//
	// goal wander { wander_about }
	//
	// brain gatherer {
	//     want get_item(i) each i in remembered item { score quadratic(1 - energy) * energy_of(i) }
	//     want kill(e) each e in remembered enemy when power > 0 {
	//         consider "near" distance(e) from 20 to 0 through logistic(exponent: 2)
	//         consider power to 5
	//     }
	//     want wander { score 0.05 }
	//     inertia 0.1
	//     select weighted top 3
	// }
	//
	// personality brave { kill * 1.5 }
	//
	// agent rifleman { brain gatherer as brave; sense sight; memory short; memory long }
}
