package program

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Given returns the lines of a test block that give a situation to a new agent: the objects that the file does not
// declare, and what differs from the initial state. Own is the agent's own object, which the new agent has anew; 0: it
// has none. Values about it are left out. Lean leaves out objects that no value is about. The error wraps [ErrNoTest].
func (p *Program) Given(st *world.State, own world.Object, lean bool) (lines []string, err error) {
	w := &blockWriter{p: p, from: st, to: world.NewState(p.Info.Schema), there: map[world.Object]world.Object{}, back: map[world.Object]world.Object{}, own: own, used: map[world.Object]bool{}}
	w.to.CopyFrom(p.Info.Initial)
	if err := w.objects(); err != nil {
		return nil, err
	}
	w.differences()
	if err := w.give(); err != nil {
		return nil, err
	}
	if lean {
		w.added = slices.DeleteFunc(w.added, func(o world.Object) bool { return !w.used[o] })
	}
	return append(w.objectLines(), w.givenLines()...), nil
}

// use notes that a line names the objects among words of these types.
func (w *blockWriter) use(types []world.Type, words []world.Word) {
	for k, t := range types {
		if t.Kind == world.KindObject && w.used != nil {
			w.used[words[k]] = true
		}
	}
}

// ofOwn reports whether words of these types name the agent's own object.
func (w *blockWriter) ofOwn(types []world.Type, words []world.Word) bool {
	for k, t := range types {
		if t.Kind == world.KindObject && w.own != 0 && words[k] == w.own {
			return true
		}
	}
	return false
}

// BlockOf returns a test block with these lines, laid out.
func BlockOf(name string, lines []string) (string, error) {
	text, ds := lang.FormatSource(diag.NewSource("test", "test "+expr.Quote(name)+" {\n    "+strings.Join(lines, "\n    ")+"\n}\n"))
	if ds.HasErrors() {
		return "", fmt.Errorf("%w: %s", ErrNoTest, ds.All[0].Message)
	}
	return text, nil
}

// FreeTestName returns a name that no test of the program has: this one, if it is free.
func (p *Program) FreeTestName(name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(p.Info.Tests, func(t *def.TestInfo) bool { return t.Name == name })
	}
	free := name
	for n := 2; taken(free); n++ {
		free = name + " (" + strconv.Itoa(n) + ")"
	}
	return free
}

// WithTest returns the program with a test block at the end of its file. The error wraps [ErrNoTest].
func (p *Program) WithTest(block string) (*Program, error) {
	file, ds := lang.Parse(diag.NewSource("test", block))
	if ds.HasErrors() || len(p.Info.Model.Files) == 0 {
		return nil, fmt.Errorf("%w: %v", ErrNoTest, ds.Err())
	}
	model := *p.Info.Model
	model.Files = slices.Clone(model.Files)
	first := *model.Files[0]
	first.Decls = append(slices.Clip(first.Decls), file.Decls...)
	model.Files[0] = &first
	next, ds := Link(&model, p.consts)
	if ds.HasErrors() {
		for i := range ds.All {
			if ds.All[i].Severity == diag.Error {
				return nil, fmt.Errorf("%w: %s", ErrNoTest, ds.All[i].Message)
			}
		}
	}
	return next, nil
}
