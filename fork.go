package karakuri

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/fork"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// MaxForkTicks is the maximum number of ticks of a fork.
const MaxForkTicks = fork.MaxTicks

// ForkOptions say what is otherwise on the second side of a fork, and how long both sides run.
type ForkOptions struct {
	Ticks       int64    // to run, from 1 to [MaxForkTicks]
	Agent       string   // whose values change, by its name; empty: only the values of the world change
	Changes     []string // effects: "money = 5", "energy_of(i1) -= 0.5"
	Personality string   // another one for the agent; empty: its own
	Program     *Program // another program; nil: the crowd's own

	Cancel   <-chan struct{}      // closed: the fork ends early, with the error context.Canceled
	Progress func(done, of int64) // called after each tick; nil: nothing is
}

// Fork continues the present moment of the replay twice, side by side: as it is, and with a change. It reports where
// the characters first decide differently. The game is not here, so both sides run in a small world, in which actions
// succeed after a while and agents perceive nothing new; the report notes that. The replay stays as it is.
func (r *Replay) Fork(o ForkOptions) (*explain.Fork, error) {
	return forkOf(r.in.Crowd(), r.in.Figures(nil), o)
}

// Fork does for a running crowd, between ticks, what [Replay.Fork] does for a recorded one. Its game is not asked
// either, and nothing in the crowd changes.
func (c *Crowd) Fork(o ForkOptions) (*explain.Fork, error) { return forkOf(c.in, nil, o) }

func forkOf(c *agent.Crowd, figures []ktrace.Figure, o ForkOptions) (*explain.Fork, error) {
	if o.Ticks < 1 || o.Ticks > MaxForkTicks {
		return nil, &OptionError{Option: "Ticks", Value: fmt.Sprint(o.Ticks), Want: fmt.Sprintf("from 1 to %d", MaxForkTicks)}
	}
	var next *program.Program
	if o.Program != nil {
		next = bridge.Program.In(o.Program)
	}
	change := fork.Change{Agent: o.Agent, Sets: o.Changes, Personality: o.Personality}
	return fork.Towns(c, figures, next, change, fork.Options{Ticks: o.Ticks, Cancel: o.Cancel, Progress: o.Progress})
}
