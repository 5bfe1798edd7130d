package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Control is who is in control of an agent: its reactions, its mind, its layers, and which of them has which resource.
type Control struct {
	Parts     []PartView     `json:"parts"`
	Resources []ResourceView `json:"resources,omitempty"`
	Committed bool           `json:"committed,omitempty"` // the mind holds off reactions and other plans
}

// PartKind is what a part of an agent is.
type PartKind string

// The kinds of parts.
const (
	partReaction PartKind = "reaction"
	partMind     PartKind = "mind"
	partLayer    PartKind = "layer"
)

// PartView is a reaction, the mind or a layer. What is before goes first.
type PartView struct {
	Name  string   `json:"name"`
	Kind  PartKind `json:"kind"`
	State string   `json:"state"`
	On    string   `json:"on,omitempty"`   // of a reaction: to what
	Why   string   `json:"why,omitempty"`  // it waits
	Rest  float64  `json:"rest,omitempty"` // seconds in which a reaction does not start again
	Uses  []string `json:"uses,omitempty"` // resources that it may need
	Runs  []Run    `json:"runs,omitempty"`
}

// Run is something that runs; what it has started comes after it, one deeper.
type Run struct {
	Kind  string   `json:"kind"`
	Text  string   `json:"text"`
	Depth int      `json:"depth"`
	Uses  []string `json:"uses,omitempty"`
	Needs []string `json:"needs,omitempty"` // it waits for these tokens and slots
	Holds bool     `json:"holds,omitempty"` // it is not to be interrupted
}

// ResourceView is a resource with what has it; nobody: it is free.
type ResourceView struct {
	Name   string   `json:"name"`
	Part   int      `json:"part"` // place in Parts; -1: free
	Action string   `json:"action,omitempty"`
	Path   []string `json:"path,omitempty"` // what has started the action, from the outside in
}

// controlOf tells who is in control of an agent.
func controlOf(crowd *agent.Crowd, info *def.Info, id agent.ID) *Control {
	kind := info.Agent(crowd.KindOf(id))
	if kind == nil {
		return nil
	}
	c := &Control{Committed: crowd.View().Committed(id)}
	parts := crowd.View().Parts(id)
	mind := len(kind.Reactions)
	for i, p := range parts {
		if i == mind {
			c.Parts = append(c.Parts, mindPart(kind))
		}
		v := PartView{Name: p.Name, Kind: partReaction, State: p.State(), Rest: p.Rests}
		if p.Layer {
			v.Kind, v.Uses = partLayer, kind.Layers[i-mind].Do.Uses()
		} else {
			r := &kind.Reactions[i]
			v.Uses, v.Why = r.Do.Uses(), crowd.View().WaitsOn(id, i)
			if r.On != nil {
				v.On = r.On.String()
			} else if r.Percept != nil {
				v.On = r.Percept.Says
			}
			if v.State != "waits" {
				v.Why = ""
			}
		}
		c.Parts = append(c.Parts, v)
	}
	if len(parts) == mind {
		c.Parts = append(c.Parts, mindPart(kind))
	}
	c.fill(crowd, id, mind)
	if kind.Leads == nil { // a squad has no body
		c.resources(info)
	}
	return c
}

func mindPart(kind *def.AgentInfo) PartView {
	v := PartView{Kind: "mind", State: "rests"}
	switch {
	case kind.Mind != nil:
		v.Name = "brain " + kind.Mind.Brain.Name
	case kind.Tree != nil:
		v.Name = "tree " + kind.Tree.Tree.Name
	case len(kind.Plans) > 0:
		v.Name = "plan lines"
	default:
		v.Name = "idle"
	}
	return v
}

// fill puts what runs where it belongs. Mind is the place of the mind.
func (c *Control) fill(crowd *agent.Crowd, id agent.ID, mind int) {
	list := crowd.View().Running(id)
	depth := make([]int, len(list))
	for i, d := range list {
		at := mind
		if d.Part >= 0 && d.Part < mind {
			at = d.Part
		} else if d.Part >= 0 {
			at = d.Part + 1
		}
		if d.Parent >= 0 {
			depth[i] = depth[d.Parent] + 1
		}
		p := &c.Parts[at]
		if at == mind {
			p.State = "runs"
		}
		p.Runs = append(p.Runs, Run{d.Kind.String(), d.Name, depth[i], d.Uses, d.Needs, d.Holds})
	}
}

// resources finds who has what.
func (c *Control) resources(info *def.Info) {
	var names []string
	for _, a := range info.Actions {
		for _, name := range a.Uses {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, name := range names {
		r := ResourceView{Name: name, Part: -1}
		for i := range c.Parts {
			var path []string
			for _, run := range c.Parts[i].Runs {
				path = append(path[:min(run.Depth, len(path))], run.Text)
				if r.Part < 0 && slices.Contains(run.Uses, name) {
					r.Part, r.Action, r.Path = i, run.Text, slices.Clone(path[:len(path)-1])
				}
			}
		}
		c.Resources = append(c.Resources, r)
	}
}
