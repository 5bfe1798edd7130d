// Command unseen changes what characters have not perceived, and wants them to decide as if nothing had happened:
//
//	go run ./internal/tools/unseen -moments 10000
//
// What it finds is shown by itself, with the decisions in which both games differ, by -game NAME -again CHANGE, where
// CHANGE is as it was reported.
//
// At random moments of each game it makes a twin of the game, removes, moves, claims or frees something there, and lets
// both continue. A character with a memory that did not sense what was changed must decide the same in both, until it
// perceives, hears or is ordered something else, or its actions have another outcome. It ends with status 1 when
// characters know too much.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
)

func main() {
	moments := flag.Int("moments", 10000, "how many changes are made, in all games together")
	seed := flag.Uint64("seed", 1, "of the games, the moments and the changes")
	ticks := flag.Int("ticks", watchTicks, "for how many ticks characters are watched after a change")
	only := flag.String("game", "", "the only game that is played; empty: all, which share the moments")
	again := flag.String("again", "", "the only change that is made, as it was reported; what the agents decide then is printed")
	from := flag.String("examples", "examples", "where the examples are")
	flag.Parse()
	list, failed := games(os.DirFS(*from)), false
	if *only != "" {
		if list = slices.DeleteFunc(list, func(g game) bool { return g.name != *only }); len(list) == 0 {
			fmt.Fprintf(os.Stderr, "there is no game %q\n", *only)
			os.Exit(2)
		}
	}
	for _, g := range list {
		r, err := watchOne(g, *again, *ticks, os.Stdout)
		if *again == "" {
			r, err = watch(g, *seed, *moments/len(list), *ticks, os.Stderr)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Print(r)
		if excess := r.excess(); excess != "" {
			fmt.Println("FAILED:", excess)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}
