package agent

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/trace"
	"github.com/karakuri-ai/karakuri/world"
)

// answers are the arguments for which functions of the host have been told the results of.
type answers map[string]struct{}

// maxAnswers is how many are remembered: what is forgotten is told again.
const maxAnswers = 1 << 16

// witnesses returns functions that tell what those of the host answer.
func (r *recording) witnesses(funcs []activity.Func) []activity.Func {
	out := make([]activity.Func, len(funcs))
	for i, f := range funcs {
		out[i] = r.witnessed(i, f)
	}
	return out
}

// witnessed returns a function of the host that tells each of its results once.
func (r *recording) witnessed(id int, f activity.Func) activity.Func {
	var key []byte
	return func(args []world.Word) (result [2]world.Word) {
		key = appendKey(key[:0], id, args)
		if _, told := r.answers[string(key)]; told {
			return f(args)
		}
		defer func() {
			v := recover()
			r.answer(id, args, result, v)
			if v != nil {
				panic(v)
			}
		}()
		return f(args)
	}
}

func (r *recording) answer(id int, args []world.Word, result [2]world.Word, panicked any) {
	if len(r.answers) >= maxAnswers {
		clear(r.answers)
	}
	r.answers[string(appendKey(nil, id, args))] = struct{}{}
	r.rec.Index, r.rec.Args = int64(id), appendWords(r.rec.Args[:0], args)
	r.rec.Result, r.rec.Fault = [2]int64{int64(result[0]), int64(result[1])}, trace.Fault{}
	if panicked != nil {
		r.rec.Fault = trace.Fault{Action: "function", Message: shortened(fmt.Sprint(panicked))}
	}
	r.write(trace.KindAnswer)
}

// appendKey appends what tells a call of a function from others.
func appendKey(key []byte, id int, args []world.Word) []byte {
	key = append(key, byte(id), byte(id>>8))
	for _, w := range args {
		for shift := 0; shift < 64; shift += 8 {
			key = append(key, byte(w>>shift))
		}
	}
	return key
}
