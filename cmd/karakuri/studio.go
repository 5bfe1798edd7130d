package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/karakuri-ai/karakuri/examples/guards/yard"
	"github.com/karakuri-ai/karakuri/examples/kitchen/restaurant"
	"github.com/karakuri-ai/karakuri/examples/village/hamlet"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/studio"
)

// worlds are the worlds for the agents of the examples that have no scene and do not fit the small world.
var worlds = []studio.World{studio.WorldOf(yard.World), studio.WorldOf(restaurant.World), studio.WorldOf(hamlet.World)}

type studioCmd struct {
	Files  []string `arg:"" optional:"" help:"Karakuri files, or traces of runs. Default: the examples and traces below the current folder; without any, a page to drop files on."`
	Addr   string   `default:"127.0.0.1:7420" placeholder:"HOST:PORT" help:"Address to listen on."`
	Agents int      `placeholder:"N" help:"Number of agents in the small world, taken in turn from the kinds that the file declares. Default: one of each kind."`
	TPS    int      `placeholder:"N" help:"Ticks per simulated second. Default: those of the scene, else 10."`
	Seed   uint64   `default:"1" placeholder:"S" help:"Seed of all random numbers: the same seed gives the same run."`
}

// Help returns the text of --help.
func (*studioCmd) Help() string {
	return `Shows in a browser how characters decide: the running simulation, what each agent is doing and why, and everything that each
planning tried. If a scene of the same name lies beside the file (gatherer.krk, gatherer.scene), the agents run in it; the page also lists other scenes in
the folder that fit the file. The guards, cooks and villagers of the examples have their own worlds. Any other file runs in the small world of run.

    karakuri studio examples/meal/meal.krk
    karakuri studio meal.ktrace --addr 127.0.0.1:8000

By default, only this machine can connect. If other machines can reach --addr, the printed address contains a token, and the studio refuses
requests without it. An interrupt ends the studio.`
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
		files = append(examples(c), recent()...)
	}
	var library *studio.Library
	var err error
	if len(files) == 0 { // the page begins with what its user drops
		library, err = studio.NewLibraryIn(nil)
	} else {
		library, err = studio.NewLibrary(files)
	}
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

// maxRecent is the maximum number of traces that the studio lists by itself.
const maxRecent = 20

// recent returns the traces that the studio has written when it showed the examples, or files of this folder: those
// written last come first.
func recent() []string {
	var all []string
	for _, pattern := range []string{"traces/*.ktrace", "examples/traces/*.ktrace", "examples/*/traces/*.ktrace"} {
		found, _ := filepath.Glob(pattern) // the patterns are good ones
		all = append(all, found...)
	}
	when := func(name string) int64 {
		if info, err := os.Stat(name); err == nil {
			return info.ModTime().UnixNano()
		}
		return 0
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Compare(when(b), when(a)) })
	return all[:min(len(all), maxRecent)]
}

// examples returns the files below the folder of examples that declare agents: the others are there to be imported.
func examples(c *console) []string {
	all, _ := filepath.Glob("examples/*/*.krk") // the pattern is a good one
	return slices.DeleteFunc(all, func(name string) bool {
		p, _ := loadFile(c, name)
		return p == nil || len(p.Info.Agents) == 0
	})
}
