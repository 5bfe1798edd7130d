package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/plan/search"
)

// The exit codes of every command.
const (
	exitOK    = 0
	exitNo    = 1 // a negative answer, or faulty input
	exitUsage = 2 // the command line itself is wrong
	// An interrupt ends every command with 130 (SIGINT) or 143 (SIGTERM).
)

// grammar is the command line as kong reads it.
type grammar struct {
	Root string `placeholder:"DIR" help:"Folder that must contain the files and their imports, with links resolved. Default: the folder of each file."`

	New        newCmd        `cmd:"" help:"Write a small project that runs."`
	Check      checkCmd      `cmd:"" help:"Report every error in files."`
	Fmt        fmtCmd        `cmd:"" help:"Format files."`
	Lsp        lspCmd        `cmd:"" help:"Run the language server for an editor."`
	Edit       editCmd       `cmd:"" help:"Change statements of a file, and keep the rest."`
	Test       testCmd       `cmd:"" help:"Run the test blocks of files."`
	Plan       planCmd       `cmd:"" help:"Find a plan and print it."`
	Explain    explainCmd    `cmd:"" help:"Explain a plan or a choice, or why there is none."`
	Graph      graphCmd      `cmd:"" help:"Draw the declarations of a file, a tree or a plan."`
	Export     exportCmd     `cmd:"" help:"Convert a karakuri file to HDDL, or an HDDL problem to a karakuri file."`
	Convert    convertCmd    `cmd:"" help:"Convert trees of BehaviorTree.CPP to a karakuri file, or back."`
	Verify     verifyCmd     `cmd:"" help:"Validate a plan for an HDDL problem."`
	Run        runCmd        `cmd:"" help:"Run agents in a small world or a scene, or run a tree of BehaviorTree.CPP."`
	Assess     assessCmd     `cmd:"" help:"Measure how characters behave, over many seeds."`
	Replay     replayCmd     `cmd:"" help:"Replay a recorded run and compare."`
	Compare    compareCmd    `cmd:"" help:"Count the recorded decisions that another file would make differently."`
	Fork       forkCmd       `cmd:"" help:"Continue a moment of a run twice, with and without a change."`
	Studio     studioCmd     `cmd:"" help:"Watch agents and explain their decisions in a browser."`
	Generate   generateCmd   `cmd:"" help:"Print the names of a file as source for a game in another language."`
	Serve      serveCmd      `cmd:"" help:"Run engines for games in other languages, over WebSocket."`
	Trace      traceCmd      `cmd:"" help:"Count what happened in a recorded run."`
	Log        logCmd        `cmd:"" help:"Print a log of BehaviorTree.CPP."`
	Curves     curvesCmd     `cmd:"" help:"Show response curves."`
	Completion completionCmd `cmd:"" help:"Print a completion script for a shell."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
}

const description = `Karakuri decides what the characters of games and simulations do.

A first look:
  karakuri run examples/meal/meal.krk
  karakuri run examples/gatherer/gatherer.krk
  karakuri plan examples/meal/meal.krk --set money=0
  karakuri explain examples/meal/meal.krk --set money=0 --set has_job=false

Exit codes: 0 ok, 1 a negative answer or faulty input, 2 wrong usage, 130 interrupted.`

// answer is an error that only decides the exit code; what there is to say has been said.
type answer int

func (a answer) Error() string { return fmt.Sprintf("exit code %d", int(a)) }

// usageError is a mistake in the command line that kong cannot see.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

// outOfRange is why the value of a flag is refused.
func outOfRange(flag string, value any, want string) error {
	return &usageError{fmt.Sprintf("%s is %v; it must be %s", flag, value, want)}
}

// exitRequest unwinds the stack when kong asks to exit, as after --help.
type exitRequest int

// run carries out a command line and returns the exit code.
func run(args []string, c *console) (code int) {
	defer func() {
		if r := recover(); r != nil {
			switch r := r.(type) {
			case exitRequest:
				code = int(r)
			case *expr.Overrun: // in what a command evaluates without an agent: an explanation, a picture
				code = failOverrun(c, r)
			default:
				panic(r)
			}
		}
	}()
	var g grammar
	if len(args) == 0 {
		fmt.Fprintf(c.err, "karakuri: a command is needed\n\n")
		return printHelp(&g, c)
	}
	if len(args) == 1 && args[0] == "--version" {
		args = []string{"version"}
	}
	ctx, err := newParser(&g, c).Parse(args)
	if err != nil {
		return fail(c, &usageError{err.Error()}, parsed(err))
	}
	ctx.Bind(ctx.Model)
	c.root = g.Root
	if err := ctx.Run(c); err != nil {
		code = fail(c, err, ctx)
	}
	if c.code != nil && c.code() != 0 {
		return c.code()
	}
	return code
}

// newParser returns the kong parser of the grammar. Kong's own output goes to the console.
func newParser(g *grammar, c *console) *kong.Kong {
	return kong.Must(g,
		kong.Name("karakuri"),
		kong.Description(description),
		kong.Vars{"defaultNodes": strconv.Itoa(htn.DefaultNodes), "defaultFor": defaultFor.String(),
			"defaultMemory": defaultMemory.String(), "techniques": strings.Join(search.TechniqueNames(), ", ")},
		kong.Writers(c.out, c.err),
		kong.Exit(func(code int) { panic(exitRequest(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, NoAppDescFormat: true, WrapUpperBound: 100}),
	)
}

// printHelp prints the help on stderr, as an answer to a command line without a command.
func printHelp(g *grammar, c *console) (code int) {
	defer func() {
		if _, ok := recover().(exitRequest); ok {
			code = exitUsage
		}
	}()
	quiet := *c
	quiet.out = c.err
	newParser(g, &quiet).Parse([]string{"--help"})
	return exitUsage
}

// parsed returns how far kong came with a command line, or nil.
func parsed(err error) *kong.Context {
	var wrong *kong.ParseError
	if errors.As(err, &wrong) {
		return wrong.Context
	}
	return nil
}

// failOverrun says which expression takes too long, at its place if that is known.
func failOverrun(c *console, o *expr.Overrun) int {
	ds := o.Diags()
	if !ds.HasErrors() {
		return fail(c, o, nil)
	}
	printFindings(c.err, &ds)
	return exitNo
}

// fail says what went wrong and returns the exit code.
func fail(c *console, err error, ctx *kong.Context) int {
	var decided answer
	if errors.As(err, &decided) {
		return int(decided)
	}
	fmt.Fprintf(c.err, "karakuri: %v\n", err)
	var usage *usageError
	if !errors.As(err, &usage) {
		return exitNo
	}
	command := "karakuri"
	if ctx != nil && ctx.Selected() != nil {
		command = ctx.Selected().FullPath()
	}
	fmt.Fprintf(c.err, "run \"%s --help\" for usage\n", command)
	return exitUsage
}
