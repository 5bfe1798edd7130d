package edit_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang"
)

// demos returns the texts of all examples.
func demos(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../examples/*/*.krk")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	texts := map[string]string{}
	for _, n := range names {
		data, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		texts[n] = string(data)
	}
	return texts
}

// TestSketch: statements lie where they say, and their paths are those of edits.
func TestSketch(t *testing.T) {
	for name, text := range demos(t) {
		list, whole := edit.Sketch(name, text)
		if !whole {
			t.Errorf("%s has mistakes", name)
		}
		within(t, name, text, list, 0, len(text))
	}
}

func within(t *testing.T, name, text string, list []*edit.Sketched, from, to int) {
	t.Helper()
	for _, p := range list {
		if p.Start < from || p.End > to || text[p.Start:p.HeadEnd] != p.Head || p.Head == "" || p.Group == "" || p.Kind == "" {
			t.Fatalf("%s: %+v", name, p)
		}
		for _, c := range p.Clauses {
			if text[c.Start:c.End] != c.Text || c.Start < p.Start || c.End > p.End {
				t.Errorf("%s: %s: the clause %+v", name, p.Path, c)
			}
		}
		from = p.End
		within(t, name, text, p.Lines, p.Start, p.End)
	}
}

// TestRemarks: what stands right above a statement and behind it belongs to it; what a blank line sets apart does not.
func TestRemarks(t *testing.T) {
	list, _ := edit.Sketch("x", "// the file\n\n// one\n// two\ntype a // three\n\n// apart\n\ntype b\n\n// four\n\n// five\ntype c\n")
	for i, want := range []string{"one\ntwo\nthree", "", "five"} {
		if got := strings.ReplaceAll(list[i].Remark, "// ", ""); got != want {
			t.Errorf("%s: %q, want %q", list[i].Head, got, want)
		}
	}
}

// TestSketchOfFaults: a mistake in one declaration leaves the others as they are, wherever they stand.
func TestSketchOfFaults(t *testing.T) {
	good, _ := edit.Sketch("v", village)
	paths := func(list []*edit.Sketched) (all []string) {
		for _, p := range list {
			all = append(all, p.Path)
		}
		return all
	}
	for i, p := range good {
		text := village[:p.HeadEnd] + " = = " + village[p.HeadEnd:]
		list, whole := edit.Sketch("v", text)
		if whole || strings.Join(paths(list), "\n") != strings.Join(paths(good), "\n") {
			t.Fatalf("%s: %v, want %v", p.Path, paths(list), paths(good))
		}
		for k, l := range list {
			if l.Broken != (k == i) {
				t.Errorf("with a mistake in %s, %s is broken: %v", p.Path, l.Path, l.Broken)
			}
			if end := village[good[k].Start:good[k].End]; k != i && text[l.Start:l.End] != end {
				t.Errorf("%s stands at %q", l.Path, text[l.Start:l.End])
			}
		}
	}
	// Braces that are not closed reach to the next declaration.
	list, _ := edit.Sketch("v", "task a {\n    method \"x\" {\n\n// of b\ntask b {\n    method \"y\" { c }\n}\n")
	if len(list) != 2 || !list[0].Broken || list[1].Broken || list[1].Lines[0].Name != "y" {
		t.Errorf("%+v", list)
	}
	if list, whole := edit.Sketch("v", ""); len(list) != 0 || !whole {
		t.Error("an empty text has declarations")
	}
}

// TestAlone: what names one declaration can be applied to it alone; something new goes to the end.
func TestAlone(t *testing.T) {
	text := "task a {\n    method \"x\" { b }\n}\ntask c {{\n"
	if from, to, ok := edit.Alone("v", text, []edit.Op{{At: `task a / method "x"`}, {Into: "task a"}}); !ok || text[from:to] != text[:strings.Index(text, "task c")] {
		t.Error(from, to, ok)
	}
	for _, ops := range [][]edit.Op{{{At: "task c"}}, {{At: "task a"}, {At: "task b"}}, {{At: "task z"}}} {
		if _, _, ok := edit.Alone("v", text, ops); ok {
			t.Errorf("%v", ops)
		}
	}
	if from, to, ok := edit.Alone("v", text, []edit.Op{{Op: "insert"}}); !ok || from != len(text) || to != from {
		t.Error(from, to, ok)
	}
}

// TestInsertables: at each place of each example, everything that is offered can be inserted, and the result parses.
// Everything else has a reason.
func TestInsertables(t *testing.T) {
	seen := map[string]bool{}
	texts := demos(t)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		text := texts[name]
		if len(text) > 6000 {
			continue // the smaller ones have every kind of place
		}
		list, _ := edit.Sketch(name, text)
		var look func(list []*edit.Sketched)
		look = func(list []*edit.Sketched) {
			for _, p := range list {
				if look(p.Lines); p.Takes != "" && !seen[p.Kind] {
					seen[p.Kind] = true
					insertable(t, name, text, edit.Slot{Into: p.Path})
				}
				if id := p.Kind + " " + string(p.Group); !seen[id] {
					seen[id] = true
					insertable(t, name, text, edit.Slot{After: p.Path})
					insertable(t, name, text, edit.Slot{Clause: p.Path})
				}
			}
		}
		look(list)
	}
}

func insertable(t *testing.T, name, text string, at edit.Slot) {
	t.Helper()
	found, ds := edit.Insertables(name, text, at, "", nil)
	if ds.HasErrors() {
		t.Fatalf("%s: %+v: %v", name, at, ds.All)
	}
	for _, c := range found {
		if (c.Op == nil) == (c.Refused == "") {
			t.Errorf("%s: %+v: %+v", name, at, c)
		}
		if c.Op == nil {
			continue
		}
		if r, ds := edit.Apply(edit.Input{FS: lang.Texts{"x.krk": text}, Main: "x.krk", Ops: []edit.Op{*c.Op}, Unchecked: true}); r == nil {
			t.Errorf("%s: %+v: %s as %q: %v", name, at, c.Label, c.Op.Text, ds.All)
		}
	}
}

// TestInsertableAsTyped: a line is inserted as it was written if it can stand there, with braces where they are
// missing; calls of what is declared are offered where they can stand.
func TestInsertableAsTyped(t *testing.T) {
	for _, tc := range []struct {
		at          edit.Slot
		typed, want string // the text that is inserted; empty: refused
	}{
		{edit.Slot{Into: "tree guard / 0"}, "if ammo == 0", "if ammo == 0"},
		{edit.Slot{Into: "tree guard / 0"}, "go(kitchen)", "go(kitchen)"},
		{edit.Slot{Into: "tree guard / 0"}, "sequence", `sequence { todo "what to do" }`},
		{edit.Slot{Into: "tree guard / 0"}, "if ammo ==", ""},
		{edit.Slot{Into: "tree guard / 0"}, "wait 1 }} tree x { a", ""},
		{edit.Slot{Into: "task eat"}, `method "late" when hungry`, "method \"late\" when hungry { }"},
		{edit.Slot{Into: "task eat"}, "wait 1s", ""},
		{edit.Slot{}, "agent nobody", "agent nobody {\n}"},
		{edit.Slot{}, "sequence", ""},
		{edit.Slot{}, "tree late", "tree late {\n    todo \"what it does\"\n}"},
		{edit.Slot{}, `test "x"`, "test \"x\" {\n    expect none\n}"},
		{edit.Slot{Clause: `task eat / method "go"`}, "when has_meal", "has_meal"},
		{edit.Slot{Clause: `task eat / method "go"`}, "when", ""},
		{edit.Slot{Clause: `task eat / method "go"`}, "weight 3", ""},
	} {
		found, ds := edit.Insertables("v", village, tc.at, tc.typed, nil)
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		got := ""
		if op := found[0].Op; op != nil {
			if got = op.Text; op.Value != nil {
				got = op.Value.(string)
			}
		}
		if got = strings.Replace(got, " {\n}", " { }", 1); got != strings.Replace(tc.want, " {\n}", " { }", 1) || (got == "") == (found[0].Refused == "") {
			t.Errorf("%q at %+v: %+v, %q", tc.typed, tc.at, found[0], got)
		}
	}
	says := func(at edit.Slot, label string) *edit.Insertable {
		found, _ := edit.Insertables("v", village, at, "", nil)
		for i := range found {
			if found[i].Label == label {
				return &found[i]
			}
		}
		t.Fatalf("%s is not there at %+v: %+v", label, at, found)
		return nil
	}
	for label, at := range map[string]edit.Slot{"strike(f, times)": {Into: "tree guard / 0"}, "plan eat": {Into: "tree guard / 0"}, "eat": {Into: `task feast / method "twice"`},
		"sequence": {Into: "tree guard / 0"}, "method": {Into: "task eat"}, "task": {}, "int": {Into: "state agent"}, "derived": {Into: "state agent"}} {
		if c := says(at, label); c.Op == nil || c.Doc == "" && c.Of == "node" {
			t.Errorf("%s: %+v", label, c)
		}
	}
	for label, at := range map[string]edit.Slot{"do shout(loud)": {Into: "operator hit"}, "strike(f, times)": {Into: `task feast / method "twice"`}, "sequence": {}, "method": {Into: "tree guard / 0"}, "task": {Into: "tree guard / 0"}} {
		if c := says(at, label); c.Op != nil || c.Refused == "" {
			t.Errorf("%s: %+v", label, c)
		}
	}
}
