package goal

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Cut is something that a mind or pursuit of another program did and that does not continue.
type Cut struct {
	Layer int // of a mind: the pursuit, by its place in the stack
	Level int // of that: the first goal or activity that does not continue; 0: none
	End   int // the first level after it that is not under it: what has interrupted it, or has been interrupted
	Name  string
	Why   string
}

// Text describes a cut.
func (c Cut) Text() string { return c.Name + " " + c.Why }

// other reads data that another program saved.
type other struct {
	*Saved
	now *Program
}

// readOther reads what [Pursuit.Append] has written with another program.
func (p *Pursuit) readOther(r *codec.Reader, how *Saved) (cuts []Cut, lost string) {
	var old Pursuit
	old.Reset(how.Names.program, 0)
	then := how.then()
	if old.code(r.Coder(), then); r.Failed() {
		return nil, ""
	}
	return (&other{how, p.p}).pursuit(&old, p, then.failed[0])
}

// goalNamed returns the goal with a name, or -1 if there is none.
func (p *Program) goalNamed(name string) int32 {
	for i := range p.goals {
		if p.goals[i].Name == name {
			return int32(i)
		}
	}
	return -1
}

// pursuit takes a pursuit over, as far as it can continue, and drops the rest. Why has the reasons of activities that
// could not be restored, by level.
func (x *other) pursuit(old, p *Pursuit, why map[int]string) (cuts []Cut, lost string) {
	name := old.p.goals[old.root].Name
	cuts, lost = x.levels(old, p, why)
	if lost != "" {
		p.levels = p.levels[:0]
		p.Drop(x.Instances)
		cuts = []Cut{{End: len(old.levels)}}
	}
	for _, c := range cuts {
		for i := c.Level; i < c.End; i++ {
			if h := old.levels[i].handle; !h.IsZero() {
				x.Instances.Drop(h)
			}
		}
	}
	if lost != "" {
		return nil, "goal " + name + " ends: " + lost
	}
	return cuts, ""
}

// levels takes over the levels of a pursuit except for those that are gone, and everything under them.
func (x *other) levels(old, p *Pursuit, why map[int]string) (cuts []Cut, lost string) {
	root := x.now.goalNamed(old.p.goals[old.root].Name)
	if root < 0 {
		return nil, "it is gone"
	}
	p.Reset(x.now, old.serial)
	p.root, p.fresh, p.stopped, p.cause = root, old.fresh, old.stopped, old.cause
	p.frames = p.room(max(len(old.levels)-1, 0))
	if old.fresh {
		return nil, x.frame(old, p, old.root, root, 0)
	}
	var places [MaxDepth]int8
	for i := 0; i < len(old.levels); {
		l := old.levels[i]
		x.shift(&l)
		if i > 0 {
			l.parent = places[l.parent]
		}
		reason := x.level(old, p, i, &l, why[i])
		if reason == "" {
			places[i] = int8(len(p.levels))
			p.levels = append(p.levels, l)
			i++
			continue
		}
		if i == 0 {
			return nil, reason
		}
		kind := "step"
		if l.by > 0 {
			kind = "interrupt"
		}
		cuts = append(cuts, Cut{Level: i, End: old.endOf(i), Name: fmt.Sprintf("%s %s of goal %s ends:", kind, x.label(old, i), p.p.goals[p.levels[l.parent].goal].Name), Why: reason})
		i = old.endOf(i)
	}
	p.bared = !p.stopped && p.levels[len(p.levels)-1].halted != 0
	return cuts, ""
}

// shift adds to the ticks of a level. A suspended one must have a tick above 0: what that is too much is added to its
// beginning as well, so that it has run for as long.
func (x *other) shift(l *level) {
	l.since += x.Shift
	if l.halted != 0 {
		halted := l.halted + x.Shift
		l.halted = max(1, halted)
		l.since += l.halted - halted
	}
	if l.until != 0 {
		l.until = x.later(l.until)
	}
}

// later returns a tick with the shift added; one that never comes stays.
func (x *other) later(tick int64) int64 {
	if tick == never {
		return never
	}
	return tick + x.Shift
}

// endOf returns the first level behind one that is not under it.
func (p *Pursuit) endOf(level int) int {
	for i := level + 1; i < len(p.levels); i++ {
		if int(p.levels[i].parent) < level {
			return i
		}
	}
	return len(p.levels)
}

