// Package examples_test keeps the examples true: every karakuri file below its folder checks without a warning, is laid
// out as the formatter lays it out, and passes its own tests.
package examples_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/trial"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

var here = os.DirFS(".")

// files returns every karakuri file of the examples.
func files(t *testing.T) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(here, ".", func(name string, _ fs.DirEntry, err error) error {
		if path.Ext(name) == ".krk" {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("found %d files: %v", len(names), err)
	}
	return names
}

func load(t *testing.T, name string) *program.Program {
	t.Helper()
	p, ds := program.Load(here, name)
	for _, d := range ds.All {
		t.Error(d.Error())
	}
	if p == nil {
		t.FailNow()
	}
	return p
}

func TestFilesCheckWithoutWarnings(t *testing.T) {
	for _, name := range files(t) {
		t.Run(name, func(t *testing.T) { load(t, name) })
	}
}

func TestFilesAreFormatted(t *testing.T) {
	for _, name := range files(t) {
		t.Run(name, func(t *testing.T) {
			text, err := fs.ReadFile(here, name)
			if err != nil {
				t.Fatal(err)
			}
			f, ds := lang.Parse(diag.NewSource(name, string(text)))
			if err := ds.Err(); err != nil {
				t.Fatal(err)
			}
			if lang.Format(f) != string(text) {
				t.Errorf("not formatted: go run ./cmd/karakuri fmt -w examples/%s", name)
			}
		})
	}
}

func TestFilesPassTheirTests(t *testing.T) {
	for _, name := range files(t) {
		p := load(t, name)
		reports, err := trial.Run(p, trial.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range reports {
			t.Run(name+"/"+r.Name, func(t *testing.T) {
				if !r.Passed {
					t.Errorf("%v: expected %s\ngot %s\n%s", r.At.Position(), r.Want, r.Got, r.Reason)
				}
			})
		}
	}
}

// TestCoverage wants every method chosen, every operator used and every symbol read: an example holds nothing that
// has no part in any of its situations.
func TestCoverage(t *testing.T) {
	for _, name := range []string{"errands/errands.krk", "soldier/soldier.krk", "kitchen/kitchen.krk"} {
		t.Run(name, func(t *testing.T) {
			p := load(t, name)
			c := p.Coverage(p.RunTests(program.TestOptions{}))
			for what, list := range map[string][]program.Covered{
				"method is never chosen": c.Methods, "operator is never used": c.Operators, "symbol is never read": c.Symbols,
			} {
				for _, missing := range program.Missing(list) {
					t.Errorf("%s: %s", what, missing)
				}
			}
		})
	}
}

// TestSoldierWithoutParameters counts how many operators the soldier would need if operators had no parameters: one
// for each combination of arguments that the declared objects and enums allow.
func TestSoldierWithoutParameters(t *testing.T) {
	info := load(t, "soldier/soldier.krk").Info
	ground := 0
	for _, op := range info.Operators {
		n := 1
		for _, p := range op.Params {
			n *= values(info, p.Type)
		}
		ground += n
	}
	t.Logf("%d operators and %d tasks; without parameters %d operators", len(info.Operators), len(info.Tasks), ground)
	readme, err := os.ReadFile("../README.md")
	if said := fmt.Sprintf("has %d operators; without parameters it would have %d", len(info.Operators), ground); !strings.Contains(string(readme), said) {
		t.Errorf("README.md does not say that the soldier %s: %v", said, err)
	}
	if ground <= 300 {
		t.Errorf("%d operators without parameters, want more than 300", ground)
	}
	if n := len(info.Operators) + len(info.Tasks); n < 25 || n > 40 {
		t.Errorf("%d operators and tasks with parameters, want 25 to 40", n)
	}
}

func values(info *def.Info, typ world.Type) int {
	switch typ.Kind {
	case world.KindBool:
		return 2
	case world.KindEnum:
		return len(info.Schema.Enums[typ.ID].Values)
	case world.KindObject:
		return info.Initial.CountMembers(typ.ID)
	}
	return int(typ.Hi - typ.Lo + 1)
}

// TestSoldierPlansAreShort keeps the soldier's situations typical of a game: most plans have four to eight steps.
func TestSoldierPlansAreShort(t *testing.T) {
	info := load(t, "soldier/soldier.krk").Info
	typical, plans := 0, 0
	for _, test := range info.Tests {
		if test.None {
			continue
		}
		plans++
		if n := len(test.Steps); n >= 4 && n <= 8 {
			typical++
		}
	}
	if 2*typical < plans {
		t.Errorf("%d of %d plans have four to eight steps, want at least half", typical, plans)
	}
}

// TestErrandsKnowNoMoneyRule shows that no method looks into the purse or the account: whether the money suffices
// follows from the operators alone.
func TestErrandsKnowNoMoneyRule(t *testing.T) {
	p := load(t, "errands/errands.krk")
	for _, task := range p.Info.Tasks {
		for _, m := range task.Methods {
			for _, term := range []*expr.Term{m.When, m.Where, m.Order} {
				term.Symbols(func(s *world.Symbol) {
					if s.Name == "yen" || s.Name == "account" {
						t.Errorf("method %q of %s reads %s", m.Name, task.Name, s.Name)
					}
				})
			}
		}
	}
}

// TestSkirmishSparesComrades shows that nobody plans against a member of its own team, although it hears comrades whom
// it does not see.
func TestSkirmishSparesComrades(t *testing.T) {
	program, err := karakuri.Load(here, "skirmish/skirmish.krk")
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(here, "skirmish/skirmish.scene")
	if err != nil {
		t.Fatal(err)
	}
	scene, err := playground.ParseScene("skirmish.scene", string(text))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		p, err := playground.New(program, scene, playground.Options{Crowd: karakuri.Options{Seed: seed + 1}})
		if err != nil {
			t.Fatal(err)
		}
		against := 0 // steps against enemies
		for !p.Over() && p.Crowd().Seconds() < 60 {
			p.Step()
			for i := range p.Len() {
				soldier := p.Character(i)
				for _, step := range p.Crowd().Agent(soldier.Agent).Plan() {
					for j := range p.Len() {
						if !strings.Contains(step.Text, p.NameOf(j)+")") {
							continue
						}
						if against++; p.Character(j).Team == soldier.Team {
							t.Errorf("seed %d, %.1f s: %s plans %s", seed+1, p.Crowd().Seconds(), p.NameOf(i), step.Text)
						}
					}
				}
			}
		}
		if against < 100 {
			t.Errorf("seed %d: %d steps of plans are against anybody, want 100", seed+1, against)
		}
	}
}
