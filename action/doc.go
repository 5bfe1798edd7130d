// Package action has the one lifecycle of everything that an agent does, and the actions of the host, which are its
// leaves:
//
//	Start · Update every tick while Running · End(status) or Abort(reason)
//	Suspend · Resume
//
// Exactly one of End and Abort follows each Start. An activity ends by itself only in Update. A suspended activity is
// not updated until it is resumed or aborted; hosts that need to know bind [OnSuspend] and [OnResume].
//
// A host binds a function to each action that a model declares ([Bind]), with the action's parameters in one struct
// and the private state of a running instance in another. [Bindings] are made once and checked as a whole; [Instances]
// hold the running actions of one crowd. State lies in pages that never move, so the pointers that a function receives
// stay valid until the instance ends, and updating allocates nothing.
//
// A panic in a bound function fails its own instance and nothing else; the engine keeps its message.
package action
