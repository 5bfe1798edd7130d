package def

import (
	"fmt"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// lintScore warns of a want that can never win. It says so only where that is certain, whatever the state is, for
// agents without a personality and for those with any that the brain has: a personality may raise the score of a want,
// or exclude the other want that always scores higher. One that does not want it at all changes nothing. A want cannot
// win
//
//   - when its score is never above 0: that of an expression, or that of considerations one of which, or all, are
//     always 0;
//   - when the brain takes the first that is worth at least so much, and it never is;
//   - when another is always there that is always worth more. That is looked for only where the best is taken without
//     ranks and without penalties for repetition.
func (c *checker) lintScore(b *BrainInfo, i int) {
	w := b.Wants[i]
	_, most := b.worth(i, nil)
	switch {
	case b.neverWins(i, func(_ *PersonalityInfo, most float64) bool { return most <= 0 }):
		c.diags.Warnf(diag.NeverWins, w.scoreSpan(), "want %q can never win: its score is never above 0", w.Name)
		return
	case b.Select.Rule == SelectFirst && b.neverWins(i, func(_ *PersonalityInfo, most float64) bool { return most < b.Select.Over }):
		d := c.diags.Warnf(diag.NeverWins, w.scoreSpan(), "want %q can never win: its score is at most %v", w.Name, most)
		d.Hint = fmt.Sprintf("the brain takes the first want with a score of at least %v", b.Select.Over)
		return
	case b.Select.Rule != SelectBest || b.Select.Ranked || b.Penalty > 0:
		return
	}
	for k, other := range b.Wants {
		if k == i || !other.stands() || !b.neverWins(i, func(p *PersonalityInfo, most float64) bool { return b.beats(k, i, p, most) }) {
			continue
		}
		least, _ := b.worth(k, nil)
		d := c.diags.Warnf(diag.NeverWins, w.scoreSpan(), "want %q can never win against %q: its score is at most %v, the other's at least %v", w.Name, other.Name, most, least)
		d.Related = []diag.Related{{Span: other.scoreSpan(), Message: "the other score"}}
		d.Hint = "it is chosen only while the other rests after a failure"
		return
	}
}

// neverWins reports whether a want loses without a personality, and with each that wants it at all. Lost judges by the
// greatest score.
func (b *BrainInfo) neverWins(want int, lost func(p *PersonalityInfo, most float64) bool) bool {
	for _, p := range append([]*PersonalityInfo{nil}, b.Personalities...) {
		if t := p.trait(want); t != nil && t.Never {
			continue
		}
		if _, most := b.worth(want, p); !lost(p, most) {
			return false
		}
	}
	return true
}

// beats reports whether, with a personality, want k always scores higher than the maximum of want i. Of equal wants the
// first wins.
func (b *BrainInfo) beats(k, i int, p *PersonalityInfo, most float64) bool {
	if t := p.trait(k); t != nil && t.Never {
		return false
	}
	least, _ := b.worth(k, p)
	return most < least || most == least && k < i
}

// trait returns what a personality, which may be none, says of a want; nil: nothing.
func (p *PersonalityInfo) trait(want int) *TraitInfo {
	if p == nil {
		return nil
	}
	i := slices.IndexFunc(p.Traits, func(t TraitInfo) bool { return t.Want == want })
	if i < 0 {
		return nil
	}
	return &p.Traits[i]
}

// worth returns bounds of the score of a want with a personality, which may be none, and wants it.
func (b *BrainInfo) worth(want int, p *PersonalityInfo) (least, most float64) {
	w, score, scale := b.Wants[want], b.Wants[want].Score, 1.0
	if t := p.trait(want); t != nil {
		scale = t.Scale
		if t.Score != nil {
			score = t.Score
		}
	}
	if score == nil {
		return 0, w.considered() * scale
	}
	least, most = expr.Bounds(score)
	cut := func(f float64) float64 { return min(max(f, 0), MaxScore) * scale }
	return cut(least), cut(most)
}

// considered bounds the score of a want's considerations: 0 if it is always 0, otherwise the maximum that their
// combination allows. A want without score and considerations is faulty, and may have any score.
func (w *WantInfo) considered() float64 {
	if len(w.Considers) == 0 {
		return math.Inf(1)
	}
	zeros, sum := 0, 0.0
	for i := range w.Considers {
		k := &w.Considers[i]
		if sum += k.Weight; k.nothing() {
			zeros++
		}
	}
	switch combine := Combines[w.Combine]; {
	case zeros == len(w.Considers), zeros > 0 && slices.Contains([]string{"compensated", "product", "geometric", "min"}, combine):
		return 0
	case combine == "sum":
		return w.Weight * sum
	}
	return w.Weight
}

// nothing reports whether a consideration is 0 whatever its value is.
func (k *ConsiderInfo) nothing() bool {
	if k.Value == nil || k.From == k.To {
		return false
	}
	lo, hi := expr.Bounds(k.Value)
	p, q := (lo-k.From)/(k.To-k.From), (hi-k.From)/(k.To-k.From)
	p, q = min(max(min(p, q), 0), 1), min(max(max(p, q), 0), 1)
	if p == q {
		return k.Curve.At(p) <= 0
	}
	_, high := k.Curve.Range(p, q)
	return high <= 0
}

// stands reports whether a want is always there.
func (w *WantInfo) stands() bool {
	return w.Each == nil && w.When == nil && w.Cooldown == 0 && w.Goal != nil && w.Goal.When == nil && w.Goal.While == nil
}

// scoreSpan is the place of the score of a want, or of the want if it has considerations.
func (w *WantInfo) scoreSpan() diag.Span {
	if w.Decl.Score != nil {
		return w.Decl.Score.Span()
	}
	return wantSpan(w.Decl)
}
