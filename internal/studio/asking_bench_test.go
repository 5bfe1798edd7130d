package studio

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// BenchmarkAsking asks, as a page does, why characters out of 200 do not do something, and what it would take: of
// random moments of a recorded run, and of the present of a running one. It reports the processor's time for an answer:
// the median and the longest. With KARAKURI_HOUR=1 the recordings are those of BenchmarkHour with that, and it asks
// five times as often; with -short they are shorter, and it asks less.
func BenchmarkAsking(b *testing.B) {
	for i, run := range longRuns {
		asks := sized(8, 40, 200)
		b.Run(run.name+"/recorded", func(b *testing.B) {
			s := open(b, writeLong(b, i, sized(shortestRun, shortRun, run.seconds)), Options{})
			_, last := s.stage.(Seeker).Range()
			for b.Loop() {
				askAround(b, s, asks, func(r *rand.Rand) *int64 { tick := r.Int64N(last) + 1; return &tick }, time.Second)
			}
		})
		b.Run(run.name+"/live", func(b *testing.B) {
			s := openLong(b, i)
			for range 10 * s.stage.Crowd().TPS() {
				s.step()
			}
			for b.Loop() {
				askAround(b, s, asks, func(*rand.Rand) *int64 { s.step(); return nil }, 50*time.Millisecond)
			}
		})
	}
}

// openLong opens the session that a long run is made from.
func openLong(tb testing.TB, run int) *Session {
	tb.Helper()
	file := longRuns[run].file
	if longRuns[run].crowded {
		file = crowded(tb, file)
	}
	return open(tb, file, Options{Agents: 200, Seed: 1})
}

// askAround asks about random declarations for random agents. A question why not must be answered within a time, and
// none may change what is decided.
func askAround(b *testing.B, s *Session, asks int, moment func(*rand.Rand) *int64, within time.Duration) {
	random := rand.New(rand.NewPCG(1, 1))
	subjects := askable(s.source.program)
	at := func(tick *int64, do func(Stage, *journal) error) error {
		if tick == nil {
			return do(s.stage, s.journal)
		}
		return s.past.look(*tick, do)
	}
	ask := func(tick *int64, agent int, q explain.Question) time.Duration {
		start := worked(false)
		if err := at(tick, func(st Stage, _ *journal) error {
			crowd := st.Crowd()
			before := crowd.TraceHash()
			ids := slices.Collect(crowd.All)
			shown(answer.Ask(crowd, ids[agent%len(ids)], q))
			if crowd.TraceHash() != before {
				return fmt.Errorf("asking about %s changes the hash", q.About)
			}
			return nil
		}); err != nil {
			b.Fatal(err)
		}
		return worked(false) - start
	}
	took := map[explain.Kind][]time.Duration{}
	for range asks {
		tick, agent := moment(random), random.IntN(1000)
		about := subjects[random.IntN(len(subjects))]
		for _, kind := range []explain.Kind{explain.WhyNot, explain.WhatWould} {
			q := explain.Question{Kind: kind, About: about}
			t := ask(tick, agent, q)
			if tick == nil && kind == explain.WhyNot && t > within {
				t = min(t, ask(tick, agent, q)) // the collector may have worked for the question before
			}
			took[kind] = append(took[kind], t)
		}
	}
	for kind, list := range took {
		slices.Sort(list)
		name := strings.ReplaceAll(kind.String(), " ", "-")
		b.ReportMetric(list[len(list)/2].Seconds()*1e3, name+"-median-ms")
		b.ReportMetric(list[len(list)-1].Seconds()*1e3, name+"-worst-ms")
	}
	if worst := took[explain.WhyNot][asks-1]; worst > within {
		b.Errorf("an answer to why not took %v, of at most %v", worst, within)
	}
}

// askable lists what characters of a program can be asked about: what it declares for them to do.
func askable(p *program.Program) (list []string) {
	for _, t := range p.Info.Tasks {
		list = append(list, "task "+t.Name)
		for _, m := range t.Methods {
			list = append(list, t.Name+"/"+m.Name)
		}
	}
	for _, o := range p.Info.Operators {
		list = append(list, "operator "+o.Name)
	}
	for _, g := range p.Info.Goals {
		list = append(list, "goal "+g.Name)
	}
	for _, a := range p.Info.Agents {
		if a.Mind != nil {
			for _, w := range a.Mind.Brain.Wants {
				list = append(list, "want "+w.Name)
			}
		}
	}
	return list
}
