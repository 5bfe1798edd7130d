//go:build !linux

package studio

import "time"

var start = time.Now()

// worked tells the time: what a thread has worked is not known everywhere.
func worked(bool) time.Duration { return time.Since(start) }
