// Package expr has the expressions of the language: conditions, values and effects.
//
// Text becomes a tree of [Node], which is syntax only ([ParseString], [Print]). [Check] resolves its names in a
// [Scope] and returns a typed [Term], with constants folded; every mistake is a diagnostic. [CompileCond],
// [CompileValue] and [CompileEffects] make immutable programs of terms, which a [Machine] evaluates over a state:
// simple conditions in one loop over range tests, the rest on registers. [EvalTerm] and [ApplyTerms] do the same
// slowly, by walking the tree: tests compare programs with them, and [Explain] uses them.
//
// Every response curve of package curve is a function; remembered(x) uses the [Recaller] that a scope may be. [Bounds]
// and [Term.Decided] return the known bounds and truth of an expression without any state.
//
// To find what an outcome depends on, use Track, which reports the cells with the values that leave the outcome
// unchanged, or Footprint, which returns the cells that might be read or written at all.
package expr
