package runner

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// bans reads the bans. In another program they are dropped: what failed then may work now.
func (g *reading) bans() {
	in := codec.NewReader(g.Part())
	if g.Names != nil || g.Failed() {
		return
	}
	for n := in.Count(); n > 0 && !in.Failed(); n-- {
		if b, ok := g.ban(in, len(g.r.kind.lines)); ok {
			g.r.bans = append(g.r.bans, b)
		}
	}
	g.done(in)
}

func (g *reading) ban(in *codec.Reader, lines int) (b ban, ok bool) {
	b.line = in.Below(lines)
	bits := in.Below(1 << savedBanBits)
	for i, p := range [savedBanBits]*bool{&b.inForce, &b.stale, &b.turned, &b.clock.started} {
		*p = bits>>i&1 != 0
	}
	b.lift, b.cause = Lift(in.Below(int(BanWorked)+1)), Cause(in.Below(int(lastCause)+1))
	b.clock.state = clockState(in.Below(int(lastClock) + 1))
	b.count, b.claimed = int32(in.Below(maxCounted+1)), world.Object(in.Int())
	b.failed, b.lifted, b.clock.ticks, b.clock.stood = in.Int()+g.Shift, in.Int()+g.Shift, in.Int(), in.Int()+g.Shift
	if b.clock.state != clockStands {
		b.clock.ticks += g.Shift
	}
	if b.count > 0 {
		b.op, b.args = g.call(in)
	}
	if in.Failed() {
		return b, false
	}
	of, rest, err := htn.DecodeBans(g.r.kind.script.Domain, in.Rest())
	if err == nil && (len(of) != 1 || of[0].Free || b.inForce && b.count == 0) {
		err = errOther
	}
	if err == nil {
		b.of = of[0]
		rest, err = b.reads.Decode(g.r.kind.script.info.Schema, rest)
	}
	if err == nil && !g.isBlamed(&b) {
		err = errOther
	}
	if err != nil {
		in.Fail("%v", err)
		return b, false
	}
	in.Skip(rest)
	return b, true
}

// isBlamed reports whether the operator that a ban is due to has the condition that it is to have failed on.
func (g *reading) isBlamed(b *ban) bool {
	op := &g.r.kind.script.operators[b.op]
	return b.count == 0 || (b.cause != ConditionFalse || op.when != nil) && (b.cause != WhileFalse || op.while != nil)
}

// call reads an operator with its arguments.
func (g *reading) call(in *codec.Reader) (id htn.OperatorID, args []world.Word) {
	operators := g.r.kind.script.info.Operators
	if id = htn.OperatorID(in.Below(len(operators))); in.Failed() {
		return 0, nil
	}
	for _, p := range operators[id].Params {
		for range p.Type.Width() {
			w := world.Word(in.Int())
			if !in.Failed() && !g.r.kind.script.info.Schema.Fits(p.Type, w) {
				in.Fail("an argument in it is not of its type")
			}
			args = append(args, w)
		}
	}
	return id, args
}

// done ends the reading of a part.
func (g *reading) done(in *codec.Reader) {
	if in.End(); in.Err() != nil && !g.Failed() {
		g.Fail("%v", in.Err())
	}
}

func (g *reading) reads() {
	part := g.Part()
	if g.Names != nil || len(part) == 0 {
		return
	}
	rest, err := g.r.reads.Decode(g.r.kind.script.info.Schema, part)
	if err == nil && len(rest) > 0 {
		err = errOther
	}
	if err != nil {
		g.Fail("%v", err)
	}
}

func (g *reading) failure() {
	in := codec.NewReader(g.Part())
	if g.Names != nil || g.Failed() {
		return
	}
	f := &Failure{Tick: in.Int()}
	if f.Tick == 0 {
		g.done(in)
		return
	}
	f.Tick += g.Shift
	f.Cause = Cause(in.Below(int(lastCause) + 1))
	if f.Operator, f.Args = g.call(in); !in.Failed() {
		g.r.seldom().failure = f
	}
	g.done(in)
}

// thinking takes up a planning over several ticks: planning is deterministic, so that going through as many nodes again leads to
// where it was.
func (g *reading) thinking(busy bool, st *world.State) {
	r, t := g.r, &thinker{}
	in := codec.NewReader(g.Part())
	if g.Names != nil || g.Failed() {
		return
	}
	if r.thinker != nil {
		t = r.thinker
	}
	t.attempts, t.since = in.Below(MaxAttempts+1), in.Int()+g.Shift
	if !busy {
		g.done(in)
		return
	}
	t.members, t.lifted = in.Bool(), in.Bool()
	nodes := in.Below(1 << 30)
	bans, rest, err := htn.DecodeBans(r.kind.script.Domain, in.Rest())
	if err != nil {
		in.Fail("%v", err)
	}
	in.Skip(rest)
	var picture world.State
	if !in.Failed() {
		picture.Read((*world.Reader)(in), r.kind.script.info.Schema, st)
	}
	g.done(in)
	switch {
	case g.Failed():
	case r.line < 0:
		g.Fail("a planning in it is for no plan line")
	case !r.thinkOn(g.Stage.Worker, &picture, bans, nodes):
		r.wonder()
	}
}

// thinkOn begins a planning anew and takes it as far as it was. It returns false where that cannot be: plannings are no longer cut, or
// have narrower limits, or the host's functions answer differently.
func (r *Runner) thinkOn(w *Worker, picture *world.State, bans []htn.Ban, nodes int) (ok bool) {
	if r.budget == 0 {
		return false
	}
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	t := r.thinker
	attempts, since, members, lifted := t.attempts, t.since, t.members, t.lifted
	changed, watching := r.changed, r.watching
	r.prepare(w, bans)
	t.planner.Begin(picture, r.goal(r.line))
	if t.planner.Run(nodes).Status != htn.Paused {
		return false
	}
	t.busy, t.attempts, t.since, t.members, t.lifted = true, attempts, since, members, lifted
	r.changed, r.watching = changed, watching
	return true
}
