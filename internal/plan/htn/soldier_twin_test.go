package htn_test

import (
	"math"

	"github.com/karakuri-ai/karakuri/world"
)

// The twin of examples/soldier, as far as a fight goes: the same conditions, judged over the same enemies, places and
// weapons in the same order, on a plain struct. A method that leads nowhere is taken back and the next one tried; a
// task that is done is not opened again, which is less than the planner can do and never needed here.

const (
	weak    = 30   // health
	earshot = 15.0 // metres, likewise the next two
	arm     = 30.0
	far     = 60.0
)

const (
	sneak, sprint  = 0, 2 // gaits
	frag           = 0    // a grenade
	calm, wary     = 0, 1 // levels of alert
	alarmed        = 2
	weapons        = 4
	grenades       = 3
	enemiesAtMost  = 12 + 1 // objects have indices from 1; 0 is none
	alliesAtMost   = 6 + 1
	placesAtMost   = 24 + 1
	deepestSoldier = 32
)

type point struct{ x, y float64 }

// outpost is the part of the state that no operator changes. A plan does not copy it.
type outpost struct {
	spot, guards           [placesAtMost]point
	reach                  [weapons]float64
	capacity, burst, punch [weapons]int8
	blast                  [grenades]float64
	pace                   [3]float64
	sniper, brute          [enemiesAtMost]bool
	enemies, allies        []int8
	places, covers         []int8
	towerFoot              int8
}

// soldierWorld is the state, with the plan so far and its cost.
type soldierWorld struct {
	*outpost
	at, behind, holding, alert int8
	health, medkits            int8
	radio                      bool
	has                        [weapons]bool
	loaded, magazines, liesAt  [weapons]int8
	carries                    [grenades]int8
	visible, known, pinned     [enemiesAtMost]bool
	flushed, alive             [enemiesAtMost]bool
	toughness, seenAt          [enemiesAtMost]int8
	placeOf                    [alliesAtMost]int8
	down, busy                 [alliesAtMost]bool
	shortOf                    [alliesAtMost][weapons]bool
	taken                      [placesAtMost]bool
	depth                      int8
	cost                       float64
	plan                       []soldierStep
}

// soldierStep is an operator with the indices of its arguments.
type soldierStep struct {
	op   string
	a, b int8
}

// ranking is candidates in the order of their keys; those of equal keys stay as they came.
type ranking struct {
	n    int
	list [placesAtMost]struct {
		key float64
		id  int8
	}
}

func (r *ranking) add(key float64, id int8) {
	i := r.n
	for r.n++; i > 0 && key < r.list[i-1].key; i-- {
		r.list[i] = r.list[i-1]
	}
	r.list[i].key, r.list[i].id = key, id
}

// The derived symbols.

func (s *soldierWorld) metres(a, b int8) float64 {
	p, q := s.spot[a], s.spot[b]
	return math.Sqrt((p.x-q.x)*(p.x-q.x) + (p.y-q.y)*(p.y-q.y))
}

func (s *soldierWorld) shields(a, b int8) bool {
	return (s.spot[b].x-s.spot[a].x)*s.guards[a].x+(s.spot[b].y-s.spot[a].y)*s.guards[a].y > 0
}

func (s *soldierWorld) rangeTo(e int8) float64      { return s.metres(s.at, s.seenAt[e]) }
func (s *soldierWorld) threat(e int8) bool          { return s.visible[e] && s.alive[e] }
func (s *soldierWorld) reaches(w int8, e int8) bool { return s.rangeTo(e) <= s.reach[w] }
func (s *soldierWorld) hidden(e int8) bool          { return s.shields(s.seenAt[e], s.at) && !s.flushed[e] }
func (s *soldierWorld) ready() bool                 { return s.loaded[s.holding] >= s.burst[s.holding] }
func (s *soldierWorld) free(a int8) bool            { return s.placeOf[a] != 0 && !s.down[a] && !s.busy[a] }

