package squad

import (
	"errors"
	"fmt"
	"math"
)

// NoRole is the role of a member without a role.
const NoRole = -1

// Role is a part that members of a squad play: at least Min of them, if possible, and at most Max.
type Role struct {
	Name     string
	Min, Max int
}

// Roles are the roles of a squad. Their order counts: the minimum of an earlier role is filled before that of a later
// one. Plain data, not to be changed once in use; shared by any number of squads.
type Roles struct {
	List  []Role
	Bonus float64 // the score of a member for the role that it has is multiplied by 1 + Bonus
}

// Check returns all mistakes, joined, or nil.
func (rs *Roles) Check() error {
	var found []error
	wrong := func(format string, args ...any) { found = append(found, fmt.Errorf(format, args...)) }
	if n := len(rs.List); n > MaxRoles {
		wrong("%d roles, where a squad has %d at most", n, MaxRoles)
	}
	if !(rs.Bonus >= 0) || math.IsInf(rs.Bonus, 1) {
		wrong("the bonus is %v: it must be a number from 0", rs.Bonus)
	}
	names, least := map[string]bool{}, 0
	for _, r := range rs.List {
		switch {
		case r.Name == "":
			wrong("a role has no name")
		case names[r.Name]:
			wrong("there are two roles %q", r.Name)
		}
		names[r.Name] = true
		if r.Min < 0 || r.Max < r.Min || r.Max < 1 || r.Max > MaxMembers {
			wrong("role %q is for %d to %d members: it must be for 0 to %d, and the second not less than the first, nor than 1", r.Name, r.Min, r.Max, MaxMembers)
			continue
		}
		least += r.Min
	}
	if least > MaxMembers {
		wrong("all roles together need %d members, where a squad has %d at most", least, MaxMembers)
	}
	return errors.Join(found...)
}
