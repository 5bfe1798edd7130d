package builder

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Squad is a group that plans for itself and gives orders to its members.
//
//	d.Squad("fireteam").
//		Plan("hold_area").When("quiet").Every("2s").
//		Role("pointman", 1, 1).Each("m: soldier").Score("courage(m)").Bonus(0.3).
//		Role("flanker", 0, 2).
//		Token("shoot_at_player", 2).Lease("3s").
//		Slot("cover", 1).Lease("10s")
type Squad struct {
	d    *Domain
	decl *def.Squad
}

// Squad declares a squad. Call the methods for the squad itself first, then add its plans, its roles, and its tokens
// and slots. Numbers are an int, a float64 or a constant expression, here and in all methods below.
func (d *Domain) Squad(name string) *Squad {
	d, at := d.live(), caller()
	decl := &def.Squad{}
	decl.Head, decl.Name = d.named(at, name)
	d.declare(decl)
	return &Squad{d, decl}
}

// Plan adds a task or operator that the squad plans for: "hold_area". The squad uses the first plan whose condition
// holds.
func (s *Squad) Plan(task string) *SquadPlan {
	if s == nil {
		return nil
	}
	return s.plan(caller(), task)
}

// Idle sets the action that the squad runs while it has no plan.
func (s *Squad) Idle(action string) *Squad {
	if s == nil {
		return nil
	}
	if at := caller(); s.d.once(at, action, s.decl.Idle != nil, "Idle of "+s.decl.Name) {
		s.decl.Idle = s.d.idleLine(at, action)
	}
	return s
}

// Role adds a role with the minimum and maximum number of members; nil for the maximum: the same as the minimum.
func (s *Squad) Role(name string, least, most any) *Role {
	if s == nil {
		return nil
	}
	return s.role(caller(), name, least, most)
}

// Token adds a token that at most count members hold at once; nil: one.
func (s *Squad) Token(name string, count any) *Lease {
	if s == nil {
		return nil
	}
	return s.token(caller(), name, count)
}

// Slot limits how many members may use an object of a type at once; nil: one.
func (s *Squad) Slot(typ string, count any) *Lease {
	if s == nil {
		return nil
	}
	return s.slot(caller(), typ, count)
}

// Squad makes the squad itself a member of squads of a kind.
func (s *Squad) Squad(squad string) *Squad {
	if s == nil {
		return nil
	}
	if at := caller(); s.d.once(at, squad, s.decl.Superior != nil, "Squad of "+s.decl.Name) {
		s.decl.Superior = s.d.useLine(at, squad)
	}
	return s
}

func (s *Squad) plan(at place, task string) *SquadPlan {
	line, ok := s.d.planLine(at, task)
	if ok {
		s.decl.Plans = append(s.decl.Plans, line)
	}
	return &SquadPlan{s, line}
}

func (s *Squad) role(at place, name string, least, most any) *Role {
	r := &def.Role{}
	r.Head, r.Name = s.d.named(at, name)
	r.Min, r.Max = s.d.constant(at, least), s.d.optional(at, most)
	s.decl.Roles = append(s.decl.Roles, r)
	return &Role{s, r}
}

func (s *Squad) token(at place, name string, count any) *Lease {
	t := &def.Token{}
	t.Head, t.Name = s.d.named(at, name)
	t.Count = s.d.optional(at, count)
	s.decl.Tokens = append(s.decl.Tokens, t)
	return &Lease{s, "token " + name, &t.Lease}
}

func (s *Squad) slot(at place, typ string, count any) *Lease {
	l := &def.SlotLine{Type: s.d.reference(at, typ), Count: s.d.optional(at, count)}
	l.Head = def.Head{At: l.Type.At, NameAt: l.Type.At}
	s.decl.Slots = append(s.decl.Slots, l)
	return &Lease{s, "slot " + typ, &l.Lease}
}
