package agent

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxRecollected is the maximum number of answers of the host's functions that a seek collects from the trace, if the
// snapshot does not hold all of them.
const MaxRecollected = 1 << 18

// maxAttempts is the number of unreadable snapshots after which a seek replays from the beginning.
const maxAttempts = 8

// seeking is the state that a replay needs to seek.
type seeking struct {
	start   []byte        // the crowd before the first record
	index   *ktrace.Index // nil: not read yet
	place   ktrace.Place  // the snapshot that the last seek restored
	past    bool          // the host's inputs after the last tick have been applied
	lacks   bool          // some earlier answers of functions are unknown
	pieces  ktrace.Unpacker
	plain   []byte   // the current crowd, to compare with a snapshot
	marks   []marked // of all agents, while [Replay.Settle] goes on
	settled bool     // [Replay.Settle] has been called since the last tick
}

// Index returns the last tick of the trace and the places of its snapshots. The error is that of the file, or
// [ktrace.ErrNoSeek] if the trace is read neither from a file nor from bytes (an [io.ReaderAt] that is an [io.Seeker]).
// The replay keeps the index: do not change it.
func (t *Replay) Index() (*ktrace.Index, error) {
	if t.seeking.index == nil {
		x, err := t.in.Index()
		if err != nil {
			return nil, err
		}
		if !t.understands() {
			x = &ktrace.Index{Last: x.Last, Whole: x.Whole}
		}
		t.seeking.index = x
	}
	return t.seeking.index, nil
}

// SeekTo moves the replay to the end of a tick, forwards or backwards. The result equals a replay from the beginning,
// except that earlier events of agents ([View.History]) are missing, and what earlier plannings saw if the recorded
// crowd did not keep it ([Options].Pictures). SeekTo restores the nearest earlier snapshot and replays from there, so
// sinks receive only the events of the replayed ticks. If the trace ends, is damaged or differs before the tick, SeekTo
// goes as far as possible; [Replay.Err] and [Replay.Difference] report what it met since the snapshot, and are nil
// again after a seek backwards. A tick before the first means the beginning. If the replay cannot seek, SeekTo returns
// the error of [Replay.Index].
func (t *Replay) SeekTo(tick int64) error {
	here := t.crowd.core.tick
	x, err := t.Index()
	if err != nil {
		if !t.seeking.settled && (here < tick && !t.Done() || here == tick && !t.seeking.past) {
			t.RunTo(tick)
			return nil
		}
		return err
	}
	ahead := here < tick && !t.Done() || here == tick && !t.seeking.past && t.err == nil && t.diff == nil
	if !ahead || t.seeking.settled || x.Before(tick).Tick > here {
		t.leap(x, tick)
	}
	t.RunTo(tick)
	return nil
}

// Records returns a reader of the trace that starts at the last snapshot up to a tick, or at the first record. The
// reader is independent of the replay, and another goroutine may use it. It has no header. The error is that of
// [Replay.Index].
func (t *Replay) Records(tick int64) (*ktrace.Reader, error) {
	x, err := t.Index()
	if err != nil {
		return nil, err
	}
	return t.in.From(x.Before(tick))
}

// leap restores the last readable snapshot up to a tick, or the beginning.
func (t *Replay) leap(x *ktrace.Index, tick int64) {
	for n := 0; n < maxAttempts; n++ {
		p := x.Before(tick)
		if p == (ktrace.Place{}) && n == 0 && t.midway() && len(x.Places) > 0 {
			p = x.Places[0]
		}
		if p == (ktrace.Place{}) {
			break
		}
		if t.landAt(p) == nil {
			return
		}
		tick = p.Tick - 1
	}
	if t.next.Kind = 0; t.midway() {
		t.err = errors.Join(t.err, &ktrace.DamageError{Why: "its beginning cannot be read"})
		return
	}
	t.landOn(ktrace.Place{})
	if err := t.restore(t.seeking.start); err != nil {
		t.damaged(err.Error())
	}
}

// landOn continues reading at a place, and clears all errors and figures.
func (t *Replay) landOn(p ktrace.Place) error {
	t.have, t.over, t.ended, t.err, t.diff = false, false, false, nil, nil
	t.figures.Clear()
	t.seeking.place, t.seeking.past, t.seeking.settled, t.seeking.lacks = p, false, false, false
	return t.in.Go(p)
}

// landAt restores the snapshot at a place.
func (t *Replay) landAt(p ktrace.Place) error {
	if err := t.landOn(p); err != nil {
		return err
	}
	plain, err := t.snapshot()
	if err == nil && t.next.Tick != p.Tick {
		err = &ktrace.DamageError{Why: "its index refers to another snapshot"}
	}
	if err == nil {
		err = t.restore(plain)
	}
	if err == nil && t.crowd.core.tick != p.Tick {
		err = &ktrace.DamageError{Why: "a snapshot is of another tick"}
	}
	if err == nil {
		t.peek() // reads the figures that follow a snapshot
	}
	return err
}

// snapshot reads the next snapshot, which may consist of several records.
func (t *Replay) snapshot() ([]byte, error) {
	for {
		if !t.peek() || t.next.Kind != ktrace.KindSnapshot {
			return nil, errors.Join(t.err, &ktrace.DamageError{Why: "a snapshot is missing"})
		}
		plain, err := t.seeking.pieces.Add(&t.next)
		t.take()
		if err != nil || plain != nil {
			return plain, err
		}
	}
}