func (x *other) label(old *Pursuit, i int) string { return x.Names.callOf(old, i).name }

// callOf returns what a level was called by.
func (n *Names) callOf(p *Pursuit, i int) *savedCall {
	l := &p.levels[i]
	up := &p.levels[l.parent]
	g := &n.goals[up.goal]
	if l.by > 0 {
		return &g.interrupts[l.by-1].calls[0]
	}
	return &g.ways[up.way].steps[up.at].calls[up.alt]
}

// level makes a level one of the present program, the next one of its pursuit. It returns why it cannot continue.
func (x *other) level(old, p *Pursuit, i int, l *level, why string) string {
	goal := p.root
	if i > 0 {
		was, up := x.Names.callOf(old, i), &p.levels[l.parent]
		if l.by > 0 {
			l.by = x.interrupts(&x.Names.goals[old.levels[old.levels[i].parent].goal], up.goal)[l.by-1]
			if l.by == 0 {
				l.by = old.levels[i].by
				return "it is gone"
			}
		}
		call, reason := x.call(p, up, l, was)
		switch {
		case reason != "":
			return reason
		case was.goal < 0:
			if why != "" {
				return why
			}
			if !l.handle.IsZero() && l.handle.Action() != call.Do.id {
				return "it does something else"
			}
			return ""
		}
		goal = call.Do.id
	}
	from := l.goal
	if reason := x.frame(old, p, from, goal, i); reason != "" {
		return reason
	}
	x.progress(&x.Names.goals[from], goal, l)
	l.goal = goal
	return ""
}

// interrupts finds the present interrupt for each former one of a goal: the first not yet found that does the same,
// plus 1; 0: it is gone.
func (x *other) interrupts(was *savedGoal, is int32) []int8 {
	list, taken := make([]int8, len(was.interrupts)), [MaxInterrupts]bool{}
	for k := range was.interrupts {
		for at := range x.now.goals[is].Interrupts {
			if now := x.now.savedCall(&x.now.goals[is].Interrupts[at].Step.Call); !taken[at] && now.isLike(&was.interrupts[k].calls[0]) {
				list[k], taken[at] = int8(at+1), true
				break
			}
		}
	}
	return list
}

// call finds the present name of a level. The levels above it belong to the present program.
func (x *other) call(p *Pursuit, up, l *level, was *savedCall) (call *Call, reason string) {
	g := &x.now.goals[up.goal]
	switch {
	case l.by > 0:
		call = &g.Interrupts[l.by-1].Step.Call
	case up.way < 0 || int(up.at) >= len(g.Ways[up.way].Steps):
		return nil, "it is gone"
	default:
		call = g.Ways[up.way].Steps[up.at].call(up.alt)
	}
	if now := x.now.savedCall(call); !now.isLike(was) {
		return nil, "it is gone"
	}
	return call, ""
}

// frame takes over the arguments and variables of a goal.
func (x *other) frame(old, p *Pursuit, was, is int32, i int) string {
	from, to := &old.p.goals[was], &x.now.goals[is]
	if len(from.Params) != len(to.Params) || len(from.Vars) != len(to.Vars) {
		return "its parameters have changed"
	}
	w := old.frames[i*old.p.frame:]
	out := p.frames[len(p.levels)*p.p.frame:]
	for k, lists := range [][2][]world.Type{{from.Params, to.Params}, {from.Vars, to.Vars}} {
		for j, t := range lists[0] {
			now := lists[1][j]
			words, rest, ok := def.Translate(w, t, now, x.Migration)
			if t.Kind != now.Kind || k == 0 && !ok {
				return "its parameters have changed"
			}
			copy(out[:now.Width()], words[:])
			w, out = rest, out[now.Width():]
		}
	}
	return ""
}

