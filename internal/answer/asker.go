package answer

import (
	"strings"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// asker answers one question about one agent at the moment at which its crowd is. It changes nothing.
type asker struct {
	looker
	asked  map[string]bool              // subjects being answered: their causes may lead back to them
	plans  []*planned                   // taken apart once, by place in the plannings
	copies func() (*agent.Crowd, error) // of the crowd; nil: none was made yet
	depth  int
	ahead  bool            // of a copy that has run ahead: it is not copied again
	done   <-chan struct{} // closed: no caller waits for the answer any more; nil: one does
}

// looker reads what there is to know of an agent, and names it.
type looker struct {
	crowd   *agent.Crowd
	view    *agent.View
	id      agent.ID
	info    *def.Info
	kind    *def.AgentInfo
	state   *world.State
	names   world.Names
	machine expr.Machine
	blamed  *[][]expr.Failing // conjunctions whose parts do not hold, as findings met them; nil: not recorded
}

// maxWay is the maximum length of a chain of causes in an answer.
const maxWay = 40

func newAsker(c *agent.Crowd, id agent.ID) *asker {
	k := &asker{looker: looker{crowd: c, view: c.View(), id: id, info: c.Program().Info}, asked: map[string]bool{}}
	k.kind = k.info.Agent(c.KindOf(id))
	k.state = c.State(id)
	k.names = characters{k.state, c}
	k.machine = expr.Machine{State: k.state, Funcs: c.Funcs()}
	return k
}

// of returns an asker of the same crowd about another agent.
func (k *asker) of(id agent.ID) *asker {
	other := newAsker(k.crowd, id)
	other.depth, other.done = k.depth+1, k.done
	return other
}

// characters names the bodies of a crowd by its agents also in states that are not the crowd's own.
type characters struct {
	*world.State
	crowd *agent.Crowd
}

// ObjectName implements [world.Names].
func (c characters) ObjectName(o world.Object, typ int32) string {
	if name := c.crowd.View().NameOfObject(o); name != "" {
		return name
	}
	return c.State.ObjectName(o, typ)
}

// answer begins an answer.
func (k *looker) answer(kind explain.Kind) *explain.Answer {
	a := &explain.Answer{Kind: kind, Agent: k.id, Tick: k.crowd.Tick(), Seconds: k.crowd.Seconds()}
	if k.kind != nil {
		a.Name = k.view.NameOf(k.id)
	}
	return a
}

// word writes a value for people; exactly writes all its digits.
func (k *looker) word(t world.Type, w []world.Word) string {
	return world.FormatRounded(k.info.Schema, k.names, t, w)
}

func (k *looker) exactly(t world.Type, w []world.Word) string {
	return world.FormatWord(k.info.Schema, k.names, t, w)
}

// slots returns the bindings of variables: "e = kane".
func (k *looker) slots(list []def.Slot, words []world.Word, first int) (out []string) {
	for _, s := range list {
		if at := s.Index - first; at >= 0 && at+s.Type.Width() <= len(words) {
			out = append(out, s.Name+" = "+k.word(s.Type, words[at:at+s.Type.Width()]))
		}
	}
	return out
}

// values returns the texts of arguments.
func (k *looker) values(list []def.Slot, words []world.Word, first int) (out []string) {
	for _, s := range list {
		if at := s.Index - first; at >= 0 && at+s.Type.Width() <= len(words) {
			out = append(out, k.word(s.Type, words[at:at+s.Type.Width()]))
		}
	}
	return out
}

// call writes a name with arguments.
func (k *looker) call(name string, params []def.Slot, words []world.Word) string {
	if len(params) == 0 || len(words) == 0 {
		return name
	}
	return name + "(" + strings.Join(k.values(params, words, 0), ", ") + ")"
}

func (k *looker) seconds(ticks int64) float64 { return float64(ticks) / float64(k.crowd.TPS()) }

// failing takes a condition apart as it is at the moment. None where it holds, and if a function of the host panics: ok
// is false then.
func (k *looker) failing(t *expr.Term, frame []world.Word) (list []expr.Failing, ok bool) {
	defer func() {
		if recover() != nil {
			list, ok = nil, false
		}
	}()
	if t == nil {
		return nil, true
	}
	return expr.ExplainFailing(t, &k.machine, frame, k.names), true
}

// holds reports whether a condition holds at the moment.
func (k *looker) holds(t *expr.Term, frame []world.Word) (holds, ok bool) {
	list, ok := k.failing(t, frame)
	return ok && len(list) == 0, ok
}

// returned returns the set that a function of the host returns; known is false if that panics.
func (k *looker) returned(call *expr.Term) (list []world.Word, known bool) {
	defer func() {
		if recover() != nil {
			list, known = nil, false
		}
	}()
	return expr.CompileSource(call).Append(&k.machine, make([]world.Word, 1), nil), true
}

// conditionFalse is the finding of a condition that does not hold; not ok: it does.
func (k *looker) conditionFalse(subject string, t *expr.Term, frame []world.Word) (f explain.Finding, ok bool) {
	list, known := k.failing(t, frame)
	if !known {
		return explain.Finding{Verdict: explain.HostFaulted, Subject: subject, Condition: t.String()}, true
	}
	if len(list) == 0 {
		return f, false
	}
	f = explain.Finding{Verdict: explain.ConditionFalse, Subject: subject, Condition: t.String(), Failing: k.failings(list, nil)}
	for i := range list {
		f.Verdict = verdictOfPart(&list[i], f.Verdict)
	}
	return f, true
}

// verdictOfPart returns the verdict for a part of a condition that the engine added.
func verdictOfPart(p *expr.Failing, or explain.Verdict) explain.Verdict {
	t := p.Term
	switch {
	case t.Refusal() != "":
		return explain.CoolingDown
	case t.Kind == expr.TermCell && t.Symbol.Says != "" && len(t.Symbol.Params) == 1 && or == explain.ConditionFalse:
		return explain.NotPerceived
	}
	return or
}

// written reports which steps of a plan had set what failing parts read.
type written struct {
	step int
	by   string
}

// decisive returns the failing parts that decide: if an object is not remembered, nothing else is known of it.
func decisive(list []expr.Failing) []expr.Failing {
	for i := range list {
		if verdictOfPart(&list[i], explain.ConditionFalse) == explain.NotPerceived {
			return list[i : i+1]
		}
	}
	return list
}

// failings makes failing parts those of an answer.
func (k *looker) failings(list []expr.Failing, by func(world.Addr) (written, bool)) (out []explain.Failing) {
	list = decisive(list)
	if k.blamed != nil && len(list) > 0 {
		*k.blamed = append(*k.blamed, list)
	}
	for i := range list {
		f := &list[i]
		one := explain.Failing{Text: f.Text, Needs: f.Needs, Looked: f.Looked, Itself: f.Itself, Bound: f.Bound, Inside: k.failings(f.Why, by)}
		for _, v := range f.Values {
			value := explain.Value{Symbol: v.Text, Value: v.Value}
			for n := range v.Reads {
				if by == nil {
					break
				}
				if w, ok := by(v.Reads[n].Addr); ok {
					value.Step, value.By = w.step, w.by
				}
			}
			if len(v.Reads) > 0 {
				value.Origin = k.origin(v.Reads[0].Sym)
			}
			one.Values = append(one.Values, value)
		}
		out = append(out, one)
	}
	return out
}

// origin says where values of a symbol come from.
func (k *looker) origin(s *world.Symbol) string {
	if s.Sensed {
		return "sensed"
	}
	for _, r := range k.info.Remembered {
		if r.Symbol == s {
			return "remembered"
		}
	}
	return ""
}

// isClosed reports whether the caller no longer waits for an answer.
func isClosed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
