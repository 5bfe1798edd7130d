package squad_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
	. "github.com/karakuri-ai/karakuri/internal/mind/squad"
	"pgregory.net/rapid"
)

// party is a problem of assignment.
type party struct {
	roles  Roles
	had    []int
	scores []float64
}

// drawParty draws a small one whose scores are often the same.
func drawParty(t *rapid.T) party {
	p := party{roles: Roles{Bonus: rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "bonus")}}
	for r := range rapid.IntRange(0, 3).Draw(t, "roles") {
		least := rapid.IntRange(0, 2).Draw(t, "min")
		p.roles.List = append(p.roles.List, Role{fmt.Sprint("r", r), least, max(1, least+rapid.IntRange(0, 2).Draw(t, "more"))})
	}
	score := rapid.SampledFrom([]float64{-1, 0, 1, 1, 2, 3, 0.1, 0.2, 0.3, 1e-12, math.NaN(), math.Inf(1), 5000})
	for range rapid.IntRange(0, 5).Draw(t, "members") {
		p.had = append(p.had, rapid.IntRange(NoRole, len(p.roles.List)-1).Draw(t, "had"))
		for range p.roles.List {
			p.scores = append(p.scores, score.Draw(t, "score"))
		}
	}
	return p
}

// steps returns what a score counts, or 0 for one that rules out.
func (p *party) steps(member, role int) int64 {
	s := p.scores[member*len(p.roles.List)+role]
	if math.IsNaN(s) || s <= 0 {
		return 0
	}
	if p.had[member] == role {
		s *= 1 + p.roles.Bonus
	}
	return max(1, int64(math.Round(min(s, MaxScore)*Resolution)))
}

// merit is what assignments are compared by, the most important first; nil for an invalid one.
func (p *party) merit(given []int) []int64 {
	counts := make([]int, len(p.roles.List))
	var sum, same int64
	for i, r := range given {
		if r == p.had[i] {
			same++
		}
		if r == NoRole {
			continue
		}
		if counts[r]++; counts[r] > p.roles.List[r].Max || p.steps(i, r) == 0 {
			return nil
		}
		sum += p.steps(i, r)
	}
	var merit []int64
	for r, n := range counts {
		merit = append(merit, int64(min(n, p.roles.List[r].Min)))
	}
	merit = append(merit, sum, same)
	for _, r := range given {
		if r == NoRole {
			r = len(p.roles.List)
		}
		merit = append(merit, int64(-r))
	}
	return merit
}

// best tries all assignments.
func (p *party) best() []int {
	given := make([]int, len(p.had))
	var best []int
	var most []int64
	var try func(i int)
	try = func(i int) {
		if i == len(given) {
			if m := p.merit(given); m != nil && (most == nil || slices.Compare(m, most) > 0) {
				best, most = slices.Clone(given), m
			}
			return
		}
		for given[i] = NoRole; given[i] < len(p.roles.List); given[i]++ {
			try(i + 1)
		}
	}
	try(0)
	return best
}

// TestAssignmentIsTheBestOfAll compares with trying everything, by all the rules, ties included.
func TestAssignmentIsTheBestOfAll(t *testing.T) {
	var a Assigner
	rapid.Check(t, func(rt *rapid.T) {
		p := drawParty(rt)
		got := slices.Clone(a.Assign(&p.roles, p.had, p.scores))
		if want := p.best(); !slices.Equal(got, want) {
			rt.Fatalf("got %v, worth %v\nwant %v, worth %v", got, p.merit(got), want, p.merit(want))
		}
		again := a.Assign(&p.roles, got, p.scores)
		if p.had = got; !slices.Equal(again, p.best()) {
			rt.Fatalf("assigning again gives %v", again)
		}
	})
}

// TestAssignedRolesStay: a member that has the best role keeps it as long as no score changes.
func TestAssignedRolesStay(t *testing.T) {
	var a Assigner
	rapid.Check(t, func(rt *rapid.T) {
		p := drawParty(rt)
		got := slices.Clone(a.Assign(&p.roles, p.had, p.scores))
		if again := a.Assign(&p.roles, got, p.scores); !slices.Equal(again, got) {
			rt.Fatalf("from %v to %v", got, again)
		}
	})
}

// large returns a full squad with all roles.
func large(seed uint64) party {
	rand := det.NewRand(seed, 0, 0)
	p := party{roles: Roles{Bonus: 0.2}}
	for r := range MaxRoles {
		p.roles.List = append(p.roles.List, Role{fmt.Sprint("r", r), rand.Intn(2), 1 + rand.Intn(3)})
	}
	for range MaxMembers {
		p.had = append(p.had, rand.Intn(MaxRoles+1)-1)
		for range MaxRoles {
			score := rand.Float64()
			if rand.Chance(0.5) {
				score = 0
			}
			p.scores = append(p.scores, score)
		}
	}
	return p
}

