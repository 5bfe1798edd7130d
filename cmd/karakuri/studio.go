package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/karakuri-ai/karakuri/examples/guards/yard"
	"github.com/karakuri-ai/karakuri/examples/kitchen/restaurant"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/studio"
)

// worlds are where the agents of the examples live that have neither a scene nor are at home in the small world.
var worlds = []studio.World{studio.WorldOf(yard.World), studio.WorldOf(restaurant.World)}

type studioCmd struct {
	Files  []string `arg:"" optional:"" help:"Karakuri files, or traces of runs. Without any: the examples below the folder where you are."`
	Addr   string   `default:"127.0.0.1:7420" placeholder:"HOST:PORT" help:"Where to listen."`
	Agents int      `placeholder:"N" help:"How many agents live in the small world; the kinds that the file declares come in turn. Without it: one of each."`
	TPS    int      `placeholder:"N" help:"Ticks in a second. Without it: as the scene says, else 10."`
	Seed   uint64   `default:"1" placeholder:"S" help:"Of all chance: the same seed gives the same run."`
}

// Help returns the text of --help.
func (*studioCmd) Help() string {
	return `Shows in a browser how characters decide: the running simulation, what each is doing and why, and for every planning everything that was
tried. A file beside which there is a scene of its name (gatherer.krk, gatherer.scene) lives in it; other scenes beside it in which it can live
are listed too. The guards and cooks of the examples have worlds of their own; any other file lives in the small world of run.

    karakuri studio examples/meal/meal.krk
    karakuri studio meal.ktrace --addr 127.0.0.1:8000

Only this machine can reach it. With an address that others can reach, the address that is printed holds a token, without which nobody is
answered. An interrupt ends it.`
}

// Validate is called by kong.
func (cmd *studioCmd) Validate() error {
	if cmd.Agents < 0 || cmd.Agents > maxRunAgents {
		return outOfRange("--agents", cmd.Agents, fmt.Sprintf("from 1 to %d", maxRunAgents))
	}
	if cmd.TPS < 0 || cmd.TPS > agent.MaxTPS {
		return outOfRange("--tps", cmd.TPS, fmt.Sprintf("from 1 to %d", agent.MaxTPS))
	}
	return nil
}

// Run serves until the user interrupts.
func (cmd *studioCmd) Run(c *console) error {
	files := cmd.Files
	if len(files) == 0 {
		files = examples(c)
	}
	if len(files) == 0 {
		return &usageError{"say which file to show: there are no examples below this folder"}
	}
	library, err := studio.NewLibrary(files)
	if err == nil && c.root != "" {
		err = library.Confine(c.root)
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-c.stop
		cancel()
	}()
	return studio.Serve(ctx, library, studio.Options{Addr: cmd.Addr, Seed: cmd.Seed, Agents: cmd.Agents, TPS: cmd.TPS, Worlds: worlds}, c.out)
}

// examples returns the files below the folder of examples that declare agents: the others are there to be imported.
func examples(c *console) []string {
	all, _ := filepath.Glob("examples/*/*.krk") // the pattern is a good one
	return slices.DeleteFunc(all, func(name string) bool {
		p, _ := loadFile(c, name)
		return p == nil || len(p.Info.Agents) == 0
	})
}
