package world

import (
	"math"
	"testing"
)

// benchSchema has 140 dense words like a soldier's, and a sparse relation of four places over 500 objects.
func benchSchema(b testing.TB) (*Schema, []Object, *State) {
	b.Helper()
	bl := NewBuilder()
	place := bl.ObjectType("place", nil, 0)
	thing := bl.ObjectType("thing", nil, 500)
	number := Type{Kind: KindInt, Lo: math.MinInt64, Hi: math.MaxInt64}
	bl.Symbol(SymbolDef{Name: "at", Params: []Type{{Kind: KindObject, ID: place}}, Type: number})
	for i := range 75 {
		bl.Symbol(SymbolDef{Name: "n" + string(rune('A'+i)), Type: number})
	}
	t := Type{Kind: KindObject, ID: thing}
	bl.Symbol(SymbolDef{Name: "link", Params: []Type{t, t, t, t}, Type: number})
	schema, err := bl.Build()
	if err != nil {
		b.Fatal(err)
	}
	if schema.Words != 140 {
		b.Fatalf("%d words", schema.Words)
	}
	st := NewState(schema)
	var objects []Object
	for range 500 {
		o, err := st.AddObject(thing, "")
		if err != nil {
			b.Fatal(err)
		}
		objects = append(objects, o)
	}
	st.Forget()
	return schema, objects, st
}

var sink Word

func BenchmarkGetDense(b *testing.B) {
	_, _, st := benchSchema(b)
	b.ReportAllocs()
	a := Addr(7)
	for b.Loop() {
		sink += st.Get(a)
		a = (a + 1) & 127
	}
}

func BenchmarkSetUndoDense(b *testing.B) {
	_, _, st := benchSchema(b)
	b.ReportAllocs()
	w := Word(0)
	for b.Loop() {
		m := st.Mark()
		w++
		for a := Addr(0); a < 10; a++ {
			st.Set(a, w)
		}
		st.Undo(m)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10, "ns/set+undo")
}

func BenchmarkSetDense(b *testing.B) {
	_, _, st := benchSchema(b)
	b.ReportAllocs()
	w := Word(0)
	for b.Loop() {
		w++
		for a := Addr(0); a < 100; a++ {
			st.Set(a, w)
		}
		st.Forget()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/set")
}

func BenchmarkUndoDense(b *testing.B) {
	_, _, st := benchSchema(b)
	b.ReportAllocs()
	for a := Addr(0); a < 100; a++ {
		st.Set(a, 5)
	}
	log := append([]Change(nil), st.log...)
	for b.Loop() {
		st.log = append(st.log[:0], log...)
		st.Undo(Mark{})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/undo")
}

func BenchmarkHash(b *testing.B) {
	_, _, st := benchSchema(b)
	b.ReportAllocs()
	sum := uint64(0)
	for b.Loop() {
		sum += st.Hash()
	}
	sink += Word(sum)
}

func BenchmarkMark(b *testing.B) {
	_, _, st := benchSchema(b)
	b.ReportAllocs()
	for b.Loop() {
		st.Undo(st.Mark())
	}
}

func BenchmarkCopyFrom(b *testing.B) {
	_, _, live := benchSchema(b)
	var picture State
	b.ReportAllocs()
	for b.Loop() {
		picture.CopyFrom(live)
	}
}

// The live state writes a sparse cell before every picture.
func BenchmarkCopyFromChanging(b *testing.B) {
	schema, objects, live := benchSchema(b)
	link := schema.Symbol("link")
	var picture State
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		a, _ := link.Addr(objects[i%50], objects[i/50%50], objects[3], objects[4])
		live.Set(a, Word(i+1))
		live.Forget()
		picture.CopyFrom(live)
		i++
	}
}

func fillSparse(b *testing.B) (*State, []Addr) {
	schema, objects, st := benchSchema(b)
	link := schema.Symbol("link")
	var list []Addr
	for i := range 1000 {
		a, ok := link.Addr(objects[i%500], objects[i*7%500], objects[i*13%500], objects[i*31%500])
		if !ok {
			b.Fatal("no address")
		}
		st.Set(a, Word(i+1))
		list = append(list, a)
	}
	st.Forget()
	return st, list
}

func BenchmarkGetSparse(b *testing.B) {
	st, list := fillSparse(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		sink += st.Get(list[i&511])
		i++
	}
}

func BenchmarkGetSparsePicture(b *testing.B) {
	live, list := fillSparse(b)
	var st State
	st.CopyFrom(live)
	st.Set(list[600], 99)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		sink += st.Get(list[i&511])
		i++
	}
}

func BenchmarkSetUndoSparse(b *testing.B) {
	st, list := fillSparse(b)
	b.ReportAllocs()
	w := Word(1000)
	for b.Loop() {
		m := st.Mark()
		w++
		for _, a := range list[:10] {
			st.Set(a, w)
		}
		st.Undo(m)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10, "ns/set+undo")
}

func BenchmarkSetUndoSparsePicture(b *testing.B) {
	live, list := fillSparse(b)
	var st State
	st.CopyFrom(live)
	b.ReportAllocs()
	w := Word(1000)
	for b.Loop() {
		m := st.Mark()
		w++
		for _, a := range list[:10] {
			st.Set(a, w)
		}
		st.Undo(m)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10, "ns/set+undo")
}

func BenchmarkNextMember(b *testing.B) {
	schema, _, st := benchSchema(b)
	typ := schema.ObjectType("thing").ID
	b.ReportAllocs()
	for b.Loop() {
		for o := st.NextMember(typ, 0); o != 0; o = st.NextMember(typ, o) {
			sink += o
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/500, "ns/member")
}

func BenchmarkReadSet(b *testing.B) {
	var r ReadSet
	b.ReportAllocs()
	for b.Loop() {
		r.Reset()
		for a := Addr(0); a < 20; a++ {
			r.Read(a, 0, 5)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/20, "ns/read")
}

func BenchmarkAddr(b *testing.B) {
	schema, objects, _ := benchSchema(b)
	link := schema.Symbol("link")
	b.ReportAllocs()
	for b.Loop() {
		a, _ := link.Addr(objects[1], objects[2], objects[3], objects[4])
		sink += Word(a)
	}
}
