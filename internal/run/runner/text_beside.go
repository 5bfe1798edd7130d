package runner

import (
	"fmt"
)

// besideText returns an event of a reaction or layer as text.
func (s *Script) besideText(e *Event, name string) string {
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
