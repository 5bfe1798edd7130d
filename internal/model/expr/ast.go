package expr

import "github.com/karakuri-ai/karakuri/diag"

// Node is a parsed expression: syntax only, before names are resolved. It is one of the types below.
// Nodes are immutable once parsed.
type Node interface {
	Span() diag.Span
}

// Lit is a literal: true, false, a number, a duration or angle, none (no object), or a text.
type Lit struct {
	At    diag.Span
	Kind  LitKind
	Bool  bool
	Int   int64
	Float float64 // LitFloat; LitDuration in seconds; LitAngle in radians
	Text  string  // as written, with its unit: the formatter prints it again; LitText: what stands between the quotes, without escapes
}

// LitKind is the kind of a literal.
type LitKind uint8

const (
	LitBool     LitKind = iota + 1
	LitInt              // 12
	LitFloat            // 1.5, 1e3
	LitDuration         // 250ms, 1.5s, 2min: a float, in seconds
	LitAngle            // 110deg: a float, in radians
	LitNone             // none
	LitText             // "halt"
)

// Ref is a name, with or without arguments: a symbol, derived symbol, constant, parameter, enum value,
// object, or a call of a function (built-in or the host's). Qualified enum values are written "place.home":
// then Qualifier is "place".
type Ref struct {
	At        diag.Span // the whole of it
	NameAt    diag.Span // the name alone
	Qualifier string
	Name      string
	Args      []Node
	ArgNames  []ArgName // of calls of curves: the names before the arguments; nil: all stand by place; else one for each, empty if it stands by place
	Call      bool      // written with parentheses
	Todo      string    // of calls of tasks and activities: written todo "strike it", a placeholder; empty: none
}

// Field is x.x or x.y of a vec2.
type Field struct {
	At   diag.Span
	X    Node
	Name string
}

// Unary is !x or -x.
type Unary struct {
	At diag.Span
	Op Op
	X  Node
}

// Binary is x op y.
type Binary struct {
	At   diag.Span
	Op   Op
	X, Y Node
}

// In is "x in set": the set is a Set, a Range, or a Ref that names a type.
type In struct {
	At  diag.Span
	Not bool // x not in set
	X   Node
	Set Node
}

// Set is { a, b, c }, at the right of "in" only.
type Set struct {
	At    diag.Span
	Elems []Node
}

// List is [a, b, c], an argument. Its elements are literals; see [CheckList].
type List struct {
	At    diag.Span
	Elems []Node
}

// Range is lo..hi, both ends included, at the right of "in" only.
type Range struct {
	At     diag.Span
	Lo, Hi Node
}

// If is "if c then a else b".
type If struct {
	At            diag.Span
	Cond, X, Else Node
}

// Quant ranges over the members of types:
//
//	exists(e: enemy where visible(e))
//	forall(e: enemy where visible(e): alive(e))
//	count(e: enemy where visible(e))
//	min(e: enemy where visible(e): distance(e) else 99)     also max, sum
type Quant struct {
	At    diag.Span
	Kind  QuantKind
	Vars  []Var
	Where Node // nil: all
	Body  Node // forall, min, max, sum; nil otherwise
	Else  Node // min, max of nothing; may be nil
}

// QuantKind is the kind of a Quant.
type QuantKind uint8

const (
	Exists QuantKind = iota + 1
	Forall
	Count
	Min
	Max
	Sum
)

// Var is a variable bound over the members of an enum or object type: "e: enemy".
type Var struct {
	At   diag.Span
	Name string
	Type TypeName
	// Remembered restricts it to objects of the type that the agent remembers: "e in remembered enemy".
	Remembered bool
	// From is the call of a function that returns a set, whose values it takes in order: "p: place from
	// near_cover(pos, 8)"; nil: all of the type.
	From Node
}

// TypeName is a type as written.
type TypeName struct {
	At     diag.Span
	Name   string // bool, int, float, vec2, text, or the name of a declared type
	Set    bool   // set of the type, as functions of the host return
	List   bool   // list of the type, as arguments may be
	Ranged bool   // int lo..hi
	Lo, Hi Node   // nil unless Ranged; constant expressions
}

// Bad is an expression that could not be parsed; a diagnostic has been reported.
type Bad struct{ At diag.Span }

func (n *Lit) Span() diag.Span    { return n.At }
func (n *Ref) Span() diag.Span    { return n.At }
func (n *Field) Span() diag.Span  { return n.At }
func (n *Unary) Span() diag.Span  { return n.At }
func (n *Binary) Span() diag.Span { return n.At }
func (n *In) Span() diag.Span     { return n.At }
func (n *Set) Span() diag.Span    { return n.At }
func (n *List) Span() diag.Span   { return n.At }
func (n *Range) Span() diag.Span  { return n.At }
func (n *If) Span() diag.Span     { return n.At }
func (n *Quant) Span() diag.Span  { return n.At }
func (n *Bad) Span() diag.Span    { return n.At }

// Op is an operator of a Unary or Binary.
type Op uint8

const (
	Not Op = iota + 1
	Neg
	Or
	And
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	Add
	Sub
	Mul
	Div
	Mod
	Pow
)

// Effect is a parsed effect: Assign, IfEffect or ForallEffect. The effects of one list happen at once: every
// right side, condition and argument is read before anything is written.
type Effect interface {
	Span() diag.Span
	effect()
}

// Assign is "target = value", "target += value" or "target -= value".
type Assign struct {
	At     diag.Span
	Target *Ref
	Op     AssignOp
	Value  Node
}

// AssignOp is how an Assign writes.
type AssignOp uint8

const (
	AssignSet AssignOp = iota
	AssignAdd
	AssignSub
)

// IfEffect is "if c then effect" or "if c then { effects } else { effects }".
type IfEffect struct {
	At         diag.Span
	Cond       Node
	Then, Else []Effect
}

// ForallEffect is "forall e: enemy where c { effects }", or with ": effect" for a single one.
type ForallEffect struct {
	At    diag.Span
	Vars  []Var
	Where Node // nil: all
	Body  []Effect
}

// BadEffect is an effect that could not be parsed; a diagnostic has been reported.
type BadEffect struct{ At diag.Span }

func (n *Assign) Span() diag.Span       { return n.At }
func (n *IfEffect) Span() diag.Span     { return n.At }
func (n *ForallEffect) Span() diag.Span { return n.At }
func (n *BadEffect) Span() diag.Span    { return n.At }

func (*Assign) effect()       {}
func (*IfEffect) effect()     {}
func (*ForallEffect) effect() {}
func (*BadEffect) effect()    {}
