package agent_test

import (
	"flag"
	"testing"
)

// longTests asks for the long forms of the tests of this package:
//
//	go test ./internal/run/agent -long
var longTests = flag.Bool("long", false, "run the long forms: every tick, every byte, more seeds")

// sized returns how much a test does: with -short, which is for the race detector; by default; and with -long.
func sized(short, usual, long int) int {
	switch {
	case testing.Short():
		return short
	case *longTests:
		return long
	}
	return usual
}

// serial skips a long test with -short: it runs on one goroutine, where the race detector finds nothing.
func serial(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine")
	}
}
