package def

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// unbounded is more than any score that an author means: a number without a range can be as large as that.
const unbounded = 1 << 60

// lintCut warns of a score that can be more than what counts. Two such scores would be taken for equal.
func lintCut(diags *diag.List, what, name string, score *expr.Term, at expr.Node) {
	if score == nil || at == nil {
		return
	}
	if _, most := expr.Bounds(score); most > MaxScore && most < unbounded {
		d := diags.Warnf(diag.ScoreCut, at.Span(), "the score of %s %q can be %v, and counts as %d at most", what, name, most, MaxScore)
		d.Hint = fmt.Sprintf("divide it, and the scores that it is compared with, so that none is above %d", MaxScore)
	}
}

// lintCuts does so for the wants of a brain and for what its personalities make of them.
func lintCuts(diags *diag.List, b *BrainInfo) {
	if b.Orders != nil {
		lintCut(diags, "the orders of brain", b.Name, b.Orders, b.Decl.Orders.Score)
	}
	for _, w := range b.Wants {
		lintCut(diags, "want", w.Name, w.Score, w.Decl.Score)
	}
	for _, p := range b.Personalities {
		for i := range p.Traits {
			t := &p.Traits[i]
			lintCut(diags, "want", b.Wants[t.Want].Name, t.Score, t.Decl.Score)
		}
	}
}
