package studio

import (
	"fmt"
	"path"

	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/program"
	"github.com/karakuri-ai/karakuri/trace"
)

// source is all that a stage is made from. It is not changed, so that a second stage can be made while the first is running.
type source struct {
	name    string
	program *program.Program
	scene   *playground.Scene // nil: the small world
	record  []byte            // of a trace; nil: it is not one
	seed    uint64
	agents  int // of the small world; 0: one of each kind
}

// open reads a file of the library.
func (l *Library) open(name string, seed uint64, agents int) (*source, error) {
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
	return &source{name: name, program: p, scene: scene, seed: seed, agents: agents}, nil
}

func (l *Library) openTrace(name string) (*source, error) {
	data, err := l.trace(name)
	if err != nil {
		return nil, err
	}
	s := &source{name: name, record: []byte(data)}
	r, err := newRecording(s.record, silence{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s.program, err = programOf(r.Header())
	return s, err
}

// programOf loads the program that is in a trace.
func programOf(h *trace.Header) (*program.Program, error) {
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
	switch {
	case s.record != nil:
		return newRecording(s.record, l)
	case s.scene != nil:
		return newSceneStage(s.program, s.scene, s.seed, l)
	}
	return newSmallWorld(s.program, agent.Options{Seed: s.seed}, s.agents, l)
}

// files returns the names of the source files of a program, the one that was asked for first.
func files(m *def.Model) []string {
	var names []string
	for _, f := range m.Files {
		names = append(names, f.Name)
	}
	return names
}
