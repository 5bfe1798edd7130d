package builder

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Selection is a rule for choosing one of several scored options. Pass it to [Brain.Select] or [Node.Select]. Its
// numbers are constants. Not safe for concurrent use.
type Selection struct {
	at   place
	rule string
	says []func(*Domain, *def.SelectClause)
}

// Best chooses the option with the highest score.
func Best() *Selection { return &Selection{at: caller(), rule: "best"} }

// Weighted chooses at random, with probabilities proportional to the scores; see [Selection.Top] and
// [Selection.Within].
func Weighted() *Selection { return &Selection{at: caller(), rule: "weighted"} }

// FirstOver chooses the first option whose score exceeds a threshold.
func FirstOver(threshold any) *Selection {
	s := &Selection{at: caller(), rule: "first"}
	return s.number(s.at, threshold, "FirstOver", func(c *def.SelectClause) *expr.Node { return &c.Over })
}

// Dual is Weighted among the options of the highest rank.
func Dual() *Selection { return &Selection{at: caller(), rule: "dual"} }

// Ranked restricts [Best] and [FirstOver] to the highest rank that has an option with a score above 0.
func (s *Selection) Ranked() *Selection {
	return s.say(func(_ *Domain, c *def.SelectClause) { c.Ranked = true })
}

// Top sets how many of the best options take part in a weighted choice.
func (s *Selection) Top(n any) *Selection {
	return s.number(caller(), n, "Top", func(c *def.SelectClause) *expr.Node { return &c.Top })
}

// TopPercent is Top as a percentage of all options, such as 20.
func (s *Selection) TopPercent(percent any) *Selection {
	return s.number(caller(), percent, "Top", func(c *def.SelectClause) *expr.Node {
		if c.Top == nil {
			c.Percent = true
		}
		return &c.Top
	})
}

// Within restricts a weighted choice to options whose score is at least 1 - share times the best.
func (s *Selection) Within(share any) *Selection {
	return s.number(caller(), share, "Within", func(c *def.SelectClause) *expr.Node { return &c.Within })
}

func (s *Selection) say(f func(*Domain, *def.SelectClause)) *Selection {
	if s != nil {
		s.says = append(s.says, f)
	}
	return s
}

func (s *Selection) number(at place, value any, method string, to func(*def.SelectClause) *expr.Node) *Selection {
	return s.say(func(d *Domain, c *def.SelectClause) {
		text, ok := d.number(at, value)
		if !ok {
			return
		}
		if n := to(c); d.once(at, text, *n != nil, method+" of a selection") {
			*n = d.expr(at, text)
		}
	})
}

// in makes the clause of a domain.
func (s *Selection) in(d *Domain) *def.SelectClause {
	at := s.at.span(s.rule)
	c := &def.SelectClause{Head: def.Head{At: at}, Rule: def.Name{At: at, Name: s.rule}}
	for _, say := range s.says {
		say(d, c)
	}
	return c
}
