package runner

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// join returns how the actions of a step end it; Running if they do not yet.
func join(j def.Join, hands []hand) action.Status {
	if j == def.JoinPrimary {
		return hands[0].status
	}
	succeeded, failed := 0, 0
	for i := range hands {
		switch hands[i].status {
		case action.Success:
			succeeded++
		case action.Failure:
			failed++
		}
	}
	enough, tooMany := len(hands), 1
	if j == def.JoinAny {
		enough, tooMany = 1, len(hands)
	}
	switch {
	case succeeded >= enough:
		return action.Success
	case failed >= tooMany:
		return action.Failure
	}
	return action.Running
}
