package world

import (
	"fmt"
	"math"
	"strconv"
	"testing"
)

// storages are the two ways in which cells are kept. Everything about states is tested with both.
var storages = []struct {
	name       string
	denseLimit int
}{{"dense", DefaultDenseLimit}, {"sparse", 0}}

func eachStorage(t *testing.T, test func(t *testing.T, s *Schema)) {
	t.Helper()
	for _, storage := range storages {
		t.Run(storage.name, func(t *testing.T) { test(t, zoo(t, storage.denseLimit)) })
	}
}

var anyInt = Type{Kind: KindInt, Lo: math.MinInt64, Hi: math.MaxInt64}

// zoo has every kind of type and parameter. Populations: thing (animal, tool, and robot that is both), place.
func zoo(t testing.TB, denseLimit int) *Schema {
	t.Helper()
	b := NewBuilder()
	b.DenseLimit = denseLimit
	mood := Type{Kind: KindEnum, ID: b.Enum("mood", []string{"calm", "wary", "angry"})}
	thing := Type{Kind: KindObject, ID: b.ObjectType("thing", nil, 6)}
	animal := Type{Kind: KindObject, ID: b.ObjectType("animal", []int32{thing.ID}, 0)}
	tool := Type{Kind: KindObject, ID: b.ObjectType("tool", []int32{thing.ID}, 3)}
	b.ObjectType("robot", []int32{tool.ID, animal.ID}, 0)
	place := Type{Kind: KindObject, ID: b.ObjectType("place", nil, 4)}
	boolean, float, vec := Type{Kind: KindBool}, Type{Kind: KindFloat}, Type{Kind: KindVec2}
	small := Type{Kind: KindInt, Lo: -2, Hi: 2}
	for _, d := range []SymbolDef{
		{Name: "open", Scope: ScopeWorld, Params: []Type{place}, Type: boolean, Default: [2]Word{1}},
		{Name: "hungry", Type: boolean},
		{Name: "money", Type: anyInt, Default: [2]Word{7}},
		{Name: "mood", Scope: ScopeSquad, Type: mood, Default: [2]Word{1}},
		{Name: "at", Params: []Type{thing}, Type: place},
		{Name: "holds", Type: tool},
		{Name: "spot", Params: []Type{thing}, Type: vec, Default: [2]Word{Float(1), Float(-2)}},
		{Name: "home", Type: vec},
		{Name: "level", Params: []Type{small, mood}, Type: float, Default: [2]Word{Float(0.5)}},
		{Name: "link", Params: []Type{thing, thing, thing}, Type: anyInt},
		{Name: "flag", Params: []Type{boolean, place}, Type: thing},
	} {
		b.Symbol(d)
	}
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// addressList returns the address of every word of a schema.
func addressList(s *Schema) []Addr {
	var list []Addr
	for i := range s.Symbols {
		sym := &s.Symbols[i]
		for a := range Addr(sym.Cells) * Addr(sym.Type.Width()) {
			list = append(list, sym.Base+a)
		}
	}
	return list
}

// recomputedHash is the hash of a state computed anew from what can be read of it.
func recomputedHash(st *State) uint64 {
	h := uint64(0)
	for _, a := range addressList(st.schema) {
		h += mixWord(a, st.Get(a)) - mixWord(a, st.schema.Default(a))
	}
	for pop := range st.schema.populations {
		for i := 1; i <= st.schema.populations[pop].max; i++ {
			r := st.objects.part.value.at(int32(pop), i)
			h += r.mix()
		}
	}
	return h
}

// dump is all that can be seen of a state, as text.
func dump(st *State) string {
	var cells []byte
	for _, a := range addressList(st.schema) {
		cells = strconv.AppendUint(append(cells, ' '), uint64(a), 16)
		cells = strconv.AppendInt(append(cells, '='), int64(st.Get(a)), 16)
	}
	text := fmt.Sprintf("hash %x\n%s", st.Hash(), cells)
	for typ := range st.schema.Types {
		text += fmt.Sprintf("\n%s %d:", st.schema.Types[typ].Name, st.CountMembers(int32(typ)))
		for _, o := range st.Objects(int32(typ)) {
			name := st.ObjectName(o, int32(typ))
			same, own, _ := st.ObjectNamed(name)
			text += fmt.Sprintf(" %x %s %x %d", o, name, same, own)
		}
	}
	for pop := range st.schema.populations {
		for i := range st.schema.populations[pop].max + 1 {
			text += fmt.Sprintf(" %x", st.objects.part.value.at(int32(pop), i).ref)
		}
	}
	return text
}

func mustAdd(t testing.TB, st *State, typ, name string) Object {
	t.Helper()
	o, err := st.AddObject(st.schema.ObjectType(typ).ID, name)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func mustAddr(t testing.TB, s *Schema, symbol string, args ...Word) Addr {
	t.Helper()
	a, ok := s.Symbol(symbol).Addr(args...)
	if !ok {
		t.Fatalf("%s%v has no address", symbol, args)
	}
	return a
}
