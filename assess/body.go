package assess

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

// Times, lengths and angles by which the measures of bodies are defined.
const (
	stuckSeconds   = 1.0 // for which a character wants to walk
	stuckMetres    = 0.25
	fireSeconds    = 2.0 // for which a shot or strike is fire
	answerSeconds  = 1.0 // for an answer to a wound
	answerAngle    = math.Pi / 6
	earlySeconds   = 0.15
	replySeconds   = 3.0 // an action on somebody who came into view longer ago is no reaction to that
	awaySeconds    = 1.0 // out of view, after which a character comes into view anew
	truthMetres    = 1.0 // from where a character is, a spot is where it is
	mistakenMetres = 3.0 // from there, a memory is another
)

// body is what the meter knows about the body of an agent.
type body struct {
	place int // in the casts; -1: none
	fire  int64
	trail []arena.Point // of the last second in which it wanted to walk
	cones []playground.Cone
	views map[world.Object]view
	hurt  wound
}

// view is a character that is in view.
type view struct {
	since int64
	fresh bool // it was not remembered when it came into view, and nothing else than sight has told of it
	now   int64
}

// wound is a hit by somebody unseen, to be answered.
type wound struct {
	tick   int64 // 0: there is none
	from   arena.Point
	angle  float64 // between its facing and the attacker
	before []deed
	other  bool // it has started something else
}

func (b *body) arrive(e *meter, m *mind) {
	b.place = -1
	if e.play == nil || m.squad {
		return
	}
	b.views = map[world.Object]view{}
	b.cones = e.play.Cones(m.id, nil)
	for _, a := range e.info.Agents {
		for i := range a.Senses {
			if a.Name == m.kind && a.Senses[i].TouchRange > 0 {
				b.cones = append(b.cones, playground.Cone{Range: a.Senses[i].TouchRange})
			}
		}
	}
	if i, ok := e.play.PlaceOf(m.id); ok {
		b.place = i
	}
}

// see notes which characters are in view.
func (b *body) see(e *meter, m *mind) {
	mind := e.crowd.Memory(m.id)
	if mind == nil || len(b.cones) == 0 {
		return
	}
	me := &e.pitch.list[b.place]
	for k := range e.pitch.list {
		c := &e.pitch.list[k]
		if k == b.place || c.Agent == 0 || !b.isInView(e, me, c.At) {
			continue
		}
		v, seen := b.views[c.Object]
		if !seen || e.tick-v.now > e.ticks(awaySeconds) {
			_, known := mind.Find(sense.ObjectID(c.Object))
			v = view{since: e.tick, fresh: !known}
		}
		v.now = e.tick
		b.views[c.Object] = v
	}
}

func (b *body) isInView(e *meter, me *playground.Character, at arena.Point) bool {
	far := me.At.Distance(at)
	for _, c := range b.cones {
		if far <= c.Range && (c.Angle == 0 || angleTo(me, at) <= c.Angle/2) {
			return e.play.Scene().Map.Visible(me.At, at)
		}
	}
	return false
}

// angleTo returns the angle between a character's facing and the direction to a point, 0..pi.
func angleTo(c *playground.Character, at arena.Point) float64 {
	x, y := at.X-c.At.X, at.Y-c.At.Y
	along, across := float64(x*c.Facing.X)+float64(y*c.Facing.Y), float64(x*c.Facing.Y)-float64(y*c.Facing.X)
	return math.Abs(det.Atan2(across, along))
}

// perceive notes that an agent learned of a character by something else than sight.
func (b *body) perceive(e *meter, m *mind, o world.Object, kind sense.EventKind, by sense.SensorKind) {
	if v, seen := b.views[o]; seen && by != sense.Sight && (kind == sense.Noticed || kind == sense.Updated) {
		v.fresh = false
		b.views[o] = v
	}
}

// wound notes a hit by another character.
func (b *body) wound(e *meter, m *mind, hit *playground.Blow) {
	mind := e.crowd.Memory(m.id)
	if mind == nil || hit.By < 0 || b.hurt.tick != 0 || hit.Kind == playground.Blast {
		return
	}
	if i, known := mind.Find(sense.ObjectID(e.pitch.list[hit.By].Object)); known && mind.Sensed(i) {
		return
	}
	w := wound{tick: e.tick, from: hit.From, angle: angleTo(&e.pitch.list[hit.At], hit.From)}
	for i := range m.running {
		w.before = append(w.before, m.running[i].deed)
	}
	b.hurt = w
}

// start measures an action that starts.
func (b *body) start(e *meter, m *mind, d *deed) {
	if e.play == nil || b.place < 0 {
		return
	}
	if w := &b.hurt; w.tick != 0 && !d.among(w.before) {
		w.other = true
	}
	mind := e.crowd.Memory(m.id)
	if mind == nil {
		return
	}
	for _, o := range d.things {
		if _, there := e.pitch.things[o]; !there || o == e.crowd.Body(m.id) {
			continue
		}
		if !e.pitch.knows(e, b.place, o) {
			m.count(e, untrue, *d)
		}
		if v, seen := b.views[o]; seen && v.fresh {
			b.react(e, m, d, float64(e.tick-v.since)/float64(e.crowd.TPS()))
			v.fresh = false
			b.views[o] = v
		}
	}
	for _, to := range d.spots {
		if e.pitch.isSecret(e, b.place, arena.Point{X: to.X, Y: to.Y}) {
			m.count(e, untrue, *d)
		}
	}
}

// react measures the first action on a character that came into view some seconds ago.
func (b *body) react(e *meter, m *mind, d *deed, seconds float64) {
	if seconds < earlySeconds {
		m.count(e, early, *d)
	}
	if seconds <= replySeconds {
		m.tally.add(response, seconds)
		m.tally.of[response]++
		e.note(m, response, *d)
	}
}

// pass ends a tick of the body.
func (b *body) pass(e *meter, m *mind) {
	if e.play == nil || b.place < 0 || e.pitch.who[b.place] != m {
		return
	}
	c := &e.pitch.list[b.place]
	e.pitch.way = e.play.Way(m.id, e.pitch.way[:0])
	b.walk(e, m, c)
	if b.fire != 0 && e.tick-b.fire < e.ticks(fireSeconds) {
		m.tally.of[exposed]++
		if !m.isBusy(e) && e.pitch.isExposed(b.place) {
			m.count(e, exposed)
		}
	}
	if w := &b.hurt; w.tick != 0 && e.tick-w.tick >= e.ticks(answerSeconds) {
		m.tally.of[ignored]++
		if !w.other && w.angle-angleTo(c, w.from) < answerAngle {
			m.count(e, ignored)
		}
		b.hurt = wound{}
	}
}

// walk measures whether it gets on.
func (b *body) walk(e *meter, m *mind, c *playground.Character) {
	if len(e.pitch.way) == 0 {
		b.trail = b.trail[:0]
		return
	}
	b.trail = append(b.trail, c.At)
	n := int(e.ticks(stuckSeconds))
	if len(b.trail) <= n {
		return
	}
	b.trail = slices.Delete(b.trail, 0, len(b.trail)-n-1)
	if !slices.ContainsFunc(b.trail, func(at arena.Point) bool { return at.Distance(c.At) > stuckMetres }) {
		m.count(e, stuck)
	}
}

// unit returns the unit vector of one of n directions.
func unit(i, n int) arena.Point {
	angle := float64(float64(i)*2*math.Pi) / float64(n)
	return arena.Point{X: det.Cos(angle), Y: det.Sin(angle)}
}
