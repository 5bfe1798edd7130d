package studio

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/fork"
)

// errNoCopy is the error of a question that needs a copy of a game that cannot be copied.
var errNoCopy = errors.New("this simulation cannot be copied, so what would come of another place is unknown")

// Supposed is what would be if a figure stood somewhere else now.
type Supposed struct {
	Agent   string  `json:"agent"` // whose decisions
	Moved   string  `json:"moved"` // what would stand elsewhere
	Tick    int64   `json:"tick"`  // the moment of the answer: the first difference, or the end of what was tried
	Seconds float64 `json:"seconds"`
	As      string  `json:"as"`              // the agent's first event that differs, as it is; empty: nothing happens
	But     string  `json:"but"`             // the event instead; both empty: it does the same
	Other   string  `json:"other,omitempty"` // the first difference of another character
	Why     *WhyNot `json:"why,omitempty"`   // why the agent does nothing about what was moved, or does it; nil: it is moved itself
	Does    string  `json:"does"`            // what the agent does at the moment of the answer
	Did     string  `json:"did"`             // what it does then as it is
	// Remedies are the smallest changes that would make it do something about what was moved there, if asked for.
	Remedies []string `json:"remedies,omitempty"`
}

// suppose answers what an agent would do if the figure called Name stood at another place now, and why or why not. Two
// copies of the simulation run for up to a second, one of them with the figure there: until the agent does something
// else. On asks for the smallest change, too, that would still be needed. Nothing changes in the simulation.
func suppose(ctx context.Context, p *page, r *Request) (*Supposed, error) {
	if r.At == nil {
		return nil, errors.New("it is not said where")
	}
	s := p.session
	var from checkpoint
	err := s.do(ctx, func() error {
		if s.source.record != nil {
			return errRecorded
		}
		if !s.movable() {
			return errRooted
		}
		if from = (checkpoint{tick: s.stage.Crowd().Tick(), data: s.stage.Snapshot(), source: s.source}); from.data == nil || !s.looksBack() {
			return errNoCopy
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out *Supposed
	err = guarded(func() (err error) { out, err = supposedAt(ctx, from, r); return err })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return out, err
}

// supposedAt runs both copies.
func supposedAt(ctx context.Context, from checkpoint, r *Request) (*Supposed, error) {
	out := &Supposed{Agent: r.Agent, Moved: r.Name}
	var sides [2]fork.Side
	var as, but Stage
	for i := range sides {
		side := &forkSide{journal: newJournal(from.source.program.Info, false)}
		if err := side.open(ctx, from, from.source, from.tick); err != nil {
			return nil, err
		}
		as, but = but, side.stage
		sides[i] = fork.Side{Crowd: side.stage.Crowd, Ear: &side.ear, Step: side.stage.Step}
	}
	mover, can := but.(Mover)
	if !can {
		return nil, errRooted
	}
	if err := moveTo(mover, r.Name, r.At[0], r.At[1]); err != nil {
		return nil, err
	}
	if err := out.run(ctx, sides); err != nil {
		return nil, err
	}
	out.Did, out.Does = doingIn(as, r.Agent), doingIn(but, r.Agent)
	out.Tick, out.Seconds = but.Crowd().Tick(), float64(but.Crowd().Tick()-from.tick)/float64(but.Crowd().TPS())
	return out, out.ask(ctx, but, r)
}

// run steps both sides until the agent does something else, for at most a second.
func (s *Supposed) run(ctx context.Context, sides [2]fork.Side) error {
	for range sides[1].Crowd().TPS() {
		f, err := fork.Run(sides[0], sides[1], fork.Options{Ticks: 1, Cancel: ctx.Done()})
		if err != nil {
			return err
		}
		for i := range f.Agents {
			d := &f.Agents[i]
			if d.Agent == s.Agent {
				s.As, s.But = d.As, d.But
				return nil
			}
			if s.Other == "" {
				s.Other = fmt.Sprintf("%s: %s", d.Agent, cmp.Or(d.But, "does not: "+d.As))
			}
		}
	}
	return nil
}

// doingIn returns what an agent does in a stage; empty: it is not there.
func doingIn(st Stage, name string) string {
	id, err := find(st, name)
	if err != nil {
		return ""
	}
	text, _ := doingOf(st.Crowd(), st.Crowd().Program().Info, id)
	return text
}

// ask asks the agent of the copy.
func (s *Supposed) ask(ctx context.Context, but Stage, r *Request) error {
	id, err := find(but, r.Agent)
	if err != nil {
		return err
	}
	if r.Name == r.Agent {
		return nil
	}
	a := answer.AskUntil(ctx.Done(), but.Crowd(), id, explain.Question{Kind: explain.WhyNot, About: r.Name})
	if a.Verdict() == explain.Unknown { // nothing that it decides is about such a thing
		return nil
	}
	if s.Why = shown(a); r.On && !s.Why.InPlan {
		would := answer.AskUntil(ctx.Done(), but.Crowd(), id, explain.Question{Kind: explain.WhatWould, About: r.Name})
		s.Remedies = remediesOf(would)
	}
	return nil
}
