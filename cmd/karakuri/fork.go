package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/fork"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/playground"
)

type forkCmd struct {
	File        string        `arg:"" help:"Karakuri file, or trace of a run."`
	At          time.Duration `required:"" placeholder:"TIME" help:"Simulated time of the fork, as in 12.5s."`
	Agent       string        `placeholder:"NAME" help:"Agent whose values change, by the name that run prints."`
	Set         []string      `sep:"none" placeholder:"EFFECT" help:"What is otherwise on the second side, as in money=5. May be given several times."`
	Personality string        `placeholder:"NAME" help:"Another personality of the agent on the second side."`
	With        string        `placeholder:"FILE" help:"Karakuri file with which the second side goes on."`
	For         time.Duration `default:"30s" placeholder:"DURATION" help:"Simulated time to run both sides. Default: 30s."`
	Agents      int           `placeholder:"N" help:"Number of agents in the small world; default: one of each kind."`
	Scene       string        `placeholder:"FILE" help:"Scene to run in instead of the small world; none: the small world. Default: the .scene file of the same name, if there is one."`
	Seed        uint64        `default:"1" placeholder:"S" help:"Seed of the map and of all random numbers, as for run."`
	JSON        bool          `help:"Print one JSON object."`
}

// Help returns the text of --help.
func (*forkCmd) Help() string {
	return `Runs agents up to a moment and continues from there twice, side by side: as it is, and with a change. Prints which agent first does
something else, when, and which event differs; then the same for the other agents.

    karakuri fork examples/meal/meal.krk --at 5s --agent villager#1 --set money=99
    karakuri fork examples/gatherer/gatherer.krk --at 20s --agent brave_one --personality careful
    karakuri fork examples/meal/meal.krk --at 5s --with new/meal.krk
    karakuri fork meal.ktrace --at 5s --agent villager#1 --set money=99

A karakuri file runs as with run: in the scene of the same name, or in the small world. The first side of it is what run shows.
The game of a trace is not here: from the fork on both sides are in a small world, in which actions succeed after a while and nothing
new is perceived. Exits with 1 if an agent does something else.`
}

// Validate is called by kong.
func (cmd *forkCmd) Validate() error {
	switch {
	case cmd.At < 0:
		return outOfRange("--at", cmd.At, "0s or more")
	case cmd.For <= 0:
		return outOfRange("--for", cmd.For, "more than 0s")
	case cmd.Agents < 0 || cmd.Agents > maxRunAgents:
		return outOfRange("--agents", cmd.Agents, fmt.Sprintf("from 1 to %d", maxRunAgents))
	case cmd.Set == nil && cmd.Personality == "" && cmd.With == "":
		return &usageError{"add what is otherwise: --set, --personality or --with"}
	case cmd.Personality != "" && cmd.Agent == "":
		return &usageError{"--personality needs --agent"}
	case isTrace(cmd.File) && (cmd.Scene != "" || cmd.Agents > 0):
		return &usageError{"--scene and --agents are for karakuri files: a trace has its own agents"}
	}
	return nil
}

// Run forks.
func (cmd *forkCmd) Run(c *console) error {
	var next *program.Program
	if cmd.With != "" {
		var err error
		if next, err = load(c, cmd.With); err != nil {
			return err
		}
	}
	var r *explain.Fork
	var err error
	if isTrace(cmd.File) {
		r, err = cmd.ofTrace(c, next)
	} else {
		r, err = cmd.ofFile(c, next)
	}
	if r == nil || err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if cmd.JSON {
		err = printJSON(c.out, r)
	} else {
		_, err = io.WriteString(c.out, r.String())
	}
	if err == nil && r.First != nil {
		err = answer(exitNo)
	}
	return err
}

func (cmd *forkCmd) change() *fork.Change {
	return &fork.Change{Agent: cmd.Agent, Sets: cmd.Set, Personality: cmd.Personality}
}

func (cmd *forkCmd) options(c *console, tps int) fork.Options {
	return fork.Options{Ticks: ticksUntil(cmd.For, tps), Cancel: c.stop}
}