func (s *soldierWorld) usable(w int8) bool {
	return s.has[w] && (s.loaded[w] >= s.burst[w] || s.magazines[w] > 0)
}

func (s *soldierWorld) atHand(w int8) bool {
	return s.liesAt[w] != 0 && s.metres(s.at, s.liesAt[w]) <= earshot
}

func (s *soldierWorld) armed() bool {
	if s.carries[frag] > 0 {
		return true
	}
	for w := range int8(weapons) {
		if s.usable(w) || s.atHand(w) {
			return true
		}
	}
	return false
}

func (s *soldierWorld) inDanger() bool {
	for _, e := range s.enemies {
		if s.threat(e) && !s.pinned[e] {
			return true
		}
	}
	return false
}

func (s *soldierWorld) pressed() bool {
	for _, e := range s.enemies {
		if s.threat(e) && !s.pinned[e] && s.rangeTo(e) <= earshot {
			return true
		}
	}
	return false
}

func (s *soldierWorld) inNeed(a int8) bool {
	if s.down[a] && s.medkits > 0 {
		return true
	}
	for w := range int8(weapons) {
		if s.shortOf[a][w] && s.magazines[w] > 1 {
			return true
		}
	}
	return false
}

// Operators: false if the condition does not hold.

func (s *soldierWorld) do(op string, a, b int8, cost float64) bool {
	s.plan = append(s.plan, soldierStep{op, a, b})
	s.cost += cost
	return true
}

func (s *soldierWorld) goTo(to, how int8) bool {
	if s.at == to {
		return false
	}
	cost := s.metres(s.at, to) / s.pace[how]
	s.at, s.behind = to, 0
	return s.do("go", to, how, cost)
}

func (s *soldierWorld) hide(c int8) bool {
	if s.at != c || s.taken[c] {
		return false
	}
	s.behind = c
	return s.do("hide", c, 0, 1)
}

func (s *soldierWorld) flank(e, to int8) bool {
	if !s.pinned[e] || s.at == to {
		return false
	}
	cost := s.metres(s.at, to) / s.pace[sneak]
	s.at, s.behind = to, 0
	return s.do("flank", e, to, cost)
}

func (s *soldierWorld) draw(w int8) bool {
	if !s.has[w] || s.holding == w {
		return false
	}
	s.holding = w
	return s.do("draw", w, 0, 1)
}

func (s *soldierWorld) reload(w int8) bool {
	if s.holding != w || s.magazines[w] <= 0 || s.loaded[w] >= s.capacity[w] {
		return false
	}
	s.loaded[w] = s.capacity[w]
	s.magazines[w]--
	return s.do("reload", w, 0, 1)
}

func (s *soldierWorld) fire(w, e int8) bool {
	if s.holding != w || !s.ready() || !s.visible[e] || !s.reaches(w, e) || s.hidden(e) {
		return false
	}
	s.loaded[w] -= s.burst[w]
	if s.toughness[e] <= s.punch[w] {
		s.alive[e] = false
	}
	s.toughness[e] = max(s.toughness[e]-s.punch[w], 0)
	return s.do("fire", w, e, 1)
}

func (s *soldierWorld) suppress(w, e int8) bool {
	if s.holding != w || s.loaded[w] < 2*s.burst[w] || !s.visible[e] || !s.reaches(w, e) {
		return false
	}
	s.loaded[w] -= 2 * s.burst[w]
	s.pinned[e] = true
	return s.do("suppress", w, e, 1)
}

func (s *soldierWorld) hurl(g, p int8) bool {
	if s.carries[g] <= 0 || s.metres(s.at, p) <= s.blast[g] || s.metres(s.at, p) > arm {
		return false
	}
	s.carries[g]--
	for _, e := range s.enemies {
		switch {
		case s.metres(s.seenAt[e], p) > s.blast[g]:
		case g == frag:
			s.flushed[e] = true
			if s.toughness[e] <= 2 {
				s.alive[e] = false
			}
			s.toughness[e] = max(s.toughness[e]-2, 0)
		default:
			s.pinned[e] = true
		}
	}
	return s.do("hurl", g, p, 1)
}

