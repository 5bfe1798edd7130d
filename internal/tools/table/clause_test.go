package main

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// patience is the clause of docs/extending.md: the hand-written parts, by files. Only these four are edited; everything
// else is generated from the table.
var patience = map[string]func(t *testing.T, text string) string{
	"internal/model/def/table_operator.go": func(t *testing.T, text string) string {
		page, err := os.ReadFile("../../../docs/extending.md")
		if err != nil {
			t.Fatal(err)
		}
		_, row, _ := strings.Cut(string(page), "```go\n")
		row, _, _ = strings.Cut(row, "```")
		text = edited(t, text, "type Operator struct {\n", "type Operator struct {\n\tPatience expr.Node\n\tPatienceHead Head\n")
		text = edited(t, text, "type OperatorInfo struct {\n", "type OperatorInfo struct {\n\tPatience float64\n")
		return edited(t, text, "\t\t{\n\t\t\tWord: \"effect\"", row+"\t\t{\n\t\t\tWord: \"effect\"")
	},
	"internal/run/runner/operator.go": func(t *testing.T, text string) string {
		text = edited(t, text, "import (\n", "import (\n\t\"cmp\"\n")
		return edited(t, text, "s.span(o.FailAfter)", "s.span(cmp.Or(o.FailAfter, o.Patience))")
	},
	"patience_test.go": func(*testing.T, string) string { return patienceTest },
	"docs/operators.md": func(t *testing.T, text string) string {
		const line = "| `fail_after 8s` | the step fails after this time |\n"
		return edited(t, text, line, line+"| `patience 8s` | the step fails after this time, unless `fail_after` gives another |\n")
	},
}

const patienceTest = `package karakuri_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/builder"
)

// TestPatience: the builder's model equals that of a file, and the step fails after its time.
func TestPatience(t *testing.T) {
	d := builder.New("a.krk")
	d.Action("wait")
	d.Operator("stand").Do("wait").Patience("1s")
	d.Task("stay").Method("stand").Do("stand")
	d.Agent("guard").Plan("stay")
	model, _ := d.Model()
	text := model.Text()
	if !strings.Contains(text, "patience 1s") {
		t.Fatal(text)
	}
	never := strings.Replace(text, "patience 1s", "patience 0s", 1)
	if _, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(never)}}, "a.krk"); err == nil {
		t.Error("a patience of no time is taken")
	}
	program, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	updates, most := 0, 0
	wait := karakuri.Bind("wait", func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status {
		updates++
		most = max(most, updates)
		return karakuri.Running
	}, karakuri.OnStart(func(*karakuri.Ctx, *struct{}, *struct{}) { updates = 0 }))
	crowd, err := karakuri.New(program, karakuri.Options{TPS: 10}, wait)
	if err != nil {
		t.Fatal(err)
	}
	crowd.Spawn("guard")
	for range 60 {
		crowd.Step()
	}
	if most < 9 || most > 11 {
		t.Errorf("the step went on for %d ticks, want 10", most)
	}
}
`

// edited replaces what occurs in a text once.
func edited(t *testing.T, text, old, now string) string {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q stands there %d times", old, strings.Count(text, old))
	}
	return strings.Replace(text, old, now, 1)
}

var long = flag.Bool("long", false, "run the tests of a copy of the repository, which takes a minute or two")

// TestAClauseTakesFourFiles adds the clause that docs/extending.md describes, in a scratch copy: it edits four files by
// hand, and has builder, reference and the words of the studio know it. With -long also parser, formatter, JSON form,
// schema, checker, identity and completion do, and the engine does it.
func TestAClauseTakesFourFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling the table takes a while")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	scratch := t.TempDir()
	replaced := map[string]string{}
	put := func(name, text string) {
		file := filepath.Join(scratch, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		replaced[filepath.Join(root, name)] = file
	}
	if len(patience) > 4 {
		t.Errorf("a clause takes %d files", len(patience))
	}
	for name, edit := range patience {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil && name != "patience_test.go" {
			t.Fatal(err)
		}
		put(name, edit(t, string(text)))
	}
	overlay := func() string {
		data, err := json.Marshal(map[string]any{"Replace": replaced})
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(scratch, "overlay.json")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	run := func(dir, name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	table := filepath.Join(scratch, "table")
	run(root, "go", "build", "-overlay", overlay(), "-o", table, "./internal/tools/table")
	for name := range files() {
		put(name, "")
	}
	run(scratch, table)
	for name, want := range map[string]string{
		"docs/reference.md":                     "| `patience` | a constant time, greater than zero |",
		"builder/clauses_plan.go":               "func (o *Operator) Patience(time any) *Operator {",
		"internal/studio/web/src/text/words.ts": " patience ",
	} {
		if text, err := os.ReadFile(filepath.Join(scratch, name)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s does not know it (%v)", name, err)
		}
	}
	if !*long {
		return
	}
	out := run(root, "go", "test", "-v", "-vet=off", "-overlay", overlay(), "-run", "TestPatience|TestRows|TestEveryField|TestExamplesOfClauses|TestOffersKnow",
		".", "./internal/model/def", "./internal/lang")
	for _, passed := range []string{
		"--- PASS: TestPatience ", "--- PASS: TestRowsAreWhatTheySay ", "--- PASS: TestEveryFieldHasARow ", "--- PASS: TestOffersKnowTheWordsOfTheLanguage ",
		"--- PASS: TestExamplesOfClausesAreInTheLanguage/operator_patience ",
	} {
		if !strings.Contains(out, passed) {
			t.Errorf("no %q in\n%s", passed, out)
		}
	}
}
