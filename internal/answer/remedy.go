package answer

import (
	"cmp"
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/world"
)

const (
	// maxRemedies is the maximum number of reported changes.
	maxRemedies = 8
	// maxSeconds is the time ahead within which answers test whether time alone brings something about.
	maxSeconds = 10
	// maxValues is the maximum number of values of an enum, or members of a type, that are tried for a cell.
	maxValues = 16
	// maxMemberCells is the maximum number of cells of a condition about members that are tried.
	maxMemberCells = 64
	// nextTo is the difference below which the least other number is as good as the number itself.
	nextTo = 1e-6
	// maxHalvings bounds the search for the least change of a number.
	maxHalvings = 48
)

// whatWould answers what would have to be otherwise for something to be done: the least changes of what decided against
// it, tried out on copies.
func (k *asker) whatWould(a *explain.Answer, about string) {
	var blamed [][]expr.Failing
	k.blamed = &blamed
	k.whyNot(a, about)
	if !a.Verdict().IsDone() {
		k.blameAll()
	}
	k.blamed = nil
	if len(a.Findings) == 0 || a.Verdict().IsDone() || a.Verdict() == explain.Unknown {
		return
	}
	list, _ := k.resolve(about)
	if len(list) == 0 {
		k.remediesOfCondition(a, about, blamed)
		return
	}
	s := list[slices.IndexFunc(list, func(s subject) bool { return k.title(&s) == a.About })]
	if s.kind == subjectAlert { // only percepts and time change the level
		if left := a.Findings[0].Until; left > 0 {
			a.Remedies = []explain.Remedy{{By: explain.ByTime, Seconds: left}}
		}
		return
	}
	d := k.decider(&s)
	after, comes := d.byTime(a)
	var found []remedy
	settled := d.decided && d.would(nil)
	if settled { // what is decided now is decided again only later
		d.decided = false
	}
	if !settled || !comes {
		d.searchAll(blamed, &found)
	}
	a.Decisions = maxDecisions - d.left
	if comes {
		a.Remedies = append(a.Remedies, explain.Remedy{By: explain.ByTime, Seconds: k.seconds(after)})
	}
	sorting.By(found, func(x, y remedy) int {
		return cmp.Or(cmp.Compare(x.by, y.by), cmp.Compare(len(x.writes), len(y.writes)), cmp.Compare(x.size, y.size))
	})
	for i := range found {
		if len(a.Remedies) < maxRemedies && !k.isExceeded(&found[i], found[:i]) {
			a.Remedies = append(a.Remedies, found[i].told(k))
		}
	}
}

// searchAll tries the least changes of all conditions that were noted, and then of what scores depend on.
func (d *decider) searchAll(blamed [][]expr.Failing, found *[]remedy) {
	tried := map[write]bool{}
	for _, parts := range blamed {
		d.search(parts, tried, found)
	}
	d.scores(found)
	for _, parts := range d.turned() {
		d.search(parts, tried, found)
	}
	d.across(found)
}

// across looks for pairs of a change with which the condition of a want holds and one of what scores, its other
// conditions or rivals depend on: of a want that would not be the best one either if its condition held.
func (d *decider) across(found *[]remedy) {
	if d.subject.kind != subjectWant {
		return
	}
	r := comparison(d.asker)
	if r == nil {
		return
	}
	for _, x := range d.opening(r) {
		if d.isFound(*found, x) || d.would(x.writes) {
			continue
		}
		cells, order := map[world.Addr]*world.Symbol{}, []world.Addr(nil)
		note := d.cellsInto(cells, &order)
		for _, c := range d.rivals(r) {
			w := d.kind.Mind.Brain.Wants[c.Want]
			scoresOf(w, c.Target, note)
			d.conditionsOf(w, c.Target, note)
		}
		for _, at := range order {
			alone := slices.ContainsFunc(*found, func(r remedy) bool { return len(r.writes) == 1 && r.writes[0].at == at })
			if at != x.writes[0].at && !alone {
				d.sample(at, cells[at], x, found)
			}
		}
	}
}

