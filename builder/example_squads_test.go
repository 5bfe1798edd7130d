package builder_test

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/builder"
)

// A squad that gives orders to soldiers that have reactions of their own.
func Example_squads() {
	d := builder.New("fireteam")
	d.Enum("place", "gate", "yard")
	d.ObjectType("soldier")
	d.ObjectType("enemy")
	d.Objects("enemy", "player")
	d.AgentState().Float("hp").Default("1")
	d.SquadState().Bool("alarmed").Float("courage(m: soldier)").Default("1")

	d.Action("move_to(p: place)").Uses("legs")
	d.Action("shoot(e: enemy)").Uses("hands").NeedsAt(2, "shoot_at_player").Grace("0.5s")
	d.Action("shout").Uses("voice")
	d.Action("duck").Uses("legs")
	d.Goal("hold(p: place)").Do("move_to(p)")
	d.Goal("attack(e: enemy)").Do("shoot(e)").Retry(2)

	d.Operator("assault(e: enemy)").Parallel("all", "order pointman hold(gate)", "order urgent flanker attack(e)")
	d.Squad("fireteam").
		Plan("assault(player)").When("alarmed").Every("2s").
		Role("pointman", 1, 1).Each("m: soldier").Score("courage(m)").Bonus(0.3).
		Role("flanker", 0, 2).
		Token("shoot_at_player", 2).Lease("3s")

	d.Brain("fighter").Orders("0.8").Want("hold(yard)").Score("0.1")
	d.Agent("rifleman").Brain("fighter").Body("soldier").Squad("fireteam").Layer("voice", "shout").Reaction("duck", "hp < 0.3").Cooldown("5s")

	if found := d.Findings(); len(found.All) > 0 {
		fmt.Println(found.All)
	}
	m, _ := d.Model()
	text := m.Text() // the same as a file
	fmt.Println(text[strings.Index(text, "operator assault"):])
	// Output:
	// operator assault(e: enemy) {
	//     do parallel { order pointman hold(gate); order urgent flanker attack(e) }
	// }
	//
	// squad fireteam {
	//     plan assault(player) when alarmed every 2s
	//     role pointman 1..1 each m: soldier score courage(m) bonus 0.3
	//     role flanker  0..2
	//     token shoot_at_player 2 lease 3s
	// }
	//
	// brain fighter {
	//     want hold(yard) { score 0.1 }
	//     orders score 0.8
	// }
	//
	// agent rifleman {
	//     brain fighter
	//     reaction duck on hp < 0.3 cooldown 5s
	//     layer voice shout
	//     squad fireteam
	//     body soldier
	// }
}
