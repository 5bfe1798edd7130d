package goal

import (
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

// Brain arbitrates among wants.
type Brain struct {
	Name          string
	Inputs        []Input
	Wants         []Want
	Personalities []Personality
	Selection     utility.Selection
	Inertia       utility.Inertia
	Repetition    utility.Repetition
	Interval      int64 // ticks between arbitrations; 0 stands for 1
	Gap           int64 // a notice leads to an arbitration so many ticks after the last at the earliest
	Failures      Failures
	// Orders is what an order is worth, compared with wants, of a frame that has nothing in it. Nil: orders go before all wants.
	Orders Value
}

// Input is a number that considerations look at: of an int, float, enum or bool value. Its frame is that of a want: one word, the target.
// Where Self is set there is no target, and the word is 0.
type Input struct {
	utility.Input
	Value Value
}

// Want is a goal that may be worth pursuing: a standing one, or one for each target that [Offers] give. Its frame is one word, the target; 0 where there
// is none.
type Want struct {
	Name       string
	Goal       int // place in Config.Goals
	Args       []Arg
	Targeted   bool
	Target     world.Type // of the targets; the zero type: numbers of the host's
	When       Cond       // it is worth a thought
	Worth      Worth
	Rank       int   // for a ranked selection
	Cooldown   int64 // ticks from when its goal is left until it is chosen again
	Interrupts bool  // what is pursued when it is chosen is suspended, and resumed afterwards
	// Forget is judged when the goal has failed or was dropped: where it holds [Offers] are told that the target is to be forgotten.
	// Nil: it never is.
	Forget Cond
}

// Worth is how a want is scored: by Score alone where there is one, cut off at 0 and [MaxScore]; else by considerations.
type Worth struct {
	Score          Value
	Considerations []utility.Consideration
	Aggregation    utility.Aggregation
	Weight         float64 // factor of the score; 0 stands for 1
}

// Personality is how one kind of agent differs in what it wants.
type Personality struct {
	Name   string
	Traits []Trait
}

// Trait changes the score of a want: replaces it, or scales it, or both.
type Trait struct {
	Want    int     // place in Brain.Wants; at most one trait each
	Scale   float64 // factor of the score; 0 stands for 1
	Never   bool    // the want is not for this personality at all
	Replace *Worth
}

// Failures says how a brain goes on after the goal of a want has failed on a target: it rests for Backoff ticks, twice as long after each
// further failure, at most MaxBackoff. After Limit failures without a success in between it is given up for GiveUp ticks, then the count
// begins anew.
type Failures struct {
	Backoff    int64 // 0 stands for 1
	MaxBackoff int64 // 0: Backoff doubles MaxDoublings times
	Limit      int   // 0: there is none
	GiveUp     int64 // 0: until [Mind.Forgive]
}

// Offers tell a mind what its targeted wants could be about: remembered things that promise something. They must depend on the agent's state
// only.
type Offers interface {
	// Targets appends the targets that a want has now, each once.
	Targets(dst []utility.Target, want int) []utility.Target
	// Forget tells that a want on a target has come to nothing, since the target is not what it was thought to be.
	Forget(want int, target utility.Target)
}
