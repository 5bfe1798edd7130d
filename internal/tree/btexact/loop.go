package btexact

import "github.com/karakuri-ai/karakuri/btcpp"

// tickLoop takes the values of a queue one by one and ticks its child for each of them, one value a tick unless the
// child takes longer. It is Running between the values.
func (t *Tree) tickLoop(n NodeID, nd *node) Status {
	f, kid := &t.frames[n], nd.kids[0]
	if t.status[n] == Idle {
		f.running, f.queue = false, nil
		if q := nd.args[0]; q.given && !q.linked {
			f.take(q.value.List().Values)
		}
	}
	if !f.running {
		t.pickQueue(n, nd)
		if f.queue == nil || len(f.queue.Values) == 0 {
			return t.mustStatus(n, nd.args[1])
		}
		t.deliver(n, nd.args[2], f.queue.pop())
	}
	if t.status[n] == Idle {
		t.set(n, Running)
	}
	s := t.execute(kid)
	f.running = s == Running
	if s.Completed() {
		t.haltChild(kid)
	}
	if s == Failure {
		return Failure
	}
	return Running
}

// pickQueue finds the values of a loop whose queue is an entry: a queue is used up for all that hold it, a vector or
// text is copied when the loop begins.
func (t *Tree) pickQueue(n NodeID, nd *node) {
	f, q := &t.frames[n], nd.args[0]
	if !q.given || !q.linked {
		return
	}
	v, err := t.raw(q)
	switch {
	case err == errNoEntry:
	case err != nil:
		t.fail(n, "port %q: %w", q.name, err)
	case v.kind == KindQueue:
		f.queue = v.List()
	case f.queue != nil:
	case v.kind == KindVector:
		f.take(v.List().Values)
	case v.kind == KindText:
		values, err := parseList(v.text, nd.args[2].typ, t.p.enums)
		if err != nil {
			t.fail(n, "port %q: %q: %w", q.name, v.text, err)
		}
		f.take(values)
	default:
		t.fail(n, "port %q holds %s, not a queue", q.name, v.kind)
	}
}

// take makes a queue of the node's own. Popping leaves the values alone, so that they can be shared.
func (f *frame) take(values []Value) {
	f.own.Values = values
	f.queue = &f.own
}

// pop takes the first value away. The list must not be empty.
func (l *List) pop() Value {
	v := l.Values[0]
	l.Values = l.Values[1:]
	return v
}

// deliver writes a value to an output port if it is connected.
func (t *Tree) deliver(n NodeID, p *port, v Value) {
	if !p.given || !p.linked {
		return
	}
	if p.typ.Kind != btcpp.KindAny {
		typed, err := v.as(p.typ, t.p.enums)
		if err != nil {
			t.fail(n, "port %q: %w", p.name, err)
		}
		v = typed
	}
	if err := t.output(p, v); err != nil {
		t.fail(n, "port %q: %w", p.name, err)
	}
}

// queueOf returns the queue that a port holds, or nil.
func (t *Tree) queueOf(p *port) *List {
	v, err := t.raw(p)
	if err != nil || v.kind != KindQueue {
		return nil
	}
	return v.List()
}

// maxRounds is how often a node ticks its children within one tick at most; then it continues in the next. Only numbers
// that are mistakes, and children that fill the queue they are fed from, get that far.
const maxRounds = 1 << 20

// tickConsumeQueue ticks its child for each value of a queue, within one tick as long as the child is not Running.
func (t *Tree) tickConsumeQueue(n NodeID, nd *node) Status {
	f, kid := &t.frames[n], nd.kids[0]
	result := Success
	if f.running {
		s := t.execute(kid)
		if f.running = s == Running; f.running {
			return Running
		}
		t.haltChild(kid)
		result = s
	}
	queue := t.queueOf(nd.args[0])
	for round := 0; queue != nil && len(queue.Values) > 0; round++ {
		t.set(n, Running)
		if round == maxRounds {
			t.wake()
			return Running
		}
		t.deliver(n, nd.args[1], queue.pop())
		s := t.execute(kid)
		if f.running = s == Running; f.running {
			return Running
		}
		t.haltChild(kid)
		if s == Failure {
			return Failure
		}
		result = s
	}
	return result
}

// tickQueue is PopFromQueue and QueueSize: both fail when the queue is empty.
func (t *Tree) tickQueue(n NodeID, nd *node) Status {
	queue := t.queueOf(nd.args[0])
	if queue == nil || len(queue.Values) == 0 {
		return Failure
	}
	if nd.kind == kindPopFromQueue {
		t.deliver(n, nd.args[1], queue.pop())
	} else {
		t.deliver(n, nd.args[1], Int(int64(len(queue.Values))))
	}
	return Success
}
