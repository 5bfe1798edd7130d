package builder

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Test is a situation with its expected outcome: a plan, or what agents then do.
type Test struct {
	d     *Domain
	decl  *def.Test
	given bool // it has an expectation
}

// Test declares a situation with its expected outcome; end with Expect or ExpectNone for a plan, and with ExpectWithin
// and its like for what agents do.
func (d *Domain) Test(name string) *Test {
	d, at := d.live(), caller()
	decl := &def.Test{}
	decl.NameAt, decl.Name = d.title(at, name, "a test")
	decl.At = decl.NameAt
	d.declare(decl)
	return &Test{d: d, decl: decl}
}

// Objects declares objects that exist in this test only.
func (t *Test) Objects(typ string, names ...string) *Test {
	if t != nil {
		t.decl.Objects = append(t.decl.Objects, t.d.objects(caller(), typ, names))
	}
	return t
}

// Given sets values that differ from the initial ones, as effects: "money = 0".
func (t *Test) Given(effects ...string) *Test {
	if t != nil {
		t.decl.Given = append(t.decl.Given, t.d.effectLines(caller(), effects)...)
	}
	return t
}

// Task sets the task to plan for; by default, that of the first plan of the first agent.
func (t *Test) Task(task string) *Test {
	if t == nil {
		return nil
	}
	if at := caller(); t.d.once(at, task, t.decl.Task != nil, t.what("Task")) {
		t.decl.Task, t.decl.TaskHead.At = t.d.call(at, task), at.span(task)
	}
	return t
}

// Expect sets the expected steps of the plan: "buy", or with arguments "approach(e1)". A step without parentheses
// leaves its arguments open.
func (t *Test) Expect(steps ...string) *Test {
	if t == nil {
		return nil
	}
	at := caller()
	text := strings.Join(steps, ", ")
	if !t.d.once(at, text, t.given, t.what("what is expected")) {
		return t
	}
	t.given = true
	t.decl.Expect.At = at.span(text)
	for _, step := range steps {
		if call := t.d.call(at, step); call != nil {
			t.decl.Expect.Steps = append(t.decl.Expect.Steps, *call)
			t.decl.Expect.Bare = append(t.decl.Expect.Bare, !strings.Contains(step, "("))
		}
	}
	return t
}

// ExpectNone expects that there is no plan.
func (t *Test) ExpectNone() *Test {
	if t == nil {
		return nil
	}
	if at := caller(); t.d.once(at, "none", t.given, t.what("what is expected")) {
		t.given = true
		t.decl.Expect.At, t.decl.Expect.None = at.span("none"), true
	}
	return t
}

func (t *Test) what(part string) string { return fmt.Sprintf("%s of test %q", part, t.decl.Name) }
