package squad

import "math"

// Assigner computes the assignment of roles. It is scratch memory without visible state; one serves any number of
// squads.
//
// Source of the method: successive shortest paths, in R. K. Ahuja, T. L. Magnanti, J. B. Orlin, "Network Flows"
// (Prentice Hall 1993), section 9.7, with one node for each role instead of one for each place.
type Assigner struct {
	roles   *Roles
	members int
	none    int // the node of members without a role: after those of the roles
	gain    [MaxMembers][MaxRoles + 1]int64
	role    [MaxMembers]int // the node at which a member is; -1: at none of them yet
	count   [MaxRoles + 1]int
	need    [MaxRoles + 1]int // how many members a role must have: the least that it asks for, as far as that can be
	flow    flow
	worth   [maxNodes]int64 // potentials of the nodes; see flow.potentials
	given   [MaxMembers]int
}

const (
	// unchanged is the weight of a score of 1/Resolution where staying in a role counts 1: more than all members
	// together.
	unchanged = 2 * MaxMembers
	// needed is the worth of a place that must be filled: more than all scores together.
	needed = MaxMembers * (MaxScore*Resolution*unchanged + 1)
	// never is the gain of what cannot be. Sums of a few stay less than all that can be.
	never = math.MinInt64 / 4
)

// Assign returns the role of each member, as an index of roles.List or [NoRole], in memory of the assigner that is
// valid until its next use. Members have places; had are their present roles, and scores[place*len(roles.List)+role]
// is the score of a member for a role. A score of 0, below, or NaN excludes the member from the role.
//
// Of all assignments in which no member has two roles and no role more than its Max, it takes the one
//
//   - in which the first role has as many members as possible up to its Min, then the second, and so on;
//   - of these, that with the greatest sum of scores, where the score for a member's present role counts 1 + Bonus
//     times;
//   - of these, that in which the fewest members change;
//   - of these, that in which the first member has the earliest role, or else the second, and so on.
//
// Sums are exact: scores count up to [MaxScore], in steps of 1/[Resolution]. There must be [MaxMembers] at most, and
// roles must be valid ([Roles.Check]).
func (a *Assigner) Assign(roles *Roles, had []int, scores []float64) []int {
	a.enter(roles, had, scores)
	a.findNeeds()
	a.place()
	a.prefer()
	for i := range had {
		a.given[i] = a.role[i]
		if a.role[i] == a.none {
			a.given[i] = NoRole
		}
	}
	return a.given[:len(had)]
}

// enter takes over the candidates.
func (a *Assigner) enter(roles *Roles, had []int, scores []float64) {
	a.roles, a.members, a.none = roles, len(had), len(roles.List)
	for i, role := range had {
		for r := range roles.List {
			a.gain[i][r] = steps(scores[i*a.none+r], r == role, roles.Bonus)
		}
		a.gain[i][a.none] = 0
		if role == NoRole {
			a.gain[i][a.none] = 1
		}
	}
}

// steps returns the value of a member having a role: its score in whole steps, and then whether nothing changes.
func steps(score float64, has bool, bonus float64) int64 {
	if !(score > 0) {
		return never
	}
	if has {
		score = float64(score * (1 + bonus))
	}
	n := max(1, int64(math.Round(min(score, MaxScore)*Resolution))) * unchanged
	if has {
		n++
	}
	return n
}

// can reports whether a member is suited for a role, or may be at the node of none.
func (a *Assigner) can(member, role int) bool { return a.gain[member][role] != never }

// room returns the number of members that can be at a node.
func (a *Assigner) room(node int) int {
	if node == a.none {
		return MaxMembers
	}
	return a.roles.List[node].Max
}

// findNeeds computes how many members each role must have: members are matched to the places of the first role, then of
// the second, and those matched before may change to another role for it, but are not given up.
func (a *Assigner) findNeeds() {
	for i := range a.members {
		a.role[i] = a.none
	}
	for r := range a.roles.List {
		for a.need[r] = 0; a.need[r] < a.roles.List[r].Min && a.recruit(r); {
			a.need[r]++
		}
	}
	a.need[a.none] = 0
}

