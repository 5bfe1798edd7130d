package runner

import "github.com/karakuri-ai/karakuri/internal/plan/htn"

// course is a plan that is being carried out: how far each step is, which comes before which, and what carries out those that run. It knows nothing of why the
// plan was chosen and of what follows from a failure: whoever has it carried out is told why a step cannot go on, and decides. A [turn] says where it acts.
type course struct {
	plan     htn.Plan
	efforts  []effort   // the steps that run, in the order in which they started
	progress []progress // by step
	edges    []edge     // the order of the steps, unless linear
	*pairing            // nil until a plan has been compared step by step

	from    int   // the plan line that the plan is for
	first   int   // the first step that is not done
	at      int   // the step that is or was last dealt with
	broken  int32 // mending: the step that has failed
	mending bool  // the plan is to be repaired
	linear  bool  // each step has to be done before the next starts
}
