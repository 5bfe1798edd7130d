// Command kitchen lets two cooks fill a stream of orders for ten simulated minutes, and prints how many they have served. Nobody
// tells them who does what: each plans for itself, and what a step needs for itself alone (a plate, a board, a flame) it claims. Or they are
// a squad, which plans for them and gives them orders.
//
//	go run ./examples/kitchen             two cooks
//	go run ./examples/kitchen -squad      the same two, led
//	go run ./examples/kitchen -leave 5m   one of them goes home after five minutes
//	go run ./examples/kitchen -v          with everything they do
//	go run ./examples/kitchen -compare 100
//
// The last runs a hundred streams of orders with each, and says how much the squad is worth.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/agent"
)

func main() {
	o := options{hands: 2, pause: 10, shift: 10 * time.Minute, out: os.Stdout}
	flag.IntVar(&o.hands, "cooks", o.hands, "how many cooks there are at the start")
	flag.BoolVar(&o.led, "squad", false, "they are a squad")
	flag.IntVar(&o.pause, "pause", o.pause, "seconds between two orders, at least; at most twice as many")
	flag.DurationVar(&o.shift, "for", o.shift, "how long they work, in simulated time")
	flag.DurationVar(&o.leave, "leave", 0, "when one of them leaves; 0: nobody does")
	flag.Uint64Var(&o.seed, "seed", 1, "of the orders")
	seeds := flag.Int("compare", 0, "run so many shifts with a squad and without, and compare")
	verbose := flag.Bool("v", false, "print everything that the cooks decide and do")
	flag.Parse()
	if *seeds > 0 {
		if err := compareAll(o, *seeds); err != nil {
			log.Fatal(err)
		}
		return
	}
	var k *kitchen
	if *verbose {
		o.tell = func(e karakuri.Event) {
			fmt.Fprintf(o.out, "%6.1fs  %s  %s\n", k.crowd.Seconds(), k.name(e.Agent), k.crowd.Text(e))
		}
	}
	k, err := open(o)
	if err != nil {
		log.Fatal(err)
	}
	k.run()
}

// options say how a shift goes.
type options struct {
	hands    int
	led      bool
	pause    int // seconds
	shift    time.Duration
	leave    time.Duration // when the last cook leaves; 0: nobody does
	seed     uint64
	workers  int
	out      io.Writer
	tell     karakuri.SinkFunc   // may be nil
	squads   agent.SquadSinkFunc // may be nil
	recorder *karakuri.Recorder  // may be nil
}

// run lets the shift go by and returns how many orders were served.
func (k *kitchen) run() int {
	ticks := int(k.shift.Seconds() * ticksPerSecond)
	before := 0
	for tick := 1; tick <= ticks; tick++ {
		k.guests()
		k.simmer()
		k.crowd.Step()
		if minute := 60 * ticksPerSecond; tick%minute == 0 || tick == ticks {
			fmt.Fprintf(k.out, "minute %2d: %2d orders served, %d waiting\n", (tick+minute-1)/minute, k.served-before, len(k.came))
			before = k.served
		}
		if k.leave > 0 && tick == int(k.leave.Seconds()*ticksPerSecond) {
			k.goHome()
		}
	}
	fmt.Fprintf(k.out, "%d of %d orders served, after %.0f s on average; %d plates washed\n", k.served, k.ordered, k.wait(), k.washed)
	return k.served
}
