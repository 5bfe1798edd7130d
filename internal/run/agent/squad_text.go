package agent

import (
	"fmt"
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// SquadText returns an event of a squad as text, without tick and squad; call it while the event is delivered.
func (v *View) SquadText(e SquadEvent) string {
	_, text := v.DescribeSquad(e)
	return text
}

// DescribeSquad is [View.SquadText], and also returns what the event is about: a member, an order, a token or slot.
func (v *View) DescribeSquad(e SquadEvent) (of fact.Subject, text string) {
	s := v.agents.slot(e.Squad)
	b := v.squads.bandOf(s)
	if b == nil {
		return of, e.Kind.String()
	}
	return v.describeOfSquad(b.kind, &e, &s.state, v.nameOf(e.Member), v.nameOf(e.By))
}

// SquadFacts is what an event of a squad is about, as text; empty what it does not say.
type SquadFacts struct {
	Order     string // that is given, with its arguments
	Role, Was string // of the member, now and before
	Lease     string // the token, or the slot with its place
	By        string // who has stolen it
}

// SquadFacts returns what an event of a squad is about; call it while the event is delivered.
func (v *View) SquadFacts(e SquadEvent) (f SquadFacts) {
	s := v.agents.slot(e.Squad)
	b := v.squads.bandOf(s)
	switch {
	case b == nil:
	case e.Kind == MemberLeft:
		f.Role = roleName(b.kind, e.Role)
	case e.Kind == RoleChanged:
		f.Role, f.Was = roleName(b.kind, e.Role), roleName(b.kind, e.From)
	case e.Kind == OrderGiven || e.Kind == OrderChanged:
		f.Order = v.commandText(e.What, e.Args, &s.state)
	case e.Kind >= LeaseGranted && e.Kind <= LeaseRevoked:
		f.Lease = v.leaseName(b.kind, e.Lease, e.Key, &s.state)
		if e.Kind == LeaseStolen {
			f.By = v.nameOf(e.By)
		}
	}
	return f
}

// describeOfSquad returns an event of a squad as text, given the names of the member and of the other agent.
func (v *View) describeOfSquad(k *program.SquadKind, e *SquadEvent, names world.Names, who, by string) (of fact.Subject, text string) {
	of = fact.Named(who)
	switch e.Kind {
	case MemberJoined:
		return of, who + " joined"
	case MemberLeft:
		of.Cause = e.Why.Cause.String()
		return of, who + " left: " + of.Cause
	case RoleChanged:
		of.Object = roleName(k, e.Role)
		return of, fmt.Sprintf("%s is %s, was %s", who, of.Object, roleName(k, e.From))
	case SquadFaulted:
		return fact.Named(e.Fault.Action), "fault in " + e.Fault.Action + ": " + e.Fault.Message
	case OrderGiven, OrderChanged, OrderUrged, OrderMoved:
		of = fact.Named("order " + strconv.FormatInt(e.Order, 10))
		of.Object = who
		if e.Kind == OrderMoved && e.Why.Cause != squad.NoCause {
			of.Cause = e.Why.Cause.String()
		}
		return of, v.orderEventText(e, of, names)
	}
	of = fact.Subject{Name: k.Leases[e.Lease].Name, Call: v.leaseName(k, e.Lease, e.Key, names), Object: who}
	return of, leaseEventText(e, of, by)
}

// orderEventText returns an event of an order as text.
func (v *View) orderEventText(e *SquadEvent, of fact.Subject, names world.Names) string {
	switch e.Kind {
	case OrderGiven:
		return fmt.Sprintf("%s given to %s: %s", of.Name, of.Object, v.commandText(e.What, e.Args, names))
	case OrderChanged:
		return fmt.Sprintf("%s given to %s in the place of %d: %s", of.Name, of.Object, e.Old, v.commandText(e.What, e.Args, names))
	case OrderUrged:
		return fmt.Sprintf("%s of %s is urgent now", of.Name, of.Object)
	}
	return fmt.Sprintf("%s of %s %s", of.Name, of.Object, whyText(e.State, e.Why))
}

// leaseEventText returns an event of a token or slot as text.
func leaseEventText(e *SquadEvent, of fact.Subject, by string) string {
	text := of.Call + " " + squad.LeaseEventKind(e.Kind-firstLeaseEvent).String()
	switch e.Kind {
	case LeaseGranted, LeaseRefused:
		return text + " to " + of.Object
	case LeaseStolen:
		return text + " from " + of.Object + " by " + by
	}
	return text + " by " + of.Object
}

// poolText returns the name of a token, or of a slot with its place.
func (v *View) poolText(b *band, lease int, key world.Object, st *world.State) string {
	return v.leaseName(b.kind, lease, key, st)
}

// leaseName is poolText for a kind of squads.
func (v *View) leaseName(k *program.SquadKind, lease int, key world.Object, names world.Names) string {
	l := k.Leases[lease]
	if l.Type.Kind != world.KindObject {
		return l.Name
	}
	return l.Name + " " + world.FormatWord(v.core.world.Schema(), names, l.Type, []world.Word{world.Word(key)})
}

// commandText returns an order with its arguments as text.
func (v *View) commandText(order int32, args []world.Word, st world.Names) string {
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
		text += world.FormatRounded(v.core.world.Schema(), st, t, rest[:t.Width()])
		if rest = rest[t.Width():]; i == len(o.Params)-1 {
			text += ")"
		}
	}
	return text
}

// whyText returns the state of an order with its reason, as in "declined: it cannot".
func whyText(s squad.State, y squad.Why) string {
	if y.Cause == squad.NoCause {
		return s.String()
	}
	return s.String() + ": " + y.Cause.String()
}

// roleName returns the name of a role.
func roleName(k *program.SquadKind, role int) string {
	if role < 0 {
		return "without a role"
	}
	return k.Roles.List[role].Name
}
