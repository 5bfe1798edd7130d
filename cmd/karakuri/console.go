package main

import (
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"
)

// console is everything of the outside world that commands touch, so that tests can stand in for it.
type console struct {
	in       io.Reader
	out, err io.Writer

	outIsTerminal bool
	errIsTerminal bool
	size          func() (cols, rows int) // of the terminal that out is

	now  func() time.Duration // since the program started, for limits and pacing only
	stop <-chan struct{}      // closed when the user interrupts
	code func() int           // the exit code by which an interrupt is known; 0: there was none
	exit func(code int)       // ends the process at once; nil: it cannot be ended
	root string               // --root; empty: the folder of each file

	ticks func() bool // stands in for the waits of --watch in tests; false ends them; nil: wait
}

// defaultCols and defaultRows are used for a terminal that does not report its size.
const (
	defaultCols = 80
	defaultRows = 24
)

// newConsole returns the console of the process. The first interrupt closes its stop channel, which commands
// answer by finishing cleanly; a second one ends the process as usual.
func newConsole() *console {
	start := time.Now()
	stop, code := interrupted()
	return &console{
		in:            os.Stdin,
		out:           os.Stdout,
		err:           os.Stderr,
		outIsTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		errIsTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		size:          stdoutSize,
		now:           func() time.Duration { return time.Since(start) },
		stop:          stop,
		code:          code,
		exit:          os.Exit,
	}
}

func stdoutSize() (cols, rows int) {
	cols, rows, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil || cols <= 0 || rows <= 0 {
		return defaultCols, defaultRows
	}
	return cols, rows
}

// lastGrace is the time in which an interrupted command may finish: enough to close a recording, and to end within a
// second.
const lastGrace = 700 * time.Millisecond

// interrupted returns a channel that is closed at the first interrupt or request to end, and the exit code by which it
// is known: 128 and the number of the signal. The process exits if the command has not ended soon after that, because
// it waits for input or is busy: each write is complete, and a recording is complete up to its last block.
func interrupted() (stopped <-chan struct{}, code func() int) {
	var got atomic.Int32
	signals, stop := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		sig := (<-signals).(syscall.Signal)
		signal.Stop(signals)
		got.Store(128 + int32(sig))
		close(stop)
		time.Sleep(lastGrace)
		os.Exit(int(got.Load()))
	}()
	return stop, func() int { return int(got.Load()) }
}

// sleep waits, and reports false when the user interrupts meanwhile.
func (c *console) sleep(d time.Duration) bool {
	if d <= 0 {
		select {
		case <-c.stop:
			return false
		default:
			return true
		}
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-c.stop:
		return false
	case <-timer.C:
		return true
	}
}
