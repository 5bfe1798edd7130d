package agent

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// TestSlotsAreUsedAgain: an agent that comes has the lowest slot that is free, and no ID is given twice.
func TestSlotsAreUsedAgain(t *testing.T) {
	schema, err := new(world.Builder).Build()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		p := &population{core: &core{world: world.NewState(schema)}}
		given := map[ID]bool{}
		var there []ID
		for range rapid.IntRange(1, 60).Draw(rt, "moves") {
			if len(there) > 0 && rapid.Bool().Draw(rt, "goes") {
				k := rapid.IntRange(0, len(there)-1).Draw(rt, "who")
				id := there[k]
				there = slices.Delete(there, k, k+1)
				p.free = min(p.free, SlotOf(id))
				p.slot(id).id = 0
				p.count--
				continue
			}
			a := p.vacant()
			if a == nil {
				a = p.add()
			}
			i := p.free - 1
			lowest := slices.IndexFunc(p.list, func(a *agent) bool { return a.id == 0 })
			if i != lowest || p.list[i] != a {
				rt.Fatalf("slot %d is given, and %d is free", i, lowest)
			}
			p.used[i]++
			a.id = p.idOf(int32(i))
			if p.count++; given[a.id] {
				rt.Fatalf("ID %d is given twice", a.id)
			}
			given[a.id] = true
			there = append(there, a.id)
		}
		slices.SortFunc(there, func(a, b ID) int { return SlotOf(a) - SlotOf(b) })
		if got := slices.Collect(p.All); !slices.Equal(got, there) || p.Len() != len(there) {
			rt.Fatalf("%v are there, want %v", got, there)
		}
		for id := range given {
			if p.Has(id) != slices.Contains(there, id) {
				rt.Fatalf("ID %d is there: %t", id, p.Has(id))
			}
		}
	})
}
