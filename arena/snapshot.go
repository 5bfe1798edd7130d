package arena

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// The frame of a snapshot.
const (
	snapshotMagic   = "KRKARENA"
	snapshotVersion = 1
)

// Snapshot appends to buf everything that may change: an arena with the same map and options that restores it goes on just the same.
func (a *Arena) Snapshot(buf []byte) []byte {
	from := len(buf)
	return codec.Seal(a.appendState(codec.Begin(buf, snapshotMagic, snapshotVersion)), from)
}

// Hash returns a number for everything that may change, and for map and options: arenas that are equal have equal hashes.
func (a *Arena) Hash() uint64 {
	a.bytes = a.appendState(a.bytes[:0])
	h := uint64(len(a.bytes))
	b := a.bytes
	for ; len(b) >= 8; b = b[8:] {
		h = det.Mix(h ^ binary.LittleEndian.Uint64(b))
	}
	var last [8]byte
	copy(last[:], b)
	return det.Mix(h ^ binary.LittleEndian.Uint64(last[:]))
}

// identity is a number for map and options: what a snapshot must have been made with.
func (a *Arena) identity() uint64 {
	o := &a.options
	h := a.m.hash
	for _, x := range [...]uint64{
		o.Seed, uint64(o.Characters), math.Float64bits(o.WallDamping),
		uint64(o.Energy.Count), math.Float64bits(o.Energy.Amount), math.Float64bits(o.Energy.RespawnSeconds),
		uint64(o.Power.Count), math.Float64bits(o.Power.Amount), math.Float64bits(o.Power.RespawnSeconds),
	} {
		h = det.Mix(h+1) ^ x
	}
	return det.Mix(h)
}

func (a *Arena) appendState(b []byte) []byte {
	b = codec.AppendFixed(b, a.identity())
	b = codec.AppendFloat(b, a.now)
	b = codec.AppendUint(b, a.spots.Counter)
	used := len(a.slots)
	for used > 0 && a.slots[used-1].generation == 0 {
		used--
	}
	b = codec.AppendUint(b, used)
	for i := range a.slots[:used] {
		b = a.slots[i].append(b)
	}
	for i := range a.items {
		b = a.items[i].append(b)
	}
	return b
}

// floats are the numbers of a character that are saved, in order.
func (c *character) floats() [22]*float64 {
	d := &c.Body
	return [...]*float64{
		&d.Radius, &d.Speed, &d.Turn, &d.Sight, &d.ViewAngle, &d.Hearing, &d.Reach, &d.Damage, &d.Cooldown, &d.Health,
		&c.At.X, &c.At.Y, &c.Facing.X, &c.Facing.Y, &c.Velocity.X, &c.Velocity.Y,
		&c.Health, &c.Power, &c.ReadyAt, &c.Goal.X, &c.Goal.Y, &c.Going,
	}
}

func (c *character) append(b []byte) []byte {
	b = codec.AppendUint(b, int64(c.generation))
	b = codec.AppendBool(b, c.here)
	if c.here {
		for _, f := range c.floats() {
			b = codec.AppendFloat(b, *f)
		}
	}
	return b
}

func (item *Item) append(b []byte) []byte {
	b = codec.AppendBool(b, item.There)
	b = codec.AppendFloat(b, item.At.X)
	b = codec.AppendFloat(b, item.At.Y)
	b = codec.AppendFloat(b, item.Back)
	return codec.AppendUint(b, item.draws)
}

// Restore takes the arena to what a snapshot holds, which must have been made with the same map and options. On an error nothing has
// changed.
func (a *Arena) Restore(snapshot []byte) error {
	payload, err := codec.Open(snapshot, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("arena: Restore: %w", err)
	}
	fresh, err := New(a.options)
	if err != nil {
		return err
	}
	r := codec.NewReader(payload)
	fresh.read(r)
	r.End()
	if err := r.Err(); err != nil {
		return fmt.Errorf("arena: Restore: %w", err)
	}
	fresh.finder, fresh.bytes = a.finder, a.bytes
	*a = *fresh
	return nil
}

// read fills a new arena.
func (a *Arena) read(r *codec.Reader) {
	if r.Fixed() != a.identity() {
		r.Fail("it was made with another map or with other options")
	}
	a.now = r.Float()
	if !between(a.now, 0, math.MaxFloat64) {
		r.Fail("its time is no time: %v", a.now)
	}
	a.spots.Counter = r.Uint()
	for slot := range r.Below(len(a.slots) + 1) {
		if a.readCharacter(r, slot); r.Failed() {
			return
		}
	}
	for i := range a.items {
		if a.readItem(r, i); r.Failed() {
			return
		}
	}
}

func (a *Arena) readCharacter(r *codec.Reader, slot int) {
	c := &a.slots[slot]
	c.generation = uint32(r.Below(generationMask + 1))
	here := r.Bool()
	c.ID = makeID(slot, c.generation)
	if !here {
		return
	}
	for _, f := range c.floats() {
		*f = r.Float()
	}
	if r.Failed() {
		return
	}
	if err := c.Body.check(); err != nil || c.generation == 0 || !c.sound(a.m) {
		r.Fail("character %d in it cannot be as it is", slot)
		return
	}
	a.enter(slot)
}

// sound reports whether a character with a sound body can be as it is.
func (c *character) sound(m *Map) bool {
	return m.Fits(c.At, c.Body.Radius) && math.Abs(dot(c.Facing, c.Facing)-1) < 1e-6 && c.Velocity.finite() && sensible(c.Goal) &&
		between(c.Health, 0, c.Body.Health) && between(c.Power, 0, maxNumber) && between(c.Going, 0, c.Body.Speed) && finite(c.ReadyAt)
}

func (a *Arena) readItem(r *codec.Reader, i int) {
	item := &a.items[i]
	item.There = r.Bool()
	item.At = Point{r.Float(), r.Float()}
	item.Back = r.Float()
	item.draws = r.Uint()
	if r.Failed() {
		return
	}
	if !a.m.layout.inside(item.At) || !finite(item.Back) {
		r.Fail("item %d in it cannot be as it is", i)
		return
	}
	a.supplied.take(int32(i))
	if item.There {
		a.supplied.put(int32(i), item.At)
	}
}
