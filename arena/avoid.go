package arena

import (
	"slices"

	"github.com/karakuri-ai/karakuri/det"
)

// How characters avoid each other, with [Options.Avoid].
const (
	// Overlap is the distance in metres by which two living bodies may overlap because of rounding.
	Overlap = 1e-6

	lookMetres    = 4.0  // from edge to edge: how far a character looks for others
	horizon       = 1.2  // seconds: how far it looks ahead for those that move
	horizonStill  = 0.6  // likewise for those that stand: it may pass them closely
	keepRight     = 0.1  // tangent of the turn to the right of a character that gives way, which breaks symmetry
	keepRightMore = 0.4  // at most added when it has been held up for a second: more for some than for others
	detour        = 6.0  // tangent of the turn of a character that has to go around one that stands
	detourAfter   = 1.0  // seconds of being held up after which it does
	detourSeconds = 2.5  // for which it tries each side
	headway       = 4.0  // the inverse of the share of its speed below which a character is held up
	mostBlocked   = 60.0 // seconds that Blocked counts at most
	touchMargin   = 0.05 // metres beyond the personal space at which bodies count as touching
)

// How characters that block each other make way.
const (
	patience    = 0.6 // seconds of being held up before one makes way
	pressMetres = 0.4 // from edge to edge: who can ask it to
	letMetres   = 2.5 // from edge to edge: how far it makes way
	aside       = 0.7 // how far sideways it turns as it goes back, as a tangent
	headOn      = 0.3 // cosine: who moves less directly at it does not press
	abreast     = 1.5 // seconds of being held up after which those beside it press too
	cornered    = 2.0 // seconds for which one that makes way cannot, after which others make way for it
	hasteTime   = 20  // seconds for which they do after one has
)

// neighbour is a body near a character.
type neighbour struct {
	slot int32
	far2 float64 // from middle to middle, squared
}

// before orders neighbours by distance, then by slot: a search finds them in another order after Restore.
func (n neighbour) before(o neighbour) bool {
	return n.far2 < o.far2 || n.far2 == o.far2 && n.slot < o.slot
}

// steering is the scratch of avoidance.
type steering struct {
	wishes []Point // by slot: the velocity that a character would have alone
	chosen []Point // by slot: the velocity that it takes
	near   []neighbour
	solver program
}

// moveApart moves every character with a goal, so that no two living ones overlap. All choose a velocity from the
// same state, then they move in the order of slots.
func (a *Arena) moveApart(seconds float64) {
	if a.steer.wishes == nil {
		a.steer.wishes, a.steer.chosen = make([]Point, len(a.slots)), make([]Point, len(a.slots))
	}
	for i := range a.slots {
		a.steer.wishes[i] = a.wish(&a.slots[i], seconds)
	}
	for i := range a.slots {
		if c := &a.slots[i]; c.walks() {
			a.makeWay(c, seconds)
		}
	}
	for i := range a.slots {
		if c := &a.slots[i]; c.walks() {
			a.steer.chosen[i] = a.choose(c, seconds)
		}
	}
	for i := range a.slots {
		if c := &a.slots[i]; c.walks() {
			a.advance(c, seconds)
		} else {
			c.rest()
		}
	}
}

// walks reports whether a character moves toward a goal.
func (c *character) walks() bool { return c.here && c.Going != 0 && c.Alive() }

// blocks reports whether others must not overlap the character.
func (c *character) blocks() bool { return c.here && c.Alive() }

// rest is what a step does to a character that does not move.
func (c *character) rest() { c.Velocity, c.Blocked, c.yields, c.haste = Point{}, 0, 0, max(c.haste, 0) }

// wish returns the velocity that a character would have if it were alone.
func (a *Arena) wish(c *character, seconds float64) Point {
	if !c.walks() {
		return Point{}
	}
	if o := a.get(c.yields); o != nil {
		return c.back(o)
	}
	way := c.Goal.minus(c.At)
	far := length(way)
	if far == 0 {
		return Point{}
	}
	return way.times(min(c.Going/far, 1/seconds))
}

