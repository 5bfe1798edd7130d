//go:build !linux

package studio

import "time"

var start = time.Now()

// worked returns the time: the processor time of a thread is not known everywhere.
func worked(bool) time.Duration { return time.Since(start) }
