package main

import (
	"os"
	"strings"
	"testing"
)

// TestItIsShort: the whole of it is read before anything else is.
func TestItIsShort(t *testing.T) {
	text, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > 45 {
		t.Errorf("%d lines, want 45 at most", n)
	}
}

func Example() {
	main()
	// Output:
	//  0.05s  cat at 0.0  idle: no plan line applies
	//  0.50s  cat at 0.0  idle action aborted: a plan was found
	//  0.50s  cat at 0.0  plan adopted: dine in 4 steps
	//  0.50s  cat at 0.0  step started: walk(door)
	//  3.50s  cat at 6.0  step ended: walk(door)
	//  3.55s  cat at 6.0  step started: beg
	//  3.55s  cat at 6.0  step ended: beg
	//  3.60s  cat at 6.0  plan kept: the new plan is the same
	//  3.60s  cat at 6.0  step started: walk(bowl)
	//  5.10s  cat at 3.0  step ended: walk(bowl)
	//  5.15s  cat at 3.0  step started: eat
	//  5.15s  cat at 3.0  step ended: eat
	//  5.15s  cat at 3.0  plan ended: dine
	//  5.20s  cat at 3.0  idle: no plan line applies
	//  6.90s  cat at 3.0  idle action aborted: a plan was found
	//  6.90s  cat at 3.0  plan adopted: dine in 4 steps
	//  6.90s  cat at 3.0  step started: walk(door)
	//  8.40s  cat at 6.0  step ended: walk(door)
	//  8.45s  cat at 6.0  step started: beg
	//  8.45s  cat at 6.0  step ended: beg
	//  8.50s  cat at 6.0  plan kept: the new plan is the same
	//  8.50s  cat at 6.0  step started: walk(bowl)
	//
	// cat#1 at 9.8s: carries out dine
	//   => 1 walk(bowl)
	//      2 eat
	//
	// planning now:
	// dine: walk(bowl), eat   (3 nodes, 0 backtracks)
	// dine
	//   + "from the bowl"
	//     + 1 walk(bowl)
	//     + 2 eat
}
