package studio

import (
	"syscall"
	"time"
	"unsafe"
)

// Clocks of clock_gettime: what the process and what the calling thread have worked.
const (
	processClock = 2
	threadClock  = 3
)

// worked returns how long this process, or with thread the thread that it is called on, has worked: other programs on
// the machine do not count.
func worked(thread bool) time.Duration {
	clock := uintptr(processClock)
	if thread {
		clock = threadClock
	}
	var t syscall.Timespec
	if _, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		return 0
	}
	return time.Duration(t.Nano())
}
