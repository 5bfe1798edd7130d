// Command guards lets four guards watch over a yard in which an intruder wanders about. All have the same behaviour
// tree: it sees, chases, strikes, and goes back to where it stood. Two of them see farther, throw, and keep their
// distance: the same tree with other arguments, in which another action takes the place of the chase. The yard itself,
// what guards perceive and do in it, is package yard.
//
//	go run ./examples/guards                      a picture that moves
//	go run ./examples/guards --seed 7 --speed 4   another one, four times as fast
//	go run ./examples/guards --plain --for 20s    a line for each decision
//	go run ./examples/guards --studio             in a browser, with their minds
//	go run ./examples/guards --assess 20          how they behave, from twenty seeds: docs/assess.md says what is measured
package main

import (
	"context"
	"embed"
	"flag"
	"log"
	"os"
	"os/signal"
	"time"

	"golang.org/x/term"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/assess"
	"github.com/karakuri-ai/karakuri/examples/guards/yard"
	"github.com/karakuri-ai/karakuri/studio"
)

//go:embed guards.krk
var files embed.FS

// onDisk is the place of the file that the studio may write, relative to the root of the module.
const onDisk = "examples/guards/guards.krk"

func main() {
	var seed uint64
	var length time.Duration
	var speed float64
	flag.Uint64Var(&seed, "seed", 1, "of the player's ways")
	flag.DurationVar(&length, "for", 2*time.Minute, "how long the game runs, in simulated time")
	flag.Float64Var(&speed, "speed", 0, "simulated seconds in a second; 0: one for a picture, as many as it can for lines")
	seeds := flag.Int("assess", 0, "run so many games, and measure how the guards behave")
	plain := flag.Bool("plain", false, "print a line for each decision, on a terminal too")
	inStudio := flag.Bool("studio", false, "show it in a browser, for as long as the program runs")
	addr := flag.String("addr", "127.0.0.1:7420", "where the studio listens")
	flag.Parse()
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if *seeds > 0 {
		err = measure(*seeds, length)
	} else if *inStudio {
		err = show(interrupted, studio.Options{Addr: *addr, Seed: seed, Worlds: []studio.World{yard.World}})
	} else {
		o := yard.Options{Seed: seed, Out: os.Stdout}
		cols, rows, noTerminal := term.GetSize(int(os.Stdout.Fd()))
		o.Picture = !*plain && noTerminal == nil && cols >= yard.PictureCols && rows >= yard.PictureRows
		if o.Picture && speed <= 0 {
			speed = 1
		}
		err = run(interrupted, o, length, speed)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// run runs the guards, and prints their decisions in the terminal.
func run(interrupted context.Context, o yard.Options, length time.Duration, speed float64) error {
	p, err := karakuri.Load(files, "guards.krk")
	if err != nil {
		return err
	}
	y, err := yard.Open(p, o)
	if err != nil {
		return err
	}
	return y.Run(interrupted, length, speed)
}

// measure runs games from so many seeds, and prints how the guards behave.
func measure(seeds int, length time.Duration) error {
	p, err := karakuri.Load(files, "guards.krk")
	if err != nil {
		return err
	}
	r, err := assess.Run(assess.Options{Name: "guards", Open: yard.Assessed(p), Seeds: assess.Seeds{From: 1, To: uint64(seeds)}, Seconds: length.Seconds()})
	if err != nil {
		return err
	}
	return r.Write(os.Stdout)
}

// show runs them in the studio. There the file can be changed, if it is on this machine.
func show(interrupted context.Context, o studio.Options) error {
	o.Files = files
	return studio.Serve(interrupted, []string{onDisk}, o, os.Stdout)
}
