package search_test

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/search"
)

// lightsDomain keeps a search busy: as many states as there are sets of lights, and no plan. In partial order the tasks
// pile up, so that what remains to be done is large.
const lightsDomain = `(define (domain lights)
	(:types light)
	(:predicates (on ?l - light) (p) (q))
	(:task fiddle :parameters ())
	(:method stop :parameters () :task (fiddle) :ordered-subtasks ())
	(:method light :parameters (?l - light) :task (fiddle) :ORDER (and (switch-on ?l) (fiddle)))
	(:method douse :parameters (?l - light) :task (fiddle) :ORDER (and (switch-off ?l) (fiddle)))
	(:method one :parameters () :task (fiddle) :ordered-subtasks (and (set-p) (fiddle)))
	(:method two :parameters () :task (fiddle) :ordered-subtasks (and (set-q) (fiddle)))
	(:action switch-on :parameters (?l - light) :precondition (not (on ?l)) :effect (on ?l))
	(:action switch-off :parameters (?l - light) :precondition (on ?l) :effect (not (on ?l)))
	(:action set-p :parameters () :effect (and (p) (not (q))))
	(:action set-q :parameters () :effect (and (q) (not (p)))))`

func lights(count int) string {
	var objects strings.Builder
	for i := range count {
		fmt.Fprintf(&objects, "l%d ", i)
	}
	return fmt.Sprintf("(define (problem p) (:domain lights) (:objects %s - light) (:htn :ordered-subtasks (and (fiddle))) (:init (p)) (:goal (and (p) (q))))", objects.String())
}

var long = flag.Bool("long", false, "test larger limits of memory as well")

// TestMemoryLimitHolds: what a search keeps alive, measured in the heap at its last looks at the limits, exceeds the
// limit by a tenth at most, and is not far below it when that ends it: what a list may take that is about to grow
// counts beforehand.
func TestMemoryLimitHolds(t *testing.T) {
	const lastLooks, someLooks = 6, 10 // at the heap: near the end, where most is alive, and before
	ordered := strings.ReplaceAll(lightsDomain, ":ORDER", ":ordered-subtasks")
	for _, c := range []struct {
		name, domain, problem string
		unit                  int64 // the limit; with -long also four times as much
		o                     search.Options
	}{
		{"depth-first", ordered, lights(24), 2 << 20, search.Options{Mode: search.DFS, Without: search.WithoutPulled | search.WithoutCheckpoints}},
		{"best-first", ordered, lights(24), 2 << 20, search.Options{Mode: search.GBFS}},
		{"best-first in partial order", strings.ReplaceAll(lightsDomain, ":ORDER", ":subtasks"), lights(24), 2 << 20, search.Options{Mode: search.GBFS, Without: search.WithoutLinear}},
		{"instantiating", mazeDomain, maze(400), 4 << 20, search.Options{Mode: search.GBFS}},
	} {
		limits := []int64{c.unit}
		if *long {
			limits = append(limits, 4*c.unit)
		}
		for _, limit := range limits {
			c.o.Memory, c.o.Deadline = limit, time.Hour
			looks := 0 // at the limits, in each of which the clock is asked
			c.o.Clock = func() time.Duration { looks++; return 0 }
			search.Solve(compiled(t, c.domain, c.problem), c.o)
			p := compiled(t, c.domain, c.problem)
			before, most, last := liveBytes(), int64(0), looks
			looks = 0
			c.o.Clock = func() time.Duration { // the search goes the same way again
				if looks++; looks > last-lastLooks || looks%(last/someLooks+1) == 0 {
					most = max(most, liveBytes()-before)
				}
				return 0
			}
			r := search.Solve(p, c.o)
			t.Logf("%s, %d MiB: %.2f of the limit", c.name, limit>>20, float64(most)/float64(limit))
			if r.Status != search.Limit || r.Limit != "memory" {
				t.Errorf("%s, %d MiB: ended with %d %s", c.name, limit>>20, r.Status, r.Limit)
			}
			const others = 16 << 10 // what the runtime and the test allocate meanwhile
			if most > limit+limit/10+others || most < 2*limit/5 {
				t.Errorf("%s, %d MiB: %d bytes were alive", c.name, limit>>20, most)
			}
		}
	}
}

// liveBytes returns how much of the heap is alive.
func liveBytes() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
