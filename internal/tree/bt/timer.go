package bt

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// maxSpan is the longest time, in ticks: so that a point in time is never out of range.
const maxSpan = 1 << 40

// ticks returns how many ticks a time takes: none for none, else at least one.
func (x *run) ticks(seconds float64) int64 { return ticks(seconds, x.env.Ctx.TPS()) }

func ticks(seconds float64, tps int) int64 {
	if seconds <= 0 {
		return 0
	}
	return int64(max(1, min(math.Round(float64(seconds*float64(tps))), maxSpan)))
}

// number evaluates a value of type int or float.
func (x *run) number(v *expr.Value) float64 { return number(v, v.Eval(x.m, x.memory)) }

// until notes the tick in which a time beginning now is over.
func (x *run) until(nd *node, seconds float64) {
	x.memory[nd.word] = world.Word(x.tick + x.ticks(seconds))
}

// isOver reports whether the time of a node is over. If not, the tree looks at itself then.
func (x *run) isOver(nd *node) bool {
	at := int64(x.memory[nd.word])
	if x.tick < at {
		x.soon(at)
		return false
	}
	return true
}

// cool begins the time in which a cooldown does not let its child start.
func (x *run) cool(nd *node) { x.until(nd, x.number(nd.value)) }
