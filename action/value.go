package action

import "github.com/karakuri-ai/karakuri/world"

// Enum is a value of an enum as its index in the declaration. Any integer type of the host's own does as well.
type Enum int32

// Value is a value with its type: the argument of a parameter that takes several types.
type Value struct {
	Type  world.Type
	Words [2]world.Word // the second is used by vec2 only
}

// Kind returns the kind of the value.
func (v Value) Kind() world.Kind { return v.Type.Kind }

// Object returns the value as an object, or 0 (none) if it is of another kind.
func (v Value) Object() world.Object {
	if v.Type.Kind != world.KindObject {
		return 0
	}
	return v.Words[0]
}

// Enum returns the value of an enum as its index, or -1 when it is of another kind.
func (v Value) Enum() Enum {
	if v.Type.Kind != world.KindEnum {
		return -1
	}
	return Enum(v.Words[0])
}

// Vec2 returns the value of a vec2; ok is false when it is of another kind.
func (v Value) Vec2() (at Vec2, ok bool) {
	if v.Type.Kind != world.KindVec2 {
		return Vec2{}, false
	}
	return Vec2{v.Words[0].Float(), v.Words[1].Float()}, true
}

// Text returns the value as text: 12, home, e1, (1, 2).
func (v Value) Text(st *world.State) string {
	return world.FormatWord(st.Schema(), st, v.Type, v.Words[:v.Type.Width()])
}
