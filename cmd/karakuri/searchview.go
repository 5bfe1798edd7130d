package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/search"
)

// searchView shows how far the search for an HDDL plan is: on a terminal in one line that is drawn over, elsewhere, if
// that is wanted, in a line now and then.
type searchView struct {
	c       *console
	verbose bool
	start   time.Duration

	mu     sync.Mutex // the search may be left alone while it shows something
	over   bool
	drawn  bool
	last   time.Duration
	phases map[string]bool // shown so far
}

// lineEvery is how often a verbose search writes a line where lines stay.
const lineEvery = time.Second

// show is called by the search now and then.
func (v *searchView) show(p search.Progress) {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := v.c.now()
	switch {
	case v.over:
	case v.c.errIsTerminal:
		if now-v.start >= progressAfter || v.verbose {
			v.drawn = true
			fmt.Fprintf(v.c.err, "\r%s\x1b[K", progressText(p, now-v.start))
		}
	case v.verbose && (!v.phases[p.Phase] || now-v.last >= lineEvery):
		if v.phases == nil {
			v.phases = map[string]bool{}
		}
		v.phases[p.Phase], v.last = true, now
		fmt.Fprintln(v.c.err, progressText(p, now-v.start))
	}
}

// clear takes the line away; nothing is shown any more.
func (v *searchView) clear() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.over = true; v.drawn {
		fmt.Fprint(v.c.err, "\r\x1b[K")
	}
}

// progressText describes in a line the current work, and its progress.
func progressText(p search.Progress, took time.Duration) string {
	text := fmt.Sprintf("%s: %s", p.Phase, plural(int(p.Nodes), "node"))
	if p.Open > 0 {
		text += fmt.Sprintf(", %d open", p.Open)
	}
	if p.Heuristic >= 0 {
		text += fmt.Sprintf(", estimate %d", p.Heuristic)
	}
	return text + ", " + took.Round(100*time.Millisecond).String()
}
