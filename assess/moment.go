package assess

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/world"
)

// MaxMoments is how many moments of a seed are kept.
const MaxMoments = 1000

// Moment is one count of a measure: see [Options].Moments. Run the game from the seed to look at it.
type Moment struct {
	Seed    uint64  `json:"seed"`
	Seconds float64 `json:"seconds"` // since the beginning
	Agent   string  `json:"agent"`
	Text    string  `json:"text"` // what happened, for people
}

// note keeps a moment of a mind, if they are asked for.
func (m *mind) note(e *meter, measure int, deeds ...deed) {
	if e.wanted != Measures[measure].Name || len(e.moments) >= MaxMoments {
		return
	}
	var texts []string
	for i := range deeds {
		texts = append(texts, e.textOf(m, &deeds[i]))
	}
	e.moments = append(e.moments, Moment{Seconds: e.crowd.Seconds(), Agent: e.crowd.View().NameOf(m.id), Text: strings.Join(texts, ", then ")})
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
