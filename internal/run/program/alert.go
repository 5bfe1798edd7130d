package program

import (
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// AlertKit is what alerts agents of a kind.
type AlertKit struct {
	Lines []AlertLine
	// Falls is how long each level lasts that an agent falls to, in ticks; 0: agents of the kind skip it.
	Falls []int64
}

// AlertLine is a compiled line of alertness.
type AlertLine struct {
	Level     int
	Sensors   uint32     // bits by sense.SensorKind
	Missed    bool       // objects that are missed count
	Type      int32      // of the object; -1: any
	Where     *expr.Cond // nil: always
	HoldTicks int64
	Say       int32 // 1 + index of the bark; 0: none
}

// Hears reports whether an event of memory may alert by the line: a percept that is new, or lasts.
func (l *AlertLine) Hears(e *sense.Event) bool {
	switch e.Kind {
	case sense.Noticed, sense.Updated, sense.Heard:
		return l.Sensors&(1<<e.Sensor) != 0
	case sense.Missed:
		return l.Missed
	}
	return false
}

// compileAlerts compiles what alerts agents, by kind; nil if nothing alerts any.
func compileAlerts(info *def.Info, tps int) []*AlertKit {
	if info.Alertness == nil {
		return nil
	}
	list := make([]*AlertKit, len(info.Agents))
	for i, a := range info.Agents {
		if len(a.Alerts) > 0 {
			list[i] = compileAlert(info, a, float64(tps))
		}
	}
	return list
}

func compileAlert(info *def.Info, a *def.AgentInfo, tps float64) *AlertKit {
	k := &AlertKit{Falls: make([]int64, len(info.Schema.Enums[info.Alertness.Level.Type.ID].Values))}
	for i := range a.Alerts {
		l := &a.Alerts[i]
		it := AlertLine{Level: l.Level, Type: -1, HoldTicks: def.Ticks(l.Hold, tps), Say: l.Say.ID}
		for _, on := range l.On {
			if on == def.AlertMissed {
				it.Missed = true
			} else {
				it.Sensors |= 1 << sensorKinds[on]
			}
		}
		if l.Each != nil {
			it.Type = l.Each.Type.ID
		}
		if l.Where != nil {
			it.Where = expr.CompileCond(l.Where)
		}
		k.Lines = append(k.Lines, it)
		k.Falls[l.Level] = max(k.Falls[l.Level], it.HoldTicks)
	}
	return k
}
