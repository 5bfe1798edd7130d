package karakuri

import (
	"errors"
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Symbol reads and writes one symbol of the model as a Go value: from outside with Of and Set, from within an action with
// [action.Symbol.Get] and [action.Symbol.Put]. Arguments of relations are given as [Object]s, as names of objects or enum
// values, or as numbers:
//
//	hungry.Of(crowd, v)
//	fare.Of(crowd, v, "home", "shop")
//	distance.Set(crowd, v, 3.5, enemy)
//
// A Symbol is immutable and serves all crowds of its program.
type Symbol[T any] struct {
	action.Symbol[T]
}

// Lookup returns the symbol of a name; derived symbols can be read only. T is bool, an integer type, float64, [Vec2], [Object],
// or string for the names of enum values and objects. It panics when there is no such symbol or T cannot hold its values: look
// symbols up once, at the start.
func Lookup[T any](p *Program, name string) *Symbol[T] {
	info := p.Info()
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

// Of returns the symbol's value for an agent. It is the zero value when the agent has left or there is no such cell. For the
// symbols of the world, agent 0 does as well.
func (s *Symbol[T]) Of(crowd *Crowd, agent AgentID, args ...any) (value T) {
	st := crowd.State(agent)
	if st == nil {
		return value
	}
	return s.Read(st, crowd.Derive, args...)
}

// Set writes the symbol for an agent; the agent notices with the next tick. Symbols of the world are written for everybody; agent 0 does as well for these. Those of a squad are written for
// the squad that the agent is, or is in, or for itself alone where it is in none; for everybody in models without squads. The error says what is wrong, and nothing has
// changed then: it is [ErrNoAgent], wrapped, or a [*RefusedError] for a number outside of the symbol's range, NaN or an infinity, an unknown name, an object that is gone or of
// another type, or a derived symbol.
func (s *Symbol[T]) Set(crowd *Crowd, agent AgentID, value T, args ...any) error {
	st := crowd.Home(agent, s.Scope())
	if st == nil {
		return fmt.Errorf("karakuri: %s: %w: %d", s.Name(), ErrNoAgent, agent)
	}
	return s.Write(st, value, args...)
}

// RefusedError is why a value is not written: see [Symbol.Set].
type RefusedError = action.RefusedError

// ErrNoAgent is why nothing is written for an agent: it has left, or never was.
var ErrNoAgent = errors.New("there is no such agent")
