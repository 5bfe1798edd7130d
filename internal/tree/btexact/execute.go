package btexact

import "github.com/karakuri-ai/karakuri/btcpp"

// execute ticks a node with its pre- and postconditions, and sets its status. Skipped is only answered to the parent:
// the status does not change.
func (t *Tree) execute(n NodeID) Status {
	nd := &t.p.nodes[n]
	s, decided := t.precondition(n, nd)
	if !decided {
		s = t.tick(n, nd)
	}
	if s.Completed() {
		t.postcondition(nd, s)
	}
	if s != Skipped {
		t.set(n, s)
	}
	if nd.decorator && t.status[nd.kids[0]].Completed() {
		t.reset(nd.kids[0])
	}
	if s == Running && nd.instant() {
		t.fail(n, "an action that is done within a tick returned RUNNING")
	}
	return s
}

// precondition looks at the conditions of a node; it reports whether one of them decides on the status.
func (t *Tree) precondition(n NodeID, nd *node) (Status, bool) {
	for i, s := range nd.before {
		if s == nil {
			continue
		}
		switch t.status[n] {
		case Idle:
			if t.holds(s) != (i != while) {
				continue
			}
			return [...]Status{failureIf: Failure, successIf: Success, skipIf: Skipped, while: Skipped}[i], true
		case Running:
			if i == while && !t.holds(s) {
				t.haltNode(n)
				return Skipped, true
			}
		}
	}
	return Idle, false
}

// postcondition runs the scripts for a node that is done.
func (t *Tree) postcondition(nd *node, s Status) {
	which := onSuccess
	if s == Failure {
		which = onFailure
	}
	for _, i := range [...]int{which, post} {
		if s := nd.after[i]; s != nil {
			t.run(s)
		}
	}
}

// haltNode interrupts a running node and runs its script for that.
func (t *Tree) haltNode(n NodeID) {
	t.halt(n)
	if s := t.p.nodes[n].after[onHalted]; s != nil {
		t.run(s)
	}
}

// haltChild interrupts a node if it is running, and makes it Idle in any case.
func (t *Tree) haltChild(n NodeID) {
	if t.status[n] == Running {
		t.haltNode(n)
	}
	t.reset(n)
}

// haltAll does that with nodes in order.
func (t *Tree) haltAll(nodes []NodeID) {
	for _, n := range nodes {
		t.haltChild(n)
	}
}

// halt interrupts a node, running or not: its children, its memory of this run, and its status.
func (t *Tree) halt(n NodeID) {
	nd, f := &t.p.nodes[n], &t.frames[n]
	switch nd.kind {
	case kindLeaf:
		t.haltLeaf(n, nd)
	case kindBranch:
		t.haltBranch(n, nd)
	case kindTest, kindSleep:
		f.flag = false
	case kindSequence, kindAsyncSequence, kindFallback, kindAsyncFallback, kindIfThenElse, kindRepeat, kindRetry:
		f.index, f.skipped = 0, 0
	case kindParallel, kindParallelAll:
		t.forget(n, nd)
	case kindSwitch, kindManualSelector:
		f.running = false
	case kindTryCatch:
		t.haltTry(n, nd)
	case kindDelay, kindTimeout:
		f.flag = false
	case kindUpdated, kindConsumeQueue:
		f.running = false
	}
	t.haltAll(nd.kids)
	switch nd.kind {
	case kindPipeline, kindRecovery, kindRoundRobin:
		f.index, f.bad = 0, 0
	}
	t.reset(n)
}

// forget makes a parallel node begin anew.
func (t *Tree) forget(n NodeID, nd *node) {
	f := &t.frames[n]
	f.good, f.bad = 0, 0
	for _, kid := range nd.kids {
		t.frames[kid].done = false
	}
}

// instant reports whether the node must not be Running after a tick.
func (nd *node) instant() bool {
	switch nd.kind {
	case kindAlwaysSuccess, kindAlwaysFailure, kindScript, kindSetBlackboard, kindUnsetBlackboard, kindWasUpdated, kindPopFromQueue, kindQueueSize:
		return true
	case kindLeaf:
		return nd.leaf.Tick != nil && nd.element.Category != btcpp.Condition
	}
	return false
}

// tick does what the node is there for.
func (t *Tree) tick(n NodeID, nd *node) Status {
	switch nd.kind {
	case kindLeaf:
		return t.tickLeaf(n, nd)
	case kindBranch:
		return t.tickBranch(n, nd)
	case kindTest:
		return t.tickTest(n, nd)
	case kindSubTree:
		return t.tickSubTree(n, nd)
	case kindPass:
		return t.execute(nd.kids[0])
	case kindAlwaysSuccess:
		return Success
	case kindAlwaysFailure:
		return Failure
	case kindScript, kindScriptCondition:
		return t.tickScript(n, nd)
	case kindSetBlackboard:
		return t.tickSetBlackboard(n, nd)
	case kindUnsetBlackboard:
		return t.tickUnsetBlackboard(n, nd)
	case kindSleep:
		return t.tickSleep(n, nd)
	case kindWasUpdated:
		return t.tickWasUpdated(n, nd)
	case kindPopFromQueue, kindQueueSize:
		return t.tickQueue(n, nd)
	}
	if nd.decorator {
		return t.tickDecorator(n, nd)
	}
	return t.tickControl(n, nd)
}

func (t *Tree) tickDecorator(n NodeID, nd *node) Status {
	switch nd.kind {
	case kindInverter, kindForceSuccess, kindForceFailure, kindKeepRunning:
		return t.tickForced(n, nd)
	case kindRepeat:
		return t.tickRepeat(n, nd)
	case kindRetry:
		return t.tickRetry(n, nd)
	case kindRunOnce:
		return t.tickRunOnce(n, nd)
	case kindPrecondition:
		return t.tickPrecondition(n, nd)
	case kindDelay:
		return t.tickDelay(n, nd)
	case kindTimeout:
		return t.tickTimeout(n, nd)
	case kindLoop:
		return t.tickLoop(n, nd)
	case kindUpdated:
		return t.tickUpdated(n, nd)
	case kindConsumeQueue:
		return t.tickConsumeQueue(n, nd)
	case kindRate:
		return t.tickRate(n, nd)
	}
	return t.tickSingleTrigger(n, nd)
}

func (t *Tree) tickControl(n NodeID, nd *node) Status {
	switch nd.kind {
	case kindSequence, kindAsyncSequence, kindSequenceWithMemory, kindFallback, kindAsyncFallback:
		return t.tickInOrder(n, nd)
	case kindReactiveSequence, kindReactiveFallback:
		return t.tickReactive(n, nd)
	case kindParallel:
		return t.tickParallel(n, nd)
	case kindParallelAll:
		return t.tickParallelAll(n, nd)
	case kindIfThenElse:
		return t.tickIfThenElse(n, nd)
	case kindWhileDoElse:
		return t.tickWhileDoElse(n, nd)
	case kindSwitch:
		return t.tickSwitch(n, nd)
	case kindTryCatch:
		return t.tickTryCatch(n, nd)
	case kindManualSelector:
		return t.tickManualSelector(n, nd)
	case kindPipeline:
		return t.tickPipeline(n, nd)
	case kindRecovery:
		return t.tickRecovery(n, nd)
	case kindRoundRobin:
		return t.tickRoundRobin(n, nd)
	case kindNonblocking:
		return t.tickNonblocking(n, nd)
	}
	return t.tickPersistent(n, nd)
}
