package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// MaxParallel is the maximum number of actions that one operator does at once: the runner keeps track of each.
const MaxParallel = 16

var joins = []string{JoinAll: "all", JoinAny: "any", JoinPrimary: "primary"}

// String returns the join as it is written: all, any or primary.
func (j Join) String() string { return fact.Name(j, joins[:]...) }

// Joins returns the words for joins, in the order of the constants.
func Joins() []string { return slices.Clone(joins) }

// actions checks what an operator does: nothing, one action or order, or several at once. Faulty ones are omitted.
func (c *checker) actions(d *Operator, sc *Scope) ([]*ActionCall, Join) {
	if d.Do != nil && d.Parallel != nil {
		c.diags.Errorf(diag.FaultyParallel, d.Parallel.At, "operator %q has both an action and do parallel", d.Name)
	}
	var list []*ActionCall
	if d.Do != nil {
		if call := c.does(d.Do, sc); call != nil {
			list = append(list, call)
		}
	}
	if d.Parallel == nil {
		return list, JoinAll
	}
	return append(list, c.parallel(d.Parallel, sc)...), c.join(d.Parallel)
}

// join returns how the ends of several actions make the end of the step.
func (c *checker) join(d *Parallel) Join {
	for i, word := range joins {
		if d.Join.Name == word {
			return Join(i)
		}
	}
	if d.Join.Name != "" {
		at := d.Join.At
		if at.Src == nil {
			at = d.At
		}
		c.diags.Errorf(diag.FaultyParallel, at, "unknown join %q", d.Join.Name).MeantOr(d.Join.Name, expr.Suggest(d.Join.Name, joins), "it is all, any or primary")
	}
	return JoinAll
}

// parallel checks the actions that are done at once. Each needs its resources for itself.
func (c *checker) parallel(d *Parallel, sc *Scope) []*ActionCall {
	var list []*ActionCall
	users := map[string]*ParallelCall{}
	for i, pc := range d.Calls {
		if i >= MaxParallel {
			c.diags.Errorf(diag.TooManyParts, d.At, "%d actions at once are more than %d", len(d.Calls), MaxParallel)
			break
		}
		if pc == nil {
			continue
		}
		if pc.Do.isOrder() {
			if call := c.order(&pc.Do, sc); call != nil {
				list = append(list, call)
			}
		} else if call := c.actionCall(&pc.Do, sc); call != nil {
			c.claim(users, call.Action, pc)
			list = append(list, call)
		}
	}
	if !slices.ContainsFunc(d.Calls, func(pc *ParallelCall) bool { return pc != nil }) && !c.partial {
		c.diags.Errorf(diag.FaultyParallel, d.At, "do parallel has no actions")
	}
	return list
}

// claim reports a resource that an action of a parallel occupies as well as one before it.
func (c *checker) claim(users map[string]*ParallelCall, a *ActionInfo, pc *ParallelCall) {
	for _, resource := range a.Uses {
		first := users[resource]
		if first == nil {
			users[resource] = pc
			continue
		}
		if first == pc {
			continue
		}
		d := c.diags.Errorf(diag.ResourceTwice, pc.Do.At, "%q and %q cannot be done at once: both use %s", first.Do.Name.Name, a.Name, resource)
		d.Related = []diag.Related{{Span: first.Do.At, Message: "the other action"}}
		return
	}
}
