package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/alecthomas/kong"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

type runCmd struct {
	File    string        `arg:"" help:"Karakuri file; or an XML file of BehaviorTree.CPP, or a folder of them."`
	Agents  int           `placeholder:"N" help:"How many agents live in the world; the kinds that the file declares come in turn. Without it: one of each."`
	Scene   string        `placeholder:"FILE" help:"The scene that they live in, instead of the small world; none: none. Without it: the file of the same name that ends in .scene, if there is one."`
	For     time.Duration `placeholder:"DURATION" help:"How long to run, in simulated time, as in 60s. Without it: until nothing more happens, at most ${defaultFor}; a scene says it itself."`
	Speed   *float64      `placeholder:"X" help:"How many simulated seconds pass in a second; 0: as fast as it goes. Without it: 1 on a terminal, else 0."`
	Seed    uint64        `default:"1" placeholder:"S" help:"Of the map and of all chance: the same seed gives the same run."`
	Workers int           `default:"1" placeholder:"N" help:"How many goroutines decide for the agents at a time. With any number the run is the same; where many agents plan, more are faster."`
	Set     []string      `sep:"none" placeholder:"EFFECT" help:"Change the situation at the start, as in money=0. May be given several times."`
	Trace   string        `placeholder:"FILE" help:"Write the run to a trace, which replay makes again and explain asks about."`
	Events  string        `placeholder:"FILE" help:"Let things happen at their times: see the guide to the command line."`
	Script  string        `placeholder:"FILE" help:"Let actions answer what a JSON file says, instead of what the small world or the scene does."`
	Tree    string        `placeholder:"ID" help:"XML: the tree to run. Without it: the main tree of the file."`
	treeFiles
	Log  string `placeholder:"FILE" help:"XML: write every transition to a log (.btlog), which Groot2 and the command log show."`
	Hash bool   `help:"Print at the end a hash of everything that was decided: the same for the same run, on every machine."`
	JSON bool   `help:"Print one JSON object for each event, and one for the end."`
}

const (
	// runTPS is the number of ticks in a simulated second; a scene says its own.
	runTPS = 10
	// defaultFor is how long a run may last when nothing is said.
	defaultFor = 60 * time.Second
	// quietTime is how long nothing must happen for a run to end by itself, in simulated time.
	quietTime = 5 * time.Second
	// maxRunAgents bounds --agents: more would not be looked at one by one.
	maxRunAgents = 10_000
)

// Help returns the text of --help.
func (*runCmd) Help() string {
	return `Lets agents live in a small seeded world: places on a map, going somewhere takes the time that the way needs, anything else half a
second to two. On a terminal, map, state and plans are shown in place, with the steps done ✓, running ▶ and to come ·, and the
times that run: time-outs, commitments, cooldowns, bans, the next planning. Elsewhere each decision is a line. An interrupt ends the run and leaves the last picture.

    karakuri run examples/meal/meal.krk
    karakuri run examples/meal/meal.krk --agents 5 --for 60s --speed 4 --seed 7
    karakuri run examples/meal/meal.krk --set has_job=false --speed 0 --json
    karakuri run examples/meal/meal.krk --trace meal.ktrace --hash

Characters that see, hear, remember and fight live in a scene: a map with walls, items to pick up, and who is there. The scene beside a
file (gatherer.krk, gatherer.scene) is taken by itself. Who dies leaves, and may come back.

    karakuri run examples/gatherer/gatherer.krk --for 30s
    karakuri run guards.krk --scene yard.scene --events night.txt
    karakuri run examples/gatherer/gatherer.krk --scene none

A file of --events has a line for each thing that happens, and comments after //:

    at 3s set phone_rings = true        // for everybody: a shared symbol, or that of each agent
    at 3s villager#2 set money = 0      // for one agent, by the name that run shows
    at 5s fail step eat                 // the step that is being carried out, or the next such one, fails
    at 6s add enemy e9
    at 6s remove enemy e1

A file of --script has for actions what they answer, one word for each time that they are asked, and again from the first word:

    {"actions": {"move_to": ["running", "running", "success"], "knock": ["failure", "success"]}}

A file whose name ends in .xml holds behaviour trees of BehaviorTree.CPP. Its main tree is ticked ten times a simulated second, exactly as
that library does, until it has ended, or for as long as --for says, anew each time. Actions and conditions answer what the script says of
their path, name or kind, and else success; it may also say "blackboard": {"battery": 80} and "enums": {"RED": 1}.

    karakuri run tree.xml --script actions.json --log tree.btlog`
}

