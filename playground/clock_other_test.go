//go:build !linux

package playground

import "time"

var start = time.Now()

// worked tells the time: what a thread has worked is not known everywhere.
func worked() time.Duration { return time.Since(start) }
