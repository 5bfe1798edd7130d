package btexact

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
)

// cell is an entry of the blackboard.
type cell struct {
	exists bool
	typ    btcpp.Type // what the entry is declared as; KindAny: whatever comes
	value  Value      // Empty until it is written
	seq    uint64     // how often it was written
	stamp  time.Duration
}

// Stamp says when an entry was written.
type Stamp struct {
	Seq uint64        // how often, from 1; 0: not yet
	At  time.Duration // simulated time of the last time
}

// Blackboard is the view that one subtree has of a tree's entries. It is valid as long as the tree, and like the tree
// not safe for concurrent use.
type Blackboard struct {
	t *Tree
	s int32
}

// Blackboard returns the entries of the main tree.
func (t *Tree) Blackboard() Blackboard { return Blackboard{t, 0} }

// BlackboardOf returns the entries of the subtree with a path such as "patrol/attack"; false if there is none.
func (t *Tree) BlackboardOf(path string) (Blackboard, bool) {
	i := slices.IndexFunc(t.p.scopes, func(s scope) bool { return s.path == path })
	return Blackboard{t, int32(i)}, i >= 0
}

// Get returns the value of an entry; false if there is none, or it has not been written.
func (b Blackboard) Get(key string) (Value, bool) {
	i := b.t.lookUp(b.s, key)
	if i < 0 || b.t.cells[i].value.IsEmpty() {
		return Value{}, false
	}
	return b.t.cells[i].value, true
}

// Stamp returns how often and when an entry was written.
func (b Blackboard) Stamp(key string) Stamp {
	i := b.t.lookUp(b.s, key)
	if i < 0 {
		return Stamp{}
	}
	return Stamp{b.t.cells[i].seq, b.t.cells[i].stamp}
}

// Has reports whether there is an entry of the key, written or not.
func (b Blackboard) Has(key string) bool {
	i := b.t.lookUp(b.s, key)
	return i >= 0 && b.t.cells[i].exists
}

// Set writes an entry, and creates it if it does not exist. The first value that is not a text sets the type of an
// entry without one. After that, Set accepts only values that fit: numbers without loss, and texts that can be parsed
// as the type.
func (b Blackboard) Set(key string, v Value) error {
	if err := b.t.write(b.t.cellOf(b.s, key), v); err != nil {
		return fmt.Errorf("blackboard entry %q: %w", key, err)
	}
	return nil
}

// Unset removes an entry.
func (b Blackboard) Unset(key string) {
	if i := b.t.lookUp(b.s, key); i >= 0 {
		b.t.unset(i)
	}
}

// Keys returns the keys of the entries of this board, sorted, without those that refer to entries further up.
func (b Blackboard) Keys() []string {
	var keys []string
	for i := range b.t.cells {
		if at := b.t.placeOf(int32(i)); at.scope == b.s && b.t.cells[i].exists {
			keys = append(keys, at.key)
		}
	}
	slices.SortFunc(keys, strings.Compare)
	return keys
}

// unset forgets an entry, but not how often it was written: so a new entry is not mistaken for the old one.
func (t *Tree) unset(i int32) {
	t.cells[i] = cell{seq: t.cells[i].seq}
}

// write sets an entry as a host or an output port does.
func (t *Tree) write(i int32, v Value) error {
	if v.IsEmpty() {
		return errEmpty
	}
	c := &t.cells[i]
	switch {
	case !c.exists:
		c.exists, c.value = true, v
		if v.kind != KindText {
			c.typ = typeOf(v)
		}
	case c.typ.Kind == btcpp.KindAny:
		c.value, c.typ = v, typeOf(v)
	default:
		fitting, err := t.fit(v, c)
		if err != nil {
			return err
		}
		c.value = fitting
	}
	t.touch(c)
	return nil
}

// touch counts a write.
func (t *Tree) touch(c *cell) {
	c.seq++
	c.stamp = t.now
}

// fit returns a value as one of an entry's type, if that is possible without loss. For types that only the host knows,
// the present value decides; text fits any of them.
func (t *Tree) fit(v Value, c *cell) (Value, error) {
	switch {
	case c.typ.Kind == btcpp.KindHost:
		old := c.value
		if old.kind != Empty && old.kind != KindText && (old.kind != v.kind || reflect.TypeOf(old.ref) != reflect.TypeOf(v.ref)) {
			return v, errKind
		}
		return v, nil
	case c.typ.Kind == btcpp.KindString && v.kind != KindText:
		return v, errKind
	case c.typ.Kind == btcpp.KindVector && v.kind == KindQueue:
		return v, nil
	}
	return v.as(c.typ, t.p.enums)
}

// typeOf returns the type that an entry gets from its first value.
func typeOf(v Value) btcpp.Type {
	switch v.kind {
	case KindBool:
		return btcpp.Type{Kind: btcpp.KindBool}
	case KindInt:
		return btcpp.Type{Kind: btcpp.KindInt, Bits: 64}
	case KindDouble:
		return btcpp.Type{Kind: btcpp.KindDouble, Bits: 64}
	case KindStatus:
		return btcpp.Type{Kind: btcpp.KindStatus}
	case KindText:
		return btcpp.Type{Kind: btcpp.KindString}
	}
	return btcpp.Type{Kind: btcpp.KindHost}
}

// Backup is a copy of all entries of a tree; see [Tree.Backup]. It is safe for concurrent reading.
type Backup struct {
	p           *Program
	cells       []cell
	addedPlaces []place
}

// Backup copies all entries of the tree, those of subtrees too. Queues are shared with the copy, as anything that is
// only referred to.
func (t *Tree) Backup() *Backup {
	return &Backup{t.p, slices.Clone(t.cells), slices.Clone(t.addedPlaces)}
}

// RestoreEntries gives the tree the entries of a backup of the same program: those that it has are overwritten, which
// counts as a write; the others are made, or removed.
func (t *Tree) RestoreEntries(b *Backup) error {
	if b.p != t.p {
		return fmt.Errorf("btexact: the backup is of another program")
	}
	kept := make(map[int32]bool, len(b.cells))
	for i := range b.cells {
		at := int32(i)
		if i >= len(t.p.places) {
			from := b.addedPlaces[i-len(t.p.places)]
			at = t.cellOf(from.scope, from.key)
		}
		kept[at] = true
		old := t.cells[at]
		t.cells[at] = b.cells[i]
		t.cells[at].seq = old.seq
		if old.exists && b.cells[i].exists {
			t.touch(&t.cells[at])
		}
	}
	for i := range t.cells {
		if !kept[int32(i)] {
			t.unset(int32(i))
		}
	}
	return nil
}