// TestLargeAssignmentIsTheBest compares the sum with that of another method.
func TestLargeAssignmentIsTheBest(t *testing.T) {
	var a Assigner
	for seed := range uint64(20) {
		p := large(seed)
		merit := p.merit(a.Assign(&p.roles, p.had, p.scores))
		if merit == nil {
			t.Fatalf("seed %d: it is no assignment", seed)
		}
		got := merit[len(p.roles.List)]
		for r := range p.roles.List {
			if merit[r] != int64(p.roles.List[r].Min) {
				t.Fatalf("seed %d: role %d has %d members", seed, r, merit[r])
			}
		}
		if want := p.hungarian(); got != want {
			t.Errorf("seed %d: the sum is %d, and could be %d", seed, got, want)
		}
	}
}

// hungarian returns the greatest sum of scores, if all minimums can be filled: Kuhn's and Munkres' method with a column
// for each place of a role, and one for each member without a role.
func (p *party) hungarian() int64 {
	const must, no = int64(1) << 45, int64(1) << 55
	var columns []struct {
		role int
		must bool
	}
	for r, role := range p.roles.List {
		for k := range role.Max {
			columns = append(columns, struct {
				role int
				must bool
			}{r, k < role.Min})
		}
	}
	places, n := len(columns), len(p.had)
	m := places + n
	cost := func(i, j int) int64 {
		switch {
		case j >= places && j-places == i:
			return 0
		case j >= places || p.steps(i, columns[j].role) == 0:
			return no
		case columns[j].must:
			return -must - p.steps(i, columns[j].role)
		}
		return -p.steps(i, columns[j].role)
	}
	u, v, match, way := make([]int64, n+1), make([]int64, m+1), make([]int, m+1), make([]int, m+1)
	for i := 1; i <= n; i++ {
		match[0] = i
		j0, least, used := 0, make([]int64, m+1), make([]bool, m+1)
		for j := range least {
			least[j] = math.MaxInt64
		}
		for match[j0] != 0 {
			used[j0] = true
			row, delta, j1 := match[j0], int64(math.MaxInt64), 0
			for j := 1; j <= m; j++ {
				if used[j] {
					continue
				}
				if c := cost(row-1, j-1) - u[row] - v[j]; c < least[j] {
					least[j], way[j] = c, j0
				}
				if least[j] < delta {
					delta, j1 = least[j], j
				}
			}
			for j := range used {
				if used[j] {
					u[match[j]] += delta
					v[j] -= delta
				} else if least[j] != math.MaxInt64 {
					least[j] -= delta
				}
			}
			j0 = j1
		}
		for j0 != 0 {
			match[j0] = match[way[j0]]
			j0 = way[j0]
		}
	}
	var sum int64
	for j := 1; j <= places; j++ {
		if match[j] != 0 {
			sum += p.steps(match[j]-1, columns[j-1].role)
		}
	}
	return sum
}

// TestAssignmentOfEqualsIsInOrder: if all members are alike, the first ones get the first roles.
func TestAssignmentOfEqualsIsInOrder(t *testing.T) {
	var a Assigner
	roles := Roles{List: []Role{{"a", 0, 2}, {"b", 1, 1}, {"c", 0, MaxMembers}}}
	had, scores := make([]int, MaxMembers), make([]float64, 3*MaxMembers)
	for i := range had {
		had[i] = NoRole
	}
	for i := range scores {
		scores[i] = 7
	}
	got := a.Assign(&roles, had, scores)
	if want := []int{0, 0, 1, 2, 2}; !slices.Equal(got[:5], want) || got[MaxMembers-1] != 2 {
		t.Errorf("got %v", got)
	}
}

func TestRolesAreChecked(t *testing.T) {
	many := make([]Role, MaxRoles+1)
	for i := range many {
		many[i] = Role{fmt.Sprint(i), 0, 1}
	}
	for name, c := range map[string]struct {
		roles Roles
		wrong int
	}{
		"in order":           {Roles{List: many[1:], Bonus: 0.1}, 0},
		"none":               {Roles{}, 0},
		"too many":           {Roles{List: many}, 1},
		"no name":            {Roles{List: []Role{{"", 0, 1}}}, 1},
		"two of a name":      {Roles{List: []Role{{"a", 0, 1}, {"a", 0, 1}}}, 1},
		"for nobody":         {Roles{List: []Role{{"a", 0, 0}}}, 1},
		"more than most":     {Roles{List: []Role{{"a", 2, 1}}}, 1},
		"less than none":     {Roles{List: []Role{{"a", -1, 1}}}, 1},
		"too much":           {Roles{List: []Role{{"a", 0, MaxMembers + 1}}}, 1},
		"too much together":  {Roles{List: []Role{{"a", 40, 40}, {"b", 40, 40}}}, 1},
		"bonus not a number": {Roles{Bonus: math.NaN()}, 1},
		"all at once":        {Roles{Bonus: -1, List: []Role{{"a", 2, 1}, {"", 1, 1}}}, 3},
	} {
		n := 0
		if err := c.roles.Check(); err != nil {
			n = len(err.(interface{ Unwrap() []error }).Unwrap())
		}
		if n != c.wrong {
			t.Errorf("%s: %d mistakes, want %d: %v", name, n, c.wrong, c.roles.Check())
		}
	}
}
