package arena_test

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/arena"
)

const guardhouse = `
picture 1
....................
.@........#.........
..........#.....e...
..........#.........
....................
....................
....................
....................
end
`

// A guard hears an intruder behind a wall, walks around it to where the energy is, sees him and hits him.
func Example() {
	m, err := arena.ParseMap("guardhouse.map", guardhouse)
	if err != nil {
		fmt.Println(err) // every mistake, with line and column
		return
	}
	a, err := arena.New(arena.Options{Map: m, Seed: 1, Energy: arena.Supply{Count: 1, Amount: 25, RespawnSeconds: 60}})
	if err != nil {
		fmt.Println(err)
		return
	}
	body := arena.Body{Radius: 0.4, Speed: 4, Turn: 6, Sight: 12, ViewAngle: 2, Hearing: 1, Reach: 1.2, Damage: 50, Cooldown: 1, Health: 100}
	guard, _ := a.Spawn(body, m.Starts()[0])
	intruder, _ := a.Spawn(body, arena.Point{X: 17.5, Y: 2.5})
	fmt.Println("sees him:", a.Sees(guard, intruder), "hears him:", a.Hears(guard, arena.Point{X: 17.5, Y: 2.5}, 35))

	path, _ := a.PathTo(guard, a.Items()[0].At, nil)
	for len(path) > 0 {
		a.MoveTowards(guard, path[0], 4)
		a.Step(0.1)
		if c, _ := a.Character(guard); c.Going == 0 { // there
			path = path[1:]
		}
	}
	fmt.Println("sees him:", a.Sees(guard, intruder), "near:", len(a.Near(a.Items()[0].At, 2, nil)))
	fmt.Println(a.Attack(guard, intruder), a.Attack(guard, intruder))

	view := arena.View{Cols: 40, Circles: []arena.ID{guard}}
	fmt.Print(view.Draw(a))
	// Output:
	// sees him: false hears him: true
	// sees him: true near: 2
	// hit not ready
	// ┌────────────────────────────────────────┐
	// │                                        │
	// │                    ██        ******    │
	// │                    ██        *  1→2→   │
	// │                    ██        ******    │
	// │                                        │
	// │                                        │
	// │                                        │
	// │                                        │
	// └────────────────────────────────────────┘
	// 4.0s  2 characters  1 items
}
