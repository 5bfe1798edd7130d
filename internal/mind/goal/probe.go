package goal

import "github.com/karakuri-ai/karakuri/world"

// prober reports whether goals could be activated, without doing so.
type prober struct {
	*Program
	env *Env
}

// canStep reports whether a step of a level's goal could start.
func (x *run) canStep(st *Step, i int) bool {
	x.env.probes = 0
	q := prober{x.p, x.env}
	return q.step(st, x.frame(i), len(x.levels))
}

// canPursue reports whether a goal could be activated with the words that were appended to those of the environment
// from a place on.
func (q prober) canPursue(goal int32, from int) bool {
	q.env.probes = 0
	return q.goal(goal, q.frame(goal, from), 0)
}

// frame returns the words from a place on as the frame of a goal.
func (q prober) frame(goal int32, from int) []world.Word {
	for len(q.env.words) < from+q.goals[goal].words {
		q.env.words = append(q.env.words, 0)
	}
	return q.env.words[from:]
}

// goal reports whether a goal could be activated and have something to do: it has a way that applies, whose first step
// could start.
func (q prober) goal(goal int32, frame []world.Word, depth int) bool {
	if q.env.probes++; q.env.probes > MaxProbes {
		return true
	}
	g, m := &q.goals[goal], q.env.Machine
	if depth >= MaxDepth || !holds(g.When, m, frame) || !holds(g.While, m, frame) {
		return false
	}
	for i := range g.Ways {
		w := &g.Ways[i]
		if holds(w.When, m, frame) && (len(w.Steps) == 0 || q.step(&w.Steps[0], frame, depth+1)) {
			return true
		}
	}
	return len(g.Ways) == 0
}

func (q prober) step(st *Step, frame []world.Word, depth int) bool {
	if st.Optional {
		return true
	}
	if !holds(st.While, q.env.Machine, frame) {
		return false
	}
	for alt := range 1 + len(st.Else) {
		if q.call(st.call(int16(alt)), frame, depth) {
			return true
		}
	}
	return false
}

func (q prober) call(call *Call, frame []world.Word, depth int) bool {
	if !holds(call.When, q.env.Machine, frame) {
		return false
	}
	if call.Do.kind == refActivity {
		return depth < MaxDepth
	}
	from := len(q.env.words)
	for i := range call.Args {
		q.env.eval(&call.Args[i], frame)
	}
	can := q.goal(call.Do.id, q.frame(call.Do.id, from), depth)
	q.env.words = q.env.words[:from]
	return can
}
