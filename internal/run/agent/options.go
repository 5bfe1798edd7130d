package agent

import (
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
)

// OptionError is the reason why [New] refuses an option.
type OptionError = action.OptionError

// check returns the mistake in the options, or nil.
func (o *Options) check() error {
	for _, n := range []struct {
		name        string
		value, most int64
	}{
		{"TPS", int64(o.TPS), MaxTPS},
		{"Limits.Nodes", int64(o.Limits.Nodes), math.MaxInt64},
		{"Limits.Depth", int64(o.Limits.Depth), math.MaxInt64},
		{"Limits.Memory", int64(o.Limits.Memory), math.MaxInt64},
		{"Limits.Deadline", int64(o.Limits.Deadline), math.MaxInt64},
		{"TurnsPerTick", int64(o.TurnsPerTick), math.MaxInt32},
		{"CrowdNodesPerTick", int64(o.CrowdNodesPerTick), math.MaxInt32},
		{"NodesPerTick", int64(o.NodesPerTick), math.MaxInt32},
		{"RoundsPerTick", int64(o.RoundsPerTick), math.MaxInt32},
		{"Workers", int64(o.Workers), MaxWorkers},
		{"History", int64(o.History), math.MaxInt32},
		{"Rays", int64(o.Rays), sense.MaxRays},
	} {
		if n.value < 0 || n.value > n.most {
			want := fmt.Sprintf("from 0 to %d", n.most)
			if n.most == math.MaxInt64 {
				want = "0 or more"
			}
			return &OptionError{Option: n.name, Value: fmt.Sprint(n.value), Want: want}
		}
	}
	return checkLevels(o.Levels)
}

// checkLevels returns the mistake in the levels of detail, or nil.
func checkLevels(levels []schedule.Level) error {
	if len(levels) > schedule.MaxLevels {
		return &OptionError{Option: "Levels", Value: fmt.Sprintf("a list of %d", len(levels)), Want: fmt.Sprintf("a list of %d at most", schedule.MaxLevels)}
	}
	for i, l := range levels {
		name := fmt.Sprintf("Levels[%d]", i)
		switch {
		case !(l.Seconds >= 0 && l.Seconds <= schedule.MaxLevelSeconds) && l.Seconds != schedule.Asleep:
			return &OptionError{Option: name + ".Seconds", Value: fmt.Sprint(l.Seconds), Want: fmt.Sprintf("from 0 to %d, or Asleep", schedule.MaxLevelSeconds)}
		case !(l.Look >= 0 && l.Look <= schedule.MaxLevelSeconds):
			return &OptionError{Option: name + ".Look", Value: fmt.Sprint(l.Look), Want: fmt.Sprintf("from 0 to %d", schedule.MaxLevelSeconds)}
		case math.IsNaN(l.Significance) || i > 0 && !(l.Significance < levels[i-1].Significance):
			return &OptionError{Option: name + ".Significance", Value: fmt.Sprint(l.Significance), Want: "a number, and less than that of the level before"}
		}
	}
	return nil
}

// newSchedule returns a schedule without slots. The options must be complete: TPS is set.
func (o *Options) newSchedule() *schedule.Schedule {
	if o.levels == nil {
		o.levels = schedule.Classes(o.Levels, o.TPS)
	}
	return schedule.New(schedule.Options{Levels: o.levels, IsRuled: o.Significance != nil, TurnsPerTick: o.TurnsPerTick, Shares: o.sharesOf()})
}
