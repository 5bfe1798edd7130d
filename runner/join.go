package runner

import (
	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/def"
)

// join returns how the actions of a step end it; Running while that is open.
func join(j def.Join, hands []hand) activity.Status {
	if j == def.JoinPrimary {
		return hands[0].status
	}
	succeeded, failed := 0, 0
	for i := range hands {
		switch hands[i].status {
		case activity.Success:
			succeeded++
		case activity.Failure:
			failed++
		}
	}
	enough, tooMany := len(hands), 1
	if j == def.JoinAny {
		enough, tooMany = 1, len(hands)
	}
	switch {
	case succeeded >= enough:
		return activity.Success
	case failed >= tooMany:
		return activity.Failure
	}
	return activity.Running
}
