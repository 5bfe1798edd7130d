package assess

import "time"

// Cost is what an agent costs on this machine. It differs from run to run, and is no part of a report unless you put it
// there.
type Cost struct {
	Micros    float64 `json:"micros"`    // of a tick, for each agent: the least of several runs
	Kilobytes float64 `json:"kilobytes"` // of memory for each agent, with what the crowd shares
}

// costRuns is how often the time is measured.
const costRuns = 3

// MeasureCost runs the game of the first seed alone, without measuring behaviour. Clock returns the time since any
// fixed moment, and heap the bytes of memory in use after a collection.
func MeasureCost(o Options, clock func() time.Duration, heap func() uint64) (*Cost, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	c := &Cost{}
	for i := range costRuns {
		before := heap()
		g, err := open(&o, o.Seeds.From, nil)
		if err != nil {
			return nil, err
		}
		length, agents, start := o.length(g), 0, clock()
		for g.goesOn(length) {
			agents += g.Crowd.Len()
			if err := g.Step(); err != nil {
				return nil, err
			}
		}
		micros := float64((clock() - start).Nanoseconds()) / 1000 / float64(max(1, agents))
		if i == 0 || micros < c.Micros {
			c.Micros = micros
		}
		if after := heap(); i == 0 && g.Crowd.Len() > 0 && after > before {
			c.Kilobytes = float64(after-before) / 1000 / float64(g.Crowd.Len())
		}
	}
	return c, nil
}
