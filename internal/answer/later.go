package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// whatIf decides again on two copies of the crowd, one of them with other values, and reports how they differ.
func (k *asker) whatIf(a *explain.Answer, q explain.Question) {
	writes, wrong := k.writesOf(q.Changes)
	if wrong != "" {
		a.Findings = []explain.Finding{{Verdict: explain.Unknown, Subject: q.About, Note: wrong}}
		return
	}
	other := world.NewState(k.state.Schema())
	other.CopyFrom(k.state)
	for _, w := range writes {
		other.Set(w.at, w.word)
	}
	listed := map[world.Addr]bool{}
	for _, w := range writes {
		sym := k.state.Schema().SymbolAt(w.at)
		if sym == nil {
			continue
		}
		width := world.Addr(sym.Type.Width())
		if at := sym.Base + (w.at-sym.Base)/width*width; !listed[at] {
			a.Differences = append(a.Differences, explain.Difference{Symbol: k.cellText(sym, at), Old: k.cell(sym, at, nil), New: k.cell(sym, at, other)})
			listed[at] = true
		}
	}
	as, was := k.pair(writes)
	if as == nil {
		a.Findings = []explain.Finding{{Verdict: explain.Unknown, Note: "the crowd cannot be copied"}}
		return
	}
	others := as.differs(was)
	if len(others) == 0 && as.kind != nil {
		doing := as.view.DoingText(as.id)
		others = []explain.Difference{{Symbol: "it", Old: doing, New: doing}}
	}
	a.Differences = append(a.Differences, others...)
	if q.About != "" {
		about := &explain.Answer{}
		as.whyNot(about, q.About)
		a.About, a.Findings = about.About, about.Findings
	}
}

// pair lets two copies of the crowd continue, one with other values, until what the agent is about differs, for a
// second at most and a decision of its brain.
func (k *asker) pair(writes []write) (as, was *asker) {
	with, as := k.twin(writes)
	without, was := k.twin(nil)
	if with == nil || without == nil {
		return nil, nil
	}
	for range k.decider(&subject{}).ticks {
		with.Step()
		without.Step()
		as, was = newAsker(with, k.id), newAsker(without, k.id)
		if as.kind == nil || was.kind == nil || len(as.differs(was)) > 0 {
			break
		}
	}
	return as, was
}

// doing are the lines that say what an agent does, by their subjects.
func (k *asker) doing() (lines [][2]string) {
	if k.kind == nil {
		return [][2]string{{"it", "has left"}}
	}
	lines = append(lines, [2]string{"it", k.view.DoingText(k.id)})
	for _, p := range k.view.Plannings(k.id) {
		if plan, _ := p.Runner.Plan(); plan != nil {
			var steps []string
			for i := range plan.Len() {
				s := plan.Step(i)
				o := k.info.Operators[s.Operator]
				steps = append(steps, k.call(o.Name, o.Params, s.Args))
			}
			lines = append(lines, [2]string{"plan for " + k.goalText(p.Goal), strings.Join(steps, ", ")})
		}
	}
	for _, t := range k.view.Trees(k.id) {
		lines = append(lines, [2]string{"tree " + t.Program().Info.Name, strings.Join(judge{k}.leaves(t), ", ")})
	}
	for _, p := range k.view.Parts(k.id) {
		if p.Running {
			lines = append(lines, [2]string{p.Name, "runs"})
		}
	}
	return lines
}

// differs reports what an agent does differently than in another copy of its crowd.
func (k *asker) differs(other *asker) (out []explain.Difference) {
	was := map[string]string{}
	for _, l := range other.doing() {
		was[l[0]] = l[1]
	}
	seen := map[string]bool{}
	for _, l := range k.doing() {
		if seen[l[0]] = true; was[l[0]] != l[1] {
			out = append(out, explain.Difference{Symbol: l[0], Old: orNone(was[l[0]]), New: orNone(l[1])})
		}
	}
	for _, l := range other.doing() {
		if !seen[l[0]] {
			out = append(out, explain.Difference{Symbol: l[0], Old: l[1], New: "none"})
		}
	}
	return out
}

// writesOf returns what changes write, over the agent's state; wrong says what cannot be understood.
func (k *asker) writesOf(list []explain.Change) (out []write, wrong string) {
	st := world.NewState(k.state.Schema())
	st.CopyFrom(k.state)
	mark := st.Mark()
	m := expr.Machine{State: st, Funcs: k.machine.Funcs}
	for _, c := range list {
		var ds diag.List
		effect := &expr.Assign{Target: call(c.Symbol, &ds, scopeOf(k, st)), Value: expr.ParseString(diag.NewSource("value", c.Value), &ds)}
		if !ds.HasErrors() {
			if terms := expr.CheckEffects([]expr.Effect{effect}, scopeOf(k, st), &ds); !ds.HasErrors() {
				expr.ApplyTerms(terms, &m, nil)
			}
		}
		for i := range ds.All {
			if ds.All[i].Severity == diag.Error {
				return nil, c.Symbol + " = " + c.Value + ": " + ds.All[i].Message
			}
		}
	}
	for _, ch := range st.Changes(mark) {
		out = append(out, write{ch.Addr, st.Get(ch.Addr)})
	}
	return out, ""
}

