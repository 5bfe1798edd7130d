package goal_test

import (
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// TestSavedArgumentsOfOtherTypesAreRefused saves orders for goals that take two whole numbers, one that is pursued and
// one that waits, and reads them as those of goals that take a point or two truth values: each word is examined.
func TestSavedArgumentsOfOtherTypesAreRefused(t *testing.T) {
	number := world.Type{Kind: world.KindInt, Lo: -9, Hi: 9}
	vec := world.Type{Kind: world.KindVec2}
	with := func(params ...world.Type) *theatre {
		goals := []Goal{{Name: "far", Params: params, Ways: steps(act(work))}, {Name: "near", Ways: steps(act(play))}}
		th := newTheatre(t, Config{Goals: goals, Brains: []Brain{{Name: "mind", Wants: []Want{standing("w0", 1, "0.1")}}}})
		th.follow("act work 90 success")
		th.follow("act play 90 success")
		return th
	}
	for _, as := range [][]world.Type{{vec}, {expr.BoolType, expr.BoolType}} {
		for _, waits := range []bool{false, true} {
			for _, c := range []struct {
				words   []world.Word
				refused bool
			}{{[]world.Word{0, 1}, false}, {[]world.Word{1, 0}, false}, {[]world.Word{-1, 0}, true}, {[]world.Word{0, -1}, true}} {
				from, to := with(number, number), with(as...)
				if waits {
					from.enter()
					from.mind.Order(&from.env, Order{Goal: 1})
				}
				from.enter()
				from.mind.Order(&from.env, Order{Goal: 0, Args: c.words})
				from.follow("run 2")
				if from.mind.Orders() > 0 != waits {
					t.Fatalf("%d orders wait", from.mind.Orders())
				}
				to.tick = from.tick
				to.enter()
				if _, err := to.read(from.saved()); err != nil != c.refused {
					t.Errorf("as %v, waiting: %t, %v: %v", as, waits, c.words, err)
				}
			}
		}
	}
}