// compareSnapshot compares the crowd with the next snapshot, byte for byte.
func (t *Replay) compareSnapshot() {
	plain, err := t.snapshot()
	if err != nil {
		t.damaged(err.Error())
		return
	}
	if !t.understands() {
		return
	}
	part, _ := splitSnapshot(plain)
	t.seeking.plain = t.append(t.seeking.plain[:0])
	if own, _ := splitSnapshot(t.seeking.plain); !bytes.Equal(own, part) {
		t.differ(0, "everything as in a snapshot", "something else")
	}
}

// append appends the crowd as the recorded one was: without what plannings saw if that one did not keep it.
func (t *Replay) append(b []byte) []byte {
	snap := &t.crowd.snapshots
	snap.blind = t.in.Header().Option(optionPictures) == 0
	defer func() { snap.blind = false }()
	return snap.appendTraced(b, t.came)
}

// splitSnapshot splits a snapshot into the crowd and the answers of functions.
func splitSnapshot(plain []byte) (crowd, answers []byte) {
	r := codec.NewReader(plain)
	return r.Part(), r.Rest()
}

// restore restores the crowd from a snapshot.
func (t *Replay) restore(plain []byte) error {
	c := t.crowd
	part, answers := splitSnapshot(plain)
	l := &loader{Reader: codec.NewReader(part), strict: true, traced: true, from: t.info.Schema, declared: t.info.Initial, report: Report{Same: true}}
	var s savedTrace
	s.code(l.Coder(), len(t.info.Agents))
	before := *c
	if !l.Failed() {
		l.useSpare(c)
		l.saved.Restorer = c.core.stage.Instances.NumberedRestorer(int64(s.started & math.MaxInt64))
		l.crowd(c)
	}
	if err := l.err(); err != nil {
		*c = before
		c.spare = spare{} // the failed load may have used part of this memory
		return fmt.Errorf("karakuri: SeekTo: %w", err)
	}
	c.spare = spare{before.core.stage.Instances, before.core.world, before.agents, before.core.schedule, before.routines.list, before.routines.glances}
	c.agents.setOrigins(l.origins)
	t.came = t.came[:0]
	t.names = t.names[:0]
	for _, a := range s.came {
		t.name(a)
	}
	t.nameFormers()
	if len(answers) > 0 {
		return t.know(codec.NewReader(answers))
	}
	return nil
}

// name records that an agent was spawned.
func (t *Replay) name(a arrival) {
	t.came, t.names = append(t.came, a), append(t.names, t.nameFrom(a))
}

// nameFrom returns the name of an agent that was spawned; empty if it left before the trace began.
func (t *Replay) nameFrom(a arrival) string {
	switch {
	case a.called != "":
		return a.called
	case a.kind > 0:
		return kindName(t.info.Agents[a.kind-1].Name, a.ofKind)
	}
	return ""
}

// rename gives an agent the name that a record says.
func (t *Replay) rename(r *ktrace.Record) {
	t.take()
	if r.Agent < 1 || r.Agent > int64(len(t.came)) {
		t.damaged("an agent is named that has not come")
		return
	}
	came := &t.came[r.Agent-1]
	came.called = r.Name
	t.names[r.Agent-1] = t.nameFrom(*came)
}

// nameFormers gives retired bodies the names of their agents, which a snapshot of the crowd does not have.
func (t *Replay) nameFormers() {
	formers := t.crowd.objects.formers
	if len(formers) == 0 {
		return
	}
	bodies := make(map[former]world.Object, len(formers))
	for o, f := range formers {
		bodies[former{kind: f.kind, ofKind: f.ofKind}] = o
	}
	for _, a := range t.came {
		f := former{kind: a.kind - 1, ofKind: a.ofKind}
		if o, ok := bodies[f]; ok {
			f.name = a.called
			formers[o] = f
		}
	}
}

// midway reports whether the trace begins with a snapshot.
func (t *Replay) midway() bool { return t.in.Header().Option(optionMidway) != 0 }

// understands reports whether this program can read the snapshots of the trace.
func (t *Replay) understands() bool { return t.in.Version() >= ktrace.SnapshotsFrom }

// know reads the answers in a snapshot.
func (t *Replay) know(r *codec.Reader) error {
	var kept []given
	codeAnswers(r.Coder(), &t.seeking.lacks, &kept, len(t.info.Functions))
	for i := range kept {
		g := &kept[i]
		t.answers[string(appendKey(nil, g.id, g.args))] = answer{result: g.result, panicked: g.fault.Action != "", message: g.fault.Message}
	}
	return r.Err()
}

// recollectAnswers collects the answers recorded before the place of the last seek.
func (t *Replay) recollectAnswers() {
	t.seeking.lacks = false
	in, err := t.in.From(ktrace.Place{})
	if err != nil {
		return
	}
	var rec ktrace.Record
	for n := 0; n < MaxRecollected && in.Next(&rec) == nil && in.Offset() < t.seeking.place.Offset; {
		if rec.Kind == ktrace.KindAnswer {
			t.remember(&rec)
			n++
		}
	}
}
