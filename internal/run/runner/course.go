package runner

import "github.com/karakuri-ai/karakuri/internal/plan/htn"

// course is a plan that is being carried out: the progress of each step, the order of the steps, and the actions of
// those that run. It does not know why the plan was chosen. When a step fails, it returns the cause, and the runner
// decides what follows. A [turn] holds the stage, the tick and the sink.
type course struct {
	plan     htn.Plan
	efforts  []effort   // the steps that run, in the order in which they started
	progress []progress // by step: whether it waits, runs or has ended
	edges    []edge     // the order of the steps, unless linear
	*pairing            // nil until a plan has been compared step by step

	from    int   // index of the plan line that the plan is for
	first   int   // index of the first step that has not ended
	at      int   // index of the step that was dealt with last
	broken  int32 // while mending: the step that failed
	mending bool  // the plan must be repaired
	linear  bool  // each step has to be done before the next starts
}
