package runner

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
)

// bans codes the bans.
func (g *coding) bans() {
	lines := len(g.r.kind.lines)
	if g.lines != nil {
		lines = len(g.lines)
	}
	if g.banList((*[]ban)(&g.r.bans), lines); g.Names != nil {
		g.r.bans = g.bansNow(g.r.bans, g.lines)
		g.dropRest()
		return
	}
	if g.More(len(g.r.wants) > 0) {
		wants := g.r.wants
		if g.wants((*[]want)(&wants)); g.Reader() != nil {
			g.r.own().wants = wants
		}
	}
}

// wants codes the wants that are open because others have claimed their objects.
func (g *coding) wants(list *[]want) {
	for w := range codec.Each(g.Coder, list, codec.NoLimit) {
		codec.Int(g.Coder, &w.object)
		codec.Int(g.Coder, &w.priority)
		g.Bool(&w.world)
	}
}

// banList codes bans for a number of plan lines.
func (g *coding) banList(list *[]ban, lines int) {
	for b := range codec.Each(g.Coder, list, codec.NoLimit) {
		if g.writesQuickly() {
			g.Write(appendBan(g.Written(), b))
		} else {
			g.ban(b, lines)
		}
	}
}

func (g *coding) ban(b *ban, lines int) {
	c := g.Coder
	codec.Below(c, &b.line, lines)
	c.Flags(&b.inForce, &b.stale, &b.turned, &b.clock.started)
	codec.Below(c, &b.lift, int(BanWorked)+1)
	codec.Below(c, &b.cause, int(lastCause)+1)
	codec.Below(c, &b.clock.state, int(lastClock)+1)
	codec.Below(c, &b.count, maxCounted+1)
	k := &b.clock
	if codec.Ints(c, &b.failed, &b.lifted, &k.ticks, &k.stood); g.Reader() != nil {
		if g.shift(&b.failed, &b.lifted, &k.stood); k.state != clockStands {
			g.shift(&k.ticks)
		}
	}
	if b.count > 0 {
		g.call(&b.op, &b.args)
	}
	if g.way(&b.of); g.Names == nil && g.Reads() && (b.of.Free || b.inForce && b.count == 0) {
		g.Fail("%v", errOther)
	}
	if g.cells(&b.reads); g.Names == nil && g.Reads() && !g.isBlamed(b) {
		g.Fail("%v", errOther)
	}
}

// isBlamed reports whether the operator that a ban is due to has the condition that it is to have failed on.
func (g *coding) isBlamed(b *ban) bool {
	if b.count == 0 {
		return true
	}
	op := &g.r.kind.script.operators[b.op]
	return (b.cause != ConditionFalse || op.when != nil) && (b.cause != WhileFalse || op.while != nil)
}

// way codes what a ban is of.
func (g *coding) way(of *htn.Ban) {
	list := []htn.Ban{*of}
	if g.ways(&list); g.Reads() && len(list) != 1 {
		g.Fail("%v", errOther)
	} else if g.Reads() {
		*of = list[0]
	}
}

// ways codes what plans do not take.
func (g *coding) ways(list *[]htn.Ban) {
	in := g.Reader()
	if in == nil {
		g.Write(htn.AppendBans(g.Written(), *list))
		return
	}
	if in.Failed() {
		return
	}
	decode := func(b []byte) ([]htn.Ban, []byte, error) { return htn.DecodeBans(g.r.kind.script.Domain, b) }
	if g.Names != nil {
		decode = g.Names.domain.DecodeBans
	}
	read, rest, err := decode(in.Rest())
	if err != nil {
		in.Fail("%v", err)
		return
	}
	*list = read
	in.Skip(rest)
}

// cells codes what something depends on.
func (g *coding) cells(reads *htn.Reads) {
	in := g.Reader()
	if in == nil {
		b, _ := reads.AppendBinary(g.Written()) // the error is always nil
		g.Write(b)
		return
	}
	if in.Failed() {
		return
	}
	schema := g.r.kind.script.info.Schema
	if g.Names != nil {
		schema = g.Names.schema
	}
	rest, err := reads.Decode(schema, in.Rest())
	if err != nil {
		in.Fail("%v", err)
		return
	}
	in.Skip(rest)
}

// cellsAlone is cells of a part with nothing else in it.
func (g *coding) cellsAlone(reads *htn.Reads) {
	if g.cells(reads); g.Reads() && g.More(false) {
		g.Fail("%v", errOther)
	}
}

