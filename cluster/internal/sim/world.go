package sim

import (
	"container/heap"
	"iter"
	"math/rand/v2"
	"time"
)

// world is the time of a simulation, and what happens in it. One process runs at a time, until it waits.
type world struct {
	now     time.Duration
	events  events
	serial  uint64
	rand    *rand.Rand
	current *process
	all     []*process
}

type event struct {
	at     time.Duration
	serial uint64 // breaks ties
	do     func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].serial < e[j].serial
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

func newWorld(seed uint64) *world {
	return &world{rand: rand.New(rand.NewPCG(seed, 0x6b72))}
}

// after has something happen later.
func (w *world) after(d time.Duration, do func()) {
	w.serial++
	heap.Push(&w.events, event{w.now + d, w.serial, do})
}

// run lets everything happen up to a time.
func (w *world) run(until time.Duration) {
	for len(w.events) > 0 && w.events[0].at <= until {
		e := heap.Pop(&w.events).(event)
		w.now = e.at
		e.do()
	}
	w.now = until
}

// stop ends all processes.
func (w *world) stop() {
	for _, p := range w.all {
		p.kill()
	}
}

func (w *world) below(d time.Duration) time.Duration {
	if d <= 0 {
		return 0
	}
	return time.Duration(w.rand.Int64N(int64(d)))
}

func (w *world) chance(percent float64) bool { return w.rand.Float64()*100 < percent }

// process is code that waits now and then.
type process struct {
	world  *world
	node   *node // nil: it is a client
	resume func() (struct{}, bool)
	end    func()
	yield  func(struct{}) bool
	dead   bool
}

// killed unwinds a process.
type killed struct{}

// start starts a process.
func (w *world) start(n *node, run func()) *process {
	p := &process{world: w, node: n}
	p.resume, p.end = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if r := recover(); r != nil {
				if _, ok := r.(killed); !ok {
					panic(r)
				}
			}
		}()
		p.yield = yield
		run()
		p.dead = true
	})
	w.all = append(w.all, p)
	w.after(0, p.wake)
	return p
}

// wake lets the process run until it waits. A frozen one runs when it is no longer frozen.
func (p *process) wake() {
	if p.dead {
		return
	}
	if p.node != nil && p.node.frozen > p.world.now {
		p.world.after(p.node.frozen-p.world.now, p.wake)
		return
	}
	before := p.world.current
	p.world.current = p
	p.resume()
	p.world.current = before
}

// park has the current process wait until something calls wake, which begin must not do itself.
func (w *world) park(begin func(wake func())) {
	p, woken := w.current, false
	if p.dead {
		panic(killed{})
	}
	begin(func() {
		if !woken {
			woken = true
			p.wake()
		}
	})
	if !p.yield(struct{}{}) {
		panic(killed{})
	}
}

// sleep has the current process wait.
func (w *world) sleep(d time.Duration) { w.park(func(wake func()) { w.after(d, wake) }) }

// kill ends a process where it waits.
func (p *process) kill() {
	if !p.dead {
		p.dead = true
		before := p.world.current
		p.world.current = p
		p.end()
		p.world.current = before
	}
}
