package karakuri

import (
	"errors"
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Symbol reads and writes one symbol of the model as a Go value: from outside with Of and Set, from within an action
// with Get and Put. Arguments of relations are given as [Object]s, as names of objects or enum values, or as numbers:
//
//	hungry.Of(cat)
//	fare.Of(cat, "home", "shop")
//	distance.Set(cat, 3.5, enemy)
//
// A Symbol is immutable and serves all crowds of its program.
type Symbol[T any] struct {
	in action.Symbol[T]
}

// Name returns the symbol's name.
func (s *Symbol[T]) Name() string { return s.in.Name() }

// Get returns the symbol's value as the agent that acts sees it.
func (s *Symbol[T]) Get(c *Ctx, args ...any) T { return s.in.Get(c, args...) }

// Put writes the symbol for the agent that acts: see [action.Symbol.Put].
func (s *Symbol[T]) Put(c *Ctx, value T, args ...any) error { return s.in.Put(c, value, args...) }

// Lookup returns the symbol with a name; derived symbols are read-only. T is bool, an integer type, float64, [Vec2],
// [Object], or string for the names of enum values and objects. Lookup panics if there is no such symbol or T cannot
// hold its values: look symbols up once, at the start.
func Lookup[T any](p *Program, name string) *Symbol[T] {
	info := p.in.Info
	if sym := info.Schema.Symbol(name); sym != nil && sym.Says == "" {
		return checked(action.Stored[T](info.Schema, sym))
	}
	for _, d := range info.Derived {
		if d.Name == name {
			return checked(action.Derived[T](info.Schema, d.ID, name, d.Params, d.Type))
		}
	}
	panic(fmt.Sprintf("karakuri: Lookup: the model has no symbol %q; it has %s", name, symbolNames(info)))
}

func checked[T any](s action.Symbol[T], err error) *Symbol[T] {
	if err != nil {
		panic("karakuri: Lookup: " + err.Error())
	}
	return &Symbol[T]{s}
}

func symbolNames(info *def.Info) string {
	var names []string
	for i := range info.Schema.Symbols {
		if sym := &info.Schema.Symbols[i]; sym.Says == "" {
			names = append(names, sym.Name)
		}
	}
	for _, d := range info.Derived {
		names = append(names, d.Name)
	}
	return strings.Join(names, ", ")
}

// Of returns the symbol's value for an agent. It is the zero value if the agent has left or the cell does not exist.
// For symbols of the world, [Crowd.Agent] of 0 suffices.
func (s *Symbol[T]) Of(a Agent, args ...any) (value T) {
	st := a.State()
	if st == nil {
		return value
	}
	return s.in.Read(st, a.in.Derive, args...)
}

// Set writes the symbol for an agent, which notices the change in the next tick. A symbol of the world is written for
// all agents; [Crowd.Agent] of 0 suffices for it. A symbol of a squad is written for the agent's squad, or for the
// agent alone if it has none; in a model without squads, for all agents. If Set returns an error, nothing has changed.
// The error is [ErrNoAgent], wrapped, or a [*RefusedError] for a number outside of the symbol's range, NaN or an
// infinity, an unknown name, an object that no longer exists or is of another type, or a derived symbol.
func (s *Symbol[T]) Set(a Agent, value T, args ...any) error {
	st := a.in.Home(a.id, s.in.Scope())
	if st == nil {
		return fmt.Errorf("karakuri: %s: %w: %d", s.Name(), ErrNoAgent, a.id)
	}
	return s.in.Write(st, value, args...)
}

// RefusedError is the error for a refused value: see Symbol.Set.
type RefusedError = action.RefusedError

// ErrNoAgent is the error for a write to an agent that has left or never existed.
var ErrNoAgent = errors.New("there is no such agent")
