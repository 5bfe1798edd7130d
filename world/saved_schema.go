package world

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// Append appends the schema in a compact form for [ReadSchema]: every name and type, so that values that were saved
// with it can be understood when the model has changed since.
func (s *Schema) Append(b []byte) []byte {
	saved := savedSchema{denseLimit: s.denseLimit, enums: s.Enums, types: s.Types, literals: s.Literals}
	for i := range s.Symbols {
		sym := s.Symbols[i].SymbolDef
		sym.Recalled = s.Symbols[i].InRows() // elsewhere it makes no difference
		saved.symbols = append(saved.symbols, sym)
	}
	c := codec.NewWriter(b)
	saved.code(c)
	return c.Written()
}

// ReadSchema reads what [Schema.Append] has written. After a mistake, which the reader then has, it returns nil.
func ReadSchema(in *Reader) *Schema {
	r := (*codec.Reader)(in)
	var saved savedSchema
	if saved.code(r.Coder()); r.Failed() {
		return nil
	}
	b := NewBuilder()
	b.DenseLimit, b.Literals = saved.denseLimit, saved.literals
	for _, e := range saved.enums {
		b.Enum(e.Name, e.Values)
	}
	for i := range saved.types {
		b.ObjectType(saved.types[i].Name, saved.types[i].Parents, saved.types[i].Max)
	}
	for _, sym := range saved.symbols {
		b.Symbol(sym)
	}
	s, err := b.Build()
	if err != nil {
		r.Fail("the symbols are inconsistent: %v", err)
		return nil
	}
	return s
}

// savedSchema is the saved form of a schema: the declarations that it is built from.
type savedSchema struct {
	denseLimit int
	enums      []Enum
	types      []ObjectType // name, most objects and parents alone
	symbols    []SymbolDef
	literals   *Literals
}

func (s *savedSchema) code(c *codec.Coder) {
	const limits = MaxDenseWords + 1 // schemas with literals have a limit beyond it
	limit := s.denseLimit
	if !s.literals.isEmpty() {
		limit += limits
	}
	if codec.Below(c, &limit, 2*limits); limit >= limits {
		if c.Reads() {
			s.literals = &Literals{}
		}
		s.literals.code(c)
	}
	if c.Reads() {
		s.denseLimit = limit % limits
	}
	for e := range codec.Each(c, &s.enums, codec.NoLimit) {
		c.Text(&e.Name)
		for v := range codec.Each(c, &e.Values, codec.NoLimit) {
			c.Text(v)
		}
	}
	for t := range codec.Each(c, &s.types, codec.NoLimit) {
		c.Text(&t.Name)
		codec.Below(c, &t.Max, MaxObjects+1)
		for p := range codec.Each(c, &t.Parents, codec.NoLimit) {
			codec.Below(c, p, MaxTypes)
		}
	}
	for sym := range codec.Each(c, &s.symbols, codec.NoLimit) {
		sym.code(c)
	}
}

func (s *SymbolDef) code(c *codec.Coder) {
	c.Text(&s.Name)
	scope := int(s.Scope)
	if s.Recalled {
		scope += scopes
	}
	if codec.Below(c, &scope, 2*scopes); c.Reads() {
		s.Scope, s.Recalled = Scope(scope%scopes), scope >= scopes
	}
	c.Bool(&s.Sensed)
	c.Text(&s.Says)
	for t := range codec.Each(c, &s.Params, codec.NoLimit) {
		t.code(c)
	}
	s.Type.code(c)
	codec.Row(c, s.Default[:s.Type.Width()])
}

// Append appends the type for [ReadType].
func (t Type) Append(b []byte) []byte {
	var c codec.Coder
	t.code(c.Write(b))
	return c.Written()
}

// ReadType reads what [Type.Append] has written, a type of the schema.
func (s *Schema) ReadType(in *Reader) Type {
	r := (*codec.Reader)(in)
	var t Type
	t.code(r.Coder())
	if !r.Failed() && (t.Kind == KindEnum && int(t.ID) >= len(s.Enums) || t.Kind == KindObject && int(t.ID) >= len(s.Types)) {
		r.Fail("a type is not declared")
	}
	return t
}

func (t *Type) code(c *codec.Coder) {
	codec.Byte(c, &t.Kind)
	switch t.Kind {
	case KindBool, KindFloat, KindVec2, KindText:
	case KindList:
		codec.Below(c, &t.ID, int(KindList))
		if c.Reads() && !hasElements(Kind(t.ID)) {
			c.Fail("a list has elements of an unknown kind")
		}
	case KindEnum, KindObject:
		codec.Below(c, &t.ID, math.MaxInt32)
	case KindInt:
		codec.Int(c, &t.Lo)
		if codec.Int(c, &t.Hi); t.Lo > t.Hi && c.Reads() {
			c.Fail("a range is empty")
		}
	default:
		if c.Reads() {
			c.Fail("a type has an unknown kind")
		}
	}
}

// Fits reports whether a word has the form of a value of a type: objects need not exist, numbers need not be within
// their range.
func (s *Schema) Fits(t Type, w Word) bool {
	switch t.Kind {
	case KindBool:
		return w == 0 || w == 1
	case KindInt:
		return true
	case KindEnum:
		return w >= 0 && int(w) < len(s.Enums[t.ID].Values)
	case KindText, KindList:
		return w >= 0 && int(w) < s.Literals.Len(t)
	case KindObject:
		pop, index := splitObject(w)
		typ := &s.Types[t.ID]
		return w == 0 || w > 0 && pop == typ.Population && index > 0 && index <= typ.Max
	default:
		return Float(w.Float()) == w
	}
}
