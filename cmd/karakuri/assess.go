package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/assess"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/playground"
)

type assessCmd struct {
	File    string  `arg:"" help:"Karakuri file."`
	Scene   string  `placeholder:"FILE" help:"Scene to run in; none: the small world of run. Default: the .scene file of the same name, if there is one."`
	Agents  int     `placeholder:"N" help:"Number of agents in the small world. Default: one of each kind."`
	Lone    string  `placeholder:"SQUADS" help:"Squads of the scene that stay empty, separated by commas: their members decide for themselves."`
	Seeds   string  `default:"1..10" placeholder:"A..B" help:"Seeds to run from; one number for a single seed. Default: 1..10."`
	Minutes float64 `placeholder:"M" help:"Simulated minutes for each seed. Default: as the scene says, or one minute."`
	Against string  `placeholder:"FILE" help:"Compare with another file, in the same scene and from the same seeds."`
	Workers int     `default:"1" placeholder:"N" help:"How many seeds run at once. The report is the same with any number."`
	Moments string  `placeholder:"MEASURE" help:"List each moment that a measure counts, with its seed, time and character: unprovoked, oscillation, repeated, idle ..."`
	Gate    bool    `help:"Exit with 1 if a value is over its bar."`
	Cost    bool    `help:"Also measure time and memory for each agent, which differ from run to run."`
	JSON    bool    `help:"Print one JSON object."`
}

// Help returns the text of --help.
func (*assessCmd) Help() string {
	return `Runs a file from many seeds, without a picture, and measures how its characters behave: how often they change their minds without cause,
waver between two actions, repeat what fails, stand about or get stuck, and more. For each kind of character it prints each value with its 95 %
confidence interval over the seeds, and a bar for some; ! marks a value over its bar. docs/assess.md defines each measure.

    karakuri assess examples/gatherer/gatherer.krk --seeds 1..20 --minutes 10
    karakuri assess examples/fireteam/fireteam.krk --scene examples/fireteam/woods.scene
    karakuri assess guard.krk --against old/guard.krk --seeds 1..50
    karakuri assess guard.krk --gate

The same file, scene and seeds give the same report on every machine, unless you ask for the cost. With --against, the differences have intervals,
too: both files run with the same seeds, and * marks a difference whose interval excludes 0.`
}

// Validate is called by kong.
func (cmd *assessCmd) Validate() error {
	switch {
	case cmd.Moments != "" && !slices.ContainsFunc(assess.Measures[:], func(m assess.Measure) bool { return m.Name == cmd.Moments }):
		return outOfRange("--moments", cmd.Moments, "the name of a measure, as docs/assess.md lists them")
	case cmd.Agents < 0 || cmd.Agents > maxRunAgents:
		return outOfRange("--agents", cmd.Agents, fmt.Sprintf("from 1 to %d", maxRunAgents))
	case cmd.Workers < 1 || cmd.Workers > assess.MaxWorkers:
		return outOfRange("--workers", cmd.Workers, fmt.Sprintf("from 1 to %d", assess.MaxWorkers))
	case !(cmd.Minutes >= 0 && cmd.Minutes <= assess.MaxSeconds/60):
		return outOfRange("--minutes", cmd.Minutes, fmt.Sprintf("from 0 to %d", assess.MaxSeconds/60))
	}
	return nil
}

// assessed is what --json prints.
type assessed struct {
	Report     *assess.Report     `json:"report"`
	Against    *assess.Report     `json:"against,omitempty"`
	Comparison *assess.Comparison `json:"comparison,omitempty"`
}

// Run measures.
func (cmd *assessCmd) Run(c *console) error {
	seeds, err := parseSeeds(cmd.Seeds)
	if err != nil {
		return err
	}
	var all assessed
	if all.Report, err = cmd.measure(c, cmd.File, seeds); err != nil {
		return err
	}
	if cmd.Against != "" {
		if all.Against, err = cmd.measure(c, cmd.Against, seeds); err != nil {
			return err
		}
		if all.Comparison, err = assess.Compare(all.Report, all.Against); err != nil {
			return err
		}
	}
	if err := cmd.show(c, &all); err != nil {
		return err
	}
	if over := all.Report.Over(); cmd.Gate && len(over) > 0 {
		fmt.Fprintf(c.err, "karakuri: over the bar: %s\n", strings.Join(over, "; "))
		return answer(exitNo)
	}
	return nil
}

func (cmd *assessCmd) show(c *console, all *assessed) error {
	switch {
	case cmd.JSON:
		return printJSON(c.out, all)
	case all.Comparison != nil:
		return all.Comparison.Write(c.out)
	}
	return all.Report.Write(c.out)
}

// measure runs a file from all seeds.
func (cmd *assessCmd) measure(c *console, file string, seeds assess.Seeds) (*assess.Report, error) {
	o := assess.Options{Name: filepath.Base(file), Seeds: seeds, Seconds: cmd.Minutes * 60, Workers: cmd.Workers, Moments: cmd.Moments, Stop: c.stop}
	p, err := load(c, file)
	if err != nil {
		return nil, err
	}
	if len(p.Info.Agents) == 0 {
		return nil, &usageError{file + " declares no agent to run"}
	}
	program := bridge.Program.Out(p).(*karakuri.Program)
	scene, err := (&runCmd{File: cmd.File, Scene: cmd.Scene, Agents: cmd.Agents}).readScene(c)
	switch {
	case err != nil:
		return nil, err
	case scene == nil && cmd.Lone != "":
		return nil, &usageError{"--lone names squads of a scene, and there is none"}
	case scene == nil:
		o.Open = assess.InTown(program, cmd.Agents)
	default:
		o.Name += " in " + filepath.Base(scene.File)
		options := playground.Options{StandIns: true}
		if cmd.Lone != "" {
			options.Lone = strings.Split(cmd.Lone, ",")
			o.Name += ", without " + cmd.Lone
		}
		o.Open = assess.InScene(program, scene, options)
	}
	cmd.report(c, &o)
	r, err := assess.Run(o)
	if err == nil && cmd.Cost {
		r.Cost, err = assess.MeasureCost(o, c.now, heapInUse)
	}
	if errors.Is(err, assess.ErrStopped) {
		return nil, answer(exitNo) // the signal decides the exit code
	}
	return r, sceneFault(c, err)
}

// report lets the progress be seen: on a terminal after each seed, elsewhere after each tenth.
func (cmd *assessCmd) report(c *console, o *assess.Options) {
	o.Progress = func(done, all int) {
		switch {
		case c.errIsTerminal:
			fmt.Fprintf(c.err, "\r%s: %d of %s ", o.Name, done, plural(all, "seed"))
			if done == all {
				fmt.Fprint(c.err, "\r\x1b[K")
			}
		case all >= 10 && done%max(1, all/10) == 0 && done < all:
			fmt.Fprintf(c.err, "%s: %d of %s\n", o.Name, done, plural(all, "seed"))
		}
	}
}

// heapInUse returns the bytes in use after a collection.
func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// parseSeeds reads "3" or "1..20".
func parseSeeds(text string) (assess.Seeds, error) {
	from, to, many := strings.Cut(text, "..")
	if !many {
		to = from
	}
	a, err1 := strconv.ParseUint(from, 10, 64)
	b, err2 := strconv.ParseUint(to, 10, 64)
	if err1 != nil || err2 != nil || b < a || b-a >= assess.MaxSeeds {
		return assess.Seeds{}, outOfRange("--seeds", text, fmt.Sprintf("a number, or two as in 1..20, of at most %d seeds", assess.MaxSeeds))
	}
	return assess.Seeds{From: a, To: b}, nil
}
