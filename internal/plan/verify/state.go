package verify

import (
	"slices"
	"sort"

	"github.com/karakuri-ai/karakuri/hddl"
)

// history holds all states of a plan's execution. State k is the one after k actions.
type history struct {
	facts map[string][]factChange
	nums  map[string][]numChange
	moves map[string][]int // by predicate or function: the states in which it changes
	key   []byte           // reused
}

type factChange struct {
	state int
	holds bool
}

type numChange struct {
	state int
	value float64
}

func newHistory(init []hddl.Fact) *history {
	h := &history{facts: map[string][]factChange{}, nums: map[string][]numChange{}, moves: map[string][]int{}}
	for _, f := range init {
		switch f := f.(type) {
		case *hddl.Atom:
			h.setFact(0, f.Name.Text, texts(f.Args, nil), true)
		case *hddl.SetFact:
			h.setNum(0, f.Fluent.Name.Text, texts(f.Fluent.Args, nil), f.Value.Value)
		}
	}
	return h
}

// write returns the key of a fact or fluent. Names contain no zero bytes.
func (h *history) write(name string, args []string) []byte {
	h.key = append(h.key[:0], name...)
	for _, a := range args {
		h.key = append(append(h.key, 0), a...)
	}
	return h.key
}

// holds reports whether a fact holds in a state. A fact that was never set does not hold.
func (h *history) holds(state int, name string, args []string) bool {
	list := h.facts[string(h.write(name, args))]
	i := sort.Search(len(list), func(i int) bool { return list[i].state > state })
	return i > 0 && list[i-1].holds
}

// value returns the value of a fluent in a state; false if it has none.
func (h *history) value(state int, name string, args []string) (float64, bool) {
	list := h.nums[string(h.write(name, args))]
	i := sort.Search(len(list), func(i int) bool { return list[i].state > state })
	if i == 0 {
		return 0, false
	}
	return list[i-1].value, true
}

// setFact changes a fact in the latest state.
func (h *history) setFact(state int, name string, args []string, holds bool) {
	key := string(h.write(name, args))
	list := h.facts[key]
	if n := len(list); n > 0 && list[n-1].state == state {
		list[n-1].holds = holds
		return
	}
	h.facts[key] = append(list, factChange{state, holds})
	h.moved(state, name)
}

// setNum changes a fluent in the latest state.
func (h *history) setNum(state int, name string, args []string, value float64) {
	key := string(h.write(name, args))
	list := h.nums[key]
	if n := len(list); n > 0 && list[n-1].state == state {
		list[n-1].value = value
		return
	}
	h.nums[key] = append(list, numChange{state, value})
	h.moved(state, name)
}

func (h *history) moved(state int, name string) {
	if list := h.moves[name]; len(list) == 0 || list[len(list)-1] != state {
		h.moves[name] = append(list, state)
	}
}

// nextMove returns the first later state in which one of the predicates and functions changes; false if there is none.
func (h *history) nextMove(after int, of []string) (state int, found bool) {
	for _, name := range of {
		list := h.moves[name]
		i, _ := slices.BinarySearch(list, after+1)
		if i < len(list) && (!found || list[i] < state) {
			state, found = list[i], true
		}
	}
	return state, found
}
