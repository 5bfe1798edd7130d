package program_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// appended loads a file of a folder with text after it.
func appended(t *testing.T, folder, file, text string) *program.Program {
	t.Helper()
	all := fstest.MapFS{}
	paths, err := filepath.Glob(filepath.Join(folder, "*.krk"))
	if err != nil || len(paths) == 0 {
		t.Fatal(folder, err)
	}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(p)] = &fstest.MapFile{Data: data}
	}
	all[file].Data = append(append([]byte{}, all[file].Data...), "\n"+text...)
	p, ds := program.Load(all, file)
	if p == nil {
		t.Fatalf("%s\n%s", texts(ds), text)
	}
	return p
}

// The situation of each test of the examples is written as a test, which says the same.
func TestAsTestOfEachTest(t *testing.T) {
	for _, name := range []string{"soldier", "kitchen", "errands", "meal"} {
		folder, file := "../../../examples/"+name, name+".krk"
		p := appended(t, folder, file, "")
		count := 0
		for _, test := range p.Info.Tests {
			if test.Decl.Runs() {
				continue
			}
			b, err := p.AsTest("made", test.Initial, htn.GoalOf(test.Call), htn.Options{})
			if err != nil {
				t.Errorf("%s: %q: %v", name, test.Name, err)
				continue
			}
			count++
			again := appended(t, folder, file, b.Text)
			reports := again.RunTests(program.TestOptions{})
			made := reports[len(reports)-1]
			var want string
			for i, r := range reports[:len(reports)-1] {
				if again.Info.Tests[i].Name == test.Name {
					want = r.Got
				}
			}
			if made.Name != "made" || !made.Passed || made.Got != want {
				t.Errorf("%s: %q: %+v, want %s of\n%s", name, test.Name, made, want, b.Text)
			}
		}
		if count < 4 {
			t.Errorf("%s: %d tests", name, count)
		}
	}
}

const yard = `
type spot
type crate max 8
type mood = { calm, angry }
objects gate: spot
state agent { where_is(c: crate): vec2 = vec2(1, 2); held: crate; at: spot = gate; feels: mood; load(c: crate): float; seen(c: crate, s: spot): bool }
operator lift(c: crate) { when held == none && seen(c, gate) && dist(where_is(c), vec2(0, 0)) < 5; effect held = c }
operator kick(c: crate) { when feels == angry; effect load(c) -= 0.1 }
task tidy { method "lift" each c: crate { lift(c) }; method "kick" when held != none { kick(held) } }
`

// situation returns the state of a program after changes.
func situation(t *testing.T, p *program.Program, change func(st *world.State, add func(name string) world.Object)) *world.State {
	t.Helper()
	st := world.NewState(p.Info.Schema)
	st.CopyFrom(p.Info.Initial)
	change(st, func(name string) world.Object {
		o, err := st.AddObject(p.Info.Schema.ObjectType("crate").ID, name)
		if err != nil {
			t.Fatal(err)
		}
		return o
	})
	return st
}

func set(t *testing.T, p *program.Program, st *world.State, name string, args []world.Word, words ...world.Word) {
	t.Helper()
	at, ok := p.Info.Symbol(name).Addr(args...)
	if !ok {
		t.Fatal(name)
	}
	for k, w := range words {
		st.Set(at+world.Addr(k), w)
	}
}

// What a situation holds beside what the file declares is given: objects with strange names, values of each type.
func TestAsTestGivesWhatDiffers(t *testing.T) {
	p, ds := program.Load(fstest.MapFS{"yard.krk": {Data: []byte(yard)}}, "yard.krk")
	if p == nil {
		t.Fatal(texts(ds))
	}
	gate, _, _ := p.Info.Initial.ObjectNamed("gate")
	st := situation(t, p, func(st *world.State, add func(string) world.Object) {
		add("lifted") // a name that means nothing else
		odd := add("crate#2 (old)")
		third := add("calm") // a mood has this name
		set(t, p, st, "where_is", []world.Word{odd}, world.Float(3), world.Float(-0.5))
		set(t, p, st, "seen", []world.Word{third, gate}, world.Bool(true))
		set(t, p, st, "feels", nil, 1)
		set(t, p, st, "load", []world.Word{third}, world.Float(2.5))
	})
	task := p.Info.Task("tidy")
	b, err := p.AsTest("a yard", st, htn.Goal{Task: htn.TaskID(task.ID)}, htn.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `test "a yard" {
    objects lifted, crate_2__old_, calm_2: crate
    given where_is(crate_2__old_) = vec2(3, -0.5)
    given feels = angry
    given load(calm_2) = 2.5
    given seen(calm_2, gate) = true
    task tidy
    expect lift(calm_2)
}
`
	if b.Text != want {
		t.Errorf("%s\nwant\n%s", b.Text, want)
	}
	if len(b.Steps) != 1 || b.Steps[0] != "lift(calm)" {
		t.Error(b.Steps)
	}
}

// What a test cannot give is refused, with the reason.
func TestAsTestRefuses(t *testing.T) {
	const text = yard + "function open(): bool\noperator enter { when open() }\ntask go_in { method m { enter } }\n"
	p, ds := program.Load(fstest.MapFS{"yard.krk": {Data: []byte(text)}}, "yard.krk")
	if p == nil {
		t.Fatal(texts(ds))
	}
	task := p.Info.Task("go_in")
	isOpen := expr.Func(func([]world.Word) [2]world.Word { return [2]world.Word{world.Bool(true)} })
	_, err := p.AsTest("x", p.Info.Initial, htn.Goal{Task: htn.TaskID(task.ID)}, htn.Options{Funcs: []expr.Func{isOpen}})
	if !errors.Is(err, program.ErrNoTest) || !strings.Contains(err.Error(), "the plan in a test is none, not enter") {
		t.Error(err)
	}
	gone := situation(t, p, func(st *world.State, _ func(string) world.Object) {
		gate, _, _ := st.ObjectNamed("gate")
		st.RemoveObject(gate)
	})
	_, err = p.AsTest("x", gone, htn.Goal{Task: htn.TaskID(task.ID)}, htn.Options{})
	if !errors.Is(err, program.ErrNoTest) || !strings.Contains(err.Error(), "gate is declared, but no longer exists") {
		t.Error(err)
	}
}