// call codes an operator with its arguments.
func (g *coding) call(id *htn.OperatorID, args *[]world.Word) {
	info := g.r.kind.script.info
	count, schema := len(info.Operators), info.Schema
	if g.Names != nil {
		count, schema = g.Names.domain.Operators(), g.Names.schema
	}
	codec.Below(g.Coder, id, count)
	if g.Reader() == nil {
		codec.Row(g.Coder, *args)
		return
	}
	if g.Failed() {
		return
	}
	var params []def.Slot
	if g.Names != nil {
		params = g.Names.domain.Params(*id)
	} else {
		params = info.Operators[*id].Params
	}
	n := 0
	for _, p := range params {
		n += p.Type.Width()
	}
	*args = slices.Grow((*args)[:0], n)
	for _, p := range params {
		for range p.Type.Width() {
			var w world.Word
			if codec.Int(g.Coder, &w); g.Reads() && !schema.Fits(p.Type, w) {
				g.Fail("an argument has the wrong type")
			}
			*args = append(*args, w)
		}
	}
}

// reads codes what the last planning depends on. While one is going on that is not settled: it is found out anew.
func (g *coding) reads() {
	if g.More(g.r.watching && !g.r.thinker.isBusy()) {
		g.cellsAlone(&g.r.reads)
	}
}

func (g *coding) failure() {
	f := g.r.Failure()
	if codec.Int(g.Coder, &f.Tick); f.Tick == 0 {
		return
	}
	codec.Below(g.Coder, &f.Cause, int(lastCause)+1)
	if g.call(&f.Operator, &f.Args); g.Reads() {
		read := f
		read.Tick += g.Shift
		g.r.own().failure = &read
	}
}

// picture codes the state that the last planning saw, by what differs from the present one. The part ends before it if
// none is kept.
func (g *coding) picture(st *world.State) {
	r := g.r
	switch in := g.Reader(); {
	case in == nil:
		if g.shows() {
			g.Write(r.picture.AppendTo(g.Stage.Album, g.Written(), st))
		}
	case in.Failed() || len(in.Rest()) == 0 || g.Stage.Album == nil:
	default:
		p := r.picture
		if p == nil { // pictures are not kept, but later ones may have the objects of this one
			p = &world.State{}
		}
		p.ReadFrom(g.Stage.Album, (*world.Reader)(in), r.kind.script.info.Schema, st)
		if r.picture != nil {
			r.rare.pictured = true
		}
	}
}

// shows reports whether it writes what the last planning saw.
func (g *coding) shows() bool { return g.r.pictured && g.Stage.Album != nil }

// bansNow returns the bans of another program whose methods and operators still exist. Lines maps the plan lines to the
// present ones. Their conditions are evaluated again.
func (g *coding) bansNow(list []ban, lines []int) []ban {
	n, d := 0, g.r.kind.script.Domain
	for i := range list {
		b := &list[i]
		if b.line >= len(lines) || g.Failed() {
			break
		}
		of, ok := g.Names.domain.Ban(&b.of, d, g.Migration)
		if ok = ok && lines[b.line] >= 0; ok && b.count > 0 {
			b.op, b.args, ok = g.Names.domain.Call(b.op, b.args, d, g.Migration, false)
		}
		if !ok || !g.isBlamed(b) {
			continue
		}
		b.of, b.line = of, lines[b.line]
		b.reads.Cells.Reset()
		b.stale, b.turned = true, false
		list[n], list[i] = list[i], list[n]
		n++
	}
	return list[:n]
}

// dropRest skips the rest of a part.
func (g *coding) dropRest() {
	if !g.Failed() {
		g.skip()
	}
}

// memories codes the memories of plans that are not carried out. In another program, that is the bans of those that
// still exist.
func (g *coding) memories() {
	n := len(g.r.memories)
	codec.Below(g.Coder, &n, MaxMemories+1)
	for i := 0; i < n && !g.Failed(); i++ {
		if g.Reader() != nil {
			r := g.r.own()
			r.memories = append(r.memories, memory{})
		}
		g.memory(&g.r.memories[i])
	}
	switch {
	case g.Failed():
	case g.Names != nil:
		g.memoriesNow()
		g.dropRest()
	default:
		g.vainMemories()
	}
}

// memoriesNow converts the memories of another program to the present one.
func (g *coding) memoriesNow() {
	if g.r.rare == &noRare || len(g.r.memories) == 0 {
		return
	}
	r, n := g.r.own(), 0
	for i := range r.memories {
		m := &r.memories[i]
		number, args, fits, why := g.Names.PlanNow(m.number, m.args, g.r.kind.script.Domain, g.Migration)
		if !fits || why != "" {
			continue
		}
		m.number, m.args, m.vain = number, args, vain{}
		if m.bans = g.bansNow(m.bans, []int{0}); len(m.bans) == 0 {
			continue
		}
		r.memories[n], r.memories[i] = r.memories[i], r.memories[n]
		n++
	}
	r.memories = r.memories[:n]
}

