package agent_test

import (
	"reflect"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// TestAViewOfNobody: whatever a view is asked about an agent that has left, or that never came, the answer is nothing.
func TestAViewOfNobody(t *testing.T) {
	_, c := savedBakery(t)
	c.Remove(first)
	c.Step()
	v := reflect.ValueOf(c.View())
	asked := 0
	for i := range v.NumMethod() {
		name, m := v.Type().Method(i).Name, v.Method(i)
		args, about := argumentsOf(m.Type())
		if !about {
			continue
		}
		asked++
		for _, id := range []agent.ID{first, 99, 0} {
			args[0] = reflect.ValueOf(id)
			for _, answer := range m.Call(args) {
				switch {
				case name == "Explain":
					if answer.String() != "the agent has left the crowd\n" {
						t.Errorf("Explain: %s", answer)
					}
				case answer.Kind() == reflect.Func:
					for e := range answer.Seq() {
						t.Errorf("%s yields %v", name, e)
					}
				case !answer.IsZero():
					t.Errorf("%s answers %v", name, answer)
				}
			}
		}
	}
	if asked < 20 {
		t.Errorf("%d questions were asked", asked)
	}
}

// argumentsOf returns arguments for a method, and whether it is about an agent of an ID, and takes only numbers
// besides.
func argumentsOf(m reflect.Type) (args []reflect.Value, about bool) {
	for i := range m.NumIn() {
		args = append(args, reflect.Zero(m.In(i)))
		about = (i == 0 || about) && (m.In(i) == reflect.TypeFor[agent.ID]() || m.In(i).Kind() == reflect.Int)
	}
	return args, about
}