func (s *soldierWorld) strike(e int8) bool {
	if s.at != s.seenAt[e] {
		return false
	}
	s.alive[e] = false
	return s.do("strike", e, 0, 1)
}

func (s *soldierWorld) pickUp(w int8) bool {
	if s.at != s.liesAt[w] {
		return false
	}
	s.has[w], s.loaded[w], s.liesAt[w] = true, s.capacity[w], 0
	return s.do("pick_up", w, 0, 1)
}

func (s *soldierWorld) callOut(e int8) bool {
	s.known[e] = true
	if s.alert == calm {
		s.alert = wary
	}
	return s.do("call_out", e, 0, 1)
}

func (s *soldierWorld) soundSiren() bool {
	if s.at != s.towerFoot {
		return false
	}
	s.alert = alarmed
	return s.do("sound_siren", 0, 0, 1)
}

func (s *soldierWorld) ask(a, e int8) bool {
	if !s.free(a) {
		return false
	}
	s.pinned[e], s.busy[a] = true, true
	return s.do("ask", a, e, 1)
}

// Tasks: false if no method leads anywhere, with the failed tries left in place, which the caller removes.

// serve knows of the methods after "fight" only that they come later.
func (s *soldierWorld) serve() bool {
	if s.health < weak && s.inDanger() {
		return false // "save yourself": in none of the situations
	}
	if !s.pressed() {
		for _, a := range s.allies {
			if s.inNeed(a) {
				return false // "help", likewise
			}
		}
	}
	var foes ranking
	for _, e := range s.enemies {
		if s.threat(e) && (s.armed() || s.rangeTo(e) <= earshot) {
			foes.add(s.rangeTo(e), e)
		}
	}
	before := *s
	for i := range foes.n {
		if s.fight(foes.list[i].id) {
			return true
		}
		*s = before
	}
	return false
}

// fight reports and takes cover in any order.
func (s *soldierWorld) fight(e int8) bool {
	before := *s
	if s.report(e) && s.seekCover(e) && s.makeReady(e) && s.attack(e) {
		return true
	}
	*s = before
	return s.seekCover(e) && s.makeReady(e) && s.report(e) && s.attack(e)
}

func (s *soldierWorld) getTo(p, how int8) bool { return s.at == p || s.goTo(p, how) }

func (s *soldierWorld) report(e int8) bool {
	if s.known[e] && s.alert == alarmed {
		return true
	}
	before := *s
	if !s.known[e] && s.callOut(e) && s.report(e) {
		return true
	}
	*s = before
	if s.radio {
		s.alert = alarmed
		return s.do("radio_in", 0, 0, 1)
	}
	if s.rangeTo(e) > 2*earshot && s.getTo(s.towerFoot, sprint) && s.soundSiren() {
		return true
	}
	*s = before
	return true
}

func (s *soldierWorld) seekCover(e int8) bool {
	if s.shields(s.behind, s.seenAt[e]) {
		return true
	}
	var near ranking
	for _, c := range s.covers {
		if !s.taken[c] && s.shields(c, s.seenAt[e]) && s.metres(s.at, c) < s.rangeTo(e) && s.metres(c, s.seenAt[e]) <= far {
			near.add(s.metres(s.at, c), c)
		}
	}
	before := *s
	for i := range near.n {
		c := near.list[i].id
		if s.getTo(c, sprint) && s.hide(c) {
			return true
		}
		*s = before
	}
	return true
}

