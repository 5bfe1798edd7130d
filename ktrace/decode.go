package ktrace

import (
	"encoding/binary"
	"math/bits"
)

// decoder reads records from a block. After the first mistake it returns zeros, so callers can check once.
type decoder struct {
	rest    []byte
	why     string // the mistake; empty: none
	tick    int64
	started int64

	version   uint64
	foresight *foresight // nil until needed
}

func (d *decoder) fail(why string) {
	if d.why == "" {
		d.why = why
	}
	d.rest = nil
}

func (d *decoder) byte() byte {
	if len(d.rest) == 0 {
		d.fail("a record is cut short")
		return 0
	}
	b := d.rest[0]
	d.rest = d.rest[1:]
	return b
}

// count reads a non-negative number that was written as a signed one.
func (d *decoder) count() int64 {
	n := d.uint()
	if n > 1<<62 {
		d.fail("a number is out of range")
		return 0
	}
	return int64(n)
}

func (d *decoder) fixed() uint64 {
	if len(d.rest) < 8 {
		d.fail("a record is cut short")
		return 0
	}
	n := binary.LittleEndian.Uint64(d.rest)
	d.rest = d.rest[8:]
	return n
}

// length reads a number of entries, each of at least the given number of bytes.
func (d *decoder) length(most, bytes int) int {
	n := d.uint()
	if n > uint64(most) || n*uint64(bytes) > uint64(len(d.rest)) {
		d.fail("a length is out of range")
		return 0
	}
	return int(n)
}

func (d *decoder) text() string {
	n := d.length(MaxText, 1)
	s := string(d.rest[:n])
	d.rest = d.rest[n:]
	return s
}

func (d *decoder) words(list []int64) []int64 {
	for range d.length(MaxList, 1) {
		list = append(list, d.int())
	}
	return list
}

func (d *decoder) fault() Fault { return Fault{d.text(), d.text()} }

func (d *decoder) where(r *Record) {
	if r.Where = Where(d.byte()); r.Where > lastWhere {
		d.fail("an input has no known place")
	}
	if r.Where == Call {
		if r.Phase = Phase(d.byte()); r.Phase > lastPhase {
			d.fail("a call has no known phase")
		}
		r.Serial = d.started - d.int()
	}
}

// record reads the next record into r, which must have been reset.
func (d *decoder) record(r *Record) {
	r.Kind = Kind(d.byte())
	if r.IsInput() {
		d.where(r)
	}
	switch r.Kind {
	case KindTick:
		d.tick += d.int()
	case KindReceive:
	case KindWrites:
		r.Agent = d.count()
		r.Writes = d.writes(r.Agent, r.Writes)
	case KindSpawn:
		r.Agent, r.Index = d.count(), d.count()
	case KindRemove:
		r.Agent = d.count()
	case KindAddObject:
		r.Object, r.Type, r.Name = d.int(), d.text(), d.text()
	case KindRemoveObject:
		r.Object = d.int()
	case KindOrder:
		r.Agent, r.Index, r.Object, r.Args = d.count(), d.count(), d.int(), d.words(r.Args)
	case KindWithdraw, KindGuise:
		r.Agent, r.Index = d.count(), d.count()
	case KindTeam:
		r.Agent, r.Object = d.count(), d.int()
	case KindSignificance:
		r.Agent, r.Object = d.count(), int64(d.fixed())
	case KindNaming:
		r.Agent, r.Name = d.count(), d.text()
	case KindWake, KindQuit:
		r.Agent = d.count()
	case KindJoin:
		r.Agent, r.Index = d.count(), d.count()
	case KindCall:
		d.call(r)
	case KindAnswer:
		r.Index, r.Args = d.count(), d.words(r.Args)
		r.Result = [2]int64{d.int(), d.int()}
		r.Fault = d.fault()
	case KindEvent:
		d.event(&r.Event)
	case KindCheckpoint:
		d.checkpoint(r)
	case KindEnd:
		d.sums(r)
	case KindSnapshot:
		d.snapshot(r)
	case KindPercepts:
		r.Agent = d.count()
		r.Args = d.percepts(r.Args)
	case KindFigures:
		r.Index = d.count()
		n := d.length(MaxPiece, 1)
		r.Data, d.rest = d.rest[:n:n], d.rest[n:]
	case kindIndex:
		d.index(nil)
	default:
		d.fail("a record is of an unknown kind")
	}
	r.Tick = d.tick
}

func (d *decoder) writes(agent int64, list []Write) []Write {
	if d.version >= foretoldVersion {
		return d.foretoldWrites(agent, list)
	}
	for range d.length(MaxList, 2) {
		addr := bits.RotateLeft64(d.uint(), -1)
		list = append(list, Write{addr, d.int()})
	}
	return list
}

func (d *decoder) call(r *Record) {
	flags := d.byte()
	r.Phase, r.Status = Phase(flags&callPhase), flags&callStatus>>2
	if flags&callTurn != 0 {
		r.Phase += callPhase + 1
	}
	r.Agent = d.count()
	if r.Phase == Start {
		r.Serial, r.Index, r.Args = d.count(), d.count(), d.words(r.Args)
		d.started = r.Serial
	} else {
		r.Serial = d.started - d.int()
	}
	switch r.Phase {
	case Abort:
		r.Reason = d.byte()
	case Child:
		r.Args = d.words(r.Args)
	}
	if flags&callWrites != 0 {
		r.Writes = d.writes(r.Agent, r.Writes)
	}
	if flags&callFault != 0 {
		r.Fault = d.fault()
	}
}

func (d *decoder) event(v *Event) {
	v.Kind, v.Agent, v.Tick = d.byte(), d.count(), d.tick+d.int()
	mask := d.uint()
	if mask>>(eventShift+MaxFields) != 0 {
		d.fail("an event has too many fields")
		return
	}
	for rest := mask >> eventShift; rest != 0; rest &= rest - 1 {
		v.Values[bits.TrailingZeros64(rest)] = d.int()
	}
	if mask&eventArgs != 0 {
		v.Args = d.words(v.Args)
	}
	if mask&eventBound != 0 {
		v.Bound = d.words(v.Bound)
	}
	if mask&eventFault != 0 {
		v.Fault = d.fault()
	}
}

func (d *decoder) checkpoint(r *Record) {
	d.sums(r)
	r.Index = d.count()
	for range d.length(MaxList, 4) {
		r.States = append(r.States, binary.LittleEndian.Uint32(d.rest))
		d.rest = d.rest[4:]
	}
}

func (d *decoder) sums(r *Record) {
	r.State = d.fixed()
	r.Hash = Hash{Sum: d.fixed(), Events: d.count()}
}