func (g *coding) memory(m *memory) {
	c, s := g.Coder, g.r.kind.script
	count := s.info.CountPlans()
	if g.Names != nil {
		count = g.Names.Plans()
	}
	codec.Below(c, &m.number, count)
	for w := range codec.Each(c, &m.args, codec.NoLimit) {
		codec.Int(c, w)
	}
	codec.Below(c, &m.vain.count, maxCounted+1)
	if codec.Below(c, &m.vain.bound, int(htn.BoundCancelled)+1); g.Reader() != nil {
		m.vain.read(0)
	}
	if g.Names == nil && g.Reads() && (!FitsGoal(s.info, s.PlanGoal(m.number, m.args)) || g.r.root != nil) {
		c.Fail("the arguments of a goal do not match its parameters")
	}
	g.banList((*[]ban)(&m.bans), 1)
}

// vainMemories codes which plannings for the memories failed; not a byte if none did.
func (g *coding) vainMemories() {
	r := g.r
	if !g.More(r.tries.count != 0) {
		return
	}
	tries := r.tries
	if g.tries(&tries); g.Reader() != nil {
		r.own().tries = tries
		if tries.count == 0 {
			g.Fail("%v", errOther)
		}
	}
	for i := range r.memories {
		m := &r.memories[i]
		vain := m.isInVain()
		if g.Bool(&vain); !vain || g.Failed() {
			continue
		}
		if g.Reader() != nil {
			m.nothing = &nothing{}
		}
		g.nothing(m.nothing)
	}
}

func (g *coding) tries(t *tries) {
	codec.Below(g.Coder, &t.count, maxCounted+1)
	g.tick(&t.since)
}

// nothing codes the failed plannings.
func (g *coding) nothing(n *nothing) {
	c := g.Coder
	g.tries(&n.tries)
	codec.Below(c, &n.result.Status, int(htn.Limit)+1)
	codec.Below(c, &n.result.Limit, int(htn.BoundCancelled)+1)
	if g.Reads() && (n.tries.count == 0 || n.result.Status != htn.None && n.result.Status != htn.Limit) {
		g.Fail("%v", errOther)
	}
	codec.Below(c, &n.waits, maxCounted+1)
	hopes := n.due != 0
	if c.Bool(&hopes); hopes {
		g.tick(&n.due)
	}
	if g.wants((*[]want)(&n.wants)); len(n.wants) > 0 { // also if the other dependencies are not known: they are in the queue
		g.tick(&n.asked)
	}
	if c.Bool(&n.named); !n.named || g.Failed() {
		return
	}
	codec.Uint(c, &n.objects)
	codec.Uint(c, &n.bans)
	g.cells(&n.reads)
}

// thinking codes the inputs of a planning over several ticks, and its progress. Planning is deterministic, so that
// going through as many nodes again leads to where it was.
func (g *coding) thinking(busy bool, st *world.State) {
	t := g.r.thinker
	if t == nil {
		if g.writesQuickly() {
			g.AppendShort(0, 0)
			return
		}
		t = &thinker{}
	}
	part := g.BeginPart()
	switch {
	case g.Names != nil || g.Failed():
		g.skip()
	default:
		codec.Below(g.Coder, &t.attempts, MaxAttempts+1)
		if g.tick(&t.since); busy {
			g.search(t, part, st)
			return
		}
	}
	g.EndPart(part)
}

// search is a planning that continues.
type search struct {
	nodes   int // that it has gone through
	bans    []htn.Ban
	claimed []world.Object
	picture world.State
}

// search codes the planning that continues, to the end of the part.
func (g *coding) search(t *thinker, part codec.OpenPart, st *world.State) {
	var s search
	if g.Reader() == nil {
		s.nodes, s.bans, s.claimed = t.planner.Nodes(), t.bans, t.claimed
		t.planner.Picture(&s.picture)
	}
	g.Bools(&t.members, &t.lifted)
	codec.Below(g.Coder, &s.nodes, 1<<30)
	g.ways(&s.bans)
	for o := range codec.Each(g.Coder, &s.claimed, codec.NoLimit) {
		codec.Int(g.Coder, o)
	}
	switch in := g.Reader(); {
	case in == nil:
		g.Write(s.picture.Append(g.Written(), st))
	case !in.Failed():
		s.picture.Read((*world.Reader)(in), g.r.kind.script.info.Schema, st)
	}
	if g.EndPart(part); g.Reads() {
		g.takeSearch(&s)
	}
}

func (g *coding) takeSearch(s *search) {
	if g.r.line < 0 {
		g.Fail("a planning belongs to no plan line")
	} else if !g.thinkOn(s) {
		g.r.Doubt()
	}
}

// thinkOn begins a planning anew and takes it as far as it was. It returns false if that cannot be: plannings are no
// longer cut, or have narrower limits, or the host's functions answer differently.
func (g *coding) thinkOn(s *search) (ok bool) {
	r, w := g.r, g.Stage.Worker
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
	t.claimed = s.claimed
	r.prepare(w, &s.picture, s.bans)
	t.planner.Begin(&s.picture, r.goal(r.line))
	if t.planner.Run(s.nodes).Status != htn.Paused {
		return false
	}
	t.busy, t.attempts, t.since, t.members, t.lifted = true, attempts, since, members, lifted
	r.changed, r.watching = changed, watching
	return true
}
