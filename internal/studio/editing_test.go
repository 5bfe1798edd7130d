package studio

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/karakuri-ai/karakuri/internal/edit"
)

// applied returns a text after changes, as a page applies them.
func applied(text string, list []TextChange) string {
	units := utf16.Encode([]rune(text))
	var out []uint16
	at := 0
	for _, c := range list {
		out = append(append(out, units[at:c.From]...), utf16.Encode([]rune(c.Text))...)
		at = c.To
	}
	return string(utf16.Decode(append(out, units[at:]...)))
}

// TestEditOverTheWire: an edit answers with the new text, the changes that lead to it, and the operations that take it
// back; it writes nothing, and the simulation does not know of it.
func TestEditOverTheWire(t *testing.T) {
	address, folder := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 0)
	text := "// 食べる 🍚\n" + read(t, meal)
	start := text
	var back [][]edit.Op
	for _, tc := range []struct {
		op     edit.Op
		at     string
		cursor string // what the text has there
	}{
		{edit.Op{Op: "insert", Into: "task dine", Text: `method "beg" when hungry { wander }`}, `task dine / method "beg"`, `method "beg"`},
		{edit.Op{Op: "move", At: `task dine / method "beg"`, Before: `task dine / method "buy first"`}, `task dine / method "beg"`, `method "beg"`},
		{edit.Op{Op: "wrap", At: `task dine / method "buy first" / 0`, Text: "unordered"}, `task dine / method "buy first" / 0`, "unordered {"},
		{edit.Op{Op: "remove", At: `task dine / method "buy first" / 0`}, `task dine / method "buy first" / 0`, "dine"},
		{edit.Op{Op: "duplicate", At: "operator eat"}, "operator eat_2", "operator eat_2"},
	} {
		var e Edited
		c.ask(Request{Op: "edit", File: "meal.krk", Text: text, Ops: []edit.Op{tc.op}}, &e)
		if len(e.Findings) > 0 || applied(text, e.Changes) != e.Text || e.Text == text || e.At != tc.at {
			t.Fatalf("%+v: %+v", tc.op, e)
		}
		if rest := string(utf16.Decode(utf16.Encode([]rune(e.Text))[e.Cursor:])); !strings.HasPrefix(rest, tc.cursor) {
			t.Errorf("%+v: the cursor stands before %.30q", tc.op, rest)
		}
		text, back = e.Text, append(back, e.Inverse)
	}
	for i := len(back) - 1; i >= 0; i-- {
		var e Edited
		c.ask(Request{Op: "edit", File: "meal.krk", Text: text, Ops: back[i]}, &e)
		text = e.Text
	}
	if text != start || read(t, filepath.Join(folder, "meal.krk")) != read(t, meal) {
		t.Error("the inverse operations do not lead back, or something was written")
	}
	var e Edited
	c.ask(Request{Op: "edit", File: "meal.krk", Text: text, Ops: []edit.Op{{Op: "insert", Into: "task dine", Text: "wait 1s"}}}, &e)
	if len(e.Findings) == 0 || e.Text != text || len(e.Changes) > 0 {
		t.Errorf("an operation that makes no karakuri file: %+v", e)
	}
	if _, wrong := c.try(Request{Op: "edit", File: "other.krk", Text: text}); wrong == "" {
		t.Error("a file of another program is edited")
	}
}

// TestEditThatLoads: an operation that would make a mistake in the program is refused where that is asked for, with the
// mistake, and the first of the others that makes none is taken.
func TestEditThatLoads(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 0)
	text := read(t, meal)
	insert := func(line string) edit.Op {
		return edit.Op{Op: "insert", Into: `task dine / method "buy first"`, Text: line}
	}
	ask := Request{Op: "edit", File: "meal.krk", Text: text, Ops: []edit.Op{insert("nobody")}, Loads: true}
	var e Edited
	c.ask(ask, &e)
	if len(e.Findings) < 2 || e.Text != text || !strings.Contains(e.Findings[1].Message, "nobody") {
		t.Errorf("what does not load: %+v", e)
	}
	ask.Else = []edit.Op{insert("nothing"), insert("work"), insert("eat")}
	e = Edited{}
	c.ask(ask, &e)
	if len(e.Findings) > 0 || applied(text, e.Changes) != e.Text || e.Text == text || e.At != `task dine / method "buy first" / 2` || strings.Count(e.Text, "work") != strings.Count(text, "work")+1 {
		t.Errorf("another form: %+v", e)
	}
	ask.Loads, ask.Else = false, nil
	e = Edited{}
	c.ask(ask, &e)
	if len(e.Findings) > 0 || !strings.Contains(e.Text, "nobody") {
		t.Errorf("as written: %+v", e)
	}
}

