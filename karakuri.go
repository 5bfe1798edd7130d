package karakuri

import (
	"io/fs"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// Types of other public packages that come up in a game's code.
type (
	// Ctx is the context of an action: the crowd, the agent, the tick and the time.
	Ctx = action.Ctx
	// Status is the result of an action's update.
	Status = action.Status
	// Reason is why an action was aborted.
	Reason = action.Reason
	// Object refers to an object of the model; 0 refers to none.
	Object = world.Object
	// Enum is a value of an enum, as its index in the declaration.
	Enum = action.Enum
	// Vec2 is a value of type vec2.
	Vec2 = action.Vec2
	// Value is the argument of a parameter of several types.
	Value = action.Value
	// AgentID identifies an agent of a crowd; 0 is no agent. [Crowd.Agent] returns the agent.
	AgentID = action.AgentID
	// Fault is a panic of the game's code.
	Fault = action.Fault
	// SenseHost shows the world to agents with a body and a memory: give it as [Options].Senses.
	SenseHost = action.SenseHost
	// Sound is a sound that agents may hear: see [Crowd.Sound].
	Sound = action.Sound
	// Damage is harm that an agent feels: see [Agent.Damage].
	Damage = action.Damage
	// Error is the error of [Load] and [New]. It lists every mistake with its place.
	Error = diag.Failure
)

// What an action's update returns.
const (
	Running = action.Running // to be called again next tick
	Success = action.Success // done: the step's effects hold
	Failure = action.Failure // it did not work: the agent plans again
)

// Model is an unchecked model, from a karakuri file or from package builder, hddl or btcpp: see [Link]. It is
// immutable.
type Model struct {
	in *def.Model
}

// Text returns the model as a karakuri file, in the canonical layout. For a file with imports, it returns the file's
// own declarations.
func (m *Model) Text() string {
	if len(m.in.Files) == 0 {
		return ""
	}
	return lang.Format(m.in.Files[0])
}

// JSON returns the model in the JSON form of the language, which [Load] also reads. The error names what that form
// cannot represent.
func (m *Model) JSON() ([]byte, error) {
	if len(m.in.Files) == 0 {
		return lang.EncodeJSON(&def.File{})
	}
	return lang.EncodeJSON(m.in.Files[0])
}

// Program is a checked and compiled model. Immutable; safe for concurrent use by any number of crowds.
type Program struct {
	in       *program.Program
	warnings diag.List
}

func init() {
	bridge.Model = bridge.Door[*def.Model]{
		In:  func(m any) *def.Model { return m.(*Model).in },
		Out: func(m *def.Model) any { return &Model{m} }}
	bridge.Program = bridge.Door[*program.Program]{
		In:  func(p any) *program.Program { return p.(*Program).in },
		Out: func(p *program.Program) any { return &Program{in: p} }}
	bridge.Crowd = bridge.Door[*agent.Crowd]{
		In:  func(c any) *agent.Crowd { return c.(*Crowd).in },
		Out: func(c *agent.Crowd) any { return &Crowd{c} }}
	bridge.Report = bridge.Door[*agent.Report]{
		In:  func(r any) *agent.Report { return r.(*Report).in },
		Out: func(r *agent.Report) any { return newReport(r) }}
	bridge.Replay = bridge.Door[*agent.Replay]{
		In:  func(r any) *agent.Replay { return r.(*Replay).in },
		Out: func(r *agent.Replay) any { return &Replay{in: r} }}
	bridge.Options = func(o agent.Options) any { return optionsOf(o) }
	bridge.Tap = func(options any, o agent.Options) any { return options.(Options).tapped(o) }
	bridge.New = func(p *program.Program, b *action.Bindings, options any) (any, error) {
		return newCrowd(p, b, options.(Options))
	}
	bridge.Restore = func(p *program.Program, b *action.Bindings, options any, snapshot []byte) (any, *agent.Report, error) {
		return restored(p, b, options.(Options), snapshot)
	}
}

// Load reads a karakuri file and all files that it imports. The error is a [*Error] with every mistake.
func Load(fsys fs.FS, name string) (*Program, error) {
	p, ds := program.Load(fsys, name)
	return newProgram(p, ds)
}

// Link creates a program from a model of package builder or of a reader of another format. The error is a *Error.
func Link(m *Model) (*Program, error) {
	p, ds := program.Link(m.in, nil)
	return newProgram(p, ds)
}

func newProgram(p *program.Program, ds diag.List) (*Program, error) {
	if err := ds.Err(); err != nil {
		return nil, err
	}
	return &Program{in: p, warnings: ds}, nil
}

// Tune returns the program with other values for some of its constants, given as expressions: {"price": "7"}.
func (p *Program) Tune(values map[string]string) (*Program, error) {
	tuned, err := p.in.Tune(values)
	if err != nil {
		return nil, err
	}
	return &Program{in: tuned, warnings: p.warnings}, nil
}

// Warnings returns findings that are probably mistakes, but do not prevent loading.
func (p *Program) Warnings() []diag.Diagnostic { return p.warnings.All }

// Model returns the model that the program was linked from.
func (p *Program) Model() *Model { return &Model{p.in.Info.Model} }

// Schema returns the types and symbols that the program declares.
func (p *Program) Schema() *world.Schema { return p.in.Info.Schema }

// Initial returns a copy of the initial state. Change it and pass it as Options.Initial.
func (p *Program) Initial() *world.State {
	st := world.NewState(p.in.Info.Schema)
	st.CopyFrom(p.in.Info.Initial)
	return st
}

// Actions returns the names of the actions that the program declares, which a game binds.
func (p *Program) Actions() []string {
	return names(p.in.Info.Actions, func(a *def.ActionInfo) string { return a.Name })
}

// Functions returns the names of the functions that the program declares, which a game binds.
func (p *Program) Functions() []string {
	return names(p.in.Info.Functions, func(f *expr.Function) string { return f.Name })
}

// Kinds returns the names of the kinds of agents that the program declares, squads among them: see [Crowd.Spawn].
func (p *Program) Kinds() []string {
	return names(p.in.Info.Agents, func(a *def.AgentInfo) string { return a.Name })
}

// NamesHash returns 16 hexadecimal digits that identify the names and types by which a game refers to the program:
// enums and their values, types and objects, symbols, actions, functions, kinds and goals. Programs with the same names
// have the same hash, whatever their characters decide. Code made by "karakuri generate go" compares it.
func (p *Program) NamesHash() string { return p.in.Info.NamesHash() }

func names[T any](list []T, name func(T) string) []string {
	all := make([]string, len(list))
	for i, x := range list {
		all[i] = name(x)
	}
	return all
}
