package world

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// speakers returns a schema with literals.
func speakers(t *testing.T, texts ...string) *Schema {
	t.Helper()
	b := NewBuilder()
	b.Literals = &Literals{}
	b.Symbol(SymbolDef{Name: "hungry", Type: boolean})
	for _, s := range texts {
		b.Literals.Add(TextType, Literal{Text: s})
	}
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLiteralsAreKeptOnce(t *testing.T) {
	l := &Literals{}
	add := func(typ Type, v Literal) Word {
		w, ok := l.Add(typ, v)
		if !ok {
			t.Errorf("%v of %v is not added", v, typ)
		}
		return w
	}
	a, b := add(TextType, Literal{Text: "a"}), add(TextType, Literal{Text: ""})
	if a == b || add(TextType, Literal{Text: "a"}) != a || l.Len(TextType) != 2 {
		t.Errorf("texts %d and %d of %d", a, b, l.Len(TextType))
	}
	one, none := add(IntsType, Literal{Ints: []int64{1}}), add(IntsType, Literal{})
	if one == none || add(IntsType, Literal{Ints: []int64{1}}) != one || add(IntsType, Literal{Ints: []int64{}}) != none || l.Len(IntsType) != 2 {
		t.Errorf("lists %d and %d of %d", one, none, l.Len(IntsType))
	}
	add(TextsType, Literal{Texts: []string{"a, b"}})
	add(TextsType, Literal{Texts: []string{"a", "b"}})
	add(TextsType, Literal{Texts: []string{`a", "b`}})
	add(FloatsType, Literal{Floats: []float64{1}})
	if l.Len(TextsType) != 3 || l.Len(FloatsType) != 1 {
		t.Errorf("%d lists of texts, %d of floats", l.Len(TextsType), l.Len(FloatsType))
	}
	if w, ok := l.Find(TextType, Literal{Text: "b"}); ok {
		t.Errorf("what is not there is %d", w)
	}
	if v, ok := l.At(IntsType, one); !ok || !slices.Equal(v.Ints, []int64{1}) {
		t.Errorf("%v", v)
	}
	for _, w := range []Word{-1, 2} {
		if v, ok := l.At(TextType, w); ok {
			t.Errorf("%d is %v", w, v)
		}
	}
	if _, ok := l.Add(boolean, Literal{}); ok || l.Len(boolean) != 0 || (*Literals)(nil).Len(TextType) != 0 {
		t.Error("a bool is a literal")
	}
	for i := range MaxLiterals {
		l.Add(TextType, Literal{Text: fmt.Sprint("text ", i)})
	}
	if _, ok := l.Add(TextType, Literal{Text: "one more"}); ok || l.Len(TextType) != MaxLiterals {
		t.Errorf("%d texts", l.Len(TextType))
	}
}

func TestLiteralsAsTheyAreWritten(t *testing.T) {
	s := speakers(t)
	for _, c := range []struct {
		typ  Type
		v    Literal
		want string
		name string
	}{
		{TextType, Literal{Text: "say \"halt\"\n"}, `"say \"halt\"\n"`, "text"}, {IntsType, Literal{Ints: []int64{1, -2}}, "[1, -2]", "list of int"},
		{FloatsType, Literal{Floats: []float64{1, -2.5}}, "[1, -2.5]", "list of float"}, {TextsType, Literal{Texts: []string{"a", ""}}, `["a", ""]`, "list of text"}, {TextsType, Literal{}, "[]", "list of text"},
	} {
		w, _ := s.Literals.Add(c.typ, c.v)
		if got := FormatWord(s, nil, c.typ, []Word{w}); got != c.want || FormatType(s, c.typ) != c.name {
			t.Errorf("%v is written %s, a %s", c.v, got, FormatType(s, c.typ))
		}
		if !s.Fits(c.typ, w) || s.Fits(c.typ, -1) || s.Fits(c.typ, 9) {
			t.Errorf("%s: other words fit", c.name)
		}
	}
	if got := FormatWord(s, nil, TextType, []Word{9}); got != "text#9" {
		t.Error(got)
	}
}

// TestSymbolsHoldNoLiterals: neither values nor arguments of symbols are texts.
func TestSymbolsHoldNoLiterals(t *testing.T) {
	for _, d := range []SymbolDef{{Name: "line", Type: TextType}, {Name: "way", Type: IntsType}, {Name: "heard", Type: boolean, Params: []Type{TextType}}} {
		b := NewBuilder()
		b.Symbol(d)
		if _, err := b.Build(); err == nil {
			t.Errorf("%s is accepted", d.Name)
		}
	}
}

func TestSavedLiterals(t *testing.T) {
	s := speakers(t, "a", "b\n")
	s.Literals.Add(IntsType, Literal{Ints: []int64{1, -1 << 62}})
	s.Literals.Add(FloatsType, Literal{Floats: []float64{0.5}})
	s.Literals.Add(TextsType, Literal{Texts: []string{"x", "y"}})
	saved := s.Append(nil)
	r := codec.NewReader(saved)
	back := ReadSchema((*Reader)(r))
	if back == nil || r.Failed() {
		t.Fatal(r.Err())
	}
	for _, typ := range literalTypes {
		for i := range s.Literals.Len(typ) {
			was, is := FormatWord(s, nil, typ, []Word{Word(i)}), FormatWord(back, nil, typ, []Word{Word(i)})
			if was != is || s.Literals.Len(typ) != back.Literals.Len(typ) {
				t.Errorf("%s is read as %s", was, is)
			}
		}
	}
	for n := range saved {
		r := codec.NewReader(saved[:n])
		if ReadSchema((*Reader)(r)) != nil && !r.Failed() {
			t.Errorf("the first %d of %d bytes are a schema", n, len(saved))
		}
	}
	twice := bytes.Replace(speakers(t, "aa", "ab").Append(nil), []byte("ab"), []byte("aa"), 1)
	if r = codec.NewReader(twice); ReadSchema((*Reader)(r)) != nil {
		t.Error("a text that is there twice is read")
	}
	if plain := speakers(t).Append(nil); len(plain) >= len(saved) {
		t.Error("a schema without literals takes as many bytes")
	}
}

// TestMigratedLiterals are found by their values.
func TestMigratedLiterals(t *testing.T) {
	from, to := speakers(t, "a", "b", "c"), speakers(t, "c", "x", "a")
	from.Literals.Add(IntsType, Literal{Ints: []int64{1}})
	to.Literals.Add(IntsType, Literal{Ints: []int64{2}})
	to.Literals.Add(IntsType, Literal{Ints: []int64{1}})
	to.Literals.Add(FloatsType, Literal{Floats: []float64{1}})
	m, err := NewMigration(from, to)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		was, is Type
		w, want Word
		ok      bool
	}{
		{TextType, TextType, 0, 2, true}, {TextType, TextType, 1, 0, false}, {TextType, TextType, 2, 0, true}, {TextType, TextType, 3, 0, false},
		{IntsType, IntsType, 0, 1, true}, {IntsType, FloatsType, 0, 0, false}, {TextType, IntsType, 0, 0, false},
	} {
		if now, clamped, ok := m.Words(c.was, c.is, [2]Word{c.w}); ok != c.ok || clamped || ok && now[0] != c.want {
			t.Errorf("%d of %v is %d of %v: %v", c.w, c.was, now[0], c.is, ok)
		}
	}
	if now, ok := m.TypeNow(IntsType); !ok || now != IntsType {
		t.Errorf("lists of int are %v", now)
	}
}
