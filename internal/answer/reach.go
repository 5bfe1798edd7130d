package answer

import "github.com/karakuri-ai/karakuri/internal/model/def"

// isPlanned reports whether the subject can be part of plans.
func (s *subject) isPlanned() bool {
	return s.kind == subjectOperator || s.kind == subjectTask || s.kind == subjectMethod
}

// reaches reports whether planning for a task or operator can reach the subject, in whatever situation.
func (s *subject) reaches(t *def.TaskInfo, o *def.OperatorInfo) bool {
	if t == nil {
		return s.kind == subjectOperator && s.operator == o
	}
	return s.within(t, map[*def.TaskInfo]bool{})
}

func (s *subject) within(t *def.TaskInfo, seen map[*def.TaskInfo]bool) bool {
	if seen[t] {
		return false
	}
	if seen[t] = true; s.kind != subjectOperator && s.task == t {
		return true
	}
	for _, m := range t.Methods {
		found := false
		eachItem(m.Body, func(it *def.ItemInfo) {
			found = found || it.Operator != nil && s.kind == subjectOperator && it.Operator == s.operator || it.Task != nil && s.within(it.Task, seen)
		})
		if found {
			return true
		}
	}
	return false
}

// eachItem visits the subtasks of a block, nested ones included.
func eachItem(b *def.BlockInfo, visit func(*def.ItemInfo)) {
	if b == nil {
		return
	}
	for i := range b.Items {
		visit(&b.Items[i])
		eachItem(b.Items[i].Block, visit)
	}
}

// isItem reports whether a subtask is of the subject's operator or task.
func (s *subject) isItem(it *def.ItemInfo) bool {
	return s.kind == subjectOperator && it.Operator == s.operator || s.kind == subjectTask && it.Task == s.task
}
