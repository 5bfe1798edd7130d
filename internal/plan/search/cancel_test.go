package search_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/search"
)

// BenchmarkCancel measures how long a search goes on when it is cancelled, at sixteen moments from its start to long after: the worst of them, each the
// least of four runs, since other programs only ever add.
func BenchmarkCancel(b *testing.B) {
	for _, c := range []struct {
		name, domain, problem string
		o                     search.Options
	}{
		{"grounding", mazeDomain, maze(20_000), search.Options{Mode: search.GBFS}},
		{"best-first", strings.ReplaceAll(lightsDomain, ":ORDER", ":subtasks"), lights(400), search.Options{Mode: search.GBFS}},
		{"in order", wideDomain, wide(300), search.Options{Mode: search.Auto}},
		{"depth-first", strings.ReplaceAll(lightsDomain, ":ORDER", ":ordered-subtasks"), lights(400), search.Options{Mode: search.DFS}},
	} {
		b.Run(c.name, func(b *testing.B) {
			worst, p := time.Duration(0), compiled(b, c.domain, c.problem)
			for b.Loop() {
				for moment := range 16 {
					least := time.Hour
					for range 4 {
						cancel, ended := make(chan struct{}), make(chan time.Time, 1)
						o := c.o
						o.Cancel = cancel
						go func() {
							search.Solve(p, o)
							ended <- time.Now()
						}()
						var began time.Time
						select {
						case <-time.After(time.Duration(moment*moment) * time.Millisecond / 2):
							began = time.Now()
							close(cancel)
							least = min(least, (<-ended).Sub(began))
						case <-ended:
							least = 0 // it was over before
						}
					}
					worst = max(worst, least)
				}
			}
			b.ReportMetric(float64(worst)/1e6, "ms-late")
		})
	}
}

// wideDomain has a network without an order, of many tasks that change what others need.
const wideDomain = `(define (domain wide) (:types t) (:predicates (on ?x ?y - t) (done)) (:task go :parameters ())
	(:action turn :parameters (?x ?y - t) :precondition (not (on ?y ?x)) :effect (on ?x ?y))
	(:method m :parameters () :task (go) :ordered-subtasks (and)))`

func wide(n int) string {
	var objects, tasks strings.Builder
	for i := range n {
		fmt.Fprintf(&objects, "o%d ", i)
		fmt.Fprintf(&tasks, "(turn o%d o%d) ", i, (i+1)%n)
	}
	return "(define (problem p) (:domain wide) (:objects " + objects.String() + "- t) (:htn :subtasks (and " + tasks.String() + ")) (:init))"
}
