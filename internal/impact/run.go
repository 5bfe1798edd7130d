package impact

import (
	"errors"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// ErrCancelled is the error of a comparison that was cancelled.
var ErrCancelled = errors.New("cancelled before the end")

// MaxWorkers is the maximum number of workers.
const MaxWorkers = 64

// Options set up a comparison.
type Options struct {
	Workers int             // goroutines that play parts of recordings; below 1: one
	Cancel  <-chan struct{} // closed: the comparison stops
	// Progress receives the reports after each part, from one goroutine at a time; nil: nobody. It may keep them.
	Progress func([]Report)
}

// Run compares the decisions in recordings with those of a program. It returns a report for each recording, in order;
// the same with any number of workers. After an error the reports contain what was looked at before.
func Run(next *program.Program, sources []*Source, o Options) ([]Report, error) {
	c := newComparison(next, sources, o)
	c.queue = segments(sources)
	return c.run()
}

// Keep plays the parts of recordings that their memories do not hold yet, and keeps their decisions there, so that the
// next [Run] plays nothing. It returns how much of each recording is done, without counts of decisions. Recordings
// whose decisions are not kept, and the last part of one that grows, count as done.
func Keep(sources []*Source, o Options) ([]Report, error) {
	c := newComparison(nil, sources, o)
	for _, s := range inOrder(sources) {
		of := sources[s.source]
		if m := of.Kept; m == nil || of.Grows && s.until == of.Last || m.knows(s.from, s.until) {
			c.reports[s.source].Played += s.until - s.from
		} else {
			c.queue = append(c.queue, s)
		}
	}
	return c.run()
}

func newComparison(next *program.Program, sources []*Source, o Options) *comparison {
	c := &comparison{next: next, sources: sources, options: o, reports: make([]Report, len(sources))}
	for i, s := range sources {
		c.reports[i] = Report{Name: s.Name, List: []Difference{}, Notes: []string{}}
		if len(s.Starts) > 0 {
			c.reports[i].Of = s.Last - s.Starts[0]
		}
	}
	return c
}

// run plays the queue.
func (c *comparison) run() ([]Report, error) {
	var group sync.WaitGroup
	for range min(max(1, c.options.Workers), MaxWorkers, max(1, len(c.queue))) {
		group.Go(func() { c.work() })
	}
	group.Wait()
	return c.reports, c.err
}

// comparison is the state that workers share.
type comparison struct {
	next    *program.Program // nil: decisions are kept, not compared
	sources []*Source
	options Options

	lock    sync.Mutex
	queue   []segment
	reports []Report
	err     error
}

func (c *comparison) cancelled() bool {
	select {
	case <-c.options.Cancel:
		return true
	default:
		return false
	}
}

// take returns the next part; false: there is none, or no more are wanted.
func (c *comparison) take() (s segment, ok bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if len(c.queue) > 0 && c.err == nil && c.cancelled() {
		c.err = ErrCancelled
	}
	if len(c.queue) == 0 || c.err != nil {
		return s, false
	}
	s, c.queue = c.queue[0], c.queue[1:]
	return s, true
}

// finish adds the result of a part.
func (c *comparison) finish(s segment, p *part, err error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if err != nil {
		if c.err == nil {
			c.err = err
		}
		return
	}
	c.reports[s.source].add(p)
	if c.options.Progress == nil {
		return
	}
	out := make([]Report, len(c.reports))
	for i := range out {
		out[i] = c.reports[i].clone()
	}
	c.options.Progress(out)
}

// work plays parts until there are none.
func (c *comparison) work() {
	players := map[int]*player{}
	for {
		s, ok := c.take()
		if !ok {
			return
		}
		p, err := players[s.source], error(nil)
		if p == nil {
			p, err = newPlayer(c.sources[s.source], c.next)
			players[s.source] = p
		}
		var found *part
		if err == nil {
			found, err = p.play(s.from, s.until, c.cancelled)
		}
		c.finish(s, found, err)
	}
}
