package hddl

import "github.com/karakuri-ai/karakuri/diag"

// scope holds the variables that can be seen from a place: parameters, and what the quantifiers around bind.
type scope struct {
	vars  []Param
	index map[string]int // of each name, the last of vars
}

// find returns the declaration of a variable, or nil.
func (s *scope) find(name string) *Param {
	if i, ok := s.index[name]; ok {
		return &s.vars[i]
	}
	return nil
}

// within runs body with further variables.
func (s *scope) within(vars []Param, body func()) {
	n := len(s.vars)
	if s.index == nil {
		s.index = map[string]int{}
	}
	hidden := make([]int, len(vars)) // what the names meant before, -1: nothing
	for i, v := range vars {
		hidden[i] = -1
		if before, ok := s.index[v.Name.Text]; ok {
			hidden[i] = before
		}
		s.index[v.Name.Text] = len(s.vars)
		s.vars = append(s.vars, v)
	}
	body()
	for i := len(vars) - 1; i >= 0; i-- {
		if name := vars[i].Name.Text; hidden[i] < 0 {
			delete(s.index, name)
		} else {
			s.index[name] = hidden[i]
		}
	}
	s.vars = s.vars[:n]
}

func (s *scope) names() []string {
	list := make([]string, 0, len(s.vars))
	for i := range s.vars {
		list = append(list, s.vars[i].Name.Text)
	}
	return list
}

// signature is the declaration that a use of a predicate, function, task or action is checked against.
type signature struct {
	kind   string // "predicate"
	at     diag.Span
	params []Param
}

// signatures are declarations of one kind by name, and the names in the order of the file.
type signatures struct {
	byName map[string]signature
	names  []string
}

// add enters a declaration and returns the earlier one of that name, if there is one.
func (s *signatures) add(name Name, sig signature) (earlier signature, twice bool) {
	if s.byName == nil {
		s.byName = map[string]signature{}
	}
	if earlier, twice = s.byName[name.Text]; twice {
		return earlier, true
	}
	sig.at = name.At
	s.byName[name.Text] = sig
	s.names = append(s.names, name.Text)
	return signature{}, false
}
