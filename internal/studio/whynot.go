package studio

import (
	"context"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// WhyNot answers why an agent of a recorded run did not do something at a moment, as the pages do: for a method, task or operator, a want, a node of a tree, a reaction, a
// layer, a plan line, an action, or a condition. The agent has the name that the trace has for it, ticks count from 1. The error says what is wrong with the trace, or that nothing
// is called so.
func WhyNot(ctx context.Context, trace, agent string, tick int64, name string) (*htn.Answer, error) {
	library, err := NewLibrary([]string{trace})
	if err != nil {
		return nil, err
	}
	from, err := library.open(library.Names()[0], Options{})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := newSession(ctx, library, from)
	if err != nil {
		return nil, err
	}
	return whyNot(ctx, &page{session: s}, &Request{Agent: agent, Name: name, Tick: &tick})
}
