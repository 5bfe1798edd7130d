package runner

import (
	"fmt"
)

// besideText returns an event of a reaction or a layer for people. Kind is that of the agent.
func (s *Script) besideText(e *Event, kind int32) string {
	info := s.kinds[kind].info
	name := ""
	if e.Kind >= LayerStarted {
		name = info.Layers[e.Step].Name
	} else {
		name = info.Reactions[e.Step].Do.Name()
	}
	text := fmt.Sprintf("%s: %s", e.Kind, name)
	switch {
	case e.Kind == ReactionWaits && e.Ticks > 0:
		return text + fmt.Sprintf(" gives %gs of grace", s.seconds(e.Ticks))
	case e.Kind == ReactionWaits && e.Keep == Committed:
		return text + ": what runs is committed"
	case e.Kind == ReactionWaits:
		return text + ": another reaction goes first"
	case e.Kind == ReactionEnded || e.Kind == LayerEnded:
		return text + ": " + e.Status.String()
	case e.Kind == ReactionAborted || e.Kind == LayerAborted:
		return text + ": " + e.Reason.String()
	}
	return text
}
