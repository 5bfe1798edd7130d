package runner

import (
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// ban is what an agent remembers of a way that has failed: a method instance, or an operator, below the root of a plan line. While it is in force, plans of
// that line do not take the way. Afterwards it holds how often the way has failed in a row. Its memory is used again.
type ban struct {
	of      htn.Ban // the way; with All every other instance of the method
	line    int     // the plan line
	inForce bool
	lift    LiftReason // it is no longer in force, which is yet to be told
	count   int32      // failures since the way last succeeded
	failed  int64      // the tick of the last one
	lifted  int64      // not in force: since this tick
	clock   clock

	cause Cause // of the last failure
	op    htn.OperatorID
	args  []world.Word // of the operator

	reads  htn.Reads // what the outcome of the condition it failed on depends on; of an expectation: the values expected
	stale  bool      // something of that has changed
	turned bool      // the condition holds now
}

// isOut reports whether plans do not take the way.
func (b *ban) isOut() bool { return b.inForce && b.lift == NotLifted }

// begin puts the ban in force because of a step. It returns how many ticks it lasts; 0: there is no time.
func (b *ban) begin(s *Script, tick int64, step htn.Step, cause Cause) (ticks int64) {
	b.count = min(b.count+1, maxCounted)
	b.inForce, b.lift, b.failed = true, NotLifted, tick
	b.clock, ticks = s.start(s.banRule(&b.of), tick, b.count)
	b.cause, b.op, b.args = cause, step.Operator, append(b.args[:0], step.Args...)
	return ticks
}

// end ends that the ban is in force, once that has been told.
func (b *ban) end(tick int64) {
	if b.inForce, b.lifted = false, tick; b.lift == BanWorked {
		b.count = 0
	}
	b.lift = NotLifted
}

// become makes b that of a way, for a plan line.
func (b *ban) become(line int, way *htn.Ban) {
	of := *way
	of.Args, of.Bound = append(b.of.Args[:0], way.Args...), append(b.of.Bound[:0], way.Bound...)
	reads := b.reads
	reads.Cells.Reset()
	*b = ban{of: of, line: line, args: b.args[:0], reads: reads}
}

// bans are the ways that have failed, the oldest first. Their memory is used again.
type bans []ban

// knows reports whether anything is remembered of the method or operator of a way.
func (l bans) knows(of *htn.Ban) bool {
	for i := range l {
		if b := &l[i].of; b.Task == of.Task && b.Method == of.Method && b.IsOperator == of.IsOperator && b.Operator == of.Operator {
			return true
		}
	}
	return false
}

// find returns what is remembered of a way for a plan line, or nil.
func (l bans) find(s *Script, line int, of *htn.Ban) *ban {
	for i := range l {
		if b := &l[i]; b.line == line && !b.of.All && s.Domain.SameWay(&b.of, of) {
			return b
		}
	}
	return nil
}

// others returns the ban that stands for all instances of a method or operator that have none of their own, or nil.
func (l bans) others(line int, of *htn.Ban) *ban {
	for i := range l {
		if b := &l[i]; b.line == line && b.of.All && b.of.IsLike(of) {
			return b
		}
	}
	return nil
}

// addOthers is others, adding what nothing is known of yet.
func (l *bans) addOthers(line int, of *htn.Ban) *ban {
	b := l.others(line, of)
	if b == nil {
		b = l.add(line, of)
		b.of.All, b.of.Args, b.of.Bound = true, b.of.Args[:0], b.of.Bound[:0]
	}
	return b
}

// remember returns what is remembered of a way. Where that is nothing and there is no room, it is what stands for the others.
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

// add adds what nothing is known of yet.
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

// spare returns what gives way to a new failure of a plan line, when it has no room left: what is about objects that are gone, or else what is not
// in force for the longest time; nil: all are in force.
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

// countKeys counts the method instances that are remembered for a plan line.
func (l bans) countKeys(line int) (n int) {
	for i := range l {
		if b := &l[i]; b.line == line && !b.of.All {
			n++
		}
	}
	return n
}

// countOut counts the method instances that plans of a line do not take, though what they are about exists.
func (l bans) countOut(s *Script, st *world.State, line int) (n int) {
	for i := range l {
		if b := &l[i]; b.line == line && !b.of.All && b.isOut() && s.isAlive(st, &b.of) {
			n++
		}
	}
	return n
}

// sweep forgets what there is nothing to know of.
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

// out appends what plans for a line do not take at present to dst, as [htn.Options] want it.
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

// isAlive reports whether the objects that a way is about exist.
func (s *Script) isAlive(st *world.State, b *htn.Ban) bool {
	if b.All {
		return true
	}
	if b.IsOperator {
		return objectsAlive(st, s.operators[b.Operator].objects, b.Args)
	}
	return objectsAlive(st, s.objects[b.Task], b.Args) && boundAlive(st, s.info.Tasks[b.Task].Methods[b.Method].Each, b.Bound)
}
