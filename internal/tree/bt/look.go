package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// ServiceState is how a service of a node is getting on, for looking at.
type ServiceState struct {
	Name    string
	Every   float64 // seconds
	Running bool    // its action runs at present
	Due     int64   // the tick in which it runs next, while its node runs and it does not
	Last    int64   // the tick in which it last ended; -1: not since its node has started
}

// Runs returns what a node that runs has started; zero: nothing.
func (t *Tree) Runs(n int32) (h action.Handle) {
	nd := &t.p.nodes[n]
	if nd.starts() < 0 || !t.isRunning(n) {
		return h
	}
	if slot := int32(t.mem().lane(nd.lane)) - 1; slot >= 0 {
		h = action.HandleOf(nd.starts(), slot)
	}
	return h
}

// Left returns the remaining ticks of a node: of a running wait, timeout or delay, of a cooldown, or of the grace of
// an action that was asked to end. 0: it has none.
func (t *Tree) Left(n int32, tick int64) int64 {
	nd := &t.p.nodes[n]
	if !hasWord(nd.kind) && !(nd.action >= 0 && t.Ending(n)) || !t.isRunning(n) && nd.kind != def.NodeCooldown {
		return 0
	}
	return max(0, int64(t.mem()[nd.word])-tick)
}

// IsPast reports whether a running composite has gone on past one of its children: that has ended or was skipped. A
// node that is not the child of a running composite is not.
func (t *Tree) IsPast(n int32) bool {
	up := t.p.nodes[n].parent
	if up < 0 || !t.isRunning(up) || t.p.nodes[up].kind.Info().Shape != def.ShapeComposite {
		return false
	}
	x := run{Tree: t, memory: t.mem(), nodes: t.p.nodes}
	return x.isPast(&t.p.nodes[up], n)
}

// Result returns how a child of a running parallel node has ended; Inactive: it has not, or its parent is of another
// kind.
func (t *Tree) Result(n int32) Status {
	up := t.p.nodes[n].parent
	if !t.IsPast(n) || !isParallel(t.p.nodes[up].kind) {
		return Inactive
	}
	x := run{Tree: t, memory: t.mem(), nodes: t.p.nodes}
	return Status(x.lane(x.statusLane(up, &t.p.nodes[up], n)))
}

// Services appends how the services of a node are getting on, as they are declared. TPS is the ticks in a second.
func (t *Tree) Services(dst []ServiceState, n int32, tps int) []ServiceState {
	nd := &t.p.nodes[n]
	for i := range nd.services {
		s := &nd.services[i]
		one := ServiceState{Name: t.p.serviceText(Event{Node: n, Service: int32(i)}), Every: s.every, Last: -1}
		if t.isRunning(n) {
			one.Running = t.mem().lane(s.lane) != 0
			one.Due = int64(t.mem()[s.word])
			if !one.Running {
				one.Last = max(-1, one.Due-max(ticks(s.every, tps), 1))
			}
		}
		dst = append(dst, one)
	}
	return dst
}

// Score returns the score of a child of a utility selector, or of a random node with weights, in the state of a
// machine; if its parent chooses by a rule and runs, the score at its start. Ok is false if the node has no score.
func (t *Tree) Score(m *expr.Machine, n int32) (score float64, ok bool) {
	nd := &t.p.nodes[n]
	if nd.parent < 0 || nd.score == nil {
		return 0, false
	}
	up := &t.p.nodes[nd.parent]
	for i, c := range up.kids {
		if c == n && up.choice != nil && t.isRunning(nd.parent) {
			return t.mem()[up.word+int32(i)].Float(), true
		}
	}
	return number(nd.score, nd.score.Eval(m, t.mem()[:t.p.frame])), true
}
