package ktrace

import (
	"encoding/binary"
	"math/bits"
)

// encoder appends records to a block. It keeps the state to which later records are relative.
type encoder struct {
	tick    int64
	started int64 // serial number of the last started action
	foresight
}

// appendText appends a text, truncated to the limit.
// Short returns a text as a record holds it: without what exceeds [MaxText].
func Short(s string) string { return s[:min(len(s), MaxText)] }

func appendText(b []byte, s string) []byte {
	s = Short(s)
	return append(appendUint(b, uint64(len(s))), s...)
}

func appendWords(b []byte, list []int64) []byte {
	list = list[:min(len(list), MaxList)]
	b = appendUint(b, uint64(len(list)))
	for _, w := range list {
		b = appendInt(b, w)
	}
	return b
}

func appendFault(b []byte, f *Fault) []byte {
	return appendText(appendText(b, f.Action), f.Message)
}

// where appends the point of an input.
func (e *encoder) where(b []byte, r *Record) []byte {
	b = append(b, byte(r.Where))
	if r.Where == Call {
		b = append(b, byte(r.Phase))
		b = appendInt(b, e.started-r.Serial)
	}
	return b
}

// record appends a record.
func (e *encoder) record(b []byte, r *Record) []byte {
	b = append(b, byte(r.Kind))
	if r.IsInput() {
		b = e.where(b, r)
	}
	switch r.Kind {
	case KindTick:
		b = appendInt(b, r.Tick-e.tick)
		e.tick = r.Tick
	case KindWrites:
		b = e.appendWrites(appendUint(b, uint64(r.Agent)), r.Agent, r.Writes)
	case KindSpawn:
		b = appendUint(b, uint64(r.Agent))
		b = appendUint(b, uint64(r.Index))
	case KindRemove:
		b = appendUint(b, uint64(r.Agent))
	case KindAddObject:
		b = appendInt(b, r.Object)
		b = appendText(appendText(b, r.Type), r.Name)
	case KindRemoveObject:
		b = appendInt(b, r.Object)
	case KindOrder:
		b = appendUint(appendUint(b, uint64(r.Agent)), uint64(r.Index))
		b = appendWords(appendInt(b, r.Object), r.Args)
	case KindWithdraw, KindGuise:
		b = appendUint(appendUint(b, uint64(r.Agent)), uint64(r.Index))
	case KindTeam:
		b = appendInt(appendUint(b, uint64(r.Agent)), r.Object)
	case KindSignificance:
		b = binary.LittleEndian.AppendUint64(appendUint(b, uint64(r.Agent)), uint64(r.Object))
	case KindNaming:
		b = appendText(appendUint(b, uint64(r.Agent)), r.Name)
	case KindWake, KindQuit:
		b = appendUint(b, uint64(r.Agent))
	case KindJoin:
		b = appendUint(appendUint(b, uint64(r.Agent)), uint64(r.Index))
	case KindCall:
		b = e.call(b, r)
	case KindAnswer:
		b = appendAnswer(b, r)
	case KindEvent:
		b = e.event(b, &r.Event)
	case KindCheckpoint:
		b = appendCheckpoint(b, r)
	case KindEnd:
		b = appendSums(b, r)
	case KindSnapshot:
		b = e.piece(b, r)
	case KindPercepts:
		b = appendPercepts(appendUint(b, uint64(r.Agent)), r.Args)
	case KindFigures:
		data := r.Data[:min(len(r.Data), MaxPiece)]
		b = append(appendUint(appendUint(b, uint64(r.Index)), uint64(len(data))), data...)
	}
	return b
}

// Bits of the byte that lists the parts of a call.
const (
	callPhase  = 3      // its lower bits
	callStatus = 7 << 2 // of the status of Update
	callWrites = 1 << 5
	callFault  = 1 << 6
	callTurn   = 1 << 7 // the phase's upper bit
)

func (e *encoder) call(b []byte, r *Record) []byte {
	flags := byte(r.Phase)&callPhase | r.Status<<2&callStatus
	if r.Phase > callPhase {
		flags |= callTurn
	}
	if len(r.Writes) > 0 {
		flags |= callWrites
	}
	if r.Fault.Action != "" {
		flags |= callFault
	}
	b = append(b, flags)
	b = appendUint(b, uint64(r.Agent))
	if r.Phase == Start {
		e.started = r.Serial
		b = appendUint(b, uint64(r.Serial))
		b = appendUint(b, uint64(r.Index))
		b = appendWords(b, r.Args)
	} else {
		b = appendInt(b, e.started-r.Serial)
	}
	switch r.Phase {
	case Abort:
		b = append(b, r.Reason)
	case Child:
		b = appendWords(b, r.Args)
	}
	if flags&callWrites != 0 {
		b = e.appendWrites(b, r.Agent, r.Writes)
	}
	if flags&callFault != 0 {
		b = appendFault(b, &r.Fault)
	}
	return b
}

func appendAnswer(b []byte, r *Record) []byte {
	b = appendUint(b, uint64(r.Index))
	b = appendWords(b, r.Args)
	b = appendInt(b, r.Result[0])
	b = appendInt(b, r.Result[1])
	return appendFault(b, &r.Fault)
}

// Bits before those of an event's fields that list its other parts.
const (
	eventArgs = 1 << iota
	eventBound
	eventFault
	eventShift = iota
)

func (e *encoder) event(b []byte, v *Event) []byte {
	mask := uint64(0)
	for i, n := range &v.Values {
		if n != 0 {
			mask |= 1 << (eventShift + i)
		}
	}
	if len(v.Args) > 0 {
		mask |= eventArgs
	}
	if len(v.Bound) > 0 {
		mask |= eventBound
	}
	if v.Fault.Action != "" {
		mask |= eventFault
	}
	b = append(b, v.Kind)
	b = appendUint(b, uint64(v.Agent))
	b = appendInt(b, v.Tick-e.tick)
	b = appendUint(b, mask)
	for rest := mask >> eventShift; rest != 0; rest &= rest - 1 {
		b = appendInt(b, v.Values[bits.TrailingZeros64(rest)])
	}
	if mask&eventArgs != 0 {
		b = appendWords(b, v.Args)
	}
	if mask&eventBound != 0 {
		b = appendWords(b, v.Bound)
	}
	if mask&eventFault != 0 {
		b = appendFault(b, &v.Fault)
	}
	return b
}

func appendCheckpoint(b []byte, r *Record) []byte {
	b = appendSums(b, r)
	b = appendUint(b, uint64(r.Index))
	b = appendUint(b, uint64(len(r.States)))
	for _, s := range r.States {
		b = binary.LittleEndian.AppendUint32(b, s)
	}
	return b
}

func appendSums(b []byte, r *Record) []byte {
	b = binary.LittleEndian.AppendUint64(b, r.State)
	b = binary.LittleEndian.AppendUint64(b, r.Hash.Sum)
	return appendUint(b, uint64(r.Hash.Events))
}
