package main

import (
	"embed"
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/playground"
)

//go:embed fireteam.krk lone.krk picket.krk drawn.krk sentry.krk fireteam.scene player.scene woods.scene
var files embed.FS

// The squads of fireteam.scene, and the teams that they are.
var sides = [...]string{"alpha", "bravo"}

// match is a fight of the two squads.
type match struct {
	seed    uint64
	lone    []string // squads without a leader: no soldier joins them
	forces  [2]force // who fights on each side; nothing: as the scene says
	workers int
	scene   string // file; nothing: fireteam.scene
	text    string // of the scene; nothing: that of the file
}

// open sets a match up.
func (m match) open(o playground.Options) (*playground.Playground, error) {
	program, scene, err := m.load()
	if err != nil {
		return nil, err
	}
	return playground.New(program, scene, m.options(o))
}

// restore sets up a match that was saved.
func (m match) restore(saved []byte) (*playground.Playground, *karakuri.Report, error) {
	program, scene, err := m.load()
	if err != nil {
		return nil, nil, err
	}
	return playground.Restore(program, scene, m.options(playground.Options{}), saved)
}

func (m match) options(o playground.Options) playground.Options {
	o.Crowd.Seed, o.Crowd.Workers, o.Lone = m.seed, m.workers, slices.Concat(m.lone, m.without())
	return o
}

// load reads the files of a match.
func (m match) load() (*karakuri.Program, *playground.Scene, error) {
	program, err := karakuri.Load(files, m.program())
	if err != nil {
		return nil, nil, err
	}
	name, text := m.scene, m.text
	if name == "" {
		name = "fireteam.scene"
	}
	if text == "" {
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		text = string(data)
	}
	scene, err := playground.ParseScene(name, m.cast(text))
	return program, scene, err
}

// play lets them fight until one squad is left, or the time is up, and returns the place of the one that has won in
// [sides]; -1: neither.
func (m match) play(o playground.Options) (winner int, p *playground.Playground, err error) {
	p, err = m.open(o)
	if err != nil {
		return -1, nil, err
	}
	draws := m.lots(p)
	for p.Crowd().Seconds() < p.Scene().Seconds && !p.Over() {
		if err := draws.draw(p); err != nil {
			return -1, nil, err
		}
		p.Step()
	}
	for i := range sides {
		if p.Standing(int64(2-i)) == 0 && p.Standing(int64(i+1)) > 0 {
			return i, p, nil
		}
	}
	return -1, p, nil
}
