package squad

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// Member is a member of a squad: an agent, or a squad below it.
type Member struct {
	ID     ID
	Role   int   // place in Roles.List, or NoRole
	Joined int64 // tick
	Since  int64 // tick at which it took its role, or was left without
}

// Roster holds the members of a squad and their roles. Members have places, in the order of their IDs. The zero Roster
// is empty, and has no squad until [Roster.Reset].
type Roster struct {
	squad   ID
	members []Member
}

// Change is that a member has another role than before.
type Change struct {
	Member   ID
	From, To int // places in Roles.List, or NoRole
}

// Reset makes the roster that of a squad without members.
func (ro *Roster) Reset(squad ID) { ro.squad, ro.members = squad, ro.members[:0] }

// Squad returns the squad of the roster.
func (ro *Roster) Squad() ID { return ro.squad }

// Len returns the number of members.
func (ro *Roster) Len() int { return len(ro.members) }

// At returns the member at a place.
func (ro *Roster) At(place int) Member { return ro.members[place] }

// Find returns the place of a member.
func (ro *Roster) Find(id ID) (place int, ok bool) {
	return slices.BinarySearchFunc(ro.members, id, func(m Member, id ID) int { return cmp.Compare(m.ID, id) })
}

// Join adds a member without a role. It reports whether the member is new: it refuses a present member, none, the
// squad itself, and more than [MaxMembers].
func (ro *Roster) Join(id ID, now int64) bool {
	at, is := ro.Find(id)
	if is || !id.named() || id == ro.squad || len(ro.members) == MaxMembers {
		return false
	}
	ro.members = slices.Insert(ro.members, at, Member{ID: id, Role: NoRole, Joined: now, Since: now})
	return true
}

// Leave removes a member and frees its role. It reports whether it was a member, and returns it. The caller also
// releases its leases ([Pool.Release]) and ends its orders ([Ledger.Lose]).
func (ro *Roster) Leave(id ID) (was Member, ok bool) {
	at, is := ro.Find(id)
	if !is {
		return Member{Role: NoRole}, false
	}
	was = ro.members[at]
	ro.members = slices.Delete(ro.members, at, at+1)
	return was, true
}

// Count returns how many members have a role.
func (ro *Roster) Count(role int) int {
	n := 0
	for i := range ro.members {
		if ro.members[i].Role == role {
			n++
		}
	}
	return n
}

// Short returns how many members a role has too few.
func (ro *Roster) Short(roles *Roles, role int) int {
	return max(0, roles.List[role].Min-ro.Count(role))
}

// Assign assigns the roles again; see [Assigner.Assign] for the rules. Scores are ordered by member's place and role:
// place*len(roles.List)+role is the score of a member for a role. Assign appends the changes to dst, by place.
func (ro *Roster) Assign(a *Assigner, roles *Roles, scores []float64, now int64, dst []Change) []Change {
	var had [MaxMembers]int
	for i := range ro.members {
		had[i] = ro.members[i].Role
	}
	given := a.Assign(roles, had[:len(ro.members)], scores)
	for i := range ro.members {
		m := &ro.members[i]
		if m.Role != given[i] {
			dst = append(dst, Change{m.ID, m.Role, given[i]})
			m.Role, m.Since = given[i], now
		}
	}
	return dst
}

// Code saves the roster, or makes it what was saved for the same roles. The coder holds the mistake, if there is one, and then the roster is empty.
func (ro *Roster) Code(c *codec.Coder, roles *Roles) {
	codec.Whole(c, &ro.squad)
	codec.List(c, &ro.members, MaxMembers, func(m *Member, c *codec.Coder) {
		codeID(c, &m.ID)
		codeRole(c, &m.Role, len(roles.List))
		codec.Int(c, &m.Joined)
		codec.Int(c, &m.Since)
		switch n := len(ro.members); {
		case !c.Reads():
		case m.ID == ro.squad || n > 0 && m.ID <= ro.members[n-1].ID:
			c.Fail("its members are not in order")
		case m.Role != NoRole && ro.Count(m.Role) == roles.List[m.Role].Max:
			c.Fail("it has too many members for a role")
		}
	})
	if c.Failed() {
		ro.Reset(0)
	}
}
