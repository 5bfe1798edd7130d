package karakuri

import (
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Squad is a group of a crowd that plans for itself and gives its members orders. It is a small value that is compared with == and may be kept, like an [Agent].
type Squad struct {
	in *agent.Crowd
	id AgentID
}

// ID returns the squad's ID in its crowd; 0: there is none.
func (s Squad) ID() AgentID { return s.id }

// Exists reports whether the squad is in the crowd.
func (s Squad) Exists() bool { return s.in != nil && s.in.Has(s.id) }

// Agent returns the squad as one that plans and acts: its symbols, its plan, and why it does what it does.
func (s Squad) Agent() Agent { return Agent(s) }

// Errors of joining a squad, wrapped.
var (
	ErrNoSquad    = agent.ErrNoSquad    // there is no agent of that ID, or it is no squad
	ErrNoMember   = agent.ErrNoMember   // the agent that is to join has left
	ErrOtherSquad = agent.ErrOtherSquad // agents of its kind are no members of squads of that kind
	ErrSquadFull  = agent.ErrSquadFull  // there are as many members as may be
)

// Join makes an agent, or a squad, a member: its kind must say so. It leaves the squad that it is in. It has the squad's symbols in common with the
// others from then on, a role with the next tick, and is of the squad's team where members talk. During a tick that happens at the tick's end.
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
	Role   string // in which it is to carry it out
	Text   string // what: "hold(gate)"
	State  string
	Urgent bool
	Given  int64 // tick
	Until  int64 // tick at the end of which it is withdrawn; 0: never
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

// Lease is that a member holds a token, or a place of a slot.
type Lease struct {
	Place    Object // of a slot; 0: it is a token
	Member   AgentID
	Priority int
	Until    int64 // the last tick in which it is held, unless it is renewed; 0: as long as it is needed
}

// Leases returns who holds a token, or the slots of a type, by place and holder. Name is that of the token, or the type.
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
