package world

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// reference is a state in the most obvious way.
type reference struct {
	schema  *Schema
	cells   map[Addr]Word // what differs from its default
	objects map[[2]int]record
}

func newReference(s *Schema) *reference {
	return &reference{s, map[Addr]Word{}, map[[2]int]record{}}
}

func (r *reference) clone() *reference {
	return &reference{r.schema, maps.Clone(r.cells), maps.Clone(r.objects)}
}

func (r *reference) set(a Addr, w Word) {
	if r.cells[a] = w; w == r.schema.Default(a) {
		delete(r.cells, a)
	}
}

func (r *reference) get(a Addr) Word {
	if w, ok := r.cells[a]; ok {
		return w
	}
	return r.schema.Default(a)
}

// add returns 0 when the population is full or the name is taken.
func (r *reference) add(typ int32, name string) Object {
	t := &r.schema.Types[typ]
	for _, rec := range r.objects {
		if rec.info.alive && name != "" && rec.info.name == name {
			return 0
		}
	}
	for i := 1; i <= t.Max; i++ {
		key := [2]int{int(t.Population), i}
		if rec := r.objects[key]; !rec.info.alive {
			o := makeObject(t.Population, i, rec.ref>>generationShift+1)
			r.objects[key] = record{ref: o, info: objectInfo{name: name, typ: typ, alive: true}}
			return o
		}
	}
	return 0
}

func (r *reference) remove(o Object) {
	pop, index := splitObject(o)
	key := [2]int{int(pop), index}
	rec := r.objects[key]
	rec.info.alive, rec.info.name = false, ""
	r.objects[key] = rec
	for a, w := range maps.Clone(r.cells) {
		sym := r.schema.SymbolAt(a)
		if sym.Type.Kind == KindObject && w == o {
			delete(r.cells, a)
		}
		for i, p := range sym.Params {
			if p.Kind == KindObject && r.schema.Types[p.ID].Population == pop && sym.indexAt(i, a) == uint64(index) {
				delete(r.cells, a)
			}
		}
	}
}

// check compares all that can be seen of a state with its reference.
func (r *reference) check(t *rapid.T, what string, st *State) {
	for _, a := range addressList(r.schema) {
		if st.Get(a) != r.get(a) {
			t.Fatalf("%s: %s at %x is %x, want %x", what, r.schema.SymbolAt(a).Name, a, st.Get(a), r.get(a))
		}
	}
	for typ := range r.schema.Types {
		want := r.members(int32(typ))
		if got := st.Objects(int32(typ)); !slices.Equal(got, want) || st.CountMembers(int32(typ)) != len(want) {
			t.Fatalf("%s: members of %s are %x, want %x", what, r.schema.Types[typ].Name, got, want)
		}
	}
	for _, rec := range r.objects {
		if st.Alive(rec.ref) != rec.info.alive {
			t.Fatalf("%s: %x alive: %v", what, rec.ref, st.Alive(rec.ref))
		}
		if rec.info.name != "" {
			if o, typ, ok := st.ObjectNamed(rec.info.name); !ok || o != rec.ref || typ != rec.info.typ {
				t.Fatalf("%s: %s is %x, want %x", what, rec.info.name, o, rec.ref)
			}
		}
	}
	if got, want := st.Hash(), recomputedHash(st); got != want {
		t.Fatalf("%s: hash %x, recomputed %x", what, got, want)
	}
}

func (r *reference) members(typ int32) []Object {
	var list []Object
	t := &r.schema.Types[typ]
	for i := 1; i <= t.Max; i++ {
		if rec := r.objects[[2]int{int(t.Population), i}]; rec.info.alive && t.Has(rec.info.typ) {
			list = append(list, rec.ref)
		}
	}
	return list
}

// tracked is a state with its reference, and marks with the references of then.
type tracked struct {
	state State
	ref   *reference
	marks []Mark
	then  []*reference
	dumps []string
}

// machine does random things to a live state (the first) and to pictures of it and of each other.
type machine struct {
	schema    *Schema
	addresses []Addr
	all       []*tracked
}

func newMachine(s *Schema) *machine {
	m := &machine{schema: s, addresses: addressList(s)}
	for range 4 {
		x := &tracked{ref: newReference(s)}
		x.state.CopyFrom(NewState(s))
		m.all = append(m.all, x)
	}
	return m
}

func (m *machine) pick(t *rapid.T) *tracked {
	return m.all[rapid.IntRange(0, len(m.all)-1).Draw(t, "state")]
}

func (m *machine) set(t *rapid.T) {
	x := m.pick(t)
	a, w := rapid.SampledFrom(m.addresses).Draw(t, "address"), Word(rapid.Int64Range(-1, 3).Draw(t, "word"))
	x.state.Set(a, w)
	x.ref.set(a, w)
}

func (m *machine) setMany(t *rapid.T) {
	x := m.pick(t)
	start, step := rapid.IntRange(0, len(m.addresses)-1).Draw(t, "start"), rapid.IntRange(1, 50).Draw(t, "step")
	w := Word(rapid.Int64Range(0, 3).Draw(t, "word"))
	for i := range rapid.IntRange(50, 150).Draw(t, "count") {
		a := m.addresses[(start+i*step)%len(m.addresses)]
		x.state.Set(a, w)
		x.ref.set(a, w)
	}
}

func (m *machine) add(t *rapid.T) {
	x := m.pick(t)
	typ := int32(rapid.IntRange(0, len(m.schema.Types)-1).Draw(t, "type"))
	name := rapid.SampledFrom([]string{"", "a", "b", "c", "d", "e"}).Draw(t, "name")
	o, err := x.state.AddObject(typ, name)
	if want := x.ref.add(typ, name); o != want || (err != nil) != (want == 0) {
		t.Fatalf("added %x, want %x, error %v", o, want, err)
	}
}

