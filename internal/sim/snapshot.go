package sim

import (
	"fmt"
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

// Snapshot appends to b who is where and what they are carrying out, for [World.Restore]. The crowd is saved for itself.
func (w *World) Snapshot(b []byte) []byte {
	from := len(b)
	b = codec.Begin(b, snapshotMagic, snapshotVersion)
	ids := make([]action.AgentID, 0, len(w.people))
	for id := range w.people {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	b = codec.AppendUint(b, len(ids))
	for _, id := range ids {
		b = w.people[id].append(codec.AppendInt(b, id))
	}
	return codec.Seal(b, from)
}

func (p *person) append(b []byte) []byte {
	b = codec.AppendFloat(codec.AppendFloat(b, p.at.X), p.at.Y)
	b = codec.AppendInt(codec.AppendUint(b, p.jobs), p.walk)
	s := &p.step
	b = codec.AppendInt(b, int64(s.operator))
	b = codec.AppendUint(b, len(s.args))
	for _, a := range s.args {
		b = codec.AppendInt(b, int64(a))
	}
	b = codec.AppendBool(codec.AppendBool(codec.AppendBool(b, s.begun), s.worked), s.places)
	b = codec.AppendUint(b, len(s.writes))
	for _, wr := range s.writes {
		b = codec.AppendInt(codec.AppendInt(b, int64(wr.addr)), int64(wr.value))
	}
	return b
}

// Restore makes the people of the map those of a snapshot. Same tells that it is of the same program: steps that are being carried out are then
// gone on with. With an error nothing has changed.
func (w *World) Restore(data []byte, same bool) error {
	payload, err := codec.Open(data, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("sim: %w", err)
	}
	r := codec.NewReader(payload)
	people := map[action.AgentID]*person{}
	for range r.Count() {
		id := action.AgentID(r.Int())
		p := w.readPerson(r)
		if !same {
			p.step = step{}
		}
		people[id] = p
	}
	r.End()
	if err := r.Err(); err != nil {
		return fmt.Errorf("sim: %w", err)
	}
	w.people = people
	return nil
}

func (w *World) readPerson(r *codec.Reader) *person {
	at := Point{r.Float(), r.Float()}
	p := &person{jobs: r.Uint(), walk: r.Int()}
	w.settleIn(p, at)
	s := &p.step
	s.operator = int32(r.Int())
	if s.operator < 0 {
		r.Fail("an operator has no such number")
	}
	for range r.Count() {
		s.args = append(s.args, world.Word(r.Int()))
	}
	s.begun, s.worked, s.places = r.Bool(), r.Bool(), r.Bool()
	for range r.Count() {
		s.writes = append(s.writes, write{world.Addr(r.Int()), world.Word(r.Int())})
	}
	return p
}

// Seed returns what the map and all chance were made from.
func (w *World) Seed() uint64 { return w.seed }
