package studio

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// errLaidOut is the error of a hypothetical planning with a constant that changes the layout of the world.
var errLaidOut = errors.New("the world would be laid out differently with that value: only the simulation itself can continue with it")

// Constant is a constant of the program with its present value.
type Constant struct {
	Name   string    `json:"name"`
	Type   string    `json:"type"`
	Value  string    `json:"value"`
	Said   string    `json:"said"`             // its value in the file
	Values []string  `json:"values,omitempty"` // for an enum
	Number bool      `json:"number,omitempty"`
	Whole  bool      `json:"whole,omitempty"` // it must be an integer
	Range  *[2]int64 `json:"range,omitempty"` // the bounds of an integer
	At     Spot      `json:"at"`
}

// constants lists the program's constants.
func constants(ctx context.Context, p *page, _ *Request) ([]Constant, error) {
	list := []Constant{}
	err := p.session.do(ctx, func() error {
		list = constantsOf(p.session.source.program, p.session.source.said())
		return nil
	})
	return list, err
}

func constantsOf(p, said *program.Program) []Constant {
	list := []Constant{}
	for _, c := range p.Info.Consts {
		k := Constant{Name: c.Name, Type: world.FormatType(p.Info.Schema, c.Type), Value: constantText(p, c.Name), Said: constantText(said, c.Name), At: spotOf(c.Decl.At)}
		switch {
		case c.Type.Kind == world.KindFloat:
			k.Number = true
		case c.Type.Kind == world.KindInt:
			k.Number, k.Whole = true, true
			if c.Type.Lo != math.MinInt64 || c.Type.Hi != math.MaxInt64 {
				k.Range = &[2]int64{c.Type.Lo, c.Type.Hi}
			}
		case c.Type.Kind == world.KindEnum:
			k.Values = p.Info.Schema.Enums[c.Type.ID].Values
		case c.Type.Kind == world.KindBool:
			k.Values = []string{"false", "true"}
		}
		list = append(list, k)
	}
	return list
}

func constantText(p *program.Program, name string) string {
	c := p.Info.Const(name)
	if c == nil {
		return ""
	}
	return world.FormatWord(p.Info.Schema, nil, c.Type, c.Words[:c.Type.Width()])
}

// tune continues the simulation with other values of constants and numbers: it sets those in Tuned, and resets those in
// Names.
func tune(ctx context.Context, p *page, r *Request) (*Opened, error) {
	s := p.session
	err := s.do(ctx, func() error {
		if s.source.record != nil {
			return errRecorded
		}
		values := maps.Clone(s.source.tuned)
		if values == nil {
			values = map[string]string{}
		}
		for _, name := range r.Names {
			delete(values, name)
		}
		assign(values, r.Tuned)
		next, err := s.source.retuned(values)
		if err != nil {
			return err
		}
		_, err = s.reload(next)
		return err
	})
	if err != nil {
		return nil, err
	}
	return describe(ctx, s)
}

// assign adds values of constants to the map.
func assign(values map[string]string, list []Setting) {
	for _, s := range list {
		values[s.Name] = s.Value
	}
}

// said returns the program with its constants as in the files.
func (s *source) said() *program.Program {
	if s.plain != nil {
		return s.plain
	}
	return s.program
}

// retuned returns a source whose program has the given values for some constants and numbers, and those of the files
// for the others.
func (s *source) retuned(values map[string]string) (*source, error) {
	next := *s
	next.program, next.plain, next.tuned = s.said(), nil, nil
	if len(values) == 0 {
		return &next, nil
	}
	p, err := renumbered(next.program, values)
	if err != nil {
		return nil, err
	}
	consts := maps.Clone(values)
	maps.DeleteFunc(consts, func(name, _ string) bool { return isNumberName(name) })
	if len(consts) > 0 {
		if p, err = p.Tune(consts); err != nil {
			return nil, shortly(err)
		}
	}
	next.program, next.plain, next.tuned = p, next.program, values
	return &next, nil
}

// shortly returns an error of a program as one line.
func shortly(err error) error {
	var f *diag.Failure
	if errors.As(err, &f) {
		return firstError(&f.List)
	}
	return err
}

// with returns the source with another program, and the tuned values of constants as far as they fit; lost names those
// that do not.
func (s *source) with(p *program.Program) (next *source, lost []string) {
	plain := *s
	plain.program, plain.plain, plain.tuned = p, nil, nil
	values := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(s.tuned)) {
		if isNumberName(name) {
			if ok, why := remaining(s.said(), p, name, s.tuned[name]); ok {
				values[name] = s.tuned[name]
			} else if why != "" {
				lost = append(lost, why)
			}
			continue
		}
		if p.Info.Const(name) == nil {
			lost = append(lost, "constant "+name+": it is gone")
			continue
		}
		values[name] = s.tuned[name]
	}
	next, err := plain.retuned(values)
	if err != nil {
		return &plain, append(lost, "constants and numbers have the values that the file says again: "+err.Error())
	}
	return next, lost
}

// supposed returns the program with other values of constants, for a hypothetical planning over a state of p.
func supposed(p *program.Program, list []Setting) (*program.Program, error) {
	values := map[string]string{}
	assign(values, list)
	next, err := p.Tune(values)
	if err != nil {
		return nil, shortly(err)
	}
	if string(next.Info.Schema.Append(nil)) != string(p.Info.Schema.Append(nil)) {
		return nil, errLaidOut
	}
	return next, nil
}
