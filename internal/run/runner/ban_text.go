package runner

import (
	"cmp"
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// banWait appends what a way that has failed waits for.
func (r *Runner) banWait(dst []Wait, b *ban) []Wait {
	w := Wait{Kind: WaitBan, Ban: b.of}
	if !b.isOut() {
		return dst
	}
	if w.Of = cmp.Or(r.kind.script.banRule(&b.of).ticks, r.kind.script.banTime(b.count)); b.clock.ticks == never {
		w.Of, w.Until = 0, true
		return append(dst, w)
	}
	if b.clock.state != clockStands {
		return waitUntil(dst, w, r.tick, b.clock.ticks)
	}
	w.Still, w.Ticks = true, max(1, b.clock.ticks)
	return append(dst, w)
}

func (r *Runner) banWaitText(w Wait, in string, st *world.State) string {
	way := r.WayText(&w.Ban, st)
	switch {
	case w.Until:
		return "ban ends when " + r.kind.script.untilText(&w.Ban) + ": " + way
	case w.Still:
		return fmt.Sprintf("ban stands still with %gs left: %s", r.kind.script.seconds(w.Ticks), way)
	}
	return "ban ends" + in + ": " + way
}

// WayText returns what a ban is on, for people: a method with what it is bound to. St is the state of the agent.
func (r *Runner) WayText(b *htn.Ban, st *world.State) string { return r.kind.script.wayText(b, st) }

func (s *Script) wayText(b *htn.Ban, st *world.State) string {
	if b.IsOperator {
		return s.bannedText(b.Operator, b.Args, st)
	}
	return s.methodText(&Event{Task: b.Task, Method: int32(b.Method), Args: b.Args, Bound: b.Bound}, st)
}

// ToldBans is [Runner.Bans] for explanations: their Why says what failed, and until when they are in force. St is the state of the agent, for the names of
// objects.
func (r *Runner) ToldBans(dst []htn.Ban, st *world.State) []htn.Ban {
	first := len(dst)
	dst = r.Bans(dst)
	for i := range dst[first:] {
		told := &dst[first+i]
		for k := range r.bans {
			if b := &r.bans[k]; b.line == r.line && b.isOut() && b.of.Equal(told) {
				told.Why = r.banText(b, st)
			}
		}
	}
	return dst
}

// banText tells why a way is not taken, and until when.
func (r *Runner) banText(b *ban, st *world.State) string {
	failed := r.kind.script.operatorText(b.op, b.args, st) + ": " + b.cause.String()
	if b.count > 1 {
		failed += fmt.Sprintf("; %d times in a row", b.count)
	}
	text := "banned: it failed when it was carried out (" + failed + ")"
	if b.of.All {
		text = fmt.Sprintf("banned: too many of its like have failed, the last one when it was carried out (%s)", failed)
	}
	rule := r.kind.script.banRule(&b.of)
	switch {
	case rule.until != nil && rule.ticks == 0:
		return text + ", until " + r.kind.script.untilText(&b.of)
	case rule.until != nil:
		text += ", until " + r.kind.script.untilText(&b.of) + " or "
	case b.cause == ConditionFalse || b.cause == WhileFalse:
		text += ", until that holds or "
	case b.cause == Unmet:
		text += ", until that has come about or "
	default:
		text += ", until "
	}
	if b.clock.state == clockStands {
		return text + fmt.Sprintf("%gs have passed, which stand still while another plan takes its place", r.kind.script.seconds(b.clock.ticks))
	}
	return text + fmt.Sprintf("%gs", r.kind.script.seconds(b.clock.ticks-1)) // the tick begins then
}

func claimedName(o world.Object, st *world.State) string {
	if typ := st.TypeOf(o); typ >= 0 {
		return st.ObjectName(o, typ)
	}
	return "an object that is gone"
}

// untilText returns the condition until which a way is banned.
func (s *Script) untilText(b *htn.Ban) string {
	if b.IsOperator {
		return expr.Print(s.info.Operators[b.Operator].Decl.Ban.Until)
	}
	return expr.Print(s.info.Tasks[b.Task].Methods[b.Method].Decl.Ban.Until)
}

// bannedText returns an operator that is banned.
func (s *Script) bannedText(id htn.OperatorID, args []world.Word, st world.Names) string {
	o := s.info.Operators[id]
	if len(args) == 0 && len(o.Params) > 0 {
		return o.Name + ", whatever it is about"
	}
	return countedText(o.Name, o.Params, args, o.Ban.By, st)
}
