// Package bridge hands what stands behind the public types of package karakuri to the other packages of this module,
// which need more of it than games do. The root sets its variables when it is initialized. So no exported signature of
// a public package has to name an internal type.
package bridge

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// Door is both sides of a public type. The public side, a pointer, has the type any, since this package cannot import
// the root: a value of another type panics.
type Door[Inner any] struct {
	In  func(public any) Inner
	Out func(inner Inner) (public any)
}

// The types of the root.
var (
	Model   Door[*def.Model]
	Program Door[*program.Program]
	Crowd   Door[*agent.Crowd]
	Report  Door[*agent.Report]
	Replay  Door[*agent.Replay]
)

// Options returns a karakuri.Options that says what inner options say.
var Options func(o agent.Options) (options any)

// Tap returns a karakuri.Options with the sinks and the Tally of inner options, besides its own.
var Tap func(options any, o agent.Options) (tapped any)

// New returns a *karakuri.Crowd: see [agent.New]. The options are a karakuri.Options.
var New func(p *program.Program, b *action.Bindings, options any) (crowd any, err error)

// Restore does the same from a snapshot: see [agent.Restore].
var Restore func(p *program.Program, b *action.Bindings, options any, snapshot []byte) (crowd any, r *agent.Report, err error)
