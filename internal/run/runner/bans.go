package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// ban holds the failures of one way below the root of a plan line: a method instance or an operator. While the ban is
// in force, plans of that line do not take the way. Afterwards it holds how often the way failed in a row. The list
// reuses its memory.
type ban struct {
	of      htn.Ban // the way; with All, all instances of the method that have no entry of their own
	line    int     // the plan line
	inForce bool
	lift    LiftReason // why it was lifted; not reported yet
	count   int32      // failures since the way last succeeded
	failed  int64      // the tick of the last one
	lifted  int64      // not in force: since this tick
	clock   clock

	cause Cause // of the last failure
	op    htn.OperatorID
	args  []world.Word // of the operator

	reads  htn.Reads // what the failed condition depends on; for an expectation: the values expected
	stale  bool      // one of these has changed
	turned bool      // the condition holds now
}

// isOut reports whether plans must not take the way.
func (b *ban) isOut() bool { return b.inForce && b.lift == NotLifted }

// begin puts the ban in force after a step failed. It returns how many ticks the ban lasts; 0: no limit.
func (b *ban) begin(s *Script, tick int64, step htn.Step, cause Cause) (ticks int64) {
	b.count = min(b.count+1, maxCounted)
	b.inForce, b.lift, b.failed = true, NotLifted, tick
	b.clock, ticks = s.start(s.banRule(&b.of), tick, b.count)
	b.cause, b.op, b.args = cause, step.Operator, append(b.args[:0], step.Args...)
	return ticks
}

// end takes the ban out of force, once its lifting has been reported.
func (b *ban) end(tick int64) {
	if b.inForce, b.lifted = false, tick; b.lift == BanWorked {
		b.count = 0
	}
	b.lift = NotLifted
}

// become makes b the entry of a way of a plan line.
func (b *ban) become(line int, way *htn.Ban) {
	of := *way
	of.Args, of.Bound = append(b.of.Args[:0], way.Args...), append(b.of.Bound[:0], way.Bound...)
	reads := b.reads
	reads.Cells.Reset()
	*b = ban{of: of, line: line, args: b.args[:0], reads: reads}
}

// bans are the ways that have failed, the oldest first. The list reuses its memory.
type bans []ban

// knows reports whether there is an entry of a method.
func (l bans) knows(task htn.TaskID, method int) bool {
	for i := range l {
		if b := &l[i].of; b.Task == task && b.Method == method && !b.IsOperator {
			return true
		}
	}
	return false
}

// find returns the entry of a way of a plan line, or nil.
func (l bans) find(s *Script, line int, of *htn.Ban) *ban {
	for i := range l {
		if b := &l[i]; b.line == line && !b.of.All && s.Domain.SameWay(&b.of, of) {
			return b
		}
	}
	return nil
}

// others returns the entry that covers all instances of a method or operator without one of their own, or nil.
func (l bans) others(line int, of *htn.Ban) *ban {
	for i := range l {
		if b := &l[i]; b.line == line && b.of.All && b.of.IsLike(of) {
			return b
		}
	}
	return nil
}

// addOthers is others, but adds the entry if there is none.
func (l *bans) addOthers(line int, of *htn.Ban) *ban {
	b := l.others(line, of)
	if b == nil {
		b = l.add(line, of)
		b.of.All, b.of.Args, b.of.Bound = true, b.of.Args[:0], b.of.Bound[:0]
	}
	return b
}

// remember returns the entry of a way, and adds it if there is none. Without room for it, it returns the entry that
// stands for the other instances.
func (l *bans) remember(s *Script, st *world.State, line int, of *htn.Ban) *ban {
	if b := l.find(s, line, of); b != nil {
		return b
	}
	if l.countKeys(line) < MaxBans {
		return l.add(line, of)
	}
	if b := l.spare(s, st, line); b != nil {
		b.become(line, of)
		return b
	}
	return l.addOthers(line, of)
}

// add adds an entry.
func (l *bans) add(line int, of *htn.Ban) *ban {
	last := len(*l)
	if last == cap(*l) {
		*l = append(*l, ban{})
	}
	*l = (*l)[:last+1]
	b := &(*l)[last]
	b.become(line, of)
	return b
}

// spare returns the entry to overwrite when a plan line has no room for another: one about objects that no longer
// exist, else the one that has been out of force for the longest time. It returns nil if all are in force.
func (l bans) spare(s *Script, st *world.State, line int) (spare *ban) {
	for i := range l {
		b := &l[i]
		switch {
		case b.line != line || b.of.All:
		case !s.isAlive(st, &b.of):
			return b
		case !b.isOut() && b.lift == NotLifted && (spare == nil || b.lifted < spare.lifted):
			spare = b
		}
	}
	return spare
}

// countKeys counts the entries of method instances of a plan line.
func (l bans) countKeys(line int) (n int) {
	for i := range l {
		if b := &l[i]; b.line == line && !b.of.All {
			n++
		}
	}
	return n
}

// countOut counts the method instances that are banned for a plan line and whose objects exist.
func (l bans) countOut(s *Script, st *world.State, line int) (n int) {
	for i := range l {
		if b := &l[i]; b.line == line && !b.of.All && b.isOut() && s.isAlive(st, &b.of) {
			n++
		}
	}
	return n
}

// sweep removes the entries without failures.
func (l *bans) sweep() {
	list, n := *l, 0
	for i := range list {
		if list[i].count == 0 {
			continue
		}
		if i != n {
			list[n], list[i] = list[i], list[n]
		}
		n++
	}
	*l = list[:n]
}

// out appends to dst the ways that plans for a line must not take, as [htn.Options] want them.
func (l bans) out(dst []htn.Ban, line int) []htn.Ban {
	rest := false
	for i := range l {
		if b := &l[i]; b.line == line && b.isOut() {
			dst = append(dst, b.of)
			rest = rest || b.of.All
		}
	}
	if !rest {
		return dst
	}
	for i := range l {
		if b := &l[i]; b.line == line && !b.of.All && !b.isOut() {
			free := b.of
			free.Free = true
			dst = append(dst, free)
		}
	}
	return dst
}

// isAlive reports whether the objects of a way exist.
func (s *Script) isAlive(st *world.State, b *htn.Ban) bool {
	if b.All {
		return true
	}
	if b.IsOperator {
		return objectsAlive(st, s.operators[b.Operator].objects, b.Args)
	}
	return objectsAlive(st, s.objects[b.Task], b.Args) && boundAlive(st, s.info.Tasks[b.Task].Methods[b.Method].Each, b.Bound)
}
