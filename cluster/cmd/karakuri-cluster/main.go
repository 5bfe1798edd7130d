// Command karakuri-cluster runs nodes of a cluster, and says and changes what runs where.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// The exit codes of every command.
const (
	exitNo    = 1 // it failed
	exitUsage = 2 // the command line itself is wrong
)

// grammar is the command line as kong reads it.
type grammar struct {
	Serve serveCmd `cmd:"" help:"Run a node."`
	Zones zonesCmd `cmd:"" help:"List, create, watch and move zones, and drain nodes."`
}

const description = `Runs crowds on more than one machine, on NATS JetStream: when a node fails another one continues with the same decisions.

A first look, in a clone, in the folder cluster:
  go run ./cmd/karakuri-cluster serve
  go run ./cmd/karakuri-cluster zones create village ../examples/meal/meal.krk
  go run ./cmd/karakuri-cluster zones watch village --spawn villager

Exit codes: 0 ok, 1 it failed, 2 wrong usage.`

// console is what commands write to, and what ends them.
type console struct {
	out, err io.Writer
	ctx      context.Context
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(os.Args[1:], &console{os.Stdout, os.Stderr, ctx}))
}

// run carries out a command line and returns its exit code.
func run(args []string, c *console) (code int) {
	var g grammar
	parser, err := kong.New(&g, kong.Name("karakuri-cluster"), kong.Description(description), kong.Writers(c.out, c.err),
		kong.Exit(func(n int) { panic(exit(n)) }), kong.ConfigureHelp(kong.HelpOptions{WrapUpperBound: 120}))
	if err != nil {
		panic(err) // the grammar is wrong
	}
	defer func() {
		if r := recover(); r != nil {
			n, ok := r.(exit)
			if !ok {
				panic(r)
			}
			code = int(n)
		}
	}()
	if len(args) == 0 {
		args = []string{"--help"}
	}
	k, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintln(c.err, "karakuri-cluster:", err)
		return exitUsage
	}
	if err := k.Run(c, &g); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(c.err, "karakuri-cluster:", err)
		return exitNo
	}
	return 0
}

// exit is the exit code with which kong ends the program, after --help.
type exit int
