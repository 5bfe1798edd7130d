package main

import (
	"fmt"
	"time"

	"github.com/karakuri-ai/karakuri/internal/coverage"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

type traceCmd struct {
	Stats traceStatsCmd `cmd:"" help:"Count what was planned, chosen and rejected in a recorded run."`
}

type traceStatsCmd struct {
	File string `arg:"" help:"Trace from run --trace."`
	Top  int    `default:"15" placeholder:"N" help:"Number of lines to print of each table, the largest first; 0: all."`
	JSON bool   `help:"Print one JSON object with all tables in full."`
}

// Help returns the text of --help.
func (*traceStatsCmd) Help() string {
	return `Replays a recorded run and counts:

    for each kind of agent: plannings, replans per second, durations, outcomes
    how often each method was tried, chosen and rejected,
    and which part of its condition failed most
    methods that were never chosen, and operators that never started
    failures of steps by cause, outcomes of tree nodes, wants and goals, events

    karakuri run examples/soldier/soldier.krk --for 60s --trace soldier.ktrace
    karakuri trace stats soldier.ktrace

All counts are the same each time. Durations are measured during the replay, on this machine, with one worker. A method counts as
chosen whenever a plan that was found contains it, even if the agent kept its current plan. If the trace is truncated, or the replay differs
from it, stats prints the counts up to that point and exits with 1.`
}

// Validate is called by kong.
func (cmd *traceStatsCmd) Validate() error {
	if cmd.Top < 0 {
		return outOfRange("--top", cmd.Top, "0 or more")
	}
	return nil
}

// tickProgress is the number of ticks between two readings of the clock.
const tickProgress = 16

// Run makes the run again and counts.
func (cmd *traceStatsCmd) Run(c *console) error {
	var s *traceSurvey
	r, file, err := openReplay(cmd.File, agent.ReplayOptions{
		Sink:      runner.SinkFunc(func(e runner.Event) { s.plan(&e) }),
		TreeSink:  bt.SinkFunc(func(e bt.Event) { s.tree(&e) }),
		GoalSink:  goal.SinkFunc(func(e goal.Event) { s.goal(&e) }),
		SquadSink: agent.SquadSinkFunc(func(e agent.SquadEvent) { s.event(e.Squad, "squad", e.Kind.String()) }),
		Tally:     true, Clock: c.now, Metered: func(m runner.Metered) { s.metered(&m) },
	})
	if err != nil {
		return err
	}
	defer file.Close()
	s = newTraceSurvey(r)
	whole := cmd.play(c, r)
	report := s.report(cmd.File)
	if d := r.Difference(); d != nil {
		report.Damage = fmt.Sprintf("the replay differs from the recording from tick %d on; see karakuri replay %s", d.Tick, cmd.File)
	} else if err := r.Err(); err != nil {
		report.Damage = err.Error()
	} else if !whole {
		report.Damage = "interrupted"
	}
	if cmd.JSON {
		err = printJSON(c.out, report)
	} else {
		err = report.writeText(c.out, cmd.Top)
	}
	if err == nil && report.Damage != "" {
		err = answer(exitNo)
	}
	return err
}

// play makes all ticks, or as many as there is patience for. On a terminal it shows how far it is.
func (cmd *traceStatsCmd) play(c *console, r *agent.Replay) bool {
	start := c.now()
	shown := start
	defer func() {
		if shown != start && c.errIsTerminal {
			fmt.Fprint(c.err, "\r\x1b[K")
		}
	}()
	for n := 1; r.Step(); n++ {
		select {
		case <-c.stop:
			return false
		default:
		}
		if n%tickProgress > 0 || !c.errIsTerminal {
			continue
		}
		if now := c.now(); now-shown >= progressAfter {
			shown = now
			fmt.Fprintf(c.err, "\rat %gs of the run, %s so far ", r.Crowd().Seconds(), (now - start).Round(100*time.Millisecond))
		}
	}
	return true
}

// traceSurvey counts while a run is made again.
type traceSurvey struct {
	replay *agent.Replay
	counts *coverage.Counter
	kinds  map[string]*kindSurvey
	names  []string // of kinds, in the order of the file
}

// kindSurvey holds the counts for a kind of agent.
type kindSurvey struct {
	agents    map[agent.ID]bool
	plannings int64 // that ended
	repairs   int64
	slices    int64
	nodes     int64
	back      int64
	took      []time.Duration // of plannings, repairs and slices
	outcomes  map[string]int64
	events    map[string]map[string]int64
	wants     int64
}

func newTraceSurvey(r *agent.Replay) *traceSurvey {
	s := &traceSurvey{replay: r, counts: coverage.New(r.Info()), kinds: map[string]*kindSurvey{}}
	for _, a := range r.Info().Agents {
		s.names = append(s.names, a.Name)
		s.kinds[a.Name] = &kindSurvey{agents: map[agent.ID]bool{}, outcomes: map[string]int64{}, events: map[string]map[string]int64{}}
	}
	return s
}

// of returns the counts of an agent's kind.
func (s *traceSurvey) of(id agent.ID) *kindSurvey {
	k := s.kinds[s.replay.Crowd().KindOf(id)]
	if k == nil {
		return &kindSurvey{agents: map[agent.ID]bool{}, outcomes: map[string]int64{}, events: map[string]map[string]int64{}} // of no agent
	}
	k.agents[id] = true
	return k
}

func (s *traceSurvey) event(id agent.ID, family, kind string) *kindSurvey {
	k := s.of(id)
	if k.events[family] == nil {
		k.events[family] = map[string]int64{}
	}
	k.events[family][kind]++
	return k
}

// planOutcomes are the outcomes of a planning.
var planOutcomes = map[runner.EventKind]string{runner.PlanAdopted: "adopted", runner.PlanKept: "kept", runner.PlanNone: "none", runner.PlanLimit: "limit",
	runner.PlanMerged: "merged", runner.PlanRepaired: "repaired"}

func (s *traceSurvey) plan(e *runner.Event) {
	s.counts.Plan(e, s.replay.Crowd())
	k := s.event(e.Agent, "plan", e.Kind.String())
	if name := planOutcomes[e.Kind]; name != "" {
		k.outcomes[name] += max(1, int64(e.Count)-1) // the first of plannings in vain has been counted
	}
}

func (s *traceSurvey) tree(e *bt.Event) {
	s.counts.Tree(e)
	s.event(e.Agent, "tree", e.Kind.String())
}

func (s *traceSurvey) goal(e *goal.Event) {
	s.counts.Goal(e)
	k := s.event(e.Agent, "goal", e.Kind.String())
	if e.Kind == goal.WantChosen {
		k.wants++
	}
}

func (s *traceSurvey) metered(m *runner.Metered) {
	k := s.of(m.Agent)
	switch {
	case m.Repair:
		k.repairs++
	case m.Status == htn.Paused:
		k.slices++
	default:
		k.plannings++
	}
	k.nodes, k.back, k.took = k.nodes+int64(m.Nodes), k.back+int64(m.Backtracks), append(k.took, m.Took)
}
