package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits of squads: roles, members and holders are those of package squad.
const (
	MaxSquads  = 1024 // kinds of squads, of a model
	MaxRoles   = 32   // of a squad
	MaxMembers = 64   // of a squad
	MaxLeases  = 64   // tokens and types of slots, of a squad
	MaxHolders = 64   // of a token, and users of a slot, at a time
)

// DefaultRoleBonus is the bonus of a role that does not give one.
const DefaultRoleBonus = 0.2

// groups is the data about squads that is collected before they are checked: actions and operators name parts of them.
type groups struct {
	roles, tokens nameSet // of all squads
	orders        map[orderKey]*OrderInfo
	firsts        map[*OrderInfo]diag.Span // the place of the first such order
}

// nameSet is names in the order in which they were added.
type nameSet struct {
	list []string
	has  map[string]bool
}

func (s *nameSet) add(name string) {
	if name == "" || s.has[name] {
		return
	}
	if s.has == nil {
		s.has = map[string]bool{}
	}
	s.has[name] = true
	s.list = append(s.list, name)
}

// collectSquad notes the names in a squad.
func (c *checker) collectSquad(d *Squad) {
	for _, r := range d.Roles {
		if r != nil {
			c.groups.roles.add(r.Name)
		}
	}
	for _, t := range d.Tokens {
		if t != nil {
			c.groups.tokens.add(t.Name)
		}
	}
}

// checkSquads checks the squads, except for what else is an agent's: that comes into Info.Agents behind the agents.
func (c *checker) checkSquads() {
	squads := c.entriesOf(kindSquad)
	for _, e := range squads {
		e.squad = &SquadInfo{Decl: e.decl.(*Squad), ID: int32(len(c.info.Squads)), Name: e.name}
		if e.lost {
			continue
		}
		if c.info.Squads = append(c.info.Squads, e.squad); len(c.info.Squads) == MaxSquads+1 {
			c.diags.Errorf(diag.TooManyParts, e.at, "there are more than %d squads", MaxSquads)
		}
	}
	for _, e := range squads {
		c.checkSquad(e)
	}
	c.checkSuperiors(squads)
}

func (c *checker) checkSquad(e *entry) {
	s := e.squad
	d := s.Decl
	// Whoever asks what an agent's declaration says finds what the squad's says, as far as squads have it.
	s.Agent = &AgentInfo{Decl: &Agent{Head: d.Head, Name: d.Name, Plans: d.Plans, Idle: d.Idle, Squad: d.Superior, End: d.End}, Name: e.name, Leads: s}
	for _, line := range d.Plans {
		if line != nil {
			s.Agent.Plans = append(s.Agent.Plans, c.checkPlan(line, DefaultSquadReplan))
		}
	}
	if d.Idle != nil {
		s.Agent.Idle = c.actionCall(&d.Idle.Do, c.global())
	}
	c.checkRoles(s)
	leases := c.checkTokens(s)
	leases = append(leases, c.checkSlots(s)...)
	if n := len(leases); n > MaxLeases {
		c.diags.Errorf(diag.TooManyParts, e.at, "squad %q has %d tokens and slots, more than %d", s.Name, n, MaxLeases)
	}
	if !e.lost {
		for _, l := range leases {
			l.ID = int32(len(c.info.Leases))
			c.info.Leases = append(c.info.Leases, l)
		}
	}
	if d.Superior != nil {
		s.Superior = c.squadOf(d.Superior)
		s.Agent.Squad = s.Superior
	}
}

// checkSuperiors reports squads that are members of themselves.
func (c *checker) checkSuperiors(squads []*entry) {
	index := map[*SquadInfo]int{}
	for i, e := range squads {
		index[e.squad] = i
	}
	_, circles := arrange(len(squads), func(i int) []int {
		if s := squads[i].squad.Superior; s != nil {
			return []int{index[s]}
		}
		return nil
	})
	for _, loop := range circles {
		c.reportCircle(diag.SquadCycle, squads, loop, "squad %q is a member of itself: %s")
	}
}

// squadOf resolves the line that says whose member something can be; nil after a mistake.
func (c *checker) squadOf(d *UseLine) *SquadInfo {
	e := c.callee(&Call{At: nameAt(d.What, &d.Head), Name: d.What}, "a squad", kindSquad)
	if e == nil {
		return nil
	}
	return e.squad
}

