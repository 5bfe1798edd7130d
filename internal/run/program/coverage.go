package program

import (
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Coverage tells what a run of tests made use of.
type Coverage struct {
	Methods   []Covered
	Operators []Covered
	Symbols   []Covered // Count is the number of expressions that read the symbol; tests have no part in it
}

// Covered is one method, operator or symbol with how often it was used.
type Covered struct {
	Name  string // method: "dine/buy first"
	Count int
}

// Missing returns the names that were not used.
func Missing(list []Covered) []string {
	var out []string
	for _, c := range list {
		if c.Count == 0 {
			out = append(out, c.Name)
		}
	}
	return out
}

// Coverage counts, over the plans of a run of tests, how often each method and operator was chosen, and how many of the model's
// expressions read each symbol.
func (p *Program) Coverage(reports []TestReport) Coverage {
	var c Coverage
	methods := map[methodUse]int{}
	operators := map[htn.OperatorID]int{}
	for i := range reports {
		for _, m := range reports[i].methods {
			methods[m]++
		}
		for _, o := range reports[i].operators {
			operators[o]++
		}
	}
	for _, t := range p.Info.Tasks {
		for i, m := range t.Methods {
			c.Methods = append(c.Methods, Covered{t.Name + "/" + m.Name, methods[methodUse{htn.TaskID(t.ID), i}]})
		}
	}
	for _, o := range p.Info.Operators {
		c.Operators = append(c.Operators, Covered{o.Name, operators[htn.OperatorID(o.ID)]})
	}
	c.Symbols = p.symbolReads()
	return c
}

// symbolReads counts the expressions that read each symbol.
func (p *Program) symbolReads() []Covered {
	reads := map[*world.Symbol]int{}
	count := func(t *expr.Term) { t.Symbols(func(s *world.Symbol) { reads[s]++ }) }
	for _, t := range p.Info.Tasks {
		for _, m := range t.Methods {
			count(m.When)
			count(m.Where)
			count(m.Order)
		}
	}
	for _, o := range p.Info.Operators {
		count(o.When)
		count(o.Until)
		count(o.While)
		count(o.Cost)
		o.Effect.Terms(count)
	}
	for _, a := range p.Info.Agents {
		for _, line := range a.Plans {
			count(line.When)
		}
	}
	var out []Covered
	for i := range p.Info.Schema.Symbols {
		if s := &p.Info.Schema.Symbols[i]; s.Says == "" {
			out = append(out, Covered{s.Name, reads[s]})
		}
	}
	return out
}
