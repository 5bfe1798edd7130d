package playground

import (
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// The frame of a snapshot.
const (
	snapshotMagic   = "KRKPLAYG"
	snapshotVersion = 3
)

// Snapshot appends to buf the playground with its crowd and arena, for [Restore] and [Playground.Rollback]: what follows is the same as
// without.
func (p *Playground) Snapshot(buf []byte) []byte {
	from := len(buf)
	b := codec.Begin(buf, snapshotMagic, snapshotVersion)
	b = codec.AppendUint(b, p.named)
	b = codec.AppendUint(b, p.places.Counter)
	b = codec.AppendUint(b, len(p.members))
	for i := range p.members {
		b = p.members[i].append(b)
	}
	b = codec.AppendUint(b, len(p.items))
	for i := range p.items {
		b = p.items[i].append(b)
	}
	b = p.appendScenery(b)
	b = codec.AppendBytes(b, p.arena.Snapshot(nil))
	b = codec.AppendBytes(b, p.crowd.Snapshot(nil))
	return codec.Seal(b, from)
}

func (m *member) append(b []byte) []byte {
	b = codec.AppendInt(b, m.agent)
	b = codec.AppendUint(b, uint64(m.body))
	b = codec.AppendInt(b, int64(m.object))
	b = codec.AppendFloat(b, m.health)
	b = codec.AppendFloat(b, m.power)
	b = codec.AppendBool(b, m.moved)
	for _, n := range m.times() {
		b = codec.AppendInt(b, *n)
	}
	t := &m.tally
	for _, n := range t.counts() {
		b = codec.AppendInt(b, *n)
	}
	b = codec.AppendFloat(b, t.Given)
	return codec.AppendFloat(b, t.Taken)
}

func (m *member) times() [11]*int64 {
	return [...]*int64{&m.ready, &m.hurt, &m.back, &m.acted, &m.step, &m.pinned, &m.rounds, &m.spare, &m.bombs, &m.tally.Alive, &m.tally.Idle}
}

func (t *Tally) counts() [7]*int {
	return [...]*int{&t.Energy, &t.Power, &t.Attacks, &t.Shots, &t.Thrown, &t.Kills, &t.Deaths}
}

func (it *item) append(b []byte) []byte {
	b = codec.AppendBool(b, it.there)
	b = codec.AppendInt(b, int64(it.object))
	b = codec.AppendFloat(b, it.at.X)
	b = codec.AppendFloat(b, it.at.Y)
	b = codec.AppendInt(b, it.back)
	return codec.AppendUint(b, it.draws)
}

// Restore returns a playground that goes on where [Playground.Snapshot] was called, with the same scene. The program may have changed
// since: what is known goes over by its name, as [agent.Restore] tells, and who is gone for it comes back as another. The seed must be the
// same; TPS is that of the snapshot. The error tells why it is refused.
func Restore(of *program.Program, scene *Scene, o Options, data []byte) (*Playground, *agent.Report, error) {
	p, err := prepare(of, scene, o)
	if err != nil {
		return nil, nil, err
	}
	s, err := p.read(data)
	if err != nil {
		return nil, nil, err
	}
	crowd, report, err := agent.Restore(of, p.bindings, p.options.Crowd, s.crowd)
	if err != nil {
		return nil, nil, err
	}
	p.options.Crowd.TPS = crowd.TPS()
	if err := p.arena.Restore(s.arena); err != nil {
		return nil, nil, err
	}
	p.crowd = crowd
	p.take(s, report.Object)
	if err := p.rejoin(); err != nil {
		return nil, nil, err
	}
	return p, report, nil
}

// Rollback takes the playground back to a snapshot that was made of it. With an error nothing has changed.
func (p *Playground) Rollback(data []byte) error {
	s, err := p.read(data)
	if err != nil {
		return err
	}
	arenaNow := p.arena.Snapshot(nil)
	if err := p.arena.Restore(s.arena); err != nil {
		return err
	}
	if err := p.crowd.Rollback(s.crowd); err != nil {
		_ = p.arena.Restore(arenaNow)
		return err
	}
	p.take(s, func(o world.Object) (world.Object, bool) { return o, true })
	return nil
}

// saved is what a snapshot holds.
type saved struct {
	named        int64
	places       uint64
	members      []member
	items        []item
	marks        []world.Object
	groups       []agent.ID
	bombs        []bomb
	arena, crowd []byte
}

// read takes a snapshot apart.
func (p *Playground) read(data []byte) (*saved, error) {
	payload, err := codec.Open(data, snapshotMagic, snapshotVersion)
	if err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	r := codec.NewReader(payload)
	s := &saved{named: int64(r.Below(math.MaxInt32)), places: r.Uint()}
	p.readMembers(r, s)
	p.readItems(r, s)
	p.readScenery(r, s)
	s.arena, s.crowd = r.Bytes(), r.Bytes()
	r.End()
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	return s, nil
}

const otherScene = "it was made with another scene"

func (p *Playground) readMembers(r *codec.Reader, s *saved) {
	if n := r.Count(); n != p.scene.Characters() {
		r.Fail(otherScene)
		return
	}
	for i := range p.scene.Casts {
		c := &p.scene.Casts[i]
		for range c.Count {
			m := member{cast: int32(i)}
			m.read(r)
			if !r.Failed() && !(m.health >= 0 && m.health <= c.Traits.Health && m.power >= 0 && m.power <= c.Traits.Power) {
				r.Fail("a %s in it cannot be as it is", c.Kind)
			}
			s.members = append(s.members, m)
		}
	}
}

func (m *member) read(r *codec.Reader) {
	m.agent, m.body, m.object = agent.ID(r.Int()), arena.ID(r.Uint()), world.Object(r.Int())
	m.health, m.power, m.moved = r.Float(), r.Float(), r.Bool()
	for _, n := range m.times() {
		*n = r.Int()
	}
	for _, n := range m.tally.counts() {
		*n = int(r.Int())
	}
	m.tally.Given, m.tally.Taken = r.Float(), r.Float()
}

func (p *Playground) readItems(r *codec.Reader, s *saved) {
	if n := r.Count(); n != p.scene.CountItems() {
		r.Fail(otherScene)
		return
	}
	w, h := p.scene.Map.Size()
	for i := range p.scene.Items {
		for range p.scene.Items[i].Count {
			it := item{supply: int32(i), there: r.Bool(), object: world.Object(r.Int()), at: arena.Point{X: r.Float(), Y: r.Float()}, back: r.Int(), draws: r.Uint()}
			if !r.Failed() && !(it.at.X >= 0 && it.at.X <= w && it.at.Y >= 0 && it.at.Y <= h) {
				r.Fail("an item in it is off the map")
			}
			s.items = append(s.items, it)
		}
	}
}

// take makes the playground what was read. The crowd and the arena are restored already; now tells what objects are.
func (p *Playground) take(s *saved, now func(world.Object) (world.Object, bool)) {
	p.named, p.places.Counter = s.named, s.places
	p.members, p.items = s.members, s.items
	clear(p.agents)
	clear(p.bodies)
	clear(p.things)
	for i := range p.members {
		p.settle(i)
	}
	for i := range p.items {
		it := &p.items[i]
		if it.object == 0 {
			continue
		}
		o, ok := now(it.object)
		if !ok || !p.crowd.World().Alive(o) {
			*it = item{supply: it.supply, draws: it.draws}
			continue
		}
		it.object = o
		p.things[o] = thing{what: anItem, index: int32(i)}
	}
	p.takeScenery(s, now)
}

// settle finds out whether a character that was read is there.
func (p *Playground) settle(i int) {
	m := &p.members[i]
	if m.agent == 0 {
		return
	}
	if _, there := p.arena.Character(m.body); !there || !p.crowd.Has(m.agent) {
		p.arena.Remove(m.body)
		m.agent, m.body, m.object = 0, 0, 0
		m.back = p.tick() + 1
		return
	}
	m.object = p.crowd.Body(m.agent)
	p.index(i)
}
