package agent

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// SquadText returns an event of a squad for people, without tick and squad; call it while the event is delivered.
func (v *View) SquadText(e SquadEvent) string {
	s := v.agents.slot(e.Squad)
	b := v.squads.bandOf(s)
	if b == nil {
		return e.Kind.String()
	}
	who := v.nameOf(e.Member)
	switch e.Kind {
	case MemberJoined:
		return who + " joined"
	case MemberLeft:
		return who + " left: " + e.Why.Cause.String()
	case RoleChanged:
		return fmt.Sprintf("%s is %s, was %s", who, roleName(b.kind, e.Role), roleName(b.kind, e.From))
	case OrderGiven:
		return fmt.Sprintf("order %d given to %s: %s", e.Order, who, v.commandText(e.What, e.Args, &s.state))
	case OrderChanged:
		return fmt.Sprintf("order %d given to %s in the place of %d: %s", e.Order, who, e.Old, v.commandText(e.What, e.Args, &s.state))
	case OrderUrged:
		return fmt.Sprintf("order %d of %s is urgent now", e.Order, who)
	case OrderMoved:
		return fmt.Sprintf("order %d of %s %s", e.Order, who, whyText(e.State, e.Why))
	case SquadFaulted:
		return "fault in " + e.Fault.Action + ": " + e.Fault.Message
	}
	return v.leaseText(b, s, &e, who)
}

// leaseText tells of a token or slot.
func (v *View) leaseText(b *band, s *agent, e *SquadEvent, who string) string {
	text := v.lentText(b, e.Lease, e.Key, &s.state) + " " + squad.LeaseEventKind(e.Kind-firstLeaseEvent).String()
	switch e.Kind {
	case LeaseGranted, LeaseRefused:
		text += " to " + who
	case LeaseStolen:
		text += " from " + who + " by " + v.nameOf(e.By)
	default:
		text += " by " + who
	}
	return text
}

// lentText names a token, or a slot with its place.
func (v *View) lentText(b *band, lease int, key world.Object, st *world.State) string {
	l := b.kind.Leases[lease]
	if l.Type.Kind != world.KindObject {
		return l.Name
	}
	return l.Name + " " + world.FormatWord(v.core.world.Schema(), st, l.Type, []world.Word{world.Word(key)})
}

// commandText writes what is ordered with its arguments.
func (v *View) commandText(order int32, args []world.Word, st *world.State) string {
	o := v.core.model.Info.Orders[order]
	text, rest := o.Name(), args
	for i, t := range o.Params {
		if len(rest) < t.Width() {
			return text
		}
		if i == 0 {
			text += "("
		} else {
			text += ", "
		}
		text += world.FormatWord(v.core.world.Schema(), st, t, rest[:t.Width()])
		if rest = rest[t.Width():]; i == len(o.Params)-1 {
			text += ")"
		}
	}
	return text
}

// nameOf names an agent.
func (v *View) nameOf(id ID) string {
	a := v.agents.slot(id)
	if a == nil {
		return "an agent that has left"
	}
	if v.naming != nil {
		if name := v.naming(id); name != "" {
			return name
		}
	}
	return fmt.Sprintf("%s %d", v.agents.KindOf(id), a.number)
}

// whyText says what has become of an order: "declined: it cannot".
func whyText(s squad.State, y squad.Why) string {
	if y.Cause == squad.NoCause {
		return s.String()
	}
	return s.String() + ": " + y.Cause.String()
}

// roleName names a role.
func roleName(k *program.SquadKind, role int) string {
	if role < 0 {
		return "without a role"
	}
	return k.Roles.List[role].Name
}
