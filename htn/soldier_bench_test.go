package htn_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/program"
)

func BenchmarkAllSoldier(b *testing.B) {
	p, ds := program.Load(os.DirFS("../examples/soldier"), "soldier.krk")
	if p == nil {
		b.Fatal(ds.Err())
	}
	for _, t := range p.Info.Tests {
		b.Run(t.Name, func(b *testing.B) {
			pl := htn.NewPlanner(p.Domain, htn.Options{})
			r := pl.Plan(t.Initial, htn.GoalOf(t.Call))
			b.ReportAllocs()
			for b.Loop() {
				pl.Plan(t.Initial, htn.GoalOf(t.Call))
			}
			b.ReportMetric(float64(r.Stats.Nodes), "nodes/op")
			b.ReportMetric(float64(r.Stats.Backtracks), "back/op")
			b.ReportMetric(float64(r.Plan.Len()), "steps")
		})
	}
	fmt.Println()
}
