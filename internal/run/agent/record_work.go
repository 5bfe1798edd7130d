package agent

import (
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// workSoFar returns all planning and evaluation so far.
func (j *journal) workSoFar() ktrace.Work {
	plans := j.meter.planned()
	w := ktrace.Work{Plans: plans.Plannings, Nodes: plans.Nodes}
	if goals, _ := j.families.wills(); goals != nil {
		w.Looked = goals.env.Looked()
	}
	return w
}

// worked records what work of the tick a replay repeats, which decides where snapshots are.
func (r *recording) worked() {
	now := r.journal.workSoFar()
	r.out.Worked(&ktrace.Work{
		Turns: int64(r.meter.turns - r.meter.repeated), Acted: int64(r.meter.repeated),
		Plans: now.Plans - r.work.Plans, Nodes: now.Nodes - r.work.Nodes, Looked: now.Looked - r.work.Looked,
	})
	r.work = now
}

// percepts records what agents have noticed and lost at the start of the tick, for readers of the trace. A replay does
// not need it.
func (r *recording) percepts() {
	if r.perception.senses == nil {
		return
	}
	for _, a := range r.agents.list {
		if a.id == 0 || a.observer == 0 {
			continue
		}
		r.rec.Args = r.rec.Args[:0]
		for _, e := range r.perception.memory(a).Events() {
			if e.Tick == r.core.tick && IsListed(e.Kind) && len(r.rec.Args) < ktrace.MaxList {
				r.rec.Args = ktrace.AppendPercept(r.rec.Args, ktrace.Percept{Kind: uint8(e.Kind), Sensor: uint8(e.Sensor), Object: int64(e.Object)})
			}
		}
		if len(r.rec.Args) > 0 {
			r.rec.Agent = a.number
			r.write(ktrace.KindPercepts)
		}
	}
}

// IsListed reports whether an event of memory gets a line of text and a record in traces. Repeated percepts and fading
// do not.
func IsListed(k sense.EventKind) bool {
	return k == sense.Noticed || k == sense.Lost || k == sense.Missed || k == sense.Promoted || k == sense.Heard
}
