package builder_test

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/builder"
)

// A character that always finds a way to eat.
func Example() {
	d := builder.New("meal")
	d.Enum("place", "home", "shop", "office")
	d.Const("price", 5)
	d.AgentState().
		Bool("hungry").Default("true").
		Bool("has_meal").
		Bool("has_job").Default("true").
		Int("money", 0, 100).
		Enum("at", "place").Default("home")

	d.Action("move_to(p: place)").Uses("legs")
	d.Action("wander").Uses("legs")

	d.Operator("eat").When("has_meal").Do("move_to(home)").Effect("has_meal = false, hungry = false")
	d.Operator("buy").When("money >= price").Do("move_to(shop)").Effect("money -= price, has_meal = true")
	d.Operator("work").When("has_job").Do("move_to(office)").Effect("money += price")

	d.Task("dine").
		Method("eat what we have").When("has_meal").Do("eat").
		Method("buy first").When("money >= price").Do("buy", "dine").
		Method("earn first").Do("work", "dine")

	d.Agent("villager").Plan("dine").When("hungry").Every("1s").Idle("wander")
	d.Test("no money").Given("money = 0").Expect("work", "buy", "eat")

	if err := d.Check(); err != nil {
		fmt.Println(err)
		return
	}
	m, _ := d.Model()
	p, err := karakuri.Link(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("agents:", p.Kinds(), "actions to bind:", p.Actions())
	// Output: agents: [villager] actions to bind: [move_to wander]
}

// Parameters are part of the declared name, as in the language; free variables are bound by Each.
func Example_bindings() {
	d := builder.New("soldier")
	d.ObjectType("person")
	d.ObjectType("enemy").Is("person").Max(8)
	d.Const("reach", 10.0)
	d.AgentState().
		Float("distance(e: enemy)").Sensed().
		Bool("visible(e: enemy)").Sensed().
		Bool("alive(e: enemy)").Sensed().
		Int("ammo", 0, 30).Default("12").
		Derived("armed", "ammo > 0")

	d.Action("move_to(p: enemy | vec2)").Uses("legs")
	d.Action("shoot_at(e: enemy)").Uses("arms")
	d.Action("look_around")
	d.Action("walk_route").Uses("legs")

	d.Operator("approach(e: enemy)").Do("move_to(e)").Effect("visible(e) = true").Cost("distance(e)")
	d.Operator("shoot(e: enemy)").When("visible(e) && armed").Do("shoot_at(e)").Effect("alive(e) = false, ammo -= 1")
	d.Operator("look").Do("look_around")
	d.Operator("walk").Do("walk_route")

	d.Task("fight(e: enemy)").
		Method("done").When("!alive(e) || !armed").
		Method("shoot").When("visible(e) && distance(e) < reach").Do("shoot(e)", "fight(e)").
		Method("close in").Do("approach(e)", "fight(e)")
	d.Task("patrol_or_fight").
		Method("nearest enemy").Each("e: enemy").Where("alive(e)").Order("distance(e)").Margin("2.0").Do("fight(e)").
		Method("patrol").Do(builder.Unordered("look", "walk"))
	d.Agent("soldier").Plan("patrol_or_fight")
	d.Test("one enemy").Objects("enemy", "e1").Given("alive(e1) = true, distance(e1) = 8.0").Expect("approach(e1)", "shoot")

	if err := d.Check(); err != nil {
		fmt.Println(err)
	}
	m, _ := d.Model()
	text := m.Text() // the same as a file
	fmt.Println(text[strings.Index(text, "task"):strings.Index(text, "agent soldier")])
	// Output:
	// task fight(e: enemy) {
	//     method "done"     when !alive(e) || !armed                { }
	//     method "shoot"    when visible(e) && distance(e) < reach  { shoot(e); fight(e) }
	//     method "close in"                                         { approach(e); fight(e) }
	// }
	//
	// task patrol_or_fight {
	//     method "nearest enemy" each e: enemy where alive(e) order distance(e) margin 2.0 { fight(e) }
	//     method "patrol" { unordered { look; walk } }
	// }
}
