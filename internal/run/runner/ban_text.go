package runner

import (
	"cmp"
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// wait appends what a banned way waits for.
func (b *ban) wait(dst []Wait, s *Script, tick int64) []Wait {
	w := Wait{Kind: WaitBan, Ban: b.of}
	if !b.isOut() {
		return dst
	}
	if w.Of = cmp.Or(s.banRule(&b.of).ticks, s.banTime(b.count)); b.clock.ticks == never {
		w.Of, w.Until = 0, true
		return append(dst, w)
	}
	if b.clock.state != clockStands {
		return waitUntil(dst, w, tick, b.clock.ticks)
	}
	w.Still, w.Ticks = true, max(1, b.clock.ticks)
	return append(dst, w)
}

func (s *Script) banWaitText(w Wait, in string, st *world.State) string {
	way := s.wayText(&w.Ban, st)
	switch {
	case w.Until:
		return "ban ends when " + s.untilText(&w.Ban) + ": " + way
	case w.Still:
		return fmt.Sprintf("ban is paused with %gs left: %s", s.seconds(w.Ticks), way)
	}
	return "ban ends" + in + ": " + way
}

// WayText describes a banned way: a method with its bindings, or an operator. St is the state of the agent.
func (r *Runner) WayText(b *htn.Ban, st *world.State) string { return r.kind.script.wayText(b, st) }

func (s *Script) wayText(b *htn.Ban, st *world.State) string {
	if b.IsOperator {
		return s.bannedText(b.Operator, b.Args, st)
	}
	return s.methodText(&Event{Task: b.Task, Method: int32(b.Method), Args: b.Args, Bound: b.Bound}, st)
}

// text describes why a way is banned, and until when.
func (b *ban) text(s *Script, st *world.State) string {
	failed := s.operatorText(b.op, b.args, st) + ": " + b.cause.String()
	if b.count > 1 {
		failed += fmt.Sprintf("; %d times in a row", b.count)
	}
	text := "banned: it failed when it was carried out (" + failed + ")"
	if b.of.All {
		text = fmt.Sprintf("banned: too many of its like have failed, the last one when it was carried out (%s)", failed)
	}
	rule := s.banRule(&b.of)
	switch {
	case rule.until != nil && rule.ticks == 0:
		return text + ", until " + s.untilText(&b.of)
	case rule.until != nil:
		text += ", until " + s.untilText(&b.of) + " or "
	case b.cause == ConditionFalse || b.cause == WhileFalse:
		text += ", until that holds or "
	case b.cause == Unmet:
		text += ", until they come true or "
	default:
		text += ", until "
	}
	if b.clock.state == clockStands {
		return text + fmt.Sprintf("%gs have passed, paused while another plan takes its place", s.seconds(b.clock.ticks))
	}
	return text + fmt.Sprintf("%gs", s.seconds(b.clock.ticks-1)) // the tick begins then
}

func claimedName(o world.Object, st *world.State) string {
	if typ := st.TypeOf(o); typ >= 0 {
		return st.ObjectName(o, typ)
	}
	return "a removed object"
}

// untilText returns the condition until which a way is banned.
func (s *Script) untilText(b *htn.Ban) string {
	if b.IsOperator {
		return expr.Print(s.info.Operators[b.Operator].Decl.Ban.Until)
	}
	return expr.Print(s.info.Tasks[b.Task].Methods[b.Method].Decl.Ban.Until)
}

// bannedText describes a banned operator.
func (s *Script) bannedText(id htn.OperatorID, args []world.Word, st world.Names) string {
	o := s.info.Operators[id]
	if len(args) == 0 && len(o.Params) > 0 {
		return o.Name + ", whatever it is about"
	}
	return countedText(o.Name, o.Params, args, o.Ban.By, st)
}