// call reads a symbol with its arguments: "distance(guard#1)". Names may have spaces, as answers write them.
func call(text string, ds *diag.List, sc scope) *expr.Ref {
	name, args := splitArgs(text)
	var n *expr.Ref
	if declared := sc.declared(name); declared != "" {
		n = reference(diag.NewSource("symbol", name), declared)
	} else {
		n = expr.ParseCallString(diag.NewSource("symbol", name), ds)
	}
	for _, a := range args {
		src := diag.NewSource("symbol", a)
		if _, is := sc.object(a); n != nil && is {
			n.Args = append(n.Args, reference(src, a))
		} else if n != nil {
			n.Args = append(n.Args, expr.ParseNumberedString(src, ds))
		}
	}
	if n != nil && args != nil {
		n.Call = true
	}
	return n
}

// reference is a name that stands in a text of its own.
func reference(src *diag.Source, name string) *expr.Ref {
	at := diag.Span{Src: src, End: int32(len(src.Text))}
	return &expr.Ref{At: at, NameAt: at, Name: name}
}

// whatChanged reports the changes since the last planning that its outcome depends on. If the outcome would be the
// same, it reports those by which the agent took its plan instead of another one, as far as r knows, which may be nil.
func (k *asker) whatChanged(a *explain.Answer, r *replan) {
	known, turned := false, false
	list := k.view.Plannings(k.id)
	for i := range list {
		p := &list[i]
		if !p.Seen {
			continue
		}
		known = true
		a.Since = max(a.Since, p.Runner.Planned())
		a.Differences = append(a.Differences, k.changedCells(p, p.State, k.state)...)
		then, now := k.take(*p, p.State), k.take(*p, k.state)
		if then.found != now.found || !slices.EqualFunc(then.steps, now.steps, step.equal) {
			d := explain.Difference{Symbol: "plan for " + k.goalText(p.Goal), Old: planOr(then, k.planText(then)), New: planOr(now, k.planText(now)), Turned: k.turned(then, now)}
			a.Differences, turned = append(a.Differences, d), true
		}
	}
	switch {
	case !known:
		a.Findings = []explain.Finding{{Verdict: explain.Unknown, Note: "there is no earlier decision to compare with: set Options.Pictures to keep plannings, and Options.Origins to keep what agents decided before"}}
	case !turned:
		judge{k}.whatReplanned(a, r)
	}
}

// isTurning reports whether something else than plans decides for the agent.
func (k *asker) isTurning() bool {
	return k.kind.Mind != nil || len(k.kind.Plans) == 0 || len(k.view.Plannings(k.id)) == 0
}

func planOr(p *planned, text string) string {
	switch {
	case !p.found:
		return "no plan"
	case text == "":
		return "nothing to do"
	}
	return text
}

// changedCells returns the cells that differ from one state to another and that a planning on the first depends on.
func (k *asker) changedCells(p *agent.Planning, then, now *world.State) (out []explain.Difference) {
	var reads htn.Reads
	o := p.Options
	o.Reads, o.Record = &reads, nil
	htn.NewPlanner(p.Domain, o).Plan(then, p.Goal)
	for i := range k.info.Schema.Symbols {
		sym := &k.info.Schema.Symbols[i]
		if sym.Says != "" {
			continue
		}
		width := world.Addr(sym.Type.Width())
		for n := range min(sym.Cells, maxCompared) {
			at := sym.Base + world.Addr(n)*width
			if same(sym, at, then, now) || !reads.Affected(now, []world.Change{{Addr: at, Old: then.Get(at)}}) {
				continue
			}
			out = append(out, explain.Difference{Symbol: k.cellText(sym, at), Old: k.cell(sym, at, then), New: k.cell(sym, at, now)})
		}
	}
	return out
}

// maxCompared is the maximum number of cells of a symbol that are compared.
const maxCompared = 1 << 12

// turned reports at which method two plannings part.
func (k *asker) turned(then, now *planned) string {
	x, y := k.taken(then), k.taken(now)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("%s is taken now, was %s", y[i], x[i])
		}
	}
	return ""
}

// taken names the methods of the plan that was found, in order.
func (k *asker) taken(p *planned) (out []string) {
	for i := range p.events {
		if p.inPlan[i] && p.events[i].Kind == htn.EventMethod {
			out = append(out, k.methodText(&p.events[i]))
		}
	}
	return out
}

