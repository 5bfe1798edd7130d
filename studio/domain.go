package studio

import (
	"context"
	"errors"
	"strconv"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/graph"
	"github.com/karakuri-ai/karakuri/heat"
)

// heats tells how often what is declared was chosen and rejected, since the run or its program is this one. Names are trees that are told node by node.
func heats(ctx context.Context, p *page, r *Request) (any, error) {
	var out *heat.Heat
	err := p.session.do(ctx, func() error {
		crowd, j := p.session.stage.Crowd(), p.session.journal
		tally := crowd.Tally()
		if tally == nil {
			return errors.New("nothing is counted here")
		}
		out = j.heat.Tell(tally, r.Names)
		out.Seconds = crowd.Seconds()
		return nil
	})
	return out, err
}

// domain is the graph of all that a program declares; with the name of a tree, of its nodes.
func domain(ctx context.Context, p *page, r *Request) (any, error) {
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
