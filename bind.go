package karakuri

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// Binding says what an action or a function of the model is in the game: see [Bind] and [BindFunc]. It can be given to any number of crowds.
type Binding struct {
	bind func(*action.Bindings)
}

// bound returns the bindings of a program with some made. What is missing or does not fit is found when a crowd is made of them.
func (p *Program) bound(list []Binding) *action.Bindings {
	b := runner.NewBindings(p.in.Info)
	for _, x := range list {
		x.bind(b)
	}
	return b
}

// Hook is called beside the update function at a turn of an action's life; see [OnAwake], [OnStart], [OnEnd], [OnAbort],
// [OnSuspend], [OnResume] and [OnRestored].
type Hook[P, S any] = action.Hook[P, S]

// Bind says what an action of the model does in the game. Update is called in every tick while the action runs; it
// returns [Running] until it is done, then [Success] or [Failure].
//
// P is a struct with one exported field for each parameter of the action, in order: bool, an integer type, float64, [Vec2],
// [Enum] or an integer type of your own for enums, [Object] for objects and enums, [Value] for parameters of several types. S is
// the private state of one running instance, zero when it starts: plain data, without pointers, since it is saved with the game; or any type that
// implements encoding.BinaryMarshaler and BinaryUnmarshaler by pointer.
// The pointers stay good until the instance ends.
//
// Give what it returns to [New], which reports mistakes, all at once.
func Bind[P, S any](name string, update func(c *Ctx, p *P, s *S) Status, hooks ...Hook[P, S]) Binding {
	return Binding{func(b *action.Bindings) { action.Bind(b, name, update, hooks...) }}
}

// BindFunc says what a function that the model's conditions call does. The fields of P are its parameters, as with [Bind], R
// holds its result. It must be pure: the same result for the same arguments, since it is called while planning, for situations
// that are only imagined. With several [Options].Workers it is called by several goroutines at a time.
func BindFunc[P, R any](function string, f func(P) R) Binding {
	return Binding{func(b *action.Bindings) { action.BindFunc(b, function, f) }}
}

// BindSet says what a function does that returns a set, which free variables of methods range over: each p: place from near_cover(pos, 8). The fields of P are
// its parameters, as with [Bind]; R is a type of its values: [Object], [Enum], or an integer type of your own for enums. f appends the values to out and
// returns it; their order is that of the candidates. Like the functions of [BindFunc] it must be pure, and several goroutines may call it at a time. A set of
// more than 1,024 values, or with one that is no value of its type or an object that is gone, counts as a panic of the function.
func BindSet[P, R any](function string, f func(p P, out []R) []R) Binding {
	return Binding{func(b *action.Bindings) { action.BindSet(b, function, f) }}
}

// OnAwake is called once when an instance of the action is made, before OnStart: prepare the private state here. An instance that goes on from a snapshot, through a
// reload or after a suspension is not made again. When the hook panics, OnStart is not called and the action fails with its first update.
func OnAwake[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnAwake(f) }

// OnStart is called once, before the first update.
func OnStart[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnStart(f) }

// OnEnd is called once, after the update that returned Success or Failure.
func OnEnd[P, S any](f func(c *Ctx, p *P, s *S, status Status)) Hook[P, S] { return action.OnEnd(f) }

// OnAbort is called once, instead of OnEnd, when the action is ended from outside: a better plan, an agent that leaves. Where [Ctx.Ending] says so it is a request: the action
// has declared grace, and is updated for so long at most, until it ends by itself.
func OnAbort[P, S any](f func(c *Ctx, p *P, s *S, reason Reason)) Hook[P, S] {
	return action.OnAbort(f)
}

// OnSuspend is called once each time the action is suspended: it is not updated for a while, since something else goes first, as a goal's step that
// says suspends. Stop here what goes on by itself, such as a walk. When the action is ended meanwhile OnAbort is called, without OnResume.
func OnSuspend[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnSuspend(f) }

// OnResume is called once after each suspension, before the next update.
func OnResume[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnResume(f) }

// OnRestored is called for an action that goes on from a snapshot, in place of OnStart: attach again what is not part of the state, such
// as an animation that plays.
func OnRestored[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnRestored(f) }
