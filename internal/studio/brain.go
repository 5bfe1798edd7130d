package studio

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Brain is what a brain arbitrates with, beside its wants.
type Brain struct {
	Name        string       `json:"name"`
	Personality string       `json:"personality,omitempty"`
	Traits      []string     `json:"traits,omitempty"` // what the personality changes, as it is written
	Rule        string       `json:"rule"`             // best, weighted random, first over
	Inertia     float64      `json:"inertia,omitempty"`
	Next        float64      `json:"next"` // seconds until it arbitrates again, unless something is noticed before
	Pursues     []Pursuit    `json:"pursues"`
	Orders      []string     `json:"orders,omitempty"` // that wait
	Curves      []CurveShape `json:"curves,omitempty"`
}

// Pursuit is a goal that a brain pursues; the last is active, the others are interrupted.
type Pursuit struct {
	Text  string `json:"text"`
	Order int64  `json:"order,omitempty"`
}

// ShareKind is what a share is of.
type ShareKind string

// The kinds of shares.
const (
	sharePart    ShareKind = "part"
	shareInertia ShareKind = "inertia"
	shareCut     ShareKind = "cut" // what is off because scores end at 0 and 1024
)

// Share is what one part of a score adds to it: the shares of a want add up to its score.
type Share struct {
	Text  string    `json:"text"`
	Kind  ShareKind `json:"kind"`
	Value float64   `json:"value"`
}

// Factor is what a score is multiplied by.
type Factor struct {
	Text  string  `json:"text"`
	Kind  string  `json:"kind"` // part, weight, personality, inertia, repetition
	Value float64 `json:"value"`
	Piece *Piece  `json:"piece,omitempty"`
}

// Piece is a part of a score, taken apart.
type Piece struct {
	Kind    string  `json:"kind"`
	Text    string  `json:"text"`
	Because string  `json:"because,omitempty"`
	Value   float64 `json:"value"`
	Curve   int     `json:"curve,omitempty"` // 1 + place in Brain.Curves
	X       float64 `json:"x,omitempty"`
	Under   []Piece `json:"under,omitempty"`
	Number  bool    `json:"number,omitempty"` // the text is a number, the value itself
}

// brainOf tells what a brain wants and pursues; nil: the agent has none.
func (m *Mind) brainOf(crowd *agent.Crowd, info *def.Info, id agent.ID) {
	r := crowd.View().Candidates(id)
	if r == nil {
		return
	}
	b := &Brain{Pursues: []Pursuit{}, Rule: "best"}
	if mind := crowd.View().Mind(id); mind != nil {
		b.Next = max(0, float64(mind.Due()-crowd.Tick())/float64(crowd.TPS()))
		for i := range mind.Len() {
			p := mind.Pursued(i)
			g, args := p.Goal()
			b.Pursues = append(b.Pursues, Pursuit{Text: htn.CallText(crowd.State(id), info.Goals[g].Name, info.Goals[g].Params, args), Order: p.Order})
		}
	}
	ordered := ""
	for _, p := range b.Pursues {
		if p.Order > 0 {
			ordered = p.Text
		}
	}
	for i, o := range crowd.View().WaitingOrders(id) {
		if i == 0 && r.Order == 0 || o.Number == r.Order {
			ordered = o.Text
		}
		b.Orders = append(b.Orders, o.Text)
	}
	kind := info.Agent(crowd.KindOf(id))
	b.declared(kind)
	curves := curveTable{at: map[string]int{}}
	for i := range r.Candidates {
		c := &r.Candidates[i]
		w := Want{Text: c.Text, Key: c.Text, called: c.Text, Order: c.Want, Blame: c.Blame}
		switch {
		case c.Scored == nil:
			w.Why = c.Why.String()
		default:
			w.score(c, &curves)
			w.Chosen = c.Why == goal.Chosen
			if c.Why == goal.CannotBe {
				w.Why = c.Why.String()
			}
		}
		switch {
		case c.Want < 0 && ordered != "":
			w.Text += ": " + ordered
		case c.Want >= 0 && kind != nil && kind.Mind != nil:
			w.called = kind.Mind.Brain.Wants[c.Want].Name
			w.Name = b.Name + "/" + w.called
		}
		m.Wants = append(m.Wants, w)
	}
	b.Curves = curves.list
	m.Brain = b
}

