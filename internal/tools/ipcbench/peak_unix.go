//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakBytes returns how much memory a process that has ended was resident with at most, as the system reports it, and
// the peak of this process, which may be part of that; 0: unknown.
func peakBytes(p *os.ProcessState) (told, inherited int64) {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, 0
	}
	var own syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &own) != nil {
		return 0, 0
	}
	unit := int64(1 << 10)
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		unit = 1
	}
	return int64(usage.Maxrss) * unit, int64(own.Maxrss) * unit
}
