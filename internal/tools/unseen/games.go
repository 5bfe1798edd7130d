package main

import (
	"fmt"
	"io/fs"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/playground"
)

// game is one in which characters remember: it returns the program and the scene of a seed.
type game struct {
	name string
	life float64 // seconds after which another begins
	open func(seed uint64) (*karakuri.Program, *playground.Scene, error)
}

// games returns all of them. Guards and cooks are not among them: they have no memory, so the rule says nothing of
// them.
func games(examples fs.FS) []game {
	return []game{
		{"gatherer", 120, opener(examples, "gatherer/gatherer.krk", "gatherer/gatherer.scene")},
		{"fireteam", 120, opener(examples, "fireteam/fireteam.krk", "fireteam/fireteam.scene")},
		{"picket", 120, opener(examples, "fireteam/picket.krk", "fireteam/picket.scene")},
		{"player", 120, opener(examples, "fireteam/fireteam.krk", "fireteam/player.scene")},
		{"search", 60, opener(examples, "search/search.krk", "search/search.scene")},
		{"random", 20, openRandom},
	}
}

// opener opens a game of files, the same for each seed.
func opener(examples fs.FS, program, scene string) func(uint64) (*karakuri.Program, *playground.Scene, error) {
	return func(uint64) (*karakuri.Program, *playground.Scene, error) {
		text, err := fs.ReadFile(examples, scene)
		if err != nil {
			return nil, nil, err
		}
		return load(examples, program, scene, string(text))
	}
}

// openRandom opens a game with a program at random.
func openRandom(seed uint64) (*karakuri.Program, *playground.Scene, error) {
	w := &writer{Rand: new(det.Rand)}
	*w.Rand = det.NewRand(seed, 0, streamPrograms)
	text := w.program()
	p, s, err := load(fstest.MapFS{"random.krk": {Data: []byte(text)}}, "random.krk", "random.scene", randomScene)
	if err != nil {
		return nil, nil, fmt.Errorf("seed %d: %w\n%s", seed, err, text)
	}
	return p, s, nil
}

func load(files fs.FS, program, scene, text string) (*karakuri.Program, *playground.Scene, error) {
	p, err := karakuri.Load(files, program)
	if err != nil {
		return nil, nil, err
	}
	s, err := playground.ParseScene(scene, text)
	return p, s, err
}
