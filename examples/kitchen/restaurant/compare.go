package restaurant

import (
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri"
)

// evenings are the scenarios in which cooks are compared: minimum seconds between two orders, and number of cooks.
var evenings = []struct {
	name  string
	pause int
	cooks int
}{
	{"15 s", 10, 2},
	{"10.5 s", 7, 2},
	{"7.5 s", 5, 2},
	{"7.5 s, four cooks", 5, 4},
	{"15 s, one cook", 10, 1},
}

// Ways to run a kitchen.
const (
	alone  = iota // each cook plans for itself, and stays with an order until it is served
	pieces        // each cook plans for itself, piece by piece
	led           // the squad plans, piece by piece
	numWays
)

// in returns the options for one of the ways.
func (o Options) in(way int) Options {
	o.Led, o.Pieces = way == led, way == pieces
	return o
}

// result is the outcome of as many shifts in each way, with the same orders.
type result struct {
	served [numWays]float64 // orders, on average
	wait   [numWays]float64 // seconds, likewise
	gain   [numWays]float64 // of the orders served with the squad, against each way, on average
	margin [numWays]float64 // half of its 95 % confidence interval
}

// CompareAll prints a table with the value of a squad.
func CompareAll(p *karakuri.Program, o Options, seeds int) error {
	out := o.Out
	fmt.Fprintf(out, "%-18s  %-12s  %-12s  %-12s  %-11s  led - pieces\n", "an order every", "alone", "pieces", "led", "led - alone")
	for _, e := range evenings {
		o.Pause, o.Cooks = e.pause, e.cooks
		r, err := compare(p, o, seeds)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%-18s", e.name)
		for way := range numWays {
			fmt.Fprintf(out, "  %4.1f  %3.0f s ", r.served[way], r.wait[way])
		}
		fmt.Fprintf(out, "  %+5.1f ± %.1f  %+5.1f ± %.1f\n", r.gain[alone], r.margin[alone], r.gain[pieces], r.margin[pieces])
	}
	return nil
}

// compare runs shifts of the same orders in each way.
func compare(p *karakuri.Program, o Options, seeds int) (r result, err error) {
	var gains [numWays][]float64
	o.Out = nil
	for seed := range seeds {
		var served [numWays]float64
		for way := range numWays {
			o.Seed = uint64(seed)
			k, err := Open(p, o.in(way))
			if err != nil {
				return r, err
			}
			served[way] = float64(k.Run())
			r.served[way] += served[way] / float64(seeds)
			r.wait[way] += k.wait() / float64(seeds)
		}
		for way := range numWays {
			gains[way] = append(gains[way], served[led]-served[way])
		}
	}
	for way := range numWays {
		r.gain[way], r.margin[way] = meanAndMargin(gains[way])
	}
	return r, nil
}

// meanAndMargin returns the mean of some numbers, and half of its 95 % confidence interval: by the normal distribution,
// which is close enough for 30 numbers and more.
func meanAndMargin(list []float64) (mean, margin float64) {
	n := float64(len(list))
	for _, x := range list {
		mean += x / n
	}
	squares := 0.0
	for _, x := range list {
		squares += (x - mean) * (x - mean)
	}
	if n > 1 {
		margin = 1.96 * math.Sqrt(squares/(n-1)/n)
	}
	return mean, margin
}
