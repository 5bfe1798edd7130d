package edit_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang"
)

// TestEdges edits texts that begin or end in unusual ways.
func TestEdges(t *testing.T) {
	first := 0
	for _, c := range []struct {
		text string
		op   edit.Op
		want string
	}{
		{"", edit.Op{Op: "insert", Text: "type a"}, "type a\n"},
		{"// only this\n", edit.Op{Op: "insert", Text: "type a"}, "// only this\n\ntype a\n"},
		{"type a", edit.Op{Op: "insert", Text: "type b"}, "type a\ntype b\n"},
		{"type a\ntype b", edit.Op{Op: "remove", At: "type b"}, "type a\n"},
		{"\ufefftype a\n", edit.Op{Op: "insert", Index: &first, Text: "type b"}, "\ufefftype b\ntype a\n"},
		{"\ufefftype a\ntype b\n", edit.Op{Op: "move", At: "type b", Before: "type a"}, "\ufefftype b\ntype a\n"},
		{"type a\r\n\r\ntype b\r\n", edit.Op{Op: "comment", At: "type a", Text: "x", Behind: true}, "type a // x\r\n\r\ntype b\r\n"},
		{"type a; type b", edit.Op{Op: "remove", At: "type a"}, "type b"},
		{"init { }", edit.Op{Op: "remove", At: "init"}, ""},
	} {
		r, ds := edit.Apply(edit.Input{FS: lang.Texts{"a.krk": c.text}, Main: "a.krk", Ops: []edit.Op{c.op}})
		if r == nil {
			t.Errorf("%q, %+v: %v", c.text, c.op, ds.All)
			continue
		}
		if got := r.Files[0].New; got != c.want {
			t.Errorf("%q, %+v: got %q, want %q", c.text, c.op, got, c.want)
		}
		back, _ := edit.Apply(edit.Input{FS: lang.Texts{"a.krk": r.Files[0].New}, Main: "a.krk", Ops: r.Inverse})
		if back == nil || back.Files[0].New != c.text {
			t.Errorf("%q, %+v: the inverse %+v does not lead back", c.text, c.op, r.Inverse)
		}
	}
}

// TestMerge merges edits with what others changed.
func TestMerge(t *testing.T) {
	const base = "const a = 1\nconst b = 2\n\ntype x\n\nconst c = 3\n"
	set := []edit.Op{{Op: "set", At: "const b", Clause: "value", Value: "20"}}
	for _, c := range []struct {
		present, want string
		conflicts     int
	}{
		{base, "const a = 1\nconst b = 20\n\ntype x\n\nconst c = 3\n", 0},
		{"const a = 1\nconst b = 2\n\ntype x\n\nconst c = 4\n", "const a = 1\nconst b = 20\n\ntype x\n\nconst c = 4\n", 0},
		{"const a = 1\nconst b = 20\n\ntype x\n", "const a = 1\nconst b = 20\n\ntype x\n", 0},
		{"const a = 1\nconst b = 9\n\ntype x\n\nconst c = 3\n", "const a = 1\nconst b = 9\n\ntype x\n\nconst c = 3\n", 1},
		{"", "", 1},
		{"const z = 0\n" + base, "const z = 0\nconst a = 1\nconst b = 20\n\ntype x\n\nconst c = 3\n", 0},
	} {
		in := edit.Input{FS: lang.Texts{"a.krk": c.present}, Main: "a.krk", Ops: set, Base: edit.Hash(base)}
		m, ds := edit.Rebase(in, base)
		if m == nil {
			t.Fatalf("%q: %v", c.present, ds.All)
		}
		if m.New != c.want || len(m.Conflicts) != c.conflicts {
			t.Errorf("%q: got %q with %d conflicts, want %q with %d", c.present, m.New, len(m.Conflicts), c.want, c.conflicts)
		}
		if in.Ops, in.Base = m.Ops, ""; len(m.Ops) > 0 {
			if r, ds := edit.Apply(in); r == nil || r.Files[0].New != c.want {
				t.Errorf("%q: the merge cannot be applied: %v", c.present, ds.All)
			}
		}
	}
}
