package studio

import (
	"context"

	"github.com/karakuri-ai/karakuri/world"
)

// Nameable is a value that the text of a program can name: a declared object, or a value of an enum.
type Nameable struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Object bool   `json:"object,omitempty"`
}

// nameables lists what a program can name.
func nameables(ctx context.Context, p *page, _ *Request) ([]Nameable, error) {
	list := []Nameable{}
	err := p.session.do(ctx, func() error {
		info := p.session.source.program.Info
		for _, e := range info.Schema.Enums {
			for _, v := range e.Values {
				list = append(list, Nameable{Name: v, Type: e.Name})
			}
		}
		seen := map[world.Object]bool{}
		for i := len(info.Schema.Types) - 1; i >= 0; i-- { // subtypes come after the types that they belong to
			for _, o := range info.Initial.Objects(int32(i)) {
				if name := info.Initial.ObjectName(o, int32(i)); !seen[o] {
					if at, _, ok := info.Initial.ObjectNamed(name); !ok || at != o {
						continue // it has no name of its own
					}
					seen[o] = true
					list = append(list, Nameable{name, info.Schema.Types[i].Name, true})
				}
			}
		}
		return nil
	})
	return list, err
}
