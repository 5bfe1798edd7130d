package karakuri

import (
	"io/fs"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// Types of other packages that come up in a host's code.
type (
	// Ctx is what an action is told of where and when it runs.
	Ctx = action.Ctx
	// Status is what an action's update returns.
	Status = action.Status
	// Reason tells why an action was aborted.
	Reason = action.Reason
	// Object refers to an object of the model; 0 is none.
	Object = world.Object
	// Enum is a value of an enum as its index in the declaration.
	Enum = action.Enum
	// Vec2 is a value of type vec2.
	Vec2 = action.Vec2
	// Value is what a parameter of several types is given.
	Value = action.Value
	// AgentID names an agent of a crowd; 0 names nobody.
	AgentID = agent.ID
	// Crowd is agents that share a world and are ticked together.
	Crowd = agent.Crowd
	// Event is one fact about what an agent decided or did.
	Event = runner.Event
	// Sink receives events.
	Sink = runner.Sink
	// SinkFunc makes a function a Sink.
	SinkFunc = runner.SinkFunc
	// TreeEvent is one fact about what a behaviour tree did.
	TreeEvent = bt.Event
	// TreeSink receives events of trees, node by node.
	TreeSink = bt.Sink
	// TreeSinkFunc makes a function a TreeSink.
	TreeSinkFunc = bt.SinkFunc
	// Error is the error of [Load] and [Host.Crowd]: everything that is wrong, each with its place.
	Error = diag.Failure
)

// What an action's update returns.
const (
	Running = action.Running // to be called again next tick
	Success = action.Success // done: the step's effects hold
	Failure = action.Failure // it did not work: the agent plans again
)

// Program is a checked and compiled model. Immutable; safe for concurrent use by any number of hosts.
type Program struct {
	program  *program.Program
	warnings diag.List
}

// Load reads a karakuri file and all that it imports. The error is a [*Error] with every mistake.
func Load(fsys fs.FS, name string) (*Program, error) {
	p, ds := program.Load(fsys, name)
	return newProgram(p, ds)
}

// Link makes a program of a model that package builder, or another reader, has made. The error is a [*Error].
func Link(m *def.Model) (*Program, error) {
	p, ds := program.Link(m, nil)
	return newProgram(p, ds)
}

// Of returns the program that package program has read, for hosts.
func Of(p *program.Program) *Program { return &Program{program: p} }

func newProgram(p *program.Program, ds diag.List) (*Program, error) {
	if err := ds.Err(); err != nil {
		return nil, err
	}
	return &Program{program: p, warnings: ds}, nil
}

// Tune returns the program with other values for some of its constants, given as expressions: {"price": "7"}.
func (p *Program) Tune(values map[string]string) (*Program, error) {
	tuned, err := p.program.Tune(values)
	if err != nil {
		return nil, err
	}
	return &Program{program: tuned, warnings: p.warnings}, nil
}

// Warnings returns what was found in the model that is probably not meant.
func (p *Program) Warnings() []diag.Diagnostic { return p.warnings.All }

// Info returns everything that the model declares, resolved.
func (p *Program) Info() *def.Info { return p.program.Info }

// Compiled returns the program as crowds, playgrounds and planners share it.
func (p *Program) Compiled() *program.Program { return p.program }

// Domain returns the tasks and operators, for planning without agents: see package htn.
func (p *Program) Domain() *htn.Domain { return p.program.Domain }

// Options set up a host.
type Options = agent.Options

// Host is a program together with what the game does for its actions. Bind them all, then make crowds. Not safe for concurrent
// use.
type Host struct {
	program  *Program
	options  Options
	bindings *action.Bindings
}

// Host returns a host for the program, with nothing bound yet. A program may have several.
func (p *Program) Host(o Options) *Host {
	return &Host{program: p, options: o, bindings: runner.NewBindings(p.program.Info)}
}

// Crowd returns a crowd without agents. The error is a [*Error] that lists the actions and functions that nobody bound, and
// those whose Go types do not fit the model.
func (h *Host) Crowd() (*Crowd, error) {
	return agent.New(h.program.program, h.bindings, h.options)
}
