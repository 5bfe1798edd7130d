package runner

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// banRule is the declaration of a method's or operator's bans.
type banRule struct {
	said  bool
	none  bool       // nothing is banned
	ticks int64      // how long a ban lasts; 0: not declared
	until *expr.Cond // over arguments and bindings; nil: the condition that failed
	rest  *banRule   // the rule of the ban that covers all instances
}

func (s *Script) compileBan(b *def.BanInfo) banRule {
	rule := banRule{said: b.IsSaid(), none: b.None, ticks: s.span(b.Time)}
	rest := rule
	if rule.rest = &rest; b.Until != nil {
		rule.until = expr.CompileCond(b.Until)
	}
	return rule
}

// isTimed reports whether the clock of bans never pauses.
func (b *banRule) isTimed() bool { return b.ticks > 0 || b.until != nil }

// start returns the clock of a ban that starts in this tick after count failures in a row, and how many ticks it lasts;
// 0: no limit.
func (s *Script) start(rule *banRule, tick int64, count int32) (c clock, ticks int64) {
	switch ticks = s.banTime(count); {
	case rule.ticks > 0:
		return clock{state: clockRuns, ticks: tick + rule.ticks}, rule.ticks
	case rule.until != nil:
		return clock{state: clockRuns, ticks: never}, 0
	}
	return clock{ticks: tick + ticks}, ticks
}

// banRule returns the rule for bans of a way. A ban of all instances has no arguments or bindings for a condition, so
// its rule has no until.
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

// wayOf returns what to ban after a failed step: the operator if it declares bans, else the method that held the step.
// ok is false if nothing is to be banned.
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
