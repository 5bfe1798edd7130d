package def

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// ClaimClause says which objects a step needs for itself alone.
//
//	claim c · claim c, d priority 2 · claim c world
type ClaimClause struct {
	Head
	Names    []Name    // parameters
	World    bool      // no step of anybody may claim them meanwhile
	Priority expr.Node // constant; nil: 0
}

// ClaimInfo is how a step claims.
type ClaimInfo struct {
	World    bool // it binds everybody; else the agent's squad, or its team where it has none
	Priority int  // who waits for what is claimed gets it in this order, the lowest first
}

// claimParts are what a claim says.
var claimParts = []Clause{
	{
		Takes: TakesNames, Need: true, Is: "a parameter", Param: "parameters", Doc: "The parameters.",
		at: in(func(c *ClaimClause) any { return &c.Names }),
	},
	{
		Word: "world", Takes: TakesFlag, Method: "ClaimWorld", Doc: "It binds everybody: what it claims is used up as a thing, like a stove.", Without: "the squad, or the team where there is none",
		at: in(func(c *ClaimClause) any { return &c.World }), info: to(func(i *OperatorInfo) any { return &i.Claim.World }),
	},
	{
		Word: "priority", Takes: TakesCount, Is: "a priority", Least: math.MinInt32, Most: math.MaxInt32, Method: "ClaimPriority", Doc: "Who waits for an object gets it in this order, the lowest first.", Without: "0",
		at: in(func(c *ClaimClause) any { return &c.Priority }), info: to(func(i *OperatorInfo) any { return &i.Claim.Priority }),
	},
}

// claims resolves what an operator claims to words of its frame.
func (c *checker) claims(op *OperatorInfo) []int {
	if op.Decl.Claim == nil {
		return nil
	}
	var list []int
	for _, n := range op.Decl.Claim.Names {
		i := slices.IndexFunc(op.Params, func(s Slot) bool { return s.Name == n.Name })
		switch {
		case i < 0:
			c.diags.Errorf(diag.FaultyClaim, n.At, "operator %s has no parameter %q to claim", expr.NameText(op.Name), n.Name).Hint = claimHint(op, n.Name)
		case op.Params[i].Type == none: // reported
		case op.Params[i].Type.Kind != world.KindObject:
			c.diags.Errorf(diag.FaultyClaim, n.At, "%q is %s: only objects can be claimed", n.Name, world.FormatType(c.names.schema, op.Params[i].Type))
		case slices.Contains(list, op.Params[i].Index):
			c.diags.Errorf(diag.FaultyClaim, n.At, "%q is already claimed", n.Name)
		default:
			list = append(list, op.Params[i].Index)
		}
	}
	return list
}

// claimHint tells which parameter may be meant.
func claimHint(op *OperatorInfo, name string) string {
	var names []string
	for _, s := range op.Params {
		if s.Type.Kind == world.KindObject {
			names = append(names, s.Name)
		}
	}
	return expr.DidYouMean(name, names)
}
