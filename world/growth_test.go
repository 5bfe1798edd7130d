package world

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// warehouse is a state with n items, each of which has a place, an owner and a neighbour, all in sparse symbols.
func warehouse(t testing.TB, n int) (*State, []Object) {
	t.Helper()
	b := NewBuilder()
	b.DenseLimit = 64
	item := b.ObjectType("item", nil, n)
	of := Type{Kind: KindObject, ID: item}
	b.Symbol(SymbolDef{Name: "place", Params: []Type{of}, Type: Type{Kind: KindVec2}})
	b.Symbol(SymbolDef{Name: "next", Params: []Type{of}, Type: of})
	b.Symbol(SymbolDef{Name: "near", Params: []Type{of, of}, Type: Type{Kind: KindBool}})
	schema, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(schema)
	objects := make([]Object, n)
	for i := range objects {
		objects[i], _ = st.AddObject(item, "")
	}
	for i, o := range objects {
		other := objects[(i*7+1)%n]
		for _, w := range []struct {
			name string
			word Word
			args []Word
		}{{"place", Word(i + 1), []Word{o}}, {"next", other, []Word{o}}, {"near", 1, []Word{o, other}}} {
			a, ok := schema.Symbol(w.name).Addr(w.args...)
			if !ok {
				t.Fatal("no such cell")
			}
			st.Set(a, w.word)
		}
	}
	st.Forget()
	return st, objects
}

// Removing all objects one after the other looks at as many words for each, however many there are, also if a picture
// shares the cells, and if a word is written before each.
func TestRemovingObjectsLooksAtWhatMentionsThem(t *testing.T) {
	for _, how := range []string{"alone", "shared", "written"} {
		least := 0.0
		for _, n := range []int{1000, 2000, 4000, 8000} {
			st, objects := warehouse(t, n)
			var picture State
			if how == "shared" {
				picture.CopyFrom(st)
			}
			for i, o := range objects {
				if how == "written" {
					a, _ := st.schema.Symbol("next").Addr(objects[n-1])
					st.Set(a, objects[i+(n-i)/2])
				}
				st.RemoveObject(o)
			}
			perObject := float64(st.looked) / float64(n)
			t.Logf("%s, %d objects: %.1f words each", how, n, perObject)
			if least == 0 {
				least = perObject
			}
			if perObject > 2*least || perObject > 1000 {
				t.Errorf("%s: of %d objects each has %.1f words looked at, where it is %.1f with 1000", how, n, perObject, least)
			}
			if st.sparse.collect(nil, st.schema.defaults, func(Addr, Word) bool { return true }) != nil {
				t.Error("cells of removed objects have values")
			}
		}
	}
}

// Removing objects in a row leaves the same state and log as looking at all words for each.
func TestRemovingInARowIsRemovingOneByOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(rt, "objects")
		row, objects := warehouse(t, n)
		single, _ := warehouse(t, n)
		var picture State
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			o := rapid.SampledFrom(objects).Draw(rt, "object")
			switch rapid.IntRange(-1, 5).Draw(rt, "what") {
			case -1: // more than are kept apart
				for i := range 3 * laterMin {
					from, to := objects[i%n], objects[(i+i/n)%n]
					if a, _ := row.schema.Symbol("near").Addr(from, to); row.Alive(from) && row.Alive(to) {
						row.Set(a, Word(i/7&1))
						single.Set(a, Word(i/7&1))
					}
				}
			case 0:
				if a, _ := row.schema.Symbol("next").Addr(o); row.Alive(o) {
					to := rapid.SampledFrom(objects).Draw(rt, "to")
					row.Set(a, to)
					single.Set(a, to)
				}
			case 1:
				picture.CopyFrom(row)
			case 2:
				if row.far != nil {
					row.gone = goneUnlisted
				}
			default:
				row.RemoveObject(o)
				single.needFar()
				single.gone = 0 // have it look at all words
				single.RemoveObject(o)
			}
			if got, want := dump(row), dump(single); got != want {
				rt.Fatalf("got\n%s\nwant\n%s", got, want)
			}
			if got, want := fmt.Sprint(row.log), fmt.Sprint(single.log); got != want {
				rt.Fatalf("log %s, want %s", got, want)
			}
		}
	})
}

// BenchmarkRemoveAll measures the removal of all objects of a state, one after the other.
func BenchmarkRemoveAll(b *testing.B) {
	for _, n := range []int{1000, 2000, 4000, 8000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			st, objects := warehouse(b, n)
			b.ReportAllocs()
			least := time.Hour
			for b.Loop() {
				before := b.Elapsed()
				for _, o := range objects {
					st.RemoveObject(o)
				}
				least = min(least, b.Elapsed()-before)
				b.StopTimer()
				st.Undo(Mark{})
				b.StartTimer()
			}
			b.ReportMetric(float64(least)/float64(n), "ns/object")
		})
	}
}
