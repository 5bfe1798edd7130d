// Package action is the one lifecycle that everything an agent does goes through, and the actions of the host, which
// are its leaves:
//
//	Start · Update every tick while Running · End(status) or Abort(reason)
//	                 Suspend · Resume
//
// Exactly one of End and Abort follows each Start. Update is the only place where an activity ends by itself.
// One that is suspended is not updated until it is resumed, if it is not aborted before; hosts that want to know bind [OnSuspend] and [OnResume].
//
// A host binds a function to each action that a model declares ([Bind]), with the action's parameters in a struct and
// the private state of a running instance in another. [Bindings] are made once and checked as a whole; [Instances] hold
// what is running, for one crowd. State lives in pages that never move, so the pointers that a function is given stay
// good until the instance ends, and updating costs no allocation.
//
// A panic in a bound function fails the instance that it happened in and nothing else; its message is kept.
package action
