package hddl

import "github.com/karakuri-ai/karakuri/diag"

// Span returns where the formula is written.
func (x *Atom) Span() diag.Span { return x.At }

// Span returns where the formula is written.
func (x *Equal) Span() diag.Span { return x.At }

// Span returns where the formula is written.
func (x *OfType) Span() diag.Span { return x.At }

// Span returns where the formula is written.
func (x *Compare) Span() diag.Span { return x.At }

// Span returns where the formula is written.
func (x *Not) Span() diag.Span { return x.At }

// Span returns where the formula is written.
func (x *And) Span() diag.Span { return x.At }

// Span returns where the formula is written.
func (x *Or) Span() diag.Span { return x.At }

// Span returns where the formula is written.
func (x *Imply) Span() diag.Span { return x.At }

// Span returns where the formula is written.
func (x *Forall) Span() diag.Span { return x.At }

// Span returns where the formula is written.
func (x *Exists) Span() diag.Span { return x.At }

func (*Atom) isFormula()    {}
func (*Equal) isFormula()   {}
func (*OfType) isFormula()  {}
func (*Compare) isFormula() {}
func (*Not) isFormula()     {}
func (*And) isFormula()     {}
func (*Or) isFormula()      {}
func (*Imply) isFormula()   {}
func (*Forall) isFormula()  {}
func (*Exists) isFormula()  {}

// Span returns where the effect is written.
func (x *Delete) Span() diag.Span { return x.At }

// Span returns where the effect is written.
func (x *Change) Span() diag.Span { return x.At }

// Span returns where the effect is written.
func (x *AndEffect) Span() diag.Span { return x.At }

// Span returns where the effect is written.
func (x *ForallEffect) Span() diag.Span { return x.At }

// Span returns where the effect is written.
func (x *When) Span() diag.Span { return x.At }

// Span returns where the effect is written.
func (x *Add) Span() diag.Span { return x.Atom.At }

func (*Add) isEffect()          {}
func (*Delete) isEffect()       {}
func (*Change) isEffect()       {}
func (*AndEffect) isEffect()    {}
func (*ForallEffect) isEffect() {}
func (*When) isEffect()         {}

// Span returns where the number is written.
func (x *Literal) Span() diag.Span { return x.At }

// Span returns where the number is written.
func (x *Fluent) Span() diag.Span { return x.At }

// Span returns where the number is written.
func (x *Arith) Span() diag.Span { return x.At }

func (*Literal) isNumber() {}
func (*Fluent) isNumber()  {}
func (*Arith) isNumber()   {}
