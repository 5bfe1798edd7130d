package explain

import (
	"cmp"
	"fmt"
	"math"
	"strings"
)

// Fork is what comes of a change when a moment goes on twice: without it, and with it.
type Fork struct {
	From   int64        `json:"from"` // the tick after which the two differ
	To     int64        `json:"to"`   // the last tick that was run
	TPS    int          `json:"tps"`
	First  *Divergence  `json:"first,omitempty"` // nil: all characters did the same
	Agents []Divergence `json:"agents"`          // the first of each character that does something else, in the order of ticks
	Events [2]int64     `json:"events"`          // how many were compared: without the change, and with it
	Notes  []string     `json:"notes,omitempty"` // what the comparison cannot show, and why
}

// Divergence is where a character first does something else than it does without the change.
type Divergence struct {
	Tick  int64  `json:"tick"`
	Agent string `json:"agent"`
	As    string `json:"as,omitempty"`  // the event without the change; empty: nothing
	But   string `json:"but,omitempty"` // the event with it; empty: nothing
}

// String returns the whole for people, a line for each character that does something else.
func (f *Fork) String() string {
	var b strings.Builder
	if f.First == nil {
		fmt.Fprintf(&b, "no difference: for %s every character does the same\n", f.seconds(f.To-f.From))
	}
	for i := range f.Agents {
		d, word := &f.Agents[i], "then"
		if i == 0 {
			word = "first difference"
		}
		fmt.Fprintf(&b, "%s at %s, %s after the fork: %s\n", word, f.seconds(d.Tick), f.seconds(d.Tick-f.From), d)
	}
	for _, n := range f.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	return b.String()
}

// seconds returns the time of a number of ticks.
func (f *Fork) seconds(ticks int64) string {
	return fmt.Sprintf("%gs", math.Round(float64(ticks)/float64(max(1, f.TPS))*100)/100)
}

// String returns the difference for people.
func (d *Divergence) String() string {
	return fmt.Sprintf("%s: %s; with the change: %s", d.Agent, cmp.Or(d.As, "nothing"), cmp.Or(d.But, "nothing"))
}
