package main

import (
	"embed"
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/assess"
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
	program, land, err := match{scene: scene}.load()
	if err != nil {
		return s, err
	}
	for led := range sides {
		r, err := assess.Run(assess.Options{Open: assess.InScene(program, land, playground.Options{Lone: []string{sides[1-led]}}), Seeds: assess.Seeds{From: 1, To: uint64(max(1, matches/2))}, Workers: workers})
		if err != nil {
			return s, err
		}
		s.Led += r.Teams[led].Wins
		s.Lone += r.Teams[1-led].Wins
		s.Drawn += r.Teams[led].Of - r.Teams[led].Wins - r.Teams[1-led].Wins
		s.Left[0] += int(r.Teams[led].Left.Count)
		s.Left[1] += int(r.Teams[1-led].Left.Count)
	}
	return s, nil
}

func (s score) String() string {
	n := s.Led + s.Lone
	all := max(1, n+s.Drawn)
	share := assess.ShareOf(s.Led, n)
	return fmt.Sprintf("%d matches: %d won by the squad, %d by the same soldiers without, %d drawn\n"+
		"of those that were won, the squad has %.1f %% (95 %%: %.1f .. %.1f); left alive on average: %.2f and %.2f\n",
		n+s.Drawn, s.Led, s.Lone, s.Drawn, 100*float64(s.Led)/float64(max(1, n)), 100*share.Low, 100*share.High,
		float64(s.Left[0])/float64(all), float64(s.Left[1])/float64(all))
}
