// Command kitchen lets two cooks fill a stream of orders for ten simulated minutes, and prints how many they have served. Nobody
// tells them who does what: each plans for itself, and what a step needs for itself alone (a plate, a board, a flame) it claims. Or they are a
// squad, which plans for them and gives them orders.
//
//	go run ./examples/kitchen               two cooks
//	go run ./examples/kitchen -pieces       who do not stay with an order until it is served
//	go run ./examples/kitchen -squad        the same two, led
//	go run ./examples/kitchen -leave 5m     one of them goes home after five minutes
//	go run ./examples/kitchen -v            with everything they decide and do
//	go run ./examples/kitchen -compare 100  the same orders in all three ways, from a hundred seeds
//
// What the last prints, of shifts of ten minutes: orders served and seconds until then, on average, and the differences of the orders
// served with their 95 % confidence intervals.
//
//	an order every      alone         pieces        led           led - alone  led - pieces
//	15 s                38.1   35 s   38.5   30 s   38.4   33 s    +0.2 ± 0.1   -0.2 ± 0.1
//	10.5 s              41.1   97 s   54.1   35 s   50.8   55 s    +9.6 ± 0.3   -3.3 ± 0.3
//	7.5 s               41.3  157 s   58.8   94 s   52.8  118 s   +11.5 ± 0.3   -5.9 ± 0.2
//	7.5 s, four cooks   61.5   84 s   67.1   50 s   61.4   88 s    -0.1 ± 0.3   -5.7 ± 0.2
//	15 s, one cook      21.0  158 s   30.6   81 s   29.4   92 s    +8.4 ± 0.1   -1.2 ± 0.1
//
// A cook who stays with an order stands beside its pots. The squad knows of all orders and hands them out piece by piece, so that nobody waits for a pot: two cooks
// serve a quarter more. It is the pieces that do it, though, and not who hands them out: cooks who take pieces by themselves serve more still. Each of them does
// what comes next, whatever it is, and at once; the squad has one who serves and one who cooks, work for no more than two, and an order takes two or three ticks
// there and back.
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
	flag.BoolVar(&o.pieces, "pieces", false, "they do not stay with an order until it is served")
	flag.IntVar(&o.pause, "pause", o.pause, "seconds between two orders, at least; at most twice as many")
	flag.DurationVar(&o.shift, "for", o.shift, "how long they work, in simulated time")
	flag.DurationVar(&o.leave, "leave", 0, "when one of them leaves; 0: nobody does")
	flag.Uint64Var(&o.seed, "seed", 1, "of the orders")
	seeds := flag.Int("compare", 0, "run so many shifts in each way, and compare")
	flag.BoolVar(&o.verbose, "v", false, "print everything that the cooks decide and do")
	flag.Parse()
	o.pause = max(o.pause, 1)
	if *seeds > 0 {
		if err := compareAll(o, *seeds); err != nil {
			log.Fatal(err)
		}
		return
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
	pieces   bool // who is not led does what is to be done next, for whichever order it is
	pause    int  // seconds
	shift    time.Duration
	leave    time.Duration // when the last cook leaves; 0: nobody does
	seed     uint64
	workers  int
	out      io.Writer
	verbose  bool
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
