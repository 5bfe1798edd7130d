package btcpp

import (
	"fmt"
	"slices"
	"strings"
)

// Names of types as the library spells them.
const (
	anyType      = "BT::AnyTypeAllowed"
	entryType    = "BT::Any"
	stringType   = "std::string"
	intType      = "int"
	unsignedType = "unsigned int"
	doubleType   = "double"
	boolType     = "bool"
	statusType   = "BT::NodeStatus"
)

// builtins are the nodes that BehaviorTree.CPP 4.10 registers, in the order of their names.
var builtins = []*Model{
	builtin("AlwaysFailure", Action),
	builtin("AlwaysSuccess", Action),
	builtin("AsyncFallback", Control),
	builtin("AsyncSequence", Control),
	builtin("Delay", Decorator, in("delay_msec", unsignedType, "waits so long before the child is ticked")),
	builtin("Fallback", Control),
	builtin("ForceFailure", Decorator),
	builtin("ForceSuccess", Decorator),
	builtin("IfThenElse", Control),
	builtin("Inverter", Decorator),
	builtin("KeepRunningUntilFailure", Decorator),
	loop("LoopBool", boolType),
	loop("LoopDouble", doubleType),
	loop("LoopInt", intType),
	loop("LoopString", stringType),
	builtin("Parallel", Control, in("failure_count", intType, "how many children fail for Failure").or("1"),
		in("success_count", intType, "how many children succeed for Success; -1 is all").or("-1")),
	builtin("ParallelAll", Control, in("max_failures", intType, "so many failures are Failure").or("1")),
	builtin("Precondition", Decorator, in("else", statusType, "the status when the condition is false").or("FAILURE"),
		in("if", stringType, "a script that is true or false")),
	builtin("ReactiveFallback", Control),
	builtin("ReactiveSequence", Control),
	builtin("Repeat", Decorator, in("num_cycles", intType, "how many times; -1 is without end")),
	builtin("RetryUntilSuccessful", Decorator, in("num_attempts", intType, "how many times; -1 is without end")),
	builtin("RunOnce", Decorator, in("then_skip", boolType, "whether it is skipped later; else its status is that of the first time").or("true")),
	builtin("Script", Action, in("code", stringType, "a script")),
	builtin("ScriptCondition", Condition, in("code", anyType, "a script that is true or false")),
	builtin("Sequence", Control),
	builtin("SequenceWithMemory", Control),
	builtin("SetBlackboard", Action, port(InOut, "output_key", anyType, "the entry that is written"),
		in("value", anyType, "what is written")),
	builtin("SkipUnlessUpdated", Decorator, in("entry", entryType, "the entry that is watched")),
	builtin("Sleep", Action, in("msec", unsignedType, "")),
	builtin(subTreeID, SubTree, in("_autoremap", boolType, "whether unknown keys are those of the tree around it").or("false")),
	switchOf(2), switchOf(3), switchOf(4), switchOf(5), switchOf(6),
	builtin("Timeout", Decorator, in("msec", unsignedType, "halts the child after so long")),
	builtin("TryCatch", Control, in("catch_on_halt", boolType, "whether the last child also runs when the others are halted").or("false")),
	builtin("UnsetBlackboard", Action, in("key", stringType, "the entry that is removed")),
	builtin("WaitValueUpdate", Decorator, in("entry", entryType, "the entry that is watched")),
	builtin("WasEntryUpdated", Action, in("entry", entryType, "the entry that is watched")),
	builtin("WhileDoElse", Control),
}

// subTreeID is the element of a call of a tree, and the ID of its model.
const subTreeID = "SubTree"

// Builtins returns the models of the nodes that the library registers, in the order of their names. They are shared and
// must not be changed.
func Builtins() []*Model { return slices.Clone(builtins) }

// Builtin returns the model of a node of the library, or nil.
func Builtin(id string) *Model {
	i, ok := slices.BinarySearchFunc(builtins, id, func(m *Model, id string) int { return strings.Compare(m.ID, id) })
	if !ok {
		return nil
	}
	return builtins[i]
}

func builtin(id string, c Category, ports ...Port) *Model {
	return &Model{ID: id, Category: c, Ports: ports, Builtin: true}
}

func port(d Direction, name, typ, description string) Port {
	return Port{Name: name, Direction: d, Type: typ, Description: description}
}

func in(name, typ, description string) Port { return port(In, name, typ, description) }

func (p Port) or(value string) Port {
	p.Default, p.HasDefault = value, true
	return p
}

func loop(id, typ string) *Model {
	return builtin(id, Decorator, port(Out, "value", typ, "the value of this turn"),
		in("if_empty", statusType, "the status when there is no value").or("SUCCESS"),
		port(InOut, "queue", anyType, "the values, with semicolons between"))
}

func switchOf(n int) *Model {
	m := builtin(fmt.Sprintf("Switch%d", n), Control, in("variable", stringType, "what is compared"))
	for i := range n {
		m.Ports = append(m.Ports, in(fmt.Sprintf("case_%d", i+1), stringType, ""))
	}
	return m
}

// arity returns how many children a node must have; most 0: any number.
func (m *Model) arity() (least, most int) {
	switch m.Category {
	case Decorator:
		return 1, 1
	case Control:
		if m.Builtin {
			return controlArity(m)
		}
		return 1, 0
	}
	return 0, -1
}

func controlArity(m *Model) (least, most int) {
	switch {
	case m.ID == "IfThenElse" || m.ID == "WhileDoElse":
		return 2, 3
	case m.ID == "TryCatch":
		return 2, 0
	case m.isSwitch(): // the variable's port is one, as is the child that no case leads to
		return len(m.Ports), len(m.Ports)
	}
	return 1, 0
}

// isSwitch reports whether the model is one of Switch2 to Switch6.
func (m *Model) isSwitch() bool { return m.Builtin && strings.HasPrefix(m.ID, "Switch") }

// needs reports whether the library's node cannot do without a value for the port.
func (m *Model) needs(p *Port) bool { return m.Builtin && !p.HasDefault && p.Direction != Out }
