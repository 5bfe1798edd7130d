package karakuri

import "github.com/karakuri-ai/karakuri/internal/run/agent"

// Reload has a crowd go on with the host's program, between two ticks: that of files that were changed while the game runs, or of [Program.Tune]. Load it, bind
// its actions to a host of its own, and reload:
//
//	p, err := karakuri.Load(os.DirFS("."), "meal.krk") // with an error everything stays as it is
//	host := p.Host(options)
//	bindAll(host)
//	report, err := host.Reload(crowd)
//
// The crowd stays the same one, with its agents and their IDs; options are those that it has. What is known goes over by names, as with [Host.Restore]. Running
// actions go on where all that they are part of still is there, with a call of [OnRestored]; the others are aborted. With an error nothing has changed.
func (h *Host) Reload(c *Crowd) (*Report, error) {
	return c.Reload(h.program.program, h.bindings)
}

// Levels of detail, and statistics.
type (
	// Level is a level of detail: how often agents of some significance have a turn.
	Level = agent.Level
	// Stats tells what the last tick of a crowd did.
	Stats = agent.Stats
)

// Asleep is the Seconds of a level whose agents have no turn unless they are woken.
const Asleep = agent.Asleep
