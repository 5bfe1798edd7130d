package remote

import (
	"errors"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxWalls is the maximum number of walls that block sight: each look tests all of them.
const MaxWalls = 4096

// MaxNameBytes is the maximum length of the name of an object that a game adds.
const MaxNameBytes = 1024

// scenery answers what senses ask, from the bodies and walls that the game has sent. During a tick it does not change.
type scenery struct {
	bodies []body       // in order of objects
	walls  [][4]float64 // from x, y, to x, y
}

// body is an object that can be perceived.
type body struct {
	id karakuri.Object
	is action.SenseObject
	// How it sounds when its agent says something; Loudness 0: nobody hears it.
	voice action.Sound
}

func newScenery() *scenery { return &scenery{} }

// find returns the index of an object's body, or the index to insert it.
func (sc *scenery) find(id karakuri.Object) (int, bool) {
	return slices.BinarySearchFunc(sc.bodies, id, func(b body, id karakuri.Object) int {
		switch {
		case b.id < id:
			return -1
		case b.id > id:
			return 1
		}
		return 0
	})
}

// remove forgets the body of an object; it returns false if there is none.
func (sc *scenery) remove(id karakuri.Object) bool {
	i, ok := sc.find(id)
	if ok {
		sc.bodies = slices.Delete(sc.bodies, i, i+1)
	}
	return ok
}

// sweep forgets the bodies of objects that are gone.
func (sc *scenery) sweep(st *world.State) {
	sc.bodies = slices.DeleteFunc(sc.bodies, func(b body) bool { return !st.Alive(b.id) })
}

// Object implements [action.SenseHost].
func (sc *scenery) Object(id action.SenseID) (o action.SenseObject, ok bool) {
	i, ok := sc.find(karakuri.Object(id))
	if !ok {
		return o, false
	}
	return sc.bodies[i].is, true
}

// Near implements [action.SenseHost].
func (sc *scenery) Near(p action.Vec2, radius float64, buf []action.SenseSpot) []action.SenseSpot {
	for i := range sc.bodies {
		at := sc.bodies[i].is.At
		if dx, dy := at.X-p.X, at.Y-p.Y; float64(dx*dx)+float64(dy*dy) <= float64(radius*radius) {
			buf = append(buf, action.SenseSpot{Object: action.SenseID(sc.bodies[i].id), At: at})
		}
	}
	return buf
}

// Visible implements [action.SenseHost].
func (sc *scenery) Visible(from, to action.Vec2) bool {
	for i := range sc.walls {
		if crosses(&sc.walls[i], from, to) {
			return false
		}
	}
	return true
}

// Walls implements [action.SenseHost].
func (sc *scenery) Walls(from, to action.Vec2) (n int) {
	for i := range sc.walls {
		if crosses(&sc.walls[i], from, to) {
			n++
		}
	}
	return n
}

// Voice implements [action.SenseVoice].
func (sc *scenery) Voice(id action.SenseID) (s action.Sound, ok bool) {
	i, ok := sc.find(karakuri.Object(id))
	if !ok || sc.bodies[i].voice.Loudness == 0 {
		return s, false
	}
	s = sc.bodies[i].voice
	s.At = sc.bodies[i].is.At
	return s, true
}

// crosses reports whether a look passes through a wall. One that only touches it does too.
func crosses(w *[4]float64, from, to action.Vec2) bool {
	if max(w[0], w[2]) < min(from.X, to.X) || min(w[0], w[2]) > max(from.X, to.X) || max(w[1], w[3]) < min(from.Y, to.Y) || min(w[1], w[3]) > max(from.Y, to.Y) {
		return false
	}
	return side(w[0], w[1], w[2], w[3], from)*side(w[0], w[1], w[2], w[3], to) <= 0 &&
		side(from.X, from.Y, to.X, to.Y, action.Vec2{X: w[0], Y: w[1]})*side(from.X, from.Y, to.X, to.Y, action.Vec2{X: w[2], Y: w[3]}) <= 0
}

// side returns on which side of a line a point is. Products are rounded before they are subtracted, so that it is the
// same on every processor.
func side(ax, ay, bx, by float64, p action.Vec2) float64 {
	d := float64((bx-ax)*(p.Y-ay)) - float64((by-ay)*(p.X-ax))
	switch {
	case d > 0:
		return 1
	case d < 0:
		return -1
	}
	return 0
}

// place carries out items about objects and their perceptible properties.
func (s *Session) place(it Item) {
	switch it.Op {
	case OpObject:
		s.addObject(it)
	case OpRemoveObject:
		if o := karakuri.Object(it.Int(0)); !s.in.RemoveObject(o) {
			s.refuse(NoObject, it.Op, it.Int(0))
		} else {
			s.senses.remove(o)
		}
	case OpBody:
		s.body(it)
	case OpRemoveBody:
		if !s.senses.remove(karakuri.Object(it.Int(0))) {
			s.refuse(NoObject, it.Op, it.Int(0))
		}
	case OpWalls:
		s.addWalls(it)
	case OpSound:
		x := action.Sound{From: action.SenseID(it.Int(0)), At: action.Vec2{X: it.Float(1), Y: it.Float(2)}, Loudness: it.Float(3), Kind: it.Int(4), Importance: it.Float(5), Said: int64(it.Number)}
		if !finite(it, 1, 2, 3, 5) || !s.manifest.isSaid(it.Number) {
			s.refuse(BadValue, it.Op, it.Int(0))
		} else if !s.in.Sound(x) {
			s.refuse(NoSense, it.Op, it.Int(0))
		}
	case OpVoice:
		s.voice(it)
	case OpDamage:
		x := action.Damage{From: action.SenseID(it.Int(1)), At: action.Vec2{X: it.Float(2), Y: it.Float(3)}, Amount: it.Float(4), Importance: it.Float(5)}
		if !finite(it, 2, 3, 4, 5) {
			s.refuse(BadValue, it.Op, it.Int(0))
		} else if !s.in.Damage(karakuri.AgentID(it.Int(0)), x) {
			s.refuse(NoSense, it.Op, it.Int(0))
		}
	}
}

func (s *Session) addObject(it Item) {
	types := s.program.Info.Schema.Types
	name, ok := it.Text(1)
	var o karakuri.Object
	switch {
	case int(it.Number) >= len(types):
		s.refuse(UnknownNumber, OpObject, int64(it.Number))
	case !ok:
		s.refuse(BadValue, OpObject, int64(it.Number))
	case len(name) > MaxNameBytes:
		s.refuse(TooMany, OpObject, MaxNameBytes)
	default:
		var err error
		o, err = s.in.AddObject(types[it.Number].Name, name)
		switch {
		case errors.Is(err, world.ErrDuplicateName):
			s.refuse(NameTaken, OpObject, int64(it.Number))
		case err != nil:
			s.refuse(NoRoom, OpObject, int64(it.Number))
		}
	}
	ref := int64(0)
	if it.Len() > 0 {
		ref = it.Int(0)
	}
	s.out = appendInt(appendInt(appendHead(s.out, OpAdded, 0, 2, 0), ref), int64(o))
}

// body notes how an object is that can be perceived.
func (s *Session) body(it Item) {
	o := karakuri.Object(it.Int(0))
	if !s.in.World().Alive(o) {
		s.refuse(NoObject, OpBody, int64(o))
		return
	}
	if !finite(it, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12) || it.Number > uint32(action.AllSenseParts) {
		s.refuse(BadValue, OpBody, int64(o))
		return
	}
	b := body{id: o, is: action.SenseObject{At: vec(it, 1), Velocity: vec(it, 3), Facing: vec(it, 5), Kind: it.Int(7), Importance: it.Float(8),
		Values: [action.MaxSenseValues]float64{it.Float(9), it.Float(10), it.Float(11), it.Float(12)},
		Fixed:  it.Flags&FlagFixed != 0, Has: action.SenseParts(it.Number)}}
	s.senses.put(b)
}

// voice gives a body a voice, or takes it away.
func (s *Session) voice(it Item) {
	i, ok := s.senses.find(karakuri.Object(it.Int(0)))
	switch {
	case !ok:
		s.refuse(NoObject, OpVoice, it.Int(0))
	case !finite(it, 1, 3) || it.Float(1) < 0:
		s.refuse(BadValue, OpVoice, it.Int(0))
	default:
		s.senses.bodies[i].voice = action.Sound{Loudness: it.Float(1), Kind: it.Int(2), Importance: it.Float(3)}
	}
}

func vec(it Item, i int) action.Vec2 { return action.Vec2{X: it.Float(i), Y: it.Float(i + 1)} }

// finite reports whether words of an item are numbers.
func finite(it Item, at ...int) bool {
	for _, i := range at {
		if f := it.Float(i); math.IsNaN(f) || math.IsInf(f, 0) {
			return false
		}
	}
	return true
}

func (s *Session) addWalls(it Item) {
	n := it.Len() / 4
	if it.Len()%4 != 0 {
		s.refuse(BadArguments, OpWalls, int64(it.Len()))
		return
	}
	before := len(s.senses.walls)
	if it.Flags&FlagClear != 0 {
		before = 0
	}
	if before+n > MaxWalls {
		s.refuse(TooMany, OpWalls, MaxWalls)
		return
	}
	for i := range it.Len() {
		if !finite(it, i) {
			s.refuse(BadValue, OpWalls, int64(i))
			return
		}
	}
	s.senses.walls = s.senses.walls[:before]
	for i := range n {
		s.senses.walls = append(s.senses.walls, [4]float64{it.Float(4 * i), it.Float(4*i + 1), it.Float(4*i + 2), it.Float(4*i + 3)})
	}
}
