package studio

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"
)

// The start page offers every file with its first sentence, and draws its world without opening it for the page.
func TestDemosAndGlimpses(t *testing.T) {
	address, _ := serve(t, Options{}, meal, gatherer, oldScene)
	c := dial(t, address)
	var demos []Demo
	c.ask(Request{Op: "demos"}, &demos)
	if len(demos) < 2 {
		t.Fatalf("%+v", demos)
	}
	for _, d := range demos {
		if d.File == "meal.krk" && d.Says != "a character that always finds a way to eat" {
			t.Errorf("meal.krk says %q", d.Says)
		}
		var g Glimpse
		c.ask(Request{Op: "glimpse", File: d.File}, &g)
		if len(g.Figures) == 0 || g.Land.Max[0] <= g.Land.Min[0] {
			t.Errorf("%s: %+v", d.File, g)
		}
	}
}

func TestFirstComment(t *testing.T) {
	for text, want := range map[string]string{
		"// meal.krk: a man eats\n\ntype x": "a man eats",
		"// It runs. Then it stops.\n":      "It runs",
		"// a.krk: one\n// two. three\n":    "one two",
		"type x\n// later":                  "",
		"":                                  "",
	} {
		if got := firstComment(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A dropped file is listed, runs, is edited in memory, and touches no file of the machine.
func TestDroppedFiles(t *testing.T) {
	address, folder := serve(t, Options{}, meal)
	c := dial(t, address)
	text, err := os.ReadFile(meal)
	if err != nil {
		t.Fatal(err)
	}
	half := len(text) / 2
	var name string
	c.ask(Request{Op: "drop", File: "mine.krk", Text: base64.StdEncoding.EncodeToString(text[:half])}, nil)
	c.ask(Request{Op: "drop", File: "mine.krk", Text: base64.StdEncoding.EncodeToString(text[half:]), Since: int64(half), On: true}, &name)
	if name != "dropped/mine.krk" {
		t.Fatalf("it is called %q", name)
	}
	c.openAt(name, 10)
	var src SourceText
	c.ask(Request{Op: "source", File: name}, &src)
	if src.Text != string(text) || src.Readonly {
		t.Errorf("readonly %v: %.60q", src.Readonly, src.Text)
	}
	var saved Saved
	c.ask(Request{Op: "save", File: name, Text: src.Text + "\n// mine\n", Was: src.Hash}, &saved)
	if !saved.Saved {
		t.Errorf("%+v", saved)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
	for file, part := range map[string]string{"../up.krk": "", "a/b.krk": "", "x.exe": "", "a\\b.krk": "", "late.krk": "missing"} {
		since := int64(0)
		if part != "" {
			since = 7
		}
		if _, err := c.try(Request{Op: "drop", File: file, Text: "eA==", Since: since, On: true}); err == "" || part != "" && !strings.Contains(err, part) {
			t.Errorf("%s: %q", file, err)
		}
	}
}

// What is dropped is bounded.
func TestDropsAreBounded(t *testing.T) {
	d := newDrawer(nil)
	for i := range maxDropped {
		if err := d.append("dropped/"+strings.Repeat("x", i+1), []byte("x"), 0, true); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.append("dropped/one more", []byte("x"), 0, true); err == nil {
		t.Error("another file is taken")
	}
	if err := d.append("dropped/x", make([]byte, maxDroppedBytes), 0, false); err == nil {
		t.Error("too much is taken")
	}
}
