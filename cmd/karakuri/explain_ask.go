package main

import (
	"fmt"
	"io"

	"github.com/karakuri-ai/karakuri/explain"
	answers "github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// question returns the question.
func (cmd *explainCmd) question() explain.Question {
	switch {
	case cmd.WhoMade != "":
		return explain.Question{Kind: explain.WhoMade, About: cmd.WhoMade}
	case cmd.WhatWould != "":
		return explain.Question{Kind: explain.WhatWould, About: cmd.WhatWould}
	case len(cmd.WhatIf) > 0:
		return explain.Question{Kind: explain.WhatIf, About: cmd.WhyNot, Changes: explain.Changes(cmd.WhatIf...)}
	case cmd.WhatChanged:
		return explain.Question{Kind: explain.WhatChanged}
	}
	return explain.Question{Kind: explain.WhyNot, About: cmd.WhyNot}
}

// asks reports whether a question is asked; otherwise everything is explained.
func (cmd *explainCmd) asks() bool {
	return cmd.WhyNot != "" || cmd.asksOfTraces()
}

// asksOfTraces reports whether only a trace can answer the question.
func (cmd *explainCmd) asksOfTraces() bool {
	return cmd.WhatWould != "" || len(cmd.WhatIf) > 0 || cmd.WhoMade != "" || cmd.WhatChanged
}

// flag is the flag that the question stands behind.
func (cmd *explainCmd) flag() string {
	switch {
	case cmd.WhatWould != "":
		return "--what-would"
	case len(cmd.WhatIf) > 0:
		return "--what-if"
	case cmd.WhoMade != "":
		return "--who-made"
	}
	return "--why-not"
}

// askAgain answers what gave a symbol its value, or what changed between two decisions: the run is made again with a
// witness.
func (cmd *explainCmd) askAgain(c *console, name string, tick int64) error {
	w := &answers.Witness{}
	r, file, err := openReplay(cmd.File, w.Options())
	if err != nil {
		return err
	}
	defer file.Close()
	named := func() (agent.ID, bool) { return r.AgentNamed(name) }
	return cmd.printAsked(c, answers.Again(c.stop, r, w, named, tick, cmd.question()))
}

// askInSituation answers a question about a planning in a situation, or about an agent of a kind with a brain that
// begins in it.
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
	if q := cmd.question(); q.Kind != explain.WhatChanged && a.Verdict() == explain.Unknown && len(a.Findings) > 0 && a.Findings[0].Subject == q.About {
		return &usageError{fmt.Sprintf("%s: %s: %s", cmd.flag(), q.About, a.Findings[0].Note)}
	}
	return printAnswer(c, a, cmd.JSON)
}

// answerJSON is the answer to a question, as --json prints it.
type answerJSON struct {
	Question    string               `json:"question"`
	About       string               `json:"about,omitempty"`
	Agent       string               `json:"agent,omitempty"`
	Tick        int64                `json:"tick"`
	Seconds     float64              `json:"seconds"`
	Verdict     explain.Verdict      `json:"verdict,omitempty"`
	Findings    []explain.Finding    `json:"findings,omitempty"`
	Remedies    []explain.Remedy     `json:"remedies,omitempty"`
	Decisions   int                  `json:"decisions,omitempty"`
	Origins     []explain.Origin     `json:"origins,omitempty"`
	Differences []explain.Difference `json:"differences,omitempty"`
	Since       int64                `json:"since,omitempty"`
	Until       int64                `json:"until,omitempty"`
}

func printAnswer(c *console, a *explain.Answer, asJSON bool) error {
	if asJSON {
		return printJSON(c.out, &answerJSON{a.Kind.String(), a.About, a.Name, a.Tick, a.Seconds, a.Verdict(), a.Findings, a.Remedies, a.Decisions, a.Origins, a.Differences, a.Since, a.Until})
	}
	_, err := io.WriteString(c.out, a.String())
	return err
}
