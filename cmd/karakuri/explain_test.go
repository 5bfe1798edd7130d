package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// An agent under an order is asked about its wants: the order is compared with them, but is not a want.
func TestExplainUnderOrders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fireteam.ktrace")
	said(t, "run", "../../examples/fireteam/fireteam.krk", "--for", "16s", "--seed", "1", "--trace", file)
	for name, want := range map[string]string{
		"engage":  "no candidate: want engage: looked at 10",
		"order 2": "runs now: order 2; it says hold, as order 2 says",
		"hold":    "runs now: goal hold",
		"hurl":    "no candidate: method stand_ground/fight: looked at 10",
		"dive":    "condition false: reaction dive: grenade_near = false",
	} {
		got := said(t, "explain", file, "--agent", "rifleman#1", "--tick", "150", "--why-not", name)
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// said runs a command that succeeds, and returns its output.
func said(t *testing.T, args ...string) string {
	t.Helper()
	var out, err bytes.Buffer
	c := &console{in: strings.NewReader(""), out: &out, err: &err, now: func() time.Duration { return 0 }, stop: make(chan struct{})}
	if code := run(args, c); code != exitOK {
		t.Fatalf("karakuri %v: exit code %d\n%s%s", args, code, out.String(), err.String())
	}
	return out.String()
}
