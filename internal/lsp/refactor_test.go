package lsp

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// trip has characters of two UTF-16 code units before what is selected, and a task that another file declares.
const trip = `import "errands.krk"

state agent { tired: bool }

operator rest { when tired; effect tired = false }

task day {
    method "𝄞𝄞 long" each p: place where p != home { walk_to(p); rest }
}

agent walker { plan day }
`

// lazyClient is what an editor says that asks for edits later and shows why actions are disabled.
var lazyClient = map[string]any{"textDocument": map[string]any{"codeAction": map[string]any{
	"dataSupport": true, "disabledSupport": true, "resolveSupport": map[string]any{"properties": []string{"edit"}},
}}}

func lazySession(t *testing.T, files map[string]string) *client {
	c := start(t, files)
	c.request("initialize", map[string]any{"processId": nil, "rootUri": c.uri(""), "capabilities": lazyClient})
	c.notify("initialized", map[string]any{})
	return c
}

// actions asks for the actions for a selection: it begins at the first "^" in a piece of the document and ends at the
// second.
func (c *client) actions(name, piece string, kinds ...string) []codeAction {
	c.t.Helper()
	before, rest, _ := strings.Cut(piece, "^")
	inside, after, _ := strings.Cut(rest, "^")
	p := c.at(name, before+"^"+inside+after)
	from := c.docs[name].offset(p["position"].(position))
	p["range"], p["context"] = c.docs[name].between(from, from+len(inside)), map[string]any{"diagnostics": []any{}, "only": kinds}
	delete(p, "position")
	var list []codeAction
	c.into(c.request("textDocument/codeAction", p), &list)
	return list
}

// take resolves the action with a title, and applies its edit to the documents as the client has them. The server
// is not told, so that what it publishes between two files is not in the transcript.
func (c *client) take(list []codeAction, title string) {
	c.t.Helper()
	i := slices.IndexFunc(list, func(a codeAction) bool { return a.Title == title && a.Disabled == nil })
	if i < 0 {
		c.t.Fatalf("no action %q in %v", title, list)
	}
	var a codeAction
	c.into(c.request("codeAction/resolve", list[i]), &a)
	for _, uri := range slices.Sorted(maps.Keys(a.Edit.Changes)) {
		edits := a.Edit.Changes[uri]
		name := strings.TrimPrefix(uri, c.uri("")+"/")
		if c.docs[name] == nil {
			continue
		}
		for _, e := range slices.Backward(edits) {
			c.docs[name] = c.docs[name].apply(change{&e.Range, e.NewText})
		}
	}
}

func (c *client) has(name, piece string) {
	c.t.Helper()
	if !strings.Contains(c.docs[name].src, piece) {
		c.t.Errorf("%s lacks %q:\n%s", name, piece, c.docs[name].src)
	}
}

// TestRefactorings plays sessions that extract and inline, on texts that are open and not saved.
func TestRefactorings(t *testing.T) {
	errands := strings.ReplaceAll(meal, "import \"places.krk\"", "import \"places.krk\"\n\ntask walk_to(p: place) {\n    method \"do\" { go(p) }\n}")
	files := map[string]string{"meal.krk": meal, "places.krk": places, "trip.krk": "", "errands.krk": ""}
	for name, play := range map[string]func(c *client){
		"extract": func(c *client) {
			c.take(c.actions("meal.krk", "{ go(shop); ^buy; eat^ }", "refactor.extract"), "Extract to task dine_part")
			c.has("meal.krk", "{ go(shop); dine_part }")
			c.take(c.actions("trip.krk", "{ ^walk_to(p)^; rest }", "refactor.extract"), "Extract to task day_part")
			c.has("trip.krk", "task day_part(p: place)")
		},
		"inline": func(c *client) {
			c.take(c.actions("trip.krk", "^^walk_to(p); rest", "refactor"), "Inline walk_to and remove its declaration")
			c.has("trip.krk", "{ go(p); rest }")
			if strings.Contains(c.docs["errands.krk"].src, "walk_to") {
				t.Error("the declaration stays")
			}
			list := c.actions("meal.krk", "plan ^^dine")
			if len(list) > 0 {
				t.Errorf("a clause can be %v", list)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := lazySession(t, files)
			c.open("meal.krk", meal)
			c.open("errands.krk", errands)
			c.open("trip.krk", trip)
			play(c)
			c.close()
			c.golden(name)
		})
	}
}