// addLeaders adds the squads to the agents.
func (c *checker) addLeaders() {
	for _, s := range c.info.Squads {
		s.Agent.ID = int32(len(c.info.Agents))
		c.info.Agents = append(c.info.Agents, s.Agent)
	}
}

// checkRoles checks the roles of a squad.
func (c *checker) checkRoles(s *SquadInfo) {
	seen, least := map[string]*Head{}, 0
	for _, d := range s.Decl.Roles {
		if d == nil {
			continue
		}
		c.part(s, "role", d.Name, &d.Head, seen)
		r := c.checkRole(d)
		least += r.Min
		s.Roles = append(s.Roles, r)
	}
	at := headSpan(&s.Decl.Head)
	if n := len(s.Roles); n > MaxRoles {
		c.diags.Errorf(diag.TooManyParts, at, "squad %q has %d roles, more than %d", s.Name, n, MaxRoles)
	} else if least > MaxMembers {
		c.diags.Errorf(diag.TooManyParts, at, "the roles of squad %q need %d members, but a squad has at most %d", s.Name, least, MaxMembers)
	}
}

// part reports a part of a squad that has no name of its own.
func (c *checker) part(s *SquadInfo, what, name string, h *Head, seen map[string]*Head) {
	switch first := seen[name]; {
	case name == "" && c.partial:
	case !isName(name):
		c.diags.Errorf(diag.NotAName, headSpan(h), "%q is not a name", name)
	case first != nil:
		d := c.diags.Errorf(diag.DeclaredTwice, headSpan(h), "squad %q already has %s %q", s.Name, diag.WithArticle(what), name)
		d.Related = []diag.Related{{Span: headSpan(first), Message: "first declared here"}}
	default:
		seen[name] = h
	}
}

func (c *checker) checkRole(d *Role) RoleInfo {
	r := RoleInfo{Decl: d, Name: d.Name}
	r.Min, r.Max = c.places(d)
	var slots []Slot
	if d.Each != nil {
		slots = c.memberSlot(d.Each)
		r.From = sourceOf(c, d.Each, slots[0].Type)
		r.Each = &slots[0]
	}
	c.clauses(RoleTable.Head, d, &r, c.scope(slots))
	if d.Score != nil && d.Each == nil {
		c.diags.Errorf(diag.FaultyRole, d.Score.Span(), "the score of role %q is the same for all members", d.Name).Hint = "each m: TYPE score ..., where TYPE is that of the members' bodies"
	}
	return r
}

// places computes how many members have a role.
func (c *checker) places(d *Role) (least, most int) {
	at := headSpan(&d.Head)
	if d.Min == nil {
		if !c.partial {
			c.diags.Errorf(diag.PartMissing, at, "role %q has no number of members", d.Name).Hint = "role " + expr.NameText(d.Name) + " 1..2"
		}
		return 0, 1
	}
	before := len(c.diags.All)
	least = c.constCount(d.Min, c.global(), "the least number of members", 0, MaxMembers, 0)
	most = c.constCount(d.Max, c.global(), "the greatest number of members", 0, MaxMembers, least)
	switch {
	case c.failedSince(before):
		return 0, 1
	case most < least:
		c.diags.Errorf(diag.FaultyRole, d.Max.Span(), "role %q needs at least %d members and at most %d", d.Name, least, most)
	case most == 0:
		c.diags.Errorf(diag.FaultyRole, at, "role %q has room for no member", d.Name)
	}
	return least, most
}

// memberSlot resolves what a role's score calls the member.
func (c *checker) memberSlot(v *expr.Var) []Slot {
	t := c.typeOf(&v.Type, c.global())
	if t != none && t.Kind != world.KindObject {
		c.diags.Errorf(diag.FaultyRole, v.Type.At, "members are objects, not %s", world.FormatType(c.names.schema, t)).Hint = "write the type of the members' bodies"
		t = none
	}
	if v.Remembered {
		c.diags.Errorf(diag.FaultyRole, v.At, "members are not remembered: the squad knows them").Hint = "each " + expr.NameText(v.Name) + ": " + v.Type.Name
	}
	return c.addSlot(nil, v.Name, t, v.At)
}
