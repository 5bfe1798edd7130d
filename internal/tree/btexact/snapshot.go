package btexact

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

const (
	snapshotMagic   = "KRKBTEX\x00"
	snapshotVersion = 1
)

// ErrOtherProgram is the error of restoring a snapshot of a tree of another program.
var ErrOtherProgram = errors.New("btexact: the snapshot is of another program")

// Snapshot returns the tree as bytes: statuses, what nodes and leaves remember, the blackboard and the time. The error
// says which entry holds something that only the host knows. See [Program.Restore].
func (t *Tree) Snapshot() ([]byte, error) {
	if t.busy {
		return nil, ErrBusy
	}
	var q queues
	if err := q.gatherAll(t); err != nil {
		return nil, err
	}
	c := codec.NewWriter(codec.AppendFixed(codec.Begin(nil, snapshotMagic, snapshotVersion), t.p.print))
	(&coding{Coder: c, Tree: t, queues: q}).tree()
	return codec.Seal(c.Written(), 0), nil
}

// Restore returns a tree as it was saved by [Tree.Snapshot], without its observers. Bytes that are damaged or made up
// give an error, a [*codec.Error] or [ErrOtherProgram], and never more memory than a small multiple of their length.
func (p *Program) Restore(b []byte) (*Tree, error) {
	payload, err := codec.Open(b, snapshotMagic, snapshotVersion)
	if err != nil {
		return nil, err
	}
	r := codec.NewReader(payload)
	if r.Fixed() != p.print && !r.Failed() {
		return nil, ErrOtherProgram
	}
	t := p.NewTree()
	(&coding{Coder: r.Coder(), Tree: t}).tree()
	if r.End(); r.Failed() {
		return nil, r.Err()
	}
	return t, nil
}

// queues are the queues of a tree that are shared. Each is saved once, and referred to by number.
type queues struct {
	lists   []*List
	numbers map[*List]int // where they are saved
}

// gatherAll numbers the queues of a tree, and refuses what cannot be saved.
func (q *queues) gatherAll(t *Tree) error {
	q.numbers = map[*List]int{}
	for i := range t.cells {
		if err := q.gather(t.cells[i].value, 0); err != nil {
			at := t.placeOf(int32(i))
			return fmt.Errorf("btexact: blackboard entry %q of subtree %q: %w", at.key, t.p.scopes[at.scope].path, err)
		}
	}
	for n := range t.frames {
		f := &t.frames[n]
		q.share(f.queue, &f.own)
		for _, v := range f.own.Values {
			if err := q.gather(v, 0); err != nil {
				return fmt.Errorf("btexact: queue of node %q: %w", t.p.nodes[n].path, err)
			}
		}
	}
	for i := 0; i < len(q.lists); i++ { // a queue may hold others
		for _, v := range q.lists[i].Values {
			if err := q.gather(v, 0); err != nil {
				return fmt.Errorf("btexact: a queue: %w", err)
			}
		}
	}
	return nil
}

// gather numbers the queues within a value, and refuses what cannot be saved.
func (q *queues) gather(v Value, depth int) error {
	switch {
	case v.kind == KindObject:
		return fmt.Errorf("%T is known to the host only", v.ref)
	case v.kind == KindVector && depth == maxNesting:
		return fmt.Errorf("vectors nest more than %d deep", maxNesting)
	case v.kind == KindQueue:
		q.share(v.List(), nil)
	case v.kind == KindVector:
		for _, e := range v.List().Values {
			if err := q.gather(e, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// share numbers a queue, unless it is the node's own.
func (q *queues) share(l, own *List) {
	if l == nil || l == own {
		return
	}
	if _, seen := q.numbers[l]; seen {
		return
	}
	q.numbers[l] = len(q.lists)
	q.lists = append(q.lists, l)
}
