//go:build jumps && unix

package cluster

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// jumped is how far the clock of this process has jumped. Only the test harness builds with the tag "jumps": SIGUSR1 has
// the clock jump forwards by three leases, and SIGUSR2 backwards.
var jumped atomic.Int64

func init() {
	jumps := make(chan os.Signal, 16)
	signal.Notify(jumps, syscall.SIGUSR1, syscall.SIGUSR2)
	go func() {
		for s := range jumps {
			by := 3 * DefaultLease
			if s == syscall.SIGUSR2 {
				by = -by
			}
			jumped.Add(int64(by))
		}
	}()
}

func jump() time.Duration { return time.Duration(jumped.Load()) }
