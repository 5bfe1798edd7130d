package btexact

import (
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
)

// maxMillis bounds waiting times, so that adding one to a time cannot overflow: about 50 days, what 32 bits hold.
const maxMillis = 1<<32 - 1

// mustMillis returns a port that says a time in milliseconds.
func (t *Tree) mustMillis(n NodeID, p *port) time.Duration {
	v, err := t.input(p, btcpp.Type{Kind: btcpp.KindUint, Bits: 32})
	if err != nil {
		t.fail(n, "port %q: %w", p.name, err)
	}
	return time.Duration(min(v.whole(), maxMillis)) * time.Millisecond
}

// tickDelay waits, and then ticks its child until that is done.
func (t *Tree) tickDelay(n NodeID, nd *node) Status {
	f := &t.frames[n]
	wait := t.mustMillis(n, nd.args[0])
	if !f.flag {
		f.flag, f.until = true, t.now+wait
		t.set(n, Running)
	}
	if t.now < f.until {
		return Running
	}
	s := t.execute(nd.kids[0])
	if s.Completed() {
		f.flag = false
		t.haltChild(nd.kids[0])
	}
	return s
}

// tickTimeout ticks its child, and fails when that was halted because its time was up.
func (t *Tree) tickTimeout(n NodeID, nd *node) Status {
	f := &t.frames[n]
	limit := t.mustMillis(n, nd.args[0])
	if !f.flag {
		f.flag, f.fired, f.running, f.until = true, false, limit > 0, t.now+limit
		t.set(n, Running)
	}
	if f.fired {
		f.flag, f.running = false, false
		return Failure
	}
	s := t.execute(nd.kids[0])
	if s.Completed() {
		f.flag, f.running = false, false
		t.haltChild(nd.kids[0])
	}
	return s
}

// runOut halts the children whose time was up between the last tick and this one, the earliest first.
func (t *Tree) runOut() {
	for {
		next := noNode
		for _, n := range t.p.timeouts {
			if f := &t.frames[n]; f.flag && f.running && f.until <= t.now && (next == noNode || f.until < t.frames[next].until) {
				next = n
			}
		}
		if next == noNode {
			return
		}
		f, kid := &t.frames[next], t.p.nodes[next].kids[0]
		f.running = false // a timer fires once
		if t.status[kid] == Running {
			f.fired = true
			t.haltChild(kid)
		}
	}
}

// Wait returns how long it is until a node of the tree waits no longer: the next tick before that would change nothing
// but what the host's leaves and the blackboard change. False when none waits.
func (t *Tree) Wait() (time.Duration, bool) {
	var until time.Duration
	waits := false
	for n := range t.frames {
		f := &t.frames[n]
		switch t.p.nodes[n].kind {
		case kindDelay, kindSleep, kindTest:
		case kindTimeout:
			if !f.running {
				continue
			}
		default:
			continue
		}
		if f.flag && f.until > t.now && (!waits || f.until < until) {
			until, waits = f.until, true
		}
	}
	return max(until-t.now, 0), waits
}

// tickSleep is Running until its time is over.
func (t *Tree) tickSleep(n NodeID, nd *node) Status {
	f := &t.frames[n]
	switch t.status[n] {
	case Idle:
		wait := t.mustMillis(n, nd.args[0])
		if wait == 0 {
			return Success
		}
		f.flag, f.until = true, t.now+wait
		return Running
	case Running:
		if t.now < f.until {
			return Running
		}
		f.flag = false
		return Success
	}
	return t.status[n]
}

// tickRate ticks its child at first, while it is running, and then as often as its rate says.
func (t *Tree) tickRate(n NodeID, nd *node) Status {
	f, kid := &t.frames[n], nd.kids[0]
	if !t.status[n].active() {
		f.until, f.flag = t.now, true // until is when it began
	}
	t.set(n, Running)
	hz := t.mustDouble(n, nd.args[0])
	elapsed := float64(t.now-f.until) / float64(time.Second)
	if !f.flag && t.status[kid] != Running && elapsed*hz < 1 {
		return Running
	}
	f.flag = false
	s := t.execute(kid)
	if s == Success {
		f.until = t.now
	}
	return s
}

// mustDouble returns a port that a node cannot do without.
func (t *Tree) mustDouble(n NodeID, p *port) float64 {
	v, err := t.input(p, btcpp.Type{Kind: btcpp.KindDouble, Bits: 64})
	if err != nil {
		t.fail(n, "port %q: %w", p.name, err)
	}
	return v.real()
}

// tickSingleTrigger ticks its child until it is done, and fails after that until the node is halted.
func (t *Tree) tickSingleTrigger(n NodeID, nd *node) Status {
	f := &t.frames[n]
	if !t.status[n].active() {
		f.flag = false
	}
	t.set(n, Running)
	if f.flag {
		return Failure
	}
	s := t.execute(nd.kids[0])
	f.flag = s.Completed()
	return s
}
