package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// codes returns the codes of the last findings of a file.
func (c *client) codes(name string) []string {
	var list []string
	for _, d := range c.diagnostics[name] {
		list = append(list, d.Code)
	}
	return list
}

// create writes a file into the folder, as another program does.
func (c *client) create(name, body string) {
	c.t.Helper()
	if err := os.WriteFile(filepath.Join(filepath.FromSlash(c.folder), name), []byte(body), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) renames(p map[string]any, name string) []string {
	c.t.Helper()
	p["newName"] = name
	var edit workspaceEdit
	c.into(c.request("textDocument/rename", p), &edit)
	var list []string
	for uri := range edit.Changes {
		list = append(list, filepath.Base(uri))
	}
	slices.Sort(list)
	return list
}

// TestCycleIsShown opens one file of two that import each other: the mistake shows in both.
func TestCycleIsShown(t *testing.T) {
	files := map[string]string{"a.krk": "import \"b.krk\"\ntype place = { home }\n", "b.krk": "import \"a.krk\"\nimport \"c.krk\"\n", "c.krk": "type food = { egg }\n"}
	c := session(t, files)
	c.open("a.krk", files["a.krk"])
	c.request("shutdown", nil)
	for _, name := range []string{"a.krk", "b.krk"} {
		if got := c.codes(name); !slices.Contains(got, "K056") {
			t.Errorf("%s shows %v", name, got)
		}
	}
	c.notify("exit", nil)
	c.drain(nil)
}

// TestMainsOfCycles asks for the files to check where some import each other.
func TestMainsOfCycles(t *testing.T) {
	q := newQuiet(t, map[string]string{
		"a.krk": "import \"b.krk\"\n", "b.krk": "import \"a.krk\"\nimport \"c.krk\"\n", "c.krk": "import \"d.krk\"\n", "d.krk": "import \"c.krk\"\n", "self.krk": "import \"self.krk\"\n",
	})
	for name, want := range map[string][]string{"a": {"a", "b"}, "b": {"a", "b"}, "c": {"a", "b"}, "d": {"a", "b"}, "self": {"self"}} {
		var got []string
		for _, key := range q.space.mainsOf("/none/" + name + ".krk") {
			got = append(got, filepath.Base(key[:len(key)-len(".krk")]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is checked in %v, want %v", name, got, want)
		}
	}
}

// TestFixOfAssignment replaces "=" inside an expression, as its hint says.
func TestFixOfAssignment(t *testing.T) {
	const text = "state agent { money: int 0..9 = 0 }\noperator buy { when money = 3; effect money = 1 }\n"
	c := session(t, nil)
	c.open("a.krk", text)
	p := c.at("a.krk", "money ^= 3")
	p["range"] = lspRange{p["position"].(position), p["position"].(position)}
	var list []codeAction
	c.into(c.request("textDocument/codeAction", p), &list)
	i := slices.IndexFunc(list, func(a codeAction) bool { return a.Kind == "quickfix" })
	if i < 0 {
		t.Fatalf("there is no quick fix: %+v", list)
	}
	d := newText(text)
	for _, e := range list[i].Edit.Changes[c.uri("a.krk")] {
		d = d.apply(change{&e.Range, e.NewText})
	}
	if want := "state agent { money: int 0..9 = 0 }\noperator buy { when money == 3; effect money = 1 }\n"; d.src != want {
		t.Errorf("the fix gives %q", d.src)
	}
	c.close()
}

// TestFilesOfTheMoment makes a file that mentions a name, of which nobody tells the server.
func TestFilesOfTheMoment(t *testing.T) {
	c := session(t, map[string]string{"places.krk": places})
	c.open("places.krk", places)
	c.request("workspace/symbol", map[string]any{"query": "home"})
	const user = "import \"places.krk\"\nstate agent { at: place = home }\n"
	c.create("one.krk", user)
	refs := c.at("places.krk", "^home")
	refs["context"] = map[string]any{"includeDeclaration": true}
	var list []location
	c.into(c.request("textDocument/references", refs), &list)
	if len(list) != 2 {
		t.Errorf("references: %v", list)
	}
	c.create("two.krk", user)
	if got := c.renames(c.at("places.krk", "^home"), "house"); !slices.Equal(got, []string{"one.krk", "places.krk", "two.krk"}) {
		t.Errorf("the name changes in %v", got)
	}
	c.close()
}

// TestWatchedFiles lets another program write a file that an open one imports: a client that can watch files is asked
// to, and what it tells shows at once.
func TestWatchedFiles(t *testing.T) {
	c := start(t, map[string]string{"meal.krk": meal})
	c.request("initialize", map[string]any{"rootUri": c.uri(""), "capabilities": map[string]any{"workspace": map[string]any{"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}}}})
	c.notify("initialized", map[string]any{})
	m := c.receive()
	if m.Method != "client/registerCapability" || !m.isRequest() || !strings.Contains(string(m.Params), `"workspace/didChangeWatchedFiles"`) || !strings.Contains(string(m.Params), `"**/*.krk"`) {
		t.Fatalf("the client is asked %s %s", m.Method, m.Params)
	}
	c.send(map[string]any{"id": json.RawMessage(m.ID), "result": nil})
	c.open("meal.krk", meal)
	if len(c.diagnostics["meal.krk"]) == 0 {
		t.Fatal("a missing import is no mistake")
	}
	if err := os.WriteFile(filepath.Join(c.folder, "places.krk"), []byte(places), 0o666); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": c.uri("places.krk"), "type": 1}}})
	if left := c.published("meal.krk"); len(left) > 0 {
		t.Errorf("with the file that it imports, it has the findings %v", left)
	}
	c.close()
}