// Validate is called by kong.
func (cmd *runCmd) Validate() error {
	switch {
	case cmd.Agents < 0 || cmd.Agents > maxRunAgents:
		return outOfRange("--agents", cmd.Agents, fmt.Sprintf("from 1 to %d", maxRunAgents))
	case cmd.Workers < 1 || cmd.Workers > agent.MaxWorkers:
		return outOfRange("--workers", cmd.Workers, fmt.Sprintf("from 1 to %d", agent.MaxWorkers))
	case cmd.For < 0:
		return outOfRange("--for", cmd.For, "0s or more")
	case cmd.Speed != nil && (*cmd.Speed < 0 || math.IsNaN(*cmd.Speed) || math.IsInf(*cmd.Speed, 0)):
		return outOfRange("--speed", *cmd.Speed, "a number from 0 up")
	}
	return nil
}

// Run lets time pass until it is over.
func (cmd *runCmd) Run(c *console, ctx *kong.Context) error {
	if isTrees(cmd.File) {
		return cmd.runTree(c, ctx)
	}
	if err := refuse(ctx, "for XML files", "tree", "nodes", "blanks", "log"); err != nil {
		return err
	}
	p, err := load(c, cmd.File)
	if err != nil {
		return err
	}
	if len(p.Info.Agents) == 0 {
		return &usageError{cmd.File + " declares no agent: there is nobody to run"}
	}
	s, err := newStage(c, p, cmd)
	if err != nil {
		return err
	}
	show := cmd.shower(c, s)
	defer show.close()
	var faults diag.List
	cmd.live(c, s.crowd.TPS(), s.ground.lasts(), func(tick int64) bool {
		if faults = s.happen(tick); faults.HasErrors() {
			return false
		}
		s.step()
		show.tick()
		return !s.broken && (cmd.For > 0 || len(s.timed) > 0 || s.quiet < int64(quietTime.Seconds()*float64(s.crowd.TPS())))
	})
	if err := errors.Join(show.finish(), s.trace.close()); err != nil {
		return err
	}
	if faults.HasErrors() {
		printFindings(c.err, &faults)
		return answer(exitNo)
	}
	if cmd.Hash && !cmd.JSON {
		fmt.Fprintf(c.out, "hash %s\n", s.hash())
	}
	return nil
}

// shower chooses how the run is shown.
func (cmd *runCmd) shower(c *console, s *stage) shower {
	switch {
	case cmd.JSON:
		return newJSONLines(c, s)
	case c.outIsTerminal:
		return newScreen(c, s)
	}
	return newPlainLines(c, s)
}

// live is the loop: a tick, by its number, and a pause, for as long as tick wants to go on, and no longer than --for, or else
// limit, or else defaultFor.
func (cmd *runCmd) live(c *console, tps int, limit time.Duration, tick func(n int64) bool) {
	ticks := int64(cmp.Or(cmd.For, limit, defaultFor).Seconds() * float64(tps))
	speed := cmd.speed(c)
	start := c.now()
	for n := int64(1); n <= ticks && tick(n); n++ {
		var pause time.Duration
		if speed > 0 {
			due := start + time.Duration(float64(n)/float64(tps)/speed*float64(time.Second))
			pause = due - c.now()
		}
		if !c.sleep(pause) {
			return
		}
	}
}

func (cmd *runCmd) speed(c *console) float64 {
	switch {
	case cmd.Speed != nil:
		return *cmd.Speed
	case c.outIsTerminal && !cmd.JSON:
		return 1
	}
	return 0
}

// shower shows a run.
type shower interface {
	event(e runner.Event)                // while a tick is made
	treeEvent(e bt.Event, p *bt.Program) // the same, of a tree
	goalEvent(e goal.Event)              // the same, of a goal or brain
	squadEvent(e agent.SquadEvent)       // the same, of a squad
	actorEvent(a *actor, what string)    // after a tick, of one that came or left
	tick()                               // after a tick
	finish() error                       // at the end
	close()                              // always, last
}