func (s *soldierWorld) makeReady(e int8) bool {
	if s.ready() && s.reaches(s.holding, e) {
		return true
	}
	var best ranking
	for w := range int8(weapons) {
		if s.has[w] && w != s.holding && s.loaded[w] >= s.burst[w] && s.reaches(w, e) {
			best.add(-float64(s.punch[w]), w)
		}
	}
	for i := range best.n {
		if s.draw(best.list[i].id) {
			return true
		}
	}
	if s.reaches(s.holding, e) && s.reload(s.holding) {
		return true
	}
	return s.makeReadyOtherwise(e)
}

func (s *soldierWorld) makeReadyOtherwise(e int8) bool {
	var best, near ranking
	for w := range int8(weapons) {
		if s.has[w] && s.magazines[w] > 0 && s.reaches(w, e) {
			best.add(-float64(s.punch[w]), w)
		}
	}
	before := *s
	for i := range best.n {
		if w := best.list[i].id; s.draw(w) && s.reload(w) {
			return true
		}
		*s = before
	}
	for w := range int8(weapons) {
		if s.atHand(w) {
			near.add(s.metres(s.at, s.liesAt[w]), w)
		}
	}
	for i := range near.n {
		if w := near.list[i].id; s.getTo(s.liesAt[w], sprint) && s.pickUp(w) && s.draw(w) {
			return true
		}
		*s = before
	}
	return true
}

func (s *soldierWorld) attack(e int8) bool {
	if !s.alive[e] {
		return true
	}
	if s.depth++; s.depth > deepestSoldier {
		return false
	}
	if s.at == s.seenAt[e] && s.strike(e) {
		return true
	}
	before := *s
	if s.sniper[e] && !s.pinned[e] {
		if s.keepDown(e) && s.attack(e) {
			return true
		}
		*s = before
	}
	if s.hidden(e) || s.brute[e] {
		if s.hurl(frag, s.seenAt[e]) && s.attack(e) {
			return true
		}
		*s = before
	}
	if s.ready() && s.reaches(s.holding, e) && !s.hidden(e) {
		if s.fire(s.holding, e) && s.attack(e) {
			return true
		}
		*s = before
	}
	if !s.ready() && s.reaches(s.holding, e) {
		if s.reload(s.holding) && s.attack(e) {
			return true
		}
		*s = before
	}
	return s.attackOnFoot(e)
}

func (s *soldierWorld) attackOnFoot(e int8) bool {
	before := *s
	if s.hidden(e) && s.goRound(e) {
		return true
	}
	*s = before
	if s.ready() && !s.reaches(s.holding, e) && s.closeIn(e) {
		return true
	}
	*s = before
	return s.rangeTo(e) <= earshot && !s.brute[e] && s.goTo(s.seenAt[e], sprint) && s.strike(e)
}

func (s *soldierWorld) goRound(e int8) bool {
	var near ranking
	for _, p := range s.places {
		if p != s.seenAt[e] && s.metres(p, s.seenAt[e]) <= s.reach[s.holding] && !s.shields(s.seenAt[e], p) {
			near.add(s.metres(s.at, p), p)
		}
	}
	before := *s
	for i := range near.n {
		if (s.pinned[e] || s.keepDown(e)) && s.flank(e, near.list[i].id) && s.attack(e) {
			return true
		}
		*s = before
	}
	return false
}

func (s *soldierWorld) closeIn(e int8) bool {
	var near ranking
	for _, p := range s.places {
		if s.metres(p, s.seenAt[e]) <= s.reach[s.holding] {
			near.add(s.metres(s.at, p), p)
		}
	}
	before := *s
	for i := range near.n {
		if s.goTo(near.list[i].id, sprint) && s.attack(e) {
			return true
		}
		*s = before
	}
	return false
}

func (s *soldierWorld) keepDown(e int8) bool {
	var near ranking
	for _, a := range s.allies {
		if s.free(a) {
			near.add(s.metres(s.placeOf[a], s.seenAt[e]), a)
		}
	}
	for i := range near.n {
		if s.ask(near.list[i].id, e) {
			return true
		}
	}
	for g := range int8(grenades) {
		if g != frag && s.carries[g] > 0 && s.hurl(g, s.seenAt[e]) {
			return true
		}
	}
	return s.suppress(s.holding, e)
}

