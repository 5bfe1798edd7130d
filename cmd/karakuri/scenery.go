package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

const (
	// sceneEnding is how the names of scenes end.
	sceneEnding = ".scene"
	// noScene is the value of --scene for no scene.
	noScene = "none"
	// maxSceneBytes bounds a file of a scene: more is not written by hand.
	maxSceneBytes = 1 << 20
)

// scenery is a scene as the ground of a run.
type scenery struct {
	stage  *stage
	play   *playground.Playground
	listed map[string]int32 // actions by name
	script outcomes
}

// readScene reads the scene that the command names, or returns nil if it names none.
func (cmd *runCmd) readScene(c *console) (*playground.Scene, error) {
	file := cmd.Scene
	switch file {
	case noScene:
		return nil, nil
	case "":
		file = strings.TrimSuffix(cmd.File, filepath.Ext(cmd.File)) + sceneEnding
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			return nil, nil
		}
	}
	if cmd.Agents > 0 {
		return nil, &usageError{fmt.Sprintf("%s has its own cast: leave out --agents, or add --scene none", file)}
	}
	text, err := readText(file, maxSceneBytes)
	if err != nil {
		return nil, fmt.Errorf("cannot read the scene %s: %w", file, fileReason(err))
	}
	scene, err := playground.ParseScene(file, text)
	return scene, sceneFault(c, err)
}

// sceneFault prints mistakes with their places, all of them; any other error is returned as it is.
func sceneFault(c *console, err error) error {
	var lines arena.Mistakes
	var faults *diag.Failure
	switch {
	case errors.As(err, &lines):
		fmt.Fprintln(c.err, lines)
		return answer(exitNo)
	case errors.As(err, &faults):
		printFindings(c.err, &faults.List)
		return answer(exitNo)
	}
	return err
}

// openScene lets the agents of a run live in a scene.
func (s *stage) openScene(c *console, scene *playground.Scene, o agent.Options, listed outcomes, cmd *runCmd) error {
	g := &scenery{stage: s, script: listed, listed: map[string]int32{}}
	for _, a := range s.program.Info.Actions {
		g.listed[a.Name] = a.ID
	}
	s.ground = g
	o.TPS = 0 // the scene says it
	o.Initial = world.NewState(s.program.Info.Schema)
	o.Initial.CopyFrom(s.program.Info.Initial)
	if err := applySets(c, s.program.Info, o.Initial, cmd.Set); err != nil {
		return err
	}
	play, err := playground.New(bridge.Program.Out(s.program).(*karakuri.Program), scene, playground.Options{Crowd: bridge.Options(o).(karakuri.Options), StandIns: true, Answer: g.answer})
	if err != nil {
		return sceneFault(c, err)
	}
	g.play, s.crowd = play, bridge.Crowd.In(play.Crowd())
	s.follow(false)
	return nil
}

// answer returns the listed outcome of an action, or failure if its step is to fail: the one that the agent last
// started.
func (g *scenery) answer(c *action.Ctx, name string) (action.Status, bool) {
	a, id := g.stage.byID[c.Agent()], g.listed[name]
	switch {
	case a == nil:
		return 0, false
	case a.step > 0 && a.isDoomed(a.step-1):
		return action.Failure, true
	case g.script[id] != nil:
		return a.answer(id, g.script[id]), true
	}
	return 0, false
}

func (g *scenery) step() {
	g.play.Step()
	g.stage.follow(true)
}

func (g *scenery) at(id agent.ID) town.Point {
	if place, ok := g.play.PlaceOf(id); ok {
		return town.Point(g.play.Character(place).At)
	}
	return town.Point{}
}

func (g *scenery) heading(agent.ID) bool { return true }

func (g *scenery) lasts() time.Duration {
	return time.Duration(g.play.Scene().Seconds * float64(time.Second))
}

func (g *scenery) ending() string { return playground.Ending(g.play) }

func (g *scenery) lastTeam() int64 { return playground.LastTeam(g.play) }

func (g *scenery) ownsObjects() bool { return true }

// draw draws the map, on which characters have signs in the order of their bodies.
func (g *scenery) draw(f *town.Frame, actors []*actor) {
	f.Picture = g.picture
	bodies := make([]arena.ID, len(actors))
	for i, a := range actors {
		if place, ok := g.play.PlaceOf(a.id); ok {
			bodies[i] = g.play.Character(place).Body
		}
	}
	order := slices.DeleteFunc(slices.Clone(bodies), func(id arena.ID) bool { return id == 0 })
	slices.SortFunc(order, cmp.Compare[arena.ID])
	for i := range f.Agents {
		f.Agents[i].Sign = '-' // a squad is nowhere
		if n, ok := slices.BinarySearch(order, bodies[i]); ok {
			f.Agents[i].Sign = arena.Sign(n)
		}
	}
}

// picture draws the map as large as there is room for it, twice as many columns as rows for the same length.
func (g *scenery) picture(cols, rows int) []string {
	w, h := g.play.Scene().Map.Size()
	scale := min(float64(cols-2)/(2*w), float64(rows-2)/h, 1)
	v := arena.View{Cols: max(1, int(2*w*scale)), Rows: max(1, int(h*scale))}
	lines := strings.Split(strings.TrimSuffix(g.play.Draw(v), "\n"), "\n")
	last := len(lines) - 1
	_, lines[last], _ = strings.Cut(lines[last], "  ") // the time is printed above
	return lines
}

// Figures records where each figure is in a trace.
func (g *scenery) Figures(buf []ktrace.Figure) []ktrace.Figure { return g.play.Figures(buf) }
