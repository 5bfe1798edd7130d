package def

import (
	"math"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Limits of how brains and utility selectors choose: those of package utility.
const (
	MaxWeight     = 1e6     // of a want or consideration, and the greatest inertia
	MaxScore      = 1 << 10 // the most that a score counts in a brain
	MaxConsiders  = 32      // considerations of a want
	MaxRepetition = 32      // options that a brain remembers for the penalty of repetition
)

var selectRules = []string{"best", "weighted", "first", "dual"}

// selectClause checks how one of several is chosen.
func (r *resolver) selectClause(d *SelectClause, sc *Scope) SelectInfo {
	info := SelectInfo{Ranked: d.Ranked}
	rule := d.Rule.Name
	drawn, known := false, true
	switch rule {
	case "best":
	case "weighted":
		info.Rule, drawn = SelectWeighted, true
		if d.Ranked {
			r.diags.Errorf(diag.FaultySelect, ruleSpan(d), "ranked stands before best and first").Hint = "write dual: by rank, then weighted"
		}
	case "dual":
		info.Rule, info.Ranked, drawn = SelectWeighted, true, true
		if d.Ranked {
			r.diags.Errorf(diag.FaultySelect, ruleSpan(d), "dual is already ranked")
		}
	case "first":
		info.Rule = SelectFirst
	default:
		if rule != "" || !r.partial {
			r.diags.Errorf(diag.FaultySelect, ruleSpan(d), "unknown selection %q", rule).MeantOr(rule, expr.Suggest(rule, selectRules), "it is best, weighted, first or dual")
		}
		known = false
	}
	r.selectNumbers(d, &info, sc)
	if known {
		r.selectParts(d, drawn, info.Rule == SelectFirst)
	}
	return info
}

// selectNumbers computes the numbers of a selection.
func (r *resolver) selectNumbers(d *SelectClause, info *SelectInfo, sc *Scope) {
	if d.Percent {
		info.TopPercent = r.constPositive(d.Top, sc, "top", 100, 0)
	} else {
		info.Top = r.constCount(d.Top, sc, "top", 1, math.MaxInt32, 0)
	}
	if info.Within = r.constPositive(d.Within, sc, "within", 1, 0); info.Within == 1 {
		r.diags.Errorf(diag.FaultyNumber, d.Within.Span(), "within must be less than 1")
	}
	info.Over = r.constNumber(d.Over, sc, "over", span{0, MaxScore}, 0)
}

// selectParts reports numbers that do not belong to a selection, and one that is missing. drawn: one is drawn, by
// weight; first: it is the first over a threshold.
func (r *resolver) selectParts(d *SelectClause, drawn, first bool) {
	for _, part := range []struct {
		word  string
		n     expr.Node
		fits  bool
		rules string
	}{{"top", d.Top, drawn, "weighted and dual"}, {"within", d.Within, drawn, "weighted and dual"}, {"over", d.Over, first, "first"}} {
		if part.n != nil && !part.fits {
			r.diags.Errorf(diag.FaultySelect, part.n.Span(), "%s belongs to %s", part.word, part.rules)
		}
	}
	if first && d.Over == nil && !r.partial {
		r.diags.Errorf(diag.FaultySelect, ruleSpan(d), "first needs a threshold").Hint = "select first over 0.3"
	}
}

// ruleSpan returns the place of a selection's rule, or of the clause.
func ruleSpan(d *SelectClause) diag.Span {
	if d.Rule.At.Src != nil {
		return d.Rule.At
	}
	return headSpan(&d.Head)
}