func (m *machine) remove(t *rapid.T) {
	x := m.pick(t)
	list := append(x.ref.members(0), x.ref.members(m.schema.ObjectType("place").ID)...)
	if len(list) == 0 {
		t.Skip("no objects")
	}
	o := rapid.SampledFrom(list).Draw(t, "object")
	// Let some cell of the object's type hold it.
	var holders []Addr
	for _, a := range m.addresses {
		typ := m.schema.SymbolAt(a).Type
		if pop, _ := splitObject(o); typ.Kind == KindObject && m.schema.Types[typ.ID].Population == pop {
			holders = append(holders, a)
		}
	}
	a := rapid.SampledFrom(holders).Draw(t, "holder")
	x.state.Set(a, o)
	x.ref.set(a, o)
	if !x.state.RemoveObject(o) {
		t.Fatalf("%x is not there", o)
	}
	x.ref.remove(o)
}

func (m *machine) mark(t *rapid.T) {
	x := m.pick(t)
	x.marks, x.then = append(x.marks, x.state.Mark()), append(x.then, x.ref.clone())
	x.dumps = append(x.dumps, dump(&x.state))
}

func (m *machine) undo(t *rapid.T) {
	x := m.pick(t)
	if len(x.marks) == 0 {
		t.Skip("no marks")
	}
	i := rapid.IntRange(0, len(x.marks)-1).Draw(t, "mark")
	x.state.Undo(x.marks[i])
	if got := dump(&x.state); got != x.dumps[i] {
		t.Fatalf("undo gives\n%s\nwant\n%s", got, x.dumps[i])
	}
	x.ref = x.then[i].clone()
	x.marks, x.then, x.dumps = x.marks[:i+1], x.then[:i+1], x.dumps[:i+1]
}

func (m *machine) forget(t *rapid.T) {
	x := m.pick(t)
	x.state.Forget()
	x.marks, x.then, x.dumps = nil, nil, nil
}

func (m *machine) picture(t *rapid.T) {
	x, src := m.pick(t), m.pick(t)
	if x == src {
		t.Skip("the same")
	}
	x.state.CopyFrom(&src.state)
	if !x.state.Equal(&src.state) || x.state.Hash() != src.state.Hash() || len(x.state.Changes(Mark{})) != 0 {
		t.Fatal("the picture differs")
	}
	x.ref = src.ref.clone()
	x.marks, x.then, x.dumps = nil, nil, nil
}

func (m *machine) check(t *rapid.T) {
	for i, x := range m.all {
		x.ref.check(t, fmt.Sprint("state ", i), &x.state)
		for k, y := range m.all[:i] {
			same := maps.Equal(x.ref.cells, y.ref.cells) && maps.EqualFunc(x.ref.objects, y.ref.objects,
				func(a, b record) bool {
					return a.ref == b.ref && a.info.alive == b.info.alive && (!a.info.alive || a.info == b.info)
				})
			if got := x.state.Equal(&y.state); got != same || same != (x.state.Hash() == y.state.Hash()) {
				t.Fatalf("states %d and %d: equal %v, hashes %x %x, references equal %v", k, i, got, x.state.Hash(), y.state.Hash(), same)
			}
		}
	}
}

// Undo restores everything to the byte, hash included; the hash kept up to date is the one computed anew; pictures and
// their sources never see each other's writes; states are equal exactly when they hold the same.
func TestStatesDoWhatTheReferenceDoes(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		rapid.Check(t, func(t *rapid.T) {
			m := newMachine(s)
			t.Repeat(map[string]func(*rapid.T){
				"set": m.set, "set2": m.set, "many": m.setMany, "add": m.add, "remove": m.remove, "mark": m.mark,
				"undo": m.undo, "forget": m.forget, "picture": m.picture, "": m.check,
			})
		})
	})
}

// However a state came about, by whatever detours, equal ones enumerate their cells alike.
func TestEqualStatesEnumerateAlike(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		addresses := addressList(s)
		rapid.Check(t, func(t *rapid.T) {
			final := rapid.MapOf(rapid.SampledFrom(addresses), rapid.Map(rapid.Int64Range(0, 3), func(i int64) Word { return Word(i) })).Draw(t, "cells")
			build := func(label string) *State {
				st := NewState(s)
				for range rapid.IntRange(0, 60).Draw(t, label+" detours") {
					a := rapid.SampledFrom(addresses).Draw(t, "detour")
					if _, ok := final[a]; ok {
						continue
					}
					st.Set(a, 77)
					if rapid.Bool().Draw(t, "picture") {
						next := &State{}
						next.CopyFrom(st)
						st = next
					}
					st.Set(a, s.Default(a))
				}
				for _, a := range rapid.Permutation(slices.Sorted(maps.Keys(final))).Draw(t, label) {
					st.Set(a, final[a])
				}
				return st
			}
			x, y := build("x"), build("y")
			if !x.Equal(y) || x.Hash() != y.Hash() {
				t.Fatal("not equal")
			}
			if a, b := listing(x), listing(y); a != b {
				t.Fatalf("%s\nand\n%s", a, b)
			}
		})
	})
}

func listing(st *State) string {
	text := ""
	for i := range st.schema.Symbols {
		st.Cells(&st.schema.Symbols[i], func(args, words []Word) bool {
			text += fmt.Sprintln(st.schema.Symbols[i].Name, args, words)
			return true
		})
	}
	return text
}
