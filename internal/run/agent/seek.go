package agent

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// MaxRecollected is how many answers of the host's functions are looked up in a trace after a leap, when a snapshot does not hold them all.
const MaxRecollected = 1 << 18

// maxAttempts is how many snapshots are tried before what cannot be read is made again from the beginning.
const maxAttempts = 8

// seeking is what a replay needs to leap.
type seeking struct {
	start  []byte        // the crowd before the first record
	index  *ktrace.Index // nil: not looked at yet
	place  ktrace.Place  // where it leaped to last
	past   bool          // what the host did after the last tick has been done
	lacks  bool          // not all answers of functions from before are known
	pieces ktrace.Unpacker
	plain  []byte // the crowd as it is, for comparing
}

// Index tells how far the trace goes and which snapshots are in it. The error is [ktrace.ErrNoSeek] where it is not read from a file or from bytes (an
// [io.ReaderAt] that is an [io.Seeker]), or that of the file. It is found out once, and must not be changed.
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

// SeekTo goes to the moment after a tick, forwards or backwards: all is as if it had been run up to there from the beginning, but for the pictures of past plannings
// and the last events of agents ([View.History]). It goes from the nearest snapshot in the trace before that, so that listeners are told of those ticks only that are
// made again. Of a tick that cannot be reached, because the trace ends, is damaged or differs before, it goes as far as possible: see [Replay.Err] and
// [Replay.Difference], which tell of the way from that snapshot on. Going back makes them nil. A tick before the first is the beginning. The error is that of [Replay.Index]
// when there is no way.
func (t *Replay) SeekTo(tick int64) error {
	here := t.crowd.core.tick
	x, err := t.Index()
	if err != nil {
		if here < tick && !t.Done() || here == tick && !t.seeking.past {
			t.RunTo(tick)
			return nil
		}
		return err
	}
	if ahead := here < tick && !t.Done() || here == tick && !t.seeking.past && t.err == nil && t.diff == nil; !ahead || x.Before(tick).Tick > here {
		t.leap(x, tick)
	}
	t.RunTo(tick)
	return nil
}

// Records returns a reader of the trace that begins at a snapshot from a tick or before, or at the first record. It can be used beside the replay, by another goroutine too. It
// has no header. The error is that of [Replay.Index].
func (t *Replay) Records(tick int64) (*ktrace.Reader, error) {
	x, err := t.Index()
	if err != nil {
		return nil, err
	}
	return t.in.From(x.Before(tick))
}

// leap goes to the last snapshot that there is up to a tick and can be read, or to the beginning.
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
		t.err = errors.Join(t.err, &ktrace.DamageError{Why: "it cannot be read from its beginning"})
		return
	}
	t.landOn(ktrace.Place{})
	if err := t.restore(t.seeking.start); err != nil {
		t.damaged(err.Error())
	}
}

// landOn has reading go on at a place.
func (t *Replay) landOn(p ktrace.Place) error {
	t.have, t.over, t.ended, t.err, t.diff = false, false, false, nil, nil
	t.figures.Clear()
	t.seeking.place, t.seeking.past, t.seeking.lacks = p, false, false
	return t.in.Go(p)
}

// landAt makes everything what a snapshot says.
func (t *Replay) landAt(p ktrace.Place) error {
	if err := t.landOn(p); err != nil {
		return err
	}
	plain, err := t.snapshot()
	if err == nil && t.next.Tick != p.Tick {
		err = &ktrace.DamageError{Why: "its index tells of another snapshot"}
	}
	if err == nil {
		err = t.restore(plain)
	}
	if err == nil && t.crowd.core.tick != p.Tick {
		err = &ktrace.DamageError{Why: "a snapshot is of another tick"}
	}
	if err == nil {
		t.peek() // figures follow
	}
	return err
}

// snapshot reads the pieces of the snapshot that comes next.
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

// compareSnapshot compares everything with what a snapshot says, byte for byte.
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
	t.seeking.plain = t.crowd.snapshots.appendTraced(t.seeking.plain[:0], t.came)
	if own, _ := splitSnapshot(t.seeking.plain); !bytes.Equal(own, part) {
		t.differ(0, "everything as in a snapshot", "something else")
	}
}

// splitSnapshot parts the crowd from what functions answered.
func splitSnapshot(plain []byte) (crowd, answers []byte) {
	r := codec.NewReader(plain)
	return r.Part(), r.Rest()
}

// restore makes the crowd what a snapshot says.
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
		c.spare = spare{} // its memory may be given away in part
		return fmt.Errorf("karakuri: SeekTo: %w", err)
	}
	c.spare = spare{before.core.stage.Instances, before.core.world, before.agents, before.core.schedule, before.routines.list, before.routines.glances}
	t.came = t.came[:0]
	t.names, t.kinds = t.names[:0], make([]int, len(t.kinds))
	for _, k := range s.kinds {
		t.name(k)
	}
	if len(answers) > 0 {
		return t.know(codec.NewReader(answers))
	}
	return nil
}

// name notes that an agent has come of a kind, + 1; 0: it is not known which, since it had left before the trace began.
func (t *Replay) name(kind int32) {
	name := ""
	if kind > 0 {
		t.kinds[kind-1]++
		name = fmt.Sprintf("%s#%d", t.info.Agents[kind-1].Name, t.kinds[kind-1])
	}
	t.came, t.names = append(t.came, kind), append(t.names, name)
}

// midway reports whether the trace begins with a snapshot.
func (t *Replay) midway() bool { return t.in.Header().Option(optionMidway) != 0 }

// understands reports whether the snapshots of the trace are of the present form.
func (t *Replay) understands() bool { return t.in.Version() >= ktrace.SnapshotsFrom }

// know takes note of the answers in a snapshot.
func (t *Replay) know(r *codec.Reader) error {
	var kept []given
	codeAnswers(r.Coder(), &t.seeking.lacks, &kept, len(t.info.Functions))
	for i := range kept {
		g := &kept[i]
		t.answers[string(appendKey(nil, g.id, g.args))] = answer{result: g.result, panicked: g.fault.Action != "", message: g.fault.Message}
	}
	return r.Err()
}

// recollectAnswers reads all answers from before the place where the replay has leaped to, once.
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
