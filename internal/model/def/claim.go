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
	World    bool      // no step of any agent may claim them meanwhile
	Priority expr.Node // constant; nil: 0
}

// ClaimInfo is how a step claims.
type ClaimInfo struct {
	World    bool // it binds all agents; else the agent's squad, or its team if it has none
	Priority int  // agents that wait for the object get it in this order, the lowest first
}

// claimParts are the parts of a claim.
var claimParts = []Clause{
	{
		Takes: TakesNames, Need: true, Is: "a parameter", Param: "parameters", Doc: "The parameters.",
		at: in(func(c *ClaimClause) any { return &c.Names }),
	},
	{
		Word: "world", Takes: TakesFlag, Method: "ClaimWorld", Doc: "The claim holds for all agents, for objects that only one agent at a time can use, such as a stove.", Without: "the squad, or the team if there is no squad",
		at: in(func(c *ClaimClause) any { return &c.World }), info: to(func(i *OperatorInfo) any { return &i.Claim.World }),
	},
	{
		Word: "priority", Takes: TakesCount, Is: "a priority", Least: math.MinInt32, Most: math.MaxInt32, Method: "ClaimPriority", Doc: "Waiting agents get the object in this order, the lowest first.", Without: "0",
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
			c.diags.Errorf(diag.FaultyClaim, n.At, "operator %s has no parameter %q to claim", expr.NameText(op.Name), n.Name).Meant(n.Name, similarClaim(op, n.Name))
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

// The objects that an agent with a memory has seen claimed from all agents are in symbols of the agent that no file can
// name, next to those about its memory.

// Values of [Info.Claimed]. A higher one than these is the tick in which the agent expects the object to be free: it
// saw that the object was claimed, and no longer sees or touches it.
const (
	NotClaimed  = 0
	SeenClaimed = 1 // the agent sees or touches the object, which is claimed
)

// addClaimed adds a symbol for each object type without parents of whose objects an operator may claim some from all
// agents, if agents have memories: whether the agent has seen that another squad or team has claimed the object, and
// until when it believes so.
func addClaimed(c *checker, b *world.Builder) []*entry {
	return addRecalled(c, b, "claimed", world.Type{Kind: world.KindInt, Lo: NotClaimed, Hi: math.MaxInt64}, func(e *entry) bool { return isClaimed(c, e) })
}

// isClaimed reports whether an operator claims from all agents objects of a type.
func isClaimed(c *checker, root *entry) bool {
	of := &c.names.schema.Types[root.typ.ID]
	return slices.ContainsFunc(c.entriesOf(kindOperator), func(e *entry) bool {
		d := e.decl.(*Operator)
		return d.Claim != nil && d.Claim.World && slices.ContainsFunc(d.Claim.Names, func(n Name) bool {
			i := slices.IndexFunc(d.Params, func(p Param) bool { return p.Name == n.Name })
			if i < 0 || len(d.Params[i].Types) != 1 {
				return false
			}
			t := c.names.find(d.Params[i].Types[0].Name, kindType)
			return t != nil && t.typ.Kind == world.KindObject && of.Has(t.typ.ID)
		})
	})
}

// similarClaim returns which parameter may be meant.
func similarClaim(op *OperatorInfo, name string) string {
	var names []string
	for _, s := range op.Params {
		if s.Type.Kind == world.KindObject {
			names = append(names, s.Name)
		}
	}
	return expr.Suggest(name, names)
}
