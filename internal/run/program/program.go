// Package program compiles a model once into one immutable program: the domain of the planner, trees, goals and brains,
// senses, squads, reactions and layers. It also runs the tests that the model holds.
package program

import (
	"io/fs"
	"maps"
	"slices"
	"sync"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// Program is a checked and compiled model. Immutable; safe for concurrent use by any number of planners and crowds.
type Program struct {
	Info   *def.Info
	Domain *htn.Domain
	Trees  *bt.Forest // nil: it has neither trees nor goals

	consts map[string]expr.Node // constants that were tuned
	rates  sync.Map             // of *Timed by ticks in a second
}

// Load reads a file and all files that it imports, and links them. The list holds every finding; if it has errors the
// program is nil.
func Load(fsys fs.FS, name string) (*Program, diag.List) { return LoadAs(fsys, name, nil) }

// LoadAs is [Load], with the name of each file in diagnostics given by display, as in [lang.LoadAs].
func LoadAs(fsys fs.FS, name string, display func(name string) string) (*Program, diag.List) {
	model, ds := lang.LoadAs(fsys, name, display)
	if ds.HasErrors() {
		_, more := def.CheckWith(model, def.Options{Partial: true}) // so that mistakes of meaning are reported at once too
		ds.Append(more)
		ds.Sort()
		return nil, ds
	}
	p, more := Link(model, nil)
	ds.Append(more)
	ds.Sort()
	return p, ds
}

// Link checks and compiles a model, with other values for some of its constants. When the list has errors the program
// is nil.
func Link(model *def.Model, consts map[string]expr.Node) (*Program, diag.List) {
	info, ds := def.CheckWith(model, def.Options{Consts: consts})
	if ds.HasErrors() {
		return nil, ds
	}
	p := &Program{Info: info, Domain: htn.Compile(info), consts: consts}
	if len(info.Trees) > 0 || pursues(info) {
		trees, more := bt.Compile(info, bt.Options{Activity: info.NodeActivity})
		p.Trees = trees
		ds.Append(more)
	}
	t, more := p.timed(DefaultTPS)
	ds.Append(more)
	if ds.HasErrors() {
		return nil, ds
	}
	p.rates.Store(DefaultTPS, t)
	return p, ds
}

// Tune returns the program with other values for some constants, given as expressions: {"price": "7"}. The old program
// is not changed; the world state of the two is laid out alike unless a constant bounds a type. The error is a
// [*diag.Failure].
func (p *Program) Tune(values map[string]string) (*Program, error) {
	var ds diag.List
	consts := map[string]expr.Node{}
	for name, node := range p.consts {
		consts[name] = node
	}
	for _, name := range slices.Sorted(maps.Keys(values)) { // in order, so that the mistakes are
		consts[name] = expr.ParseString(diag.NewSource(name, values[name]), &ds)
	}
	if err := ds.Err(); err != nil {
		return nil, err
	}
	tuned, ds := Link(p.Info.Model, consts)
	return tuned, ds.Err()
}