// back returns the velocity with which a character makes way for another: away from it, and out of its line.
func (c *character) back(o *character) Point {
	line, away := unit(o.Goal.minus(o.At)), unit(c.At.minus(o.At))
	side := perp(line)
	if cross(line, away) < 0 {
		side = side.times(-1)
	}
	return unit(along(away, side, aside)).times(c.Going)
}

// turn is the rank of the character for whose sake another moves: itself, or the one that it makes way for. The lowest
// goes first.
func (c *character) turn() ID {
	if c.yields != 0 {
		return c.rank
	}
	return c.own()
}

// calm is added to the ID of a character that was not cornered.
const calm ID = 1 << 63

// own is the rank of a character for its own sake: its ID, after those of all that were cornered.
func (c *character) own() ID {
	if c.haste > 0 {
		return c.ID
	}
	return c.ID | calm
}

// makeWay decides whether a character that is held up lets another pass. Of two that hold up each other, the one whose
// turn is later goes back until the other has passed, and those behind it make way in turn. One that cannot go back
// changes turns with the other after a while. It is the inheritance of priority of Okumura, Machida, Défago and Tamura,
// "Priority inheritance with backtracking" (2019), with that in place of the backtracking.
func (a *Arena) makeWay(c *character, seconds float64) {
	if c.yields != 0 {
		o := a.get(c.yields)
		if o != nil && o.walks() && o.turn() < c.own() && a.presses(o, c, letMetres) {
			if c.rank = o.turn(); o.haste > 0 {
				o.haste = hasteTime
			}
		} else {
			c.yields, c.Blocked = 0, 0
		}
	}
	if c.Blocked >= patience {
		a.giveWay(c)
	}
	a.steer.wishes[c.ID.Slot()] = a.wish(c, seconds)
}

// giveWay finds the character that another should make way for: of those that press it, the one whose turn is first.
func (a *Arena) giveWay(c *character) {
	for _, n := range a.neighbours(c, pressMetres) {
		o := &a.slots[n.slot]
		if !o.walks() || o.yields == 0 && o.Blocked < patience || !a.opposes(o, c) || !a.presses(o, c, pressMetres) {
			continue
		}
		if r := o.turn(); r < c.turn() {
			c.yields, c.rank = o.ID, r
		}
	}
}

// opposes reports whether two characters want to go opposite ways, or one has been held up for long.
func (a *Arena) opposes(o, c *character) bool {
	return c.Blocked >= abreast || dot(a.steer.wishes[o.ID.Slot()], a.steer.wishes[c.ID.Slot()]) < 0
}

// presses reports whether a character moves at another that is not farther than some metres, from edge to edge.
func (a *Arena) presses(o, c *character, metres float64) bool {
	way := c.At.minus(o.At)
	wish := a.steer.wishes[o.ID.Slot()]
	straight := headOn
	if c.Blocked >= abreast {
		straight = 0
	}
	return within(c.At, o.At, c.Body.Radius+o.Body.Radius+metres) &&
		dot(wish, way) > float64(straight*float64(length(wish)*length(way)))
}

// neighbours returns the nearest bodies that block a character, within some metres from edge to edge.
func (a *Arena) neighbours(c *character, metres float64) []neighbour {
	near := a.steer.near[:0]
	s := a.index.around(c.At, c.Body.Radius+a.widest+metres)
	for i := s.next(); i != none; i = s.next() {
		o := &a.slots[i]
		n := neighbour{i, distance2(c.At, o.At)}
		if o == c || !o.blocks() || n.far2 > square(c.Body.Radius+o.Body.Radius+metres) {
			continue
		}
		near = insert(near, n, maxNeighbours)
	}
	a.steer.near = near
	return near
}

// insert inserts a neighbour in order, and drops the farthest of too many.
func insert(near []neighbour, n neighbour, most int) []neighbour {
	if len(near) == most {
		if !n.before(near[len(near)-1]) {
			return near
		}
		near = near[:len(near)-1]
	}
	near = append(near, n)
	for i := len(near) - 1; i > 0 && near[i].before(near[i-1]); i-- {
		near[i], near[i-1] = near[i-1], near[i]
	}
	return near
}

