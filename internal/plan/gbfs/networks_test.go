package gbfs

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// ordersProblem has two actions, 0 and 1, and a compound task 2 with two methods: 0 and 1 without order, and, under a
// condition, 0, 1, 0 of which only the first two are ordered.
func ordersProblem() *ground.Problem {
	l := &lifted.Problem{Methods: []lifted.Method{
		{Subtasks: make([]lifted.Call, 2)},
		{Subtasks: make([]lifted.Call, 3), Order: [][2]int32{{0, 1}}},
		{Subtasks: make([]lifted.Call, 3), Total: true},
		{Total: true},
	}}
	p := &ground.Problem{Lifted: l, Facts: make([]lifted.Fact, 1), Actions: make([]ground.Action, 2), Tasks: make([]ground.Task, 3), Root: 2}
	p.Methods = []ground.Method{
		{Lifted: 0, Task: 2, Subtasks: []int32{0, 1}},
		{Lifted: 1, Task: 2, Pre: []int32{0}, Subtasks: []int32{0, 1, 0}},
		{Lifted: 2, Task: 2, Subtasks: []int32{0, 2, 1}},
		{Lifted: 3, Task: 2},
	}
	return p
}

// show writes a network as tasks, each with the places of those directly before it.
func (w *webs) show(n int32) string {
	var s []string
	list := w.at(n)
	for at := int32(0); int(at) < len(list); at += 2 + list[at+1] {
		s = append(s, fmt.Sprint(list[at], list[at+2:at+2+list[at+1]]))
	}
	return fmt.Sprint(s)
}

func TestWebs(t *testing.T) {
	w := newWebs(ordersProblem())
	root := w.single(w.p.Root)
	steps := []struct {
		name       string
		from       int // network
		at, method int32
		want       string
		heads      []int32
	}{
		{"unordered", 0, 0, 0, "[0 [] 1 []]", []int32{0, 2}},
		{"a method with a condition", 0, 0, 1, "[4 [] 0 [0] 1 [1] 0 [0]]", []int32{0}},
		{"in order", 0, 0, 2, "[0 [] 2 [0] 1 [1]]", []int32{0}},
		{"nothing", 0, 0, 3, "[]", nil},
		{"one done", 1, 0, -1, "[1 []]", []int32{0}},
		{"condition met", 2, 0, -1, "[0 [] 1 [0] 0 []]", []int32{0, 5}},
		{"before the middle", 3, 0, -1, "[2 [] 1 [0]]", []int32{0}},
		{"in the middle, unordered", 7, 0, 0, "[0 [] 1 [] 1 [0 1]]", []int32{0, 2}},
		{"in the middle, nothing", 7, 0, 3, "[1 []]", []int32{0}},
	}
	nets := []int32{root}
	for _, s := range steps {
		n := int32(0)
		if s.method < 0 {
			n = w.remove(nets[s.from], s.at)
		} else {
			n = w.replace(nets[s.from], s.at, s.method)
		}
		nets = append(nets, n)
		if got := w.show(n); got != s.want {
			t.Errorf("%s: got %s, want %s", s.name, got, s.want)
		}
		if got := w.heads(n, nil); !slices.Equal(got, s.heads) {
			t.Errorf("%s: heads at %v, want %v", s.name, got, s.heads)
		}
	}
	if nets[4] != 0 {
		t.Error("the network without tasks is not number 0")
	}
	if nets[5] != nets[9] {
		t.Error("the same network has two numbers")
	}
	if got := w.tasks(nets[2], nil); !slices.Equal(got, []int32{0, 1, 0}) {
		t.Errorf("the tasks are %v: a condition is none", got)
	}
	if got := w.index(nets[6], 5); got != 2 {
		t.Errorf("at 5 stands task %d, want 2", got)
	}
}

func TestStacks(t *testing.T) {
	s := newStacks(ordersProblem())
	root := s.single(s.p.Root)
	a := s.replace(root, 0, 2)
	if got := s.tasks(a, nil); !slices.Equal(got, []int32{0, 2, 1}) {
		t.Errorf("got %v", got)
	}
	b := s.replace(s.remove(a, 0), 0, 3)
	if c := s.remove(s.remove(s.replace(root, 0, 2), 0), 0); b != c {
		t.Error("the same network has two numbers")
	}
	if s.remove(b, 0) != 0 {
		t.Error("the network without tasks is not number 0")
	}
	for i := range int32(5000) { // the table grows
		s.push(0, s.push(i%3, i))
	}
	if again := s.replace(root, 0, 2); again != a {
		t.Error("a network got another number")
	}
}
