package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Task returns the task of a name, or nil.
func (i *Info) Task(name string) *TaskInfo {
	if e := i.names.find(name, kindTask); e != nil {
		return e.task
	}
	return nil
}

// Tree returns the tree of a name, or nil; nil also for a tree with out- or inout-ports, which there is only as it is
// used.
func (i *Info) Tree(name string) *TreeInfo {
	if e := i.names.find(name, kindTree); e != nil {
		return e.tree.info
	}
	return nil
}

// Goal returns the goal of a name, or nil.
func (i *Info) Goal(name string) *GoalInfo {
	if e := i.names.find(name, kindGoal); e != nil {
		return e.goal
	}
	return nil
}

// Brain returns the brain of a name, or nil.
func (i *Info) Brain(name string) *BrainInfo {
	if e := i.names.find(name, kindBrain); e != nil {
		return e.brain
	}
	return nil
}

// Sense returns the sense of a name, or nil.
func (i *Info) Sense(name string) *SenseInfo {
	if e := i.names.find(name, kindSense); e != nil {
		return e.sense
	}
	return nil
}

// Memory returns the memory of a name, or nil.
func (i *Info) Memory(name string) *MemoryInfo {
	if e := i.names.find(name, kindMemory); e != nil {
		return e.memory
	}
	return nil
}

// Operator returns the operator of a name, or nil.
func (i *Info) Operator(name string) *OperatorInfo {
	if e := i.names.find(name, kindOperator); e != nil {
		return e.operator
	}
	return nil
}

// Action returns the action of a name, or nil.
func (i *Info) Action(name string) *ActionInfo {
	if e := i.names.find(name, kindAction); e != nil {
		return e.action
	}
	return nil
}

// Agent returns the kind of agent of a name, or nil. Kinds of squads are agents too.
func (i *Info) Agent(name string) *AgentInfo {
	if e := i.names.find(name, kindAgent); e != nil {
		return e.agent
	}
	if s := i.Squad(name); s != nil {
		return s.Agent
	}
	return nil
}

// Squad returns the kind of squad of a name, or nil.
func (i *Info) Squad(name string) *SquadInfo {
	if e := i.names.find(name, kindSquad); e != nil {
		return e.squad
	}
	return nil
}

// Const returns the constant of a name, or nil.
func (i *Info) Const(name string) *ConstInfo {
	if e := i.names.find(name, kindConst); e != nil {
		return e.konst
	}
	return nil
}

// Symbol returns the stored symbol of a name, or nil.
func (i *Info) Symbol(name string) *world.Symbol {
	if e := i.names.find(name, kindSymbol); e != nil {
		return e.value.Symbol
	}
	return nil
}

// DerivedSymbol returns the derived symbol of a name, or nil.
func (i *Info) DerivedSymbol(name string) *expr.Derived {
	if e := i.names.find(name, kindDerived); e != nil {
		return e.value.Derived
	}
	return nil
}

// Function returns the host function of a name, or nil.
func (i *Info) Function(name string) *expr.Function {
	if e := i.names.find(name, kindFunction); e != nil {
		return e.value.Func
	}
	return nil
}

// ResolveCall resolves a call of a task or operator with constant arguments, such as one typed at the command
// line: "fight(e1)". Findings go to ds; false after an error.
func (i *Info) ResolveCall(call *Call, ds *diag.List) (CallInfo, bool) {
	return i.resolver(ds).constCall(call, i.Scope().With(i.Initial))
}

// ResolveAssign applies effects such as "money = 0", given from outside, to a state of the model, and keeps them in its
// log. They happen at once. Objects that only the state has can be named. Derived symbols cannot be written, and
// functions of the host cannot be called. Findings go to ds; after an error it returns false and the state is as
// before.
func (i *Info) ResolveAssign(effects []expr.Effect, st *world.State, ds *diag.List) bool {
	return len(effects) == 0 || i.resolver(ds).apply(effects, i.Scope().With(st), st)
}

// ResolveCond checks a condition given from outside over the declared names and the objects of a state. Findings go to
// ds; nil after an error.
func (i *Info) ResolveCond(n expr.Node, st *world.State, ds *diag.List) *expr.Term {
	return i.resolver(ds).term(n, i.Scope().With(st), expr.BoolType)
}

func (i *Info) resolver(ds *diag.List) *resolver { return &resolver{names: i.names, diags: ds} }
