package main

import (
	"fmt"
	"io"
	"time"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

type replayCmd struct {
	File  string         `arg:"" help:"Trace from run --trace."`
	Until *time.Duration `placeholder:"DURATION" help:"Stop at this simulated time, as in 12.5s. Default: the end."`
	Show  bool           `help:"Print each decision as it is replayed."`
	JSON  bool           `help:"Print one JSON object."`
}

// Help returns the text of --help.
func (*replayCmd) Help() string {
	return `Replays a recorded run without the world in which it took place: the trace contains the program and everything that the world
did. Compares every decision with the recorded one, and at intervals the whole state. At the first difference, it prints the difference and
exits with 1.

    karakuri run examples/meal/meal.krk --trace meal.ktrace
    karakuri replay meal.ktrace
    karakuri replay meal.ktrace --until 12.5s --show

If the trace is truncated because the recording program ended early, replay runs up to the cut and exits with 1.`
}

// Validate is called by kong.
func (cmd *replayCmd) Validate() error {
	if cmd.Until != nil && *cmd.Until < 0 {
		return outOfRange("--until", *cmd.Until, "0s or more")
	}
	if cmd.Show && cmd.JSON {
		return &usageError{"--show is for people: leave it out, or --json"}
	}
	return nil
}

// replayReport is the outcome, as --json prints it.
type replayReport struct {
	File       string          `json:"file"`
	Same       bool            `json:"same"`
	Whole      bool            `json:"whole"` // the end of the trace was reached
	Ticks      int64           `json:"ticks"`
	Seconds    float64         `json:"seconds"`
	Agents     int             `json:"agents"`
	Decisions  int64           `json:"decisions"`
	Hash       string          `json:"hash"`
	Difference *differenceJSON `json:"difference,omitempty"`
	Damage     string          `json:"damage,omitempty"`
}

type differenceJSON struct {
	Tick    int64   `json:"tick"`
	Seconds float64 `json:"t"`
	Agent   string  `json:"agent,omitempty"`
	Wanted  string  `json:"wanted"`
	Got     string  `json:"got"`
}

// Run makes the run again.
func (cmd *replayCmd) Run(c *console) error {
	var r *agent.Replay
	var options agent.ReplayOptions
	if cmd.Show {
		options.Sink = runner.SinkFunc(func(e runner.Event) {
			seconds := secondsAfter(e.Tick, r.Crowd())
			fmt.Fprintf(c.out, "%6.1fs %s %s\n", seconds, r.NameOf(e.Agent), r.Crowd().View().Text(e))
		})
		options.TreeSink = bt.SinkFunc(func(e bt.Event) {
			seconds := secondsAfter(e.Tick, r.Crowd())
			fmt.Fprintf(c.out, "%6.1fs %s %s\n", seconds, r.NameOf(e.Agent), r.Crowd().View().TreeText(e))
		})
		options.GoalSink = goal.SinkFunc(func(e goal.Event) {
			seconds := secondsAfter(e.Tick, r.Crowd())
			fmt.Fprintf(c.out, "%6.1fs %s %s\n", seconds, r.NameOf(e.Agent), r.Crowd().View().GoalText(e))
		})
		options.SquadSink = agent.SquadSinkFunc(func(e agent.SquadEvent) {
			seconds := secondsAfter(e.Tick, r.Crowd())
			fmt.Fprintf(c.out, "%6.1fs %s %s\n", seconds, r.NameOf(e.Squad), r.Crowd().View().SquadText(e))
		})
	}
	r, file, err := openReplay(cmd.File, options)
	if err != nil {
		return err
	}
	defer file.Close()
	cmd.play(c, r)
	report := cmd.report(r)
	if cmd.JSON {
		err = printJSON(c.out, report)
	} else {
		err = report.writeText(c.out)
	}
	if err == nil && (!report.Same || report.Damage != "") {
		err = answer(exitNo)
	}
	return err
}

// play makes ticks until the end, or until it is interrupted.
func (cmd *replayCmd) play(c *console, r *agent.Replay) {
	for cmd.Until == nil || r.Crowd().Tick() < ticksUntil(*cmd.Until, r.Crowd().TPS()) {
		select {
		case <-c.stop:
			return
		default:
		}
		if !r.Step() {
			return
		}
	}
}

func (cmd *replayCmd) report(r *agent.Replay) *replayReport {
	crowd := r.Crowd()
	out := &replayReport{File: cmd.File, Same: r.Difference() == nil, Whole: r.Ended(), Ticks: crowd.Tick(), Seconds: crowd.Seconds(),
		Agents: r.Agents(), Decisions: crowd.Decisions(), Hash: fmt.Sprintf("%016x", crowd.TraceHash())}
	if d := r.Difference(); d != nil {
		out.Difference = &differenceJSON{d.Tick, secondsAfter(d.Tick, crowd), d.Agent, d.Wanted, d.Got}
	}
	if err := r.Err(); err != nil {
		out.Damage = err.Error()
	}
	return out
}

func (p *replayReport) writeText(w io.Writer) error {
	text := fmt.Sprintf("%s: %s, %s, %s in %s (%gs)\n", p.File, p.verdict(), plural(p.Agents, "agent"), plural(int(p.Decisions), "decision"),
		plural(int(p.Ticks), "tick"), p.Seconds)
	if d := p.Difference; d != nil {
		who := d.Agent
		if who == "" {
			who = "all"
		}
		text += fmt.Sprintf("tick %d (%gs), %s\n  wanted  %s\n  got     %s\n", d.Tick, d.Seconds, who, d.Wanted, d.Got)
	}
	if p.Damage != "" {
		text += p.Damage + "\n"
	}
	_, err := io.WriteString(w, text+"hash "+p.Hash+"\n")
	return err
}

func (p *replayReport) verdict() string {
	switch {
	case !p.Same:
		return "not the same"
	case !p.Whole:
		return "the same so far"
	}
	return "the same"
}
