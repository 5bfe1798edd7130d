package ground

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// Problem is an instantiated problem. Immutable; safe for concurrent use.
//
// Tasks 0..len(Actions)-1 are the actions, in their order; those from there on are compound. Where an action has
// variables beyond its task's parameters, there are several actions, and tasks, with the same arguments of the task.
type Problem struct {
	Lifted  *lifted.Problem
	Facts   []lifted.Fact // those that can change, and that some condition asks for
	Init    []int32       // initial facts, ascending
	Actions []Action
	Methods []Method
	Tasks   []Task
	Root    int32 // a compound task
}

// Action is an instance of an action. Lists of facts are ascending and have no fact twice.
type Action struct {
	Lifted   int32
	Args     []lifted.Object // of all variables of the schema
	Pre, Neg []int32         // facts that must hold, and that must not
	Add, Del []int32         // facts that are both deleted and added are in Add only
	Cond     []CondEffect
	Cost     float64
}

// CondEffect happens if its condition held before the action.
type CondEffect struct {
	Pre, Neg []int32
	Add, Del []int32
}

// Method is an instance of a method.
//
// A variable that nothing depends on but one argument of one compound subtask is left open: the method chosen for the
// subtask decides it. Its argument, and that of the subtask, is ^ the type of the objects it can be. If the subtask's
// method has no use for it either, it can be any of them. A problem with many such variables has one instance then in
// place of all their combinations.
type Method struct {
	Lifted   int32
	Args     []lifted.Object // of all variables of the schema; below 0: open
	Task     int32
	Pre, Neg []int32 // what the schema asks for, and what its subtasks therefore need: Pulled
	Subtasks []int32 // tasks, one for each subtask of the lifted method, whose Order and Total hold for them
}

// Task is an instance of a task. One with open arguments represents all its instances: it has the methods of all of
// them.
type Task struct {
	Lifted  int32
	Args    []lifted.Object // of the task's parameters; below 0, only of compound tasks: open, see [Method]
	Methods []int32         // of a compound task, in the order of the file
}

// IsAction reports whether a task is an action.
func (p *Problem) IsAction(task int32) bool { return int(task) < len(p.Actions) }

// Sizes of the parts of a problem, in bytes, without the lists.
const (
	sizeFact   = int64(unsafe.Sizeof(lifted.Fact{}))
	sizeAction = int64(unsafe.Sizeof(Action{}))
	sizeCond   = int64(unsafe.Sizeof(CondEffect{}))
	sizeMethod = int64(unsafe.Sizeof(Method{}))
	sizeTask   = int64(unsafe.Sizeof(Task{}))
)

// Bytes returns the memory of the problem, in bytes, without the lifted one.
func (p *Problem) Bytes() int64 {
	numbers := len(p.Init)
	for i := range p.Facts {
		numbers += len(p.Facts[i].Args)
	}
	for i := range p.Actions {
		a := &p.Actions[i]
		numbers += len(a.Args) + len(a.Pre) + len(a.Neg) + len(a.Add) + len(a.Del) + len(a.Cond)*int(sizeCond)/4
		for j := range a.Cond {
			c := &a.Cond[j]
			numbers += len(c.Pre) + len(c.Neg) + len(c.Add) + len(c.Del)
		}
	}
	for i := range p.Methods {
		m := &p.Methods[i]
		numbers += len(m.Args) + len(m.Pre) + len(m.Neg) + len(m.Subtasks)
	}
	for i := range p.Tasks {
		numbers += len(p.Tasks[i].Methods)
		if !p.IsAction(int32(i)) { // the arguments of an action are those of its instance
			numbers += len(p.Tasks[i].Args)
		}
	}
	return 4*int64(numbers) + sizeFact*int64(cap(p.Facts)) + sizeAction*int64(cap(p.Actions)) + sizeMethod*int64(cap(p.Methods)) + sizeTask*int64(cap(p.Tasks))
}
