package dfs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/dfs"
)

// grid returns a problem of ways through a grid of n times n places.
func grid(n, ways int) string {
	var objects, facts, tasks strings.Builder
	for x := range n {
		for y := range n {
			fmt.Fprintf(&objects, "p%d-%d ", x, y)
			if x > 0 {
				fmt.Fprintf(&facts, "(road p%d-%d p%d-%d) (road p%d-%d p%d-%d) ", x-1, y, x, y, x, y, x-1, y)
			}
			if y > 0 {
				fmt.Fprintf(&facts, "(road p%d-%d p%d-%d) (road p%d-%d p%d-%d) ", x, y-1, x, y, x, y, x, y-1)
			}
		}
	}
	for i := range ways {
		fmt.Fprintf(&tasks, "(go p%d-%d) ", i*7%n, i*3%n)
	}
	return fmt.Sprintf("(:objects %s - place) (:htn :ordered-subtasks (and %s)) (:init (at p0-0) %s)", objects.String(), tasks.String(), facts.String())
}

func BenchmarkWaysThroughAGrid(b *testing.B) {
	f := parse(b, moves, grid(20, 30))
	p := f.compile(b)
	b.ReportAllocs()
	for b.Loop() {
		if r := dfs.Search(p, dfs.Options{}); r.Outcome != dfs.Found {
			b.Fatal(r.Outcome, r.Limit)
		}
	}
}

func BenchmarkSearchInVain(b *testing.B) {
	domain, problem := endless(30)
	p := parse(b, domain, problem).compile(b)
	b.ReportAllocs()
	for b.Loop() {
		if r := dfs.Search(p, dfs.Options{Nodes: 100_000, Without: dfs.Pulled | dfs.Checkpoints}); r.Outcome != dfs.Limit {
			b.Fatal(r.Outcome)
		}
	}
}
