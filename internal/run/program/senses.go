package program

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// ShareSeconds is the interval after which an agent with the sense of talk repeats what it still sees or touches. It
// shares new percepts at once.
const ShareSeconds = 1.0

// compileSenses compiles what each kind of agent perceives with and how it remembers; nil: it perceives nothing.
func compileSenses(info *def.Info, tps int, ds *diag.List) []*sense.Senses {
	list := make([]*sense.Senses, len(info.Agents))
	for i, a := range info.Agents {
		if a.Body.Kind != world.KindObject || len(a.Memories) == 0 {
			continue
		}
		compiled, err := sense.Compile(specOf(info, a, float64(tps)))
		if err != nil {
			ds.Errorf(diag.NotCompiled, spanOf(&a.Decl.Head), "the senses of agent %q do not compile: %v", a.Name, err)
		}
		list[i] = compiled
	}
	return list
}

// specOf returns what agents of a kind perceive with and how they remember, in ticks.
func specOf(info *def.Info, a *def.AgentInfo, tps float64) sense.Spec {
	var s sense.Spec
	says := slices.ContainsFunc(info.Remembered, func(m def.RememberedInfo) bool { return m.Attr == def.AttrSaid })
	for _, i := range a.Senses {
		sensor := sensorOf(i, tps)
		if says && sensor.Kind == sense.Hearing {
			sensor.HeedTicks = def.Ticks(i.Heed, tps)
		}
		if s.Sensors = append(s.Sensors, sensor); sensor.Kind == sense.Talk {
			s.ShareTicks = def.Ticks(ShareSeconds, tps)
		}
	}
	m := &s.Memory
	m.PromoteTimes = 1 // without a short memory all goes to the long one
	for _, i := range a.Memories {
		if i.Kind == "long" {
			m.Long.Capacity = i.Capacity
			if !i.Keep {
				m.Long.Decay = i.Decay / tps
			}
			continue
		}
		m.Short = sense.Store{Capacity: i.Capacity, SpanTicks: def.Ticks(i.Span, tps), Decay: i.Decay / tps}
		m.VelocityFade, m.KindFade, m.ForgetBelow, m.Doubts = i.VelocityFade, i.KindFade, i.ForgetBelow, i.Doubts
		m.PromoteTimes, m.PromoteImportance = i.PromoteTimes, i.PromoteImportance
		m.PredictTicks, m.SpreadPerTick, m.MaxSpread = def.Ticks(i.Predict, tps), i.Spread/tps, i.MaxSpread
		m.MissRange, m.MissFactor = i.MissRange, i.MissFactor
	}
	for _, name := range info.Attributes {
		m.Values = append(m.Values, sense.Value{Name: name})
	}
	return s
}

// sensorKinds are the kinds of senses by their names.
var sensorKinds = map[string]sense.SensorKind{
	"sight": sense.Sight, "touch": sense.Touch, "hearing": sense.Hearing, "damage": sense.Damage, "talk": sense.Talk,
}

func sensorOf(i *def.SenseInfo, tps float64) sense.Sensor {
	return sense.Sensor{
		Kind: sensorKinds[i.Kind], Range: i.Range, LoseRange: i.LoseRange, TouchRange: i.TouchRange, Cone: i.Cone, LineOfSight: i.LineOfSight,
		Falloff: i.Falloff, Damping: i.Damping, Blur: i.Blur, Threshold: i.Threshold, Confidence: i.Confidence,
		EveryTicks: def.Ticks(i.Every, tps), ReactionTicks: def.Ticks(i.Reaction, tps), JitterTicks: def.Ticks(i.Jitter, tps),
	}
}
