package agent_test

import (
	"cmp"
	"maps"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// yard is a flat world of things that are where they are put, or move steadily, with walls across it at some x.
type yard struct {
	things map[world.Object]*sense.Object
	walls  []float64
	order  []world.Object // of the things, once they are all there
	buffer bool           // they are
}

func newYard() *yard { return &yard{things: map[world.Object]*sense.Object{}} }

// put puts a thing somewhere.
func (y *yard) put(o world.Object, at sense.Point) *sense.Object {
	y.things[o] = &sense.Object{At: at}
	return y.things[o]
}

// move lets a tick pass.
func (y *yard) move() {
	for _, t := range y.things {
		t.At.X += t.Velocity.X
		t.At.Y += t.Velocity.Y
	}
}

func (y *yard) Object(id sense.ObjectID) (sense.Object, bool) {
	if t := y.things[world.Object(id)]; t != nil {
		return *t, true
	}
	return sense.Object{}, false
}

func (y *yard) Near(p sense.Point, radius float64, buf []sense.Spot) []sense.Spot {
	if y.buffer && y.order == nil {
		y.order = slices.Sorted(maps.Keys(y.things))
	}
	for _, o := range y.order {
		if t := y.things[o]; (t.At.X-p.X)*(t.At.X-p.X)+(t.At.Y-p.Y)*(t.At.Y-p.Y) <= radius*radius {
			buf = append(buf, sense.Spot{Object: sense.ObjectID(o), At: t.At})
		}
	}
	if y.buffer {
		return buf
	}
	from := len(buf)
	for o, t := range y.things {
		if dx, dy := t.At.X-p.X, t.At.Y-p.Y; dx*dx+dy*dy <= radius*radius {
			buf = append(buf, sense.Spot{Object: sense.ObjectID(o), At: t.At})
		}
	}
	slices.SortFunc(buf[from:], func(a, b sense.Spot) int { return cmp.Compare(a.Object, b.Object) })
	return buf
}

func (y *yard) Visible(from, to sense.Point) bool { return y.Walls(from, to) == 0 }

func (y *yard) Walls(from, to sense.Point) int {
	n := 0
	for _, x := range y.walls {
		if from.X < x != (to.X < x) {
			n++
		}
	}
	return n
}

// recalled returns the memory of an object in an agent's state.
func recalled(c *agent.Crowd, id agent.ID, symbol string, o world.Object) [2]world.Word {
	s := c.Schema().Symbol(symbol)
	a, _ := s.Addr(o)
	st := c.Target(id, false)
	w := [2]world.Word{st.Get(a)}
	if s.Type.Width() > 1 {
		w[1] = st.Get(a + 1)
	}
	return w
}
