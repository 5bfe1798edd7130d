package world

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// typed makes a schema with one symbol of a type: a small one, or a large relation. Besides there are an enum of three
// values and two populations, of at most 5 and 9 objects.
func typed(t *testing.T, typ Type, large bool) *Schema {
	t.Helper()
	b := NewBuilder()
	b.Enum("mood", []string{"calm", "angry", "afraid"})
	b.ObjectType("foe", nil, 5)
	b.ObjectType("log", nil, 9)
	def := SymbolDef{Name: "x", Type: typ}
	if large {
		b.DenseLimit = 0
		def.Params = []Type{{Kind: KindInt, Lo: 0, Hi: 99}}
	}
	b.Symbol(def)
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// forms are types with words that are values of them, and words that are not.
var forms = []struct {
	typ        Type
	fit, wrong []Word
}{
	{Type{Kind: KindBool}, []Word{1}, []Word{2, -1, math.MaxInt64, math.MinInt64}},
	{Type{Kind: KindEnum}, []Word{1, 2}, []Word{3, -1, math.MinInt64}},
	{Type{Kind: KindInt, Lo: 0, Hi: 9}, []Word{9}, nil},
	{Type{Kind: KindFloat}, []Word{Float(1.5), Float(-math.MaxFloat64), Float(math.MaxFloat64)}, []Word{math.MaxInt64, math.MinInt64, Float(math.MaxFloat64) + 1, -1}},
	{Type{Kind: KindVec2}, []Word{Float(1.5)}, []Word{math.MaxInt64, Float(-math.MaxFloat64) - 1}},
	{Type{Kind: KindObject, ID: 0}, []Word{1, 5, 3<<(IndexBits+populationBits) + 2}, []Word{6, -1, IndexMask, 1<<IndexBits + 1, 1 << (IndexBits + populationBits), math.MinInt64 + 1}},
	{Type{Kind: KindObject, ID: 1}, []Word{1<<IndexBits + 9}, []Word{1, 9, 1<<IndexBits + 10, 2<<IndexBits + 1, 1 << IndexBits}},
}

// TestSavedWordsOfOtherTypesAreRefused writes words of all forms as those of a symbol of whole numbers, which takes
// any, and reads them as those of another: in small symbols, in large ones, in the second word of a vec2, and as what a
// change in the log was before.
func TestSavedWordsOfOtherTypesAreRefused(t *testing.T) {
	any := Type{Kind: KindInt, Lo: math.MinInt64, Hi: math.MaxInt64}
	for _, f := range forms {
		for _, large := range []bool{false, true} {
			s := typed(t, f.typ, large)
			width := Addr(f.typ.Width())
			for second := range width {
				read := func(write func(st *State, a Addr)) error {
					as := typed(t, any, large)
					if width == 2 {
						as = typed(t, Type{Kind: KindVec2}, large) // whose words Set does not look at either
					}
					st := NewState(as)
					a := as.Symbols[0].Base
					if large {
						a, _ = as.Symbols[0].Addr(7)
					}
					write(st, a+second)
					r := codec.NewReader(st.Append(nil, nil))
					new(State).Read((*Reader)(r), s, nil)
					r.End()
					return r.Err()
				}
				name := fmt.Sprintf("%s, large %v, word %d of a value", FormatType(s, f.typ), large, second)
				for _, w := range f.fit {
					if err := read(func(st *State, a Addr) { st.Set(a, w) }); err != nil {
						t.Errorf("%s: %#x is refused: %v", name, int64(w), err)
					}
				}
				for _, w := range f.wrong {
					if err := read(func(st *State, a Addr) { st.Set(a, w); st.Forget() }); err == nil || !strings.Contains(err.Error(), "a value of x has the wrong type") {
						t.Errorf("%s: %#x is read: %v", name, int64(w), err)
					}
					if err := read(func(st *State, a Addr) { was := st.Get(a); st.Set(a, w); st.Set(a, was) }); err == nil {
						t.Errorf("%s: %#x is read as what was there before", name, int64(w))
					}
				}
			}
		}
	}
}

// TestSavedCellsOfNoSymbolAreRefused reads cells of a state whose symbols take more than those of the schema.
func TestSavedCellsOfNoSymbolAreRefused(t *testing.T) {
	for _, large := range []bool{false, true} {
		few, most := typed(t, Type{Kind: KindInt, Lo: 0, Hi: 9}, large), typed(t, Type{Kind: KindVec2}, large)
		st := NewState(most)
		a := most.Symbols[0].Base + 1
		if large {
			a, _ = most.Symbols[0].Addr(99)
			a++
		}
		for name, change := range map[string]func(){
			"a cell":   func() { st.Set(a, Float(1)); st.Forget() },
			"a change": func() { st.Set(a, 0) },
		} {
			st.CopyFrom(NewState(most))
			st.Set(a, Float(2))
			st.Forget()
			change()
			r := codec.NewReader(st.Append(nil, nil))
			new(State).Read((*Reader)(r), few, nil)
			if r.End(); r.Err() == nil {
				t.Errorf("large %v: %s beyond the last symbol is read", large, name)
			}
		}
	}
}
