package main

import (
	"fmt"
	"io"

	"github.com/karakuri-ai/karakuri/explain"
	answers "github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// question returns what is asked.
func (cmd *explainCmd) question() explain.Question {
	return explain.Question{Kind: explain.WhyNot, About: cmd.WhyNot}
}

// asks reports whether a question is asked, or else everything is to be told.
func (cmd *explainCmd) asks() bool { return cmd.WhyNot != "" }

// flag is the flag that the question stands behind.
func (cmd *explainCmd) flag() string { return "--why-not" }

// askInSituation answers a question about a planning in a situation, or about an agent of a kind with a brain that begins in it.
func (cmd *explainCmd) askInSituation(c *console, s *situation, kind *def.AgentInfo) error {
	if kind == nil || kind.Mind == nil {
		o := htn.Options{Limits: htn.Limits{Cancel: c.stop}, Search: s.search}
		return cmd.printAsked(c, answers.OfPlanning(s.program, s.state, s.goal, o, cmd.WhyNot))
	}
	a, err := answers.InSituation(s.program, kind.Name, s.state, runTPS, cmd.question())
	if err != nil {
		return err
	}
	return cmd.printAsked(c, a)
}

// printAsked prints an answer; a name that nothing has is a mistake of usage.
func (cmd *explainCmd) printAsked(c *console, a *explain.Answer) error {
	if q := cmd.question(); a.Verdict() == explain.Unknown && len(a.Findings) > 0 && a.Findings[0].Subject == q.About {
		return &usageError{fmt.Sprintf("%s: %s: %s", cmd.flag(), q.About, a.Findings[0].Note)}
	}
	return printAnswer(c, a, cmd.JSON)
}

// answerJSON is the answer to a question; its JSON form is what --json prints.
type answerJSON struct {
	Question    string               `json:"question"`
	About       string               `json:"about,omitempty"`
	Agent       string               `json:"agent,omitempty"`
	Tick        int64                `json:"tick"`
	Seconds     float64              `json:"seconds"`
	Verdict     explain.Verdict      `json:"verdict"`
	Findings    []explain.Finding    `json:"findings"`
	Remedies    []explain.Remedy     `json:"remedies,omitempty"`
	Decisions   int                  `json:"decisions,omitempty"`
	Origins     []explain.Origin     `json:"origins,omitempty"`
	Differences []explain.Difference `json:"differences,omitempty"`
	Since       int64                `json:"since,omitempty"`
}

func printAnswer(c *console, a *explain.Answer, asJSON bool) error {
	if asJSON {
		return printJSON(c.out, &answerJSON{a.Kind.String(), a.About, a.Name, a.Tick, a.Seconds, a.Verdict(), a.Findings, a.Remedies, a.Decisions, a.Origins, a.Differences, a.Since})
	}
	_, err := io.WriteString(c.out, a.String())
	return err
}
