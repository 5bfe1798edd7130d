package gbfs

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/paged"
)

// networks numbers the networks of remaining tasks: equal networks have the same number. Number 0 is the empty network.
// Tasks from [networks.checks] on represent conditions of methods, which are checked in order.
type networks interface {
	// single returns the network of one task.
	single(task int32) int32
	// heads appends the positions of the tasks that may be next: all that are carried out, and one that is decomposed.
	heads(n int32, to []int32) []int32
	task(n, at int32) int32
	remove(n, at int32) int32
	replace(n, at, method int32) int32
	// tasks appends all tasks, without the conditions of methods.
	tasks(n int32, to []int32) []int32
	// index returns the number of tasks before a position.
	index(n, at int32) int
	// checks reports whether replacing a task by a method puts the method's condition before the subtasks.
	checks(method int32) bool
	bytes() int64
	// full reports whether the number of networks is close to the maximum.
	full() bool
}

// stacks are the networks of totally ordered problems: the first task, and the network of the others.
type stacks struct {
	p      *ground.Problem
	cells  paged.Column[cell] // from 1 on
	byHash paged.Index
}

type cell struct{ task, rest int32 }

func newStacks(p *ground.Problem) *stacks {
	s := &stacks{p: p}
	s.cells.Push(cell{})
	return s
}

func (s *stacks) bytes() int64 { return s.cells.Bytes() + s.byHash.Bytes() }
func (s *stacks) full() bool   { return false }

func (s *stacks) push(task, rest int32) int32 {
	c := cell{task, rest}
	hash := mix(uint64(task)<<32 ^ uint64(rest))
	if n := s.byHash.Find(hash, func(n int32) bool { return *s.cells.At(n) == c }); n >= 0 {
		return n
	}
	n := s.cells.Push(c)
	s.byHash.Add(hash, n)
	return n
}

func (s *stacks) single(task int32) int32 { return s.push(task, 0) }

func (s *stacks) heads(_ int32, to []int32) []int32 { return append(to, 0) }
func (s *stacks) task(n, _ int32) int32             { return s.cells.At(n).task }
func (s *stacks) remove(n, _ int32) int32           { return s.cells.At(n).rest }

func (s *stacks) index(_, _ int32) int { return 0 }
func (s *stacks) checks(int32) bool    { return false }

func (s *stacks) replace(n, _, method int32) int32 {
	rest := s.cells.At(n).rest
	for _, t := range slices.Backward(s.p.Methods[method].Subtasks) {
		rest = s.push(t, rest)
	}
	return rest
}

func (s *stacks) tasks(n int32, to []int32) []int32 {
	for n != 0 {
		c := s.cells.At(n)
		to = append(to, c.task)
		n = c.rest
	}
	return to
}

// webs are the networks of partially ordered problems: lists of tasks, each with the positions of its predecessors,
// which come before it in the list.
type webs struct {
	p       *ground.Problem
	nets    paged.Rows // for each task: the task, the number of its predecessors, their positions
	byHash  paged.Index
	befores [][][]int32 // for each lifted method and subtask: the subtasks directly before it
	scratch []int32
	moved   []int32
}

func newWebs(p *ground.Problem) *webs {
	w := &webs{p: p}
	w.nets.Push(nil)
	for i := range p.Lifted.Methods {
		m := &p.Lifted.Methods[i]
		before := make([][]int32, len(m.Subtasks))
		for j := range before {
			if m.Total && j > 0 {
				before[j] = []int32{int32(j - 1)}
			}
		}
		for _, o := range m.Order {
			before[o[1]] = append(before[o[1]], o[0])
		}
		for j := range before {
			before[j] = direct(before[j], m.Order)
		}
		w.befores = append(w.befores, before)
	}
	return w
}

// direct drops the predecessors that are before another predecessor.
func direct(before []int32, order [][2]int32) []int32 {
	var list []int32
	for _, b := range before {
		if !slices.ContainsFunc(before, func(c int32) bool { return slices.Contains(order, [2]int32{b, c}) }) {
			list = append(list, b)
		}
	}
	return list
}

func (w *webs) bytes() int64 { return w.nets.Bytes() + w.byHash.Bytes() }
func (w *webs) full() bool   { return w.nets.Full() }

