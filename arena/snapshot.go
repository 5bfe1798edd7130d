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
	snapshotVersion = 2
)

// Snapshot appends to buf everything that can change. An arena with the same map and options that restores it continues
// identically.
func (a *Arena) Snapshot(buf []byte) []byte {
	from := len(buf)
	return codec.Seal(a.appendState(codec.Begin(buf, snapshotMagic, snapshotVersion)), from)
}

// Hash returns a hash of everything that can change, and of map and options: equal arenas have equal hashes.
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

// identity returns a hash of map and options, which a snapshot must match.
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
	if o.Avoid {
		h = det.Mix(h+2) ^ math.Float64bits(o.Space)
	}
	return det.Mix(h)
}

func (a *Arena) appendState(b []byte) []byte {
	var c codec.Coder
	a.code(c.Write(b))
	return c.Written()
}

// code saves the arena, or fills a new one.
func (a *Arena) code(c *codec.Coder) {
	c.Same(a.identity(), "the map or the options are different")
	c.Floats(&a.now)
	if c.Reads() && !between(a.now, 0, math.MaxFloat64) {
		c.Fail("the time is invalid: %v", a.now)
	}
	codec.Uint(c, &a.spots.Counter)
	used := len(a.slots)
	for used > 0 && a.slots[used-1].generation == 0 {
		used--
	}
	codec.Below(c, &used, len(a.slots)+1)
	for slot := range used {
		if a.codeCharacter(c, slot); c.Failed() {
			return
		}
	}
	for i := range a.items {
		if a.codeItem(c, i); c.Failed() {
			return
		}
	}
}

// floats returns the numbers of a character that are saved, in order.
func (c *character) floats() [22]*float64 {
	d := &c.Body
	return [...]*float64{
		&d.Radius, &d.Speed, &d.Turn, &d.Sight, &d.ViewAngle, &d.Hearing, &d.Reach, &d.Damage, &d.Cooldown, &d.Health,
		&c.At.X, &c.At.Y, &c.Facing.X, &c.Facing.Y, &c.Velocity.X, &c.Velocity.Y,
		&c.Health, &c.Power, &c.ReadyAt, &c.Goal.X, &c.Goal.Y, &c.Going,
	}
}

func (a *Arena) codeCharacter(c *codec.Coder, slot int) {
	who := &a.slots[slot]
	codec.Below(c, &who.generation, generationMask+1)
	here := who.here
	c.Bools(&here)
	if c.Reads() {
		who.ID = makeID(slot, who.generation)
	}
	if !here {
		return
	}
	numbers := who.floats()
	c.Floats(numbers[:]...)
	if a.options.Avoid {
		c.Floats(&who.Blocked)
		codec.Uint(c, &who.yields)
		codec.Uint(c, &who.rank)
		codec.Uint(c, &who.Beside)
		c.Floats(&who.haste)
	}
	if !c.Reads() {
		return
	}
	if err := who.Body.check(); err != nil || who.generation == 0 || !who.sound(a.m) {
		c.Fail("character %d has invalid values", slot)
		return
	}
	if !a.separate(who) {
		c.Fail("character %d overlaps another", slot)
		return
	}
	a.enter(slot)
}

// separate reports whether a character that is read overlaps none of those before, as far as they must not.
func (a *Arena) separate(c *character) bool {
	return !a.options.Avoid || !c.Alive() || a.room(c.At, c.Body.Radius-Overlap, nil)
}

// sound reports whether the state of a character is possible. Its body is valid.
func (c *character) sound(m *Map) bool {
	return m.Fits(c.At, c.Body.Radius) && math.Abs(dot(c.Facing, c.Facing)-1) < 1e-6 && c.Velocity.finite() && sensible(c.Goal) &&
		between(c.Health, 0, c.Body.Health) && between(c.Power, 0, maxNumber) && between(c.Going, 0, c.Body.Speed) && finite(c.ReadyAt) &&
		between(c.Blocked, 0, mostBlocked) && between(c.haste, -cornered, hasteTime)
}

func (a *Arena) codeItem(c *codec.Coder, i int) {
	item := &a.items[i]
	c.Bools(&item.There)
	c.Floats(&item.At.X, &item.At.Y, &item.Back)
	codec.Uint(c, &item.draws)
	if !c.Reads() {
		return
	}
	if !a.m.layout.inside(item.At) || !finite(item.Back) {
		c.Fail("item %d has invalid values", i)
		return
	}
	a.supplied.take(int32(i))
	if item.There {
		a.supplied.put(int32(i), item.At)
	}
}

// Restore sets the arena to the state in a snapshot, which must come from an arena with the same map and options. On an
// error nothing changes.
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
	fresh.code(r.Coder())
	r.End()
	if err := r.Err(); err != nil {
		return fmt.Errorf("arena: Restore: %w", err)
	}
	fresh.finder, fresh.bytes = a.finder, a.bytes
	*a = *fresh
	return nil
}
