package main

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// situation is the subject of plan and explain: a state, and the task to achieve in it.
type situation struct {
	program *program.Program
	state   *world.State
	goal    htn.Goal
	name    string     // the task as given
	search  htn.Search // as the plan line says that the task is of; of a task that was named, the first plan in method order
}

// situationFlags choose a situation of a file.
type situationFlags struct {
	Task    string   `placeholder:"CALL" help:"Task or operator to plan for, as in \"dine\" or \"fight(e1)\". Default: the task of the first plan line of the first agent."`
	Objects []string `sep:"none" placeholder:"OBJECTS" help:"Additional objects, as in \"e1, e2: enemy\". May be given several times."`
	Set     []string `sep:"none" placeholder:"EFFECT" help:"Change the situation, as in money=0 or \"open(bank) = false\". May be given several times."`
}

// load reads a file and computes the situation, by default with the task of the first plan line.
func (f *situationFlags) load(c *console, file string) (*situation, error) {
	s, err := f.open(c, file)
	switch {
	case err != nil:
		return nil, err
	case f.Task != "":
		return s, s.choose(c, f.Task)
	}
	for _, a := range s.program.Info.Agents {
		if len(a.Plans) > 0 {
			s.take(&a.Plans[0])
			return s, nil
		}
	}
	return nil, &usageError{file + " has no agent with a plan line: add --task with the task to plan for"}
}

// open reads a file and makes the state.
func (f *situationFlags) open(c *console, file string) (*situation, error) {
	p, err := load(c, file)
	if err != nil {
		return nil, err
	}
	s := &situation{program: p, state: world.NewState(p.Info.Schema)}
	s.state.CopyFrom(p.Info.Initial)
	for _, text := range f.Objects {
		if err := addObjects(s.state, text); err != nil {
			return nil, err
		}
	}
	return s, applySets(c, p.Info, s.state, f.Set)
}

// take makes the goal what a plan line is for.
func (s *situation) take(line *def.PlanInfo) {
	if s.goal = htn.GoalOf(line.Call); line.Best {
		s.search = htn.Best
	}
	s.name = goalText(s.program, s.goal, s.state)
}

// addObjects adds those that a flag names: e1, e2: enemy.
func addObjects(st *world.State, text string) error {
	list, typ, ok := strings.Cut(text, ":")
	typ = strings.TrimSpace(typ)
	if !ok {
		return &usageError{fmt.Sprintf("--objects %q: write names and a type, as in \"e1, e2: enemy\"", text)}
	}
	t := st.Schema().ObjectType(typ)
	if t == nil {
		var names []string
		for i := range st.Schema().Types {
			names = append(names, st.Schema().Types[i].Name)
		}
		if len(names) == 0 {
			return &usageError{"--objects: the file declares no type of objects"}
		}
		return &usageError{fmt.Sprintf("--objects: there is no type of objects %q; %s", typ, didYouMean(typ, names))}
	}
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		if !isName(name) {
			return &usageError{fmt.Sprintf("--objects: %q is not a name", name)}
		}
		if _, err := st.AddObject(t.ID, name); err != nil {
			return &usageError{fmt.Sprintf("--objects: cannot add %s: %v", name, err)}
		}
	}
	return nil
}

// applySets changes a state by the effects of --set flags, one after the other.
func applySets(c *console, info *def.Info, st *world.State, sets []string) error {
	for _, text := range sets {
		var ds diag.List
		src := diag.NewSource("--set", text)
		effects := expr.ParseEffectString(src, &ds)
		if !ds.HasErrors() {
			if terms := expr.CheckEffects(effects, info.Scope().With(st), &ds); !ds.HasErrors() {
				applyGiven(expr.CompileEffects(terms), st, diag.Span{Src: src, End: int32(len(text))}, &ds)
			}
		}
		if err := flagFault(c, &ds); err != nil {
			return err
		}
	}
	return nil
}

// applyGiven changes a state by effects that the user gives; those that take too long are a finding at their place, and
// change nothing.
func applyGiven(effects *expr.Effects, st *world.State, at diag.Span, ds *diag.List) {
	defer expr.Finding(ds, diag.TooComplex, at)
	effects.Apply(&expr.Machine{State: st}, nil)
}

