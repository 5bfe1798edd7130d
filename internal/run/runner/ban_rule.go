package runner

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// banRule is what a method or an operator says of its bans.
type banRule struct {
	said  bool
	none  bool       // nothing is banned
	ticks int64      // that a ban lasts; 0: not said
	until *expr.Cond // over arguments and bindings; nil: what the step failed on
	rest  *banRule   // what holds for the ban of all instances
}

func (s *Script) compileBan(b *def.BanInfo) banRule {
	rule := banRule{said: b.IsSaid(), none: b.None, ticks: s.span(b.Time)}
	rest := rule
	if rule.rest = &rest; b.Until != nil {
		rule.until = expr.CompileCond(b.Until)
	}
	return rule
}

// isTimed reports whether the time of bans does not depend on what becomes of the plans that replace what failed.
func (b *banRule) isTimed() bool { return b.ticks > 0 || b.until != nil }

// start returns the clock of a ban that begins in a tick, for a number of failures in a row, and how many ticks it lasts; 0: there is no time.
func (s *Script) start(rule *banRule, tick int64, count int32) (c clock, ticks int64) {
	switch ticks = s.banTime(count); {
	case rule.ticks > 0:
		return clock{state: clockRuns, ticks: tick + rule.ticks}, rule.ticks
	case rule.until != nil:
		return clock{state: clockRuns, ticks: never}, 0
	}
	return clock{ticks: tick + ticks}, ticks
}

// banRule returns what is said of bans of a way. A ban of all instances has no arguments and bindings that a condition could be about: it is as one without until.
func (s *Script) banRule(b *htn.Ban) *banRule {
	var rule *banRule
	if b.IsOperator {
		rule = &s.operators[b.Operator].ban
	} else {
		rule = &s.bans[b.Task][b.Method]
	}
	if b.All {
		return rule.rest
	}
	return rule
}

// wayOf returns what is banned because of a failed step, as a view of the plan: the operator, where that says so, or the method that held the step; false: nothing is.
func (c *course) wayOf(s *Script, i int) (of htn.Ban, ok bool) {
	step := c.plan.Step(i)
	if s.operators[step.Operator].ban.said {
		return operatorWay(step), true
	}
	if step.Node < 0 {
		return of, false
	}
	n := c.plan.Node(step.Node)
	return methodWay(&n), true
}

func operatorWay(step htn.Step) htn.Ban {
	return htn.Ban{Operator: step.Operator, IsOperator: true, Args: step.Args}
}

func methodWay(n *htn.Node) htn.Ban {
	return htn.Ban{Task: n.Task, Method: n.Method, Args: n.Args, Bound: n.Bound}
}
