package edit_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang"
)

// sure are words whose line needs nothing of the program.
var sure = []string{"state", "operator", "task", "tree", "brain", "action", "type", "const", "agent", "squad", "goal", "method", "sequence", "selector", "parallel",
	"repeat", "retry", "timeout", "cooldown", "invert", "while_do_else", "if_then_else", "wait", "log", "if", "todo"}

// TestInsertionsLoad: at each kind of place of each example, what the palette offers either leads to a program that
// loads, in one of its forms, or is refused with the reason; undone, the bytes are the same again. Words that need
// nothing of the program can always be inserted where several statements can stand.
func TestInsertionsLoad(t *testing.T) {
	const largest = 6000
	seen, loaded := map[string]bool{}, map[string]bool{}
	texts := demos(t)
	texts["empty.krk"] = ""
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		text := texts[name]
		if len(text) > largest || strings.Contains(text, "import ") {
			continue // the smaller ones have every kind of place
		}
		try := func(id string, at edit.Slot) {
			if seen[id] {
				return
			}
			seen[id] = true
			found, ds := edit.Insertables("x.krk", text, at, "", nil)
			if ds.HasErrors() {
				t.Fatal(ds.All)
			}
			for _, c := range found {
				if c.Op != nil && inserts(t, text, c) {
					loaded[c.Label] = true
				} else if c.Op != nil && slices.Contains(sure, c.Label) && (at == edit.Slot{} || c.Of == "node" && c.Label != "goal" && strings.Contains(id, "several")) {
					t.Errorf("%s: %+v: %s as %q does not load", name, at, c.Label, c.Op.Text)
				}
			}
		}
		try("end of "+name, edit.Slot{})
		list, _ := edit.Sketch(name, text)
		var look func(list []*edit.Sketched)
		look = func(list []*edit.Sketched) {
			for _, p := range list {
				if p.Takes != "" {
					several := ""
					if p.Takes != edit.GroupNode || p.Kind == "sequence" || p.Kind == "selector" {
						several = ", several"
					}
					try("into "+p.Kind+several, edit.Slot{Into: p.Path})
				}
				try("clause of "+p.Kind, edit.Slot{Clause: p.Path})
				look(p.Lines)
			}
		}
		look(list)
	}
	for _, word := range sure {
		if !loaded[word] {
			t.Errorf("%s was inserted nowhere", word)
		}
	}
	t.Logf("%d kinds of places, %d words", len(seen), len(loaded))
}

// inserts applies the first form of a choice with which the program loads, and takes it back.
func inserts(t *testing.T, text string, c edit.Insertable) bool {
	t.Helper()
	for _, op := range append([]*edit.Op{c.Op}, c.Else...) {
		r, ds := edit.Apply(edit.Input{FS: lang.Texts{"x.krk": text}, Main: "x.krk", Ops: []edit.Op{*op}})
		if r == nil {
			if !ds.HasErrors() {
				t.Errorf("%s is refused without a reason", c.Label)
			}
			continue
		}
		if len(r.Files) == 1 && applied(t, r.Files[0].New, r.Inverse) != text && text != "" {
			t.Errorf("%s as %q is not undone", c.Label, op.Text)
		}
		return true
	}
	return false
}

// TestPlaceholderGivesWay: what is inserted beside a todo that stands alone takes its place; beside others it does not.
func TestPlaceholderGivesWay(t *testing.T) {
	for _, tc := range []struct {
		text string
		at   edit.Slot
		want string
	}{
		{"tree a {\n    todo \"x\"\n}\n", edit.Slot{Into: "tree a"}, "tree a {\n    wait 1s\n}\n"},
		{"tree a {\n    todo \"x\"\n}\n", edit.Slot{After: "tree a / 0"}, "tree a {\n    wait 1s\n}\n"},
		{"tree a {\n    sequence {\n        todo \"x\"\n        wait 2s\n    }\n}\n", edit.Slot{Into: "tree a / 0"}, "tree a {\n    sequence {\n        todo \"x\"\n        wait 2s\n        wait 1s\n    }\n}\n"},
	} {
		found, ds := edit.Insertables("x.krk", tc.text, tc.at, "wait 1s", nil)
		if len(found) == 0 || found[0].Op == nil {
			t.Fatalf("%+v: %+v %v", tc.at, found, ds.All)
		}
		if got := applied(t, tc.text, []edit.Op{*found[0].Op}); got != tc.want {
			t.Errorf("%+v leads to:\n%s\nwant:\n%s", tc.at, got, tc.want)
		}
	}
}

// TestOver: what is inserted or moved to a todo that stands alone takes its place, with its comments, and is undone to
// the byte; what stands beside others does not.
func TestOver(t *testing.T) {
	for _, tc := range []struct {
		text string
		op   edit.Op
		want string
	}{
		{"tree a {\n    sequence {\n        todo \"x\" // c\n    }\n}\n", edit.Op{Op: "insert", Into: "tree a / 0", Text: "// why\nwait 1s", Over: true},
			"tree a {\n    sequence {\n        // why\n        wait 1s // c\n    }\n}\n"},
		{"tree a { invert { todo \"x\" } }\n", edit.Op{Op: "insert", After: "tree a / 0.0", Text: "wait 1s", Over: true}, "tree a { invert { wait 1s } }\n"},
		{"tree a {\n    sequence {\n        wait 1s // one\n        wait 2s\n        invert { todo \"x\" }\n    }\n}\n", edit.Op{Op: "move", At: "tree a / 0.0", Into: "tree a / 0.2", Over: true},
			"tree a {\n    sequence {\n        wait 2s\n        invert {\n            wait 1s // one\n        }\n    }\n}\n"},
		{"tree a {\n    sequence {\n        todo \"x\"\n        wait 2s\n    }\n}\n", edit.Op{Op: "insert", Into: "tree a / 0", Text: "wait 1s", Over: true},
			"tree a {\n    sequence {\n        todo \"x\"\n        wait 2s\n        wait 1s\n    }\n}\n"},
		{"tree a { invert { todo \"x\" } }\n", edit.Op{Op: "insert", After: "tree a / 0.0", Text: "wait 1s\nwait 2s"}, "tree a {\n    invert {\n        todo \"x\"\n        wait 1s\n        wait 2s\n    }\n}\n"},
	} {
		r, ds := edit.Apply(edit.Input{FS: lang.Texts{"x.krk": tc.text}, Main: "x.krk", Ops: []edit.Op{tc.op}, Unchecked: true})
		if r == nil {
			t.Errorf("%+v: %v", tc.op, ds.All)
			continue
		}
		if got := r.Files[0].New; got != tc.want {
			t.Errorf("%+v leads to:\n%s\nwant:\n%s", tc.op, got, tc.want)
		}
		if back := applied(t, r.Files[0].New, r.Inverse); back != tc.text {
			t.Errorf("%+v is undone to:\n%s", tc.op, back)
		}
	}
}
