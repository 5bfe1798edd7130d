package main

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/htn"
)

type explainCmd struct {
	situationFlags
	WhyNot string `placeholder:"NAME" help:"Answer only for this method, task or operator: why it is not in the plan, as in \"buy first\" or \"dine/buy first\"."`
	JSON   bool   `help:"Print one JSON object."`
}

// Help returns the text of --help.
func (*explainCmd) Help() string {
	return `Plans as plan does, and tells everything that was tried, in order: each method and binding, the first condition that failed,
the values it saw, and the step that had set them. What is in the plan is marked +, what was tried in vain -, a return <.

    karakuri explain examples/meal/meal.krk --set money=0
    karakuri explain examples/meal/meal.krk --set money=0 --why-not "buy first"

Exits with 0 also when there is no plan: that too has been explained.`
}

// Run explains.
func (cmd *explainCmd) Run(c *console) error {
	s, err := cmd.load(c)
	if err != nil {
		return err
	}
	e := htn.Explain(s.program.Domain, s.state, s.goal, htn.Options{Limits: htn.Limits{Cancel: c.stop}})
	if cmd.WhyNot != "" {
		return cmd.whyNot(c, e)
	}
	if cmd.JSON {
		return printJSON(c.out, e)
	}
	return e.WriteText(c.out)
}

func (cmd *explainCmd) whyNot(c *console, e *htn.Explanation) error {
	a, err := e.WhyNot(cmd.WhyNot)
	var unknown *htn.UnknownName
	switch {
	case errors.As(err, &unknown):
		return &usageError{fmt.Sprintf("--why-not: %v", err)}
	case err != nil:
		return err
	case cmd.JSON:
		return printJSON(c.out, a)
	}
	return a.WriteText(c.out)
}
