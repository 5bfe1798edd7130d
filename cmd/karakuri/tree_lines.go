package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// transitionText is one change of a status for people.
func transitionText(path string, prev, next fmt.Stringer) string {
	return fmt.Sprintf("%-7v → %-7v  %s", prev, next, printable(path))
}

// treeLines shows the run of a tree as one line for each transition, and the tree at the end.
type treeLines struct {
	stage *treeStage
	out   *bufio.Writer
}

func newTreeLines(c *console, s *treeStage) *treeLines { return &treeLines{s, bufio.NewWriter(c.out)} }

func (l *treeLines) transition(n btexact.NodeID, prev, next btexact.Status) {
	s := l.stage
	fmt.Fprintf(l.out, "%6.1fs %s\n", s.now().Seconds(), transitionText(s.program.Node(n).Path, prev, next))
}

func (l *treeLines) faulted(err *btexact.Error) {
	fmt.Fprintf(l.out, "%6.1fs error: %s\n", l.stage.now().Seconds(), printable(err.Error()))
}

func (l *treeLines) ticked() { l.stage.broken = l.out.Flush() != nil }

func (l *treeLines) finish() error {
	fmt.Fprintf(l.out, "\n%s\n", l.stage.heading(plainCols))
	for _, line := range l.stage.picture(plainCols, plainRows, nil) {
		fmt.Fprintln(l.out, line)
	}
	return l.out.Flush()
}

func (l *treeLines) close() {}

// heading is the line above the tree.
func (s *treeStage) heading(cols int) string {
	return cutText(fmt.Sprintf("%6.1fs  %s  %s", s.now().Seconds(), s.outcomeText(), printable(s.file)), cols)
}

const (
	minTreeRows = 8 // a lower terminal gets more lines than it has
	minLogLines = 3 // that are left below a tree that does not fit
)

// treeScreen shows the run of a tree as a picture that is refreshed in place.
type treeScreen struct {
	c     *console
	stage *treeStage
	paint paint
	drawn time.Duration // when
	log   []string
}

func newTreeScreen(c *console, s *treeStage) *treeScreen {
	io.WriteString(c.out, hideCursor+clearScreen)
	return &treeScreen{c: c, stage: s, paint: painter(), drawn: -frameTime}
}

func (v *treeScreen) transition(n btexact.NodeID, prev, next btexact.Status) {
	if next == btexact.Idle && prev != btexact.Running {
		return // it had been decided, and printed
	}
	v.note(transitionText(v.stage.program.Node(n).Path, prev, next))
}

func (v *treeScreen) faulted(err *btexact.Error) { v.note("error: " + printable(err.Error())) }

// note keeps a line for the list of the last events.
func (v *treeScreen) note(text string) {
	v.log = append(v.log, fmt.Sprintf("%6.1fs %s", v.stage.now().Seconds(), text))
	v.log = v.log[max(0, len(v.log)-logLines):]
}

func (v *treeScreen) ticked() {
	if now := v.c.now(); now-v.drawn >= frameTime {
		v.drawn = now
		v.draw()
	}
}

// draw writes the picture over the last one: line by line, so that nothing flickers.
func (v *treeScreen) draw() {
	cols, rows := v.c.size()
	rows = max(minTreeRows, rows-1)
	lines := append([]string{v.stage.heading(cols)}, v.stage.picture(cols, rows-minLogLines-2, v.paint)...)
	lines = append(lines, "")
	for _, line := range v.log[max(0, len(v.log)-(rows-len(lines))):] {
		lines = append(lines, cutText(line, cols))
	}
	text := strings.Join(lines, clearLineEnd+"\r\n") + clearLineEnd + "\r\n"
	_, err := io.WriteString(v.c.out, cursorHome+text+clearToEnd)
	v.stage.broken = err != nil
}

func (v *treeScreen) finish() error {
	v.draw()
	return nil
}

func (v *treeScreen) close() { io.WriteString(v.c.out, showCursor) }
