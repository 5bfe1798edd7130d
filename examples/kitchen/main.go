// Command kitchen lets two cooks fill a stream of orders for ten simulated minutes, and prints how many they have
// served. Each plans for itself, and a step claims what it needs for itself alone (a plate, a board, a flame). Or they
// are a squad, which plans for them and gives them orders. Guests, stations and what hands do are package restaurant.
//
//	go run ./examples/kitchen               two cooks
//	go run ./examples/kitchen -pieces       cooks that do not stay with an order until it is served
//	go run ./examples/kitchen -squad        the same two, led
//	go run ./examples/kitchen -leave 5m     one of them goes home after five minutes
//	go run ./examples/kitchen -v            with everything they decide and do
//	go run ./examples/kitchen -studio       in a browser, with their minds; the other flags say which cooks work there
//	go run ./examples/kitchen -assess 20    how they behave, from twenty seeds: docs/assess.md says what is measured
//	go run ./examples/kitchen -compare 100  the same orders in all three ways, from a hundred seeds
//	go run ./examples/kitchen -sizes 100    the same with two to six cooks: docs/lab/kitchen.md explains the values
//
// What the last prints, of shifts of ten minutes: orders served and seconds until then, on average, and the differences
// of the orders served with their 95 % confidence intervals.
//
//	an order every      alone         pieces        led           led - alone             led - pieces
//	15 s                38.1   35 s   38.5   30 s   38.3   33 s   +0.2 (+0.1..+0.3)       -0.2 (-0.3..-0.1)
//	10.5 s              40.8  100 s   54.1   34 s   51.8   50 s   +11.0 (+10.7..+11.2)    -2.4 (-2.6..-2.1)
//	7.5 s               40.9  159 s   59.0   93 s   54.2  114 s   +13.3 (+13.1..+13.5)    -4.8 (-5.0..-4.7)
//	7.5 s, four cooks   59.0   92 s   67.3   65 s   61.1   89 s   +2.1 (+1.8..+2.4)       -6.2 (-6.4..-6.0)
//	15 s, one cook      21.0  158 s   30.6   81 s   29.4   92 s   +8.4 (+8.2..+8.5)       -1.2 (-1.4..-1.1)
//
// A cook who stays with an order stands next to its pots. The squad knows of all orders and hands them out piece by
// piece, so that no cook waits for a pot: two cooks serve up to a third more. It is the pieces that do it, though, and
// not who hands them out: cooks who take pieces by themselves serve more still. Each of them does what comes next,
// whatever it is, and at once; the squad has one cook that serves and one that cooks, work for no more than two, and an
// order takes two or three ticks there and back.
package main

import (
	"context"
	"embed"
	"flag"
	"log"
	"os"
	"os/signal"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/assess"
	"github.com/karakuri-ai/karakuri/examples/kitchen/restaurant"
	"github.com/karakuri-ai/karakuri/studio"
)

//go:embed kitchen.krk
var files embed.FS

// onDisk is the place of the file that the studio may write, relative to the root of the module.
const onDisk = "examples/kitchen/kitchen.krk"

func main() {
	o := restaurant.Options{Out: os.Stdout}
	flag.IntVar(&o.Cooks, "cooks", 2, "how many cooks there are at the start")
	flag.BoolVar(&o.Led, "squad", false, "they are a squad")
	flag.BoolVar(&o.Pieces, "pieces", false, "they do not stay with an order until it is served")
	flag.IntVar(&o.Pause, "pause", 10, "seconds between two orders, at least; at most twice as many")
	flag.DurationVar(&o.Shift, "for", 10*time.Minute, "how long they work, in simulated time")
	flag.DurationVar(&o.Leave, "leave", 0, "when one of them leaves; 0: never")
	flag.Uint64Var(&o.Seed, "seed", 1, "of the orders")
	seeds := flag.Int("compare", 0, "run so many shifts in each way, and compare")
	sizes := flag.Int("sizes", 0, "run so many shifts in each way with 2 to 6 cooks, and compare")
	measured := flag.Int("assess", 0, "run so many shifts, and measure how the cooks behave")
	flag.BoolVar(&o.Verbose, "v", false, "print everything that the cooks decide and do")
	inStudio := flag.Bool("studio", false, "show it in a browser, for as long as the program runs")
	addr := flag.String("addr", "127.0.0.1:7420", "where the studio listens")
	flag.Parse()
	o.Pause = max(o.Pause, 1)
	var err error
	if *inStudio {
		o.Out, o.Verbose = nil, false
		err = show(studio.Options{Addr: *addr, Seed: o.Seed, Worlds: []studio.World{restaurant.In(o)}})
	} else {
		err = run(o, *seeds, *sizes, *measured)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// run lets the cooks work a shift, or compares or measures shifts.
func run(o restaurant.Options, seeds, sizes, measured int) error {
	p, err := karakuri.Load(files, "kitchen.krk")
	if err != nil {
		return err
	}
	switch {
	case seeds > 0:
		return restaurant.CompareAll(p, o, seeds)
	case sizes > 0:
		return restaurant.CompareSizes(p, o, sizes)
	case measured > 0:
		r, err := assess.Run(assess.Options{Name: "kitchen", Open: restaurant.Assessed(p, o), Seeds: assess.Seeds{From: 1, To: uint64(measured)}})
		if err != nil {
			return err
		}
		return r.Write(o.Out)
	}
	k, err := restaurant.Open(p, o)
	if err != nil {
		return err
	}
	k.Run()
	return nil
}

// show runs them in the studio. There the file can be changed, if it is on this machine.
func show(o studio.Options) error {
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	o.Files = files
	return studio.Serve(interrupted, []string{onDisk}, o, os.Stdout)
}
