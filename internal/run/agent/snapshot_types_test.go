package agent_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// typedCases are programs that keep a value of a type from tick to tick, each in another place. TYPE is replaced by the
// type, WORD by the value.
var typedCases = []struct{ name, text, order string }{
	{"a symbol of an agent", `state agent { x: TYPE }
		operator set { effect x = WORD }
		task go { method m { set } }
		agent a { plan go }`, ""},
	{"a symbol of the world, with an argument", `state world { x(n: int 0..99999): TYPE }
		operator set { effect x(70000) = WORD }
		task go { method m { set } }
		agent a { plan go }`, ""},
	{"a step and a task of a plan", `operator hold_on(x: TYPE) { do hold }
		task go(x: TYPE) { method m { hold_on(x) } }
		agent a { plan go(WORD) }`, ""},
	{"what failed last", `operator try(x: TYPE) { do fail }
		task go { method m { try(WORD) } }
		agent a { plan go }`, ""},
	{"a parameter of a tree", `tree main(x: TYPE) { hold }
		agent a { tree main(WORD) }`, ""},
	{"a goal that is pursued", `goal errand(x: TYPE) { way { hold } }
		goal idle { way { hold } }
		brain b { want idle { score 0.1 } }
		agent a { brain b }`, "errand"},
	{"an order that waits", `goal errand(x: TYPE) { way { hold } }
		goal other { way { hold } }
		brain b { want other { score 0.1 } }
		agent a { brain b }`, "other errand"},
	{"a plan that a tree asks for", `operator hold_on(x: TYPE) { do hold }
		task go(x: TYPE) { method m { hold_on(x) } }
		tree main { plan go(WORD) }
		agent a { tree main }`, ""},
}

// typedProgram links a case for a type. Each program has everything else that it may need.
func typedProgram(t *testing.T, text, typ, value string) *program.Program {
	t.Helper()
	text = "type mood = { calm, cross, wild }\ntype foe max 3\ntype log max 9\nobjects e1: foe\nobjects l1, l2: log\naction hold\naction fail\n" +
		strings.NewReplacer("TYPE", typ, "WORD", value).Replace(text)
	p, ds := program.Load(fstest.MapFS{"main.krk": {Data: []byte(text)}}, "main.krk")
	if p == nil {
		t.Fatalf("%v\n%s", ds.Err(), text)
	}
	return p
}

// typedBindings binds all actions of a case.
func typedBindings(p *program.Program) *action.Bindings {
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		status := action.Running
		if a.Name == "fail" {
			status = action.Failure
		}
		action.Bind(b, a.Name, func(*action.Ctx, *action.Arguments, *struct{}) action.Status { return status })
	}
	return b
}

// savedTyped returns the snapshot of a crowd of a program that keeps a whole number, as if it were that of another.
func savedTyped(t *testing.T, p, as *program.Program, order string, word world.Word) []byte {
	t.Helper()
	c, err := agent.New(p, typedBindings(p), agent.Options{})
	if err != nil {
		t.Fatal(err)
	}
	id := c.Spawn("a")
	for _, goal := range strings.Fields(order) {
		o := agent.Order{Goal: goal, Args: []world.Word{word}}
		if goal == "other" {
			o.Args = nil
		}
		if _, err := c.Order(id, o); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		c.Step()
	}
	from, to := p.Info.Identity(), as.Info.Identity()
	b := bytes.Replace(c.Snapshot(nil), from[:], to[:], 1)
	return codec.Seal(b, 0)
}

// TestSnapshotsWithValuesOfOtherTypesAreRefused saves crowds that keep a whole number, and reads them as if it had
// another type: each place refuses a value that does not have its type, and accepts one that does.
func TestSnapshotsWithValuesOfOtherTypesAreRefused(t *testing.T) {
	for _, c := range typedCases {
		for _, other := range []struct {
			typ, value string
			fit, wrong []string
		}{
			{"bool", "true", []string{"1"}, []string{"2", "-1"}},
			{"mood", "cross", []string{"2"}, []string{"3", "-1"}},
			{"foe", "e1", []string{"1"}, []string{"4", "-1", "1048577"}},
			{"log", "l1", []string{"1048577"}, []string{"1", "1048586", "1048576"}},
			{"float", "1.5", []string{"0"}, []string{"9223372036854775807", "-1"}},
		} {
			as := typedProgram(t, c.text, other.typ, other.value)
			read := func(value string) error {
				from := typedProgram(t, c.text, "int", value)
				word, err := strconv.ParseInt(value, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				_, _, err = agent.Restore(as, typedBindings(as), agent.Options{}, savedTyped(t, from, as, c.order, world.Word(word)))
				return err
			}
			for _, value := range other.fit {
				if err := read(value); err != nil {
					t.Errorf("%s, %s: %s is refused: %v", c.name, other.typ, value, err)
				}
			}
			for _, value := range other.wrong {
				if err := read(value); err == nil {
					t.Errorf("%s, %s: %s is read", c.name, other.typ, value)
				}
			}
		}
	}
}
