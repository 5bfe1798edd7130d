package ground

import "github.com/karakuri-ai/karakuri/internal/plan/lifted"

// scope is the part of a problem's schemas that the root task can lead to, and what follows for its predicates.
type scope struct {
	p        *lifted.Problem
	tasks    []bool // tasks that are possible, and that the root can lead to
	changing []bool // of each predicate: actions of the scope change it
	deleted  []bool // of each predicate: actions of the scope delete it
	asked    []bool // of each predicate: conditions of the scope name it
}

func newScope(p *lifted.Problem) *scope {
	s := &scope{
		p: p, tasks: make([]bool, len(p.Tasks)),
		changing: make([]bool, len(p.Preds)), deleted: make([]bool, len(p.Preds)), asked: make([]bool, len(p.Preds)),
	}
	s.visit(p.Root, s.possible())
	for t := range p.Tasks {
		if !s.tasks[t] {
			continue
		}
		if a := p.Tasks[t].Action; a >= 0 {
			s.action(&p.Actions[a])
		}
		for _, m := range p.Tasks[t].Methods {
			s.ask(p.Methods[m].Pre)
		}
	}
	return s
}

// possible returns the tasks that the hierarchy allows to be carried out.
func (s *scope) possible() []bool {
	can := make([]bool, len(s.p.Tasks))
	for t := range s.p.Tasks {
		can[t] = s.p.Tasks[t].Action >= 0
	}
	for again := true; again; {
		again = false
		for i := range s.p.Methods {
			m := &s.p.Methods[i]
			if !can[m.Task] && allCalls(m, can) {
				can[m.Task], again = true, true
			}
		}
	}
	return can
}

func allCalls(m *lifted.Method, tasks []bool) bool {
	for i := range m.Subtasks {
		if !tasks[m.Subtasks[i].Task] {
			return false
		}
	}
	return true
}

// visit adds a task to the scope, and everything that it can lead to.
func (s *scope) visit(task int32, possible []bool) {
	if !possible[task] {
		return
	}
	s.tasks[task] = true
	for todo := []int32{task}; len(todo) > 0; {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, i := range s.p.Tasks[t].Methods {
			m := &s.p.Methods[i]
			if !allCalls(m, possible) {
				continue
			}
			for _, c := range m.Subtasks {
				if !s.tasks[c.Task] {
					s.tasks[c.Task] = true
					todo = append(todo, c.Task)
				}
			}
		}
	}
}

func (s *scope) action(a *lifted.Action) {
	s.ask(a.Pre)
	s.effects(a.Add, a.Del)
	for i := range a.Cond {
		s.ask(a.Cond[i].If)
		s.effects(a.Cond[i].Add, a.Cond[i].Del)
	}
}

func (s *scope) ask(literals []lifted.Literal) {
	for i := range literals {
		if literals[i].Kind == lifted.LitAtom {
			s.asked[literals[i].Pred] = true
		}
	}
}

func (s *scope) effects(add, del []lifted.Atom) {
	for i := range add {
		s.changing[add[i].Pred] = true
	}
	for i := range del {
		s.changing[del[i].Pred], s.deleted[del[i].Pred] = true, true
	}
}
