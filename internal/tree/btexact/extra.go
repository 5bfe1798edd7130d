package btexact

import "github.com/karakuri-ai/karakuri/btcpp"

// tickManualSelector ticks the child that the host chooses.
func (t *Tree) tickManualSelector(n NodeID, nd *node) Status {
	f := &t.frames[n]
	if !t.optionalBool(nd.args[0], false) || !f.flag {
		t.set(n, Running)
		f.flag = true
		if s, ok := t.choice(n, nd); ok {
			return s
		}
	}
	s := t.execute(nd.kids[f.index])
	f.running = s == Running
	return s
}

// choice asks the host; it reports whether that was a status, and not a child.
func (t *Tree) choice(n NodeID, nd *node) (Status, bool) {
	if t.p.choose == nil {
		t.fail(n, "the host does not choose a child: set Options.Choose")
	}
	t.call.n, t.inLeaf = n, n
	choice := t.p.choose(&t.call)
	t.inLeaf = noNode
	if choice < ChooseRunning || choice >= len(nd.kids) {
		t.fail(n, "choice %d is out of range: there are %d children", choice, len(nd.kids))
	}
	f := &t.frames[n]
	switch f.flag = choice >= 0; choice {
	case ChooseSuccess:
		return Success, true
	case ChooseFailure:
		return Failure, true
	case ChooseRunning:
		return Running, true
	}
	f.index = int32(choice)
	return Idle, false
}

// tickPipeline ticks its children in order, and again those before the one that is running; a child that is running
// again does not hold up those that were reached already. A skipped child counts as done.
func (t *Tree) tickPipeline(n NodeID, nd *node) Status {
	f, skipped := &t.frames[n], 0
	for i, kid := range nd.kids {
		switch t.execute(kid) {
		case Failure:
			t.haltAll(nd.kids)
			f.index = 0
			return Failure
		case Skipped:
			skipped++
		case Running:
			if int32(i) >= f.index {
				f.index = int32(i)
				return Running
			}
		}
	}
	t.haltAll(nd.kids)
	f.index = 0
	if skipped == len(nd.kids) {
		return Skipped
	}
	return Success
}

// tickRecovery ticks its first child, and the second each time that one fails, up to a number of retries.
func (t *Tree) tickRecovery(n NodeID, nd *node) Status {
	f := &t.frames[n]
	retries := int32(t.mustInt(n, nd.args[0]))
	t.set(n, Running)
	for round := 0; f.bad <= retries; round++ {
		if round == maxRounds {
			t.wake()
			return Running
		}
		s := t.execute(nd.kids[f.index])
		switch {
		case s == Running:
			return Running
		case f.index == 0 && s == Failure && f.bad < retries:
			t.haltChild(nd.kids[0])
			f.index = 1
		case f.index == 0:
			t.halt(n)
			return s
		case s == Skipped:
			f.index = 0
			t.haltChild(nd.kids[1])
			return Failure
		case s == Success:
			t.haltChild(nd.kids[1])
			f.bad++
			f.index = 0
		default:
			t.halt(n)
			return Failure
		}
	}
	t.halt(n)
	return Failure
}

// tickRoundRobin ticks one child until it is done. After one has failed or was skipped the next is tried; after one has
// succeeded the next has its turn in the next round. It fails when all have failed, and, unless it wraps around, once
// after the last child.
func (t *Tree) tickRoundRobin(n NodeID, nd *node) Status {
	f, count := &t.frames[n], int32(len(nd.kids))
	wraps := t.optionalBool(nd.args[0], true)
	t.set(n, Running)
	skipped := int32(0)
	for f.bad+skipped < count {
		if f.index == count {
			if !wraps {
				break
			}
			f.index = 0
		}
		s := t.execute(nd.kids[f.index])
		if s == Running {
			return Running
		}
		f.index++
		switch s {
		case Success:
			f.bad = 0
			t.haltAll(nd.kids)
			return Success
		case Skipped:
			skipped++
		default:
			f.bad++
		}
	}
	t.halt(n)
	if skipped == count {
		return Skipped
	}
	return Failure
}

// tickNonblocking ticks all children in every tick and fails with the first that fails.
func (t *Tree) tickNonblocking(n NodeID, nd *node) Status {
	result, skipped := Success, 0
	for _, kid := range nd.kids {
		switch t.execute(kid) {
		case Failure:
			t.haltAll(nd.kids)
			return Failure
		case Running:
			result = Running
		case Skipped:
			skipped++
		}
	}
	if skipped == len(nd.kids) {
		result = Skipped
	}
	if result != Running {
		t.haltAll(nd.kids)
	}
	return result
}

// tickPersistent is a sequence that keeps the number of its current child on the blackboard.
func (t *Tree) tickPersistent(n NodeID, nd *node) Status {
	p, index := nd.args[0], int32(0)
	if v, err := t.input(p, btcpp.Type{Kind: btcpp.KindInt, Bits: 32}); err == nil {
		index = max(int32(v.whole()), 0)
	}
	t.set(n, Running)
	for index < int32(len(nd.kids)) {
		switch t.execute(nd.kids[index]) {
		case Running:
			return Running
		case Failure:
			t.haltAll(nd.kids)
			t.deliver(n, p, Int(0))
			return Failure
		}
		index++
		t.deliver(n, p, Int(int64(index)))
	}
	t.haltAll(nd.kids)
	t.deliver(n, p, Int(0))
	return Success
}