// choose returns the velocity of a character for this step.
func (a *Arena) choose(c *character, seconds float64) Point {
	wish := a.steer.wishes[c.ID.Slot()]
	near := a.neighbours(c, lookMetres)
	if len(near) == 0 {
		return wish
	}
	l := &a.steer.solver
	l.n = 0
	a.addWalls(l, c, seconds)
	l.hard = l.n
	ahead := horizon
	if c.yields == 0 { // it does not look beyond its goal
		ahead = min(ahead, max(c.Goal.Distance(c.At)/c.Going, seconds))
	}
	for _, n := range near {
		l.add(a.avoiding(c, &a.slots[n.slot], ahead, seconds))
	}
	if l.keeps(wish) {
		return wish
	}
	right := keepRight + float64(keepRightMore*float64(min(c.Blocked, 1)*c.ID.bias()))
	if c.Blocked > detourAfter && a.standsBefore(c, near, wish) {
		if right = detour; int(c.Blocked/detourSeconds)%2 == 1 {
			right = -detour
		}
	}
	return l.solve(unit(along(wish, perp(wish), right)).times(length(wish)), c.Going)
}

// bias is a number from 0 to 1 that differs between characters: what each does a bit differently breaks symmetry.
func (id ID) bias() float64 {
	const golden = 2654435769 // 2^32 divided by the golden ratio: neighbours in number differ much
	return float64(uint32(id.Slot()+1)*golden>>16) / (1 << 16)
}

// standsBefore reports whether a standing body is in the way of a character: there it must go around, first on its
// right, then on its left.
func (a *Arena) standsBefore(c *character, near []neighbour, wish Point) bool {
	for _, n := range near {
		o := &a.slots[n.slot]
		if !o.walks() && n.far2 < square(c.Body.Radius+o.Body.Radius+a.options.Space+pressMetres) && dot(wish, o.At.minus(c.At)) > 0 {
			return true
		}
	}
	return false
}

// avoiding returns the constraint on a character's velocity because of another. Two that move share the effort. One
// that stands is passed by.
func (a *Arena) avoiding(c, o *character, ahead, seconds float64) halfPlane {
	share, closer := 0.5, spread
	if !o.walks() {
		share, ahead, closer = 1, min(ahead, horizonStill), squeeze
	}
	away := o.At.minus(c.At)
	touching := c.Body.Radius + o.Body.Radius + skin
	room := min(touching+a.options.Space, max(length(away)*closer, touching)) // less space than that is no collision
	if far2 := dot(away, away); far2 <= square(room) {
		ahead = seconds
	}
	change, dir := against(away, c.Velocity.minus(o.Velocity), room, ahead)
	return halfPlane{along(c.Velocity, change, share), dir}
}

// spread is the share of the distance between two characters that counts as their space, if they have less than they
// should: they do not come nearer, but need not part.
const spread = 0.999

// squeeze is that share for one that stands: it does not come nearer by itself, so that gaps which leave less space can
// be passed at once.
const squeeze = 0.95

// addWalls adds the constraints of the walls that a character could reach in this step.
func (a *Arena) addWalls(l *program, c *character, seconds float64) {
	var seen [maxNearWalls]int32
	room := c.Body.Radius + skin
	if a.m.isOpen(c.At, room+float64(c.Going*seconds)) {
		return
	}
	s := a.m.grid.scan(c.At, c.At, room+float64(c.Going*seconds))
	for near, more := s.next(); more; near, more = s.next() {
		for _, i := range near {
			far2 := a.m.walls[i].distance2To(c.At)
			if far2 > square(room+float64(c.Going*seconds)) || far2 == 0 || l.n == maxNearWalls || slices.Contains(seen[:l.n], i) {
				continue
			}
			seen[l.n] = i
			n := unit(a.m.walls[i].nearest(c.At).minus(c.At))
			l.add(halfPlane{n.times(max(0, det.Sqrt(far2)-room) / seconds), perp(n)})
		}
	}
}

