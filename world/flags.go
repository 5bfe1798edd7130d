package world

import (
	"encoding/binary"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// Flags mark which of many states have been written to. They are contiguous in memory, so that finding the few raised
// ones costs almost nothing for the others. Not safe for concurrent use, but states with separate flags may be written
// concurrently.
type Flags struct {
	raised []byte // 1: raised. A byte each, since goroutines write at the same time
}

// Flag makes every change of a state, undone or not, raise flag i. It replaces the state's flag; nil removes it.
// Pictures of the state have no flag. All states of an object set use the list of flags that was set, or joined, last.
func (st *State) Flag(f *Flags, i int) {
	if st.flag = 0; f != nil {
		st.flag = int32(i) + 1
		st.ObjectSet().flags = f
	}
}

// Fit makes room for n flags. New flags are lowered. It never removes flags.
func (f *Flags) Fit(n int) {
	for len(f.raised) < n {
		f.raised = append(pool.Room(f.raised, 1), 0)
	}
}

// Raise raises a flag.
func (f *Flags) Raise(i int) { f.raised[i] = 1 }

// Raised reports whether a flag is raised.
func (f *Flags) Raised(i int) bool { return f.raised[i] != 0 }

// Lower lowers a flag.
func (f *Flags) Lower(i int) { f.raised[i] = 0 }

// Next returns the first flag from i on that is raised, or -1. It skips eight lowered flags in less than a nanosecond.
func (f *Flags) Next(i int) int {
	for ; i < len(f.raised); i++ {
		for i+8 <= len(f.raised) && binary.LittleEndian.Uint64(f.raised[i:]) == 0 {
			i += 8
		}
		if i < len(f.raised) && f.raised[i] != 0 {
			return i
		}
	}
	return -1
}

// noted takes a change that is in the log to the state's flag.
func (st *State) noted() {
	if st.flag != 0 {
		st.objects.flags.raised[st.flag-1] = 1
	}
}
