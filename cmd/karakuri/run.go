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
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

type runCmd struct {
	File    string        `arg:"" help:"Karakuri file; or an XML file of BehaviorTree.CPP, or a folder of them."`
	Agents  int           `placeholder:"N" help:"Number of agents, taken in turn from the kinds that the file declares. Default: one of each kind."`
	Scene   string        `placeholder:"FILE" help:"Scene to run in, instead of the small world; none: the small world. Default: the .scene file of the same name, if there is one."`
	For     time.Duration `placeholder:"DURATION" help:"Simulated time to run, as in 60s. Default: until nothing more happens, at most ${defaultFor}; a scene sets its own."`
	Speed   *float64      `placeholder:"X" help:"Simulated seconds per second; 0: as fast as possible. Default: 1 on a terminal, else 0."`
	Seed    uint64        `default:"1" placeholder:"S" help:"Seed of the map and of all random numbers: the same seed gives the same run."`
	Workers int           `default:"1" placeholder:"N" help:"Number of goroutines that decide for the agents. The run is the same with any number; more are faster if many agents plan."`
	Turn    time.Duration `placeholder:"DURATION" help:"Give agents a turn only this often, as a game with levels of detail does with those far away. Default: in each tick."`
	Set     []string      `sep:"none" placeholder:"EFFECT" help:"Change the situation at the start, as in money=0. May be given several times."`
	Trace   string        `placeholder:"FILE" help:"Record the run to a trace, for replay, explain and the studio."`
	Events  string        `placeholder:"FILE" help:"File of inputs at given times, as above."`
	Script  string        `placeholder:"FILE" help:"JSON file with the results of actions, instead of those of the small world or the scene."`
	Tree    string        `placeholder:"ID" help:"XML: the tree to run. Default: the main tree of the file."`
	treeFiles
	Log  string `placeholder:"FILE" help:"XML: write every transition to a log (.btlog), which Groot2 and the log command show."`
	Hash bool   `help:"At the end, print a hash of all decisions: the same run has the same hash on every machine."`
	JSON bool   `help:"Print one JSON object for each event, and one for the end."`
}

const (
	// runTPS is the number of ticks in a simulated second; a scene says its own.
	runTPS = 10
	// defaultFor is the default maximum duration of a run.
	defaultFor = 60 * time.Second
	// quietTime is the simulated time without events after which a run ends by itself.
	quietTime = 5 * time.Second
	// maxRunAgents bounds --agents: more would not be examined one by one.
	maxRunAgents = 10_000
)

// Help returns the text of --help.
func (*runCmd) Help() string {
	return `Runs agents in a small world generated from a seed. Places lie on a map; moving takes as long as the distance requires, and any
other action takes half a second to two seconds. On a terminal, run shows the map, state and plans in place: steps that are done ✓, running ▶ and to
come ·, and the running timers: time-outs, commitments, cooldowns, bans, the next planning. Elsewhere, it prints a line for each
decision. An interrupt ends the run and leaves the last picture on the screen.

    karakuri run examples/meal/meal.krk
    karakuri run examples/meal/meal.krk --agents 5 --for 60s --speed 4 --seed 7
    karakuri run examples/meal/meal.krk --set has_job=false --speed 0 --json
    karakuri run examples/meal/meal.krk --trace meal.ktrace --hash

Characters that see, hear, remember and fight need a scene: a map with walls, items to pick up, and a cast. If a scene of the same name lies
beside the file (gatherer.krk, gatherer.scene), run uses it. A character that dies leaves the scene, and may return.

    karakuri run examples/gatherer/gatherer.krk --for 30s
    karakuri run guards.krk --scene yard.scene --events night.txt
    karakuri run examples/gatherer/gatherer.krk --scene none

A file for --events has one input per line, and comments after //:

    at 3s set phone_rings = true        // for all agents: a shared symbol, or each agent's own
    at 3s villager#2 set money = 0      // for one agent, by the name that run prints
    at 5s fail step eat                 // the running step eat fails, or else the next one
    at 6s add enemy e9
    at 6s remove enemy e1

A file for --script lists the results of actions, one word for each update; after the last word, the list starts again:

    {"actions": {"move_to": ["running", "running", "success"], "knock": ["failure", "success"]}}

A file whose name ends in .xml contains behaviour trees of BehaviorTree.CPP. Its main tree runs exactly as in that library, with ten ticks in a
simulated second. The run ends when the tree ends; with --for, the tree restarts until the time is over. The script gives the results of actions
and conditions by path, name or kind; unnamed ones succeed. It may also set "blackboard": {"battery": 80} and "enums": {"RED": 1}.

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
	case cmd.Turn < 0 || cmd.Turn > schedule.MaxLevelSeconds*time.Second:
		return outOfRange("--turn", cmd.Turn, fmt.Sprintf("from 0s to %ds", schedule.MaxLevelSeconds))
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
		return &usageError{cmd.File + " declares no agent to run"}
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
		return !s.broken && s.ground.ending() == "" && (cmd.For > 0 || len(s.timed) > 0 || s.quiet < int64(quietTime.Seconds()*float64(s.crowd.TPS())))
	})
	if err := errors.Join(show.finish(), s.trace.close()); err != nil {
		return err
	}
	if faults.HasErrors() {
		printFindings(c.err, &faults)
		return answer(exitNo)
	}
	if cmd.JSON {
		return nil
	}
	if end := s.ground.ending(); end != "" {
		fmt.Fprintln(c.out, end)
	}
	if cmd.Hash {
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

// live is the loop: a tick, by its number, and a pause, for as long as tick wants to continue, and no longer than
// --for, or else limit, or else defaultFor.
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
