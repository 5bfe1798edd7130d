package coverage

import "github.com/karakuri-ai/karakuri/internal/fact"

// Outcome is the kind of fact that a count is about.
type Outcome uint8

// The outcomes.
const (
	NoOutcome     Outcome = iota // a reason for a rejection
	InPlan                       // methods and operators: part of a plan that was found
	TakenBack                    // methods: chosen, and given up in the same search
	PlannedFor                   // tasks and operators: searches for them
	PlannedAnew                  // likewise: searches that repaired a plan
	PlanFound                    // likewise, of these
	NoPlan                       // likewise
	LimitHit                     // likewise
	NodesSearched                // nodes of these searches
	Backtracks                   // of these searches
	Begun                        // operators, and lines of an agent
	EndedWell                    // operators and nodes
	Failed                       // operators, each cause for itself; nodes, wants and goals
	Aborted                      // operators and nodes; of nodes also each reason for itself
	AbortFired                   // nodes; also each cell whose change it was
	Dropped                      // reactions
	Chosen                       // wants
	Activated                    // goals
	Completed                    // goals
	Taken                        // ways of goals
	lastOutcome   = Taken
)

var outcomeTexts = [lastOutcome + 1]string{"", "in a plan that was found", "taken back", "planned for", "planned anew in a repair", "a plan was found", "there was no plan",
	"a limit was hit", "nodes searched", "backtracks", "begun", "ended well", "failed", "aborted", "aborts fired", "dropped", "chosen", "activated", "completed", "taken"}

// String returns the outcome in words: "ended well".
func (o Outcome) String() string { return fact.Name(o, outcomeTexts[:]...) }

// Number is a count with its description.
type Number struct {
	Text  string `json:"text"`
	Count int64  `json:"n"`

	Outcome Outcome `json:"-"` // of a fact
	Of      string  `json:"-"` // of a fact that is split: the cause, reason or change that it is of
}

// count counts an outcome.
func count(o Outcome, n int64) Number { return Number{Text: o.String(), Count: n, Outcome: o} }

// countOf counts an outcome for one cause of it.
func countOf(o Outcome, of string, n int64) Number {
	return Number{Text: o.String() + ": " + of, Count: n, Outcome: o, Of: of}
}

// reason counts rejections for a reason.
func reason(text string, n int64) Number { return Number{Text: text, Count: n} }
