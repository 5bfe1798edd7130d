package main

import (
	"fmt"
	"io"
	"math"
)

// evenings are what cooks are compared in: seconds between two orders, at least, and how many they are.
var evenings = []struct {
	name  string
	pause int
	cooks int
}{
	{"an order every 15 s", 10, 2},
	{"every 11 s", 7, 2},
	{"every 7.5 s", 5, 2},
	{"every 7.5 s, four cooks", 5, 4},
	{"every 15 s, one cook", 10, 1},
}

// result is what came of as many shifts with a squad as without, of the same orders.
type result struct {
	served     [2]float64 // orders, on average: alone, and led
	wait       [2]float64 // seconds, likewise
	difference float64    // of the orders served: led - alone
	margin     float64    // half of its 95 % confidence interval
}

// compareAll prints what a squad is worth, in a table.
func compareAll(o options, seeds int) error {
	fmt.Fprintf(o.out, "Orders served in %v, on average over %d seeds; wait in seconds; difference with its 95 %% confidence interval\n\n", o.shift, seeds)
	fmt.Fprintln(o.out, "| evening | alone | wait | squad | wait | difference |\n|---|---|---|---|---|---|")
	for _, e := range evenings {
		o.pause, o.hands = e.pause, e.cooks
		r, err := compare(o, seeds)
		if err != nil {
			return err
		}
		fmt.Fprintf(o.out, "| %s | %.1f | %.0f | %.1f | %.0f | %+.1f ± %.1f |\n", e.name, r.served[0], r.wait[0], r.served[1], r.wait[1], r.difference, r.margin)
	}
	return nil
}

// compare runs shifts of the same orders with a squad and without.
func compare(o options, seeds int) (r result, err error) {
	var differences []float64
	o.out = io.Discard
	for seed := range seeds {
		var served [2]float64
		for i, led := range []bool{false, true} {
			o.seed, o.led = uint64(seed), led
			k, err := open(o)
			if err != nil {
				return r, err
			}
			served[i] = float64(k.run())
			r.served[i] += served[i] / float64(seeds)
			r.wait[i] += k.wait() / float64(seeds)
		}
		differences = append(differences, served[1]-served[0])
	}
	r.difference, r.margin = meanAndMargin(differences)
	return r, nil
}

// meanAndMargin returns the mean of some numbers, and half of its 95 % confidence interval: by the normal distribution, which is close enough for 30 numbers
// and more.
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