// opening returns the single changes with which the conditions of the want hold, where one part of them does not.
func (d *decider) opening(r *goal.Report) (list []remedy) {
	for _, c := range d.rivals(r) {
		if !d.isAsked(c) {
			continue
		}
		var blamed [][]expr.Failing
		d.asker.blamed = &blamed
		d.conditionsOf(d.kind.Mind.Brain.Wants[c.Want], c.Target, func(t *expr.Term, frame []world.Word) {
			if holds, ok := d.holds(t, frame); ok && !holds {
				blame(d.asker, t, frame)
			}
		})
		d.asker.blamed = nil
		if len(blamed) == 1 && len(blamed[0]) == 1 {
			list = append(list, d.changesOf(&blamed[0][0])...)
		}
	}
	return list
}

// cellsInto returns what adds the cells that an expression reads, if they can be sampled.
func (d *decider) cellsInto(cells map[world.Addr]*world.Symbol, order *[]world.Addr) func(t *expr.Term, frame []world.Word) {
	return func(t *expr.Term, frame []world.Word) {
		for _, r := range expr.ReadBy(t, &d.machine, frame) {
			if k := r.Sym.Type.Kind; !r.Absent && cells[r.Addr] == nil && (k == world.KindFloat || k == world.KindInt || k == world.KindBool) {
				cells[r.Addr], *order = r.Sym, append(*order, r.Addr)
			}
		}
	}
}

// turned returns the conditions that decide between the subject and what is chosen instead, of wants, their goals and
// the choices within scores, each as one that would have to be otherwise.
func (d *decider) turned() (blamed [][]expr.Failing) {
	d.asker.blamed = &blamed
	defer func() { d.asker.blamed = nil }()
	note := func(t *expr.Term, frame []world.Word) { blame(d.asker, t, frame) }
	choices := func(t *expr.Term, frame []world.Word) {
		eachChoice(t, func(c *expr.Term) { note(c, frame) })
	}
	if d.subject.kind != subjectWant {
		d.scored(choices)
		return blamed
	}
	if r := comparison(d.asker); r != nil {
		for _, c := range d.rivals(r) {
			w := d.kind.Mind.Brain.Wants[c.Want]
			d.conditionsOf(w, c.Target, note)
			scoresOf(w, c.Target, choices)
		}
	}
	return blamed
}

// eachChoice visits the conditions of an expression's choices, those within quantifiers excepted.
func eachChoice(t *expr.Term, visit func(*expr.Term)) {
	if t == nil || t.Kind == expr.TermQuant {
		return
	}
	if t.Kind == expr.TermIf {
		visit(t.Args[0])
	}
	for _, a := range t.Args {
		eachChoice(a, visit)
	}
}

// isExceeded reports whether one of the lesser remedies changes the same number the same way: to more than is needed
// says nothing.
func (k *asker) isExceeded(r *remedy, lesser []remedy) bool {
	if len(r.writes) != 1 {
		return false
	}
	at := r.writes[0].at
	sym := k.state.Schema().SymbolAt(at)
	if sym.Type.Kind != world.KindInt && sym.Type.Kind != world.KindFloat {
		return false
	}
	up := func(w world.Word) bool {
		if sym.Type.Kind == world.KindFloat {
			return w.Float() > k.state.Get(at).Float()
		}
		return int64(w) > int64(k.state.Get(at))
	}
	return slices.ContainsFunc(lesser, func(o remedy) bool {
		return len(o.writes) == 1 && o.writes[0].at == at && up(o.writes[0].word) == up(r.writes[0].word)
	})
}

// blameAll notes every condition that the plannings looked at and that the running trees have, behind those that the
// findings are about: whatever a decision read may turn it.
func (k *asker) blameAll() {
	for _, t := range k.view.Trees(k.id) {
		blameTree(k, t)
	}
	for _, p := range k.plans {
		if p == nil {
			continue
		}
		for i := range p.events {
			e := &p.events[i]
			k.failings(e.Failing, nil)
			for n := range e.Candidates {
				k.failings(e.Candidates[n].Failing, nil)
			}
		}
		k.blamePlan(p, -1)
	}
}

// byTime finds out whether time alone brings it about. A change then has to bring it about before that.
func (d *decider) byTime(a *explain.Answer) (after int64, ok bool) {
	waits := slices.ContainsFunc(a.Findings, func(f explain.Finding) bool {
		return f.Until > 0 || f.Verdict == explain.CoolingDown || f.Verdict == explain.WouldBeChosen || f.Verdict == explain.WaitsFor
	})
	switch {
	case waits:
		after, ok = d.happensWithin(nil, int64(maxSeconds*d.crowd.TPS()))
	case len(d.plannings) == 0:
		after, ok = d.happensWithin(nil, d.ticks)
	}
	if ok {
		d.ticks = min(d.ticks, after-1)
	}
	return after, ok
}

