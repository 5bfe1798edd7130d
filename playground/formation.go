package playground

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// What marching in a formation means, in metres and seconds.
const (
	// DefaultSpacing is the distance between neighbours in a formation, unless the squad's symbol spacing says it: so
	// much more than the radius of a blast that no two are within one when somebody lags.
	DefaultSpacing = 6.0
	leastSpacing   = 0.5
	mostSpacing    = 50.0

	inPlace      = 0.3           // how near to its place a member stands in it
	lagMetres    = 1.0           // how far the others may be behind before the one in front slows down
	leadPace     = 0.75          // share of its speed at which the one in front walks: the others can catch up
	waitPace     = 0.2           // share at which it waits for them
	trailMetres  = 0.5           // between two points of the trail
	maxTrail     = 256           // points of a trail
	turning      = 0.15          // share of the heading that follows the leader's way in a tick
	assignTime   = 1.0           // how often places are assigned again
	roomyTime    = 1.0           // how long there is room for the shape before a file becomes it again
	fallInTime   = 4.0           // how long who has arrived waits for the others
	stayShare    = 0.25          // of the spacing: what a member must save to take over a place
	maxMarches   = MaxCharacters // marches at once: each has a member
	heldUp       = 1.0           // seconds for which the one in front is held up before another may lead
	squeezeSteps = 4             // how finely a place is moved out of a wall
)

// formationShape is the shape of a formation.
type formationShape uint8

const (
	wedge  formationShape = iota // the first at the tip, the others behind it on both sides
	line                         // abreast, the first in the middle
	file                         // one behind the other
	column                       // two files, in pairs
)

// shapeNames are the values of the enum that a file declares for the squad's symbol formation.
var shapeNames = []string{wedge: "wedge", line: "line", file: "file", column: "column"}

// offset returns how far behind the first, and how far to the right of it, the place k of a shape is.
func (s formationShape) offset(k int, spacing float64) (back, side float64) {
	const diagonal = 0.7071067811865476
	rank := float64((k + 1) / 2)
	right := 1 - 2*float64(k%2) // the odd ones are on the left
	switch s {
	case wedge:
		return float64(float64(rank*spacing) * diagonal), float64(float64(right*float64(rank*spacing)) * diagonal)
	case line:
		return 0, float64(right * float64(rank*spacing))
	case column:
		return float64(float64(k/2) * spacing), float64(float64(k%2) * spacing)
	}
	return float64(float64(k) * spacing), 0
}

// marcher is a member of a formation.
type marcher struct {
	Who   int32 // place in the casts
	Place int32 // 0: it leads
	At    arena.Point
}

// formation is a march of members of a squad toward a goal.
type formation struct {
	Squad   int32 // place in groups
	Kind    uint8 // of the goal
	Goal    [2]world.Word
	Tick    int64     // in which it was brought up to date
	Sorted  int64     // in which places were last assigned
	Roomy   int64     // since when there is room for the shape; 0: there is none
	Arrived int64     // when the first arrived; 0: not yet
	Over    bool      // all have arrived, or were waited for
	Narrow  bool      // it is a file, whatever its shape
	Crew    []marcher // in the order of the casts
	Next    []int32   // who has asked in this tick: the next crew
	Trail   []arena.Point
	Heading arena.Point
}

// marches are the formations on the march.
type marches struct {
	of     [][]formation // by squad, as a place in groups
	shapes *world.Symbol // formation, spacing of squads; nil: the file does not declare them
	spaces *world.Symbol
	named  []formationShape // by value of the enum

	placer   squad.Placer
	places   []spot      // of the formation that was laid out last
	first    arena.Point // where the shortest way to a goal leads first
	at, to   []squad.Spot
	was, got []int
	crew     []marcher
}

// findMarches finds the symbols that say how squads march.
func findMarches(info *def.Info, squads int) (s marches) {
	s.of = make([][]formation, squads)
	if sym := info.Schema.Symbol("formation"); sym != nil && sym.Scope == world.ScopeSquad && len(sym.Params) == 0 && sym.Type.Kind == world.KindEnum {
		s.shapes = sym
		for _, name := range info.Schema.Enums[sym.Type.ID].Values {
			s.named = append(s.named, formationShape(max(slices.Index(shapeNames, name), 0)))
		}
	}
	if sym := info.Schema.Symbol("spacing"); sym != nil && sym.Scope == world.ScopeSquad && len(sym.Params) == 0 && sym.Type.Kind == world.KindFloat {
		s.spaces = sym
	}
	return s
}

