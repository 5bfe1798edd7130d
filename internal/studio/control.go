package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Control shows what controls an agent: its reactions, mind and layers, and which of them has which resource.
type Control struct {
	Parts     []PartView     `json:"parts"`
	Resources []ResourceView `json:"resources,omitempty"`
	Committed bool           `json:"committed,omitempty"` // the mind does not allow reactions or other plans to interrupt
}

// PartKind is the kind of a part of an agent.
type PartKind string

// The kinds of parts.
const (
	partReaction PartKind = "reaction"
	partMind     PartKind = "mind"
	partLayer    PartKind = "layer"
)

// PartView is a reaction, the mind or a layer. Earlier parts take precedence.
type PartView struct {
	Name  string   `json:"name"`
	Kind  PartKind `json:"kind"`
	State string   `json:"state"`
	On    string   `json:"on,omitempty"`   // a reaction's trigger
	Why   string   `json:"why,omitempty"`  // why it waits
	Rest  float64  `json:"rest,omitempty"` // seconds until the reaction can start again
	Uses  []string `json:"uses,omitempty"` // resources that it may use
	Runs  []Run    `json:"runs,omitempty"`
}

// Run is an activity that runs. The activities that it started follow it, one level deeper.
type Run struct {
	Kind  string   `json:"kind"`
	Text  string   `json:"text"`
	Depth int      `json:"depth"`
	Uses  []string `json:"uses,omitempty"`
	Needs []string `json:"needs,omitempty"` // tokens and slots that it waits for
	Holds bool     `json:"holds,omitempty"` // it must not be interrupted
}

// ResourceView is a resource and its user.
type ResourceView struct {
	Name   string   `json:"name"`
	Part   int      `json:"part"` // index in Parts; -1: free
	Action string   `json:"action,omitempty"`
	Path   []string `json:"path,omitempty"` // what started the action, from the outside in
}

// controlOf returns what controls an agent.
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

// fill adds the running activities to their parts. mind is the index of the mind.
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

// resources finds the user of each resource.
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
