package world

import (
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// Change is one entry of a state's log: a word that was written, with the value it had before, or a notice that an
// object came or went (Addr is [NoticeMembers] | population, Old the object).
type Change struct {
	Addr Addr
	Old  Word
}

// NoticeMembers marks the Addr of a change notice for the members of a population; the low bits are its number.
const NoticeMembers Addr = 1 << 62

// Notice reports whether the change is one of a population rather than a cell, and which population.
func (c Change) Notice() (population int32, ok bool) {
	return int32(c.Addr & populationMask), c.Addr&(SparseBit|NoticeMembers) == NoticeMembers
}

// record writes a change into the log.
func (st *State) record(a Addr, old Word) {
	if len(st.log) == cap(st.log) {
		st.log = pool.Room(st.log, 1)
	}
	st.log = append(st.log, Change{a, old})
	st.noted()
}

// Mark is a position in a state's log. The zero Mark is its beginning. A Mark is valid for its own state until the log
// is cut before it ([State.Undo] to an earlier mark, [State.Forget], [State.CopyFrom]).
type Mark struct {
	length int
	hash   uint64
}

// Mark returns the present end of the log.
func (st *State) Mark() Mark { return Mark{len(st.log), st.hash} }

// Undo reverts all changes since m, latest first, including added and removed objects: the state is then as it was when
// m was taken, its hash too. It panics when m is no longer valid because the log is shorter.
func (st *State) Undo(m Mark) {
	if m.length > len(st.log) {
		panic("world: Undo with a Mark that is no longer valid; take a new one after Undo, Forget or CopyFrom")
	}
	if m == (Mark{}) {
		m.hash = st.startHash()
	}
	words := st.words
	for i := len(st.log) - 1; i >= m.length; i-- {
		c := &st.log[i]
		if c.Addr < Addr(len(words)) {
			words[c.Addr] = c.Old
		} else {
			st.undoFar(c)
		}
	}
	st.log, st.hash = st.log[:m.length], m.hash
}

// startHash returns the hash of the cells at the beginning of the log, which is that of the words that each change
// began with.
func (st *State) startHash() uint64 {
	hash := st.hash
	var seen map[Addr]bool // where looking through the log would take too long
	if len(st.log) > longLog {
		seen = make(map[Addr]bool, len(st.log))
	}
	for i, c := range st.log {
		if _, notice := c.Notice(); notice || seen[c.Addr] || seen == nil && logged(st.log[:i], c.Addr) {
			continue
		}
		hash += mixWord(c.Addr, c.Old) - mixWord(c.Addr, st.Get(c.Addr))
		if seen != nil {
			seen[c.Addr] = true
		}
	}
	return hash
}

// longLog is the number of changes that are searched for an earlier change of the same cell.
const longLog = 32

func (st *State) undoFar(c *Change) {
	if c.Addr&SparseBit != 0 {
		st.putFar(c.Addr, c.Old)
		return
	}
	if st.follows {
		return
	}
	last := len(st.trail) - 1
	st.objects.put(st.schema, st.trail[last])
	st.trail[last] = record{}
	st.trail = st.trail[:last]
}

// Changes returns what changed since the mark, oldest first; a cell written twice is there twice. The slice belongs to
// the state and is valid until its next change.
func (st *State) Changes(since Mark) []Change { return st.log[since.length:] }

// Logged returns how many changes the log has, for [State.ChangesFrom].
func (st *State) Logged() int32 { return int32(len(st.log)) }

// ChangesFrom returns what changed after so many changes, as [State.Changes] does: a count takes less memory than a
// [Mark].
func (st *State) ChangesFrom(count int32) []Change { return st.log[count:] }

// Forget drops the log: earlier changes can no longer be undone, and all marks are invalid. Call it after every tick,
// or the log grows without a limit.
func (st *State) Forget() {
	st.log = st.log[:0]
	if st.far != nil && len(st.trail) > 0 {
		clear(st.trail)
		if st.trail = st.trail[:0]; cap(st.trail) > longTrail {
			st.trail = nil // many came or went at once, as at the beginning
		}
	}
}

// longTrail is the number of records from which their memory is not kept.
const longTrail = 256

// mixWord is the contribution of a word at an address to a hash, up to a constant for each address.
func mixWord(a Addr, w Word) uint64 {
	return det.Mix(uint64(w) + uint64(a)*0x9e3779b97f4a7c15)
}
