package btexact

// tickInOrder is the family of Sequence and Fallback: children one after the other, going on with the one that was
// running. A sequence continues at Success and ends at Failure, a fallback the other way round.
func (t *Tree) tickInOrder(n NodeID, nd *node) Status {
	f := &t.frames[n]
	goOn, end := Success, Failure
	if nd.kind == kindFallback || nd.kind == kindAsyncFallback {
		goOn, end = Failure, Success
	}
	pauses := nd.kind == kindAsyncSequence || nd.kind == kindAsyncFallback || nd.kind == kindSequenceWithMemory
	if !t.status[n].active() {
		f.skipped = 0
	}
	t.set(n, Running)
	count := int32(len(nd.kids))
	for f.index < count {
		kid := nd.kids[f.index]
		before := t.status[kid]
		switch t.execute(kid) {
		case Running:
			return Running
		case end:
			if nd.kind == kindSequenceWithMemory {
				t.haltAll(nd.kids[f.index:]) // and begins with this child next time
				return end
			}
			t.haltAll(nd.kids)
			f.index = 0
			return end
		case goOn:
			f.index++
			if pauses && before == Idle && f.index < count {
				t.wake()
				return Running
			}
		case Skipped:
			f.index++
			f.skipped++
		}
	}
	all := f.skipped == count
	t.haltAll(nd.kids)
	f.index, f.skipped = 0, 0
	if all {
		return Skipped
	}
	return goOn
}

// tickReactive is ReactiveSequence and ReactiveFallback: all children are asked anew in every tick, and only one of
// them is running after it.
func (t *Tree) tickReactive(n NodeID, nd *node) Status {
	goOn, end := Success, Failure
	if nd.kind == kindReactiveFallback {
		goOn, end = Failure, Success
	}
	all := true
	t.set(n, Running)
	for i, kid := range nd.kids {
		s := t.execute(kid)
		all = all && s == Skipped
		switch s {
		case Running:
			for j, other := range nd.kids {
				if j != i {
					t.haltChild(other)
				}
			}
			return Running
		case end:
			t.haltAll(nd.kids)
			return end
		case Skipped:
			t.haltChild(kid) // so that it can be skipped again
		}
	}
	t.haltAll(nd.kids)
	if all {
		return Skipped
	}
	return goOn
}
