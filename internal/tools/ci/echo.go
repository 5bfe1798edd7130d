package main

import (
	"bytes"
	"io"
	"strings"
)

// echo passes on what a command prints, and keeps the lines that say what failed and how to repeat it. A log that is
// cut to its end still shows them, because they are printed once more at the end of the run.
type echo struct {
	out  io.Writer
	kept []string
	more int    // lines that follow a kept one and belong to it
	rest []byte // of a line that has not ended
}

const (
	maxKept  = 60 // lines of one step
	maxBelow = 4  // lines below a failed test: its messages
	maxWidth = 300
)

// signs are the beginnings of lines that report a failure, or how to repeat it.
var signs = []string{"--- FAIL", "FAIL", "panic:", "fatal error:", "WARNING: DATA RACE", "-test.shuffle", "-rapid.", "[rapid]"}

// Write passes bytes on, and looks at each line that they end.
func (e *echo) Write(p []byte) (int, error) {
	e.rest = append(e.rest, p...)
	for {
		line, after, whole := bytes.Cut(e.rest, []byte("\n"))
		if !whole {
			break
		}
		e.look(string(line))
		e.rest = after
	}
	return e.out.Write(p)
}

func (e *echo) look(line string) {
	text := strings.TrimSpace(line)
	failed := false
	for _, s := range signs {
		failed = failed || strings.HasPrefix(text, s)
	}
	switch {
	case failed:
		e.more = maxBelow
	case e.more > 0 && strings.HasPrefix(line, " "):
		e.more--
	default:
		e.more = 0
		return
	}
	if len(e.kept) < maxKept {
		e.kept = append(e.kept, line[:min(len(line), maxWidth)])
	}
}
