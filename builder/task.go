package builder

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Task is a compound task: something to achieve, and the methods that achieve it.
type Task struct {
	d    *Domain
	decl *def.Task
}

// Task declares a compound task: "dine", or with parameters "fight(e: enemy)".
func (d *Domain) Task(signature string) *Task {
	d, at := d.live(), caller()
	sig := d.signature(at, signature, plain)
	decl := &def.Task{Head: sig.head, Name: sig.name, Params: sig.params}
	d.declare(decl)
	return &Task{d, decl}
}

// Method adds a way to achieve the task; those added first are preferred.
func (t *Task) Method(name string) *Method {
	if t == nil {
		return nil
	}
	return t.method(caller(), name)
}

func (t *Task) method(at place, name string) *Method {
	m := &def.Method{}
	m.NameAt, m.Name = t.d.title(at, name, "a method")
	m.At, m.Body.At = m.NameAt, m.NameAt
	t.decl.Methods = append(t.decl.Methods, m)
	return &Method{t, m}
}

// Method is one way to achieve a task.
type Method struct {
	task *Task
	decl *def.Method
}

// Method adds the next way to achieve the same task.
func (m *Method) Method(name string) *Method {
	if m == nil {
		return nil
	}
	return m.task.method(caller(), name)
}

// Do sets the subtasks, in order: strings such as "fight(e)", and blocks made by [Unordered] and [Ordered]. Without Do
// the method has no subtasks, and the task is achieved as it stands.
func (m *Method) Do(subtasks ...any) *Method {
	if m == nil {
		return nil
	}
	m.decl.Body.Items = append(m.decl.Body.Items, m.task.d.items(caller(), subtasks)...)
	return m
}

// say gives the method a clause.
func (m *Method) say(at place, word string, value any) {
	m.task.d.say(at, def.MethodTable.Clause(word), m.decl, fmt.Sprintf("method %q", m.decl.Name), value)
}

// sayMore gives a clause of the method one more part.
func (m *Method) sayMore(at place, word, part string, value any) {
	m.task.d.sayMore(at, def.MethodTable.Clause(word), part, m.decl, fmt.Sprintf("method %q", m.decl.Name), value)
}

// Block is subtasks in any order, or in order within those.
type Block struct {
	at        place
	unordered bool
	subtasks  []any
}

// Unordered returns a block of subtasks that may be done in any order, even at once.
func Unordered(subtasks ...any) *Block { return &Block{caller(), true, subtasks} }

// Ordered returns a block of subtasks to be done one after the other, for use within [Unordered].
func Ordered(subtasks ...any) *Block { return &Block{caller(), false, subtasks} }

// items turns subtasks as given to Do into those of the model.
func (d *Domain) items(at place, subtasks []any) []*def.Item {
	var items []*def.Item
	for _, sub := range subtasks {
		switch sub := sub.(type) {
		case string:
			items = append(items, &def.Item{Head: def.Head{At: at.span(sub)}, Call: d.call(at, sub)})
		case *Block:
			if sub != nil {
				items = append(items, d.block(sub))
			}
		default:
			d.findings.Errorf(diag.BuildValue, at.span(fmt.Sprint(sub)), "%s is not a subtask", typeName(sub)).Hint =
				`give a string such as "fight(e)", or build.Unordered(...)`
		}
	}
	return items
}

func (d *Domain) block(b *Block) *def.Item {
	word := "ordered"
	if b.unordered {
		word = "unordered"
	}
	at := b.at.span(word)
	return &def.Item{Head: def.Head{At: at}, Block: &def.Block{At: at, Unordered: b.unordered, Items: d.items(b.at, b.subtasks)}}
}