// TestEditBesideFaults: declarations without mistakes can be edited while others have some; the text of those stays.
func TestEditBesideFaults(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 0)
	text := strings.Replace(read(t, meal), "operator buy ", "operator buy =ü= ", 1)
	var e Edited
	c.ask(Request{Op: "edit", File: "meal.krk", Text: text, Ops: []edit.Op{{Op: "move", At: `task dine / method "earn first"`, Before: `task dine / method "buy first"`}}}, &e)
	if len(e.Findings) > 0 || applied(text, e.Changes) != e.Text || !strings.Contains(e.Text, "=ü=") || strings.Index(e.Text, `"earn`) > strings.Index(e.Text, `"buy`) {
		t.Errorf("%+v", e)
	}
	e = Edited{}
	c.ask(Request{Op: "edit", File: "meal.krk", Text: text, Ops: []edit.Op{{Op: "insert", Text: "agent cook { }"}}}, &e)
	if applied(text, e.Changes) != e.Text || e.Text != text+"agent cook { }\n" {
		t.Errorf("%+v", e.Changes)
	}
	e = Edited{}
	c.ask(Request{Op: "edit", File: "meal.krk", Text: text, Ops: []edit.Op{{Op: "remove", At: "operator buy / when"}}}, &e)
	if len(e.Findings) == 0 || e.Text != text {
		t.Errorf("a declaration with a mistake is edited: %+v", e)
	}
	var list []edit.Insertable
	c.ask(Request{Op: "palette", File: "meal.krk", Text: text, Slot: &edit.Slot{Into: "task dine"}, Name: `method "beg"`}, &list)
	if len(list) < 10 || list[0].Op == nil || list[0].Op.Text != `method "beg" { }` {
		t.Errorf("%+v", list)
	}
	if _, wrong := c.try(Request{Op: "palette", File: "meal.krk", Text: text, Slot: &edit.Slot{Into: "operator buy"}}); !strings.Contains(wrong, "mend") {
		t.Errorf("a palette for a declaration with a mistake: %q", wrong)
	}
}

// TestStructureOverTheWire: the structure of a text, in the page's offsets.
func TestStructureOverTheWire(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	text := "// 🍚\ntask dine {\n    method \"é\" when hungry { eat }\n}\ntask =\n"
	var s Structure
	c.ask(Request{Op: "structure", File: "meal.krk", Text: text}, &s)
	units := utf16.Encode([]rune(text))
	if s.Whole || len(s.Parts) != 2 || !s.Parts[1].Broken || s.Parts[0].Broken {
		t.Fatalf("%+v", s)
	}
	m := s.Parts[0].Lines[0]
	if got := string(utf16.Decode(units[m.Start:m.HeadEnd])); got != m.Head || m.Clauses[0].Text != "when hungry" || string(utf16.Decode(units[m.Clauses[0].Start:m.Clauses[0].End])) != "when hungry" {
		t.Errorf("%+v at %q", m, got)
	}
	if m.Lines[0].Path != `task dine / method "é" / 0` || m.Lines[0].Group != edit.GroupSubtask {
		t.Errorf("%+v", m.Lines[0])
	}
}

// TestCheckOffersFixes: as the language server does.
func TestCheckOffersFixes(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 0)
	text := strings.Replace("// 🍚\n"+read(t, meal), "when has_job;", "when has_jb;", 1)
	var k Checked
	c.ask(Request{Op: "check", File: "meal.krk", Text: text}, &k)
	if len(k.Fixes) != 1 || len(k.Findings) == 0 {
		t.Fatalf("%+v", k)
	}
	f := k.Fixes[0]
	if got := applied(text, []TextChange{{f.From, f.To, f.Text}}); f.Old != "has_jb" || !strings.Contains(got, "when has_job;") || k.Findings[f.Finding].Severity != "error" {
		t.Errorf("%+v", f)
	}
}

