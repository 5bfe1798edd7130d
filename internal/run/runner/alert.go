package runner

import (
	"github.com/karakuri-ai/karakuri/world"
)

// alertLevels returns the names of the levels of alertness, the lowest first.
func (s *Script) alertLevels() []string {
	return s.info.Schema.Enums[s.info.Alertness.Level.Type.ID].Values
}

// alertText describes that the level of alertness has changed.
func (s *Script) alertText(e *Event, st world.Names) string {
	levels := s.alertLevels()
	change := " from " + levels[e.Method] + " to " + levels[e.Step]
	if e.Kind == Calmed {
		return "calms down" + change
	}
	text := "alerted"
	if len(e.Args) > 0 && int(e.Node) < len(alertCauses) {
		text += " by " + AlertCause(e.Node, st.ObjectName(world.Object(e.Args[0]), -1))
	}
	if len(e.Bound) == 2 {
		text += " at " + world.FormatWord(s.info.Schema, st, s.info.Alertness.Place.Type, e.Bound)
	}
	return text + change
}

// alertCauses are what percepts are called, by the number of the sensor; 0: an object was missed.
var alertCauses = [...]string{"missing", "the sight of", "the touch of", "a sound of", "damage by", "talk of"}

// AlertCause returns what alerted an agent: a sound of thief#1
func AlertCause(sensor int32, object string) string { return alertCauses[sensor] + " " + object }
