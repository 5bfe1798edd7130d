package studio

import (
	"fmt"
	"path"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/playground"
)

// source holds what a stage is made from. It does not change, so that a second stage can be made while the first one
// runs.
type source struct {
	name      string
	program   *program.Program
	plain     *program.Program  // as in the files, before tuning; nil: the same as program
	tuned     map[string]string // changed values, as they are written: of constants, and of numbers by numberName
	scene     *playground.Scene // nil: no scene
	world     *World            // nil: no world
	watched   *Game             // a game that keeps its own loop, or nil
	record    []byte            // the bytes of a trace; nil: not a recording
	chronicle *chronicle        // of the trace
	seed      uint64
	agents    int // in the small world; 0: one of each kind
	tps       int // ticks per second; 0: the default of the scene or small world
}

// open reads a file of the library. Its agents live in its scene, or else in the first world that it fits into, or else
// in the small world.
func (l *Library) open(name string, o Options) (*source, error) {
	if !l.Has(name) {
		return nil, fmt.Errorf("there is no file %q here", name)
	}
	if l.isTrace(name) {
		return l.openTrace(name)
	}
	p, ds := l.load(name, nil)
	if p == nil { // pages show its text all the same: nothing runs until it is mended
		main, _ := splitScene(name)
		if p, _ = l.load(name, map[string]string{main: ""}); p == nil {
			return nil, ds.Err()
		}
		if err := l.readable(name, main); err != nil {
			return nil, err
		}
	}
	s := &source{name: name, program: p, seed: o.Seed, agents: o.Agents, tps: o.TPS}
	return s, l.settle(s, o.Worlds)
}

// settle finds out where the agents of a file live. Without agents they live nowhere.
func (l *Library) settle(s *source, worlds []World) (err error) {
	if len(s.program.Info.Agents) == 0 {
		return nil
	}
	if s.scene, err = l.scene(s.name); err == nil && s.scene == nil {
		s.world = worldOf(worlds, s.program)
	}
	return err
}

func (l *Library) openTrace(name string) (*source, error) {
	data, err := l.trace(name)
	if err != nil {
		return nil, err
	}
	s := &source{name: name, record: data}
	var r *recording
	err = guarded(func() (err error) {
		r, err = newRecording(s.record, silence{})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s.chronicle = newChronicle(r)
	if s.program, err = programOf(r.Header()); err != nil {
		return nil, err
	}
	values := map[string]string{}
	for _, c := range r.Header().Consts {
		values[c.Name] = c.Value
	}
	return s.retuned(values)
}

// programOf loads the program in a trace, with its constants as in the files.
func programOf(h *ktrace.Header) (*program.Program, error) {
	texts := map[string]string{}
	for _, f := range h.Files {
		texts[path.Clean(f.Name)] = f.Text
	}
	if len(h.Files) == 0 {
		return nil, fmt.Errorf("the trace has no source files")
	}
	p, ds := program.Load(overlay{nil, texts}, path.Clean(h.Files[0].Name))
	if p == nil {
		return nil, ds.Err()
	}
	return p, nil
}

// stage makes a stage at its beginning.
func (s *source) stage(l Listener) (Stage, error) {
	o := agent.Options{Seed: s.seed, TPS: s.tps, Pictures: true}
	switch {
	case s.record != nil:
		return newRecording(s.record, l)
	case s.scene != nil:
		return newSceneStage(s.program, s.scene, o, l)
	case s.world != nil:
		return s.world.open(s.program, s.seed, l)
	case s.watched != nil:
		return s.watched.twin(s.program, l)
	}
	return newTownStage(s.program, o, s.agents, l)
}

// place returns the pages' name for where the agents live.
func (s *source) place() string {
	switch {
	case s.record != nil:
		return "recording"
	case s.scene != nil:
		return s.scene.File
	case s.world != nil:
		return s.world.Name
	case s.watched != nil:
		return "game"
	case len(s.program.Info.Agents) == 0:
		return "nowhere: there is no agent"
	}
	return "small world"
}

// sourceFiles returns the names of a program's source files, the main one first.
func sourceFiles(m *def.Model) []string {
	var names []string
	for _, f := range m.Files {
		names = append(names, f.Name)
	}
	return names
}
