package agent

import (
	"slices"
	"sync"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/sorting"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// maxAnswers is the maximum number of answers that are remembered. A forgotten answer is recorded again when it occurs
// again.
const maxAnswers = 1 << 16

// answers records what functions of the host have returned. While agents decide, functions are called in an order that
// depends on the goroutines. New answers are therefore written when all agents have decided, sorted.
type answers struct {
	mu        sync.Mutex // for all fields: several goroutines call functions
	recorded  map[string]struct{}
	key       []byte
	gathering bool
	fresh     []given
	kept      []given // for snapshots: the first answers, and the last ones
	turn      int     // the next of the last ones to overwrite
	dropped   bool    // some answers have been overwritten
}

// keptAnswers is the number of first answers, and of last answers, that are kept for snapshots. Answers about things
// that do not change come early; answers about things that change are not requested again.
const keptAnswers = 2048

// keep keeps an answer for snapshots.
func (a *answers) keep(g *given) {
	if len(a.kept) < 2*keptAnswers {
		a.kept = append(a.kept, *g)
		return
	}
	a.kept[keptAnswers+a.turn], a.dropped = *g, true
	a.turn = (a.turn + 1) % keptAnswers
}

// given is an answer to be written.
type given struct {
	id     int
	args   []world.Word
	result [2]world.Word
	fault  ktrace.Fault
}

// witnesses returns functions that call those of the host and record their answers.
func (r *recording) witnesses(funcs []action.Func) []action.Func {
	out := make([]action.Func, len(funcs))
	for i, f := range funcs {
		out[i] = r.witnessed(i, f)
	}
	return out
}

// witnessed returns a function that calls f and records each new result.
func (r *recording) witnessed(id int, f action.Func) action.Func {
	return func(args []world.Word) (result [2]world.Word) {
		if r.answers.knows(id, args) {
			return f(args)
		}
		back := false
		defer func() {
			if back {
				r.answered(id, args, result, ktrace.Fault{})
				return
			}
			v := recover()
			r.answered(id, args, result, ktrace.Fault{Action: "function", Message: shortened(action.NewFault("function", v).Message)})
			if v != nil {
				panic(v)
			}
		}()
		result = f(args)
		back = true
		return result
	}
}

// knows reports whether the answer to a call has been recorded.
func (a *answers) knows(id int, args []world.Word) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.key = appendKey(a.key[:0], id, args)
	_, told := a.recorded[string(a.key)]
	return told
}

// answered records an answer.
func (r *recording) answered(id int, args []world.Word, result [2]world.Word, fault ktrace.Fault) {
	g := given{id: id, args: slices.Clone(args), result: result, fault: fault}
	r.answers.mu.Lock()
	defer r.answers.mu.Unlock()
	if r.answers.gathering {
		r.answers.fresh = append(r.answers.fresh, g)
		return
	}
	r.recordAnswer(&g)
}

// gather starts collecting answers. It is called before agents decide.
func (r *recording) gather() { r.answers.gathering = true }

// gathered writes the answers collected. It is called when all agents have decided.
func (r *recording) gathered() {
	a := &r.answers
	a.gathering = false
	sorting.InPlace(a.fresh, func(x, y given) int {
		if x.id != y.id {
			return x.id - y.id
		}
		return slices.Compare(x.args, y.args)
	})
	for i := range a.fresh {
		if i == 0 || a.fresh[i].id != a.fresh[i-1].id || !slices.Equal(a.fresh[i].args, a.fresh[i-1].args) {
			r.recordAnswer(&a.fresh[i])
		}
	}
	clear(a.fresh)
	a.fresh = a.fresh[:0]
}

// recordAnswer writes an answer to the trace.
func (r *recording) recordAnswer(g *given) {
	a := &r.answers
	if len(a.recorded) >= maxAnswers {
		clear(a.recorded)
	}
	a.recorded[string(appendKey(nil, g.id, g.args))] = struct{}{}
	a.keep(g)
	r.rec.Index, r.rec.Args, r.rec.Fault = int64(g.id), appendWords(r.rec.Args[:0], g.args), g.fault
	r.rec.Result = [2]int64{int64(g.result[0]), int64(g.result[1])}
	r.write(ktrace.KindAnswer)
}

// appendKey appends the identity of a call: the function and its arguments.
func appendKey(key []byte, id int, args []world.Word) []byte {
	key = append(key, byte(id), byte(id>>8))
	for _, w := range args {
		for shift := 0; shift < 64; shift += 8 {
			key = append(key, byte(w>>shift))
		}
	}
	return key
}
