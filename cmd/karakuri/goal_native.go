package main

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
	"github.com/karakuri-ai/karakuri/world"
)

// goalEvent is the crowd's sink for what goals and brains do.
func (s *stage) goalEvent(e goal.Event) {
	switch e.Kind {
	case goal.Arbitrated, goal.WantKept: // nothing has changed
		return
	}
	s.show.goalEvent(e)
}

// wanted is a want on a target.
type wanted struct {
	want   int32
	target utility.Target
}

// again reports whether a line on a want that could not be activated, or on there being none, only repeats the last
// one.
func (a *actor) again(e goal.Event, text string) bool {
	w := wanted{e.Want, e.Target}
	switch e.Kind {
	case goal.WantNone:
		said := a.wantless
		a.wantless = true
		return said
	case goal.GoalActivated:
		a.wantless = false
	case goal.WantChosen:
		delete(a.refused, w)
	case goal.WantRefused:
		if a.refused[w] == text {
			return true
		}
		if a.refused == nil {
			a.refused = map[wanted]string{}
		}
		a.refused[w] = text
	}
	return false
}

// goalEventText is an event of a goal or brain for people, indented under its goal. Empty for events that others
// report.
func (s *stage) goalEventText(e goal.Event) string {
	of, text := s.crowd.View().DescribeGoal(e)
	mark := goalMark(e)
	if a := s.byID[e.Agent]; a != nil && a.again(e, text) {
		return ""
	}
	switch e.Kind {
	case goal.GoalPlanned:
		if g := s.program.Info.Goals[e.Goal]; len(g.Ways) < 2 {
			return ""
		}
	case goal.GoalActivated:
		text = mark + " goal " + of.Call
	case goal.StepStarted:
		text = mark + " " + of.Call
	case goal.GoalCompleted, goal.GoalFailed, goal.GoalTerminated:
		text = mark + " goal " + s.program.Info.Goals[e.Goal].Name + s.goalCauseText(e)
	case goal.StepEnded, goal.StepAborted:
		text = mark + " " + s.named[e.Activity] + s.goalCauseText(e)
	case goal.StepRetried:
		text = fmt.Sprintf("%s is tried again in %gs%s", s.named[e.Activity], s.spanSeconds(e.Ticks), s.goalCauseText(e))
	case goal.WantChosen:
		return fmt.Sprintf("wants %s (%.4g)", of.Call, e.Score)
	case goal.WantRests:
		if e.Ticks > 0 {
			return fmt.Sprintf("%s rests for %gs after %s", of.Call, s.spanSeconds(e.Ticks), plural(e.Count, "failure"))
		}
		return text
	case goal.WantEnded: // its goal has
		return ""
	}
	return strings.Repeat("  ", int(e.Level)) + text
}

// goalMark shows how what an event is about gets on.
func goalMark(e goal.Event) string {
	switch {
	case e.Kind == goal.GoalActivated || e.Kind == goal.StepStarted:
		return statusMarks[btexact.Running]
	case e.Kind == goal.GoalCompleted || e.Kind == goal.StepEnded && e.Status == action.Success:
		return statusMarks[btexact.Success]
	}
	return statusMarks[btexact.Failure]
}

// goalCauseText returns why something ended, if an event says so.
func (s *stage) goalCauseText(e goal.Event) string {
	text := ""
	switch e.Kind {
	case goal.GoalTerminated, goal.StepAborted:
		text = " aborted"
	}
	if of, _ := s.crowd.View().DescribeGoal(e); of.Cause != "" {
		text += ": " + of.Cause
	}
	if e.Origin != goal.NoCause {
		text += " (" + e.Origin.String() + ")"
	}
	return text
}

// spanSeconds returns the duration of a number of ticks, in seconds.
func (s *stage) spanSeconds(ticks int64) float64 { return float64(ticks) / float64(s.crowd.TPS()) }

// isInGoal reports whether a goal of an agent carries out anything.
func (s *stage) isInGoal(a *actor) bool {
	for _, p := range s.crowd.View().Pursuits(a.id) {
		for i := range p.Depth() {
			if p.At(i).Activity >= 0 {
				return true
			}
		}
	}
	return false
}

// goalsText draws the goals that an agent pursues, with their subgoals. It returns "" if there are none.
func (s *stage) goalsText(a *actor) string {
	var b strings.Builder
	for _, p := range s.crowd.View().Pursuits(a.id) {
		depth := make([]int, p.Depth())
		for i := range p.Depth() {
			v := p.At(i)
			if v.Parent >= 0 {
				depth[i] = depth[v.Parent] + 1
			}
			mark := statusMarks[btexact.Running]
			if v.Suspended {
				mark = statusMarks[btexact.Idle]
			}
			b.WriteString(strings.Repeat("  ", depth[i]) + mark + " " + s.viewText(a, &v) + "\n")
		}
	}
	return b.String()
}

// viewText is a goal with the way that it takes, or the name of an activity.
func (s *stage) viewText(a *actor, v *goal.View) string {
	if v.Goal < 0 {
		return s.named[v.Activity]
	}
	g := s.program.Info.Goals[v.Goal]
	text := "goal " + wordsText(s.crowd.State(a.id), g.Name, g.Params, v.Args)
	if len(g.Ways) > 1 && v.Way >= 0 {
		text += ", " + wayText(g, v.Way)
	}
	if v.Suspended {
		text += ", interrupted"
	}
	return text
}

// wayText names a way of a goal.
func wayText(g *def.GoalInfo, way int32) string {
	if name := g.Ways[way].Name; name != "" {
		return fmt.Sprintf("way %q", name)
	}
	return fmt.Sprintf("way %d", way+1)
}

// wordsText is a name with arguments, as people write it.
func wordsText(st *world.State, name string, params []def.Slot, words []world.Word) string {
	if len(params) == 0 {
		return name
	}
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = world.FormatRounded(st.Schema(), st, p.Type, words[p.Index:p.Index+p.Type.Width()])
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}
