package main

import (
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/names"
)

type generateCmd struct {
	Language string `arg:"" enum:"go,c,cs,cpp,gd,ts,py" help:"go, c, cs, cpp, gd, ts or py."`
	File     string `arg:"" help:"Karakuri file."`
	Package  string `placeholder:"NAME" help:"Name of the Go package; by default that of the file."`
}

// Help returns the text of --help.
func (*generateCmd) Help() string {
	return `Prints a program's names as source for a game: symbols, actions, kinds, goals,
types, objects and enum values, with what they take.

    karakuri generate go village.krk > village/village.go
    karakuri generate cs village.krk > Village.cs
    karakuri generate py village.krk > village.py

For Go this is a package with types: enums, symbols, the arguments of actions,
functions and orders, and functions that bind them. For the other languages it
is enums, and for each name what adds it to a batch, or reads it from an item,
with types: a wrong name does not compile.

The source holds a hash of the names. A game compares it when it starts, and so
sees that the source is old; in Go, LookUp does.`
}

// Run prints the source.
func (cmd *generateCmd) Run(c *console) error {
	p, err := load(c, cmd.File)
	if err != nil {
		return err
	}
	if cmd.Language == "go" {
		text, err := names.Go(cmd.Package, cmd.File, p.Info)
		if err != nil {
			return err
		}
		_, err = c.out.Write(text)
		return err
	}
	if cmd.Package != "" {
		return fmt.Errorf("--package is for Go")
	}
	text, err := names.Source(cmd.Language, cmd.File, remote.ManifestOf(bridge.Program.Out(p).(*karakuri.Program)))
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.out, text)
	return err
}
