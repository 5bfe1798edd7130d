package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// SquadEventKind is the kind of an event in a squad.
type SquadEventKind uint8

// Kinds of events of squads.
const (
	MemberJoined    SquadEventKind = iota + 1
	MemberLeft                     // Why; Role is the member's last one
	RoleChanged                    // Role, From
	OrderGiven                     // Order
	OrderChanged                   // Order replaces Old
	OrderUrged                     // it is urgent now
	OrderMoved                     // its State has changed: Why
	LeaseGranted                   // Lease, Key, until tick Until
	LeaseRefused                   // Lease, Key; the member continues to wait
	LeaseStolen                    // By has taken it
	LeaseExpired                   // its time is over
	LeaseReleased                  // the member has returned it
	LeaseRevoked                   // there is no room for it any more, or the place no longer exists
	SquadFaulted                   // the host's code panicked while members were scored for roles: Fault
	lastSquadKind   = SquadFaulted
	firstLeaseEvent = LeaseGranted - SquadEventKind(squad.LeaseGranted)
)

var squadEventNames = [lastSquadKind + 1]string{"", "member joined", "member left", "role changed", "order given", "order changed", "order urged",
	"order moved", "lease granted", "lease refused", "lease stolen", "lease expired", "lease released", "lease revoked", "squad faulted"}

// String returns the kind in two words: "role changed".
func (k SquadEventKind) String() string { return fact.Name(k, squadEventNames[:]...) }

// SquadEvent is one fact about a squad. Kind says which fields are set.
type SquadEvent struct {
	Kind   SquadEventKind
	Squad  ID
	Member ID // the member that it is about
	Tick   int64
	Role   int          // index among the squad's roles; squad.NoRole: none
	From   int          // role before; index
	Order  int64        // number of the order within this squad
	Old    int64        // number of the order that it replaces
	What   int32        // ID of the [def.OrderInfo]
	State  squad.State  // OrderMoved
	Why    squad.Why    // MemberLeft, OrderMoved
	Lease  int          // index among the squad's tokens and slots
	Key    world.Object // of a slot: the place
	By     ID           // LeaseStolen
	Until  int64        // LeaseGranted
	Args   []world.Word // of orders; valid during the call only
	Fault  *action.Fault
}

// SquadSink receives the events of squads, in order. It must not call back into the crowd.
type SquadSink interface {
	SquadEvent(e SquadEvent)
}

// SquadSinkFunc makes a function a SquadSink.
type SquadSinkFunc func(SquadEvent)

// SquadEvent calls the function.
func (f SquadSinkFunc) SquadEvent(e SquadEvent) { f(e) }

// report reports an event of a squad.
func (q *squads) report(s *agent, e SquadEvent) {
	e.Squad, e.Tick = s.id, q.core.tick
	t := &q.journal.reporter
	t.squad, t.family = e, fact.Squad
	q.flatten(&t.scratch.Event, &t.squad, s.number)
	if m := q.agents.slot(e.Member); m != nil && m.history != nil {
		m.history.Add(&t.scratch.Event)
	}
	t.report(s)
}

// flatten converts an event of a squad to that of a trace. Indices count from 1, so that 0 means none.
func (q *squads) flatten(out *ktrace.Event, e *SquadEvent, number int64) {
	out.Kind, out.Agent, out.Tick = uint8(squadCodes[e.Kind]), number, e.Tick
	v := &out.Values
	clear(v[:])
	v[fieldCause], v[fieldMember], v[fieldRole], v[fieldWasRole] = int64(e.Why.Cause), q.agents.Number(e.Member), int64(e.Role)+1, int64(e.From)+1
	v[fieldOrder], v[fieldOld], v[fieldReport], v[fieldTarget] = e.Order, e.Old, int64(e.State), int64(e.Key)
	switch {
	case e.Kind >= OrderGiven && e.Kind <= OrderMoved:
		v[fieldActivity] = int64(e.What) + 1
	case e.Kind >= LeaseGranted && e.Kind <= LeaseRevoked:
		v[fieldLease], v[fieldBy], v[fieldTicks] = int64(e.Lease)+1, q.agents.Number(e.By), 0
		if e.Kind == LeaseGranted && e.Until != squad.Forever {
			v[fieldTicks] = e.Until - e.Tick
		}
	}
	out.Args, out.Bound, out.Fault = appendWords(out.Args[:0], e.Args), out.Bound[:0], ktrace.Fault{}
	if e.Fault != nil {
		out.Fault = ktrace.Fault{Action: e.Fault.Action, Message: shortened(e.Fault.Message)}
	}
}
