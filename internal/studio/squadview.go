package studio

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// maxKnown is the maximum number of listed objects that a squad knows.
const maxKnown = 60

// Squad shows a squad.
type Squad struct {
	Roles   []Role       `json:"roles"`
	Members []Member     `json:"members"`
	Pools   []Pool       `json:"pools,omitempty"`
	Orders  []GivenOrder `json:"orders,omitempty"`
	Known   []Known      `json:"known,omitempty"` // what its members know by themselves or from each other
	Talk    *Talk        `json:"talk,omitempty"`
}

// Role is a role of a squad.
type Role struct {
	Name  string `json:"name"`
	Min   int    `json:"min"`
	Max   int    `json:"max"`
	Short int    `json:"short,omitempty"` // number of missing members
	Score string `json:"score,omitempty"` // the expression that ranks members
}

// Member is a member of a squad.
type Member struct {
	Name   string    `json:"name"`
	Role   int       `json:"role"`             // index in Roles; -1: none
	Since  float64   `json:"since"`            // seconds in this role
	Scores []float64 `json:"scores,omitempty"` // one for each role
	Doing  string    `json:"doing"`
}

// Pool is a token, or the slots at a place, with the members that hold it and those that wait for it.
type Pool struct {
	Name     string   `json:"name"`
	Slot     bool     `json:"slot,omitempty"`
	Capacity int      `json:"capacity"`
	Lease    float64  `json:"lease,omitempty"` // seconds; 0: until returned
	Holders  []Holder `json:"holders,omitempty"`
	Waiting  []Holder `json:"waiting,omitempty"`
}

// Holder is a member that holds something or waits for it.
type Holder struct {
	Name     string  `json:"name"`
	Priority int32   `json:"priority,omitempty"`
	Left     float64 `json:"left,omitempty"` // seconds
}

// GivenOrder is an order that a squad has given.
type GivenOrder struct {
	Number int64   `json:"number,omitempty"`
	Member string  `json:"member"`
	Role   string  `json:"role,omitempty"`
	Text   string  `json:"text"`
	State  string  `json:"state"`
	Why    string  `json:"why,omitempty"`
	Urgent bool    `json:"urgent,omitempty"`
	Ago    float64 `json:"ago"`            // seconds since it was given or ended
	Left   float64 `json:"left,omitempty"` // seconds until it is withdrawn
	Ended  bool    `json:"ended,omitempty"`
}

// Known is an object that members know.
type Known struct {
	Name  string   `json:"name"`
	Sure  float64  `json:"sure"`  // the highest confidence
	Fresh float64  `json:"fresh"` // seconds since the freshest sighting
	Stale float64  `json:"stale"` // seconds since the oldest news of it
	Who   []string `json:"who"`
	Told  []string `json:"told,omitempty"` // those who know it from other members
}

// Talk says how members share their knowledge.
type Talk struct {
	Delay      float64 `json:"delay"` // seconds
	Confidence float64 `json:"confidence"`
}

// Membership is an agent's place in its squad.
type Membership struct {
	Squad  string       `json:"squad"`
	Role   string       `json:"role,omitempty"`
	Holds  []string     `json:"holds,omitempty"`
	Waits  []string     `json:"waits,omitempty"`
	Orders []GivenOrder `json:"orders,omitempty"`
	Order  string       `json:"duty,omitempty"`
	Mates  []string     `json:"mates"`
}

