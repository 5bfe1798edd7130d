package builder

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// State declares symbols of one scope. Each method but Default, Sensed and Remembered declares a symbol and returns the
// State, so that a state reads as a list:
//
//	d.AgentState().
//		Bool("hungry").Default("true").
//		Int("money", 0, 100).
//		Float("distance(e: enemy)").Sensed()
type State struct {
	d    *Domain
	decl *def.State
}

// AgentState declares symbols that each agent has for itself.
func (d *Domain) AgentState() *State { return d.live().state(caller(), "agent") }

// SquadState declares symbols that the agents of a squad share.
func (d *Domain) SquadState() *State { return d.live().state(caller(), "squad") }

// WorldState declares symbols that all agents share.
func (d *Domain) WorldState() *State { return d.live().state(caller(), "world") }

func (d *Domain) state(at place, scope string) *State {
	decl := &def.State{Head: def.Head{At: at.span(scope)}, Scope: scope}
	d.declare(decl)
	return &State{d, decl}
}

// Symbol declares a symbol of any type, as the language writes it: Symbol("ammo", "int 0..max_ammo"). The name may have
// parameters in parentheses, here and in all the other methods.
func (s *State) Symbol(name, typ string) *State { return s.add(caller(), name, typ) }

// Bool declares a truth value.
func (s *State) Bool(name string) *State { return s.add(caller(), name, "bool") }

// Int declares a whole number from lo to hi, both included.
func (s *State) Int(name string, lo, hi int) *State {
	return s.add(caller(), name, fmt.Sprintf("int %d..%d", lo, hi))
}

// Float declares a number.
func (s *State) Float(name string) *State { return s.add(caller(), name, "float") }

// Vec2 declares a point or direction in the plane.
func (s *State) Vec2(name string) *State { return s.add(caller(), name, "vec2") }

// Enum declares a value of an enumeration.
func (s *State) Enum(name, enum string) *State { return s.add(caller(), name, enum) }

// Object declares a symbol that holds an object of a type, or none.
func (s *State) Object(name, typ string) *State { return s.add(caller(), name, typ) }

func (s *State) add(at place, name, typ string) *State {
	if s == nil {
		return nil
	}
	sig := s.d.signature(at, name, plain)
	t := s.d.typeName(at, typ)
	s.decl.Symbols = append(s.decl.Symbols, &def.Symbol{Head: sig.head, Name: sig.name, Params: sig.params, Type: &t})
	return s
}

// Derived declares a symbol that an expression computes from others: Derived("ready", "has_meal && at == home").
func (s *State) Derived(name, value string) *State {
	if s == nil {
		return nil
	}
	at := caller()
	sig := s.d.signature(at, name, plain)
	s.decl.Symbols = append(s.decl.Symbols, &def.Symbol{Head: sig.head, Name: sig.name, Params: sig.params, Derived: s.d.expr(at, value)})
	return s
}

// Default sets the initial value of the last declared symbol, a constant expression, instead of false, 0, the lowest
// of its range, the first of its values or none.
func (s *State) Default(value string) *State {
	if s == nil {
		return nil
	}
	at := caller()
	if last := s.last(at, "Default", value); last != nil && s.d.once(at, value, last.Default != nil, "a default of "+last.Name) {
		last.Default = s.d.expr(at, value)
	}
	return s
}

// Sensed marks the last declared symbol as written by the host or sensors only; effects on it are expectations.
func (s *State) Sensed() *State {
	if s == nil {
		return nil
	}
	if last := s.last(caller(), "Sensed", "Sensed"); last != nil {
		last.Sensed = true
	}
	return s
}

// Remembered marks the last declared symbol as written by the engine, from the agent's memory of the object. Its name
// selects the attribute: see [def.Attrs].
func (s *State) Remembered() *State {
	if s == nil {
		return nil
	}
	if last := s.last(caller(), "Remembered", "Remembered"); last != nil {
		last.Remembered = true
	}
	return s
}

// last returns the symbol declared last, which must be a stored one.
func (s *State) last(at place, method, text string) *def.Symbol {
	if n := len(s.decl.Symbols); n > 0 && s.decl.Symbols[n-1].Derived == nil {
		return s.decl.Symbols[n-1]
	}
	s.d.findings.Errorf(diag.BuildOrder, at.span(text), "%s follows no stored symbol", method).Hint =
		"declare the symbol first: " + `Int("money", 0, 100).Default("5")`
	return nil
}
