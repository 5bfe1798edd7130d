package goal

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Config has the parts of a program. Plain data; [Compile] reports its mistakes.
type Config struct {
	Schema *world.Schema // of the states that it is for
	Goals  []Goal
	Brains []Brain
	// Activities are the names of activities by ID, for texts. There may be fewer than activities.
	Activities []string
	TPS        int // ticks per second, for texts; 0: not known, and texts count ticks
}

// Cond is a condition over a frame: an [*expr.Cond], or a [CondFunc]. A missing condition holds.
type Cond interface {
	Eval(m *expr.Machine, frame []world.Word) bool
}

// CondFunc makes a function a Cond. It must depend on the state and the frame only.
type CondFunc func(m *expr.Machine, frame []world.Word) bool

// Eval calls the function.
func (f CondFunc) Eval(m *expr.Machine, frame []world.Word) bool { return f(m, frame) }

// Value is an expression over a frame: an [*expr.Value], or a [ValueFunc].
type Value interface {
	// EvalInto puts the words of the value into dst, which has room for two.
	EvalInto(m *expr.Machine, frame, dst []world.Word)
	Type() world.Type
}

// ValueFunc makes a function a Value. It must depend on the state and the frame only.
type ValueFunc struct {
	Of   world.Type
	Func func(m *expr.Machine, frame, dst []world.Word)
}

// EvalInto calls the function.
func (f ValueFunc) EvalInto(m *expr.Machine, frame, dst []world.Word) { f.Func(m, frame, dst) }

// Type returns the type of what the function gives.
func (f ValueFunc) Type() world.Type { return f.Of }

// Goal is something to achieve. The words of its frame are those of its parameters, then those of its variables, which
// start as zero and belong to its hooks.
type Goal struct {
	Name   string
	Params []world.Type
	Vars   []world.Type

	When       Cond  // it can be activated
	While      Cond  // it makes sense; else it fails, or is dropped if it was suspended
	Until      Cond  // it completes as soon as this holds
	Ways       []Way // in order of preference. Without any it completes at once, unless Process decides
	Backoff    int64 // ticks from the failure of a way until the goal plans again
	Interrupts []Interrupt
	Hooks      Hooks
}

// Hooks are a goal's functions in Go. Each may be nil. The frame may be written, and must not be kept.
type Hooks struct {
	Activate func(c *action.Ctx, frame []world.Word)
	// Process is called in each tick in which the goal is active, before its subgoals are updated. Unless it returns
	// Running it decides how the goal ends.
	Process func(c *action.Ctx, frame []world.Word) action.Status
	Suspend func(c *action.Ctx, frame []world.Word)
	Resume  func(c *action.Ctx, frame []world.Word)
	// Terminate is called once for each Activate, with Completed, Failed, or Inactive if the goal was terminated from
	// outside.
	Terminate func(c *action.Ctx, frame []world.Word, how State, why Cause)
}

// Way is one way to achieve a goal: subgoals in order.
type Way struct {
	Name  string // for texts; may be empty
	When  Cond
	Steps []Step
	Tries int // how often one activation of the goal takes it; 0 means 1
}

// Ref names what a step carries out. The zero Ref names nothing.
type Ref struct {
	kind uint8
	id   int32
}

const (
	refActivity = iota + 1
	refGoal
)

// Activity refers to an activity by its ID: an action, a tree, a plan.
func Activity(id int32) Ref { return Ref{refActivity, id} }

// Sub refers to a goal by its place in Config.Goals.
func Sub(goal int) Ref { return Ref{refGoal, int32(goal)} }

// Call is something to carry out, with arguments.
type Call struct {
	Do   Ref
	Args []Arg
	When Cond // it can start; over the frame of the goal that calls, as all conditions and arguments here
}

// Arg is an argument.
type Arg struct {
	Value Value
	Which int // for a parameter of an activity that takes several types: 1 + the index of the type; else 0
}

// Step is a subgoal with rules for how it ends.
type Step struct {
	Call
	While         Cond   // it fails as soon as this does not hold
	Until         Cond   // it succeeds as soon as this holds
	LimitTicks    int64  // it fails after this time, without suspensions; 0: no limit
	Retry         Retry  // when it fails
	Else          []Call // then, each in turn
	Optional      bool   // then the goal continues without it
	Suspends      bool   // its activity can be suspended: it is not updated until it is resumed
	Uninterrupted bool   // while it runs nothing interrupts it but urgent orders, and the brain does not change its mind
}

// Retry sets how often something restarts after a failure.
type Retry struct {
	Times   int
	Backoff int64 // ticks before each; at least 1
}

// Interrupt is a subgoal that precedes the others of a goal each time its condition begins to hold, if it can start.
// The interrupted subgoal resumes however it ends. Retry, Else and Optional of its step have no effect.
type Interrupt struct {
	When Cond
	Step Step
}
