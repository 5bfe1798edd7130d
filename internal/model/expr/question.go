package expr

import "github.com/karakuri-ai/karakuri/world"

// maxQuestion is the maximum number of words of the arguments of a question.
const maxQuestion = 8

// question is a condition that is a call of a host's function, or its contrary, with arguments that are simply there.
// It is asked without the detour of a program: behaviour trees are full of such conditions.
type question struct {
	id   int32
	neg  bool
	args []answerSource
}

// answerSource is the place of an argument of a question: a cell, the frame, or, for a constant, the argument itself.
type answerSource struct {
	kind TermKind
	addr world.Addr
	slot int
	word world.Word
}

// questionOf returns the question that a condition is; nil when it is more than that.
func questionOf(t *Term) *question {
	q := &question{}
	for t.Kind == TermUnary && t.Op == Not {
		t, q.neg = t.Args[0], !q.neg
	}
	if t.Kind != TermFunc || t.Type.Kind != world.KindBool || len(t.Args) > maxQuestion || t.Func.ID < 0 {
		return nil
	}
	q.id = t.Func.ID
	for _, a := range t.Args {
		src := answerSource{kind: a.Kind, slot: a.Slot, word: a.Words[0]}
		switch {
		case a.Type.Width() != 1:
			return nil
		case a.Kind == TermConst, a.Kind == TermVar:
		case a.Kind == TermCell && len(a.Args) == 0 && a.Symbol.Base < world.SparseBit:
			src.addr = a.Symbol.Base
		default:
			return nil
		}
		q.args = append(q.args, src)
	}
	return q
}

// ask asks the host.
func (m *Machine) ask(q *question, fr []world.Word) bool {
	args := m.asked[:len(q.args)]
	for i := range q.args {
		switch a := &q.args[i]; a.kind {
		case TermCell:
			args[i] = m.State.Get(a.addr)
		case TermVar:
			args[i] = fr[a.slot]
		default:
			args[i] = a.word
		}
	}
	if int(q.id) < len(m.Asks) && m.Asks[q.id] != nil {
		return m.Asks[q.id](args) != q.neg
	}
	if int(q.id) >= len(m.Funcs) || m.Funcs[q.id] == nil {
		return q.neg
	}
	return (m.Funcs[q.id](args)[0] != 0) != q.neg
}
