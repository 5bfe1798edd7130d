package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// Control sequences (ECMA-48) that every terminal of today knows.
const (
	hideCursor   = "\x1b[?25l"
	showCursor   = "\x1b[?25h"
	clearScreen  = "\x1b[2J"
	cursorHome   = "\x1b[H"
	clearToEnd   = "\x1b[J"
	clearLineEnd = "\x1b[K"
)

// frameTime is the least time between two pictures.
const frameTime = 50 * time.Millisecond

// logLines is the number of the last events that are shown below the agents.
const logLines = 8

// screen shows a run as a picture that is refreshed in place.
type screen struct {
	c     *console
	stage *stage
	drawn time.Duration // when
	log   []string
}

func newScreen(c *console, s *stage) *screen {
	v := &screen{c: c, stage: s, drawn: -frameTime}
	s.show = v
	io.WriteString(c.out, hideCursor+clearScreen)
	return v
}

func (v *screen) event(e runner.Event) {
	v.note(e.Tick, v.stage.byID[e.Agent], v.stage.eventText(e))
}

func (v *screen) treeEvent(e bt.Event, p *bt.Program) {
	v.note(e.Tick, v.stage.byID[e.Agent], v.stage.treeEventText(e, p))
}

func (v *screen) goalEvent(e goal.Event) {
	v.note(e.Tick, v.stage.byID[e.Agent], v.stage.goalEventText(e))
}

func (v *screen) squadEvent(e agent.SquadEvent) {
	v.note(e.Tick, v.stage.byID[e.Squad], v.stage.crowd.View().SquadText(e))
}

func (v *screen) actorEvent(a *actor, what string) { v.note(v.stage.crowd.Tick(), a, what) }

// note keeps the first line of what an agent has done for the list of the last events.
func (v *screen) note(tick int64, a *actor, text string) {
	text, _, _ = strings.Cut(strings.TrimLeft(text, " "), "\n")
	if text == "" {
		return
	}
	v.log = append(v.log, fmt.Sprintf("%6.1fs %s %s", v.stage.seconds(tick), a.name, text))
	v.log = v.log[max(0, len(v.log)-logLines):]
}

func (v *screen) tick() {
	if now := v.c.now(); now-v.drawn >= frameTime {
		v.drawn = now
		v.draw()
	}
}

// draw writes the picture over the last one: line by line, so that nothing flickers.
func (v *screen) draw() {
	cols, rows := v.c.size()
	f := v.stage.frame()
	f.Log = v.log
	text := f.Draw(cols, rows-1)
	text = strings.ReplaceAll(text, "\n", clearLineEnd+"\r\n")
	_, err := io.WriteString(v.c.out, cursorHome+text+clearToEnd)
	v.stage.broken = err != nil
}

func (v *screen) finish() error {
	v.draw()
	return nil
}

func (v *screen) close() { io.WriteString(v.c.out, showCursor) }

// frame is the content of the screen.
func (s *stage) frame() *town.Frame {
	f := &town.Frame{
		Time:  time.Duration(s.crowd.Seconds() * float64(time.Second)),
		Title: fmt.Sprintf("%s, seed %d", s.file, s.seed),
	}
	shared := s.crowd.World()
	for _, scope := range []world.Scope{world.ScopeWorld, world.ScopeSquad} {
		f.World = append(f.World, stateTexts(shared, scope, s.program.Info.Initial)...)
	}
	for _, a := range s.actors {
		f.Agents = append(f.Agents, s.view(a))
	}
	s.ground.draw(f, s.actors)
	return f
}

// view is the visible state of an agent.
func (s *stage) view(a *actor) town.AgentView {
	st := s.crowd.State(a.id)
	v := town.AgentView{Name: a.name, At: s.ground.at(a.id), State: s.ownTexts(st), Waits: s.crowd.View().Waits(a.id)}
	plan := s.crowd.View().PlanOf(a.id)
	if plan == nil {
		v.Idle = s.goalsText(a) + s.treesText(a)
		if v.Idle != "" {
			return v
		}
		if a.kind.Mind != nil {
			v.Idle = "wants nothing"
			return v
		}
		v.Idle = "idle: " + a.idle
		switch why := s.crowd.View().Runner(a.id).Why(); why {
		case runner.NotIdle:
			v.Idle = "about to plan"
		case runner.NoPlan, runner.HitLimit:
			v.Idle += "\n" + a.reason
		default:
			v.Idle += " (" + why.String() + ")"
		}
		return v
	}
	if g, ok := s.crowd.View().Runner(a.id).Goal(); ok {
		v.Goal = goalText(s.program, g, st)
	}
	for _, text := range a.done {
		v.Steps = append(v.Steps, town.StepView{Text: text, Mark: town.Done})
	}
	for _, step := range plan {
		switch {
		case step.Running:
			v.Steps = append(v.Steps, town.StepView{Text: step.Text, Mark: town.Now})
		case !step.Done:
			v.Steps = append(v.Steps, town.StepView{Text: step.Text})
		}
	}
	return v
}

// ownTexts returns the values of an agent's symbols. For remembered symbols it returns only their number: the list is
// too long to read.
func (s *stage) ownTexts(st *world.State) []string {
	var without []*world.Symbol
	for _, r := range s.program.Info.Remembered {
		without = append(without, r.Symbol)
	}
	out := stateTexts(st, world.ScopeAgent, nil, append(append(without, s.program.Info.Known...), s.program.Info.Claimed...)...)
	n := 0
	for _, known := range s.program.Info.Known {
		st.Cells(known, func([]world.Word, []world.Word) bool { n++; return true })
	}
	if n > 0 {
		out = append(out, "remembers "+plural(n, "thing"))
	}
	return out
}