// whoMade answers what gave a symbol its value, as far as the moment itself shows: only a recording knows when that
// was, see [Made].
func (k *asker) whoMade(a *explain.Answer, about string) {
	cells, wrong := k.symbol(about)
	if len(cells) == 0 {
		a.Findings = []explain.Finding{{Verdict: explain.Unknown, Subject: about, Note: wrong}}
		return
	}
	a.About = madeTitle(k, about, cells)
	if l, keeps := k.crowd.Provenance().(*Ledger); keeps {
		l.made(k, a, cells)
		return
	}
	a.Findings = []explain.Finding{{Verdict: explain.Unknown, Subject: a.About, Note: "the crowd does not keep what wrote its values: set Options.Origins, or record the run and ask about the recording"}}
}

// cell is a symbol with a place of its values.
type cell struct {
	sym *world.Symbol
	at  world.Addr
}

// symbol returns the cell of a text: "distance(kane)". Of a value that is computed it returns all cells that it is
// computed from.
func (k *asker) symbol(text string) (cells []cell, wrong string) {
	var ds diag.List
	n := call(text, &ds, scopeOf(k, k.state))
	if ds.HasErrors() {
		return nil, "it is not a symbol"
	}
	var t *expr.Term
	types := []world.Type{expr.BoolType, expr.IntType, expr.FloatType, expr.Vec2Type}
	name, _ := splitArgs(text)
	for i := range k.info.Schema.Symbols {
		if s := &k.info.Schema.Symbols[i]; fold(s.Name) == fold(name) {
			types = append(types, s.Type)
		}
	}
	for _, typ := range types {
		var other diag.List
		if t = expr.Check(n, scopeOf(k, k.state), typ, &other); t != nil && !other.HasErrors() {
			break
		}
		t = nil
	}
	if t == nil {
		for i := range k.info.Schema.Symbols {
			if s := &k.info.Schema.Symbols[i]; fold(s.Name) == fold(name) && len(s.Params) == 0 {
				return []cell{{s, s.Base}}, ""
			}
		}
		return nil, "nothing has this name"
	}
	for _, r := range expr.ReadBy(t, &k.machine, nil) {
		if r.Absent {
			continue
		}
		if fold(r.Sym.Name) == fold(name) || t.Kind == expr.TermCell && r.Sym == t.Symbol { // "remembered(x)" has a symbol without this name
			return []cell{{r.Sym, r.Addr}}, ""
		}
		if c := (cell{r.Sym, r.Addr}); r.Sym.Says == "" && !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	if len(cells) == 0 {
		return nil, "its value is computed from nothing that is stored"
	}
	return cells, ""
}

// scope is that of a program whose expressions also know objects by the names that answers have for them: "guard#1".
type scope struct {
	*def.Scope
	state *world.State
	names world.Names
}

func scopeOf(k *asker, st *world.State) scope { return scope{k.info.Scope().With(st), st, k.names} }

// Lookup implements [expr.Scope].
func (s scope) Lookup(name string) []expr.Entity {
	list := s.Scope.Lookup(name)
	if len(list) > 0 && !strings.Contains(name, "#") {
		return list
	}
	if o, is := s.object(name); is {
		return []expr.Entity{{Kind: expr.EntityConst, Type: world.Type{Kind: world.KindObject, ID: s.state.KnownType(o)}, Words: [2]world.Word{o}}}
	}
	return list
}

// declared returns what answers call by a name, as the program declares it; empty if there is none.
func (s scope) declared(name string) (found string) {
	for _, n := range s.Names() {
		if n == name {
			return n
		} else if fold(n) == fold(name) {
			found = n
		}
	}
	return found
}

// object returns the object that answers call by a name, else the one that has it in the state.
func (s scope) object(name string) (found world.Object, is bool) {
	for typ := range int32(len(s.Schema().Types)) {
		for o := s.state.NextMember(typ, 0); o != 0; o = s.state.NextMember(typ, o) {
			if fold(s.names.ObjectName(o, typ)) == fold(name) {
				return o, true
			}
			if !is && s.state.PlainName(o, typ) == name {
				found, is = o, true
			}
		}
	}
	return found, is
}

// madeTitle names cells whose values are asked for, with the values: of a computed one also what it is computed from.
func madeTitle(k *asker, about string, cells []cell) string {
	var of []string
	for _, c := range cells {
		of = append(of, k.cellText(c.sym, c.at)+" = "+k.word(c.sym.Type, words(c.sym, c.at, k.state)))
	}
	name, _ := splitArgs(about)
	if list := strings.Join(of, ", "); fold(cells[0].sym.Name) != fold(name) && cells[0].sym.Says == "" {
		return about + ", computed from " + list
	}
	return of[0]
}
