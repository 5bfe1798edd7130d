// Command gatherer lets fifty characters live in a small town. All have the same brain: they gather what gives energy
// and power, and fight. Four personalities make them different, and a table shows how: over some runs, what became of a
// character of each.
//
//	go run ./examples/gatherer            a minute, from two seeds
//	go run ./examples/gatherer -long      ten minutes, from twenty seeds
//	go run ./examples/gatherer -picture   how the town looks at the end, too
package main

import (
	"embed"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/playground"
)

//go:embed gatherer.krk gatherer.scene
var files embed.FS

// options say how often it runs, and for how long.
type options struct {
	seeds   int
	length  time.Duration // simulated
	picture bool
	out     io.Writer
}

func main() {
	o := options{out: os.Stdout}
	flag.IntVar(&o.seeds, "seeds", 2, "how many runs")
	flag.DurationVar(&o.length, "for", time.Minute, "how long each takes, in simulated time")
	flag.BoolVar(&o.picture, "picture", false, "draw the end of each run")
	long := flag.Bool("long", false, "as -seeds 20 -for 10m")
	flag.Parse()
	if *long {
		o.seeds, o.length = 20, 10*time.Minute
	}
	s, err := run(o)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		log.Fatal(err)
	}
}

// run makes all runs, and prints the results.
func run(o options) (*survey, error) {
	s := newSurvey()
	for seed := range o.seeds {
		p, err := open(uint64(seed + 1))
		if err != nil {
			return nil, err
		}
		p.Run(o.length.Seconds())
		if o.picture {
			fmt.Fprintf(o.out, "seed %d\n%s\n", seed+1, p.Draw(arena.View{}))
		}
		s.add(p)
	}
	fmt.Fprintf(o.out, "a character in %v, mean of %d runs, with what it may be off by (95 %%)\n\n%s", o.length, o.seeds, s.table())
	return s, nil
}

// open sets the town up.
func open(seed uint64) (*playground.Playground, error) {
	program, err := karakuri.Load(files, "gatherer.krk")
	if err != nil {
		return nil, err
	}
	text, err := files.ReadFile("gatherer.scene")
	if err != nil {
		return nil, err
	}
	scene, err := playground.ParseScene("gatherer.scene", string(text))
	if err != nil {
		return nil, err
	}
	return playground.New(program, scene, playground.Options{Crowd: karakuri.Options{Seed: seed}})
}
