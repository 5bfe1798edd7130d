package studio

import (
	"context"
	"slices"
)

// MaxEyes is the maximum number of characters in one answer: a page could not show more distinctly.
const MaxEyes = 300

// Sights holds what all characters perceive with and believe, as far as requested.
type Sights struct {
	Eyes map[string]Eyes `json:"eyes"`
	Left int             `json:"left,omitempty"` // number of characters left out
}

// eyes answers with the requested layers: cones, ears, reach, memory, way, route, places.
func eyes(ctx context.Context, p *page, r *Request) (*Sights, error) {
	all := &Sights{Eyes: map[string]Eyes{}}
	err := p.session.look(ctx, r.Tick, func(st Stage, _ *journal) error {
		for id := range st.Crowd().All {
			name := nameOf(st, id)
			switch {
			case name == "":
			case len(all.Eyes) == MaxEyes:
				all.Left++
			default:
				all.Eyes[name] = st.Eyes(id).only(r.Names)
			}
		}
		return nil
	})
	return all, err
}

// only returns the layers with the given names.
func (e Eyes) only(names []string) Eyes {
	out := Eyes{Through: e.Through}
	for name, take := range map[string]func(){
		"cones": func() { out.Cones = e.Cones }, "ears": func() { out.Ears = e.Ears }, "reach": func() { out.Reaches = e.Reaches },
		"memory": func() { out.Facts = e.Facts }, "way": func() { out.Way = e.Way }, "route": func() { out.Route = e.Route },
		"places": func() { out.Choices = e.Choices },
	} {
		if slices.Contains(names, name) {
			take()
		}
	}
	return out
}
