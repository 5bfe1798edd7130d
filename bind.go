package karakuri

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// Binding connects an action or a function of the model with Go code: see [Bind] and [BindFunc]. A Binding may be used
// for any number of crowds.
type Binding struct {
	bind func(*action.Bindings)
}

// bound returns the bindings of a program, including the given ones. Missing and unsuitable bindings are reported when
// a crowd is created.
func (p *Program) bound(list []Binding) *action.Bindings {
	b := runner.NewBindings(p.in.Info)
	for _, x := range list {
		x.bind(b)
	}
	return b
}

// Hook is a function that the engine calls at one point of an action's life: see [OnAwake], [OnStart], [OnEnd],
// [OnAbort], [OnSuspend], [OnResume] and [OnRestored].
type Hook[P, S any] = action.Hook[P, S]

// Bind connects an action of the model with an update function. The engine calls update in every tick while the action
// runs. Update returns [Running] until the action is done, then [Success] or [Failure].
//
// P is a struct with one exported field for each parameter of the action, in order: bool, an integer type, float64,
// [Vec2], [Enum] or an integer type of your own for enums, [Object] for objects and enums, string for texts, []int64,
// []float64 or []string for lists, which are shared and must not be changed, and [Value] for parameters of several
// types. S is the private state of one running instance, zero at its start. It is plain data without pointers, because
// the engine saves it with the game, or a type whose pointer implements encoding.BinaryMarshaler and BinaryUnmarshaler.
// Both pointers stay valid until the instance ends.
//
// Pass the result to [New], which reports all mistakes at once.
func Bind[P, S any](name string, update func(c *Ctx, p *P, s *S) Status, hooks ...Hook[P, S]) Binding {
	return Binding{func(b *action.Bindings) { action.Bind(b, name, update, hooks...) }}
}

// BindFunc connects a function of the model with Go code. The fields of P are its parameters, as in [Bind]; R holds
// its result. The function must be pure, that is, return the same result for the same arguments, because the planner
// also calls it for imagined situations. With several [Options].Workers, several goroutines call it concurrently.
func BindFunc[P, R any](function string, f func(P) R) Binding {
	return Binding{func(b *action.Bindings) { action.BindFunc(b, function, f) }}
}

// BindSet connects a function that returns a set, such as each p: place from near_cover(pos, 8), with Go code. The
// fields of P are its parameters, as in [Bind]. R is the Go type of the values: [Object], [Enum], or an integer type
// of your own for enums. f appends the values to out and returns it; the planner tries candidates in that order. Like
// a function of [BindFunc], f must be pure, and several goroutines may call it concurrently. A set of more than 1,024
// values, a value that its type does not have, or an object that no longer exists counts as a panic of the function.
func BindSet[P, R any](function string, f func(p P, out []R) []R) Binding {
	return Binding{func(b *action.Bindings) { action.BindSet(b, function, f) }}
}

// OnAwake is called once when the engine makes an instance of the action, before OnStart. Prepare the private state
// here. An instance that continues from a snapshot, after a reload or after a suspension is not made again. If the
// hook panics, the engine does not call OnStart, and the action fails with its first update.
func OnAwake[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnAwake(f) }

// OnStart is called once, before the first update.
func OnStart[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnStart(f) }

// OnEnd is called once, after the update that returned Success or Failure.
func OnEnd[P, S any](f func(c *Ctx, p *P, s *S, status Status)) Hook[P, S] { return action.OnEnd(f) }

// OnAbort is called once, instead of OnEnd, if the engine aborts the action: for a better plan, or because the agent
// leaves. While [Ctx.Ending] is true the call is a request: the action has declared grace, and the engine updates it
// for at most that time, until the action ends by itself.
func OnAbort[P, S any](f func(c *Ctx, p *P, s *S, reason Reason)) Hook[P, S] {
	return action.OnAbort(f)
}

// OnSuspend is called each time the engine suspends the action, for example for an interruption of a goal's step that
// says suspends. The engine does not update a suspended action. Stop here what continues by itself, such as a walk. If
// the engine aborts a suspended action, it calls OnAbort without OnResume.
func OnSuspend[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnSuspend(f) }

// OnResume is called once after each suspension, before the next update.
func OnResume[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnResume(f) }

// OnRestored is called instead of OnStart when the action continues from a snapshot. Restore here everything that is
// not part of the state, such as a playing animation.
func OnRestored[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnRestored(f) }
