package runner

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// appendDuties writes what the agent was ordered.
func (r *Runner) appendDuties(b []byte) []byte {
	if r.duties == nil || len(r.duties.list) == 0 {
		return b
	}
	b = codec.AppendUint(codec.AppendInt(b, r.duties.current), len(r.duties.list))
	for i := range r.duties.list {
		d := &r.duties.list[i]
		b = codec.AppendUint(codec.AppendInt(b, d.Number), d.Action)
		b = append(codec.AppendBool(b, d.Urgent), byte(d.state))
		b = codec.AppendUint(b, len(d.Args))
		for _, w := range d.Args {
			b = codec.AppendInt(b, w)
		}
	}
	return b
}

// duties reads what the agent was ordered. It must come before what runs in the place of the idle action. From another program nothing of it goes over.
func (g *reading) duties() {
	part := codec.NewReader(g.Part())
	if g.Failed() || len(part.Rest()) == 0 {
		return
	}
	if g.Names != nil {
		g.lose("what it was ordered is of another program")
		return
	}
	r := g.r
	calm, stuck := r.calm, r.stuck
	defer func() { r.calm, r.stuck = calm, stuck }() // it has heard of them before
	current := part.Int()
	for range part.Below(MaxDuties + 1) {
		d := Duty{Number: part.Int(), Action: int32(part.Below(1 << 30)), Urgent: part.Bool()}
		state := DutyState(part.Below(int(lastDutyState) + 1))
		for range part.Count() {
			d.Args = append(d.Args, world.Word(part.Int()))
		}
		switch {
		case part.Failed():
		case !r.TakesDuties() || d.Number == 0 || r.findDuty(d.Number) >= 0 || !r.kind.script.fitsDuty(d.Action, d.Args):
			part.Fail("an order in it is none of its agent")
		case state == DutyUnknown:
			part.Fail("an order in it has no state")
		default:
			r.Order(d)
			r.duties.list[r.findDuty(d.Number)].state = state
		}
	}
	if part.End(); part.Err() != nil {
		g.Fail("%v", part.Err())
		return
	}
	if r.duties == nil {
		return
	}
	if at := r.findDuty(current); at >= 0 && !r.duties.list[at].state.isOver() {
		r.duties.current = current
	} else if current != 0 {
		g.Fail("an order in it runs that is not there")
	}
}
