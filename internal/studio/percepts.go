package studio

import (
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// perceive lists what the agents noticed and lost in the last tick.
func (j *journal) perceive() {
	if !j.lists || len(j.info.Senses) == 0 {
		return
	}
	crowd := j.stage.Crowd()
	tick := crowd.Tick()
	for id := range crowd.All {
		m := crowd.Memory(id)
		if m == nil {
			continue
		}
		whose := person{}
		for _, e := range m.Events() {
			if e.Tick != tick || !agent.IsListed(e.Kind) {
				continue // agents that are not updated in each tick still have their earlier events
			}
			if whose.name == "" {
				whose = person{nameOf(j.stage, id), crowd.KindOf(id)}
			}
			what := objectName(crowd.State(id), world.Object(e.Object))
			j.add(perceptEntry(&e, 0, whose, what))
		}
	}
}

func perceptEntry(e *sense.Event, number int64, who person, what string) Entry {
	return Entry{Seq: number, Tick: e.Tick, Agent: who.name, Family: fact.Sense.String(), Kind: e.Kind.String(), Text: perceptText(e, what), Subject: what,
		facts: facts{family: fact.Sense, agentKind: who.kind, percept: e.Kind, name: what}}
}

// perceptText describes a percept.
func perceptText(e *sense.Event, what string) string {
	switch e.Kind {
	case sense.Noticed:
		return [...]string{"notices ", "sees ", "feels ", "hears ", "is hurt by ", "is told of "}[min(e.Sensor, sense.Talk)] + what
	case sense.Lost:
		return "loses sight of " + what
	case sense.Missed:
		return "does not find " + what + " where it was"
	case sense.Promoted:
		return "remembers " + what + " for long"
	case sense.Heard:
		return "hears " + what + " call"
	}
	return e.Kind.String() + " " + what
}
