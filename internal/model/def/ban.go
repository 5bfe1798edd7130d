package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// BanClause says how long a failed method or operator is not taken again, and for which values.
//
//	ban 30s · ban none · ban until at(door) · ban by p, q · ban 30s until visible(e) by e
type BanClause struct {
	Head
	Time  expr.Node // seconds, constant; nil: as the number of failures says
	None  bool
	Until expr.Node // nil: what the step failed on
	By    []Name    // parameters and variables; empty: all
}

// BanInfo is a checked ban clause.
type BanInfo struct {
	Time  float64    // seconds; 0: as the number of failures says
	None  bool       // nothing is banned
	Until *expr.Term // it ends as soon as this holds; nil: what the step failed on
	By    []int      // the words of the frame that count, in order; nil: all
}

// IsSaid reports whether there is a clause.
func (b *BanInfo) IsSaid() bool { return b.Time != 0 || b.None || b.Until != nil || b.By != nil }

// banClause is the row of operators and methods.
func banClause(form, doc string, row Clause, parts []Clause) Clause {
	row.Word, row.Takes, row.Text, row.Form, row.Doc, row.Parts = "ban", TakesParts, "ban", form, doc, parts
	return row
}

// banParts are the parts of the bans of operators and methods.
func banParts[I any](info func(*I) *BanInfo) []Clause {
	return []Clause{
		{
			Takes: TakesSeconds, Unit: "s", Doc: "The time, regardless of what replaces it.",
			at: in(func(c *BanClause) any { return &c.Time }), info: to(func(i *I) any { return &info(i).Time }),
		},
		{
			Word: "none", Takes: TakesFlag, Method: "NoBan", Doc: "Nothing is banned.",
			at: in(func(c *BanClause) any { return &c.None }), info: to(func(i *I) any { return &info(i).None }),
		},
		{
			Word: "until", Takes: TakesCondition, Method: "BanUntil", Doc: "It ends when this holds.", Without: "when the condition that failed holds",
			at: in(func(c *BanClause) any { return &c.Until }), info: to(func(i *I) any { return &info(i).Until }),
		},
		{
			Word: "by", Takes: TakesNames, Method: "BanBy", Is: "a parameter or variable", Doc: "Only these parameters and variables count.", Without: "all",
			at: in(func(c *BanClause) any { return &c.By }), info: to(func(i *I) any { return &info(i).By }),
		},
	}
}

// checkBan resolves which words of a frame count, and reports parts that contradict each other.
func (c *checker) checkBan(d *BanClause, info *BanInfo, slots []Slot, code diag.Code) {
	if d == nil {
		return
	}
	if d.None && (d.Time != nil || d.Until != nil || len(d.By) > 0) {
		c.diags.Errorf(code, headSpan(&d.Head), "ban none cannot have other clauses").Hint = "remove none, or the other clauses"
	}
	var names []string
	for _, s := range slots {
		names = append(names, s.Name)
	}
	seen := map[string]bool{}
	for _, n := range d.By {
		i := slices.Index(names, n.Name)
		switch {
		case i < 0:
			c.diags.Errorf(code, n.At, "no parameter or variable %q to ban by", n.Name).Meant(n.Name, expr.Suggest(n.Name, names))
		case seen[n.Name]:
			c.diags.Errorf(code, n.At, "%q is given twice", n.Name)
		case slots[i].Type != none: // else reported
			for k := range slots[i].Type.Width() {
				info.By = append(info.By, slots[i].Index+k)
			}
		}
		seen[n.Name] = true
	}
	slices.Sort(info.By)
}
