package main

import (
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/names"
)

type generateCmd struct {
	Language string `arg:"" enum:"cs,cpp,gd,ts,py" help:"cs, cpp, gd, ts or py."`
	File     string `arg:"" help:"Karakuri file."`
}

// Help returns the text of --help.
func (*generateCmd) Help() string {
	return `Prints the numbers of a program's names as source for the clients: symbols,
actions, kinds, goals, types, objects and enum values, with what they take.

    karakuri generate cs village.krk > Village.cs
    karakuri generate py village.krk > village.py

The source holds the hash of the manifest. A game compares it when it starts.`
}

// Run prints the source.
func (cmd *generateCmd) Run(c *console) error {
	p, err := load(c, cmd.File)
	if err != nil {
		return err
	}
	text, err := names.Source(cmd.Language, cmd.File, remote.ManifestOf(bridge.Program.Out(p).(*karakuri.Program)))
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.out, text)
	return err
}
