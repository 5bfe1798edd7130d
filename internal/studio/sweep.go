package studio

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"strings"
	"sync"

	"github.com/karakuri-ai/karakuri/assess"
	"github.com/karakuri-ai/karakuri/playground"
)

const (
	// maxSweep is the maximum number of seeds of a sweep.
	maxSweep = 200
	// maxSweepSeconds is the maximum simulated time of each.
	maxSweepSeconds = 3600
)

// errSweptWorld is the error of a sweep in a world that assess does not open.
var errSweptWorld = errors.New("a sweep needs a scene or the small world: measure other worlds with package assess")

// Sweep is what two sets of values of constants lead to over many seeds.
type Sweep struct {
	Done  bool   `json:"done"`
	Error string `json:"error,omitempty"`
	Ran   int    `json:"ran"` // games that have been run, of both sets
	Of    int    `json:"of"`
	Text  string `json:"text,omitempty"` // the comparison, as "karakuri assess --against" prints it
}

// sweeping runs a sweep in the background.
type sweeping struct {
	cancel context.CancelFunc
	lock   sync.Mutex
	found  Sweep
}

func (s *sweeping) view() *Sweep {
	s.lock.Lock()
	defer s.lock.Unlock()
	out := s.found
	return &out
}

func (s *sweeping) put(change func(*Sweep)) {
	s.lock.Lock()
	defer s.lock.Unlock()
	change(&s.found)
}

// sweep begins to measure the program with the constants of Tuned against that with those of Sets, from Count seeds,
// beginning with Seed, each for Until seconds; 0: as the scene says. It replaces the page's earlier sweep.
func sweep(ctx context.Context, p *page, r *Request) (*Sweep, error) {
	var from *source
	if err := p.session.do(ctx, func() error { from = p.session.source; return nil }); err != nil {
		return nil, err
	}
	switch {
	case from.record != nil:
		return nil, errRecorded
	case from.world != nil || from.watched != nil:
		return nil, errSweptWorld
	case r.Count < 1 || r.Count > maxSweep || r.Until > maxSweepSeconds:
		return nil, fmt.Errorf("a sweep takes from 1 to %d seeds, and at most %d seconds of each", maxSweep, maxSweepSeconds)
	}
	p.stopSweep()
	ctx, cancel := context.WithCancel(ctx)
	s := &sweeping{cancel: cancel, found: Sweep{Of: 2 * r.Count}}
	p.sweeping = s
	go func() {
		defer cancel()
		err := guarded(func() error { return s.run(ctx, from, r) })
		s.put(func(out *Sweep) {
			if out.Done = true; err != nil {
				out.Error = err.Error()
			}
		})
	}()
	return s.view(), nil
}

// swept returns how far the sweep is.
func swept(_ context.Context, p *page, _ *Request) (*Sweep, error) {
	if p.sweeping == nil {
		return nil, errors.New("there is no sweep")
	}
	return p.sweeping.view(), nil
}

// unsweep cancels the sweep.
func unsweep(_ context.Context, p *page, _ *Request) error {
	p.stopSweep()
	return nil
}

func (p *page) stopSweep() {
	if p.sweeping != nil {
		p.sweeping.cancel()
		p.sweeping = nil
	}
}

// run measures both sets.
func (s *sweeping) run(ctx context.Context, from *source, r *Request) error {
	ran := 0
	measure := func(name string, list []Setting) (*assess.Report, error) {
		values := map[string]string{}
		assign(values, list)
		next, err := from.retuned(maps.Clone(values))
		if err != nil {
			return nil, err
		}
		o := assess.Options{Name: name, Seeds: assess.Seeds{From: r.Seed, To: r.Seed + uint64(r.Count) - 1}, Seconds: float64(r.Until), Workers: runtime.GOMAXPROCS(0), Stop: ctx.Done(),
			Progress: func(int, int) {
				ran++
				s.put(func(out *Sweep) { out.Ran = ran })
				yield()
			}}
		if from.scene != nil {
			o.Open = assess.InScene(public(next.program), from.scene, playground.Options{StandIns: true})
		} else {
			o.Open = assess.InTown(public(next.program), from.agents)
		}
		return assess.Run(o)
	}
	a, err := measure("A", r.Tuned)
	if err != nil {
		return err
	}
	b, err := measure("B", r.Sets)
	if err != nil {
		return err
	}
	c, err := assess.Compare(a, b)
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := c.Write(&text); err != nil {
		return err
	}
	s.put(func(out *Sweep) { out.Text = text.String() })
	return nil
}
