package search_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/search"
)

// BenchmarkCancel measures the longest time between two looks of a search at its clock, which is where it notices a
// cancellation, too: in runs that are cancelled after a number of looks, from few to many. Of four runs the least
// counts, since other programs only ever add. With KARAKURI_LONG set there are some with millions of facts.
func BenchmarkCancel(b *testing.B) {
	looks := []int{1, 10, 100, 1000}
	switch {
	case os.Getenv("KARAKURI_LONG") != "":
		looks = append(looks, 50_000)
	case testing.Short():
		looks = []int{1, 100}
	}
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
				for _, looks := range looks {
					least := time.Hour
					for range 4 {
						least = min(least, longestLook(p, c.o, looks))
					}
					worst = max(worst, least)
				}
			}
			b.ReportMetric(float64(worst)/1e6, "ms-late")
		})
	}
}

// longestLook returns the longest time between two looks at the clock, until the end of a search that is cancelled
// after a number of them.
func longestLook(p *lifted.Problem, o search.Options, looks int) (longest time.Duration) {
	cancel := make(chan struct{})
	began := time.Now()
	last := began
	o.Cancel, o.Deadline = cancel, time.Hour
	o.Clock = func() time.Duration {
		now := time.Now()
		longest, last = max(longest, now.Sub(last)), now
		if looks--; looks == 0 {
			close(cancel)
		}
		return now.Sub(began)
	}
	search.Solve(p, o)
	return max(longest, time.Since(last))
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