// recruit finds one more member for a role: one without a role, or one of another role that is replaced in turn.
func (a *Assigner) recruit(role int) bool {
	var queue [MaxRoles + 1]int
	var from [MaxRoles + 1]int // the member that would leave a node, plus 1; 0: the node was not reached
	var next [MaxRoles + 1]int // the node that it would go to
	queue[0], next[role], from[role] = role, -1, -1
	for head, tail := 0, 1; head < tail; head++ {
		to := queue[head]
		for i := range a.members {
			node := a.role[i]
			if from[node] != 0 || !a.can(i, to) {
				continue
			}
			from[node], next[node] = i+1, to
			if node != a.none {
				queue[tail] = node
				tail++
				continue
			}
			for ; next[node] >= 0; node = next[node] {
				a.role[from[node]-1] = next[node]
			}
			return true
		}
	}
	return false
}

// place adds one member after the other, and moves the others if that increases the sum. After each member the sum is
// the maximum.
func (a *Assigner) place() {
	clear(a.count[:])
	for i := range a.members {
		a.role[i] = -1
	}
	f := &a.flow
	for i := range a.members {
		f.reset(a.none + 1)
		for j := range i {
			f.moves(a, j)
		}
		f.from(a.gain[i][:])
		best, most := a.none, int64(never)
		for r := range a.none + 1 {
			if more := a.more(r); f.dist[r] > never/2 && more != never && f.dist[r]+more > most {
				best, most = r, f.dist[r]+more
			}
		}
		a.count[best]++
		for to := best; ; {
			node := f.last[to]
			if node < 0 {
				a.role[i] = to
				break
			}
			a.role[f.who[node][to]] = to
			to = node
		}
	}
}

// more returns the gain of one more member at a node by itself.
func (a *Assigner) more(node int) int64 {
	switch {
	case a.count[node] < a.need[node]:
		return needed
	case a.count[node] < a.room(node):
		return 0
	}
	return never
}

// fewer returns the gain of one fewer member at a node by itself.
func (a *Assigner) fewer(node int) int64 {
	if a.count[node] <= a.need[node] {
		return -needed
	}
	return 0
}

// prefer goes from the best assignment that was found to that of the best in which the first member has the earliest
// role, and so on: a member can have another role without loss where the others can make up for it, those before it
// excepted.
func (a *Assigner) prefer() {
	a.graph(0)
	a.flow.potentials(&a.worth)
	for i := range a.members {
		if !a.mayPrefer(i) {
			continue
		}
		at := a.role[i]
		a.graph(i + 1)
		a.flow.to(at)
		for r := range at {
			if d := a.flow.dist[r]; a.can(i, r) && d > never/2 && a.gain[i][r]-a.gain[i][at]+d == 0 {
				a.move(i, r)
				for node := r; node != at; node = a.flow.last[node] {
					a.follow(node, a.flow.last[node])
				}
				break
			}
		}
	}
}

// mayPrefer reports whether a member might have an earlier role without loss, by the potentials alone: they stay right
// while nothing is lost.
func (a *Assigner) mayPrefer(member int) bool {
	at := a.role[member]
	for r := range at {
		if a.can(member, r) && a.worth[at]+a.gain[member][r]-a.gain[member][at] == a.worth[r] {
			return true
		}
	}
	return false
}

// graph collects the possible moves of members from one on, and the outside: the node at which a role gets one more
// member than before, and another one fewer.
func (a *Assigner) graph(from int) {
	f, outside := &a.flow, a.none+1
	f.reset(outside + 1)
	for j := from; j < a.members; j++ {
		f.moves(a, j)
	}
	for node := range outside {
		f.edge(node, outside, a.more(node), -1)
		f.edge(outside, node, a.fewer(node), -1)
	}
}

// move lets a member go to a node.
func (a *Assigner) move(member, to int) {
	a.count[a.role[member]]--
	a.count[to]++
	a.role[member] = to
}

// follow lets the member that an edge is of go along it.
func (a *Assigner) follow(node, to int) {
	if who := a.flow.who[node][to]; who >= 0 {
		a.move(int(who), to)
	}
}