// remedy is a change that was tried out.
type remedy struct {
	writes []write
	by     explain.Changer
	size   float64
}

// told is the remedy in reported form.
func (r *remedy) told(k *asker) explain.Remedy {
	out := explain.Remedy{By: r.by}
	for i := 0; i < len(r.writes); i++ {
		w := r.writes[i]
		sym := k.state.Schema().SymbolAt(w.at)
		old, now := k.cell(sym, w.at, nil), []world.Word{w.word}
		if sym.Type.Kind == world.KindVec2 && i+1 < len(r.writes) {
			now = append(now, r.writes[i+1].word)
			out.Margin = trim(det.Hypot(now[0].Float()-k.state.Get(w.at).Float(), now[1].Float()-k.state.Get(w.at+1).Float())) + " away"
			i++
		}
		out.Changes = append(out.Changes, explain.Change{Symbol: k.cellText(sym, w.at), Old: old, Value: k.exactly(sym.Type, now)})
	}
	return out
}

// cell returns the value of a cell for people.
func (k *looker) cell(sym *world.Symbol, at world.Addr, st *world.State) string {
	if st == nil {
		st = k.state
	}
	return k.exactly(sym.Type, words(sym, at, st))
}

// words returns the value of a cell.
func words(sym *world.Symbol, at world.Addr, st *world.State) []world.Word {
	w := []world.Word{st.Get(at)}
	if sym.Type.Width() == 2 {
		w = append(w, st.Get(at+1))
	}
	return w
}

// search tries, for the parts of a conjunction that do not hold, the least changes of single cells, then of two
// together.
func (d *decider) search(parts []expr.Failing, tried map[write]bool, found *[]remedy) {
	var ways [][]remedy
	for i := range parts {
		list := d.changesOf(&parts[i])
		ways = append(ways, list)
		for _, r := range list {
			if len(r.writes) == 1 && tried[r.writes[0]] || d.isFound(*found, r) {
				continue
			}
			if tried[r.writes[0]] = true; d.would(r.writes) {
				*found = append(*found, r)
			}
		}
	}
	for i := range ways {
		for n := i + 1; n < len(ways); n++ {
			for _, x := range ways[i] {
				for _, y := range ways[n] {
					if d.isFound(*found, x) || d.isFound(*found, y) || x.writes[0].at == y.writes[0].at {
						continue
					}
					both := remedy{writes: append(slices.Clone(x.writes), y.writes...), by: max(x.by, y.by), size: x.size + y.size}
					if !d.isFound(*found, both) && d.would(both.writes) {
						*found = append(*found, both)
					}
				}
			}
		}
	}
}

func (d *decider) isFound(list []remedy, r remedy) bool {
	return slices.ContainsFunc(list, func(o remedy) bool { return slices.Equal(o.writes, r.writes) })
}

// changesOf returns the least changes of single cells with which a part of a condition holds.
func (d *decider) changesOf(f *expr.Failing) (out []remedy) {
	if f.Term.Kind == expr.TermQuant {
		return d.changesOfMembers(f)
	}
	for i := range f.Why {
		out = append(out, d.changesOf(&f.Why[i])...)
	}
	if f.Open || len(f.Why) > 0 {
		return out
	}
	seen := map[world.Addr]bool{}
	for _, v := range f.Values {
		for _, r := range v.Reads {
			if r.Absent || seen[r.Addr] || r.Sym.Says != "" && len(r.Sym.Params) == 0 {
				continue
			}
			seen[r.Addr] = true
			out = append(out, d.changesOfCell(f, r)...)
		}
	}
	if f.Cell != nil && len(f.Values[0].Reads) == 1 {
		out = append(out, d.compared(f, f.Values[0].Reads[0])...)
	}
	return out
}

// changesOfMembers returns the least changes of single cells with which there is a member of which something holds, or
// it holds of all.
func (d *decider) changesOfMembers(f *expr.Failing) (out []remedy) {
	if f.Open {
		return nil
	}
	seen := map[world.Addr]bool{}
	for _, r := range expr.ReadBy(f.Term, &d.machine, f.Frame) {
		if r.Absent || seen[r.Addr] || r.Sym.Says != "" || len(seen) == maxMemberCells {
			continue
		}
		seen[r.Addr] = true
		out = append(out, d.changesOfCell(f, r)...)
	}
	return out
}

