package sense_test

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
)

// yard lets the characters of an arena be sensed: it is a sense.Host.
type yard struct {
	*arena.Arena
	near []arena.ID
}

func (y *yard) Object(id sense.ObjectID) (sense.Object, bool) {
	c, ok := y.Character(arena.ID(id))
	if !ok || !c.Alive() {
		return sense.Object{}, false
	}
	return sense.Object{
		At:       sense.Point(c.At),
		Facing:   sense.Point(c.Facing),
		Velocity: sense.Point{X: c.Velocity.X / ticksPerSecond, Y: c.Velocity.Y / ticksPerSecond},
	}, true
}

// Near is for one goroutine: another needs a buffer of its own.
func (y *yard) Near(p sense.Point, radius float64, buf []sense.Spot) []sense.Spot {
	y.near = y.Arena.Near(arena.Point(p), radius, y.near[:0])
	for _, id := range y.near {
		if c, ok := y.Character(id); ok {
			buf = append(buf, sense.Spot{Object: sense.ObjectID(id), At: sense.Point(c.At)})
		}
	}
	return buf
}

func (y *yard) Visible(from, to sense.Point) bool {
	return y.Arena.Visible(arena.Point(from), arena.Point(to))
}

func (y *yard) Walls(from, to sense.Point) int {
	return y.Map().WallsBetween(arena.Point(from), arena.Point(to))
}

const ticksPerSecond = 10

// A guard sees an intruder walk behind a wall, and still believes that he walks there.
func Example() {
	m, err := arena.ParseMap("yard.map", "size 30 20\nwall 15 0 15 10")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := arena.New(arena.Options{Map: m, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	body := arena.Body{Radius: 0.4, Speed: 2, Health: 100}
	guard, _ := a.Spawn(body, arena.Point{X: 10, Y: 8})
	intruder, _ := a.Spawn(body, arena.Point{X: 18, Y: 15})

	senses, err := sense.Compile(sense.Spec{
		Sensors: []sense.Sensor{{Kind: sense.Sight, Range: 14, LineOfSight: true, ReactionTicks: 2}, {Kind: sense.Hearing, Damping: 0.5}},
		Memory: sense.Memory{
			Short:        sense.Store{Capacity: 16, SpanTicks: 80, Decay: 0.02},
			PredictTicks: 20, SpreadPerTick: 0.1, MaxSpread: 4,
		},
	})
	if err != nil {
		fmt.Println(err) // every mistake
		return
	}
	field, err := sense.NewField(sense.Options{Host: &yard{Arena: a}, Senses: []*sense.Senses{senses}, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	eyes, _ := field.Add(sense.ObjectID(guard), 0, 0)
	for tick := int64(1); tick <= 30; tick++ {
		a.MoveTowards(intruder, arena.Point{X: 18, Y: 5}, 2)
		a.Step(1.0 / ticksPerSecond)
		field.Step(tick, nil)
		for _, e := range field.Mind(eyes).Events() {
			if e.Kind != sense.Updated {
				fmt.Println(e.Tick, e.Kind)
			}
		}
	}
	mind := field.Mind(eyes)
	if i, ok := mind.Find(sense.ObjectID(intruder)); ok {
		e := mind.Estimate(i, field.Now())
		fmt.Printf("taken to be at %.1f %.1f, within %.1f, sure to %.2f\n", e.At.X, e.At.Y, e.Spread, e.Confidence)
	}
	truth, _ := a.Character(intruder)
	fmt.Printf("he is at %.1f %.1f\n", truth.At.X, truth.At.Y)
	// Output:
	// 3 noticed
	// 19 lost
	// taken to be at 18.0 9.0, within 1.2, sure to 0.76
	// he is at 18.0 9.0
}