// manner returns shape and spacing of a squad's formation.
func (s *marches) manner(p *Playground, group int32) (shape formationShape, spacing float64) {
	spacing = DefaultSpacing
	st := p.crowd.State(p.groups[group])
	if st == nil {
		return shape, spacing
	}
	if s.shapes != nil {
		shape = s.named[int(st.Get(s.shapes.Base))]
	}
	if s.spaces != nil {
		if x := st.Get(s.spaces.Base).Float(); x > 0 {
			spacing = min(max(x, leastSpacing), mostSpacing)
		}
	}
	return shape, spacing
}

// find returns the march of a character's squad toward a goal, or nil if the character is in no squad of the scene.
func (s *marches) find(p *Playground, m *member, v action.Value, tick int64) *formation {
	group := p.scene.Casts[m.cast].squad
	if group < 0 || p.crowd.View().SquadOf(m.agent) != p.groups[group] {
		return nil
	}
	list := slices.DeleteFunc(s.of[group], func(f formation) bool { return f.Tick < tick-1 })
	i := slices.IndexFunc(list, func(f formation) bool { return f.Kind == uint8(v.Kind()) && f.Goal == v.Words })
	if i < 0 { // a squad has no more marches than members
		i = len(list)
		list = append(list, formation{Squad: group, Kind: uint8(v.Kind()), Goal: v.Words, Tick: tick})
	}
	s.of[group] = list
	return &list[i]
}