// TestRefusedActions wants actions that are not possible to be hidden, or disabled with the reason.
func TestRefusedActions(t *testing.T) {
	loop := strings.Replace(meal, "{ go(shop); buy; eat }", "{ go(shop); dine }", 1)
	for _, lazily := range []bool{false, true} {
		begin := session
		if lazily {
			begin = lazySession
		}
		c := begin(t, map[string]string{"meal.krk": meal, "places.krk": places})
		c.open("meal.krk", loop)
		list := c.actions("meal.krk", "; ^^dine }", "refactor.inline")
		if lazily && (len(list) == 0 || list[0].Disabled == nil || list[0].Disabled.Reason == "" || list[0].Edit != nil || list[0].Data != nil) {
			t.Errorf("a task that calls itself can be inlined: %+v", list)
		}
		if !lazily && len(list) > 0 {
			t.Errorf("a refused action is offered: %+v", list)
		}
		list = c.actions("meal.krk", "^^go(shop)", "refactor.extract")
		if len(list) != 1 || (list[0].Edit == nil) != lazily || (list[0].Data == nil) == lazily {
			t.Errorf("lazily %v: %+v", lazily, list)
		}
		c.edit("meal.krk", "go(shop)", "go(home)")
		if lazily {
			if e := c.refused("codeAction/resolve", list[0]); !strings.Contains(e.Message, "changed") {
				t.Errorf("an action for another text: %s", e.Message)
			}
		}
		c.edit("meal.krk", "operator eat {", "operator eat {{")
		if list := c.actions("meal.krk", "^^go(home)", "refactor"); len(list) > 0 {
			t.Errorf("a file with mistakes of syntax can be edited: %+v", list)
		}
		c.close()
	}
}

// TestOtherPrograms wants an edit to be refused if it breaks another program that imports the file.
func TestOtherPrograms(t *testing.T) {
	c := lazySession(t, map[string]string{"a.krk": "", "b.krk": "", "c.krk": ""})
	c.open("c.krk", "state agent { x: bool }\noperator o { effect x = true }\ntask t { method \"m\" { o; o } }\n")
	c.open("a.krk", "import \"c.krk\"\n\ntask u { method \"m\" { t; o } }\n")
	c.open("b.krk", "import \"c.krk\"\n\ntask t_part { method \"m\" { t } }\n")
	for _, a := range c.actions("a.krk", "{ ^^t; o }", "refactor.inline") {
		var done codeAction
		if strings.Contains(a.Title, "remove") {
			if e := c.refused("codeAction/resolve", a); !strings.Contains(e.Message, "b.krk") {
				t.Errorf("%s: %s", a.Title, e.Message)
			}
			continue
		}
		c.into(c.request("codeAction/resolve", a), &done)
	}
	if list := c.actions("c.krk", "{ ^^o; o }", "refactor.extract"); list[0].Title != "Extract to task t_part_2" {
		t.Errorf("the name of another program's task: %s", list[0].Title)
	}
	c.close()
}

// TestActionsBreakNothing takes every action that is offered at every place of two examples at which a statement can
// begin, and loads the result. Few may be refused when they are tried.
func TestActionsBreakNothing(t *testing.T) {
	for _, dir := range []string{"soldier", "guards"} {
		files := lang.Texts{}
		names, _ := filepath.Glob(filepath.Join("..", "..", "examples", dir, "*.krk"))
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[filepath.Base(name)] = string(data)
		}
		if len(files) == 0 {
			t.Fatalf("%s has no files", dir)
		}
		q := newQuiet(t, files)
		q.client.Capabilities = lazyOf(t)
		q.idle()
		taken, refused := map[string]int{}, 0
		for name, body := range files {
			at := newText(body)
			pl, err := q.at(&positionParams{TextDocument: documentID{"file:///none/" + name}})
			if err != nil {
				t.Fatal(err)
			}
			for line := range at.lines {
				start := at.lines[line] + len(at.line(line)) - len(strings.TrimLeft(at.line(line), " "))
				if at.line(line) == "" {
					continue
				}
				for _, a := range q.refactorings(pl, nil, start, start) {
					if a.Disabled != nil {
						continue
					}
					now := lang.Texts{}
					for name, text := range files {
						now[name] = text
					}
					done, err := q.editBy(pl, a.Data.Op)
					if err != nil {
						refused++
						t.Logf("%s:%d: %s: %v", name, line+1, a.Title, err)
						continue
					}
					taken[a.Data.Op.Op]++
					for uri, edits := range done.Changes {
						file := strings.TrimPrefix(uri, "file:///none/")
						text := newText(now[file])
						for _, e := range slices.Backward(edits) {
							text = text.apply(change{&e.Range, e.NewText})
						}
						now[file] = text.src
					}
					if _, ds := program.Load(now, pl.model.Files[0].Src.Name); ds.HasErrors() {
						t.Errorf("%s:%d: %s breaks the program: %v", name, line+1, a.Title, ds)
					}
				}
			}
		}
		t.Logf("%s: taken %v, refused %d", dir, taken, refused)
		total := 0
		for _, n := range taken {
			total += n
		}
		if total < 20 || refused*10 > total {
			t.Errorf("%s: %d taken, %d refused", dir, total, refused)
		}
	}
}

// lazyOf returns the abilities of the lazy client as they come over the wire.
func lazyOf(t *testing.T) map[string]any {
	data, _ := json.Marshal(lazyClient)
	var v map[string]any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
