package main

import (
	"io"
	"os"
	"os/signal"
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
}

// defaultCols and defaultRows stand for a terminal that does not tell its size.
const (
	defaultCols = 80
	defaultRows = 24
)

// newConsole returns the console of the process. The first interrupt closes its stop channel, which commands
// answer by finishing cleanly; a second one ends the process as usual.
func newConsole() *console {
	start := time.Now()
	return &console{
		in:            os.Stdin,
		out:           os.Stdout,
		err:           os.Stderr,
		outIsTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		errIsTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		size:          stdoutSize,
		now:           func() time.Duration { return time.Since(start) },
		stop:          interrupted(),
	}
}

func stdoutSize() (cols, rows int) {
	cols, rows, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil || cols <= 0 || rows <= 0 {
		return defaultCols, defaultRows
	}
	return cols, rows
}

// interrupted returns a channel that is closed at the first interrupt.
func interrupted() <-chan struct{} {
	signals, stop := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals)
		close(stop)
	}()
	return stop
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
