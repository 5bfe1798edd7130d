package sense

import (
	"slices"

	"github.com/karakuri-ai/karakuri/activity"
)

// Fault is a panic in a [Host], or a call of it that ended its goroutine, while it was asked for an observer: that one perceives no more in the step. What it
// remembers stays.
type Fault struct {
	Observer Observer
	activity.Fault
}

// TakeFaults returns what went wrong in the host since the last call, by observer, and forgets it. It must not be called while a step goes on.
func (f *Field) TakeFaults() []Fault {
	list := f.faults
	if f.faults = nil; len(list) > 0 {
		slices.SortStableFunc(list, func(a, b Fault) int { return int(a.Observer - b.Observer) })
	}
	return list
}

// fail keeps what went wrong for an observer. The value is that of the panic; nil: the goroutine ends.
func (f *Field) fail(i int, v any) {
	f.failing.Lock()
	defer f.failing.Unlock()
	f.faults = append(f.faults, Fault{Observer(i), activity.NewFault("the host of the senses", v)})
}
