// Command simulate runs simulations of a cluster, each from a seed, and reports the seeds in which a rule was broken:
//
//	go run ./internal/tools/simulate -seeds 2000
//	go run ./internal/tools/simulate -seed 17 -trace
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/karakuri-ai/karakuri/cluster/internal/sim"
)

// progressEvery is after how many seeds progress is reported.
const progressEvery = 500

func main() {
	first := flag.Uint64("seed", 0, "the first seed")
	n := flag.Uint64("seeds", 1, "number of seeds")
	trace := flag.Bool("trace", false, "print what happens")
	fencing := flag.Bool("without-fencing", false, "the log accepts every append")
	epochs := flag.Bool("any-epoch", false, "clients listen to owners whose epoch is over")
	moves := flag.Bool("any-move", false, "zones take agents that have come before")
	clocks := flag.Bool("clocks", false, "clocks of nodes jump, forwards and backwards")
	full := flag.Bool("full", false, "the disk of the stores is full now and then")
	power := flag.Duration("power", 0, "the stores lose power once, and what they have confirmed for so long")
	flag.Parse()
	p, err := sim.Load()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	began, broken := time.Now(), 0
	var all sim.Result
	for seed := *first; seed < *first+*n; seed++ {
		o := sim.Options{Seed: seed, NoFencing: *fencing, AnyEpoch: *epochs, AnyMove: *moves, Clocks: *clocks, Full: *full, Power: *power}
		if *trace {
			o.Trace = func(line string) { fmt.Println(line) }
		}
		r, err := p.Run(o)
		if err != nil {
			broken++
			fmt.Printf("seed %d: %v\n", seed, err)
		}
		all.Add(r)
		if done := seed - *first + 1; done%progressEvery == 0 && done < *n {
			fmt.Fprintf(os.Stderr, "%d of %d seeds, %.0f s, %d broke a rule\n", done, *n, time.Since(began).Seconds(), broken)
		}
	}
	fmt.Printf("%d seeds in %.1f s, %d of them broke a rule: %+v\n", *n, time.Since(began).Seconds(), broken, all)
	if broken > 0 {
		os.Exit(1)
	}
}