// ofTrace forks a moment of a recorded run.
func (cmd *forkCmd) ofTrace(c *console, next *program.Program) (*explain.Fork, error) {
	r, file, err := openReplay(cmd.File, agent.ReplayOptions{})
	if err != nil {
		return nil, err
	}
	defer file.Close()
	tick := momentAt(cmd.At, r.Crowd().TPS())
	if r.RunTo(tick); r.Crowd().Tick() < tick {
		return nil, &usageError{fmt.Sprintf("--at: the trace ends at %gs, with tick %d", r.Crowd().Seconds(), r.Crowd().Tick())}
	}
	r.Settle()
	return fork.Towns(r.Crowd(), r.Figures(nil), next, *cmd.change(), cmd.options(c, r.Crowd().TPS()))
}

// ofFile runs a file up to the moment, and forks it.
func (cmd *forkCmd) ofFile(c *console, next *program.Program) (*explain.Fork, error) {
	p, err := load(c, cmd.File)
	if err != nil {
		return nil, err
	}
	if len(p.Info.Agents) == 0 {
		return nil, &usageError{cmd.File + " declares no agent to run"}
	}
	scene, err := (&runCmd{File: cmd.File, Scene: cmd.Scene, Agents: cmd.Agents}).readScene(c)
	if err != nil {
		return nil, err
	}
	w := &forkWorld{scene: scene, seed: cmd.Seed}
	o := agent.Options{TPS: runTPS, Seed: cmd.Seed}
	if scene != nil {
		w.play, err = w.inScene(p, o)
		err = sceneFault(c, err)
	} else if w.town, err = town.New(p, town.Options{Crowd: o}); err == nil {
		err = w.town.Populate(cmd.Agents)
	}
	if err != nil {
		return nil, err
	}
	for w.crowd().Tick() < momentAt(cmd.At, w.crowd().TPS()) {
		select {
		case <-c.stop:
			return nil, context.Canceled
		default:
			w.step()
		}
	}
	as, err := w.side(p, next != nil)
	if err != nil {
		return nil, err
	}
	if next == nil {
		next = p
	}
	but, err := w.side(next, cmd.With != "")
	if err != nil {
		return nil, err
	}
	if err := cmd.change().Apply(but.Crowd()); err != nil {
		return nil, &usageError{err.Error()}
	}
	return fork.Run(as, but, cmd.options(c, w.crowd().TPS()))
}

// forkWorld is a run that can be continued twice: in a town or in a scene.
type forkWorld struct {
	scene *playground.Scene
	seed  uint64
	town  *town.Town
	play  *playground.Playground
}

func (w *forkWorld) inScene(p *program.Program, o agent.Options) (*playground.Playground, error) {
	o.TPS = 0 // the scene says it
	return playground.New(bridge.Program.Out(p).(*karakuri.Program), w.scene, sceneOptions(o))
}

// sceneOptions returns the options of a playground in which files may do more than it implements.
func sceneOptions(o agent.Options) playground.Options {
	return playground.Options{Crowd: bridge.Options(o).(karakuri.Options), StandIns: true}
}

func (w *forkWorld) crowd() *agent.Crowd {
	if w.play != nil {
		return bridge.Crowd.In(w.play.Crowd())
	}
	return w.town.Crowd()
}

func (w *forkWorld) step() {
	if w.play != nil {
		w.play.Step()
		return
	}
	w.town.Step()
}

// side returns a copy of the run that goes on with a program. Anew: all agents decide anew, as they must on both sides
// if one has another program.
func (w *forkWorld) side(p *program.Program, anew bool) (fork.Side, error) {
	ear := &fork.Ear{}
	o := ear.Sinks(agent.Options{Seed: w.seed, Anew: anew})
	copied := &forkWorld{scene: w.scene, seed: w.seed}
	var err error
	if w.play != nil {
		copied.play, _, err = playground.Restore(bridge.Program.Out(p).(*karakuri.Program), w.scene, sceneOptions(o), w.play.Snapshot(nil))
	} else {
		copied.town, _, err = w.town.Reload(p, town.Options{Crowd: o})
	}
	return fork.Side{Crowd: copied.crowd, Step: func() bool { copied.step(); return true }, Ear: ear}, err
}
