package def

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Sense is a sensor: sense sight { range 12; cone 110deg; line_of_sight; lose_range 15; reaction 0.2s }
//
// Its kind is its name, unless one is given: sense eagle_eyes: sight { range 40 }. Only agents mention senses, so that
// a symbol may have the same name.
type Sense struct {
	Head
	Name    string
	Kind    Name // empty: that of its name
	Clauses []*SenseClause
	End     []string
}

// Memory is a part of what agents remember with: memory short { span 8s; capacity 32; decay 0.1/s }
//
// Its kind is short or long: its name, unless one is given, as for a [Sense].
type Memory struct {
	Head
	Name    string
	Kind    Name
	Clauses []*SenseClause
	End     []string
}

// SenseClause is a line of a [Sense] or [Memory]: a word that [SenseTable] or [MemoryTable] documents, with constants.
type SenseClause struct {
	Head
	Word   string
	Values []expr.Node // of those that take a list, several
	Rate   bool        // written "0.1/s"
}

// SenseInfo is a checked sense. Numbers that are not given are 0.
type SenseInfo struct {
	Decl *Sense
	ID   int32
	Name string
	Kind string // sight, hearing, touch, damage or talk

	Range, LoseRange, TouchRange, Cone, Falloff, Damping, Blur, Threshold, Confidence float64
	Every, Reaction, Jitter, Heed                                                     float64 // seconds
	LineOfSight                                                                       bool
}

// MemoryInfo is a checked memory. Numbers that are not given are 0.
type MemoryInfo struct {
	Decl *Memory
	ID   int32
	Name string
	Kind string // short or long

	Span     float64 // seconds; 0: without end
	Capacity int     // by default [DefaultCapacity]
	Decay    float64 // a second
	Keep     bool    // long: facts do not fade

	// Of short.
	ForgetBelow            float64
	VelocityFade, KindFade float64
	Doubts                 []float64
	PromoteTimes           int
	PromoteImportance      float64
	Predict                float64 // seconds
	Spread                 float64 // metres a second
	MaxSpread, MissRange   float64
	MissFactor             float64
}

// RememberedInfo is a symbol that the engine keeps up to date with what an agent remembers of objects: remembered
// energy_of(i: item): float
type RememberedInfo struct {
	Symbol *world.Symbol
	Attr   Attr
	Value  int // AttrValue: index in Info.Attributes
}

// Attr is the attribute of a fact that a remembered symbol holds.
type Attr uint8

// Attributes. Each is the name of a symbol, as [Attrs] says; any other name is an attribute of the host's own.
const (
	AttrPosition   Attr = iota // position(x): vec2, its remembered position
	AttrVelocity               // velocity(x): vec2, metres a second
	AttrConfidence             // confidence(x): float, 0..1 in steps of 1/16, rounded down
	AttrAge                    // age(x): float, whole seconds since its position was last known
	AttrSensed                 // sensed_now(x): bool, it is seen or touched at present
	AttrMissed                 // missed(x): bool, it was not at its remembered position
	AttrImportance             // importance(x): float
	AttrKind                   // kind(x): int, the host's number
	AttrSaid                   // said(x): an enum, what it was heard to say
	AttrValue                  // any other name: float, an attribute of the host's own
)

// AttrInfo documents an attribute.
type AttrInfo struct {
	Attr Attr
	Name string
	Type world.Type
	Doc  string
}

// MaxAttributes is the maximum number of a host's own attributes.
const MaxAttributes = 4
