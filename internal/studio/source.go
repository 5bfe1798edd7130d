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

// source is all that a stage is made from. It is not changed, so that a second stage can be made while the first is running.
type source struct {
	name      string
	program   *program.Program
	plain     *program.Program  // with its constants as the files say; nil: program is that
	tuned     map[string]string // constants that have been given other values, as expressions
	scene     *playground.Scene // nil: there is none
	world     *World            // nil: there is none
	watched   *Game             // one that keeps its own loop; nil: it is none
	record    []byte            // of a trace; nil: it is not one
	chronicle *chronicle        // of it
	seed      uint64
	agents    int // of the small world; 0: one of each kind
	tps       int // ticks in a second; 0: as the scene or the small world says
}

// open reads a file of the library. Its agents live in the scene of its name, or the one that is chosen; else in the first world that it fits into; else
// in the small world.
func (l *Library) open(name string, o Options) (*source, error) {
	if !l.Has(name) {
		return nil, fmt.Errorf("there is no file %q here", name)
	}
	if l.isTrace(name) {
		return l.openTrace(name)
	}
	p, ds := l.load(name, nil)
	if p == nil {
		return nil, ds.Err()
	}
	if len(p.Info.Agents) == 0 {
		return nil, fmt.Errorf("%s declares no agent: there is nobody to watch", name)
	}
	scene, err := l.scene(name)
	if err != nil {
		return nil, err
	}
	s := &source{name: name, program: p, scene: scene, seed: o.Seed, agents: o.Agents, tps: o.TPS}
	if scene == nil {
		s.world = worldOf(o.Worlds, p)
	}
	return s, nil
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

// programOf loads the program that is in a trace, with its constants as the files say.
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

// stage makes a stage, at the beginning.
func (s *source) stage(l Listener) (Stage, error) {
	// Plannings are taken apart in the stage of the past, which makes the tick again: the running one needs no pictures of them.
	j, ok := l.(*journal)
	o := agent.Options{Seed: s.seed, TPS: s.tps, Pictures: !ok || !j.lists}
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

// place is what pages call where the agents live.
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
	}
	return "small world"
}

// sourceFiles returns the names of the source files of a program, the one that was asked for first.
func sourceFiles(m *def.Model) []string {
	var names []string
	for _, f := range m.Files {
		names = append(names, f.Name)
	}
	return names
}
