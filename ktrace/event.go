package ktrace

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/det"
)

// Event is one decision as numbers, whose meaning is given by the [Names] of the header.
type Event struct {
	Kind   uint8
	Agent  int64 // its number: a crowd numbers agents from 1 in the order in which they were added
	Tick   int64
	Values [MaxFields]int64 // by field; 0 if the field does not apply
	Args   []int64          // arguments as words
	Bound  []int64          // bindings as words
	Fault  Fault
}

// Fault is a panic in the host's code. The zero Fault is no panic.
type Fault struct {
	Action  string
	Message string
}

// Names holds the names of the kinds of events and of their fields, by number.
type Names struct {
	Kinds  []string
	Fields []string
}

// CopyFrom makes e a copy of other. It reuses the memory of e's lists.
func (e *Event) CopyFrom(other *Event) {
	args, bound := e.Args, e.Bound
	*e = *other
	e.Args = append(args[:0], other.Args...)
	e.Bound = append(bound[:0], other.Bound...)
}

// Equal reports whether two events are equal.
func (e *Event) Equal(other *Event) bool {
	return e.Kind == other.Kind && e.Agent == other.Agent && e.Tick == other.Tick && e.Values == other.Values && e.Fault == other.Fault &&
		slices.Equal(e.Args, other.Args) && slices.Equal(e.Bound, other.Bound)
}

// Text returns an event with the names of its parts, without tick and agent: "step ended, status 2, step 1, args 3 4".
func (n *Names) Text(e *Event) string {
	var b strings.Builder
	b.WriteString(n.kind(e.Kind))
	for i, v := range e.Values {
		if v != 0 {
			b.WriteString(", " + n.field(i) + " " + strconv.FormatInt(v, 10))
		}
	}
	writeWords(&b, "args", e.Args)
	writeWords(&b, "bound", e.Bound)
	if e.Fault != (Fault{}) {
		b.WriteString(", " + e.Fault.Action + ": " + e.Fault.Message)
	}
	return b.String()
}

func writeWords(b *strings.Builder, what string, words []int64) {
	if len(words) == 0 {
		return
	}
	b.WriteString(", " + what)
	for _, w := range words {
		b.WriteString(" " + strconv.FormatInt(w, 10))
	}
}

func (n *Names) kind(k uint8) string {
	if int(k) < len(n.Kinds) && n.Kinds[k] != "" {
		return n.Kinds[k]
	}
	return "event " + strconv.Itoa(int(k))
}

func (n *Names) field(i int) string {
	if i < len(n.Fields) && n.Fields[i] != "" {
		return n.Fields[i]
	}
	return "field " + strconv.Itoa(i)
}

// Hash combines events, in order, into one number: two runs with the same decisions have the same hash, on every
// platform. It includes the action that panicked, but not the message and stack of the panic. The zero Hash is the hash
// of no events.
type Hash struct {
	Sum    uint64
	Events int64
}

// Add adds an event to the hash.
func (h *Hash) Add(e *Event) {
	sum := det.Mix(h.Sum + uint64(e.Kind)<<56 + uint64(e.Tick))
	sum = det.Mix(sum + uint64(e.Agent))
	for i := 0; i < len(e.Values); i += 4 { // most fields are 0
		four := (*[4]int64)(e.Values[i:])
		if four[0]|four[1]|four[2]|four[3] == 0 {
			continue
		}
		for j, v := range four {
			if v != 0 {
				sum = det.Mix(sum + uint64(v) + uint64(i+j+1)<<58)
			}
		}
	}
	sum = addWords(sum, e.Args)
	h.Sum = addWords(sum, e.Bound)
	h.Events++
}

// addWords includes the length in the sum, so that words cannot move from one list to the other.
func addWords(sum uint64, words []int64) uint64 {
	sum += uint64(len(words)) + 1
	for _, w := range words {
		sum = det.Mix(sum + uint64(w))
	}
	return det.Mix(sum)
}