// newSoldierWorld reads a state of examples/soldier.
func newSoldierWorld(st *world.State) soldierWorld {
	r := stateReader{st}
	o := &outpost{places: r.members("place"), covers: r.members("cover"), enemies: r.members("enemy"), allies: r.members("ally")}
	s := soldierWorld{outpost: o, health: r.index("health"), medkits: r.index("medkits"), radio: r.index("radio") != 0}
	s.at, s.behind, s.holding, s.alert = r.index("at"), r.index("behind"), r.index("holding"), r.index("alert")
	for _, p := range o.places {
		o.spot[p], o.guards[p] = r.point("spot", p), r.point("guards", p)
	}
	for _, c := range o.covers {
		s.taken[c] = r.index("taken", c) != 0
	}
	o.towerFoot = r.object("tower_foot")
	for i := range int8(len(o.pace)) {
		o.pace[i] = r.word("pace", i).Float()
	}
	for g := range int8(grenades) {
		o.blast[g], s.carries[g] = r.word("blast", g).Float(), r.index("carries", g)
	}
	for w := range int8(weapons) {
		o.reach[w] = r.word("reach", w).Float()
		o.capacity[w], o.burst[w], o.punch[w] = r.index("capacity", w), r.index("burst", w), r.index("punch", w)
		s.has[w], s.loaded[w], s.magazines[w] = r.index("has", w) != 0, r.index("loaded", w), r.index("magazines", w)
		s.liesAt[w] = r.index("lies_at", w)
	}
	for _, e := range o.enemies {
		s.visible[e], s.known[e], s.alive[e] = r.index("visible", e) != 0, r.index("known", e) != 0, r.index("alive", e) != 0
		s.pinned[e], s.flushed[e] = r.index("pinned", e) != 0, r.index("flushed", e) != 0
		s.toughness[e], s.seenAt[e] = r.index("toughness", e), r.index("seen_at", e)
	}
	for _, e := range r.members("sniper") {
		o.sniper[e] = true
	}
	for _, e := range r.members("brute") {
		o.brute[e] = true
	}
	for _, a := range o.allies {
		s.placeOf[a], s.down[a], s.busy[a] = r.index("place_of", a), r.index("down", a) != 0, r.index("busy", a) != 0
		for w := range int8(weapons) {
			s.shortOf[a][w] = r.index("short_of", a, w) != 0
		}
	}
	return s
}

// stateReader reads cells by the indices of their arguments.
type stateReader struct{ st *world.State }

func (r stateReader) addr(name string, args []int8) world.Addr {
	sym := r.st.Schema().Symbol(name)
	a := sym.Base
	for i, arg := range args {
		a += world.Addr(arg) * sym.Strides[i]
	}
	return a
}

func (r stateReader) word(name string, args ...int8) world.Word { return r.st.Get(r.addr(name, args)) }

// index reads a truth, a small number, a value of an enum or the index of an object.
func (r stateReader) index(name string, args ...int8) int8 {
	return int8(r.word(name, args...) & world.IndexMask)
}

func (r stateReader) point(name string, p int8) point {
	a := r.addr(name, []int8{p})
	return point{r.st.Get(a).Float(), r.st.Get(a + 1).Float()}
}

func (r stateReader) object(name string) int8 {
	o, _, _ := r.st.ObjectNamed(name)
	return int8(o & world.IndexMask)
}

func (r stateReader) members(typ string) []int8 {
	id := r.st.Schema().ObjectType(typ).ID
	var list []int8
	for o := r.st.NextMember(id, 0); o != 0; o = r.st.NextMember(id, o) {
		list = append(list, int8(o&world.IndexMask))
	}
	return list
}
