package program

import (
	"errors"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// DefaultTPS is the default number of ticks per second: decisions are not frames.
const DefaultTPS = 10

// Timed is the part of a program that depends on the number of ticks per second, with times in ticks. Immutable;
// shared by all crowds of the program at that rate.
type Timed struct {
	*Program
	TPS     int
	Script  *runner.Script
	Goals   *goal.Program // nil: nothing in the program pursues a goal
	Targets *goal.Targets // the targets of wants; nil with Goals
	Kits    *Kits         // reactions and layers; may be nil
	Senses  []*sense.Senses
	Alerts  []*AlertKit // by kind of agent; nil: nothing alerts it, or any
	Squads  []SquadKind // by def.SquadInfo.ID
}

// At returns the program for crowds that run at tps ticks a second. It compiles the parts once for each rate. The error
// is a [*diag.Failure] with the times that a rate cannot keep; at [DefaultTPS] it is nil, since [Link] has reported
// such times.
func (p *Program) At(tps int) (*Timed, error) {
	if t, ok := p.rates.Load(tps); ok {
		return t.(*Timed), nil
	}
	t, ds := p.timed(tps)
	if err := ds.Err(); err != nil {
		return nil, err
	}
	first, _ := p.rates.LoadOrStore(tps, t) // another goroutine may have compiled the same
	return first.(*Timed), nil
}

// timed compiles what depends on the rate.
func (p *Program) timed(tps int) (*Timed, diag.List) {
	var ds diag.List
	t := &Timed{Program: p, TPS: tps, Script: runner.Compile(p.Domain, tps)}
	if pursues(p.Info) {
		t.Goals, t.Targets = compileGoals(p.Info, tps, &ds), goal.NewTargets(p.Info)
	}
	t.Kits = compileKits(p.Info, t.Script)
	t.Senses = compileSenses(p.Info, tps, &ds)
	t.Alerts = compileAlerts(p.Info, tps)
	t.Squads = compileSquads(p.Info, tps)
	return t, ds
}

// pursues reports whether something in a model pursues goals: its own, those of orders, or those that wait for what a
// squad lends.
func pursues(info *def.Info) bool {
	for _, a := range info.Actions {
		if len(a.Needs) > 0 {
			return true
		}
	}
	return len(info.Goals)+len(info.Orders) > 0
}

// compileGoals compiles the goals and brains of a model, and reports what it cannot compile at its declaration.
func compileGoals(info *def.Info, tps int, ds *diag.List) *goal.Program {
	compiled, err := goal.Compile(goal.Model(info, goal.ModelOptions{TPS: tps}))
	if err == nil {
		return compiled
	}
	mistakes := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		mistakes = joined.Unwrap()
	}
	for _, mistake := range mistakes {
		var at *def.Head
		var config *goal.ConfigError
		if errors.As(mistake, &config) {
			switch {
			case config.Brain >= 0:
				at = &info.Brains[config.Brain].Decl.Head
			case config.Goal >= 0:
				at = &info.Goals[config.Goal].Decl.Head
			}
		}
		ds.Errorf(diag.NotCompiled, spanOf(at), "%v", mistake)
	}
	return nil
}

// spanOf returns where a declaration has its name.
func spanOf(h *def.Head) diag.Span {
	switch {
	case h == nil:
		return diag.Span{}
	case h.NameAt.Src != nil:
		return h.NameAt
	}
	return h.At
}
