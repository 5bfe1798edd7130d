package def

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
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

// lintRemembered warns of an agent that can remember more targets of a want than a brain compares.
func lintRemembered(diags *diag.List, schema *world.Schema, a *AgentInfo) {
	capacity := 0
	for _, m := range a.Memories {
		capacity += m.Capacity
	}
	for _, w := range a.Mind.Brain.Wants {
		if w.Remembered == nil || w.From != nil {
			continue
		}
		if room := min(capacity, schema.Types[w.Each.Type.ID].Max); room > MaxTargets {
			d := diags.Warnf(diag.TargetsCut, headSpan(&a.Decl.Brain.Head), "agent %q can remember %d targets of want %q, and a brain compares the first %d", a.Name, room, w.Name, MaxTargets)
			d.Related = []diag.Related{{Span: wantSpan(w.Decl), Message: "the want"}}
			d.Hint = fmt.Sprintf("give its memories a capacity of %d together", MaxTargets)
			return
		}
	}
}

// lintTargets warns of a want that can have more targets than a brain compares. How much an agent remembers is
// lintRemembered's.
func lintTargets(diags *diag.List, schema *world.Schema, w *WantInfo) {
	if w.Each == nil || w.From != nil || w.Remembered != nil {
		return
	}
	what, most := "values", 0
	switch w.Each.Type.Kind {
	case world.KindEnum:
		most = len(schema.Enums[w.Each.Type.ID].Values)
	case world.KindObject:
		what, most = "objects", schema.Types[w.Each.Type.ID].Max
	}
	if most > MaxTargets {
		d := diags.Warnf(diag.TargetsCut, w.Decl.Each.At, "want %q can have %d targets, and a brain compares the first %d", w.Name, most, MaxTargets)
		d.Hint = fmt.Sprintf("let it range over what is remembered (each %s in remembered %s), or over the %s that a function of the host returns", w.Each.Name, world.FormatType(schema, w.Each.Type), what)
	}
}

// lintCuts warns of what exceeds the limits of a brain: in its wants, and in what its personalities make of them.
func lintCuts(diags *diag.List, schema *world.Schema, b *BrainInfo) {
	if b.Orders != nil {
		lintCut(diags, "the orders of brain", b.Name, b.Orders, b.Decl.Orders.Score)
	}
	for _, w := range b.Wants {
		lintCut(diags, "want", w.Name, w.Score, w.Decl.Score)
		lintTargets(diags, schema, w)
	}
	for _, p := range b.Personalities {
		for i := range p.Traits {
			t := &p.Traits[i]
			lintCut(diags, "want", b.Wants[t.Want].Name, t.Score, t.Decl.Score)
		}
	}
}
