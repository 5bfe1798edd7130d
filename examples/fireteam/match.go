package main

import (
	"embed"
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/playground"
)

//go:embed fireteam.krk fireteam.scene player.scene woods.scene woods.scene
var files embed.FS

// The squads of fireteam.scene, and the teams that they are.
var sides = [...]string{"alpha", "bravo"}

// match is a fight of the two squads.
type match struct {
	seed    uint64
	lone    []string // squads without a leader: no soldier joins them
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
	o.Crowd.Seed, o.Crowd.Workers, o.Lone = m.seed, m.workers, m.lone
	return o
}

// load reads the files of a match.
func (m match) load() (*karakuri.Program, *playground.Scene, error) {
	program, err := karakuri.Load(files, "fireteam.krk")
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
	scene, err := playground.ParseScene(name, text)
	return program, scene, err
}

// play lets them fight until one squad is left, or the time is up, and returns the place of the one that has won in
// [sides]; -1: neither.
func (m match) play(o playground.Options) (winner int, p *playground.Playground, err error) {
	p, err = m.open(o)
	if err != nil {
		return -1, nil, err
	}
	p.Run(p.Scene().Seconds)
	for i := range sides {
		if p.Standing(int64(2-i)) == 0 && p.Standing(int64(i+1)) > 0 {
			return i, p, nil
		}
	}
	return -1, p, nil
}

// score is how often squads with a leader have won against such without.
type score struct {
	Led, Lone, Drawn int
	Left             [2]int // soldiers left at the ends: led, lone
}

// contest lets a squad with a leader fight one without, each pair of matches with the same seed and the sides swapped.
func contest(scene string, matches, workers int) (s score, err error) {
	for i := range matches {
		led := i % 2
		m := match{seed: uint64(i/2 + 1), lone: []string{sides[1-led]}, workers: workers, scene: scene}
		winner, p, err := m.play(playground.Options{})
		switch {
		case err != nil:
			return s, err
		case winner < 0:
			s.Drawn++
		case winner == led:
			s.Led++
		default:
			s.Lone++
		}
		s.Left[0] += p.Standing(int64(led + 1))
		s.Left[1] += p.Standing(int64(2 - led))
	}
	return s, nil
}

func (s score) String() string {
	n := s.Led + s.Lone
	lo, hi := wilson(s.Led, n)
	all := max(1, n+s.Drawn)
	return fmt.Sprintf("%d matches: %d won by the squad, %d by the same soldiers without, %d drawn\n"+
		"of those that were won, the squad has %.1f %% (95 %%: %.1f .. %.1f); left alive on average: %.2f and %.2f\n",
		n+s.Drawn, s.Led, s.Lone, s.Drawn, 100*float64(s.Led)/float64(max(1, n)), 100*lo, 100*hi,
		float64(s.Left[0])/float64(all), float64(s.Left[1])/float64(all))
}

// wilson returns the 95 % interval of Wilson for a share of which k of n are known (Wilson, "Probable inference",
// 1927).
func wilson(k, n int) (lo, hi float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964
	N, share := float64(n), float64(k)/float64(n)
	middle := (share + z*z/(2*N)) / (1 + z*z/N)
	half := z / (1 + z*z/N) * math.Sqrt(share*(1-share)/N+z*z/(4*N*N))
	return max(0, middle-half), min(1, middle+half)
}
