package expr

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits of one checked expression or list of effects.
const (
	// MaxTermDepth is how deep operators and calls may nest: it bounds recursion and registers.
	MaxTermDepth = 256
	// MaxTermSize is the maximum number of nodes of an expression: it bounds the time of an evaluation.
	MaxTermSize = 20_000
	// MaxArgs is the maximum number of arguments of a symbol, derived symbol or function.
	MaxArgs = 16
	// MaxQuantVars is the maximum number of bound variables in scope at once: each multiplies the work.
	MaxQuantVars = 6
	// MaxFrame is the maximum number of words of parameters and variables that an expression may refer to.
	MaxFrame = 1024
)

// The types that need no declaration.
var (
	BoolType  = world.Type{Kind: world.KindBool}
	IntType   = world.Type{Kind: world.KindInt, Lo: math.MinInt64, Hi: math.MaxInt64}
	FloatType = world.Type{Kind: world.KindFloat}
	Vec2Type  = world.Type{Kind: world.KindVec2}
)

// TermKind is the kind of a [Term].
type TermKind uint8

// Kinds of terms. Operands are in Term.Args unless said otherwise.
const (
	TermConst   TermKind = iota + 1 // Words
	TermVar                         // parameter: Slot is its first word in the frame
	TermBound                       // bound variable of a quantifier: Slot counts them from outside in
	TermCell                        // a stored symbol: Symbol
	TermDerived                     // a derived symbol: Derived
	TermFunc                        // a function of the host: Func
	TermBuiltin                     // a built-in function: Builtin
	TermUnary                       // Op is Not or Neg
	TermAnd                         // two or more
	TermOr                          // two or more
	TermCompare                     // Op is Eq .. Ge; both sides have one type, up to subtypes and ranges
	TermArith                       // Op is Add .. Pow; both sides are of the term's type, or one is a float to scale a vec2
	TermFloat                       // an int made a float
	TermField                       // x (Slot 0) or y (Slot 1) of a vec2
	TermIn                          // the first is equal to one of the others
	TermBetween                     // the first lies between the second and the third, both included
	TermIs                          // an object is of object type TypeID or below it
	TermIf                          // condition, then, else
	TermQuant                       // Quant, Vars, Where, Body, Else
	TermCurve                       // a response curve: Curve, of a float
)

// Term is a checked expression: names resolved, types known, constants folded. Immutable; safe for
// concurrent use.
type Term struct {
	Kind    TermKind
	Op      Op
	Type    world.Type
	Src     Node // the source; a folded term keeps the node that it replaces
	Args    []*Term
	Words   [2]world.Word
	Slot    int
	TypeID  int32
	Symbol  *world.Symbol
	Derived *Derived
	Func    *Function
	Builtin Builtin
	Curve   *curve.Curve

	Quant QuantKind
	Vars  []BoundVar
	Where *Term // nil: all
	Body  *Term // forall, min, max, sum
	Else  *Term // min, max; nil: the type's greatest or least
}

// BoundVar is a variable of a quantifier or a universal effect.
type BoundVar struct {
	Name  string
	Type  world.Type // enum or object
	Index int        // bound variables in scope are counted from outside in
	Count int        // enum: number of values
	From  *Term      // the call of the host's function whose values it takes; nil: all of its type
}

// Const returns the value of a term that is the same in every state, and whether it is one. The second
// word is used by vec2 only.
func (t *Term) Const() ([2]world.Word, bool) {
	if t == nil || t.Kind != TermConst {
		return [2]world.Word{}, false
	}
	return t.Words, true
}

// Walk calls visit for the term and everything below it, from the outside in and left to right, and does not go
// below a term for which visit returns false. It does not enter the bodies of derived symbols.
func (t *Term) Walk(visit func(*Term) bool) {
	if t == nil || !visit(t) {
		return
	}
	for _, a := range t.Args {
		a.Walk(visit)
	}
	for i := range t.Vars {
		t.Vars[i].From.Walk(visit)
	}
	t.Where.Walk(visit)
	t.Body.Walk(visit)
	t.Else.Walk(visit)
}

// Symbols calls visit for each stored symbol that the term mentions, in order, repetitions included. It enters the
// bodies of derived symbols.
func (t *Term) Symbols(visit func(*world.Symbol)) {
	t.symbols(visit, map[*Derived]bool{})
}