// advance moves a character with the velocity that it has chosen. It never enters another body.
func (a *Arena) advance(c *character, seconds float64) {
	from, wish := c.At, a.steer.wishes[c.ID.Slot()]
	c.turnTo(c.Goal.minus(from), seconds)
	if way := a.steer.chosen[c.ID.Slot()].times(seconds); way != (Point{}) {
		c.At = a.m.slide(from, way, c.Body.Radius, &among{a, c})
	}
	c.Velocity = c.At.minus(from).times(1 / seconds)
	if a.reaches(c, from, wish) {
		c.Going = 0
	}
	c.notice(wish, seconds)
	a.index.put(int32(c.ID.Slot()), c.At)
}

// reaches reports whether a character has arrived: at its goal, or at those who stand in its place.
func (a *Arena) reaches(c *character, from, wish Point) bool {
	if within(c.At, c.Goal, arrived) {
		if a.m.Clear(from, c.Goal, c.Body.Radius) {
			c.At = c.Goal // to the bit
		}
		return true
	}
	if c.yields != 0 || dot(c.Velocity, wish) > 0.5*dot(wish, wish) {
		return false
	}
	for _, n := range a.neighbours(c, a.options.Space+touchMargin) {
		if o := &a.slots[n.slot]; !o.walks() && a.holds(o, c) {
			c.Beside = o.ID
			return true
		}
	}
	return false
}

// holds reports whether a standing character takes up the goal of another that touches it, or has arrived there itself,
// as near as it could get.
func (a *Arena) holds(o, c *character) bool {
	room := c.Body.Radius + o.Body.Radius
	return within(o.At, c.Goal, room+a.options.Space) || within(o.Goal, c.Goal, room)
}

// notice counts for how long a character has made hardly any headway.
func (c *character) notice(wish Point, seconds float64) {
	if c.Going == 0 {
		c.Blocked, c.yields = 0, 0
		return
	}
	share := 0.0
	if fast := dot(wish, wish); fast > 0 && c.yields == 0 {
		share = min(max(dot(c.Velocity, wish)/fast, 0), 1)
	}
	c.Blocked = min(max(c.Blocked+float64(seconds*(1-float64(headway*share))), 0), mostBlocked)
	c.hasten(wish, seconds)
}

// hasten counts for how long a character that should make way cannot, and for how long others make way for it then.
func (c *character) hasten(wish Point, seconds float64) {
	switch {
	case c.haste > 0:
		c.haste = max(c.haste-seconds, 0)
	case c.yields == 0 || headway*dot(c.Velocity, wish) > dot(wish, wish):
		c.haste = 0
	case c.haste-seconds > -cornered:
		c.haste -= seconds
	default:
		c.haste, c.yields, c.Blocked = hasteTime, 0, 0
	}
}

// among is the crowd around a character that moves.
type among struct {
	a    *Arena
	self *character
}

// hit returns the free fraction of the way d from p, like [Map.hit], if no body is in the way before the fraction t.
func (m *among) hit(p, d Point, t float64, normal Point) (float64, Point) {
	first := int32(none)
	own := m.self.Body.Radius + skin
	s := m.a.index.around(p, length(d)+own+m.a.widest)
	for i := s.next(); i != none; i = s.next() {
		o := &m.a.slots[i]
		if o == m.self || !o.blocks() {
			continue
		}
		at, away, ok := meetBody(o.At, p, d, own+o.Body.Radius)
		if ok && (at < t || at == t && first != none && i < first) { // in the order of slots, whatever the index says
			t, normal, first = at, away, i
		}
	}
	return t, normal
}

// meetBody is meet for a body: how far it is from p along d, for a disc of a radius around its middle.
func meetBody(middle, p, d Point, radius float64) (t float64, normal Point, ok bool) {
	away := p.minus(middle)
	if dot(away, away) <= square(radius) {
		away = unit(away)
		return 0, away, dot(d, away) < 0
	}
	t, ok = meetPoint(middle, p, d, radius)
	return t, unit(along(p, d, t).minus(middle)), ok && t <= 1
}

// room reports whether a body of a radius overlaps no living character at a point, but for one.
func (a *Arena) room(p Point, radius float64, but *character) bool {
	s := a.index.around(p, radius+a.widest)
	for i := s.next(); i != none; i = s.next() {
		if o := &a.slots[i]; o != but && o.blocks() && within(p, o.At, radius+o.Body.Radius) {
			return false
		}
	}
	return true
}
