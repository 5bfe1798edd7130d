package edit_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang"
)

// TestBuildMeal writes the example meal by operations alone, line by line, into an empty file; takes all of them back,
// and applies them again.
func TestBuildMeal(t *testing.T) {
	data, err := os.ReadFile("../../examples/meal/meal.krk")
	if err != nil {
		t.Fatal(err)
	}
	meal := string(data)
	texts, inverses, all := []string{""}, [][]edit.Op{}, [][]edit.Op{}
	do := func(ops ...edit.Op) {
		t.Helper()
		now := texts[len(texts)-1]
		r, ds := edit.Apply(edit.Input{FS: lang.Texts{"meal.krk": now}, Main: "meal.krk", Ops: ops, Base: edit.Hash(now), Unchecked: true})
		if r == nil || len(r.Files) != 1 {
			t.Fatalf("%+v: %v\n%s", ops, ds.All, now)
		}
		texts, inverses, all = append(texts, r.Files[0].New), append(inverses, r.Inverse), append(all, ops)
	}
	out, _ := lang.OutlineOf(diag.NewSource("meal.krk", meal))
	names := lang.Names(out.Top.Lines)
	end := 0
	for i, d := range out.Top.Lines {
		gap := i > 0 && strings.Contains(meal[end:d.Start], "\n\n")
		end = d.End
		if len(d.Bodies) == 0 {
			do(edit.Op{Op: "insert", Text: meal[d.Start:d.End], Gap: &gap})
			continue
		}
		// the declaration with its first line, and the others one by one
		lines := d.Bodies[0].Lines
		tall := strings.Contains(meal[d.Start:d.End], "\n")
		first, rest := meal[d.Start:lines[0].End]+" }", lines[1:]
		if tall {
			first = meal[d.Start:lines[0].End] + "\n}"
		}
		if d.Says.Word == "test" { // a test without an expectation is a mistake of syntax
			first, rest = meal[d.Start:d.End], nil
		}
		do(edit.Op{Op: "insert", Text: first, Gap: &gap})
		for k, l := range rest {
			if k == 0 && l.Says == nil && l.Key != "" {
				word, value, _ := strings.Cut(meal[l.Start:l.End], " ")
				do(edit.Op{Op: "set", At: names[i], Clause: word, Value: value})
				continue
			}
			do(edit.Op{Op: "insert", Into: names[i], Text: meal[l.Start:l.End]})
		}
	}
	do(edit.Op{Op: "comment", At: "type place", Text: "meal.krk: a character that always finds a way to eat\n"})
	for _, c := range []struct{ at, text string }{
		{"const price", "constants can be tuned while running"},
		{"state agent / ready", "derived"},
		{"action move_to", "what the host really does; parameters are typed; resources it occupies"},
	} {
		do(edit.Op{Op: "comment", At: c.at, Text: c.text, Behind: true})
	}
	built := texts[len(texts)-1]
	if built != meal {
		t.Fatalf("built:\n%s\nwant:\n%s", built, meal)
	}
	t.Logf("%d operations", len(all))

	for i, ops := range slices.Backward(inverses) {
		if got := applied(t, texts[i+1], ops); got != texts[i] {
			t.Fatalf("undo %d, %+v:\n%s\nwant:\n%s", i, ops, got, texts[i])
		}
	}
	for i, ops := range all {
		if got := applied(t, texts[i], ops); got != texts[i+1] {
			t.Fatalf("redo %d, %+v:\n%s\nwant:\n%s", i, ops, got, texts[i+1])
		}
	}
	// as one: all of them, and back
	r, ds := edit.Apply(edit.Input{FS: lang.Texts{"meal.krk": ""}, Main: "meal.krk", Ops: slices.Concat(all...)})
	if r == nil || r.Files[0].New != built {
		t.Fatalf("as one: %v", ds.All)
	}
	if got := applied(t, built, r.Inverse); got != "" {
		t.Fatalf("all back:\n%s", got)
	}
}

func applied(t *testing.T, text string, ops []edit.Op) string {
	t.Helper()
	r, ds := edit.Apply(edit.Input{FS: lang.Texts{"meal.krk": text}, Main: "meal.krk", Ops: ops, Unchecked: true})
	if r == nil {
		t.Fatalf("%+v: %v", ops, ds.All)
	}
	if len(r.Files) == 0 {
		return text
	}
	return r.Files[0].New
}
