package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// What is known of a reaction, as a bit set.
const (
	savedHolds = 1 << iota
	savedWants
	savedTook
	savedLooked
	savedPartBits = iota
)

// appendParts writes what an agent does beside its mind.
func (x *reflexes) appendParts(b []byte, a *agent) []byte {
	p := a.parts
	if b = codec.AppendBool(b, p != nil); p == nil {
		return b
	}
	b = codec.AppendBool(b, p.runs())
	b, place := codec.BeginPart(b)
	b = codec.AppendBool(codec.AppendBool(b, p.brain), p.stunned)
	for i := range p.reactions {
		b = p.reactions[i].append(b)
		b = x.appendHandle(b, p.reactions[i].handle)
	}
	for i := range p.layers {
		b = codec.AppendBool(codec.AppendBool(b, p.layers[i].on), p.layers[i].blocked)
		b = x.appendHandle(b, p.layers[i].handle)
	}
	return codec.EndPart(b, place)
}

// runs reports whether anything of it runs.
func (p *parts) runs() bool {
	for i := range p.reactions {
		if !p.reactions[i].handle.IsZero() {
			return true
		}
	}
	for i := range p.layers {
		if !p.layers[i].handle.IsZero() {
			return true
		}
	}
	return false
}

func (r *reacting) append(b []byte) []byte {
	bits, looked := 0, !r.stale && r.reads != nil
	for i, v := range [savedPartBits]bool{r.holds, r.wants, r.took, looked} {
		if v {
			bits |= 1 << i
		}
	}
	b = append(b, byte(bits), byte(r.waitsFor))
	for _, n := range [...]int64{int64(r.seen), r.since, r.grace, r.rests} {
		b = codec.AppendInt(b, n)
	}
	if looked {
		reads, place := codec.BeginPart(b)
		reads, _ = r.reads.AppendBinary(reads) // the error is always nil
		b = codec.EndPart(reads, place)
	}
	return b
}

func (x *reflexes) appendHandle(b []byte, h action.Handle) []byte {
	if b = codec.AppendBool(b, !h.IsZero()); h.IsZero() {
		return b
	}
	return x.core.stage.Instances.AppendInstance(b, h)
}

// parts reads what [reflexes.appendParts] has written. From another program or crowd it does not go on: reactions and layers begin anew.
func (l *loader) parts(a *agent) {
	l.c.reflexes.equip(a)
	if !l.Bool() || l.Failed() {
		return
	}
	runs := l.Bool()
	in := codec.NewReader(l.Part())
	switch {
	case l.Failed():
	case l.migration != nil:
		if runs {
			l.report.note(world.Lost, l.name(a), "its reactions and layers begin anew in another program or crowd")
		}
	case a.parts == nil:
		l.Fail("an agent in it reacts that does not")
	default:
		l.readParts(a.parts, in)
		if in.End(); in.Err() != nil && !l.Failed() {
			l.Fail("%v", in.Err())
		}
		l.c.reflexes.findHold(a)
		a.runner.Regain(a.held())
	}
}

func (l *loader) readParts(p *parts, in *codec.Reader) {
	p.brain, p.stunned = in.Bool(), in.Bool()
	for i := range p.reactions {
		p.reactions[i].read(in, l.c.core.model.Info.Schema)
		p.reactions[i].handle = l.handle(in, &p.kit.Reactions[i].Errand)
	}
	for i := range p.layers {
		p.layers[i].on, p.layers[i].blocked = in.Bool(), in.Bool()
		p.layers[i].handle = l.handle(in, &p.kit.Layers[i])
	}
}

func (r *reacting) read(in *codec.Reader, schema *world.Schema) {
	bits := in.Below(1 << savedPartBits)
	r.holds, r.wants, r.took = bits&savedHolds != 0, bits&savedWants != 0, bits&savedTook != 0
	r.waitsFor = waitReason(in.Below(int(lastWaitReason) + 1))
	r.seen, r.since, r.grace, r.rests = world.Word(in.Int()), in.Int(), in.Int(), in.Int()
	if bits&savedLooked == 0 {
		return
	}
	part := in.Part()
	if r.reads == nil {
		r.reads = &htn.Reads{}
	}
	if rest, err := r.reads.Decode(schema, part); err != nil || len(rest) > 0 {
		in.Fail("what a reaction in it depends on is no such thing")
	}
	r.stale = false
}

// handle reads something that runs. What does not go on begins anew.
func (l *loader) handle(in *codec.Reader, of *program.Errand) (h action.Handle) {
	if !in.Bool() || in.Failed() {
		return h
	}
	h, why := l.saved.Revival.Instance((*world.Reader)(in))
	switch {
	case in.Failed():
		return action.Handle{}
	case why != "":
		l.c.families.lost = append(l.c.families.lost, "a reaction or layer does not go on: "+why)
		return action.Handle{}
	case h.Action() != of.Activity:
		in.Fail("a reaction or layer in it does something else")
		l.c.core.stage.Instances.Drop(h)
		return action.Handle{}
	}
	return h
}

// dropParts forgets all that runs beside the mind of an agent without calling the host: it was restored in vain.
func (x *reflexes) dropParts(a *agent) {
	x.eachPart(a, x.core.stage.Instances.Drop)
	a.dropParts()
}

// restoredParts tells the host of the actions of reactions and layers that go on.
func (x *reflexes) restoredParts(a *agent) {
	x.eachPart(a, func(h action.Handle) {
		if !x.core.stage.Instances.Restored(x.core.stage.Ctx, h) {
			x.core.stage.Ctx.TakeFault()
		}
	})
}

func (x *reflexes) eachPart(a *agent, visit func(action.Handle)) {
	if a.parts == nil {
		return
	}
	for i := range a.parts.reactions {
		if h := a.parts.reactions[i].handle; !h.IsZero() {
			visit(h)
		}
	}
	for i := range a.parts.layers {
		if h := a.parts.layers[i].handle; !h.IsZero() {
			visit(h)
		}
	}
}
