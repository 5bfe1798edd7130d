package gbfs

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// someFacts returns up to n different facts, ascending.
func someFacts(r *rand.Rand, facts, n int) []int32 {
	var list []int32
	for range r.IntN(n + 1) {
		list = append(list, int32(r.IntN(facts)))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// someProblem returns a problem by chance. Only what the relaxed costs look at makes sense in it.
func someProblem(r *rand.Rand) *ground.Problem {
	p := &ground.Problem{Lifted: &lifted.Problem{}}
	facts := 3 + r.IntN(12)
	p.Facts = make([]lifted.Fact, facts)
	actions, compound := 2+r.IntN(12), 1+r.IntN(10)
	for range actions {
		a := ground.Action{Pre: someFacts(r, facts, 3), Neg: someFacts(r, facts, 1), Add: someFacts(r, facts, 2), Del: someFacts(r, facts, 2)}
		if r.IntN(4) == 0 {
			a.Cond = append(a.Cond, ground.CondEffect{Pre: someFacts(r, facts, 2), Neg: someFacts(r, facts, 1), Add: someFacts(r, facts, 2)})
		}
		p.Actions = append(p.Actions, a)
	}
	p.Tasks = make([]ground.Task, actions+compound)
	for range 3 * compound {
		m := ground.Method{Task: int32(actions + r.IntN(compound)), Pre: someFacts(r, facts, 2), Neg: someFacts(r, facts, 1)}
		for range r.IntN(4) {
			m.Subtasks = append(m.Subtasks, int32(r.IntN(actions+compound)))
		}
		p.Tasks[m.Task].Methods = append(p.Tasks[m.Task].Methods, int32(len(p.Methods)))
		p.Methods = append(p.Methods, m)
	}
	return p
}

func TestCostsMovedFromStateToStateAreThoseOfTheState(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	moved := 0
	for range 2000 {
		p := someProblem(r)
		a, b := newRelaxed(p, nil, nil), newRelaxed(p, nil, nil)
		set := make([]uint64, len(a.state))
		for range 20 {
			for range 1 + r.IntN(3) {
				set[0] ^= 1 << r.IntN(len(p.Facts))
			}
			before := a.ready
			a.move(set)
			if before {
				moved++
			}
			b.ready = false
			b.move(set)
			if !slices.Equal(a.cost, b.cost) || !slices.Equal(a.left, b.left) || !slices.Equal(a.total, b.total) || !slices.Equal(a.seen, b.seen) {
				t.Fatalf("costs differ:\n moved %v\nfilled %v", a.cost, b.cost)
			}
			for prop, op := range a.by {
				switch {
				case op < 0 && a.cost[prop] != 0 && a.cost[prop] != unreached:
					t.Fatalf("nothing gives proposition %d at %d", prop, a.cost[prop])
				case op >= 0 && int64(a.cost[prop]) != min(a.total[op]+int64(a.price[op]), maxCost):
					t.Fatalf("proposition %d costs %d, its operator %d and %d", prop, a.cost[prop], a.total[op], a.price[op])
				}
			}
		}
	}
	if moved < 10_000 {
		t.Errorf("only %d states were moved to", moved)
	}
}

// A chain of actions and a task over two of them, counted by hand.
func TestCostsByHand(t *testing.T) {
	p := &ground.Problem{Lifted: &lifted.Problem{}, Facts: make([]lifted.Fact, 3)}
	p.Actions = []ground.Action{{Add: []int32{0}}, {Pre: []int32{0}, Add: []int32{1}}, {Pre: []int32{0, 1}, Add: []int32{2}}, {Neg: []int32{2}}}
	p.Methods = []ground.Method{{Task: 4, Subtasks: []int32{2, 2}}, {Task: 5, Pre: []int32{2}, Subtasks: []int32{4}}, {Task: 6, Subtasks: []int32{6}}}
	p.Tasks = make([]ground.Task, 7)
	r := newRelaxed(p, nil, nil)
	check := func(name string, facts []int32, want ...int32) {
		set := make([]uint64, 1)
		for _, f := range facts {
			put(set, f)
		}
		r.move(set)
		for task, cost := range want {
			if got := r.ofTask(int32(task)); got != cost {
				t.Errorf("%s: task %d costs %d, want %d", name, task, got, cost)
			}
		}
	}
	check("nothing holds", nil, 1, 2, 4, 1, 9, 4+9+1, unreached)
	check("fact 1 holds", []int32{1}, 1, 2, 2, 1, 5, 2+5+1, unreached)
	check("all hold", []int32{0, 1, 2}, 1, 1, 1, unreached, 3, 4, unreached)

	r.move(make([]uint64, 1))
	r.begin()
	if got := r.extend(4); got != 4 { // both actions that lead there, the action itself, the method
		t.Errorf("the relaxed plan of task 4 has %d steps, want 4", got)
	}
	if got := r.extend(5); got != 1 {
		t.Errorf("task 5 adds %d steps, want its method alone", got)
	}
}

func TestRadixHeapTakesTheLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var h radixHeap
	for range 200 {
		h.reset()
		var keys []uint32
		last := uint32(0)
		for range 300 {
			if len(keys) == 0 || r.IntN(3) > 0 {
				k := last + uint32(r.IntN(1<<(1+r.IntN(20))))
				keys = append(keys, k)
				h.push(k, int32(k%97))
				continue
			}
			least := slices.Min(keys)
			e := h.pop()
			if e.key != least || e.value != int32(least%97) {
				t.Fatalf("took %v, the least key is %d", e, least)
			}
			keys = slices.Delete(keys, slices.Index(keys, least), slices.Index(keys, least)+1)
			last = least
		}
		if h.size != len(keys) {
			t.Fatalf("the heap says %d, there are %d", h.size, len(keys))
		}
	}
}
