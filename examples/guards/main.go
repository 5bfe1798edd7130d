// Command guards lets four guards watch over a yard in which somebody wanders about. All have the same behaviour tree: it sees, chases,
// strikes, and goes back to where it stood. Two of them see farther, throw, and keep their distance: the same tree with other arguments,
// in which another action takes the place of the chase.
//
//	go run ./examples/guards                      a picture that moves
//	go run ./examples/guards --seed 7 --speed 4   another one, four times as fast
//	go run ./examples/guards --plain --for 20s    a line for each decision
package main

import (
	"context"
	"flag"
	"io"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"time"

	"golang.org/x/term"

	"github.com/karakuri-ai/karakuri"
)

// options say how a run goes.
type options struct {
	seed     uint64
	length   time.Duration // simulated
	speed    float64       // simulated seconds in a second; 0: as fast as it goes
	out      io.Writer
	tree     fs.FS              // holds guards.krk
	picture  bool               // draw a picture in place of lines
	recorder *karakuri.Recorder // may be nil
	workers  int                // goroutines that decide

	// watch is told what becomes of the actions of guards; it may be nil.
	watch func(g *guard, action string, t turn)
}

func main() {
	o := options{tree: files, out: os.Stdout}
	flag.Uint64Var(&o.seed, "seed", 1, "of the player's ways")
	flag.DurationVar(&o.length, "for", 2*time.Minute, "how long it goes on, in simulated time")
	flag.Float64Var(&o.speed, "speed", 0, "simulated seconds in a second; 0: one for a picture, as many as it can for lines")
	plain := flag.Bool("plain", false, "print a line for each decision, on a terminal too")
	flag.Parse()
	cols, rows, err := term.GetSize(int(os.Stdout.Fd()))
	o.picture = !*plain && err == nil && cols >= pictureCols && rows >= pictureRows
	if o.picture && o.speed <= 0 {
		o.speed = 1
	}
	y, err := open(o)
	if err != nil {
		log.Fatal(err)
	}
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err = y.run(interrupted)
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

// run lets time pass until it is over or interrupted, and sums up.
func (y *yard) run(interrupted context.Context) error {
	for range int(y.length.Seconds() * ticksPerSecond) {
		if interrupted.Err() != nil {
			break
		}
		if err := y.step(); err != nil {
			return err
		}
		if y.picture {
			y.draw()
		}
		if y.speed > 0 {
			time.Sleep(time.Duration(float64(time.Second) / ticksPerSecond / y.speed))
		}
	}
	y.summary()
	return nil
}
