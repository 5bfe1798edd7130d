package studio

import (
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

// eagerListener makes the texts of all events that its journal takes when they come.
type eagerListener struct {
	*journal
	stage Stage
	texts []string
}

func (l *eagerListener) note(before int64, text func() string) {
	if l.seq > before {
		l.texts = append(l.texts, text())
	}
}

func (l *eagerListener) PlanEvent(e *runner.Event) {
	before := l.seq
	l.journal.PlanEvent(e)
	l.note(before, func() string { return l.stage.Crowd().View().Text(*e) })
}

func (l *eagerListener) TreeEvent(e *bt.Event) {
	before := l.seq
	l.journal.TreeEvent(e)
	l.note(before, func() string { return l.stage.Crowd().View().TreeText(*e) })
}

func (l *eagerListener) GoalEvent(e *goal.Event) {
	before := l.seq
	l.journal.GoalEvent(e)
	l.note(before, func() string { return l.stage.Crowd().View().GoalText(*e) })
}
