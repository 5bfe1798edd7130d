package btcpp_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
)

var update = flag.Bool("update", false, "write what comes out into testdata")

// example is a case of a file in testdata: "== kind: title", the text, behind "> " the findings, and behind "| " the
// output.
type example struct {
	kind, title            string
	text, findings, output []string
}

// around is the text around a fault of a kind: a fault of "tree" is put into a tree next to another, one of "model"
// into TreeNodesModel.
var around = map[string][2]string{
	"tree":  {`<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Other"><AlwaysSuccess/></BehaviorTree><BehaviorTree ID="Main">` + "\n", "\n</BehaviorTree></root>"},
	"model": {`<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree><TreeNodesModel>` + "\n", "\n</TreeNodesModel></root>"},
}

func (x *example) input() string {
	a := around[x.kind]
	return a[0] + strings.Join(x.text, "\n") + a[1]
}

func readExamples(t *testing.T, file string) (all []*example) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if head, ok := strings.CutPrefix(line, "== "); ok {
			kind, title, _ := strings.Cut(head, ": ")
			all = append(all, &example{kind: kind, title: title})
			continue
		}
		x := all[len(all)-1]
		switch {
		case strings.HasPrefix(line, "> "):
			x.findings = append(x.findings, line[2:])
		case strings.HasPrefix(line, "|"):
			x.output = append(x.output, strings.TrimPrefix(line[1:], " "))
		default:
			x.text = append(x.text, line)
		}
	}
	return all
}

// runExamples compares the output and the findings of each case with the file.
func runExamples(t *testing.T, file string, run func(x *example) (string, diag.List)) {
	t.Helper()
	var out strings.Builder
	for _, x := range readExamples(t, file) {
		output, ds := run(x)
		var found []string
		for i := range ds.All {
			found = append(found, strings.TrimPrefix(line(&ds.All[i]), "x.xml:"))
		}
		lines := strings.Split(strings.TrimSuffix(output, "\n"), "\n")
		if output == "" {
			lines = nil
		}
		if got, want := show(found, lines), show(x.findings, x.output); got != want && !*update {
			t.Errorf("%s: %s: got\n%swant\n%s", x.kind, x.title, got, want)
		}
		fmt.Fprintf(&out, "== %s: %s\n%s\n%s", x.kind, x.title, strings.Join(x.text, "\n"), show(found, lines))
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func show(found, output []string) string {
	var b strings.Builder
	for _, f := range found {
		b.WriteString("> " + f + "\n")
	}
	for _, o := range output {
		b.WriteString(strings.TrimRight("| "+o, " ") + "\n")
	}
	return b.String()
}

// line shows a finding in one line.
func line(d *diag.Diagnostic) string {
	text := d.Error()
	if d.Hint != "" {
		text += " | " + d.Hint
	}
	for _, r := range d.Related {
		text += fmt.Sprintf(" | %s: %s", strings.TrimPrefix(r.Span.Position().String(), "x.xml:"), r.Message)
	}
	return text
}

// TestNamesWithBlanks: a document with them is written so that it can be read again, and converted.
func TestNamesWithBlanks(t *testing.T) {
	const text = `<root BTCPP_format="4" main_tree_to_execute="Main tree"><BehaviorTree ID="Main tree"><Sequence><Action ID="Open door"/><SubTree ID="Sub tree"/></Sequence></BehaviorTree>
		<BehaviorTree ID="Sub tree"><AlwaysSuccess/></BehaviorTree><TreeNodesModel><Action ID="Open door"/></TreeNodesModel></root>`
	doc, ds := btcpp.ReadString("x.xml", text, btcpp.Options{Blanks: true})
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	var first, second strings.Builder
	if err := btcpp.Write(&first, doc); err != nil {
		t.Fatal(err)
	}
	again, ds := btcpp.ReadString("x.xml", first.String(), btcpp.Options{Blanks: true})
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	if err := btcpp.Write(&second, again); err != nil || second.String() != first.String() {
		t.Errorf("%v\n%s\n%s", err, first.String(), second.String())
	}
	m, ds := btcpp.ToModel(doc)
	if err := ds.Err(); err != nil || !strings.Contains(m.Text(), "action `Open door`") {
		t.Errorf("%v\n%v", err, m)
	}
	if _, ds := btcpp.ReadString("x.xml", text, btcpp.Options{}); !ds.HasErrors() {
		t.Error("blanks are accepted without the option")
	}
}

func TestMistakes(t *testing.T) {
	runExamples(t, "testdata/mistakes.txt", func(x *example) (string, diag.List) {
		_, ds := btcpp.ReadString("x.xml", x.input(), btcpp.Options{Blanks: x.kind == "blanks"})
		if len(ds.All) == 0 {
			t.Errorf("%s: %s: nothing is found", x.kind, x.title)
		}
		return "", ds
	})
}
