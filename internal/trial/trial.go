// Package trial runs the tests of a karakuri file: those that plan, and those in which agents live, in a town of their
// own or in the scene of the file.
package trial

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// TPS is the number of ticks per second in a test without a scene.
const TPS = 10

// Options set up a run of tests.
type Options struct {
	Limits htn.Limits // of tests that plan
	Open   Opener     // opens the scene of the file, for tests that name no agent; nil: the file has none
	Seed   uint64
	Cancel <-chan struct{} // closed: the tests that are left are not run
	Only   string          // the name of the one test that is run; empty: all
}

// Stage is a scene that is open: see [Opener].
type Stage struct {
	Crowd *agent.Crowd
	Step  func()      // makes a tick
	Over  func() bool // the scene has ended
}

// Opener opens a scene for one test: its crowd has the options, and asks answer before each update of an action. If
// that returns ok, the action does nothing and has the status.
type Opener func(p *program.Program, o agent.Options, answer func(c *action.Ctx, action string) (s action.Status, ok bool)) (*Stage, error)

// Run runs the tests of a program, in order. The error is that a scene has no place for the program, or that the run
// was cancelled.
func Run(p *program.Program, o Options) ([]program.TestReport, error) {
	reports := p.RunTests(program.TestOptions{Limits: o.Limits, Only: o.Only})
	for i, t := range p.Info.Tests {
		if !t.Decl.Runs() || o.Only != "" && o.Only != t.Name {
			continue
		}
		l, err := newLife(p, t, o)
		if err != nil {
			return nil, err
		}
		if err := l.live(o.Cancel); err != nil {
			return nil, err
		}
		reports[i] = l.report(t)
	}
	return reports, nil
}

// ticks returns how many ticks a time takes, at least 1.
func ticks(seconds float64, tps int) int64 { return max(1, def.Ticks(seconds, float64(tps))) }

// report says how a test went.
func (l *life) report(t *def.TestInfo) program.TestReport {
	r := l.used
	r.Name, r.At, r.Passed = t.Name, t.Decl.At, true
	for i := range l.checks {
		c := &l.checks[i]
		c.end(l)
		if c.failure == "" {
			continue
		}
		if r.Passed {
			r.Passed, r.Want, r.Got = false, c.text(), c.failure
			continue
		}
		r.Reason += "also expected " + c.text() + ": " + c.failure + "\n"
	}
	if l.found.HasErrors() {
		r.Passed = false
		for _, d := range l.found.All {
			if d.Severity == diag.Error {
				r.Reason += d.Message + "\n"
			}
		}
	}
	return r
}
