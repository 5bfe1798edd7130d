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

// Members holds the members of a squad and their roles. Members have places, in the order of their IDs. The zero
// Members is empty, and has no squad until [Members.Reset].
type Members struct {
	squad   ID
	members []Member
}

// Change is a change of a member's role.
type Change struct {
	Member   ID
	From, To int // places in Roles.List, or NoRole
}

// Reset empties the list, for the members of a squad.
func (ms *Members) Reset(squad ID) { ms.squad, ms.members = squad, ms.members[:0] }

// Squad returns the squad.
func (ms *Members) Squad() ID { return ms.squad }

// Len returns the number of members.
func (ms *Members) Len() int { return len(ms.members) }

// At returns the member at a place.
func (ms *Members) At(place int) Member { return ms.members[place] }

// Find returns the place of a member.
func (ms *Members) Find(id ID) (place int, ok bool) {
	return slices.BinarySearchFunc(ms.members, id, func(m Member, id ID) int { return cmp.Compare(m.ID, id) })
}

// Join adds a member without a role. It reports whether the member is new: it refuses a present member, none, the
// squad itself, and more than [MaxMembers].
func (ms *Members) Join(id ID, now int64) bool {
	at, is := ms.Find(id)
	if is || !id.named() || id == ms.squad || len(ms.members) == MaxMembers {
		return false
	}
	ms.members = slices.Insert(ms.members, at, Member{ID: id, Role: NoRole, Joined: now, Since: now})
	return true
}

// Leave removes a member and frees its role. It reports whether it was a member, and returns it. The caller also
// releases its leases ([Pool.Release]) and ends its orders ([Ledger.Lose]).
func (ms *Members) Leave(id ID) (was Member, ok bool) {
	at, is := ms.Find(id)
	if !is {
		return Member{Role: NoRole}, false
	}
	was = ms.members[at]
	ms.members = slices.Delete(ms.members, at, at+1)
	return was, true
}

// Count returns the number of members that have a role.
func (ms *Members) Count(role int) int {
	n := 0
	for i := range ms.members {
		if ms.members[i].Role == role {
			n++
		}
	}
	return n
}

// Short returns how many members a role has too few.
func (ms *Members) Short(roles *Roles, role int) int {
	return max(0, roles.List[role].Min-ms.Count(role))
}

// Assign assigns the roles again; see [Assigner.Assign] for the rules. Scores are ordered by member's place and role:
// place*len(roles.List)+role is the score of a member for a role. Assign appends the changes to dst, by place.
func (ms *Members) Assign(a *Assigner, roles *Roles, scores []float64, now int64, dst []Change) []Change {
	var had [MaxMembers]int
	for i := range ms.members {
		had[i] = ms.members[i].Role
	}
	given := a.Assign(roles, had[:len(ms.members)], scores)
	for i := range ms.members {
		m := &ms.members[i]
		if m.Role != given[i] {
			dst = append(dst, Change{m.ID, m.Role, given[i]})
			m.Role, m.Since = given[i], now
		}
	}
	return dst
}

// Code writes or reads the members, for the same roles. After an error, which the coder holds, there are no members.
func (ms *Members) Code(c *codec.Coder, roles *Roles) {
	codec.Whole(c, &ms.squad)
	codec.List(c, &ms.members, MaxMembers, func(m *Member, c *codec.Coder) {
		codeID(c, &m.ID)
		codeRole(c, &m.Role, len(roles.List))
		codec.Int(c, &m.Joined)
		codec.Int(c, &m.Since)
		switch n := len(ms.members); {
		case !c.Reads():
		case m.ID == ms.squad || n > 0 && m.ID <= ms.members[n-1].ID:
			c.Fail("members are out of order")
		case m.Role != NoRole && ms.Count(m.Role) == roles.List[m.Role].Max:
			c.Fail("a role has too many members")
		}
	})
	if c.Failed() {
		ms.Reset(0)
	}
}
