package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/trace"
	"github.com/karakuri-ai/karakuri/world"
)

// maxLives bounds how often an object's place is given away to bring its generation to that of a situation.
const maxLives = 1 << 10

// situation tells how the world of the crowd differs from that of its program: by objects that went and came, then by what is written.
func (r *recording) situation() error {
	want := r.crowd.world
	have := world.NewState(want.Schema())
	have.CopyFrom(r.crowd.script.Info().Initial)
	if have.Equal(want) {
		return nil
	}
	if !r.population(have, want) {
		return &UntraceableError{"the initial situation has objects that cannot be made by adding and removing some"}
	}
	mark := have.Mark()
	for _, a := range cellsOf(have, want) {
		have.Set(a, want.Get(a))
	}
	r.writes(trace.Initial, 0, have, have.Changes(mark))
	if !have.Equal(want) {
		return &UntraceableError{"the initial situation remembers objects that have gone"}
	}
	return nil
}

// population makes the objects of one state those of another, and tells how.
func (r *recording) population(have, want *world.State) bool {
	for typ := range want.Schema().Types {
		for _, o := range have.Objects(int32(typ)) {
			if !want.Alive(o) {
				r.removeInitial(have, o)
			}
		}
	}
	var missing []world.Object
	for typ := range want.Schema().Types {
		for _, o := range want.Objects(int32(typ)) {
			if !have.Alive(o) && !slices.Contains(missing, o) {
				missing = append(missing, o)
			}
		}
	}
	slices.SortFunc(missing, func(a, b world.Object) int { return int(a&world.IndexMask) - int(b&world.IndexMask) })
	for _, o := range missing {
		if !r.addInitial(have, want, o) {
			return false
		}
	}
	return true
}

// addInitial adds an object until it is the one that is wanted: each time it is of a later generation.
func (r *recording) addInitial(have, want *world.State, o world.Object) bool {
	typ := want.TypeOf(o)
	name := want.ObjectName(o, typ)
	if _, _, named := want.ObjectNamed(name); !named {
		name = ""
	}
	for range maxLives {
		got, err := have.AddObject(typ, name)
		if err != nil {
			return false
		}
		r.rec.Object, r.rec.Type, r.rec.Name = int64(got), want.Schema().Types[typ].Name, name
		r.input(trace.KindAddObject, trace.Initial)
		if got == o {
			return true
		}
		r.removeInitial(have, got)
	}
	return false
}

func (r *recording) removeInitial(have *world.State, o world.Object) {
	have.RemoveObject(o)
	r.rec.Object = int64(o)
	r.input(trace.KindRemoveObject, trace.Initial)
}

// cellsOf returns the addresses of all dense cells, and of the sparse ones that hold something in one of two states.
func cellsOf(a, b *world.State) []world.Addr {
	schema := a.Schema()
	var list []world.Addr
	for at := range world.Addr(schema.Words) {
		list = append(list, at)
	}
	for i := range schema.Symbols {
		sym := &schema.Symbols[i]
		if !sym.Sparse() {
			continue
		}
		for _, st := range []*world.State{a, b} {
			st.Cells(sym, func(args, _ []world.Word) bool {
				at, _ := sym.Addr(args...)
				for w := range sym.Type.Width() {
					list = append(list, at+world.Addr(w))
				}
				return true
			})
		}
	}
	return list
}
