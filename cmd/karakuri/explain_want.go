package main

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// wantAnswer says why a want is not chosen; its JSON form is what --why-not --json prints.
type wantAnswer struct {
	Name    string       `json:"name"`
	Chosen  string       `json:"chosen,omitempty"`  // what is, instead or as well; empty: nothing
	Score   float64      `json:"score"`             // of what is chosen
	Pursued string       `json:"pursued,omitempty"` // what the agent pursues in place of that, which would be chosen if it chose now
	Lines   []wantReason `json:"targets"`
}

// wantReason says it of one target.
type wantReason struct {
	Want   string   `json:"want"`
	Chosen bool     `json:"chosen"`
	Score  *float64 `json:"score,omitempty"`
	Reason string   `json:"reason"`
}

func (a *wantAnswer) text() string {
	var b strings.Builder
	for _, l := range a.Lines {
		fmt.Fprintf(&b, "%s: %s\n", l.Want, l.Reason)
	}
	switch {
	case a.Pursued != "":
		return b.String() + "pursued: " + a.Pursued + "\n"
	case a.Chosen == "":
		return b.String() + "nothing is chosen\n"
	}
	return b.String() + fmt.Sprintf("chosen: %s, score %.4f\n", a.Chosen, a.Score)
}

// answer tells of a want, on one target or on all of them, why it is not chosen.
func (m *mindView) answer(name string) *wantAnswer {
	out := &wantAnswer{Name: name, Pursued: m.instead, Lines: []wantReason{}}
	var chosen *goal.Candidate
	for i := range m.report.Candidates {
		if c := &m.report.Candidates[i]; c.Why == goal.Chosen {
			chosen, out.Chosen, out.Score = c, c.Text, m.report.Choice.Score
		}
	}
	ask := askedWant(name)
	w := m.want(ask.name)
	for i := range m.report.Candidates {
		c := &m.report.Candidates[i]
		meant := !ask.one || c.On == ask.target || c.Scored == nil && c.Target == utility.NoTarget // left out on every target
		if c.Want < 0 || m.use.Brain.Wants[c.Want] != w || !meant {                                // an order is no want
			continue
		}
		line := wantReason{Want: c.Text, Chosen: c == chosen && m.instead == "", Reason: m.reason(c, chosen)}
		if c.Scored != nil {
			line.Score = &c.Scored.Score
		}
		out.Lines = append(out.Lines, line)
	}
	if len(out.Lines) == 0 {
		out.Lines = append(out.Lines, wantReason{Want: name, Reason: m.missing(w, ask)})
	}
	return out
}

// reason tells what became of a candidate.
func (m *mindView) reason(c, chosen *goal.Candidate) string {
	w := m.use.Brain.Wants[c.Want]
	switch {
	case c.Why == goal.Chosen && m.instead != "":
		return fmt.Sprintf("its score is %.4f, the most; but something else is pursued", c.Scored.Score)
	case c.Why == goal.Chosen:
		return "it is chosen"
	case c.Why == goal.NoThought && c.Blame != "":
		return c.Why.String() + ": " + c.Blame
	case c.Why == goal.CannotBe:
		return c.Why.String() + m.refusal(w, c.Target)
	case c.Scored == nil:
		return c.Why.String()
	case c.Scored.Cooling:
		return "it is cooling down"
	case c.Scored.Score <= 0:
		return "its score is 0"
	case chosen == nil:
		return fmt.Sprintf("its score is %.4f", c.Scored.Score)
	case c.Scored.Rank < chosen.Scored.Rank && m.use.Brain.Select.Ranked:
		return fmt.Sprintf("its rank is %d; that of what is chosen %d", c.Scored.Rank, chosen.Scored.Rank)
	case c.Scored.InDraw:
		return fmt.Sprintf("its score is %.4f; it was in the draw", c.Scored.Score)
	}
	return fmt.Sprintf("its score is %.4f", c.Scored.Score)
}

// blame tells which part of a condition does not hold for a target, and what it saw.
func (m *mindView) blame(t *expr.Term, target utility.Target) string {
	if t == nil || m.recorded && len(m.info.Functions) > 0 {
		return ""
	}
	why := expr.Explain(t, &expr.Machine{State: m.state}, targetFrame(target))
	if why.Holds {
		return ""
	}
	return ": " + why.Format(m.state)
}

// targetFrame is the frame of a want.
func targetFrame(target utility.Target) []world.Word {
	if target == utility.NoTarget {
		return []world.Word{0}
	}
	return []world.Word{world.Word(target)}
}

// refusal tells which condition keeps the goal of a want from being activated.
func (m *mindView) refusal(w *def.WantInfo, target utility.Target) string {
	if m.recorded && len(m.info.Functions) > 0 {
		return ""
	}
	machine := &expr.Machine{State: m.state}
	frame := make([]world.Word, 0, w.Goal.Frame)
	for _, arg := range w.Args {
		var words [2]world.Word
		expr.CompileValue(arg).EvalInto(machine, targetFrame(target), words[:])
		frame = append(frame, words[:arg.Type.Width()]...)
	}
	frame = append(frame, make([]world.Word, max(0, w.Goal.Frame-len(frame)))...)
	for _, t := range []*expr.Term{w.Goal.When, w.Goal.While} {
		if t == nil {
			continue
		}
		if why := expr.Explain(t, machine, frame); !why.Holds {
			return ": " + why.Format(m.state)
		}
	}
	return ": no way of " + w.Goal.Name + " can begin"
}

// missing tells why a want is not about a target, or about anything at all.
func (m *mindView) missing(w *def.WantInfo, ask asked) string {
	if w.Each == nil {
		return "it is about nothing in particular: write " + w.Name
	}
	typ := world.FormatType(m.info.Schema, w.Each.Type)
	o, t, there := m.state.ObjectNamed(ask.target)
	switch {
	case w.Each.Type.Kind != world.KindObject:
		return "its where holds for no " + typ
	case !ask.one && w.Remembered != nil:
		return fmt.Sprintf("no %s is remembered%s", typ, m.orWhere(w))
	case !ask.one:
		return fmt.Sprintf("there is no %s%s", typ, m.orWhere(w))
	case !there || !m.info.Schema.Types[w.Each.Type.ID].Has(t):
		return fmt.Sprintf("there is no %s called %s", typ, ask.target)
	}
	if w.Remembered != nil {
		if at, ok := w.Remembered.Addr(o); ok && !m.state.Get(at).Bool() {
			return ask.target + " is not remembered"
		}
	}
	return "its where does not hold" + m.blame(w.Where, utility.Target(o))
}

// orWhere goes on for wants that are particular about their targets.
func (m *mindView) orWhere(w *def.WantInfo) string {
	if w.Where == nil {
		return ""
	}
	return " for which its where holds"
}