// compared returns the value with which a symbol would be as its comparison asks: where steps of a plan come before,
// the present says nothing of the other side.
func (d *decider) compared(f *expr.Failing, r expr.Reading) []remedy {
	if r.Absent || r.Sym.Says != "" {
		return nil
	}
	old, w := d.state.Get(r.Addr), f.Other[0]
	size := 1.0
	switch r.Sym.Type.Kind {
	case world.KindInt:
		switch f.Op {
		case expr.Gt:
			w++
		case expr.Lt:
			w--
		case expr.Ne:
			return nil
		}
		if int64(w) < r.Sym.Type.Lo || int64(w) > r.Sym.Type.Hi {
			return nil
		}
		size = math.Abs(float64(w - old))
	case world.KindFloat:
		if f.Op != expr.Ge && f.Op != expr.Le && f.Op != expr.Eq {
			return nil
		}
		size = math.Abs(w.Float() - old.Float())
	default:
		if f.Op != expr.Eq || r.Sym.Type.Width() > 1 {
			return nil
		}
	}
	if w == old {
		return nil
	}
	return []remedy{{writes: []write{{r.Addr, w}}, by: d.changer(r.Sym), size: size}}
}

// changer says who can write a symbol.
func (k *looker) changer(sym *world.Symbol) explain.Changer {
	if sym.Sensed {
		return explain.ByHost
	}
	by := explain.ByHost
	for _, o := range k.info.Operators {
		o.Effect.Writes(func(e *expr.EffectTerm) {
			if e.Symbol == sym {
				by = explain.ByAgent
			}
		})
	}
	return by
}

// changesOfCell returns the least other values of a cell with which a part of a condition holds.
func (d *decider) changesOfCell(f *expr.Failing, r expr.Reading) (out []remedy) {
	st := d.changed(nil)
	m := expr.Machine{State: st, Funcs: d.machine.Funcs}
	old := st.Get(r.Addr)
	holds := func(w world.Word) (ok bool) {
		defer func() {
			if recover() != nil {
				ok = false
			}
		}()
		st.Set(r.Addr, w)
		ok = expr.EvalTerm(f.Term, &m, f.Frame)[0].Bool()
		st.Set(r.Addr, old)
		return ok
	}
	add := func(w world.Word, size float64) {
		out = append(out, remedy{writes: []write{{r.Addr, w}}, by: d.changer(r.Sym), size: size})
	}
	switch t := r.Sym.Type; t.Kind {
	case world.KindBool:
		if f.Term.Kind != expr.TermQuant || holds(1-old) { // else whether that is of use shows when it is tried
			add(1-old, 1)
		}
	case world.KindEnum:
		for w := range min(maxValues, len(d.info.Schema.Enums[t.ID].Values)) {
			if world.Word(w) != old && holds(world.Word(w)) {
				add(world.Word(w), 1)
			}
		}
	case world.KindObject:
		n := 0
		if old != 0 && holds(0) {
			add(0, 1)
		}
		for o := st.NextMember(t.ID, 0); o != 0 && n < maxValues; o = st.NextMember(t.ID, o) {
			if o != old && holds(o) {
				add(o, 1)
				n++
			}
		}
	case world.KindInt:
		for _, sign := range []int64{1, -1} {
			if w, ok := leastInt(int64(old), sign, t.Lo, t.Hi, func(n int64) bool { return holds(world.Word(n)) }); ok {
				add(world.Word(w), math.Abs(float64(w-int64(old))))
			}
		}
	case world.KindFloat:
		for _, sign := range []float64{1, -1} {
			if x, ok := leastFloat(old.Float(), sign, func(x float64) bool { return holds(world.Float(x)) }); ok {
				add(world.Float(x), math.Abs(x-old.Float()))
			}
		}
	case world.KindVec2:
		out = append(out, d.moves(f, r, st)...)
	}
	return out
}

