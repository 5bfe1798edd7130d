package index_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
)

const clashing = `type food = { bread, soup }
type soup_type = { soup, stew }
state agent { hungry: bool; kind: food; other: soup_type; ` + "`odd name`" + `: int }
action eat(f: food)
operator eat(f: food) { when hungry && kind == soup; do eat(f); effect hungry = false, kind = soup, other = soup }
tree feed(wait_for: float, hungry: bool) { wait wait_for }
tree outer(wait_for: float) { feed(hungry: true, ..) }
task dine(g: food) { method "first" when other == soup_type.stew { eat(g) } }
agent a { plan dine(bread) }
`

func TestRenameRefuses(t *testing.T) {
	m, _ := lang.Load(lang.Texts{"a.krk": clashing}, "a.krk")
	ix := index.New(m)
	find := func(word string, nth int) *index.Symbol {
		t.Helper()
		at := -1
		for range nth {
			at += 1 + strings.Index(clashing[at+1:], word)
		}
		o, ok := ix.At(m.Files[0].Src, at)
		if !ok || o.Sym == nil {
			t.Fatalf("no symbol at %q", word)
		}
		return o.Sym
	}
	for _, c := range []struct {
		word    string
		nth     int
		to      string
		refused string // "": accepted; "same": only the comparison refuses
	}{
		{"hungry", 1, "starving", ""},
		{"hungry", 1, "odd name 2", ""},
		{"hungry", 1, "", "is not a name"},
		{"hungry", 1, "a`b", "is not a name"},
		{"hungry", 1, "count", "meaning of its own"},
		{"food", 1, "int", "meaning of its own"},
		{"wait_for", 1, "pause", "without writing it"},
		{"f: food", 2, "kind", "same"},
		{"hungry", 1, "kind", "same"},
		{"bread", 1, "hungry", "same"},
		{"\"first\"", 1, "last \"one\"", ""},
	} {
		edits, err := ix.Rename(find(c.word, c.nth), c.to)
		switch {
		case err != nil && (c.refused == "" || !strings.Contains(err.Error(), c.refused)):
			t.Errorf("%s to %q: %v, want %q", c.word, c.to, err, c.refused)
		case err == nil && c.refused != "" && c.refused != "same":
			t.Errorf("%s to %q is not refused", c.word, c.to)
		case err == nil:
			m2, _ := lang.Load(apply(m, edits), "a.krk")
			if o := index.Same(ix, index.New(m2)); (o == nil) != (c.refused == "") {
				t.Errorf("%s to %q: the comparison finds %v", c.word, c.to, o)
			}
		}
	}
	if v := find("soup", 3); v.In == nil || v.In.Name != "soup_type" || len(ix.Of(v)) != 2 {
		t.Errorf("a value of two enums has %d occurrences as one of %s", len(ix.Of(v)), v.In.Name)
	}
}
