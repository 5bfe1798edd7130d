// Package program links what the families' compilers make of a model into one immutable program, and runs the
// tests that the model holds.
package program

import (
	"io/fs"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/htn"
	"github.com/karakuri-ai/karakuri/lang"
)

// Program is a checked and compiled model. Immutable; safe for concurrent use by any number of planners and crowds.
type Program struct {
	Info   *def.Info
	Domain *htn.Domain

	consts map[string]expr.Node // constants that were tuned
}

// Load reads a file with all that it imports and links it. The list holds every finding; when it has errors the program is nil.
func Load(fsys fs.FS, name string) (*Program, diag.List) {
	model, ds := lang.Load(fsys, name)
	if model == nil || ds.HasErrors() {
		// What can be checked in spite of syntax errors is checked too, so that all mistakes are told at once.
		if model != nil {
			_, more := def.Check(model)
			ds.Append(more)
		}
		ds.Sort()
		return nil, ds
	}
	p, more := Link(model, nil)
	ds.Append(more)
	ds.Sort()
	return p, ds
}

// Link checks and compiles a model, with other values for some of its constants. When the list has errors the program is nil.
func Link(model *def.Model, consts map[string]expr.Node) (*Program, diag.List) {
	info, ds := def.CheckWith(model, def.Options{Consts: consts})
	if ds.HasErrors() {
		return nil, ds
	}
	domain, more := htn.Compile(info)
	ds.Append(more)
	if ds.HasErrors() {
		return nil, ds
	}
	return &Program{Info: info, Domain: domain, consts: consts}, ds
}

// Tune returns the program with other values for some constants, given as expressions: {"price": "7"}. The old program is not
// changed; the world state of the two is laid out alike unless a constant bounds a type. The error is a [*diag.Failure].
func (p *Program) Tune(values map[string]string) (*Program, error) {
	var ds diag.List
	consts := map[string]expr.Node{}
	for name, node := range p.consts {
		consts[name] = node
	}
	for name, text := range values {
		consts[name] = expr.ParseString(diag.NewSource(name, text), &ds)
	}
	if err := ds.Err(); err != nil {
		return nil, err
	}
	tuned, ds := Link(p.Info.Model, consts)
	return tuned, ds.Err()
}
