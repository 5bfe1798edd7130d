package program

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// Coverage lists what a run of tests used.
type Coverage struct {
	Methods   []Covered
	Operators []Covered
	Nodes     []Covered // of trees, by tree and place: "guard: 3 chase"; none if no test runs
	Wants     []Covered // "gatherer/eat"; likewise
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

// Coverage counts, over the plans of a run of tests, how often each method and operator was chosen, and how many of the
// model's expressions read each symbol.
func (p *Program) Coverage(reports []TestReport) Coverage {
	var c Coverage
	methods, operators := map[MethodUse]int{}, map[htn.OperatorID]int{}
	nodes, wants := map[NodeUse]int{}, map[WantUse]int{}
	for i := range reports {
		r := &reports[i]
		count(methods, r.Methods)
		count(operators, r.Operators)
		count(nodes, r.Nodes)
		count(wants, r.Wants)
	}
	for _, t := range p.Info.Tasks {
		for i, m := range t.Methods {
			c.Methods = append(c.Methods, Covered{t.Name + "/" + m.Name, methods[MethodUse{htn.TaskID(t.ID), i}]})
		}
	}
	for _, o := range p.Info.Operators {
		c.Operators = append(c.Operators, Covered{o.Name, operators[htn.OperatorID(o.ID)]})
	}
	if p.runsTests() {
		c.Nodes, c.Wants = p.nodesCovered(nodes), p.wantsCovered(wants)
	}
	c.Symbols = p.symbolReads()
	return c
}

func count[K comparable](times map[K]int, list []K) {
	for _, k := range list {
		times[k]++
	}
}

// runsTests reports whether agents live in one of the tests.
func (p *Program) runsTests() bool {
	return slices.ContainsFunc(p.Info.Tests, func(t *def.TestInfo) bool { return t.Decl.Runs() })
}

// nodesCovered returns the nodes of all trees, in their order.
func (p *Program) nodesCovered(times map[NodeUse]int) []Covered {
	var out []Covered
	for _, t := range p.Info.Trees {
		n := int32(0)
		t.Walk(func(node *def.NodeInfo) {
			out = append(out, Covered{fmt.Sprintf("%s: %d %s", t.Name, n+1, node.Name), times[NodeUse{t.ID, n}]})
			n++
		})
	}
	return out
}

// wantsCovered returns the wants of all brains, in their order.
func (p *Program) wantsCovered(times map[WantUse]int) []Covered {
	var out []Covered
	for _, b := range p.Info.Brains {
		for i, w := range b.Wants {
			out = append(out, Covered{b.Name + "/" + w.Name, times[WantUse{b.ID, int32(i)}]})
		}
	}
	return out
}

// symbolReads counts the expressions that read each symbol.
func (p *Program) symbolReads() []Covered {
	reads := map[*world.Symbol]int{}
	count := func(t *expr.Term) {
		if t != nil {
			t.Symbols(func(s *world.Symbol) { reads[s]++ })
		}
	}
	for _, t := range p.Info.Tasks {
		for _, m := range t.Methods {
			count(m.When)
			count(m.Where)
			for _, t := range m.From {
				count(t)
			}
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
	p.Info.MindTerms(count)
	var out []Covered
	for i := range p.Info.Schema.Symbols {
		if s := &p.Info.Schema.Symbols[i]; s.Says == "" {
			out = append(out, Covered{s.Name, reads[s]})
		}
	}
	return out
}
