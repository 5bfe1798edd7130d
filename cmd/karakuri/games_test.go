package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

// longGames asks for the long form of TestGames:
//
//	go test ./cmd/karakuri -run TestGames -games
var longGames = flag.Bool("games", false, "run the games for two simulated minutes from 20 seeds")

// games are the command lines of the games of the examples. Scenes are taken by themselves.
var games = []struct{ name, args string }{
	{"guards", "../../examples/guards/guards.krk --agents 12"},
	{"kitchen", "../../examples/kitchen/kitchen.krk --agents 6 --events testdata/hashes/kitchen.events"},
	{"fireteam", "../../examples/fireteam/fireteam.krk"},
}

// TestGames wants the same hash of a game with any number of goroutines that decide, on any number of processors.
func TestGames(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	seeds, length := 2, "20s"
	if *longGames {
		seeds, length = 20, "120s"
	}
	for _, g := range games {
		t.Run(g.name, func(t *testing.T) {
			if _, err := os.Stat(strings.Fields(g.args)[0]); err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for seed := 1; seed <= seeds; seed++ {
				seen[gameHash(t, fmt.Sprintf("run %s --hash --for %s --seed %d", g.args, length, seed))] = true
			}
			if len(seen) < seeds {
				t.Errorf("%d seeds give %d different runs", seeds, len(seen))
			}
		})
	}
}

// gameHash returns the hash of a run, which must not depend on how the run is made.
func gameHash(t *testing.T, line string) string {
	hash := ""
	for _, workers := range []int{1, 2, 4, 8} {
		for _, procs := range []int{1, 2, 8} {
			if testing.Short() && workers*procs > 2 {
				continue
			}
			runtime.GOMAXPROCS(procs)
			got := hashOf(t, strings.Fields(fmt.Sprintf("%s --workers %d", line, workers))...)
			if hash == "" {
				hash = got
			}
			if got != hash {
				t.Errorf("%s: with %d workers on %d processors hash %s, before %s", line, workers, procs, got, hash)
			}
		}
	}
	return hash
}
