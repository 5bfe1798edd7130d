package trial

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// check is an expectation of a test, while the test runs.
type check struct {
	info    *def.TestCheckInfo
	cond    *expr.Cond
	met     bool   // of an event that must happen some time
	failure string // what happened instead; empty: nothing is wrong so far
}

func newCheck(info *def.TestCheckInfo) check {
	c := check{info: info}
	if info.Cond != nil {
		c.cond = expr.CompileCond(info.Cond)
	}
	return c
}

// text is the check as it is written, without expect.
func (c *check) text() string { return lang.CheckText(c.info.Decl) }

// due is the last tick by which the check must be met; 0: while the test runs.
func (c *check) due(l *life) int64 {
	if c.info.Within == 0 {
		return 0
	}
	return ticks(c.info.Within, l.crowd.TPS())
}

// done notes that an agent does what the check is about.
func (c *check) done(l *life, id agent.ID) {
	now := l.crowd.Tick() // the tick that runs
	switch due := c.due(l); {
	case c.info.Kind == def.CheckNo && c.failure == "":
		c.failure = fmt.Sprintf("%s did it at %s", l.name(id), l.time(now))
	case c.info.Kind == def.CheckStarts && (due == 0 || now <= due):
		c.met = true
	}
}

// ask asks a condition after a tick.
func (c *check) ask(l *life) {
	if c.cond == nil || c.met || c.failure != "" {
		return
	}
	now, wanted := l.crowd.Tick(), true
	switch c.info.Kind {
	case def.CheckFinally:
		return
	case def.CheckEventually:
		if due := c.due(l); due > 0 && now > due {
			return
		}
		wanted = false // the first for whom it is not false will do
	case def.CheckNever:
		wanted = false
	}
	who, state := c.first(l, !wanted)
	switch {
	case state == nil || c.failure != "":
	case c.info.Kind == def.CheckEventually:
		c.met = true
	default:
		c.failure = fmt.Sprintf("at %s, for %s: %s", l.time(now), l.name(who), c.values(l, state))
	}
}

// first returns the first agent for which the condition has a value, with the state that it sees, or nil.
func (c *check) first(l *life, value bool) (agent.ID, *world.State) {
	for id := range l.crowd.All {
		state := l.crowd.State(id)
		holds, ok := c.holds(l, state)
		if !ok {
			return 0, nil
		}
		if holds == value {
			return id, state
		}
	}
	return 0, nil
}

// holds asks the condition. One that takes too long has failed, and is asked no more.
func (c *check) holds(l *life, state *world.State) (holds, ok bool) {
	var found diag.List
	func() {
		defer expr.Finding(&found, diag.TooComplex, c.info.Decl.At)
		holds = c.cond.Eval(&expr.Machine{State: state, Funcs: l.crowd.Funcs()}, nil)
	}()
	if len(found.All) > 0 {
		c.failure = found.All[0].Message
	}
	return holds, len(found.All) == 0
}

// values reports what decides the condition in a state.
func (c *check) values(l *life, state *world.State) string {
	term := c.info.Cond
	if c.info.Kind == def.CheckNever {
		term = &expr.Term{Kind: expr.TermUnary, Op: expr.Not, Type: term.Type, Src: term.Src, Args: []*expr.Term{term}}
	}
	text := "it takes too long to say why"
	func() {
		var found diag.List
		defer expr.Finding(&found, diag.TooComplex, c.info.Decl.At)
		why := expr.Explain(term, &expr.Machine{State: state, Funcs: l.crowd.Funcs()}, nil)
		text = why.Format(state)
	}()
	return text
}

// end judges what can be judged at the end only.
func (c *check) end(l *life) {
	if l.crowd == nil || c.failure != "" {
		return
	}
	switch c.info.Kind {
	case def.CheckStarts, def.CheckEventually:
		if !c.met {
			c.failure = "it did not happen; " + l.deeds()
		}
	case def.CheckWants:
		c.failure = c.wants(l)
	case def.CheckFinally:
		if who, state := c.first(l, false); state != nil && c.failure == "" {
			c.failure = fmt.Sprintf("at the end, for %s: %s", l.name(who), c.values(l, state))
		}
	}
}

// wants judges how the brain of the first agent ranks its wants; empty: as expected.
func (c *check) wants(l *life) string {
	first := agent.ID(0)
	for id := range l.crowd.All {
		first = id
		break
	}
	r := l.crowd.View().Candidates(first)
	if r == nil {
		return l.name(first) + " has no brain at work"
	}
	score := func(want string) (best float64, there bool) {
		for i := range r.Candidates {
			k := &r.Candidates[i]
			if k.Scored != nil && l.wantName(k.Want) == want && (!there || k.Scored.Score > best) {
				best, there = k.Scored.Score, true
			}
		}
		return best, there
	}
	mine, there := score(c.info.Wants)
	switch other, rival := score(c.info.Over); {
	case !there:
		return fmt.Sprintf("%s is not among what %s may want", c.info.Wants, l.name(first))
	case c.info.Over == "" && r.Want < 0:
		return fmt.Sprintf("%s wants nothing; %s: %.4g", l.name(first), c.info.Wants, mine)
	case c.info.Over == "" && l.wantName(r.Want) != c.info.Wants:
		chosen, _ := score(l.wantName(r.Want))
		return fmt.Sprintf("%s wants %s: %.4g, and %s: %.4g", l.name(first), l.wantName(r.Want), chosen, c.info.Wants, mine)
	case c.info.Over != "" && rival && other >= mine:
		return fmt.Sprintf("%s: %.4g, and %s: %.4g", c.info.Over, other, c.info.Wants, mine)
	}
	return ""
}

// wantName returns the name of a want of the first agent of the test.
func (l *life) wantName(want int32) string {
	if want < 0 {
		return ""
	}
	return l.test.Agents[0].Kind.Mind.Brain.Wants[want].Name
}

// deeds reports what the agents did instead.
func (l *life) deeds() string {
	var told []string
	for id := range l.crowd.All {
		if list := l.doing[id]; len(list) > 0 {
			told = append(told, l.name(id)+" did "+strings.Join(list, ", "))
		}
		if len(told) == 3 {
			break
		}
	}
	if len(told) == 0 {
		return "no agent did anything"
	}
	return strings.Join(told, "; ")
}

// time returns a tick as the time since the beginning.
func (l *life) time(tick int64) string {
	return fmt.Sprintf("%.4gs", float64(tick)/float64(l.crowd.TPS()))
}