// march walks to a goal with the members of the squad that march there too, each in its place.
func march(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status {
	goal, ok := p.Where(c.Agent(), a[0])
	if !ok {
		return action.Failure
	}
	f := p.marches.find(p, m, a[0], c.Tick())
	if f == nil {
		return moveTo(p, c, m, a, d)
	}
	if f.Tick != c.Tick() {
		f.Tick = c.Tick()
		p.marches.update(p, f, goal)
	}
	who, _ := p.agents.get(m.agent)
	f.Next = append(f.Next, who)
	if f.Over {
		return action.Success
	}
	i := slices.IndexFunc(f.Crew, func(o marcher) bool { return o.Who == who })
	switch {
	case i < 0: // it has a place from the next tick
		p.arena.Stop(m.body)
		return action.Running
	case f.Crew[i].Place == 0:
		return f.lead(p, m, d, goal, p.nearEnough(m, a[0]))
	}
	if p.walk(m, &d.Walk, f.Crew[i].At, p.traits(m).Speed, inPlace/2) != action.Running { // it stands in its place
		d.Walk, m.legs = walk{}, 0
	}
	return action.Running
}

// lead walks in front of a formation. It waits for those who are far from their places.
func (f *formation) lead(p *Playground, m *member, d *deed, goal arena.Point, near float64) action.Status {
	lag := f.lag(p)
	if f.Arrived == 0 {
		pace := leadPace
		if lag > lagMetres {
			pace = max(waitPace, leadPace-float64(0.25*(lag-lagMetres)))
		}
		switch p.walk(m, &d.Walk, goal, float64(p.traits(m).Speed*pace), near) {
		case action.Failure:
			return action.Failure
		case action.Success:
			f.Arrived = p.tick()
		}
		return action.Running
	}
	p.arena.Stop(m.body)
	m.legs = 0
	if lag <= 2*inPlace || p.tick()-f.Arrived >= p.ticks(fallInTime) {
		f.Over = true
		return action.Success
	}
	return action.Running
}

// lag returns how far the member that is farthest from its place is from it.
func (f *formation) lag(p *Playground) (far float64) {
	for _, o := range f.Crew {
		if o.Place != 0 {
			far = max(far, p.at(&p.members[o.Who]).Distance(o.At))
		}
	}
	return far
}

// update brings a formation up to date, before its first member acts in a tick.
func (s *marches) update(p *Playground, f *formation, goal arena.Point) {
	changed := s.enlist(p, f)
	if len(f.Crew) == 0 {
		return
	}
	shape, spacing := s.manner(p, f.Squad)
	if !slices.ContainsFunc(f.Crew, func(o marcher) bool { return o.Place == 0 }) {
		s.appoint(p, f, goal, shape, spacing)
		changed = true
	}
	due := p.tick()-f.Sorted >= p.ticks(assignTime)
	if tight := f.Narrow || f.held(p); changed || due && tight {
		nearer := spacing
		if tight {
			nearer = 2 * f.radius(p)
		}
		changed = s.relieve(p, f, goal, nearer) || changed
	}
	lead := f.leader(p)
	f.follow(p, lead)
	if narrow := f.narrows(p, s.layOut(p, f, p.at(lead), shape, spacing)); narrow != f.Narrow {
		f.Narrow, changed = narrow, true
	}
	if f.Narrow && shape != file {
		shape = file
		s.layOut(p, f, p.at(lead), shape, spacing)
	}
	if changed || due {
		s.assign(p, f, shape, spacing, false)
	}
	for i := range f.Crew {
		o := &f.Crew[i]
		o.At = s.places[o.Place].of(p.at(&p.members[o.Who]))
	}
}

// appoint finds the first of a formation. With a straight way to the goal, the members keep their order as they stand;
// else, or where walls leave no room for the shape, the one with the shortest way leads.
func (s *marches) appoint(p *Playground, f *formation, goal arena.Point, shape formationShape, spacing float64) {
	middle := f.middle(p)
	if f.Heading == (arena.Point{}) {
		f.Heading = heading(middle, goal)
	}
	if p.scene.Map.Clear(middle, goal, f.radius(p)) && !s.layOut(p, f, f.head(p, shape, spacing), shape, spacing) {
		s.assign(p, f, shape, spacing, true)
		return
	}
	if best, _, _ := s.nearest(p, f, goal); best >= 0 {
		f.Crew[best].Place = 0
		f.turn(p, p.at(&p.members[f.Crew[best].Who]), s.first)
		return
	}
	f.Crew[0].Place = 0 // nobody gets there
}

// relieve lets the member with the shortest way to the goal lead, if it is nearer by some metres. Else a squad could
// not leave a dead end whose innermost member leads.
func (s *marches) relieve(p *Playground, f *formation, goal arena.Point, nearer float64) bool {
	best, far, led := s.nearest(p, f, goal)
	if f.Arrived != 0 || best < 0 || far > led-nearer {
		return false
	}
	for i := range f.Crew {
		if f.Crew[i].Place == 0 {
			f.Crew[i].Place = squad.NoPlace
		}
	}
	f.Crew[best].Place = 0
	f.turn(p, p.at(&p.members[f.Crew[best].Who]), s.first)
	return true
}

// nearest returns the member with the shortest way to the goal, or -1 if there is no way; the length of that way, and
// of the way of the member that leads. The way begins toward s.first.
func (s *marches) nearest(p *Playground, f *formation, goal arena.Point) (best int, least, led float64) {
	best, least, led = -1, math.Inf(1), math.Inf(1)
	for i, o := range f.Crew {
		m := &p.members[o.Who]
		path, ok := p.arena.PathTo(m.body, goal, p.path[:0])
		if p.path = path[:0]; !ok || len(path) == 0 {
			continue
		}
		far, at := 0.0, p.at(m)
		for _, to := range path {
			far, at = far+at.Distance(to), to
		}
		if far < least {
			best, least, s.first = i, far, path[0]
		}
		if o.Place == 0 {
			led = far
		}
	}
	return best, least, led
}

// turn makes a formation begin at a point, toward another.
func (f *formation) turn(p *Playground, at, to arena.Point) {
	f.Trail, f.Heading = f.Trail[:0], heading(at, to)
}

// held reports whether others hold up the one in front.
func (f *formation) held(p *Playground) bool {
	c, _ := p.arena.Character(f.leader(p).body)
	return c.Blocked >= heldUp
}

// radius returns that of the widest member.
func (f *formation) radius(p *Playground) (radius float64) {
	for _, o := range f.Crew {
		radius = max(radius, p.traits(&p.members[o.Who]).Radius)
	}
	return radius
}

// enlist makes those who asked in the last tick the crew, in the order of the casts. It reports whether it is another.
func (s *marches) enlist(p *Playground, f *formation) (changed bool) {
	slices.Sort(f.Next)
	s.crew = append(s.crew[:0], f.Crew...)
	f.Crew = f.Crew[:0]
	for _, who := range f.Next {
		if !p.members[who].alive() {
			continue
		}
		o := marcher{Who: who, Place: squad.NoPlace}
		if i := slices.IndexFunc(s.crew, func(o marcher) bool { return o.Who == who }); i >= 0 {
			o = s.crew[i]
		}
		f.Crew = append(f.Crew, o)
	}
	f.Next = f.Next[:0]
	return !slices.EqualFunc(s.crew, f.Crew, func(a, b marcher) bool { return a.Who == b.Who })
}

func (f *formation) middle(p *Playground) (sum arena.Point) {
	for _, o := range f.Crew {
		at := p.at(&p.members[o.Who])
		sum.X, sum.Y = sum.X+at.X, sum.Y+at.Y
	}
	return mean(sum, float64(len(f.Crew)))
}

// heading returns the direction from one point to another, as a unit vector.
func heading(from, to arena.Point) arena.Point {
	far := from.Distance(to)
	if far == 0 {
		return arena.Point{X: 1}
	}
	return arena.Point{X: (to.X - from.X) / far, Y: (to.Y - from.Y) / far}
}

// head returns where the first of a formation would be if the middle of the formation is where the members are.
func (f *formation) head(p *Playground, shape formationShape, spacing float64) arena.Point {
	back := 0.0
	for k := range f.Crew {
		b, _ := shape.offset(k, spacing)
		back += b
	}
	return ahead(f.middle(p), f.Heading, back/float64(len(f.Crew)))
}

// ahead returns the point so many metres from another in a direction.
func ahead(at, way arena.Point, metres float64) arena.Point {
	return arena.Point{X: at.X + float64(way.X*metres), Y: at.Y + float64(way.Y*metres)}
}

func (f *formation) leader(p *Playground) *member {
	i := slices.IndexFunc(f.Crew, func(o marcher) bool { return o.Place == 0 })
	return &p.members[f.Crew[i].Who]
}

// follow extends the trail, and turns the heading to where the leader walks.
func (f *formation) follow(p *Playground, lead *member) {
	at, velocity, _ := p.arena.Pose(lead.body)
	if n := len(f.Trail); n == 0 || f.Trail[n-1].Distance(at) >= trailMetres {
		if n == maxTrail {
			f.Trail = slices.Delete(f.Trail, 0, 1)
		}
		f.Trail = append(f.Trail, at)
	}
	if velocity.Distance(arena.Point{}) < trailMetres { // it hardly moves
		return
	}
	way := heading(arena.Point{}, velocity)
	if to := (arena.Point{X: f.Heading.X + float64(turning*(way.X-f.Heading.X)), Y: f.Heading.Y + float64(turning*(way.Y-f.Heading.Y))}); to.Distance(arena.Point{}) > 0.1 {
		f.Heading = heading(arena.Point{}, to)
	} else { // it has turned round
		f.Heading = way
	}
}

// behind returns the point of the leader's way so many metres behind it. Beyond its beginning, the way goes straight
// on. If there is a wall, left is how many metres beyond the beginning that is.
func (f *formation) behind(p *Playground, at arena.Point, back, radius float64) (to, begin arena.Point, left float64) {
	for i := len(f.Trail) - 1; i >= 0; i-- {
		to := f.Trail[i]
		far := at.Distance(to)
		if far >= back && far > 0 {
			return ahead(at, heading(at, to), back), to, 0
		}
		at, back = to, back-far
	}
	if to = ahead(at, f.Heading, -back); p.scene.Map.Clear(at, to, radius) {
		return to, at, 0
	}
	return to, at, back
}

// spot is a place of a formation.
type spot struct {
	at    squad.Spot
	moved bool // walls have moved it

	// A place in a wall or beyond one, as long as the formation has not gone farther: who has it waits no farther than
	// these metres from where the way of the formation begins.
	left  float64
	begin arena.Point
}

// of returns where a member that stands at a point has the place.
func (s *spot) of(at arena.Point) arena.Point {
	switch {
	case s.left == 0:
		return arena.Point(s.at)
	case at.Distance(s.begin) > s.left:
		return s.begin
	}
	return at
}

// place returns the place k of a formation. Walls move it toward the leader's way, so that nothing is between: then it
// can be reached.
func (f *formation) place(p *Playground, at arena.Point, k int, shape formationShape, spacing, radius float64) spot {
	back, side := shape.offset(k, spacing)
	base, begin, left := f.behind(p, at, back, radius)
	if left > 0 {
		return spot{squad.Spot(base), side != 0, left, begin}
	}
	right := arena.Point{X: -f.Heading.Y, Y: f.Heading.X}
	for step := squeezeSteps; step > 0; step-- {
		if to := ahead(base, right, float64(side*float64(step)/squeezeSteps)); p.scene.Map.Clear(base, to, radius) {
			return spot{at: squad.Spot(to), moved: step < squeezeSteps}
		}
	}
	return spot{at: squad.Spot(base), moved: side != 0}
}

// layOut computes the places of a formation whose first is at a point, with room for its widest member. It reports
// whether there is no room for the shape: walls move half of the places beside the leader's way.
func (s *marches) layOut(p *Playground, f *formation, at arena.Point, shape formationShape, spacing float64) (squeezed bool) {
	beside, moved, radius := 0, 0, f.radius(p)
	s.places, s.to = s.places[:0], s.to[:0]
	for k := range f.Crew {
		to := f.place(p, at, k, shape, spacing, radius)
		s.places, s.to = append(s.places, to), append(s.to, to.at)
		if _, side := shape.offset(k, spacing); side != 0 {
			beside++
		}
		if to.moved {
			moved++
		}
	}
	return moved > 0 && moved*2 >= beside
}

// narrows decides whether a formation is a file: at once when there is no room for its shape, until there has been room
// for a while.
func (f *formation) narrows(p *Playground, squeezed bool) bool {
	switch {
	case squeezed:
		f.Roomy = 0
		return true
	case f.Roomy == 0:
		f.Roomy = p.tick()
	}
	return f.Narrow && p.tick()-f.Roomy < p.ticks(roomyTime)
}

// assign gives each member one of the places that were laid out: the leader keeps its own, unless all get one.
func (s *marches) assign(p *Playground, f *formation, shape formationShape, spacing float64, all bool) {
	s.at, s.was = s.at[:0], s.was[:0]
	first := 1
	if all {
		first = 0
	}
	for _, o := range f.Crew {
		if all || o.Place != 0 {
			s.at = append(s.at, squad.Spot(p.at(&p.members[o.Who])))
			s.was = append(s.was, max(int(o.Place)-first, squad.NoPlace))
		}
	}
	s.placer.Square = shape == file || shape == column
	s.got = s.placer.Assign(s.at, s.to[first:], s.was, float64(stayShare*spacing), s.got[:0])
	i := 0
	for k := range f.Crew {
		if o := &f.Crew[k]; all || o.Place != 0 {
			o.Place = int32(s.got[i] + first)
			i++
		}
	}
	f.Sorted = p.tick()
}

// placeOf returns the place of a character in the formation in which it marches, else its position.
func placeOf(p *Playground, m *member) arena.Point {
	who, _ := p.agents.get(m.agent)
	group := p.scene.Casts[m.cast].squad
	if group < 0 {
		return p.at(m)
	}
	for i := range p.marches.of[group] {
		f := &p.marches.of[group][i]
		if f.Tick < p.tick()-1 {
			continue
		}
		if k := slices.IndexFunc(f.Crew, func(o marcher) bool { return o.Who == who }); k >= 0 {
			return f.Crew[k].At
		}
	}
	return p.at(m)
}

// take takes over saved marches, but for those to objects that no longer exist.
func (s *marches) take(list []formation, now func(world.Object) (world.Object, bool)) {
	for i := range s.of {
		s.of[i] = s.of[i][:0]
	}
	for _, f := range list {
		if world.Kind(f.Kind) == world.KindObject {
			o, ok := now(f.Goal[0])
			if !ok {
				continue
			}
			f.Goal[0] = o
		}
		s.of[f.Squad] = append(s.of[f.Squad], f)
	}
}

// all returns all marches, squad by squad.
func (s *marches) all() []formation { return slices.Concat(s.of...) }

// code saves a march, or reads one.
func (f *formation) code(c *codec.Coder, squads, members int) {
	codec.Below(c, &f.Squad, squads)
	codec.Below(c, &f.Kind, int(world.KindList)+1)
	codec.Int(c, &f.Goal[0])
	codec.Int(c, &f.Goal[1])
	codec.Ints(c, &f.Tick, &f.Sorted, &f.Roomy, &f.Arrived)
	c.Bools(&f.Over, &f.Narrow)
	c.Floats(&f.Heading.X, &f.Heading.Y)
	codec.List(c, &f.Crew, squad.MaxMembers, func(o *marcher, c *codec.Coder) {
		codec.Below(c, &o.Who, members)
		o.Place -= squad.NoPlace
		codec.Below(c, &o.Place, squad.MaxMembers+1)
		o.Place += squad.NoPlace
		c.Floats(&o.At.X, &o.At.Y)
	})
	codec.List(c, &f.Next, squad.MaxMembers, func(who *int32, c *codec.Coder) { codec.Below(c, who, members) })
	codec.List(c, &f.Trail, maxTrail, func(at *arena.Point, c *codec.Coder) { c.Floats(&at.X, &at.Y) })
}
