package schedule

import (
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/world"
	"pgregory.net/rapid"
)

// Those that have a turn in a tick are those whose tick has come and those that were written to: as if every slot were
// asked.
func TestTheWheelWakesWhatIsDue(t *testing.T) {
	b := world.NewBuilder()
	b.Symbol(world.SymbolDef{Name: "n", Type: world.Type{Kind: world.KindInt, Lo: math.MinInt64, Hi: math.MaxInt64}})
	schema, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		s := New(Options{})
		var until []int64 // by slot; 0: awake
		var states []*world.State
		tick, writes := int64(0), world.Word(0)
		for range rapid.IntRange(1, 3*wheelTicks).Draw(rt, "ticks") {
			if tick++; len(states) < 20 {
				st := world.NewState(schema)
				states, until = append(states, st), append(until, 0)
				s.Add(st)
			}
			if i := rapid.IntRange(0, 4*len(states)).Draw(rt, "written"); i < len(states) {
				writes++
				states[i].Set(0, writes)
				until[i] = 0
			}
			s.WakeDue(tick)
			for i := range until {
				due := until[i] <= tick
				if due != s.flags.Raised(i) || s.IsAsleep(i, tick-1) == due {
					rt.Fatalf("tick %d: slot %d is due: %t, until %d", tick, i, due, until[i])
				}
				if !due {
					continue
				}
				s.flags.Lower(i)
				s.remove(int32(i))
				until[i] = rapid.SampledFrom([]int64{tick, tick + 1, tick + 2, tick + 3, tick + 9, tick + wheelTicks, tick + 3*wheelTicks, math.MaxInt64}).Draw(rt, "until")
				s.Sleep(int32(i), tick, until[i])
			}
		}
	})
}
