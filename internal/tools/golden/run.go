package golden

import (
	"fmt"
	"io"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// spans is into how many parts a run is divided, to report where two of them part.
const spans = 8

// Run is the record of a run: at some ticks the hash of all events so far, and the digest of all states of all ticks so
// far.
type Run struct {
	Name  string
	Marks []Mark
}

// Mark identifies the state of a run at a tick.
type Mark struct {
	Tick, Decisions int64
	Events, States  uint64
}

// Follow makes ticks of a crowd and returns the record. Step makes one. Text gets every state that has changed, as in
// [NewWatch]; it may be nil.
func Follow(name string, c *agent.Crowd, ticks int, text io.Writer, step func()) Run {
	r, w, states := Run{Name: name}, NewWatch(c, text), uint64(0)
	for tick := 1; tick <= ticks; tick++ {
		step()
		states = fold(states, w.Digest())
		if tick*spans%ticks < spans {
			r.Marks = append(r.Marks, Mark{c.Tick(), c.Decisions(), c.TraceHash(), states})
		}
	}
	return r
}

// String returns the run as [Parse] reads it.
func (r Run) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Name)
	for _, m := range r.Marks {
		fmt.Fprintf(&b, "%7d %7d %016x %016x\n", m.Tick, m.Decisions, m.Events, m.States)
	}
	return b.String()
}

// Parse reads runs.
func Parse(text string) (runs []Run, err error) {
	for line := range strings.Lines(text) {
		if line[0] != ' ' {
			runs = append(runs, Run{Name: strings.TrimSpace(line)})
			continue
		}
		var m Mark
		if _, err := fmt.Sscanf(line, "%d %d %x %x", &m.Tick, &m.Decisions, &m.Events, &m.States); err != nil || len(runs) == 0 {
			return nil, fmt.Errorf("golden: not a line of a run: %q", line)
		}
		last := &runs[len(runs)-1]
		last.Marks = append(last.Marks, m)
	}
	return runs, nil
}

// Differ says in which span of ticks a run first parts from one that was kept, and in what. Empty: in none.
func (r Run) Differ(kept Run) string {
	from := int64(1)
	for i, m := range r.Marks {
		if i >= len(kept.Marks) || kept.Marks[i].Tick != m.Tick {
			break
		}
		was := kept.Marks[i]
		what := ""
		switch events, states := m.Events != was.Events, m.States != was.States; {
		case events && states:
			what = "events and states"
		case events:
			what = "events, not in states"
		case states:
			what = "states, not in events"
		default:
			from = m.Tick + 1
			continue
		}
		return fmt.Sprintf("ticks %d to %d differ in %s (%d events by then, before %d)", from, m.Tick, what, m.Decisions, was.Decisions)
	}
	if len(r.Marks) != len(kept.Marks) || r.Marks[len(r.Marks)-1].Tick != kept.Marks[len(r.Marks)-1].Tick {
		return "it does not run as long"
	}
	return ""
}
