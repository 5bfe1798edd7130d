package htn_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write what was seen into the golden files")

// TestExplanations compares explanations with those in testdata/explain: each file holds a domain, cases (as in
// testdata/rules, with "why-not NAME" for a single answer and "reason" for the short form), and the texts they give.
func TestExplanations(t *testing.T) {
	files, err := filepath.Glob("testdata/explain/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no explanations: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			d := compile(t, string(archive.Files[0].Data))
			got := ""
			for _, text := range strings.Split(strings.TrimSpace(string(archive.Files[1].Data)), "\n\n") {
				got += "# " + strings.ReplaceAll(text, "\n", "; ") + "\n" + printed(t, d, text) + "\n"
			}
			if *update {
				archive.Files = append(archive.Files[:2], txtar.File{Name: "told", Data: []byte(got)})
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(archive.Files[2].Data); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// printed returns what one case prints.
func printed(t *testing.T, d *htn.Domain, text string) string {
	c := parseCase(t, d, text)
	e := htn.Explain(d, c.state, c.goal, c.options)
	b := &strings.Builder{}
	for _, line := range c.expect {
		switch line[0] {
		case "why-not":
			a, err := e.WhyNot(line[1])
			if err != nil {
				return err.Error() + "\n"
			}
			a.WriteText(b)
		case "reason":
			b.WriteString(e.Reason() + "\n")
		}
	}
	if b.Len() == 0 {
		e.WriteText(b)
	}
	return b.String()
}

// TestWhyNotUnknown: a name that nothing has is answered with one that is close.
func TestWhyNotUnknown(t *testing.T) {
	d := load(t, "testdata/guard.krk")
	e := htn.Explain(d, d.Info.Initial, htn.Goal{}, htn.Options{})
	_, err := e.WhyNot("brake_locker")
	var unknown *htn.UnknownName
	if !errors.As(err, &unknown) || unknown.Hint != "break_locker" {
		t.Fatalf("got %v", err)
	}
}

// TestExplanationJSON: the JSON form is one tree: each entry's parent stands before it.
func TestExplanationJSON(t *testing.T) {
	d := load(t, "testdata/guard.krk")
	st := situation(d, guardCases[1].state)
	goal, _ := d.Task("duty")
	data, err := json.Marshal(htn.Explain(d, st, htn.Goal{Task: goal}, htn.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	var e struct {
		Status string
		Steps  []string
		Tried  []struct{ ID, Parent int }
	}
	if err := json.Unmarshal(data, &e); err != nil {
		t.Fatal(err)
	}
	if e.Status != "found" || len(e.Steps) != 14 || len(e.Tried) < 30 {
		t.Fatalf("%+v", e)
	}
	for i, x := range e.Tried {
		if x.ID != i || x.Parent >= i {
			t.Fatalf("entry %d: %+v", i, x)
		}
	}
}

// TestWhyNotOfSeveral: a name that is both a method's and an operator's is answered for both, unless it says which.
func TestWhyNotOfSeveral(t *testing.T) {
	d := compile(t, `
state agent { ammo: int }
operator fire { when ammo > 0; effect ammo -= 1 }
operator hide { }
task fight { method fire when ammo >= 0 { fire }
             method hide { hide } }
`)
	e := htn.Explain(d, d.Info.Initial, htn.Goal{}, htn.Options{})
	for name, want := range map[string]string{
		"fire": "method and operator 2", "method fire": "method 1", "operator fire": "operator 1", "fight/fire": "method 1",
	} {
		a, err := e.WhyNot(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(a.Kind, " ", len(a.Cases)); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	if _, err := e.WhyNot("fihgt/fire"); err == nil || !strings.Contains(err.Error(), `"fight/fire"`) {
		t.Errorf("got %v", err)
	}
}

// TestVerdicts: an answer says in fields whether a turn did not come, whether the way there failed, or whether no way
// leads there.
func TestVerdicts(t *testing.T) {
	d := compile(t, `
state agent { a: bool = true; b: bool }
operator one {}
operator two {}
operator three {}
operator four {}
task go { method first when a { one }
          method second { two } }
task other { method only when b { three }
             method last { four } }
task never { method x { other } }
`)
	e := htn.Explain(d, d.Info.Initial, htn.Goal{}, htn.Options{})
	for name, want := range map[string]htn.Verdict{"one": htn.VerdictInPlan, "first": htn.VerdictInPlan, "second": htn.VerdictPassed, "go/second": htn.VerdictPassed, "two": htn.VerdictUnreached,
		"three": htn.VerdictElsewhere, "other": htn.VerdictElsewhere, "only": htn.VerdictElsewhere, "never/x": htn.VerdictElsewhere} {
		if a, err := e.WhyNot(name); err != nil || a.Verdict != want || a.InPlan != (want == htn.VerdictInPlan) {
			t.Errorf("%s: %+v %v, want %s", name, a, err, want)
		}
	}
	never := htn.Explain(d, d.Info.Initial, htn.Goal{Task: 2}, htn.Options{})
	for name, want := range map[string]htn.Verdict{"only": htn.VerdictTried, "three": htn.VerdictUnreached, "four": htn.VerdictInPlan, "one": htn.VerdictElsewhere} {
		if a, err := never.WhyNot(name); err != nil || a.Verdict != want {
			t.Errorf("%s: %+v %v, want %s", name, a, err, want)
		}
	}
}
