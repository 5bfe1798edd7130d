// Package expr is the expressions of the language: conditions, values and effects.
//
// Text becomes a tree of [Node], which is syntax only ([ParseString], [Print]). [Check] resolves its names in a [Scope]
// and gives a typed [Term], with constants folded; every mistake is a diagnostic. [CompileCond], [CompileValue] and
// [CompileEffects] make immutable programs of terms, which a [Machine] evaluates over a state: simple conditions in one
// loop over range tests, the rest on registers. [EvalTerm] and [ApplyTerms] do the same slowly, by walking the tree: the
// reference that programs are tested against, and what [Explain] looks through.
//
// Every response curve of package curve is a function, remembered(x) asks the [Recaller] that a scope may be. [Bounds] and [Term.Decided] tell
// what can be told of an expression without any state.
//
// Whoever depends on an outcome asks for what it read: Track reports the cells with the values that would leave the
// outcome as it is, Footprint the cells that might be read or written at all.
package expr