// squadOf returns the view of a squad, or nil if the agent is not one.
func squadOf(stage Stage, j *journal, id agent.ID) *Squad {
	crowd := stage.Crowd()
	v, ok := crowd.View().LookAtSquad(id)
	if !ok {
		return nil
	}
	seconds := func(ticks int64) float64 { return float64(ticks) / float64(crowd.TPS()) }
	s := &Squad{Roles: []Role{}, Members: []Member{}, Orders: ordersOf(stage, v.Orders, 0)}
	for _, r := range v.Roles {
		s.Roles = append(s.Roles, Role{r.Name, r.Min, r.Max, r.Short, r.Text})
	}
	for _, m := range v.Members {
		doing, _ := doingOf(crowd, j.info, m.ID)
		one := Member{Name: nameOf(stage, m.ID), Role: m.Role, Since: seconds(crowd.Tick() - m.Since), Doing: doing}
		for _, score := range m.Scores {
			one.Scores = append(one.Scores, finite(score))
		}
		s.Members = append(s.Members, one)
	}
	for _, l := range v.Pools {
		one := Pool{Name: l.Name, Slot: l.Slot, Capacity: l.Capacity, Lease: seconds(l.Lease)}
		for _, h := range l.Holders {
			one.Holders = append(one.Holders, Holder{nameOf(stage, h.ID), h.Priority, seconds(h.Ticks)})
		}
		for _, h := range l.Waiting {
			one.Waiting = append(one.Waiting, Holder{Name: nameOf(stage, h.ID), Priority: h.Priority})
		}
		s.Pools = append(s.Pools, one)
	}
	s.knowledge(stage, j.info, v.Members)
	return s
}

// ordersOf lists the orders of one member, or of all.
func ordersOf(stage Stage, orders []agent.OrderView, member agent.ID) (list []GivenOrder) {
	crowd := stage.Crowd()
	for _, o := range orders {
		if member != 0 && o.Member != member {
			continue
		}
		one := GivenOrder{Number: o.Number, Member: nameOf(stage, o.Member), Role: o.Role, Text: o.Text, State: o.State, Why: o.Why, Urgent: o.Urgent,
			Ago: float64(crowd.Tick()-o.Given) / float64(crowd.TPS()), Ended: o.Ended}
		if o.Until > 0 {
			one.Left = float64(max(0, o.Until-crowd.Tick())) / float64(crowd.TPS())
		}
		list = append(list, one)
	}
	return list
}

// knowledge collects what members remember of objects outside the squad.
func (s *Squad) knowledge(stage Stage, info *def.Info, members []agent.MemberView) {
	at := map[string]int{}
	for _, m := range members {
		for _, f := range factsOf(stage, m.ID) {
			if slices.ContainsFunc(members, func(other agent.MemberView) bool { return nameOf(stage, other.ID) == f.Agent }) {
				continue
			}
			i, known := at[f.Name]
			if !known {
				if len(s.Known) == maxKnown {
					continue
				}
				i, at[f.Name] = len(s.Known), len(s.Known)
				s.Known = append(s.Known, Known{Name: f.Name, Fresh: f.Seconds, Stale: f.Seconds})
			}
			k, who := &s.Known[i], nameOf(stage, m.ID)
			k.Sure, k.Fresh, k.Stale = max(k.Sure, f.Confidence), min(k.Fresh, f.Seconds), max(k.Stale, f.Seconds)
			if k.Who = append(k.Who, who); f.Sense == "talk" {
				k.Told = append(k.Told, who)
			}
		}
		if kind := info.Agent(stage.Crowd().KindOf(m.ID)); kind != nil && s.Talk == nil {
			for _, sense := range kind.Senses {
				if sense.Kind == "talk" {
					s.Talk = &Talk{sense.Reaction, sense.Confidence}
				}
			}
		}
	}
}

// membershipOf returns an agent's place in its squad, or nil.
func membershipOf(stage Stage, id agent.ID) *Membership {
	crowd := stage.Crowd()
	v, ok := crowd.View().LookAtMember(id)
	if !ok {
		return nil
	}
	m := &Membership{Squad: nameOf(stage, v.Squad), Role: v.Role, Holds: v.Holds, Waits: v.Waits, Order: v.Order, Mates: []string{}}
	if s, ok := crowd.View().LookAtSquad(v.Squad); ok {
		m.Orders = ordersOf(stage, s.Orders, id)
		for _, other := range s.Members {
			if other.ID != id {
				m.Mates = append(m.Mates, nameOf(stage, other.ID))
			}
		}
	}
	return m
}
