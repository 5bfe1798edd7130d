package runner

import (
	"github.com/karakuri-ai/karakuri/world"
)

// alertLevel returns the name of a level of alertness. Any number may be in a snapshot.
func (s *Script) alertLevel(n int32) string {
	if levels := s.info.Schema.Enums[s.info.Alertness.Level.Type.ID].Values; n >= 0 && int(n) < len(levels) {
		return levels[n]
	}
	return "another level"
}

// alertText describes that the level of alertness has changed.
func (s *Script) alertText(e *Event, st world.Names) string {
	change := " from " + s.alertLevel(e.Method) + " to " + s.alertLevel(e.Step)
	if e.Kind == Calmed {
		return "calms down" + change
	}
	text := "alerted"
	if len(e.Args) > 0 {
		text += " by " + AlertCause(e.Node, st.ObjectName(world.Object(e.Args[0]), -1))
	}
	if len(e.Bound) == 2 {
		text += " at " + world.FormatRounded(s.info.Schema, st, s.info.Alertness.Place.Type, e.Bound)
	}
	return text + change
}

// alertCauses are what percepts are called, by the number of the sensor; 0: an object was missed.
var alertCauses = [...]string{"missing", "the sight of", "the touch of", "a sound of", "damage by", "talk of"}

// AlertCause returns what alerted an agent: a sound of thief#1. Any sensor may be in a snapshot.
func AlertCause(sensor int32, object string) string {
	if sensor < 0 || int(sensor) >= len(alertCauses) {
		return object
	}
	return alertCauses[sensor] + " " + object
}
