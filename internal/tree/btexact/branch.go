package btexact

import "math"

// tickIfThenElse asks its first child once, and then ticks the second or third until that is done. A first child that
// is skipped makes the node skipped.
func (t *Tree) tickIfThenElse(n NodeID, nd *node) Status {
	f := &t.frames[n]
	t.set(n, Running)
	if f.index == 0 {
		switch s := t.execute(nd.kids[0]); s {
		case Success:
			f.index = 1
		case Failure:
			if len(nd.kids) == 2 {
				return Failure
			}
			f.index = 2
		case Skipped:
			t.haltAll(nd.kids)
			return Skipped
		default:
			return s
		}
	}
	s := t.execute(nd.kids[f.index])
	if s != Running {
		t.haltAll(nd.kids)
		f.index = 0
	}
	return s
}

// tickWhileDoElse asks its first child in every tick and ticks the second or third; the other is halted. A first child
// that is skipped makes the node skipped.
func (t *Tree) tickWhileDoElse(n NodeID, nd *node) Status {
	t.set(n, Running)
	s := t.execute(nd.kids[0])
	switch {
	case s == Running:
		return Running
	case s == Success:
		if len(nd.kids) == 3 {
			t.haltChild(nd.kids[2])
		}
		s = t.execute(nd.kids[1])
	case s == Failure && len(nd.kids) == 3:
		t.haltChild(nd.kids[1])
		s = t.execute(nd.kids[2])
	}
	if s != Running {
		t.haltAll(nd.kids)
	}
	return s
}

// tickSwitch ticks the child of the first case that is equal to the variable, or else the last.
func (t *Tree) tickSwitch(n NodeID, nd *node) Status {
	f := &t.frames[n]
	match := int32(len(nd.kids) - 1)
	if variable, err := t.raw(nd.args[0]); err == nil {
		for i, arg := range nd.args[1:] {
			if c, err := t.raw(arg); err == nil && t.same(variable, c) {
				match = int32(i)
				break
			}
		}
	}
	if f.running && f.index != match {
		t.haltChild(nd.kids[f.index])
	}
	s := t.execute(nd.kids[match])
	f.running = s == Running
	f.index = match
	if s.Completed() {
		t.haltAll(nd.kids)
	}
	return s
}

// same compares a variable with a case, as the texts that they are, or else as numbers.
func (t *Tree) same(a, b Value) bool {
	if a.kind == KindText && b.kind == KindText && a.text == b.text {
		return true
	}
	x, whole := t.caseInt(a)
	y, wholeToo := t.caseInt(b)
	if whole && wholeToo && x == y {
		return true
	}
	u, number := t.caseDouble(a)
	v, numberToo := t.caseDouble(b)
	return number && numberToo && math.Abs(u-v) <= epsilon
}

// caseInt returns a value as a whole number of 32 bits.
func (t *Tree) caseInt(v Value) (n int64, ok bool) {
	switch {
	case v.isWhole():
		n, ok = v.whole(), true
	case v.kind == KindText:
		if n, ok = t.p.enums[v.text]; !ok {
			n, ok = parseInt(v.text)
		}
	}
	return n, ok && n == int64(int32(n))
}

// caseDouble returns a value as a number; those that were computed are rounded to the six decimals of their text form.
func (t *Tree) caseDouble(v Value) (float64, bool) {
	switch {
	case v.kind == KindDouble:
		f := v.real()
		if math.Abs(f) < 1e9 {
			f = math.RoundToEven(f*1e6) / 1e6
		}
		return f, true
	case v.isWhole():
		return float64(v.whole()), true
	case v.kind == KindText:
		if n, ok := t.p.enums[v.text]; ok {
			return float64(n), true
		}
		return parseDouble(v.text)
	}
	return 0, false
}

// tickTryCatch ticks all children but the last as a sequence; when one fails, the last is ticked until it is done, and
// the node fails.
func (t *Tree) tickTryCatch(n NodeID, nd *node) Status {
	f := &t.frames[n]
	if !t.status[n].active() {
		f.skipped, f.flag = 0, false
	}
	t.set(n, Running)
	try := int32(len(nd.kids) - 1)
	for !f.flag && f.index < try {
		switch t.execute(nd.kids[f.index]) {
		case Running:
			return Running
		case Failure:
			t.haltAll(nd.kids)
			f.index, f.flag = 0, true
		case Success:
			f.index++
		case Skipped:
			f.index++
			f.skipped++
		}
	}
	if f.flag {
		if t.execute(nd.kids[try]) == Running {
			return Running
		}
		t.haltAll(nd.kids)
		f.index, f.flag = 0, false
		return Failure
	}
	all := f.skipped == try
	t.haltAll(nd.kids)
	f.index, f.skipped = 0, 0
	if all {
		return Skipped
	}
	return Success
}

// haltTry is the part of halting a TryCatch that comes before its children: the catch block may run once.
func (t *Tree) haltTry(n NodeID, nd *node) {
	f := &t.frames[n]
	last := nd.kids[len(nd.kids)-1]
	if t.optionalBool(nd.args[0], false) && !f.flag && t.status[n].active() {
		t.haltAll(nd.kids[:len(nd.kids)-1])
		if t.execute(last) == Running {
			t.haltChild(last)
		}
	}
	f.index, f.skipped, f.flag = 0, 0, false
}
