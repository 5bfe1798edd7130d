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
	"time"

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
	Town  townCmd  `cmd:"" help:"Show a town of many zones on three processes, one of which is killed every ten seconds."`
}

const description = `Runs crowds on more than one machine, on NATS JetStream: when a node fails another one continues with the same decisions.

A first look, in a clone, in the folder cluster:
  go run ./cmd/karakuri-cluster town

By hand:
  go run ./cmd/karakuri-cluster serve
  go run ./cmd/karakuri-cluster zones create village ../examples/meal/meal.krk
  go run ./cmd/karakuri-cluster zones watch village --spawn villager

Exit codes: 0 ok, 1 it failed, 2 wrong usage.`

// console is what commands write to, and what ends them.
type console struct {
	out, err io.Writer
	ctx      context.Context
	end      func() // what remains to be done after the error of the command is printed; nil: nothing
}

// stopTime is the time limit for what ends a command.
const stopTime = 15 * time.Second

// within does something, and returns when that is done or the limit has come. What does not end then ends with the
// process.
func within(limit <-chan time.Time, do func()) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
		return true
	case <-limit:
		return false
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(run(os.Args[1:], &console{out: os.Stdout, err: os.Stderr, ctx: ctx}))
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
	err = k.Run(c, &g)
	return finish(c, err, time.After(stopTime))
}

// finish prints the error of a command, and only then ends what the command has begun: that can take long.
func finish(c *console, err error, limit <-chan time.Time) (code int) {
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(c.err, "karakuri-cluster:", err)
		code = exitNo
	}
	if c.end != nil && !within(limit, c.end) {
		fmt.Fprintln(c.err, "karakuri-cluster: NATS does not stop, and ends with the process")
	}
	return code
}

// exit is the exit code with which kong ends the program, after --help.
type exit int
