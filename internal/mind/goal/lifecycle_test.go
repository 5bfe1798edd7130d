package goal_test

import . "github.com/karakuri-ai/karakuri/internal/mind/goal"

// lifecycle checks that each activation of a goal is followed by one end, and each start of an activity by one end or
// abort, those of what is under it first.
type lifecycle struct {
	t    tb
	open []opened // in the order in which they began
}

type opened struct {
	pursuit      int64
	level        int8
	goal, action int32
	suspended    bool
}

func (l *lifecycle) event(e Event) {
	o := opened{pursuit: e.Pursuit, level: e.Level, goal: e.Goal, action: e.Activity}
	switch e.Kind {
	case GoalActivated, StepStarted:
		l.open = append(l.open, o)
	case GoalCompleted, GoalFailed, GoalTerminated, StepEnded, StepAborted:
		l.close(&e, o)
	case GoalSuspended, StepSuspended, GoalResumed, StepResumed:
		i := l.last(o)
		if i < 0 || l.open[i].suspended == (e.Kind == GoalSuspended || e.Kind == StepSuspended) {
			l.t.Errorf("tick %d: %s of what is so already, or does not run: %+v", e.Tick, e.Kind, o)
			return
		}
		l.open[i].suspended = !l.open[i].suspended
	}
}

// last returns the place of what began last of those that are the same.
func (l *lifecycle) last(o opened) int {
	for i := len(l.open) - 1; i >= 0; i-- {
		if k := l.open[i]; k.pursuit == o.pursuit && k.level == o.level && k.goal == o.goal && k.action == o.action {
			return i
		}
	}
	return -1
}

func (l *lifecycle) close(e *Event, o opened) {
	i := l.last(o)
	if i < 0 {
		l.t.Errorf("tick %d: %s of what does not run: %+v", e.Tick, e.Kind, o)
		return
	}
	for _, k := range l.open[i+1:] {
		if k.pursuit == o.pursuit && k.level > o.level {
			l.t.Errorf("tick %d: %s before what is under it: %+v before %+v", e.Tick, e.Kind, o, k)
		}
	}
	l.open = append(l.open[:i], l.open[i+1:]...)
}
