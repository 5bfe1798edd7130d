// Command gatherer lets fifty characters live in a small town. All have the same brain: they gather what gives energy
// and power, and fight. Four personalities make them different, and a table shows how, with the measures of
// docs/assess.md.
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
	"github.com/karakuri-ai/karakuri/assess"
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
	r, err := run(o)
	if err == nil {
		err = check(r)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// run makes all runs, and prints the results.
func run(o options) (*assess.Report, error) {
	program, scene, err := town()
	if err != nil {
		return nil, err
	}
	if o.picture {
		for seed := range o.seeds {
			p, err := open(program, scene, uint64(seed+1))
			if err != nil {
				return nil, err
			}
			p.Run(o.length.Seconds())
			fmt.Fprintf(o.out, "seed %d\n%s\n", seed+1, p.Draw(arena.View{}))
		}
	}
	r, err := assess.Run(assess.Options{Name: "gatherer", Open: assess.InScene(program, scene, playground.Options{}), Seeds: assess.Seeds{From: 1, To: uint64(o.seeds)}, Seconds: o.length.Seconds()})
	if err != nil {
		return nil, err
	}
	return r, r.Write(o.out)
}

// check returns an error when gatherers stand about: each always remembers something, or can search.
func check(r *assess.Report) error {
	if v, ok := r.Row("").Value("idle"); !ok || v.Over {
		return fmt.Errorf("gatherers are idle for %.2f %% of the time", 100*v.Value)
	}
	return nil
}

// town loads the program and the scene.
func town() (*karakuri.Program, *playground.Scene, error) {
	program, err := karakuri.Load(files, "gatherer.krk")
	if err != nil {
		return nil, nil, err
	}
	text, err := files.ReadFile("gatherer.scene")
	if err != nil {
		return nil, nil, err
	}
	scene, err := playground.ParseScene("gatherer.scene", string(text))
	return program, scene, err
}

// open sets the town up.
func open(program *karakuri.Program, scene *playground.Scene, seed uint64) (*playground.Playground, error) {
	return playground.New(program, scene, playground.Options{Crowd: karakuri.Options{Seed: seed}})
}
