package btexact

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

const (
	snapshotMagic   = "KRKBTEX\x00"
	snapshotVersion = 1
	// maxNesting bounds vectors within vectors: reading recurses over them.
	maxNesting = 8
)

// Snapshot returns the tree as bytes: statuses, what nodes and leaves remember, the blackboard and the time. The error
// says which entry holds something that only the host knows. See [Program.Restore].
func (t *Tree) Snapshot() ([]byte, error) {
	if t.busy {
		return nil, ErrBusy
	}
	w := snapshotWriter{queues: map[*List]int{}}
	for i := range t.cells {
		if err := w.gather(t.cells[i].value, 0); err != nil {
			at := t.placeOf(int32(i))
			return nil, fmt.Errorf("btexact: blackboard entry %q of subtree %q: %w", at.key, t.p.scopes[at.scope].path, err)
		}
	}
	for n := range t.frames {
		f := &t.frames[n]
		w.share(f.queue, &f.own)
		for _, v := range f.own.Values {
			if err := w.gather(v, 0); err != nil {
				return nil, fmt.Errorf("btexact: queue of node %q: %w", t.p.nodes[n].path, err)
			}
		}
	}
	for i := 0; i < len(w.order); i++ { // a queue may hold others
		for _, v := range w.order[i].Values {
			if err := w.gather(v, 0); err != nil {
				return nil, fmt.Errorf("btexact: a queue: %w", err)
			}
		}
	}
	w.b = codec.Begin(nil, snapshotMagic, snapshotVersion)
	w.b = codec.AppendFixed(w.b, t.p.print)
	w.b = codec.AppendInt(w.b, t.now)
	w.b = codec.AppendBool(w.b, t.woken)
	w.b = codec.AppendUint(w.b, len(w.order))
	for _, l := range w.order {
		w.values(l.Values)
	}
	w.cells(t)
	for n := range t.frames {
		w.frame(t.status[n], &t.frames[n])
	}
	return codec.Seal(w.b, 0), nil
}

// snapshotWriter appends a tree. Queues are shared, so each is written once and referred to by number.
type snapshotWriter struct {
	b      []byte
	queues map[*List]int
	order  []*List
}

// gather numbers the queues within a value, and refuses what cannot be saved.
func (w *snapshotWriter) gather(v Value, depth int) error {
	switch {
	case v.kind == KindObject:
		return fmt.Errorf("%T is known to the host only", v.ref)
	case v.kind == KindVector && depth == maxNesting:
		return fmt.Errorf("vectors nest more than %d deep", maxNesting)
	case v.kind == KindQueue:
		w.share(v.List(), nil)
	case v.kind == KindVector:
		for _, e := range v.List().Values {
			if err := w.gather(e, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// share numbers a queue, unless it is the node's own.
func (w *snapshotWriter) share(l, own *List) {
	if l == nil || l == own {
		return
	}
	if _, seen := w.queues[l]; seen {
		return
	}
	w.queues[l] = len(w.order)
	w.order = append(w.order, l)
}

func (w *snapshotWriter) values(list []Value) {
	w.b = codec.AppendUint(w.b, len(list))
	for _, v := range list {
		w.value(v)
	}
}

func (w *snapshotWriter) value(v Value) {
	w.b = append(w.b, byte(v.kind))
	switch v.kind {
	case Empty:
	case KindText:
		w.b = codec.AppendText(w.b, v.text)
	case KindVector:
		w.values(v.List().Values)
	case KindQueue:
		w.b = codec.AppendUint(w.b, w.queues[v.List()])
	default:
		w.b = codec.AppendFixed(w.b, v.bits)
	}
}

func (w *snapshotWriter) cells(t *Tree) {
	w.b = codec.AppendUint(w.b, len(t.addedPlaces))
	for _, at := range t.addedPlaces {
		w.b = codec.AppendUint(w.b, int64(at.scope))
		w.b = codec.AppendText(w.b, at.key)
	}
	for i := range t.cells {
		c := &t.cells[i]
		w.b = codec.AppendBool(w.b, c.exists)
		w.typ(c.typ)
		w.value(c.value)
		w.b = codec.AppendUint(w.b, c.seq)
		w.b = codec.AppendInt(w.b, c.stamp)
	}
}

func (w *snapshotWriter) typ(t btcpp.Type) {
	w.b = append(w.b, byte(t.Kind), t.Bits)
	switch t.Kind {
	case btcpp.KindHost:
		w.b = codec.AppendText(w.b, t.Name)
	case btcpp.KindVector:
		w.typ(*t.Of)
	}
}

func (w *snapshotWriter) frame(s Status, f *frame) {
	w.b = append(w.b, byte(s), byte(f.last))
	for _, n := range [...]int32{f.index, f.skipped, f.good, f.bad} {
		w.b = codec.AppendUint(w.b, int64(n))
	}
	for _, flag := range [...]bool{f.flag, f.running, f.fired, f.done} {
		w.b = codec.AppendBool(w.b, flag)
	}
	w.b = codec.AppendInt(w.b, f.until)
	w.b = codec.AppendUint(w.b, f.seq)
	for _, n := range f.memory {
		w.b = codec.AppendInt(w.b, n)
	}
	switch f.queue { // 0: none, 1: its own, else a shared one
	case nil:
		w.b = codec.AppendUint(w.b, 0)
	case &f.own:
		w.b = codec.AppendUint(w.b, 1)
		w.values(f.own.Values)
	default:
		w.b = codec.AppendUint(w.b, 2+w.queues[f.queue])
	}
}
