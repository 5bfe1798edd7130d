package main

import (
	"fmt"
	"io"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// moment is when a change is made.
type moment struct {
	life uint64 // the seed of the game
	tick int64
}

// String says the change so that [parseChange] reads it.
func (c change) String() string {
	return fmt.Sprintf("%s %d of %d at %d in %d to %v %v", c.kind, c.object, c.agent, c.tick, c.life, c.to.X, c.to.Y)
}

// parseChange reads what [change.String] wrote.
func parseChange(text string) (c change, err error) {
	_, err = fmt.Sscanf(text, "%s %d of %d at %d in %d to %g %g", &c.kind, &c.object, &c.agent, &c.tick, &c.life, &c.to.X, &c.to.Y)
	if err != nil {
		err = fmt.Errorf("%q is not a change as they are reported: %w", text, err)
	}
	return c, err
}

// watchOne makes one change, and writes where the decisions of agents differ. Without a text it does nothing.
func watchOne(g game, text string, ticks int, out io.Writer) (*result, error) {
	r := &result{game: g.name, leaks: map[string]*leak{}}
	if text == "" {
		return r, nil
	}
	c, err := parseChange(text)
	if err != nil {
		return nil, err
	}
	one, p, s, err := begin(g, c.life)
	if err != nil {
		return nil, err
	}
	for one.crowd.Tick() < c.tick {
		one.step()
	}
	other, err := one.twin(p, s, c.life)
	if err != nil {
		return nil, err
	}
	w := newWatching(r, c, one, other)
	w.out, one.texts, other.texts = out, true, true
	w.run(ticks)
	return r, nil
}

// show writes what an agent decided in both games, if it is not the same.
func (w *watching) show(id agent.ID) {
	if w.out == nil || !w.actsApart(id) {
		return
	}
	fmt.Fprintf(w.out, "tick %d, agent %d, free %v\n", w.one.crowd.Tick(), id, w.free[id])
	for i, c := range []*copy{w.one, w.other} {
		for _, d := range c.own[id] {
			fmt.Fprintf(w.out, "  %s: %s, %s %s %v\n", []string{"unchanged", "changed"}[i], d.text, d.name(), d.args, d.Score)
		}
	}
}
