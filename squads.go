package karakuri

import "github.com/karakuri-ai/karakuri/internal/run/agent"

// Types of squads. Who belongs to one is said by [Crowd.Join] and [Crowd.Leave].
type (
	// SquadEvent is one fact about a squad: see [Crowd.SquadText].
	SquadEvent = agent.SquadEvent
	// SquadSink receives what happens in squads: give it as [Options].SquadSink.
	SquadSink = agent.SquadSink
	// SquadSinkFunc makes a function a SquadSink.
	SquadSinkFunc = agent.SquadSinkFunc
)
