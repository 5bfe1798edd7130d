package studio

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Brain shows how a brain arbitrates; its wants are in Mind.
type Brain struct {
	Name        string       `json:"name"`
	Personality string       `json:"personality,omitempty"`
	Traits      []string     `json:"traits,omitempty"` // the changes that the personality makes, as declared
	Rule        string       `json:"rule"`             // best, weighted random, first over
	Inertia     float64      `json:"inertia,omitempty"`
	Next        float64      `json:"next"` // seconds until the next arbitration, unless a change triggers one earlier
	Pursues     []Pursuit    `json:"pursues"`
	Orders      []string     `json:"orders,omitempty"` // waiting orders
	Curves      []CurveShape `json:"curves,omitempty"`
}

// Pursuit is a goal that a brain pursues. The last one is active; the others are interrupted.
type Pursuit struct {
	Text  string `json:"text"`
	Order int64  `json:"order,omitempty"`
}

// ShareKind is the kind of a share of a score.
type ShareKind string

// The kinds of shares.
const (
	sharePart    ShareKind = "part"
	shareInertia ShareKind = "inertia"
	shareCut     ShareKind = "cut" // the part cut off because scores are limited to 0..1024
)

// Share is the contribution of one part to a score. The shares of a want add up to its score.
type Share struct {
	Text  string    `json:"text"`
	Kind  ShareKind `json:"kind"`
	Value float64   `json:"value"`
}

// Factor is a factor of a score.
type Factor struct {
	Text  string  `json:"text"`
	Kind  string  `json:"kind"` // part, weight, personality, inertia, repetition
	Value float64 `json:"value"`
	Piece *Piece  `json:"piece,omitempty"`
}

// Piece is a part of a score, with its own parts.
type Piece struct {
	Kind    string  `json:"kind"`
	Text    string  `json:"text"`
	Because string  `json:"because,omitempty"`
	Value   float64 `json:"value"`
	Curve   int     `json:"curve,omitempty"` // index in Brain.Curves + 1
	X       float64 `json:"x,omitempty"`
	Under   []Piece `json:"under,omitempty"`
	Number  bool    `json:"number,omitempty"` // the text is a number and equals the value
	Path    string  `json:"path,omitempty"`   // for lenses: of the statement of the curve, or of the consideration
	Index   int     `json:"index,omitempty"`  // of the curve in that statement
}

// brainOf adds the agent's brain, with its wants and pursuits, to m. The paths of statements are known in a file only.
func (m *Mind) brainOf(crowd *agent.Crowd, info *def.Info, id agent.ID, in *places) {
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
	b.declared(crowd.View().MindOf(id))
	curves := curveTable{at: map[string]int{}, in: in}
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
			w.declared(kind.Mind, kind.Mind.Brain.Wants[c.Want], in)
			w.Name = b.Name + "/" + w.called
		}
		m.Wants = append(m.Wants, w)
	}
	b.Curves = curves.list
	m.Brain = b
}

// declared adds what the file declares about the brain.
func (b *Brain) declared(mind *def.MindUse) {
	if mind == nil {
		return
	}
	brain := mind.Brain
	b.Name, b.Inertia = brain.Name, brain.Bonus
	b.Rule = [...]string{"best", "weighted random", "first over"}[brain.Select.Rule]
	if at := mind.Personality; at >= 0 {
		p := brain.Personalities[at]
		b.Personality = p.Name
		for i := range p.Traits {
			b.Traits = append(b.Traits, traitText(brain, &p.Traits[i]))
		}
	}
}

// declared adds where the file declares the want and its considerations.
func (w *Want) declared(mind *def.MindUse, info *def.WantInfo, in *places) {
	w.called, w.Path = info.Name, in.path(info.Decl.At)
	replaced := false
	if at := mind.Personality; at >= 0 {
		for _, t := range mind.Brain.Personalities[at].Traits {
			replaced = replaced || t.Want == int(w.Order) && t.Score != nil
		}
	}
	if w.Shape == nil || info.Score != nil || replaced {
		return
	}
	for i := range w.Shape.Under {
		w.Shape.Under[i].Path = in.path(info.Considers[i].Decl.At)
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

// score splits the score of a want into its pieces.
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
		return // a piece without weight
	}
	w.Bar = barOf(c.Shape, c.Value(), factor)
	if gain := w.Score - w.Score/inertia; inertia != 1 {
		w.Bar = append(w.Bar, Share{"inertia", shareInertia, finite(gain)})
	}
}

// barOf returns the shares of a score, without the one of inertia. Each addend of a sum is a share. If one factor of a
// product is a sum, its addends are shares too, each multiplied by the other factors. Anything else is one share.
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

// addends returns the addends of a piece, each multiplied by factor.
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

// finite replaces NaN and infinities, which JSON cannot represent, by 0.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
