package studio

import (
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// Memory is an agent's memory of an object.
type Memory struct {
	Name       string      `json:"name"`            // the object's name
	Agent      string      `json:"agent,omitempty"` // the agent whose body it is
	Type       string      `json:"type,omitempty"`  // the object's type
	Sense      string      `json:"sense"`           // the sense that last perceived it
	Where      *[2]float64 `json:"where,omitempty"`
	Spread     float64     `json:"spread,omitempty"` // metres
	Confidence float64     `json:"confidence"`
	Seconds    float64     `json:"seconds"` // since its place was last known
	Times      int         `json:"times"`
	Sensed     bool        `json:"sensed,omitempty"` // perceived at present
	Long       bool        `json:"long,omitempty"`   // in long-term memory
	Missed     bool        `json:"missed,omitempty"` // the agent looked there and did not find it
}

// factsOf lists an agent's memories, by object. nil: it has no memory, or memories are unknown, as in a recording.
func factsOf(stage Stage, id agent.ID) []Memory {
	crowd := stage.Crowd()
	mind := crowd.Memory(id)
	if mind == nil {
		return nil
	}
	list, st := []Memory{}, crowd.State(id)
	for i := range mind.Len() {
		f := mind.Fact(i)
		m := Memory{Name: objectName(st, world.Object(f.Object)), Sense: f.Sensor.String(), Times: f.Times, Sensed: f.Sensed, Long: f.Long, Missed: f.Missed}
		if who := crowd.AgentOf(world.Object(f.Object)); who != 0 {
			m.Agent = nameOf(stage, who)
		}
		if t := st.TypeOf(world.Object(f.Object)); t >= 0 {
			m.Type = st.Schema().Types[t].Name
		}
		if _, ok := mind.Reading(i, sense.Position); ok {
			e := mind.Estimate(i, crowd.Tick())
			m.Where, m.Spread, m.Confidence = &[2]float64{e.At.X, e.At.Y}, e.Spread, e.Confidence
			m.Seconds = float64(e.AgeTicks) / float64(crowd.TPS())
		}
		list = append(list, m)
	}
	return list
}
