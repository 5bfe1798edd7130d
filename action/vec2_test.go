package action_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"pgregory.net/rapid"
)

func ExampleVec2() {
	at, goal := action.Vec2{X: 1, Y: 1}, action.Vec2{X: 4, Y: 5}
	fmt.Println(goal.Sub(at), at.Dist(goal), goal.Sub(at).Unit())
	at, arrived := at.Toward(goal, 2.5)
	fmt.Println(at, arrived)
	at, arrived = at.Toward(goal, 2.5)
	fmt.Println(at, arrived)
	// Output:
	// (3, 4) 5 (0.6, 0.8)
	// (2.5, 3) false
	// (4, 5) true
}

// TestVec2 holds the methods to the laws that they are known by.
func TestVec2(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-1e6, 1e6)
		draw := func(name string) action.Vec2 {
			return action.Vec2{X: number.Draw(t, name+".X"), Y: number.Draw(t, name+".Y")}
		}
		v, w, k := draw("v"), draw("w"), rapid.Float64Range(0, 1).Draw(t, "k")
		near := func(law string, a, b, size float64) {
			if math.Abs(a-b) > 1e-9*(1+math.Abs(size)) {
				t.Errorf("%s: %v and %v for %v, %v", law, a, b, v, w)
			}
		}
		size := v.Len() + w.Len()
		near("Add undoes Sub", v.Sub(w).Add(w).Dist(v), 0, size)
		near("Len is the root of Dot", v.Len(), math.Sqrt(v.Dot(v)), size)
		near("Dot and Cross", v.Dot(w)*v.Dot(w)+v.Cross(w)*v.Cross(w), v.Dot(v)*w.Dot(w), size*size*size*size)
		near("Scale", v.Scale(k).Len(), k*v.Len(), size)
		near("Lerp divides the way", v.Dist(v.Lerp(w, k)), k*v.Dist(w), size)
		at, arrived := v.Toward(w, k*v.Dist(w))
		near("Toward goes so far", at.Dist(v), k*v.Dist(w), size)
		if arrived != (at == w) && v.Dist(w) > 1e-6 && k < 1-1e-6 {
			t.Errorf("Toward says %v at %v on the way from %v to %v", arrived, at, v, w)
		}
		if v.Len() > 1e-300 {
			near("Unit", v.Unit().Len(), 1, 1)
		}
	})
	if (action.Vec2{}).Unit() != (action.Vec2{}) {
		t.Error("the zero Vec2 has a direction")
	}
}