// flagFault prints a mistake in the text of a flag, with its place in it.
func flagFault(c *console, ds *diag.List) error {
	if !ds.HasErrors() {
		return nil
	}
	ds.Sort()
	printFindings(c.err, ds)
	return answer(exitUsage)
}

// choose sets the goal to the task or operator that a call names.
func (s *situation) choose(c *console, call string) error {
	var ds diag.List
	ref := expr.ParseCallString(diag.NewSource("--task", call), &ds)
	if !ds.HasErrors() {
		s.resolve(ref, &ds)
	}
	if err := flagFault(c, &ds); err != nil {
		return err
	}
	s.name = goalText(s.program, s.goal, s.state)
	return nil
}

// resolve looks up what a call names and evaluates its arguments in the state.
func (s *situation) resolve(ref *expr.Ref, ds *diag.List) {
	info, name := s.program.Info, ref.Name
	if ref.Todo != "" {
		name = def.TodoName(ref.Todo)
	}
	params, ok := s.find(name)
	if !ok {
		ds.Errorf(diag.UnknownDecl, ref.NameAt, "no task or operator is called %q", name).Hint = didYouMean(ref.Name, planned(info))
		return
	}
	if len(ref.Args) != len(params) {
		ds.Errorf(diag.WrongArity, ref.At, "%q takes %s, not %d", ref.Name, argumentCount(len(params)), len(ref.Args)).Hint = signature(info, ref.Name, params)
		return
	}
	for i, p := range params {
		term := expr.Check(ref.Args[i], info.Scope().With(s.state), p.Type, ds)
		if term == nil || ds.HasErrors() {
			continue
		}
		s.argue(term, p.Type.Width(), ref.Args[i].Span(), ds)
	}
}

// argue appends the value of an argument to those of the goal.
func (s *situation) argue(term *expr.Term, width int, at diag.Span, ds *diag.List) {
	defer expr.Finding(ds, diag.TooComplex, at)
	var words [2]world.Word
	expr.CompileValue(term).EvalInto(&expr.Machine{State: s.state}, nil, words[:width])
	s.goal.Args = append(s.goal.Args, words[:width]...)
}

// find looks for a task, then for an operator.
func (s *situation) find(name string) ([]def.Slot, bool) {
	if id, ok := s.program.Domain.Task(name); ok {
		s.goal = htn.Goal{Task: id}
		return s.program.Info.Tasks[id].Params, true
	}
	if id, ok := s.program.Domain.Operator(name); ok {
		s.goal = htn.Goal{Operator: id, IsOperator: true}
		return s.program.Info.Operators[id].Params, true
	}
	return nil, false
}

// planned returns the names of everything that can be planned for.
func planned(info *def.Info) []string {
	var names []string
	for _, t := range info.Tasks {
		names = append(names, t.Name)
	}
	for _, o := range info.Operators {
		names = append(names, o.Name)
	}
	return names
}

func didYouMean(name string, candidates []string) string {
	if near := expr.Suggest(name, candidates); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(candidates) == 0 {
		return "there is none"
	}
	return "there are " + strings.Join(candidates, ", ")
}

func argumentCount(n int) string {
	if n == 0 {
		return "no arguments"
	}
	return plural(n, "argument")
}

// signature is how something is declared: "fight(e: enemy)".
func signature(info *def.Info, name string, params []def.Slot) string {
	if len(params) == 0 {
		return "it is " + name
	}
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = p.Name + ": " + world.FormatType(info.Schema, p.Type)
	}
	return fmt.Sprintf("it is %s(%s)", name, strings.Join(parts, ", "))
}

// goalText is a goal as people write it.
func goalText(p *program.Program, g htn.Goal, st *world.State) string {
	if g.IsOperator {
		o := p.Info.Operators[g.Operator]
		return htn.CallText(st, o.Name, o.Params, g.Args)
	}
	t := p.Info.Tasks[g.Task]
	return htn.CallText(st, t.Name, t.Params, g.Args)
}
