package town

import (
	"fmt"
	"maps"
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// The frame of a snapshot.
const (
	snapshotMagic   = "KRKSIM\r\n"
	snapshotVersion = 1
)

// Snapshot appends the positions of agents and the steps that they carry out to b, for [World.Restore]. The crowd is
// saved separately.
func (w *World) Snapshot(b []byte) []byte {
	from := len(b)
	people := make([]saved, 0, len(w.people))
	for _, id := range slices.Sorted(maps.Keys(w.people)) {
		people = append(people, saved{id, *w.people[id].at, w.people[id]})
	}
	c := codec.NewWriter(codec.Begin(b, snapshotMagic, snapshotVersion))
	codec.List(c, &people, codec.NoLimit, (*saved).code)
	return codec.Seal(c.Written(), from)
}

// saved is an agent in a snapshot.
type saved struct {
	id     action.AgentID
	at     Point
	person *person
}

func (s *saved) code(c *codec.Coder) {
	if s.person == nil {
		s.person = &person{}
	}
	codec.Int(c, &s.id)
	c.Floats(&s.at.X, &s.at.Y)
	codec.Uint(c, &s.person.jobs)
	codec.Int(c, &s.person.walk)
	s.person.step.code(c)
}

func (s *step) code(c *codec.Coder) {
	if codec.Int(c, &s.operator); c.Reads() && s.operator < 0 {
		c.Fail("the number of an operator is negative")
	}
	for a := range codec.Each(c, &s.args, codec.NoLimit) {
		codec.Int(c, a)
	}
	c.Bools(&s.begun, &s.worked, &s.places)
	for wr := range codec.Each(c, &s.writes, codec.NoLimit) {
		addr := int64(wr.addr)
		codec.Int(c, &addr)
		codec.Int(c, &wr.value)
		wr.addr = world.Addr(addr)
	}
}

// Restore replaces the agents on the map by those of a snapshot. If same is true, the snapshot is of the same program,
// and the steps that were being carried out continue. After an error nothing has changed.
func (w *World) Restore(data []byte, same bool) error {
	payload, err := codec.Open(data, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("town: %w", err)
	}
	r := codec.NewReader(payload)
	var list []saved
	codec.List(r.Coder(), &list, codec.NoLimit, (*saved).code)
	r.End()
	if err := r.Err(); err != nil {
		return fmt.Errorf("town: %w", err)
	}
	people := map[action.AgentID]*person{}
	for i := range list {
		s := &list[i]
		w.settleIn(s.person, s.at)
		if !same {
			s.person.step = step{}
		}
		people[s.id] = s.person
	}
	w.people = people
	return nil
}

// Seed returns the seed of the map and of all random numbers.
func (w *World) Seed() uint64 { return w.seed }
