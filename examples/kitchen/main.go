// Command kitchen lets two cooks fill a stream of orders for ten simulated minutes, and prints how many they have served. Nobody
// tells them who does what: each plans for itself, and what a step needs for itself alone (a plate, a board, a flame) it claims.
//
//	go run ./examples/kitchen             two cooks
//	go run ./examples/kitchen -leave 5m   one of them goes home after five minutes
//	go run ./examples/kitchen -v          with everything they do
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/karakuri-ai/karakuri"
)

func main() {
	o := options{hands: 2, shift: 10 * time.Minute, out: os.Stdout}
	flag.IntVar(&o.hands, "cooks", o.hands, "how many cooks there are at the start")
	flag.DurationVar(&o.shift, "for", o.shift, "how long they work, in simulated time")
	flag.DurationVar(&o.leave, "leave", 0, "when one of them leaves; 0: nobody does")
	flag.Uint64Var(&o.seed, "seed", 1, "of the orders")
	verbose := flag.Bool("v", false, "print everything that the cooks decide and do")
	flag.Parse()
	var k *kitchen
	if *verbose {
		o.tell = func(e karakuri.Event) {
			fmt.Fprintf(o.out, "%6.1fs  cook %d  %s\n", k.crowd.Seconds(), e.Agent&0xff, k.crowd.Text(e))
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
	hands int
	shift time.Duration
	leave time.Duration // when the last cook leaves; 0: nobody does
	seed  uint64
	out   io.Writer
	tell  karakuri.SinkFunc // may be nil
}

// run lets the shift go by and returns how many orders were served.
func (k *kitchen) run() int {
	ticks := int(k.shift.Seconds() * ticksPerSecond)
	before := 0
	for tick := 1; tick <= ticks; tick++ {
		k.guests()
		k.crowd.Step()
		if minute := 60 * ticksPerSecond; tick%minute == 0 || tick == ticks {
			fmt.Fprintf(k.out, "minute %2d: %2d orders served, %d waiting\n", (tick+minute-1)/minute, k.served-before, len(k.crowd.Objects("order")))
			before = k.served
		}
		if k.leave > 0 && tick == int(k.leave.Seconds()*ticksPerSecond) {
			k.goHome()
		}
	}
	fmt.Fprintf(k.out, "%d of %d orders served, after %.0f s on average; %d plates washed\n", k.served, k.ordered, k.wait(), k.washed)
	return k.served
}