// leastInt returns the nearest number in a direction for which something holds, if it also holds for some numbers
// beyond.
func leastInt(from, sign, lo, hi int64, holds func(int64) bool) (int64, bool) {
	least, most := int64(0), int64(0)
	for step := int64(1); step > 0 && step < 1<<40; step *= 2 {
		n := from + sign*step
		if n > hi || n < lo {
			if n = hi; sign < 0 {
				n = lo
			}
			if n == from || !holds(n) {
				return 0, false
			}
			most = (n - from) * sign
			break
		}
		if holds(n) {
			most = step
			break
		}
		least = step
	}
	if most == 0 {
		return 0, false
	}
	for least+1 < most {
		if mid := least + (most-least)/2; holds(from + sign*mid) {
			most = mid
		} else {
			least = mid
		}
	}
	return from + sign*most, true
}

// leastFloat returns a number in a direction, near the nearest, for which something holds: a number with few digits, if
// there is one.
func leastFloat(from, sign float64, holds func(float64) bool) (float64, bool) {
	least, most := 0.0, 0.0
	for step := 1.0 / 1024; step < 1e9; step *= 2 {
		if holds(from + sign*step) {
			most = step
			break
		}
		least = step
	}
	if most == 0 {
		return 0, false
	}
	for range maxHalvings {
		if mid := least + (most-least)/2; holds(from + sign*mid) {
			most = mid
		} else {
			least = mid
		}
	}
	if y := from + sign; from == math.Trunc(from) && most < nextTo && holds(y) {
		return y, true // any other value will do: of a whole number, such as that of a team, the next one
	}
	for _, scale := range [...]float64{1, 10, 100, 1000, 1e4, 1e5} {
		x := math.Round((from+sign*most)*scale) / scale
		for _, y := range []float64{x, x + sign/scale} {
			if (y-from)*sign > 0 && math.Abs(y-from) <= 1.1*most && holds(y) {
				return y, true
			}
		}
	}
	return from + sign*most, true
}

// moves returns the least moves of a place towards the other places that a part of a condition reads, and away from
// them.
func (d *decider) moves(f *expr.Failing, r expr.Reading, st *world.State) (out []remedy) {
	m := expr.Machine{State: st, Funcs: d.machine.Funcs}
	x, y := st.Get(r.Addr).Float(), st.Get(r.Addr+1).Float()
	for _, v := range f.Values {
		for _, o := range v.Reads {
			if o.Sym.Type.Kind != world.KindVec2 || o.Addr == r.Addr {
				continue
			}
			dx, dy := o.Value[0].Float()-x, o.Value[1].Float()-y
			far := det.Hypot(dx, dy)
			if far == 0 {
				continue
			}
			for _, sign := range []float64{1, -1} {
				at := func(by float64) (world.Word, world.Word) {
					return world.Float(x + sign*by*dx/far), world.Float(y + sign*by*dy/far)
				}
				by, ok := leastFloat(0, 1, func(by float64) bool {
					wx, wy := at(by)
					st.Set(r.Addr, wx)
					st.Set(r.Addr+1, wy)
					holds := expr.EvalTerm(f.Term, &m, f.Frame)[0].Bool()
					st.Set(r.Addr, world.Float(x))
					st.Set(r.Addr+1, world.Float(y))
					return holds
				})
				if ok {
					wx, wy := at(by)
					out = append(out, remedy{writes: []write{{r.Addr, wx}, {r.Addr + 1, wy}}, by: d.changer(r.Sym), size: by})
				}
			}
		}
	}
	return out
}

// scores looks for the least change of a number in a score that has the subject chosen: by sampling, then bisecting.
func (d *decider) scores(found *[]remedy) {
	cells := map[world.Addr]*world.Symbol{}
	var order []world.Addr
	d.scored(d.cellsInto(cells, &order))
	for _, at := range order {
		if !slices.ContainsFunc(*found, func(r remedy) bool { return len(r.writes) == 1 && r.writes[0].at == at }) {
			d.sample(at, cells[at], remedy{}, found)
		}
	}
}

// scored visits the expressions that decide between the subject and what is chosen instead.
func (d *decider) scored(visit func(t *expr.Term, frame []world.Word)) {
	if d.subject.kind != subjectWant {
		for _, t := range d.view.Trees(d.id) {
			for n := range int32(t.Program().Len()) {
				if info, _ := t.Program().Node(n); info.Score != nil {
					visit(info.Score, d.frame(t))
				}
			}
		}
		return
	}
	r := comparison(d.asker)
	if r == nil {
		return
	}
	wants := d.kind.Mind.Brain.Wants
	visit(wants[d.subject.want].When, nil)
	for _, c := range d.rivals(r) {
		w := wants[c.Want]
		if d.isAsked(c) && c.Scored == nil {
			continue
		}
		scoresOf(w, c.Target, visit)
		if !d.isAsked(c) {
			d.conditionsOf(w, c.Target, visit)
		}
	}
}

