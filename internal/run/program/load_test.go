package program_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// meal is the domain of most tests here: eat, or buy and eat, or work, buy and eat.
const meal = `
const price = 5
const most: int = 100
state agent {
    has_meal: bool
    has_job: bool = true
    money: int 0..most
}
operator eat { when has_meal; effect has_meal = false }
operator buy { when money >= price; effect money -= price, has_meal = true }
operator work { when has_job; effect money += 5 }
task dine {
    method "at hand" when has_meal { eat }
    method "buy first" when money >= price { buy; dine }
    method "earn first" { work; dine }
}
agent villager { plan dine }
`

// disk makes a file system of pairs of name and text.
func disk(pairs ...string) fstest.MapFS {
	files := fstest.MapFS{}
	for pair := range slices.Chunk(pairs, 2) {
		files[pair[0]] = &fstest.MapFile{Data: []byte(pair[1])}
	}
	return files
}

// loaded is the program of one file, which must be without errors.
func loaded(t testing.TB, text string) *program.Program {
	t.Helper()
	p, ds := program.Load(disk("main.krk", text), "main.krk")
	if p == nil {
		t.Fatal(ds.Err())
	}
	return p
}

// planned is the plan for a task without parameters from a state in which numbers and truths are set: "work buy eat".
func planned(t testing.TB, p *program.Program, task string, set map[string]world.Word) string {
	t.Helper()
	st := world.NewState(p.Info.Schema)
	st.CopyFrom(p.Info.Initial)
	for name, w := range set {
		st.Set(p.Info.Schema.Symbol(name).Base, w)
	}
	id, ok := p.Domain.Task(task)
	if !ok {
		t.Fatalf("no task %s", task)
	}
	return outcome(p, htn.NewPlanner(p.Domain, htn.Options{}).Plan(st, htn.Goal{Task: id}), st)
}

// outcome is a result in words: the steps, or how the search ended.
func outcome(p *program.Program, r htn.Result, st *world.State) string {
	if r.Plan == nil {
		return r.Status.String()
	}
	var steps []string
	for i := range r.Plan.Len() {
		steps = append(steps, htn.StepText(r.Plan, i, st))
	}
	return strings.Join(steps, " ")
}

// found is the list of diagnostics, one to a line, in the form that expectations have: place, severity and code.
func found(ds diag.List) []string {
	var list []string
	for _, d := range ds.All {
		at := "-"
		if d.Span.Src != nil {
			at = d.Span.Position().String()
		}
		list = append(list, at+" "+d.Severity.String()+" "+string(d.Code))
	}
	return list
}

func TestLoad(t *testing.T) {
	tests := []struct {
		name    string
		files   fstest.MapFS
		program bool
		want    []string
	}{
		{"without a mistake", disk("main.krk", meal), true, nil},
		{"empty", disk("main.krk", ""), true, []string{"main.krk:1:1 warning K061"}},
		{"with an import", disk("main.krk", "import \"a/b.krk\"\ntask go { method m { step } }\n", "a/b.krk", "operator step { }\n"), true, nil},
		{"warnings do no harm", disk("main.krk", "state agent { seen: bool; gone: bool }\noperator step { when seen }\noperator idle { }\ntask go { method m { step } }\n"),
			true, []string{"main.krk:1:27 warning K183", "main.krk:3:10 warning K181"}},
		{"warnings are allowed, in the file that is asked for and in others", disk("main.krk", "import \"b.krk\"\nstate agent { gone: bool } // karakuri: allow K183\noperator step { when seen }\ntask go { method m { step } }\n",
			"b.krk", "// karakuri: allow K183\nstate agent { seen: bool }\n"), true, nil},
		{"allowed in vain", disk("main.krk", "// karakuri: allow K183\noperator step { }\n"), true, []string{"main.krk:1:1 warning K062"}},
		{"text and meaning in one file", disk("main.krk", "state agent { hungry: bool }\noperator eat { when ) }\noperator rest { when hungrry }\ntask dine { method m { rets } }\n"),
			false, []string{"main.krk:2:21 error K001", "main.krk:3:22 error K012", "main.krk:4:24 error K103"}},
		{"text here, meaning there", disk("main.krk", "import \"b.krk\"\noperator eat { when ) }\n", "b.krk", "operator rest { when asleep }\n"),
			false, []string{"b.krk:1:22 error K012", "main.krk:2:21 error K001"}},
		{"meaning only", disk("main.krk", "operator eat { when hungry }\noperator eat { when 1 + true }\n"),
			false, []string{"main.krk:1:21 error K012", "main.krk:2:10 error K100", "main.krk:2:21 error K017"}},
		{"an import that is not there", disk("main.krk", "import \"gone.krk\"\noperator eat { when hungry }\n"),
			false, []string{"main.krk:1:8 error K055", "main.krk:2:21 error K012"}},
		{"imports in a circle", disk("main.krk", "import \"b.krk\"\n", "b.krk", "import \"main.krk\"\n"),
			false, []string{"b.krk:1:8 error K056"}},
		{"not there at all", disk(), false, []string{"- error K055"}},
		{"too many branches", disk("main.krk", "operator o { }\ntask go { method m { unordered { "+strings.Repeat("o; ", 65)+"} } }\n"),
			false, []string{"main.krk:2:22 error K300"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, ds := program.Load(test.files, "main.krk")
			if (p != nil) != test.program {
				t.Errorf("a program: %v", p != nil)
			}
			if got := found(ds); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
				for _, d := range ds.All {
					t.Log(d.Error())
				}
			}
		})
	}
}

func TestLink(t *testing.T) {
	model, ds := lang.Load(disk("main.krk", meal), "main.krk")
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	five := map[string]world.Word{"money": 5}
	tests := []struct {
		name   string
		consts map[string]string
		want   string // the plan with money for a meal of 5; empty: no program
	}{
		{"as it is", nil, "buy eat"},
		{"with another constant", map[string]string{"price": "7"}, "work buy eat"},
		{"with an expression of others", map[string]string{"price": "most / 10"}, "work buy eat"},
		{"with a constant that is not there", map[string]string{"prise": "7"}, ""},
		{"with a constant of another type", map[string]string{"price": "true"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			consts := map[string]expr.Node{}
			var parsed diag.List
			for name, text := range test.consts {
				consts[name] = expr.ParseString(diag.NewSource(name, text), &parsed)
			}
			p, ds := program.Link(model, consts)
			if p == nil {
				if test.want != "" || !ds.HasErrors() {
					t.Error(ds.Err())
				}
				return
			}
			if got := planned(t, p, "dine", five); got != test.want || ds.HasErrors() {
				t.Errorf("got %s, want %q", got, test.want)
			}
		})
	}
}
