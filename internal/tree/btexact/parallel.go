package btexact

// threshold turns a number of children into one from 0 on: -1 means all of them, -2 all but one.
func threshold(count int32, of int) int32 {
	if count < 0 {
		return max(int32(of)+count+1, 0)
	}
	return count
}

// tickParallel ticks all children that are not done, and is done itself as soon as enough have succeeded, or success is
// out of reach. The counts are examined after each child.
func (t *Tree) tickParallel(n NodeID, nd *node) Status {
	f, count := &t.frames[n], int32(len(nd.kids))
	successes := int32(t.mustInt(n, nd.args[0]))
	failures := threshold(int32(t.mustInt(n, nd.args[1])), len(nd.kids))
	needed := threshold(successes, len(nd.kids))
	if count < needed || count < failures {
		t.fail(n, "%d children can never be %d that succeed or %d that fail", count, needed, failures)
	}
	t.set(n, Running)
	skipped := int32(0)
	for _, kid := range nd.kids {
		if !t.frames[kid].done {
			switch t.execute(kid) {
			case Skipped:
				skipped++
			case Success:
				t.frames[kid].done = true
				f.good++
			case Failure:
				t.frames[kid].done = true
				f.bad++
			}
		}
		switch {
		case f.good >= needed || successes < 0 && f.good+skipped >= needed:
			t.forget(n, nd)
			t.haltAll(nd.kids)
			return Success
		case count-f.bad < needed || f.bad == failures:
			t.forget(n, nd)
			t.haltAll(nd.kids)
			return Failure
		}
	}
	if skipped == count {
		return Skipped
	}
	return Running
}

// tickParallelAll ticks all children until all are done.
func (t *Tree) tickParallelAll(n NodeID, nd *node) Status {
	f, count := &t.frames[n], int32(len(nd.kids))
	failures := threshold(int32(t.mustInt(n, nd.args[0])), len(nd.kids))
	if count < failures {
		t.fail(n, "%d children can never be %d that fail", count, failures)
	}
	t.set(n, Running)
	skipped, done := int32(0), int32(0)
	for _, kid := range nd.kids {
		if !t.frames[kid].done {
			switch t.execute(kid) {
			case Skipped:
				skipped++
			case Success:
				t.frames[kid].done = true
			case Failure:
				t.frames[kid].done = true
				f.bad++
			}
		}
		if t.frames[kid].done {
			done++
		}
	}
	switch {
	case skipped == count:
		return Skipped
	case skipped+done < count:
		return Running
	}
	failed := f.bad >= failures
	t.haltAll(nd.kids)
	t.forget(n, nd)
	if failed {
		return Failure
	}
	return Success
}