// conditionsOf visits the conditions of a want and its goal.
func (d *decider) conditionsOf(w *def.WantInfo, target utility.Target, visit func(t *expr.Term, frame []world.Word)) {
	visit(w.When, targetFrame(target))
	if frame, ok := d.arguments(w, target); ok {
		visit(w.Goal.When, frame)
		visit(w.Goal.While, frame)
	}
}

// scoresOf visits what a want's score is computed from.
func scoresOf(w *def.WantInfo, target utility.Target, visit func(t *expr.Term, frame []world.Word)) {
	visit(w.Score, targetFrame(target))
	for i := range w.Considers {
		visit(w.Considers[i].Value, targetFrame(target))
	}
}

// isAsked reports whether a candidate is the want that is asked about, on a target that is asked about.
func (d *decider) isAsked(c *goal.Candidate) bool {
	own := d.subject.want
	return c.Want == int32(own) && d.isTarget(d.subject, d.kind.Mind.Brain.Wants[own], c.Target)
}

// rivals returns the wants of a comparison: the one asked about, on the targets asked about, then the chosen one, then
// the others, the same want on other targets included.
func (d *decider) rivals(r *goal.Report) (list []*goal.Candidate) {
	for place := range 3 {
		for i := range r.Candidates {
			c, at := &r.Candidates[i], 2
			switch {
			case c.Want < 0:
				continue
			case d.isAsked(c):
				at = 0
			case c.Why == goal.Chosen:
				at = 1
			}
			if at == place {
				list = append(list, c)
			}
		}
	}
	return list
}

// sample tries values of a cell from near to far, together with another change if there is one, and bisects when one
// changes the choice.
func (d *decider) sample(at world.Addr, sym *world.Symbol, with remedy, found *[]remedy) {
	old := d.state.Get(at)
	and := func(w world.Word) []write { return append(slices.Clone(with.writes), write{at, w}) }
	add := func(w world.Word, size float64) {
		if len(with.writes) > 0 && (d.left == 0 || d.would([]write{{at, w}})) {
			return // it does it alone, or no decision is left to find that out
		}
		*found = append(*found, remedy{writes: and(w), by: max(with.by, d.changer(sym)), size: with.size + size})
	}
	would := func(w world.Word) bool { return d.would(and(w)) }
	switch sym.Type.Kind {
	case world.KindBool:
		if would(1 - old) {
			add(1-old, 1)
		}
	case world.KindInt:
		for _, sign := range []int64{1, -1} {
			if w, ok := leastInt(int64(old), sign, sym.Type.Lo, min(sym.Type.Hi, int64(old)+1000), func(n int64) bool { return would(world.Word(n)) }); ok {
				add(world.Word(w), math.Abs(float64(w-int64(old))))
			}
		}
	case world.KindFloat:
		for _, sign := range []float64{1, -1} {
			least := 0.0
			for step := 0.05; step < 200; step *= 2 {
				if !would(world.Float(old.Float() + sign*step)) {
					least = step
					continue
				}
				most := step
				for range 8 {
					if mid := (least + most) / 2; would(world.Float(old.Float() + sign*mid)) {
						most = mid
					} else {
						least = mid
					}
				}
				add(world.Float(old.Float()+sign*most), most)
				break
			}
		}
	}
}

// remediesOfCondition answers with which least changes a condition holds.
func (k *asker) remediesOfCondition(a *explain.Answer, about string, blamed [][]expr.Failing) {
	t, _ := k.parse(about)
	if t == nil || len(blamed) == 0 {
		return
	}
	d := k.decider(&subject{})
	for i := range blamed[0] {
		for _, r := range d.changesOf(&blamed[0][i]) {
			a.Decisions++
			m := expr.Machine{State: d.changed(r.writes), Funcs: k.machine.Funcs}
			if len(a.Remedies) < maxRemedies && expr.EvalTerm(t, &m, nil)[0].Bool() {
				a.Remedies = append(a.Remedies, r.told(k))
			}
		}
	}
}