// declared tells what the file says of the brain.
func (b *Brain) declared(kind *def.AgentInfo) {
	if kind == nil || kind.Mind == nil {
		return
	}
	brain := kind.Mind.Brain
	b.Name, b.Inertia = brain.Name, brain.Bonus
	b.Rule = [...]string{"best", "weighted random", "first over"}[brain.Select.Rule]
	if at := kind.Mind.Personality; at >= 0 {
		p := brain.Personalities[at]
		b.Personality = p.Name
		for i := range p.Traits {
			b.Traits = append(b.Traits, traitText(brain, &p.Traits[i]))
		}
	}
}

func traitText(b *def.BrainInfo, t *def.TraitInfo) string {
	text := b.Wants[t.Want].Name
	if text == "" {
		text = b.Wants[t.Want].Goal.Name
	}
	if t.Never {
		return text + " never"
	}
	if t.Score != nil {
		text += " = " + t.Score.String()
	}
	if t.Scale != 1 {
		text += " × " + numberText(t.Scale)
	}
	return text
}

// score takes the score of a want apart.
func (w *Want) score(c *goal.Candidate, curves *curveTable) {
	w.Score, w.Rank, w.Cooling = finite(c.Scored.Score), c.Scored.Rank, c.Scored.Cooling
	for _, p := range c.Parts {
		w.Parts = append(w.Parts, Part{p.Text, p.Value, p.Depth})
	}
	if c.Shape != nil {
		p := curves.piece(c.Shape)
		w.Shape = &p
	}
	factor, inertia := 1.0, 1.0
	for _, f := range c.Factors() {
		w.Factors = append(w.Factors, Factor{Text: f.Name, Kind: f.Name, Value: finite(f.Value)})
		if f.Name == "inertia" {
			inertia = f.Value
		} else {
			factor *= f.Value
		}
	}
	if c.Scored.Cooling {
		return // it counts nothing
	}
	w.Bar = barOf(c.Shape, c.Value(), factor)
	if gain := w.Score - w.Score/inertia; inertia != 1 {
		w.Bar = append(w.Bar, Share{"inertia", shareInertia, finite(gain)})
	}
}

// barOf returns the shares of a score but for what inertia adds. A sum has a share for each thing that is added up; so has a product of which one factor
// is a sum: each share is then multiplied by the others. Anything else is one share.
func barOf(p *goal.Piece, value, factor float64) []Share {
	if p == nil {
		return []Share{{"score", sharePart, finite(value * factor)}}
	}
	var bar []Share
	total := 0.0
	for _, a := range addends(p, 1) {
		total += a.Value
		a.Value = finite(a.Value * factor)
		bar = append(bar, a)
	}
	if off := value - total; math.Abs(off) > 1e-9*(1+math.Abs(value)) {
		bar = append(bar, Share{"cut off", shareCut, finite(off * factor)})
	}
	return bar
}

// addends are what a piece is the sum of, each times a factor.
func addends(p *goal.Piece, factor float64) []Share {
	var out []Share
	switch p.Kind {
	case goal.PieceSum:
		for i := range p.Under {
			out = append(out, addends(&p.Under[i], factor)...)
		}
		return out
	case goal.PieceProduct:
		at, sums := -1, 0
		for i := range p.Under {
			if p.Under[i].Kind == goal.PieceSum {
				at, sums = i, sums+1
			}
		}
		if sums != 1 {
			break
		}
		for i := range p.Under {
			if i != at {
				factor *= p.Under[i].Value
			}
		}
		return addends(&p.Under[at], factor)
	}
	return []Share{{p.Text, sharePart, p.Value * factor}}
}

// finite makes a number one that can be told: of what is none, 0.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
