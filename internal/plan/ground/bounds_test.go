package ground_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/ground"
)

// TestLongConditionsCountAsWork: the limits are examined also while one condition is met or one effect written down
// that quantifiers make long.
func TestLongConditionsCountAsWork(t *testing.T) {
	const n = 250
	var objects strings.Builder
	for i := range n {
		fmt.Fprintf(&objects, "o%d ", i)
	}
	const all = "(forall (?x - t) (forall (?y - t) "
	for _, c := range []struct{ name, act string }{
		{"a condition", ":precondition " + all + "(not (near ?x ?y)))) :effect (done)"},
		{"conditions of effects", ":effect (and (done) " + all + "(when (near ?x ?y) (not (far ?x ?y))))))"},
		{"one condition of an effect", ":effect (and (done) (when " + all + "(not (near ?x ?y)))) (lit)))"},
		{"effects", ":effect (and (done) " + all + "(not (far ?x ?y)))))"},
	} {
		p := compile(t, `(define (domain d) (:types t) (:constants c - t) (:predicates (near ?x ?y - t) (far ?x ?y - t) (done) (lit)) (:task go :parameters ())
			(:action act :parameters () `+c.act+`)
			(:action touch :parameters (?x ?y - t) :effect (and (near ?x ?y)))
			(:action look :parameters (?x ?y - t) :precondition (and (far ?x ?y) (lit) (done)))
			(:method m :parameters () :task (go) :ordered-subtasks (and (touch c c) (act) (look c c))))`,
			"(define (problem p) (:domain d) (:objects "+objects.String()+"- t) (:htn :ordered-subtasks (and (go))) (:init (lit) (far c c)))")
		steps, looks, most := int64(0), 0, int64(0)
		_, err := ground.Ground(p, ground.Limits{Pause: func(work, _ int64) bool { looks++; steps += work; most = max(most, work); return true }})
		if err != nil || steps < n*n/64 || most > 1024 {
			t.Errorf("%s: %d steps of work, at most %d between two looks at the limits; want a step at least for 64 literals (%v)", c.name, steps, most, err)
		}
		for last := 1; last < looks; last += 1 + looks/8 {
			cancel, seen := make(chan struct{}), 0
			_, err := ground.Ground(p, ground.Limits{Cancel: cancel, Pause: func(int64, int64) bool {
				if seen++; seen == last {
					close(cancel)
				}
				return true
			}})
			if !isLimit(err, "cancelled") || seen != last {
				t.Errorf("%s: cancelled after %d looks, the work ended after %d: %v", c.name, last, seen, err)
			}
		}
	}
}
