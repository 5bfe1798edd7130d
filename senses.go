package karakuri

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Types of brains, and of what characters perceive and remember.
type (
	// SenseHost shows the world to agents with a body and a memory: give it as [Options].Senses. It answers where objects are, which are near a
	// spot, whether one can be seen from another, and how many walls a sound goes through.
	SenseHost = action.SenseHost
	// SenseObject is an object as it truly is, for a [SenseHost]; its Values are in the order in which the model declares attributes.
	SenseObject = action.SenseObject
	// SenseID is the word of an object, as a [SenseHost] is asked for it: SenseID(o) of an [Object].
	SenseID = action.SenseID
	// SenseSpot is where an object is.
	SenseSpot = action.SenseSpot
	// Sound is something to be heard: see [Crowd.Sound].
	Sound = action.Sound
	// Damage is harm that somebody feels: see [Crowd.Hurt].
	Damage = action.Damage
	// Memory is what an agent remembers: see [Crowd.Memory].
	Memory = sense.Mind

	// Order is something that an agent is told to pursue: see [Crowd.Order].
	Order = agent.Order
	// GoalEvent is one fact about what a goal or a brain did.
	GoalEvent = goal.Event
	// GoalSink receives events of goals and brains.
	GoalSink = goal.Sink
	// GoalSinkFunc makes a function a GoalSink.
	GoalSinkFunc = goal.SinkFunc
)
