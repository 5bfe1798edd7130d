package studio

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// result is how a tree node ended last, packed to save memory: whether it was aborted, its status or the reason, and
// from bit 16 on the tick + 1. 0: it has not ended yet.
type result uint64

const (
	resultAborted  = 1
	resultWhatBits = 8 // position of the status or reason
	resultTickBits = 16
)

func resultOf(e *bt.Event) result {
	r := result(e.Tick+1) << resultTickBits
	if e.Kind == bt.NodeAborted {
		return r | resultAborted | result(e.Reason)<<resultWhatBits
	}
	return r | result(e.Status)<<resultWhatBits
}

// Result is a result in the form that pages show.
type Result struct {
	Status string `json:"status"`
	Tick   int64  `json:"tick"`
	Cause  string `json:"cause,omitempty"` // what aborted it

	status bt.Status // the status with which it ended; Inactive: it was aborted
}

// view converts the result; nil: the node has not ended yet.
func (r result) view() *Result {
	what, tick := uint8(r>>resultWhatBits), int64(r>>resultTickBits)-1
	switch {
	case r == 0:
		return nil
	case r&resultAborted != 0:
		return &Result{Status: "aborted", Tick: tick, Cause: action.Reason(what).String()}
	}
	return &Result{Status: bt.Status(what).String(), Tick: tick, status: bt.Status(what)}
}

// results holds the last results of all nodes of all trees: for each agent, the nodes of one tree after the other.
type results struct {
	first []int32 // by tree: index of its root
	total int
	fired map[int64]abort // the last abort that each node has fired, by agent number and index; kept apart because the node's own end follows at once
}

func newResults() results { return results{fired: map[int64]abort{}} }

// grow makes room for the trees of a crowd.
func (r *results) grow(texts agent.Texts) {
	for t := range texts.Trees() {
		r.first = append(r.first, int32(r.total))
		r.total += texts.TreeLen(int32(t))
	}
}

// put records the end of a node.
func (r *results) put(who *lately, e *bt.Event) {
	if who.results == nil {
		who.results = make([]result, r.total)
	}
	who.results[r.first[e.Tree]+max(e.Node, 0)] = resultOf(e)
}

// of returns how a node ended last, or nil.
func (r *results) of(who *lately, tree, node int32) *Result {
	if who.results == nil {
		return nil
	}
	return who.results[r.first[tree]+node].view()
}

// fire records an abort.
func (r *results) fire(who int32, e *bt.Event, told spelling) {
	r.fired[r.place(who, e.Tree, max(e.Node, 0))] = abort{e.Tick, cmp.Or(told.of.Cause, told.text)}
}

// aborted returns the last abort that a node has fired, or nil.
func (r *results) aborted(who, tree, node int32) *abort {
	if a, ok := r.fired[r.place(who, tree, node)]; ok {
		return &a
	}
	return nil
}

func (r *results) place(who, tree, node int32) int64 {
	return int64(who)<<32 | int64(r.first[tree]+node)
}

// begin drops the results of an earlier agent with the same name.
func (r *results) begin(number int32, who *lately) {
	clear(who.results)
	for at := range r.fired {
		if at>>32 == int64(number) {
			delete(r.fired, at)
		}
	}
}

// clear drops all results.
func (r *results) clear(people *people) {
	for i := range people.lately {
		clear(people.lately[i].results)
	}
	clear(r.fired)
}