// progress finds where in the ways of a goal it is. A way that is gone is left, and the goal plans again; of a way
// whose step is gone it continues behind those that are done.
func (x *other) progress(was *savedGoal, id int32, l *level) {
	is := &x.now.goals[id]
	now, seen := ways(was, is), l.seen
	tried := l.tried
	l.tried = [MaxWays]uint8{}
	for k, at := range now {
		if at >= 0 {
			l.tried[at] = min(tried[k], uint8(max(1, is.Ways[at].Tries)))
		}
	}
	l.seen = 0
	for k, at := range x.interrupts(was, id) {
		if at > 0 && seen>>k&1 != 0 {
			l.seen |= 1 << (at - 1)
		}
	}
	if l.way < 0 {
		return
	}
	old, way := &was.ways[l.way], now[l.way]
	if l.way = int16(way); way < 0 {
		l.at, l.alt, l.retries = 0, 0, 0
		return
	}
	steps := is.Ways[way].Steps
	next, at := 0, -1
	for k := 0; k <= int(l.at) && k < len(old.steps); k++ {
		found := x.stepNow(&old.steps[k], steps, next)
		if k == int(l.at) {
			at = found
		} else if found >= 0 {
			next = found + 1
		}
	}
	if at < 0 {
		l.at, l.alt, l.retries = int16(next), 0, 0
		return
	}
	step := &steps[at]
	if l.at = int16(at); int(l.alt) > len(step.Else) {
		l.alt, l.retries = 0, 0
	}
	l.retries = min(l.retries, int16(step.Retry.Times))
}

// stepNow returns which step, from one on, does what a saved one did; -1: none.
func (x *other) stepNow(was *savedStep, steps []Step, from int) int {
	for k := from; k < len(steps); k++ {
		if now := x.now.savedCall(&steps[k].Call); now.isLike(&was.calls[0]) {
			return k
		}
	}
	return -1
}

// ways finds the ways of a goal: those of the same name, and of those without one the same one in order.
func ways(was *savedGoal, is *goal) []int {
	list, taken := make([]int, len(was.ways)), [MaxWays]bool{}
	for k := range was.ways {
		list[k] = -1
		for at := range is.Ways {
			if !taken[at] && is.Ways[at].Name == was.ways[k].name {
				list[k], taken[at] = at, true
				break
			}
		}
	}
	return list
}

// readOther reads what [Mind.Append] has written with another program; brain and personality are those of then.
func (m *Mind) readOther(r *codec.Reader, how *Saved, brain, personality int) (cuts []Cut) {
	var old Mind
	old.Reset(how.Names.program, brain, personality)
	then := how.then()
	if old.code(r.Coder(), then); r.Failed() {
		old.Drop(how.Instances)
		return nil
	}
	x := &other{how, m.p}
	wants := x.wants(&old, m)
	for i := range old.stack {
		l := &old.stack[i]
		for _, cut := range x.layer(&old, m, l, wants, then.failed[i]) {
			cut.Layer = i
			cuts = append(cuts, cut)
		}
	}
	if x.rest(&old, m, wants); !how.Same || len(cuts) > 0 {
		m.Doubt()
	}
	return cuts
}

// wants finds the wants of a brain: those of the same name, in order, about targets of the same kind.
func (x *other) wants(old, m *Mind) []int32 {
	list, taken := make([]int32, len(old.b.Wants)), make([]bool, len(m.b.Wants))
	for i := range old.b.Wants {
		list[i] = -1
		for k := range m.b.Wants {
			a, b := &old.b.Wants[i], &m.b.Wants[k]
			if !taken[k] && a.Name == b.Name && a.Targeted == b.Targeted && a.Target.Kind == b.Target.Kind && old.p.goals[a.Goal].Name == m.p.goals[b.Goal].Name {
				list[i], taken[k] = int32(k), true
				break
			}
		}
	}
	return list
}

// layer takes one pursuit of a mind over, and returns what of it does not continue.
func (x *other) layer(old, m *Mind, l *layer, wants []int32, why map[int]string) []Cut {
	name, now, target := "order "+l.p.goals[l.root].Name, int32(-1), l.target
	if !l.isOrder() {
		name = "want " + old.b.Wants[l.want].Name
		now = wants[l.want]
		ok := now >= 0
		if ok {
			target, ok = x.target(&old.b.Wants[l.want], &m.b.Wants[now], l.target)
		}
		if !ok {
			l.Drop(x.Instances)
			reason := "is gone"
			if now >= 0 {
				reason = "ends: its target is gone"
			}
			return []Cut{{Name: name, Why: reason}}
		}
	}
	begun := m.begun
	t := m.push(0, nil)
	m.begun = begun
	cuts, lost := x.pursuit(&l.Pursuit, &t.Pursuit, why)
	t.want, t.target, t.order, t.urgent = now, target, l.order, l.urgent
	if lost != "" || !t.Running() || !m.fits(t) {
		t.Drop(x.Instances)
		m.stack = m.stack[:len(m.stack)-1]
		if lost == "" {
			lost = "it is of another kind now"
		}
		return []Cut{{Name: name, Why: "ends: " + lost}}
	}
	for i := range cuts {
		cuts[i].Name = name + ": " + cuts[i].Name
	}
	return cuts
}