func (w *webs) at(n int32) []int32 { return w.nets.At(n) }

func hashInts(list []int32) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, v := range list {
		h = mix(h ^ uint64(uint32(v)))
	}
	return h
}

// intern returns the number of the network in w.scratch.
func (w *webs) intern() int32 {
	if len(w.scratch) == 0 {
		return 0
	}
	hash := hashInts(w.scratch)
	if n := w.byHash.Find(hash, func(n int32) bool { return slices.Equal(w.at(n), w.scratch) }); n >= 0 {
		return n
	}
	n := w.nets.Push(w.scratch)
	w.byHash.Add(hash, n)
	return n
}

func (w *webs) single(task int32) int32 {
	w.scratch = append(w.scratch[:0], task, 0)
	return w.intern()
}

func (w *webs) heads(n int32, to []int32) []int32 {
	list := w.at(n)
	decomposed := false
	for at := int32(0); int(at) < len(list); at += 2 + list[at+1] {
		if list[at+1] > 0 {
			continue
		}
		compound := !w.p.IsAction(list[at]) && int(list[at]) < len(w.p.Tasks)
		if !compound || !decomposed {
			to = append(to, at)
		}
		decomposed = decomposed || compound
	}
	return to
}

func (w *webs) task(n, at int32) int32 { return w.at(n)[at] }

func (w *webs) tasks(n int32, to []int32) []int32 {
	list := w.at(n)
	for at := int32(0); int(at) < len(list); at += 2 + list[at+1] {
		if int(list[at]) < len(w.p.Tasks) {
			to = append(to, list[at])
		}
	}
	return to
}

func (w *webs) index(n, at int32) int {
	list, count := w.at(n), 0
	for i := int32(0); i < at; i += 2 + list[i+1] {
		count++
	}
	return count
}

func (w *webs) checks(method int32) bool {
	m := &w.p.Methods[method]
	return len(m.Pre)+len(m.Neg) > 0
}

func (w *webs) remove(n, at int32) int32 {
	w.edit(n, at, nil, nil)
	return w.intern()
}

// replace replaces a task by the subtasks of a method, preceded by the method's condition if it has one.
func (w *webs) replace(n, at, method int32) int32 {
	m := &w.p.Methods[method]
	before := w.befores[m.Lifted]
	if !w.checks(method) {
		w.edit(n, at, m.Subtasks, before)
		return w.intern()
	}
	tasks := append([]int32{int32(len(w.p.Tasks)) + method}, m.Subtasks...)
	shifted := make([][]int32, len(tasks))
	for i, list := range before {
		if len(list) == 0 {
			shifted[i+1] = []int32{0}
		}
		for _, b := range list {
			shifted[i+1] = append(shifted[i+1], b+1)
		}
	}
	w.edit(n, at, tasks, shifted)
	return w.intern()
}

// edit writes a network to w.scratch, with the task at a position replaced by others that are ordered among each other.
// The task has no predecessors; its successors come after the last of the others.
func (w *webs) edit(n, at int32, tasks []int32, before [][]int32) {
	list := w.at(n)
	w.scratch, w.moved = w.scratch[:0], w.moved[:0]
	var last []int32 // new positions of subtasks without successors among the others
	place := make([]int32, len(tasks))
	index := int32(0)
	for old := int32(0); int(old) < len(list); old += 2 + list[old+1] {
		if old == at {
			isBefore := make([]bool, len(tasks))
			for i, t := range tasks {
				place[i] = index
				index++
				w.scratch = append(w.scratch, t, int32(len(before[i])))
				for _, b := range before[i] {
					w.scratch = append(w.scratch, place[b])
					isBefore[b] = true
				}
			}
			for i := range tasks {
				if !isBefore[i] {
					last = append(last, place[i])
				}
			}
			w.moved = append(w.moved, -1)
			continue
		}
		w.moved = append(w.moved, index)
		index++
		w.scratch = append(w.scratch, list[old], 0)
		count := len(w.scratch) - 1
		for _, b := range list[old+2 : old+2+list[old+1]] {
			if w.moved[b] >= 0 {
				w.scratch = append(w.scratch, w.moved[b])
			} else {
				w.scratch = append(w.scratch, last...)
			}
		}
		w.scratch[count] = int32(len(w.scratch) - count - 1)
	}
}
