package town

import (
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// A character that is put next to a place is at it; elsewhere it stands there, within the map, and is where it was.
func TestPut(t *testing.T) {
	b := newBench(t, village1, 1)
	at := b.info.Schema.Symbol("at")
	b.world.Enter(1, b.state)
	for _, p := range b.world.Places() {
		if p.Name != "shop" {
			continue
		}
		if !b.world.Put(1, Point{p.At.X + 0.5, p.At.Y}, b.state) || b.world.At(1) != p.At || b.state.Get(at.Base) != 1 {
			t.Errorf("beside the shop it is at %v, %d", b.world.At(1), b.state.Get(at.Base))
		}
		if !b.world.Put(1, Point{1e9, p.At.Y}, b.state) || b.world.At(1) != (Point{Width, p.At.Y}) || b.state.Get(at.Base) != 1 {
			t.Errorf("off the map it is at %v, %d", b.world.At(1), b.state.Get(at.Base))
		}
	}
	if b.world.Put(2, Point{}, b.state) {
		t.Error("nobody is put somewhere")
	}
}

// Values of types that a character can go to have a spot.
func TestSpot(t *testing.T) {
	b := newBench(t, village1, 1)
	shop := action.Value{Type: b.info.Schema.Symbol("at").Type, Words: [2]world.Word{1}}
	if at, place, ok := b.world.Spot(shop, b.info.Initial); !ok || !place || at != b.world.spotOf(shop) {
		t.Error(at, place, ok)
	}
	box := action.Value{Type: b.info.Schema.Symbol("holding").Type, Words: [2]world.Word{b.info.Initial.NextMember(b.info.Schema.Symbol("holding").Type.ID, 0)}}
	if at, place, ok := b.world.Spot(box, b.info.Initial); !ok || place || at != b.world.spotOf(box) {
		t.Error(at, place, ok)
	}
	box.Words[0] = 0
	if _, _, ok := b.world.Spot(box, b.info.Initial); ok {
		t.Error("nothing is somewhere")
	}
	if _, _, ok := b.world.Spot(action.Value{Type: world.Type{Kind: world.KindInt}}, b.info.Initial); ok {
		t.Error("a number is somewhere")
	}
}
