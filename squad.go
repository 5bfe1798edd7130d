package karakuri

import (
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Squad is a group of a crowd that plans for itself and gives its members orders. It is a small value that is compared
// with == and may be kept, like an [Agent].
type Squad struct {
	in *agent.Crowd
	id AgentID
}

// ID returns the squad's ID in its crowd. It is 0 if there is no squad.
func (s Squad) ID() AgentID { return s.id }

// Exists reports whether the squad is in the crowd.
func (s Squad) Exists() bool { return s.in != nil && s.in.Has(s.id) }

// Agent returns the squad as an agent that plans and acts, with its symbols, its plan and its explanations.
func (s Squad) Agent() Agent { return Agent(s) }

// Errors of joining a squad, wrapped.
var (
	ErrNoSquad    = agent.ErrNoSquad    // no agent has that ID, or it is not a squad
	ErrNoMember   = agent.ErrNoMember   // the joining agent has left
	ErrOtherSquad = agent.ErrOtherSquad // agents of its kind cannot be members of squads of that kind
	ErrSquadFull  = agent.ErrSquadFull  // the squad has the maximum number of members
)

// Join makes an agent, or another squad, a member; the member's kind must declare this kind of squad. The member
// leaves its former squad. From then on it shares the squad's symbols, has a role from the next tick, and belongs to
// the squad's team for talk. During a tick, this takes effect at the end of the tick.
func (s Squad) Join(member Agent) error { return s.in.Join(s.id, member.id) }

// Members returns the members, in order of their IDs.
func (s Squad) Members() []Agent {
	ids := s.in.View().Members(nil, s.id)
	list := make([]Agent, len(ids))
	for i, id := range ids {
		list[i] = Agent{s.in, id}
	}
	return list
}

// SquadOrder is an order that a squad has given to a member.
type SquadOrder struct {
	Number int64
	Member AgentID
	Role   string // the role that the order was given to
	Text   string // the goal or task: "hold(gate)"
	State  string
	Urgent bool
	Given  int64 // tick
	Until  int64 // the order is withdrawn at the end of this tick; 0: never
}

// Orders returns the open orders, by number.
func (s Squad) Orders() (list []SquadOrder) {
	v, _ := s.in.View().LookAtSquad(s.id)
	for _, o := range v.Orders {
		if !o.Ended {
			list = append(list, SquadOrder{o.Number, o.Member, o.Role, o.Text, o.State, o.Urgent, o.Given, o.Until})
		}
	}
	return list
}

// Lease says that a member holds a token or a slot.
type Lease struct {
	Place    Object // the slot's object; 0: the lease is of a token
	Member   AgentID
	Priority int
	Until    int64 // the last tick of the lease, unless it is renewed; 0: without a limit
}

// Leases returns the holders of a token, or of the slots of a type, by place and holder. Name is that of the token or
// type.
func (s Squad) Leases(name string) (list []Lease) {
	for _, l := range s.in.View().Holders(nil, s.id, name) {
		holder, _ := l.Holder.Agent()
		lease := Lease{Place: l.Key, Member: holder, Priority: int(l.Priority), Until: l.Until}
		if l.Until == squad.Forever {
			lease.Until = 0
		}
		list = append(list, lease)
	}
	return list
}