func (t *Term) symbols(visit func(*world.Symbol), seen map[*Derived]bool) {
	t.Walk(func(t *Term) bool {
		switch t.Kind {
		case TermCell:
			visit(t.Symbol)
		case TermDerived:
			if !seen[t.Derived] {
				seen[t.Derived] = true
				t.Derived.Body.symbols(visit, seen)
			}
		}
		return true
	})
}

// String returns the canonical text of the expression.
func (t *Term) String() string {
	switch says := t.Refusal(); {
	case says != "":
		return "not (" + says + ")"
	case t == nil || t.Src == nil:
		return "true"
	}
	return Print(t.Src)
}

// Around returns what stands before and behind a part of the expression in its text. Both are empty for what is not a
// part of what is written: the body of a derived symbol, a condition of the engine's own.
func (t *Term) Around(part *Term) (before, behind string) {
	if t == nil || t.Src == nil || part == nil || part.Src == nil || t.Refusal() != "" {
		return "", ""
	}
	return around(t.Src, part.Src)
}

// Refusal returns, for a condition of the engine, the text for when it does not hold: "gatling is cooling down". Such
// a condition has no text in the language. For every other term it returns "".
func (t *Term) Refusal() string {
	if t == nil || t.Kind != TermUnary || t.Op != Not || t.Args[0].Kind != TermCell || isRecall(t.Args[0].Symbol) {
		return ""
	}
	return t.Args[0].Symbol.Says
}

// conjuncts returns the parts of which all must hold.
func (t *Term) conjuncts() []*Term {
	if t.Kind == TermAnd {
		return t.Args
	}
	return []*Term{t}
}

// EffectTerms is a checked list of effects, which happen at once. Immutable; safe for concurrent use.
type EffectTerms struct {
	List []*EffectTerm
}

// EffectTerm is one checked effect: an assignment (Symbol is set), a conditional effect (Cond is set), or a universal
// one (Vars is set).
type EffectTerm struct {
	Src Effect

	Symbol *world.Symbol // the cell Symbol(Args...) is written
	Args   []*Term
	Op     AssignOp
	Value  *Term // of the symbol's type, up to its range

	Cond *Term // conditional effect
	Then []*EffectTerm
	Else []*EffectTerm

	Vars  []BoundVar // universal effect: Then for all of them
	Where *Term      // nil: all
}

// Writes calls visit for each assignment in the list, nested ones included, in order.
func (e *EffectTerms) Writes(visit func(*EffectTerm)) {
	if e != nil {
		eachEffect(e.List, func(e *EffectTerm) {
			if e.Symbol != nil {
				visit(e)
			}
		})
	}
}

// Terms calls visit for each expression in the list, nested ones included, in order: arguments, values and conditions.
func (e *EffectTerms) Terms(visit func(*Term)) {
	if e != nil {
		eachEffect(e.List, func(e *EffectTerm) { e.terms(visit) })
	}
}

func (e *EffectTerm) terms(visit func(*Term)) {
	for _, a := range e.Args {
		visit(a)
	}
	for i := range e.Vars {
		if from := e.Vars[i].From; from != nil {
			visit(from)
		}
	}
	for _, t := range [...]*Term{e.Value, e.Cond, e.Where} {
		if t != nil {
			visit(t)
		}
	}
}

func eachEffect(list []*EffectTerm, visit func(*EffectTerm)) {
	for _, e := range list {
		visit(e)
		eachEffect(e.Then, visit)
		eachEffect(e.Else, visit)
	}
}

// Bound calls visit for each variable that a universal effect in the list binds, nested ones included, in order.
func (e *EffectTerms) Bound(visit func(BoundVar)) {
	if e == nil {
		return
	}
	eachEffect(e.List, func(e *EffectTerm) {
		for _, v := range e.Vars {
			visit(v)
		}
	})
}

// Reads calls visit for each stored symbol whose value the effects depend on, in order, repetitions included: those in
// arguments, values and conditions, and the targets of += and -=.
func (e *EffectTerms) Reads(visit func(*world.Symbol)) {
	seen := map[*Derived]bool{}
	e.Terms(func(t *Term) { t.symbols(visit, seen) })
	e.Writes(func(e *EffectTerm) {
		if e.Op != AssignSet {
			visit(e.Symbol)
		}
	})
}
