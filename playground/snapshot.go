package playground

import (
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// The frame of a snapshot.
const (
	snapshotMagic   = "KRKPLAYG"
	snapshotVersion = 6
)

// Snapshot appends to buf the playground with its crowd and arena, for [Restore] and [Playground.Rollback]. A restored
// playground continues exactly as this one does.
func (p *Playground) Snapshot(buf []byte) []byte {
	from := len(buf)
	c := codec.NewWriter(codec.Begin(buf, snapshotMagic, snapshotVersion))
	p.code(c, &saved{named: p.named, places: p.places.Counter, members: p.members, items: p.items, marks: p.marks, groups: p.groups, bombs: p.bombs, marches: p.marches.all(),
		arena: p.arena.Snapshot(nil), crowd: p.crowd.Snapshot(nil)})
	return codec.Seal(c.Written(), from)
}

func (m *member) code(c *codec.Coder) {
	codec.Int(c, &m.agent)
	codec.Uint(c, &m.body)
	codec.Int(c, &m.object)
	c.Floats(&m.health, &m.power)
	c.Bools(&m.moved)
	t := &m.tally
	codec.Ints(c, &m.ready, &m.hurt, &m.back, &m.acted, &m.step, &m.pinned, &m.rounds, &m.spare, &m.bombs, &t.Alive, &t.Idle)
	codec.Ints(c, &t.Energy, &t.Power, &t.Attacks, &t.Shots, &t.Thrown, &t.Kills, &t.Deaths)
	c.Floats(&t.Given, &t.Taken)
	codec.List(c, &m.looked, maxCells, func(tick *int64, c *codec.Coder) {
		if codec.Int(c, tick); *tick < 0 {
			c.Fail("a look has a negative tick")
		}
	})
	for t := range codec.Each(c, &m.told, codec.NoLimit) {
		codec.Ints(c, &t.due, &t.at)
		for cell := range codec.Each(c, &t.cells, maxCells) {
			codec.Below(c, cell, max(1, len(m.looked)))
		}
	}
}

func (it *item) code(c *codec.Coder) {
	c.Bools(&it.there)
	codec.Int(c, &it.object)
	c.Floats(&it.at.X, &it.at.Y)
	codec.Int(c, &it.back)
	codec.Uint(c, &it.draws)
}

// Restore returns a playground that continues from a [Playground.Snapshot], with the same scene. If the program has
// changed since, state carries over by name, as in [karakuri.Restore]; characters whose agents do not carry over
// return as new ones. The seed must be the same; TPS is that of the snapshot. The error reports why the snapshot is
// refused.
func Restore(of *karakuri.Program, scene *Scene, o Options, data []byte) (*Playground, *karakuri.Report, error) {
	p, err := prepare(of, scene, o)
	if err != nil {
		return nil, nil, err
	}
	s, err := p.read(data)
	if err != nil {
		return nil, nil, err
	}
	crowd, report, err := bridge.Restore(p.program, p.bindings, p.options.Crowd, s.crowd)
	if err != nil {
		return nil, nil, err
	}
	p.options.Crowd.TPS = crowd.(*karakuri.Crowd).TPS()
	if err := p.arena.Restore(s.arena); err != nil {
		return nil, nil, err
	}
	p.inhabit(crowd.(*karakuri.Crowd))
	p.take(s, report.Object)
	if err := p.rejoin(); err != nil {
		return nil, nil, err
	}
	p.charts.survey(p)
	return p, bridge.Report.Out(report).(*karakuri.Report), nil
}

// Rollback restores the playground to one of its own snapshots. After an error nothing has changed.
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
	p.charts.survey(p)
	return nil
}

// saved is the content of a snapshot.
type saved struct {
	named        int64
	places       uint64
	members      []member
	items        []item
	marks        []mark
	groups       []agent.ID
	bombs        []bomb
	marches      []formation
	arena, crowd []byte
}

// read splits a snapshot.
func (p *Playground) read(data []byte) (*saved, error) {
	payload, err := codec.Open(data, snapshotMagic, snapshotVersion)
	if err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	r := codec.NewReader(payload)
	s := &saved{members: p.scene.members(), items: p.scene.items(), marks: make([]mark, p.scene.CountLandmarks()), groups: make([]agent.ID, len(p.scene.Squads))}
	p.code(r.Coder(), s)
	r.End()
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	return s, nil
}

const otherScene = "it was made with another scene"

// code saves what a snapshot holds, or fills it; its lists are as long as the scene has it.
func (p *Playground) code(c *codec.Coder, s *saved) {
	codec.Below(c, &s.named, math.MaxInt32)
	codec.Uint(c, &s.places)
	codec.Times(c, s.members, otherScene, p.codeMember)
	codec.Times(c, s.items, otherScene, func(it *item, c *codec.Coder) { it.codeOn(p.scene.Map, c) })
	codec.Times(c, s.marks, otherScene, func(m *mark, c *codec.Coder) { codec.Int(c, &m.object) })
	codec.Times(c, s.groups, otherScene, func(id *agent.ID, c *codec.Coder) { codec.Int(c, id) })
	codec.List(c, &s.bombs, MaxBombs, func(g *bomb, c *codec.Coder) {
		codec.Below(c, &g.by, max(1, len(s.members)))
		c.Floats(&g.at.X, &g.at.Y)
		codec.Int(c, &g.burst)
	})
	codec.List(c, &s.marches, maxMarches, func(f *formation, c *codec.Coder) { f.code(c, max(1, len(s.groups)), max(1, len(s.members))) })
	c.Bytes(&s.arena)
	c.Bytes(&s.crowd)
}

func (p *Playground) codeMember(m *member, c *codec.Coder) {
	m.code(c)
	if of := &p.scene.Casts[m.cast]; c.Reads() && !(m.health >= 0 && m.health <= of.Traits.Health && m.power >= 0 && m.power <= of.Traits.Power) {
		c.Fail("a %s has invalid values", of.Kind)
	}
}

func (it *item) codeOn(m *arena.Map, c *codec.Coder) {
	it.code(c)
	if w, h := m.Size(); c.Reads() && !(it.at.X >= 0 && it.at.X <= w && it.at.Y >= 0 && it.at.Y <= h) {
		c.Fail("an item is off the map")
	}
}

// take applies the saved data. The crowd and the arena are restored already; now maps saved objects to present ones.
func (p *Playground) take(s *saved, now func(world.Object) (world.Object, bool)) {
	p.named, p.places.Counter = s.named, s.places
	p.members, p.items = s.members, s.items
	p.agents.clear()
	p.bodies.clear()
	p.things.clear()
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
		p.things.put(o, thing{what: anItem, index: int32(i)})
	}
	p.takeScenery(s, now)
	p.marches.take(s.marches, now)
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
	p.queries.looks.fit(m, p.scene.Casts[m.cast].Kind)
	p.index(i)
}
