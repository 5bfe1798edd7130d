package agent

import (
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// Those who are roused in a tick are, in order, those whose tick has come and those who were written to or woken: as if everybody were asked.
func TestTheWheelRousesWhoIsDue(t *testing.T) {
	b := world.NewBuilder()
	b.Symbol(world.SymbolDef{Name: "n", Type: world.Type{Kind: world.KindInt, Lo: math.MinInt64, Hi: math.MaxInt64}})
	schema, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		n := &naps{}
		var until []int64 // by slot; 0: awake
		var states []*world.State
		tick, writes := int64(0), world.Word(0)
		for range rapid.IntRange(1, 3*wheelTicks).Draw(rt, "ticks") {
			if tick++; len(states) < 20 {
				st := world.NewState(schema)
				states, until = append(states, st), append(until, 0)
				n.add(st)
			}
			if i := rapid.IntRange(0, 4*len(states)).Draw(rt, "written"); i < len(states) {
				writes++
				states[i].Set(0, writes)
				until[i] = 0
			}
			n.ring(tick)
			for i := range until {
				due := until[i] <= tick
				if due != n.flags.Raised(i) {
					rt.Fatalf("tick %d: slot %d is due: %t, until %d", tick, i, due, until[i])
				}
				if !due {
					continue
				}
				n.flags.Lower(i)
				n.rise(int32(i))
				until[i] = rapid.SampledFrom([]int64{tick, tick + 1, tick + 2, tick + 3, tick + 9, tick + wheelTicks, tick + 3*wheelTicks, math.MaxInt64}).Draw(rt, "until")
				n.rest(int32(i), tick, until[i])
			}
		}
	})
}
