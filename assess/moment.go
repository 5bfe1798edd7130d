package assess

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/world"
)

// MaxMoments is how many moments of a seed are kept. A report says how many more there were.
const MaxMoments = 1000

// Moment is one count of a measure: see [Options].Moments. Of a measure of time it is what is counted in ticks one
// after the other. Run the game from the seed to look at it.
type Moment struct {
	Seed    uint64  `json:"seed"`
	Seconds float64 `json:"seconds"` // since the beginning
	Lasts   float64 `json:"lasts"`   // seconds; 0: it is over in a tick
	Agent   string  `json:"agent"`
	Text    string  `json:"text"` // what happened, for people
}

// moments collects the moments of one measure in one run.
type moments struct {
	wanted string // name of the measure; "": none
	list   []Moment
	more   int              // moments beyond MaxMoments
	last   map[*mind]lasted // the last moment of each agent
}

// lasted says which moment goes on, and the last tick of it.
type lasted struct {
	index int // in list; -1: it was not kept
	tick  int64
}

// lasts reports whether a measure counts ticks, so that a moment may go on.
func lasts(measure int) bool {
	return measure == idle || measure == stuck || measure == bunched || measure == exposed
}

// note keeps a moment of an agent, if such moments are asked for.
func (e *meter) note(m *mind, measure int, deeds ...deed) {
	k := &e.moments
	if k.wanted != Measures[measure].Name {
		return
	}
	if l, some := k.last[m]; some && l.tick >= e.tick-1 && lasts(measure) {
		if l.index >= 0 {
			k.list[l.index].Lasts = e.crowd.Seconds() - k.list[l.index].Seconds
		}
		k.last[m] = lasted{l.index, e.tick}
		return
	}
	if len(k.list) >= MaxMoments {
		k.more++
		k.last[m] = lasted{-1, e.tick}
		return
	}
	var texts []string
	for i := range deeds {
		texts = append(texts, e.textOf(m, &deeds[i]))
	}
	k.last[m] = lasted{len(k.list), e.tick}
	k.list = append(k.list, Moment{Seconds: e.crowd.Seconds(), Agent: m.name, Text: strings.Join(texts, ", then ")})
}

// text returns a moment as a line.
func (m *Moment) text() string {
	text := fmt.Sprintf("seed %d, %.1f s, %s: %s", m.Seed, m.Seconds, m.Agent, m.Text)
	if m.Lasts > 0 {
		text += fmt.Sprintf(", for %.1f s", m.Lasts)
	}
	return text
}

// textOf returns a deed as text: "move_to(item_3)".
func (e *meter) textOf(m *mind, d *deed) string {
	if d.action < 0 {
		return "nothing"
	}
	var list []string
	names := e.crowd.State(m.id)
	for _, o := range d.things {
		name := "a thing that is gone"
		if names != nil {
			if t := names.LastType(o); t >= 0 {
				name = names.ObjectName(world.Object(o), t)
			}
		}
		list = append(list, name)
	}
	for _, s := range d.spots {
		list = append(list, fmt.Sprintf("%.1f, %.1f", s.X, s.Y))
	}
	name := e.info.Actions[d.action].Name
	if len(list) == 0 {
		return name
	}
	return name + "(" + strings.Join(list, ", ") + ")"
}
