package assess

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Limits of a run.
const (
	MaxSeeds   = 10_000
	MaxSeconds = 24 * 3600
	MaxWorkers = 256
)

// defaultSeconds is how long a game lasts that does not say so.
const defaultSeconds = 60

// ErrStopped is the error of a run that was stopped.
var ErrStopped = errors.New("stopped before the end")

// Seeds are the seeds From..To, both included.
type Seeds struct {
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
}

// Count returns how many seeds there are.
func (s Seeds) Count() int { return int(s.To - s.From + 1) }

// String returns "1..20".
func (s Seeds) String() string { return fmt.Sprintf("%d..%d", s.From, s.To) }

// Options set up a run.
type Options struct {
	Name     string // of the game, for the report
	Open     Open
	Seeds    Seeds
	Seconds  float64             // of simulated time for each seed; 0: as the game says
	Workers  int                 // how many games run at once; 0: one. The report is the same with any number
	Progress func(done, all int) // called after each seed, never concurrently; nil: no such function
	Moments  string              // keep the moments that this measure counts, by its name, at most [MaxMoments] of a seed; "": none
	Stop     <-chan struct{}     // ends the run with [ErrStopped] when it is closed; nil: nothing does
}

// check refuses options out of range.
func (o *Options) check() error {
	switch {
	case o.Open == nil:
		return errors.New("assess: Options.Open is nil; it must open the game")
	case o.Seeds.To < o.Seeds.From || o.Seeds.To-o.Seeds.From >= MaxSeeds:
		return fmt.Errorf("assess: Options.Seeds is %v; it must be from 1 to %d seeds", o.Seeds, MaxSeeds)
	case !(o.Seconds >= 0 && o.Seconds <= MaxSeconds):
		return fmt.Errorf("assess: Options.Seconds is %v; it must be from 0 to %d", o.Seconds, MaxSeconds)
	case o.Moments != "" && measureNamed(o.Moments) == nil:
		return fmt.Errorf("assess: Options.Moments is %q; it must be the name of a measure: %s", o.Moments, measureNames())
	case o.Workers < 0 || o.Workers > MaxWorkers:
		return fmt.Errorf("assess: Options.Workers is %d; it must be from 0 to %d", o.Workers, MaxWorkers)
	}
	return nil
}

// outcome is what became of a seed.
type outcome struct {
	tallies []*tally // in order of kinds
	scores  []Score
	seconds float64
	sides   []side
	winner  int64 // team; 0: there is none
	moments []Moment
	more    int // moments that were not kept
	err     error
}

// side is a team at the end of a game.
type side struct {
	team int64
	left int
}

// Run runs a game from each seed, and measures it.
func Run(o Options) (*Report, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	outcomes := o.runAll()
	for _, out := range outcomes {
		if out.err != nil {
			return nil, out.err
		}
	}
	return newReport(&o, outcomes), nil
}

// runAll runs each seed, on several goroutines.
func (o *Options) runAll() []outcome {
	outcomes := make([]outcome, o.Seeds.Count())
	next, done := 0, 0
	var mutex sync.Mutex
	var all sync.WaitGroup
	for range min(max(1, o.Workers), len(outcomes)) {
		all.Go(func() {
			for {
				mutex.Lock()
				i := next
				next++
				mutex.Unlock()
				if i >= len(outcomes) {
					return
				}
				out := o.run(o.Seeds.From + uint64(i))
				mutex.Lock()
				outcomes[i] = out
				if done++; o.Progress != nil {
					o.Progress(done, len(outcomes))
				}
				mutex.Unlock()
			}
		})
	}
	all.Wait()
	return outcomes
}

// run runs one game.
func (o *Options) run(seed uint64) (out outcome) {
	m := newMeter()
	m.moments.wanted = o.Moments
	g, err := open(o, seed, m)
	if err != nil {
		return outcome{err: err}
	}
	length := o.length(g)
	for g.goesOn(length) {
		select {
		case <-o.Stop:
			return outcome{err: ErrStopped}
		default:
		}
		if err := m.step(); err != nil {
			return outcome{err: fmt.Errorf("seed %d, after %.1f s: %w", seed, g.Crowd.Seconds(), err)}
		}
	}
	out.tallies, out.seconds, out.moments, out.more = m.tallies, g.Crowd.Seconds(), m.moments.list, m.moments.more
	for i := range out.moments {
		out.moments[i].Seed = seed
	}
	for _, t := range out.tallies {
		t.body, t.ticksPerMinute = g.Play != nil, float64(60*g.Crowd.TPS())
	}
	slices.SortFunc(out.tallies, func(a, b *tally) int { return cmp.Compare(a.kind, b.kind) })
	if g.Scores != nil {
		out.scores = g.Scores()
	}
	if g.Play != nil {
		out.judge(g)
	}
	return out
}

// length returns how long a game runs, in seconds.
func (o *Options) length(g *Game) float64 { return cmp.Or(o.Seconds, g.Seconds, defaultSeconds) }

// judge notes which team has won.
func (out *outcome) judge(g *Game) {
	teams := g.Play.Scene().Teams()
	standing := 0
	for _, team := range teams {
		left := g.Play.Standing(team)
		out.sides = append(out.sides, side{team, left})
		if left > 0 {
			standing++
			out.winner = team
		}
	}
	if standing != 1 || len(teams) < 2 {
		out.winner = 0
	}
}

// ratios returns a measure of a kind, or of all kinds if it is "", by seed.
func ratios(outcomes []outcome, kind string, measure int) []ratio {
	list := make([]ratio, len(outcomes))
	for i := range outcomes {
		for _, t := range outcomes[i].tallies {
			if kind == "" || t.kind == kind {
				list[i].add(ratio{t.num[measure], t.reference(measure)})
			}
		}
	}
	return list
}
