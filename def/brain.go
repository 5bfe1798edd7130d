package def

import (
	"github.com/karakuri-ai/karakuri/curve"
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Brain arbitrates among wants.
//
//	brain gatherer {
//	    want get_item(i) each i in remembered item { score quadratic(1 - energy) * energy_of(i) }
//	    want kill(e) each e in remembered enemy when power > 0 {
//	        consider "near" distance(e) from 20 to 0 through logistic(exponent: 2)
//	        consider power
//	        combine product
//	    }
//	    want wander { score 0.05 }
//	    inertia 0.1 fade 5s
//	    select weighted top 3
//	    every 0.5s gap 0.1s
//	    repetition 0.2 last 4
//	    backoff 1s to 30s
//	    give_up after 5 for 60s
//	}
type Brain struct {
	Head
	Name       string
	Wants      []*Want
	Inertia    *InertiaClause
	Select     *SelectClause
	Every      *EveryClause
	Repetition *RepetitionClause
	Backoff    *BackoffClause
	GiveUp     *GiveUpClause
	Orders     *OrdersLine // nil: orders go before all wants
	End        []string
}

// Want is a goal that may be worth pursuing: a standing one, or one for each target.
//
//	want kill(e) as finish each e in remembered enemy where wounded(e) when power > 0 { score 1; rank 2; cooldown 5s; interrupts; forget_when !alive(e) }
type Want struct {
	Head
	Goal  Call
	As    Name      // its own name; empty: that of the goal
	Each  *expr.Var // over an object type, an enum, or what is remembered; nil: a standing want
	Where expr.Node // which targets; nil: all
	When  expr.Node // it is worth a thought; nil: always. It may speak of the target

	Score      expr.Node   // a number; nil: Considers
	Considers  []*Consider // instead of Score
	Combine    Name        // how considerations become one score: see [Combines]; empty: compensated
	Weight     expr.Node   // constant, factor of the score of considerations; nil: 1
	Rank       expr.Node   // constant, for a ranked selection; nil: 0
	Cooldown   expr.Node   // seconds from when its goal is left until it is chosen again, constant; nil: none
	Interrupts bool        // what is pursued when it is chosen is suspended, and resumed afterwards
	ForgetWhen expr.Node   // judged when the goal has failed or was dropped: where it holds the target is to be forgotten; nil: never
	// Heads of the clauses that are present, for comments.
	ScoreHead, CombineHead, WeightHead, RankHead, CooldownHead, InterruptsHead, ForgetHead Head

	End []string
}

// Consider is an input that is mapped to 0..1: consider "near" distance(e) from 20 to 0 through logistic(exponent: 2) weight 2
type Consider struct {
	Head
	Name     string    // empty: the text of the value
	Value    expr.Node // a number or a truth value
	From, To expr.Node // constant: what becomes 0 and 1; nil: 0 and 1
	Through  *Call     // a curve with its parameters, by name; nil: linear
	Weight   expr.Node // constant, in sums and means; nil: 1
}

// InertiaClause is: inertia 0.1 fade 5s
type InertiaClause struct {
	Head
	Bonus expr.Node // constant
	Fade  expr.Node // seconds, constant; nil: it stays
}

// SelectClause says which of the scored is chosen. Its parts are constants.
//
//	select best · select weighted top 3 · select weighted top 20% · select weighted within 0.2 · select first over 0.3 · select dual
type SelectClause struct {
	Head
	Rule    Name      // best, weighted, first or dual (by rank, then weighted); "ranked best" and "ranked first" set Ranked
	Ranked  bool      // only the highest rank that has any with a score above 0 takes part
	Top     expr.Node // weighted, dual: the best so many; nil: all
	Percent bool      // Top is of a hundred
	Within  expr.Node // weighted, dual: scores of at least 1 - Within times the best; nil: all
	Over    expr.Node // first: the threshold
}

// EveryClause is: every 0.5s gap 0.1s. How often a brain arbitrates, and how soon after the last time it does on a relevant change.
type EveryClause struct {
	Head
	Seconds expr.Node // constant
	Gap     expr.Node // constant; nil: as soon as possible
}

// RepetitionClause is: repetition 0.2 last 4. Each time that an option is among the last ones takes that much of its score.
type RepetitionClause struct {
	Head
	Penalty expr.Node // constant
	Last    expr.Node // constant
}

// BackoffClause is: backoff 1s to 30s. How long a want rests after its goal has failed; twice as long after each further failure.
type BackoffClause struct {
	Head
	Seconds expr.Node // constant
	Most    expr.Node // constant; nil: no limit
}

// GiveUpClause is: give_up after 5 for 60s. After so many failures without a success the want rests for that long.
type GiveUpClause struct {
	Head
	After expr.Node // constant
	For   expr.Node // seconds, constant; nil: for good
}

// Personality is how one kind of agent differs in what it wants: personality reckless { kill * 1.5; rest never; get_item score power_of(i) }
//
// Personalities have a table of names of their own, as senses and memories have: only agents mention them.
type Personality struct {
	Head
	Name   string
	Traits []*Trait
	End    []string
}

// Trait changes the score of a want: scales it, replaces it, or both; or the want is not for this personality at all.
//
//	kill * 1.5 · kill score power^1.5 · kill score power^1.5 * 2 · kill never
//
// A score may speak of what the want is bound to, by the name that the want gives it. A factor behind a score is part of the score's expression.
type Trait struct {
	Head
	Want  Name
	Scale expr.Node // constant; nil: 1
	Score expr.Node // nil: that of the want
	Never bool
}

// BrainLine is: brain gatherer as brave. The agent's mind is that brain.
type BrainLine struct {
	Head
	Brain       Name
	Personality Name // empty: none
}

// BodyLine is: body person. Each agent of the kind is also an object of that type, which comes and goes with it.
type BodyLine struct {
	Head
	Type Name
}

// UseLine is: sense sight, or: memory short.
type UseLine struct {
	Head
	What Name
}

// Combines are the ways in which considerations become one score, as they are written, in the order of utility.Aggregation.
var Combines = [...]string{"compensated", "product", "geometric", "sum", "mean", "min", "max"}

// BrainInfo is a checked brain.
type BrainInfo struct {
	Decl          *Brain
	ID            int32
	Name          string
	Wants         []*WantInfo
	Personalities []*PersonalityInfo // those with traits for any of its wants, and those that agents have; in order of declaration
	Select        SelectInfo
	Bonus, Fade   float64 // inertia; Fade in seconds, 0: it stays
	Every, Gap    float64 // seconds
	Penalty       float64
	Last          int
	Backoff       float64    // seconds; 0: a tick
	MaxBackoff    float64    // seconds; 0: no limit
	GiveUpAfter   int        // 0: never
	GiveUpFor     float64    // seconds; 0: for good
	Orders        *expr.Term // what an order is worth; nil: orders go before all wants
	// Alerts are the stored symbols on whose change it arbitrates at once: those that the conditions of its wants read, and what is remembered
	// of the types that they are bound to. In the order of the schema.
	Alerts []*world.Symbol
}

// DefaultArbitration is how often a brain arbitrates that does not say, in seconds.
const DefaultArbitration = 0.5

// WantInfo is a checked want. Its frame is one word: the target, where it has one.
type WantInfo struct {
	Decl       *Want
	Name       string
	Goal       *GoalInfo
	Args       []*expr.Term  // of the goal
	Each       *Slot         // nil: a standing want
	Remembered *world.Symbol // what Each ranges over is what this symbol holds for; nil: everything of the type
	Where      *expr.Term
	When       *expr.Term
	Score      *expr.Term // int or float; nil: Considers
	Considers  []ConsiderInfo
	Combine    int // index in Combines
	Weight     float64
	Rank       int
	Cooldown   float64 // seconds
	Interrupts bool
	ForgetWhen *expr.Term
}

// ConsiderInfo is a checked consideration.
type ConsiderInfo struct {
	Decl     *Consider
	Name     string
	Value    *expr.Term // bool, int or float
	Self     bool       // it does not read the target
	From, To float64
	Curve    curve.Curve
	Weight   float64
}

// SelectRule is a rule of selection, in the order of utility.Rule.
type SelectRule uint8

// Rules.
const (
	SelectBest SelectRule = iota
	SelectWeighted
	SelectFirst
)

// SelectInfo is a checked selection.
type SelectInfo struct {
	Rule       SelectRule
	Ranked     bool
	Top        int
	TopPercent float64
	Within     float64
	Over       float64
}

// PersonalityInfo is a personality as it is for one brain.
type PersonalityInfo struct {
	Decl   *Personality
	Name   string
	Traits []TraitInfo
}

// TraitInfo is a checked trait.
type TraitInfo struct {
	Decl  *Trait
	Want  int        // index in the brain's Wants
	Scale float64    // 1: as it is
	Score *expr.Term // over the want's frame; nil: that of the want
	Never bool
}

// MindUse is a brain with a personality, as an agent has it.
type MindUse struct {
	ID          int32 // among all that agents have: the same for the same
	Brain       *BrainInfo
	Personality int // index in the brain's Personalities; -1: none
}
