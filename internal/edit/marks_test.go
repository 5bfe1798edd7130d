package edit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/edit"
)

const marked = `const price = 5

action go
action buy

task dine {
    method "eat" when true { walk; chew }
    method "buy" { shop; dine }
    method "earn" { work; dine }
}
`

// TestMarks: what differs is said of the statement that differs, and of those around it.
func TestMarks(t *testing.T) {
	for _, tc := range []struct{ old, new, want string }{
		{"", "", ""},
		{"price = 5", "price  =  5", ""},
		{"price = 5", "price = 6", "changed const price (const price = 5)"},
		{"action go\n", "", "removed action go (action go)"},
		{"action go\n", "action go\naction run\n", "added action run"},
		{"action go\naction buy\n", "action buy\naction go\n", "moved action go"},
		{`    method "buy" { shop; dine }` + "\n", "", `changed in task dine, removed task dine / method "buy" (method "buy") in task dine`},
		{"walk; chew", "walk; sit; chew", `changed in task dine, changed in task dine / method "eat", added task dine / method "eat" / 1`},
		{"walk; chew", "chew; walk", `changed in task dine, changed in task dine / method "eat", moved task dine / method "eat" / 1`},
		{"walk; chew", "walk; bite", `changed in task dine, changed in task dine / method "eat", changed task dine / method "eat" / 1 (chew)`},
		{"    method \"buy\" { shop; dine }\n    method \"earn\" { work; dine }\n", "    method \"earn\" { work; dine }\n    method \"buy\" { shop; dine }\n", `changed in task dine, moved task dine / method "buy"`},
	} {
		var got []string
		d := edit.Compare("a.krk", marked, strings.Replace(marked, tc.old, tc.new, 1))
		for _, m := range d.Marks {
			text := fmt.Sprintf("%s %s", m.What, m.Path)
			if m.Old != "" {
				text += " (" + m.Old + ")"
			}
			if m.Near != "" {
				text += " in " + m.Near
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != tc.want {
			t.Errorf("%q for %q:\ngot  %s\nwant %s", tc.new, tc.old, strings.Join(got, ", "), tc.want)
		}
		if len(d.Changes) == 0 != (tc.old == tc.new) {
			t.Errorf("%q for %q: %+v", tc.new, tc.old, d.Changes)
		}
	}
}

// TestMarksOfATextWithMistakes: what can be read is compared.
func TestMarksOfATextWithMistakes(t *testing.T) {
	d := edit.Compare("a.krk", marked, strings.Replace(marked, "price = 5", "price = = 5", 1))
	if len(d.Marks) != 1 || d.Marks[0].What != edit.Altered {
		t.Errorf("%+v", d.Marks)
	}
}

// TestMergedTexts have the changes of both; in conflict they have theirs, and say what was ours.
func TestMergedTexts(t *testing.T) {
	text, conflicts := edit.MergeTexts("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n")
	if text != "A\nb\nC\n" || len(conflicts) != 0 {
		t.Errorf("%q %+v", text, conflicts)
	}
	text, conflicts = edit.MergeTexts("a\nb\nc\n", "a\nB\nc\n", "a\nX\nc\n")
	if text != "a\nX\nc\n" || len(conflicts) != 1 || conflicts[0] != (edit.Conflict{Line: 2, Base: "b\n", Ours: "B\n", Theirs: "X\n"}) {
		t.Errorf("%q %+v", text, conflicts)
	}
}