// TestFromAnEmptyFile: a file without agents, or with mistakes, opens without anything that runs; the first save with
// an agent starts the simulation; a later one without, or with mistakes, leaves it running.
func TestFromAnEmptyFile(t *testing.T) {
	good := read(t, meal)
	for name, begin := range map[string]string{"empty": "", "faulty": "task =\n"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "new.krk")
			if err := os.WriteFile(file, []byte(begin), 0o644); err != nil {
				t.Fatal(err)
			}
			address, folder := serve(t, Options{}, file)
			c := dial(t, address)
			if o := c.openAt("new.krk", 3); len(o.Outline.Tasks) != 0 || len(o.Files) != 1 {
				t.Errorf("%+v", o)
			}
			var read1 SourceText
			if c.ask(Request{Op: "source", File: "new.krk"}, &read1); read1.Text != begin || read1.Readonly {
				t.Errorf("%+v", read1)
			}
			save := func(text string) (s Saved) {
				c.ask(Request{Op: "save", File: "new.krk", Text: text}, &s)
				if got := read(t, filepath.Join(folder, "new.krk")); !s.Saved || got != text {
					t.Fatalf("%+v: %s", s, got)
				}
				return s
			}
			if s := save("task ="); s.Kept == "" {
				t.Errorf("%+v", s)
			}
			if s := save("task a {\n}\n"); s.Opened == nil && s.Kept == "" {
				t.Errorf("%+v", s)
			}
			if s := save(good); s.Opened == nil || s.Opened.Place != "small world" || s.Restart == "" {
				t.Errorf("%+v", s)
			}
			c.ask(Request{Op: "step", Count: 3}, nil)
			tick := c.mind("villager#1", nil).Tick
			for _, text := range []string{"", "task ="} {
				if s := save(text); s.Kept == "" || s.Opened != nil {
					t.Errorf("%+v", s)
				}
			}
			if now := c.mind("villager#1", nil).Tick; now < tick {
				t.Errorf("the run begins anew: %d, %d", tick, now)
			}
			if s := save(good + "// more\n"); s.Kept != "" || s.Restart != "" {
				t.Errorf("%+v", s)
			}
		})
	}
}

// What the palette says of a choice before it is clicked is what the click leads to: choices that are not told to want
// something load, the others are refused with that reason. No request takes long, however many choices there are.
func TestTriesOfThePalette(t *testing.T) {
	address, _ := serve(t, Options{}, "../../examples/meal/meal.krk", "../../examples/guards/guards.krk")
	c := dial(t, address)
	for file, slots := range map[string][]edit.Slot{
		"meal.krk":   {{}, {Into: "task dine"}, {After: `task dine / method "buy first" / 0`}, {Into: "operator eat"}, {Clause: `task dine / method "buy first"`}, {Into: "agent villager"}},
		"guards.krk": {{}, {Into: "tree guard / 0"}, {Clause: "tree guard / 0.0"}, {Into: "state agent"}},
	} {
		c.openAt(file, 1)
		var read SourceText
		c.ask(Request{Op: "source", File: file}, &read)
		wanting, loading := 0, 0
		for _, slot := range slots {
			var found []edit.Insertable
			c.ask(Request{Op: "palette", File: file, Text: read.Text, Slot: &slot}, &found)
			why := map[int]string{}
			rounds := 0
			for since := 0; since < len(found); rounds++ {
				var out Tried
				c.ask(Request{Op: "tries", File: file, Text: read.Text, Slot: &slot, Since: int64(since)}, &out)
				if out.Of != len(found) || out.Until <= since {
					t.Fatalf("%s %+v: %+v of %d choices", file, slot, out, len(found))
				}
				for _, w := range out.Wants {
					why[w.At] = w.Why
				}
				since = out.Until
			}
			for i, choice := range found {
				if choice.Op == nil {
					if why[i] != "" || choice.Refused == "" {
						t.Errorf("%s %+v: %s is refused as %q and wants %q", file, slot, choice.Label, choice.Refused, why[i])
					}
					continue
				}
				var e Edited
				r := Request{Op: "edit", File: file, Text: read.Text, Ops: []edit.Op{*choice.Op}, Loads: true}
				for _, op := range choice.Else {
					r.Else = append(r.Else, *op)
				}
				c.ask(r, &e)
				if refused := e.Text == read.Text; refused != (why[i] != "") {
					t.Errorf("%s %+v: %s is refused: %v, but it wants %q", file, slot, choice.Label, refused, why[i])
				} else if refused {
					wanting++
				} else {
					loading++
				}
			}
			t.Logf("%s %+v: %d choices in %d requests", file, slot, len(found), rounds)
		}
		if wanting == 0 || loading == 0 {
			t.Errorf("%s: %d choices want something, %d load", file, wanting, loading)
		}
	}
}

// What can be picked are the objects that the program declares and the values of its enums: each can be written in it.
func TestNameables(t *testing.T) {
	address, _ := serve(t, Options{}, "../../examples/meal/meal.krk", "../../examples/guards/guards.krk")
	c := dial(t, address)
	for file, want := range map[string][]Nameable{
		"meal.krk":   {{"home", "place", false}, {"shop", "place", false}, {"office", "place", false}},
		"guards.krk": {{"player", "foe", true}},
	} {
		c.openAt(file, 1)
		var got []Nameable
		c.ask(Request{Op: "nameables"}, &got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v can be named, not %v", file, got, want)
		}
	}
}
