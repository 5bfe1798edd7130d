package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// claims resolves what an operator claims to words of its frame.
func (c *checker) claims(op *OperatorInfo) []int {
	var list []int
	for _, n := range op.Decl.Claims {
		i := slices.IndexFunc(op.Params, func(s Slot) bool { return s.Name == n.Name })
		switch {
		case i < 0:
			c.diags.Errorf(diag.FaultyClaim, n.At, "operator %s has no parameter %q to claim", expr.NameText(op.Name), n.Name).Hint = claimHint(op, n.Name)
		case op.Params[i].Type == none: // reported
		case op.Params[i].Type.Kind != world.KindObject:
			c.diags.Errorf(diag.FaultyClaim, n.At, "%q is not an object but %s: only objects are claimed", n.Name, world.FormatType(c.names.schema, op.Params[i].Type))
		case slices.Contains(list, op.Params[i].Index):
			c.diags.Errorf(diag.FaultyClaim, n.At, "%q is claimed already", n.Name)
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
