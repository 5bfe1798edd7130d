package world

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// Append appends the schema in a compact form for [ReadSchema]: every name and type, so that values that were saved with it can be
// understood when the model has changed since.
func (s *Schema) Append(b []byte) []byte {
	b = codec.AppendUint(b, s.denseLimit)
	b = codec.AppendUint(b, len(s.Enums))
	for i := range s.Enums {
		b = codec.AppendText(b, s.Enums[i].Name)
		b = codec.AppendUint(b, len(s.Enums[i].Values))
		for _, v := range s.Enums[i].Values {
			b = codec.AppendText(b, v)
		}
	}
	b = codec.AppendUint(b, len(s.Types))
	for i := range s.Types {
		t := &s.Types[i]
		b = codec.AppendText(b, t.Name)
		b = codec.AppendUint(b, t.Max)
		b = codec.AppendUint(b, len(t.Parents))
		for _, p := range t.Parents {
			b = codec.AppendUint(b, p)
		}
	}
	b = codec.AppendUint(b, len(s.Symbols))
	for i := range s.Symbols {
		b = s.Symbols[i].append(b)
	}
	return b
}

func (s *Symbol) append(b []byte) []byte {
	b = codec.AppendText(b, s.Name)
	scope := byte(s.Scope)
	if s.InRows() { // elsewhere it makes no difference
		scope += scopes
	}
	b = append(b, scope)
	b = codec.AppendBool(b, s.Sensed)
	b = codec.AppendText(b, s.Says)
	b = codec.AppendUint(b, len(s.Params))
	for _, p := range s.Params {
		b = p.Append(b)
	}
	b = s.Type.Append(b)
	for i := range s.Type.Width() {
		b = codec.AppendInt(b, s.Default[i])
	}
	return b
}

// Append appends the type for [ReadType].
func (t Type) Append(b []byte) []byte {
	b = append(b, byte(t.Kind))
	switch t.Kind {
	case KindEnum, KindObject:
		b = codec.AppendUint(b, t.ID)
	case KindInt:
		b = codec.AppendInt(codec.AppendInt(b, t.Lo), t.Hi)
	}
	return b
}

// ReadSchema reads what [Schema.Append] has written. After a mistake, which the reader then has, it returns nil.
func ReadSchema(in *Reader) *Schema {
	r := (*codec.Reader)(in)
	b := NewBuilder()
	b.DenseLimit = r.Below(MaxDenseWords + 1)
	for range r.Count() {
		name := r.Text()
		var values []string
		for range r.Count() {
			values = append(values, r.Text())
		}
		b.Enum(name, values)
	}
	for range r.Count() {
		name, most := r.Text(), r.Below(MaxObjects+1)
		var parents []int32
		for range r.Count() {
			parents = append(parents, int32(r.Below(MaxTypes)))
		}
		b.ObjectType(name, parents, most)
	}
	for range r.Count() {
		if readSymbol(r, b); r.Failed() {
			return nil
		}
	}
	if r.Failed() {
		return nil
	}
	s, err := b.Build()
	if err != nil {
		r.Fail("its symbols contradict each other: %v", err)
		return nil
	}
	return s
}

func readSymbol(r *codec.Reader, b *Builder) {
	def := SymbolDef{Name: r.Text()}
	scope := r.Below(2 * scopes)
	def.Scope, def.Recalled = Scope(scope%scopes), scope >= scopes
	def.Sensed, def.Says = r.Bool(), r.Text()
	for range r.Count() {
		def.Params = append(def.Params, readType(r, math.MaxInt32))
	}
	def.Type = readType(r, math.MaxInt32)
	for i := range def.Type.Width() {
		def.Default[i] = Word(r.Int())
	}
	b.Symbol(def)
}

// ReadType reads what [Type.Append] has written, a type of the schema.
func (s *Schema) ReadType(in *Reader) Type {
	r := (*codec.Reader)(in)
	t := readType(r, math.MaxInt32)
	if !r.Failed() && (t.Kind == KindEnum && int(t.ID) >= len(s.Enums) || t.Kind == KindObject && int(t.ID) >= len(s.Types)) {
		r.Fail("a type in it is not declared")
	}
	return t
}

func readType(r *codec.Reader, ids int) Type {
	t := Type{Kind: Kind(r.Byte())}
	switch t.Kind {
	case KindBool, KindFloat, KindVec2:
	case KindEnum, KindObject:
		t.ID = int32(r.Below(ids))
	case KindInt:
		if t.Lo, t.Hi = r.Int(), r.Int(); t.Lo > t.Hi {
			r.Fail("a range in it is empty")
		}
	default:
		r.Fail("a type in it is of no known kind")
	}
	return t
}

// Fits reports whether a word may stand for a value of a type, as far as its form goes: objects need not exist, numbers need not be
// within their range.
func (s *Schema) Fits(t Type, w Word) bool {
	switch t.Kind {
	case KindBool:
		return w == 0 || w == 1
	case KindInt:
		return true
	case KindEnum:
		return w >= 0 && int(w) < len(s.Enums[t.ID].Values)
	case KindObject:
		pop, index := splitObject(w)
		typ := &s.Types[t.ID]
		return w == 0 || w > 0 && pop == typ.Population && index > 0 && index <= typ.Max
	default:
		return Float(w.Float()) == w
	}
}