// target translates what a want is about.
func (x *other) target(was, is *Want, t utility.Target) (now utility.Target, ok bool) {
	if t == utility.NoTarget {
		return t, true
	}
	words, _, ok := def.Translate([]world.Word{world.Word(t)}, was.Target, is.Target, x.Migration)
	return utility.Target(words[0]), ok
}

// rest takes over a mind's other memories besides its pursuits.
func (x *other) rest(old, m *Mind, wants []int32) {
	x.memory(old, m, wants)
	for i := range old.failures {
		f := old.failures[i]
		is := wants[f.want]
		if is < 0 {
			continue
		}
		target, ok := x.target(&old.b.Wants[f.want], &m.b.Wants[is], f.target)
		f.at, f.until = f.at+x.Shift, x.later(f.until)
		if f.want, f.target = is, target; ok {
			m.failures = append(m.failures, f)
		}
	}
	for i := range old.orders {
		o := old.orders[i]
		was := &old.p.goals[o.goal]
		is := m.p.goalNamed(was.Name)
		if is < 0 {
			continue
		}
		if words, fits := def.TranslateAll(o.words, was.Params, m.p.goals[is].Params, x.Migration); fits {
			m.orders = append(m.orders, order{is, words, o.serial, o.urgent})
		}
	}
	m.last, m.due, m.noticed, m.serial, m.begun, m.drawn = old.last+x.Shift, x.later(old.due), old.noticed, old.serial, old.begun, old.drawn
}

// memory takes over which wants were chosen, and since when, and which rest.
func (x *other) memory(old, m *Mind, wants []int32) {
	now := func(o utility.Option) (utility.Option, bool) {
		want := old.b.wants[o.Behaviour]
		switch {
		case want < 0:
			return utility.Option{Behaviour: m.b.orders, Target: o.Target}, m.b.weighs()
		case wants[want] < 0 || old.variant(want).behaviour != o.Behaviour:
			return o, false
		}
		target, ok := x.target(&old.b.Wants[want], &m.b.Wants[wants[want]], o.Target)
		return m.option(wants[want], target), ok
	}
	m.memory.Carry(old.memory, x.Shift, now)
}

// CutShort ends what of a mind does not continue in another program, in the mind that it still is.
func (m *Mind) CutShort(e *Env, cuts []Cut, reason action.Reason) {
	e.enter()
	for i := len(cuts) - 1; i >= 0; i-- {
		c := &cuts[i]
		l := &m.stack[c.Layer]
		if c.Level > 0 {
			l.CutShort(e, c, reason)
			continue
		}
		l.end(e, Outside, reason)
		last := len(m.stack) - 1
		if c.Layer == last {
			m.leave(e, l, action.Inactive)
			continue
		}
		if !l.isOrder() {
			m.quit(m.option(l.want, l.target), e.Ctx.Tick())
		}
		copy(m.stack[c.Layer:], m.stack[c.Layer+1:])
		m.stack = m.stack[:last]
	}
}

// CutShort ends a goal or activity of a pursuit, and those under it, as far as they do not continue in another program.
// Of several it ends the last first.
func (p *Pursuit) CutShort(e *Env, c *Cut, reason action.Reason) {
	x := p.run(e)
	defer x.leave(nil)
	for i := min(c.End, len(x.levels)) - 1; i >= c.Level; i-- {
		x.finish(i, Inactive, Outside, reason)
	}
}

// HandlesOf appends the activities that end with a cut.
func (p *Pursuit) HandlesOf(dst []action.Handle, c *Cut) []action.Handle {
	end := c.End
	if c.Level == 0 {
		end = len(p.levels)
	}
	for i := c.Level; i < min(end, len(p.levels)); i++ {
		if h := p.levels[i].handle; !h.IsZero() {
			dst = append(dst, h)
		}
	}
	return dst
}

// Settle has a mind take over what the one of another program, in which branches were cut short, remembers of its
// wants.
func (n *Names) Settle(m, old *Mind, migration *world.Migration) {
	x := &other{&Saved{Names: n, Migration: migration}, m.p}
	x.memory(old, m, x.wants(old, m))
}
