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
	Interval      int64 // ticks between arbitrations; 0 means 1
	Gap           int64 // a notice leads to an arbitration so many ticks after the last at the earliest
	Failures      Failures
	// Orders is the score of an order, compared with wants, over an empty frame. Nil: orders precede all wants.
	Orders Value
}

// Input is a number that considerations read: an int, float, enum or bool value. Its frame is that of a want: one
// word, the target. With Self there is no target, and the word is 0.
type Input struct {
	utility.Input
	Value Value
}

// Want is a goal that a brain may pursue: a standing one, or one for each target of [Offers]. Its frame is one word,
// the target; 0 if there is none.
type Want struct {
	Name       string
	Goal       int // place in Config.Goals
	Args       []Arg
	Targeted   bool
	Target     world.Type // of the targets; the zero type: numbers of the host's
	When       Cond       // the brain considers it
	Alike      bool       // When reads no target and calls no function of the host: it is judged before targets are looked for
	Worth      Worth
	Rank       int   // for a ranked selection
	Cooldown   int64 // ticks from when its goal is left until it is chosen again
	Interrupts bool  // suspends the current goal when chosen, which resumes afterwards
	// Forget is evaluated when the goal has failed or was dropped: if it holds, [Offers] forget the target. Nil:
	// never.
	Forget Cond
}

// Worth is the score of a want: Score alone if it is set, limited to 0 and [MaxScore]; otherwise considerations.
type Worth struct {
	Score          Value
	Considerations []utility.Consideration
	Aggregation    utility.Aggregation
	Weight         float64 // factor of the score; 0 means 1
}

// Personality describes how one kind of agent differs in its wants.
type Personality struct {
	Name   string
	Traits []Trait
}

// Trait changes the score of a want: replaces it, or scales it, or both.
type Trait struct {
	Want    int     // index in Brain.Wants; at most one trait each
	Scale   float64 // factor of the score; 0 means 1
	Never   bool    // this personality never has the want
	Replace *Worth
}

// Failures sets how a brain continues after the goal of a want has failed on a target: the want rests for Backoff
// ticks, twice as long after each further failure, at most MaxBackoff. After Limit failures without a success the
// brain gives it up for GiveUp ticks, then counting restarts.
type Failures struct {
	Backoff    int64 // 0 means 1
	MaxBackoff int64 // 0: Backoff doubles MaxDoublings times
	Limit      int   // 0: no limit
	GiveUp     int64 // 0: until [Mind.Forgive]
}

// Offers supply the targets of a mind's wants: remembered objects. They must depend on the agent's state only.
type Offers interface {
	// Targets appends the targets that a want has now, each once.
	Targets(dst []utility.Target, want int) []utility.Target
	// Forget reports that a want on a target has failed because the target is not as remembered.
	Forget(want int, target utility.Target)
	// Rests reports that a want which was pursued since a tick has failed and rests: see [Mind.Awaits].
	Rests(since int64)
}
