package main

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/playground"
)

// A long battle: squads of five on a wide field, where the dead return.
const (
	squadSize    = 5
	maxFarms     = 4    // in each direction, of four objects each: there is room for 64
	farmMetres   = 36.0 // between two farms
	checkSeconds = 10.0 // how often all soldiers are looked at
)

// soaked is the result of a long battle.
type soaked struct {
	Soldiers, Deaths int
	Decisions        int64
	Quiet            float64 // the longest time that a soldier or a squad lived without an event, in seconds
	Still            float64 // the longest time that a soldier lived without doing anything, in seconds
	Heap             [2]int64
	Hash             uint64
}

func (s soaked) String() string {
	return fmt.Sprintf("%d soldiers, %d deaths, %d decisions\nthe longest time without an event: %.1f s; without an action: %.1f s\nmemory: %d KiB after a tenth of the time, %d KiB at the end\nhash %016x\n",
		s.Soldiers, s.Deaths, s.Decisions, s.Quiet, s.Still, s.Heap[0]>>10, s.Heap[1]>>10, s.Hash)
}

// soak lets soldiers fight for so long.
func soak(soldiers int, seconds float64, workers int) (s soaked, err error) {
	m := match{seed: 1, workers: workers, scene: "battle.scene", text: battle(soldiers)}
	p, err := m.open(playground.Options{Crowd: karakuri.Options{History: 1}})
	if err != nil {
		return s, err
	}
	s.Soldiers = p.Len()
	for at := checkSeconds; ; at += checkSeconds {
		p.Run(min(at, seconds))
		s.look(p)
		if s.Heap[0] == 0 && at >= seconds/10 {
			s.Heap[0] = heap()
		}
		if at >= seconds {
			break
		}
	}
	s.Heap[1], s.Hash, s.Decisions = heap(), p.Crowd().TraceHash(), p.Crowd().Decisions()
	for i := range p.Len() {
		t := p.Character(i).Tally
		s.Deaths += t.Deaths
		s.Still = max(s.Still, float64(t.Idle)/float64(p.Crowd().TPS()))
	}
	return s, nil
}

// look notes for how long nothing has happened to each soldier.
func (s *soaked) look(p *playground.Playground) {
	c := p.Crowd()
	for a := range c.All {
		for e := range a.History() {
			s.Quiet = max(s.Quiet, float64(c.Tick()-e.Tick)/float64(c.TPS()))
		}
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// battle returns the scene of a long battle: squads of two teams, and farms in rows.
func battle(soldiers int) string {
	var b strings.Builder
	squads := max(2, soldiers/squadSize)
	rows := min(maxFarms, max(1, (squads+7)/8))
	side := farmMetres * float64(rows+1)
	fmt.Fprintf(&b, "size %v %v\n", max(80, side), max(44, side))
	for row := range rows {
		for col := range rows {
			x, y := farmMetres*float64(col+1), farmMetres*float64(row+1)
			fmt.Fprintf(&b, "objects place as post at %v %v\nobjects cover as cover at %v %v %v %v %v %v\n", x, y, x-4, y, x+3, y-3, x+3, y+3)
		}
	}
	for i := range squads {
		fmt.Fprintf(&b, "squad fireteam as s%d team %d\n", i, i%2+1)
		fmt.Fprintf(&b, "cast rifleman %d squad s%d respawn 10s range 22 rounds 20 magazines 4 grenades 2 shot 14 aim 0.6 dodge 0.3 cooldown 700ms noise 8 speed 3.5\n", squadSize, i)
	}
	return b.String()
}
