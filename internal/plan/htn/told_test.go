package htn_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/world"
	"github.com/rogpeppe/go-internal/txtar"
)

// The form of one text in the golden files.
const (
	maxTold     = 24  // lines
	maxToldLine = 240 // characters
	maxTried    = 500 // events of a search about which anything is asked
)

// TestRulesAreTold compares everything that can be reported about the cases of testdata/rules with testdata/told: the
// length of the search, its explanation, the reasons why declarations are not in the plan, the dependencies of the
// result, and the counts of a tally. So a change of the search that leaves every plan as it was still shows.
func TestRulesAreTold(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			d := compile(t, string(archive.Files[0].Data))
			b, before := &strings.Builder{}, map[string]string{}
			for _, text := range strings.Split(strings.TrimSpace(string(archive.Files[1].Data)), "\n\n") {
				c := parseCase(t, d, text)
				fmt.Fprintf(b, "# %s\n", strings.ReplaceAll(text, "\n", "; "))
				c.tellSearch(t, d, b)
				c.tellReasons(t, d, b, before)
			}
			golden := filepath.Join("testdata/told", strings.TrimSuffix(filepath.Base(name), ".txtar")+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if at := firstDifference(b.String(), string(want)); at > 0 {
				t.Errorf("%s, line %d: %s\n(see the difference after go test ./internal/plan/htn -run TestRulesAreTold -update)", golden, at, strings.Split(b.String()+"\n", "\n")[at-1])
			}
		})
	}
}

// firstDifference returns the number of the first line that two texts do not share; 0: they are the same.
func firstDifference(a, b string) int {
	if a == b {
		return 0
	}
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return i + 1
		}
	}
	return min(len(x), len(y))
}

// tellSearch plans, and reports the numbers of the search, the dependencies of its result, and the counts.
func (c *ruleCase) tellSearch(t *testing.T, d *htn.Domain, b *strings.Builder) {
	var reads htn.Reads
	state, options := world.NewState(d.Info.Schema), c.options
	state.CopyFrom(c.state)
	c.options.Reads, c.options.Tally = &reads, htn.NewTally(d)
	r := c.plan(t, d)
	fmt.Fprintf(b, "%s, %d nodes, %d backtracks, %d plans\n", r.Status, r.Stats.Nodes, r.Stats.Backtracks, r.Stats.Plans)
	writeSome(b, "depends on "+strings.Join(dependsOn(c.state, &reads), "; ")+"\n")
	for i, task := range d.Info.Tasks {
		if g := c.options.Tally.Task(htn.TaskID(i)); *g != (htn.GoalTally{}) {
			fmt.Fprintf(b, "counted for %s: %+v\n", task.Name, *g)
		}
		for k, m := range task.Methods {
			if n := c.options.Tally.Method(htn.TaskID(i), k); n.Tried > 0 {
				fmt.Fprintf(b, "counted for %s, %q: %+v\n", task.Name, m.Name, *n)
			}
		}
	}
	for i, o := range d.Info.Operators {
		if n := c.options.Tally.Operator(htn.OperatorID(i)); n.Tried > 0 {
			fmt.Fprintf(b, "counted for %s: %+v\n", o.Name, *n)
		}
	}
	c.state, c.options = state, options
}

// tellReasons explains the case, and adds the answers for the names of the domain if they differ from the last ones.
func (c *ruleCase) tellReasons(t *testing.T, d *htn.Domain, b *strings.Builder, before map[string]string) {
	e := c.explain(t, d)
	text := &strings.Builder{}
	if err := e.WriteText(text); err != nil {
		t.Fatal(err)
	}
	writeSome(b, text.String())
	if reason := e.Reason(); reason != "" {
		writeSome(b, reason+"\n")
	}
	if len(e.Tried) > maxTried {
		fmt.Fprintf(b, "%d events\n\n", len(e.Tried))
		return
	}
	answer := func(name string) {
		a, err := e.WhyNot(name)
		if err != nil {
			t.Fatal(err)
		}
		text.Reset()
		if err := a.WriteText(text); err != nil {
			t.Fatal(err)
		}
		reported := fmt.Sprintf("%s, %s", a.Verdict, text)
		if a.Verdict == htn.VerdictElsewhere {
			reported = "elsewhere\n"
		}
		if before[name] != reported {
			writeSome(b, "? "+name+": "+reported)
		}
		before[name] = reported
	}
	for _, task := range d.Info.Tasks {
		answer("task " + task.Name)
		for _, m := range task.Methods {
			answer(task.Name + "/" + m.Name)
		}
	}
	for _, o := range d.Info.Operators {
		answer("operator " + o.Name)
	}
	fmt.Fprintln(b)
}

func (c *ruleCase) explain(t *testing.T, d *htn.Domain) *htn.Explanation {
	if c.repair < 0 {
		return htn.Explain(d, c.state, c.goal, c.options)
	}
	plan, ended, node := c.broken(t, d)
	return htn.ExplainRepair(c.state, plan, ended, node, c.options)
}

// writeSome writes the first lines of a text.
func writeSome(b *strings.Builder, text string) {
	lines := strings.SplitAfter(text, "\n")
	if len(lines) > maxTold {
		lines = append(lines[:maxTold:maxTold], "...\n")
	}
	for _, line := range lines {
		if len(line) > maxToldLine {
			line = line[:maxToldLine] + "...\n"
		}
		b.WriteString(line)
	}
}

// dependsOn says what a result depends on, for people.
func dependsOn(st *world.State, reads *htn.Reads) (list []string) {
	for _, typ := range reads.Cells.Types() {
		list = append(list, "objects of "+st.Schema().Types[typ].Name)
	}
	for _, i := range intervals(reads) {
		text := world.FormatCell(st, st.Schema().SymbolAt(i.Addr), i.Addr)
		switch {
		case i.Lo == i.Hi:
			text += fmt.Sprintf(" = %d", i.Lo)
		case i.Lo == math.MinInt64:
			text += fmt.Sprintf(" <= %d", i.Hi)
		case i.Hi == math.MaxInt64:
			text += fmt.Sprintf(" >= %d", i.Lo)
		default:
			text += fmt.Sprintf(" in %d..%d", i.Lo, i.Hi)
		}
		list = append(list, text)
	}
	return list
}
