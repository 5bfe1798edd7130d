package studio

import (
	"context"
	"errors"
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/coverage"
	"github.com/karakuri-ai/karakuri/internal/graph"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Coverage counts how often each declaration was chosen and rejected, and over which time, in seconds of the run.
type Coverage struct {
	*coverage.Counts
	From  float64 `json:"from"`
	Until float64 `json:"until"`
	Past  bool    `json:"past,omitempty"` // the counts are of the time before a moment of the past, which was replayed
	Why   string  `json:"why,omitempty"`  // why the counts are of the present run, although a moment of the past was requested
}

func seconds(tick int64, crowd *agent.Crowd) float64 { return float64(tick) / float64(crowd.TPS()) }

// countsOfUse returns how often each declaration was chosen and rejected: in a running simulation since it started or
// changed to this program; in a recording, or at a moment of the past, in the time before. Names are trees whose nodes
// are counted one by one.
func countsOfUse(ctx context.Context, p *page, r *Request) (*Coverage, error) {
	s := p.session
	why := ""
	record, now, _, err := s.told(ctx)
	if err != nil {
		return nil, err
	}
	if tick := r.Tick; tick != nil || record != nil {
		if tick == nil {
			tick = &now
		}
		out, err := s.pastCounts.upTo(s.past, *tick, r.Names)
		if err == nil {
			return out, nil
		}
		why = err.Error()
	}
	var out *Coverage
	err = s.do(ctx, func() error {
		crowd, j := s.stage.Crowd(), s.journal
		tally := crowd.View().Tally()
		if tally == nil {
			return errors.New("nothing is counted here")
		}
		out = &Coverage{Counts: j.counter.Counts(tally, r.Names), From: seconds(j.since, crowd), Until: crowd.Seconds(), Why: why}
		out.Counts.Seconds = crowd.Seconds()
		return nil
	})
	return out, err
}

// domain returns the graph of a program's declarations; with the name of a tree, the graph of its nodes.
func domain(ctx context.Context, p *page, r *Request) (*graph.Graph, error) {
	var info *def.Info
	if err := p.session.do(ctx, func() error {
		info = p.session.source.program.Info
		return nil
	}); err != nil {
		return nil, err
	}
	if r.Name == "" {
		return graph.Domain(info), nil
	}
	for _, t := range info.Trees {
		if t.Name == r.Name {
			if t.Nodes > graph.MaxBoxes {
				return nil, errors.New("the tree " + r.Name + " has too many nodes to be drawn: " + strconv.Itoa(t.Nodes))
			}
			return graph.Nodes(info, t), nil
		}
	}
	return nil, errors.New("there is no tree " + r.Name)
}
