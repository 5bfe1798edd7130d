package main

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// progress shows how far a run is: on a terminal one line that is drawn over, elsewhere a line for each result.
type progress struct {
	out      *os.File
	terminal bool

	mu      sync.Mutex
	all     int
	done    int
	solved  int
	running []string
}

func newProgress(out *os.File, all int) *progress {
	return &progress{out: out, terminal: term.IsTerminal(int(out.Fd())), all: all}
}

func (p *progress) begin(pr problem) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = append(p.running, pr.domain+" "+pr.name)
	p.draw()
}

func (p *progress) end(r result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(r)
	name := r.Domain + " " + r.Problem
	for i := range p.running {
		if p.running[i] == name {
			p.running = append(p.running[:i], p.running[i+1:]...)
			break
		}
	}
	if !p.terminal {
		fmt.Fprintf(p.out, "%d/%d %s\n", p.done, p.all, r.text())
		return
	}
	p.draw()
}

// skip counts a result that was known before.
func (p *progress) skip(r result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(r)
}

func (p *progress) count(r result) {
	p.done++
	if r.Status == solved {
		p.solved++
	}
}

// barLength is the length of the bar, in characters.
const barLength = 20

func (p *progress) draw() {
	if !p.terminal {
		return
	}
	full := barLength * p.done / max(p.all, 1)
	bar := strings.Repeat("#", full) + strings.Repeat(".", barLength-full)
	line := fmt.Sprintf("[%s] %d/%d, %d solved  %s", bar, p.done, p.all, p.solved, strings.Join(p.running, ", "))
	if cols, _, err := term.GetSize(int(p.out.Fd())); err == nil && len(line) >= cols && cols > 0 {
		line = line[:cols-1]
	}
	fmt.Fprint(p.out, "\r\x1b[K"+line)
}

func (p *progress) close() {
	if p.terminal {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// text is a result in a line.
func (r *result) text() string {
	text := fmt.Sprintf("%s %s: %s", r.Domain, r.Problem, r.Status)
	if r.Status == solved {
		text += fmt.Sprintf(" by %s, %d steps", r.By, r.Steps)
	}
	if r.Detail != "" {
		text += ": " + r.Detail
	}
	return text + fmt.Sprintf(" (%.2f s, %.0f MiB)", r.Wall.Seconds(), mib(r.PeakBytes))
}
