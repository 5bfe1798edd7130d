package btexact

import (
	"errors"
	"math"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// ErrOtherProgram is the error of restoring a snapshot of a tree of another program.
var ErrOtherProgram = errors.New("btexact: the snapshot is of another program")

// Restore returns a tree as it was saved by [Tree.Snapshot], without its observers. Bytes that are damaged or made up give
// an error, a [*codec.Error] or [ErrOtherProgram], and never more memory than a small multiple of their length.
func (p *Program) Restore(b []byte) (*Tree, error) {
	payload, err := codec.Open(b, snapshotMagic, snapshotVersion)
	if err != nil {
		return nil, err
	}
	r := snapshotReader{r: codec.NewReader(payload), t: p.NewTree()}
	if r.r.Fixed() != p.print && !r.r.Failed() {
		return nil, ErrOtherProgram
	}
	r.tree()
	r.r.End()
	if err := r.r.Err(); err != nil {
		return nil, err
	}
	return r.t, nil
}

// snapshotReader fills a new tree.
type snapshotReader struct {
	r      *codec.Reader
	t      *Tree
	queues []*List
}

func (r *snapshotReader) tree() {
	t := r.t
	t.now = time.Duration(r.r.Int())
	t.woken = r.r.Bool()
	r.queues = make([]*List, r.r.Count())
	for i := range r.queues {
		r.queues[i] = &List{}
	}
	for _, l := range r.queues {
		l.Values = r.values(0)
	}
	r.cells()
	for n := range t.frames {
		t.status[n] = r.status()
		if t.status[n] == Skipped {
			r.r.Fail("a node cannot stay skipped")
		}
		r.frame(&t.frames[n])
		r.check(&t.p.nodes[n], &t.frames[n])
	}
}

func (r *snapshotReader) status() Status { return Status(r.below(int(Skipped) + 1)) }

// below reads a byte that must be less than a bound.
func (r *snapshotReader) below(bound int) byte {
	b := r.r.Byte()
	if int(b) >= bound {
		r.r.Fail("%d is not below %d", b, bound)
		return 0
	}
	return b
}

func (r *snapshotReader) values(depth int) []Value {
	if depth > maxNesting {
		r.r.Fail("values nest more than %d deep", maxNesting)
		return nil
	}
	var list []Value
	for range r.r.Count() {
		list = append(list, r.value(depth))
		if r.r.Failed() {
			return nil
		}
	}
	return list
}

func (r *snapshotReader) value(depth int) Value {
	v := Value{kind: Kind(r.below(int(KindObject)))}
	switch v.kind {
	case Empty:
	case KindText:
		v.text = r.r.Text()
	case KindVector:
		v.ref = &List{r.values(depth + 1)}
	case KindQueue:
		l := &List{}
		if i := r.r.Below(max(len(r.queues), 1)); i < len(r.queues) {
			l = r.queues[i]
		} else {
			r.r.Fail("there are no queues")
		}
		v.ref = l
	default:
		v.bits = r.r.Fixed()
	}
	return v
}

func (r *snapshotReader) cells() {
	t := r.t
	for range r.r.Count() {
		at := place{int32(r.r.Below(len(t.p.scopes))), r.r.Text()}
		before := len(t.cells)
		t.cellOf(at.scope, at.key)
		if r.r.Failed() || len(t.cells) == before {
			r.r.Fail("entry %q is there twice", at.key)
			return
		}
	}
	for i := range t.cells {
		t.cells[i] = cell{exists: r.r.Bool(), typ: r.typ(0), value: r.value(0), seq: r.r.Uint(), stamp: time.Duration(r.r.Int())}
	}
}

func (r *snapshotReader) typ(depth int) btcpp.Type {
	t := btcpp.Type{Kind: btcpp.Kind(r.below(int(btcpp.KindHost) + 1)), Bits: r.r.Byte()}
	switch {
	case depth > maxNesting:
		r.r.Fail("types nest more than %d deep", maxNesting)
		return btcpp.Type{}
	case t.Kind == btcpp.KindHost:
		t.Name = r.r.Text()
	case t.Kind == btcpp.KindVector:
		of := r.typ(depth + 1)
		t.Of = &of
	}
	return t
}

func (r *snapshotReader) frame(f *frame) {
	f.last = r.status()
	for _, n := range [...]*int32{&f.index, &f.skipped, &f.good, &f.bad} {
		*n = int32(r.r.Below(math.MaxInt32))
	}
	for _, flag := range [...]*bool{&f.flag, &f.running, &f.fired, &f.done} {
		*flag = r.r.Bool()
	}
	f.until = time.Duration(r.r.Int())
	f.seq = r.r.Uint()
	for i := range f.memory {
		f.memory[i] = r.r.Int()
	}
	switch which := r.r.Below(2 + len(r.queues)); which {
	case 0:
	case 1:
		f.take(r.values(0))
	default:
		f.queue = r.queues[which-2]
	}
}

// check refuses numbers that a node would go astray with.
func (r *snapshotReader) check(nd *node, f *frame) {
	bound := len(nd.kids)
	switch nd.kind {
	case kindRepeat, kindRetry:
		return
	case kindSequence, kindAsyncSequence, kindSequenceWithMemory, kindFallback, kindAsyncFallback, kindTryCatch, kindRoundRobin:
		bound++
	}
	if int(f.index) >= max(bound, 1) {
		r.r.Fail("node %q has no child %d", nd.path, f.index)
	}
}
