package lsp

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden transcripts")

const meal = `// A meal, with an umlaut: ä, and a clef: 𝄞.
import "places.krk"

const price = 5 // what a meal costs
state agent {
    hungry: bool = true
    sensed money: int 0..100
    at: place = home
    rich := money > 50
}

action move_to(p: place, speed: float) uses legs

operator eat { when hungry; effect hungry = false }
// Buys a meal.
operator buy { when money >= price && at == shop; do move_to(shop, 2); fail_after 20; effect money -= price }
operator go(p: place) { when at != p; do move_to(p, 1.5); effect at = p }

task dine {
    method "𝄞 eat" when !hungry { }
    method "buy" when rich { go(shop); buy; eat }
}

agent villager { plan dine }

test "a rich man" { given money = 60; expect go(shop), buy, eat }
`

const places = `type place = { home, shop } // where one can be
`

// golden compares a transcript with that of the last time.
func (c *client) golden(name string) {
	c.t.Helper()
	file := filepath.Join("testdata", "sessions", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			c.t.Fatal(err)
		}
		if err := os.WriteFile(file, c.log.Bytes(), 0o666); err != nil {
			c.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		c.t.Fatal(err)
	}
	got, old := strings.Split(c.log.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(old)) {
		if i >= len(got) || i >= len(old) || got[i] != old[i] {
			c.t.Fatalf("%s, line %d: got\n%s\nwant\n%s\n(go test -update writes it)", file, i+1, line(got, i), line(old, i))
		}
	}
}

func line(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "(the end)"
}

// TestSessions plays sessions of an editor, and compares all messages of both directions with what they were.
func TestSessions(t *testing.T) {
	for name, play := range map[string]func(c *client){
		"read": func(c *client) {
			c.open("meal.krk", meal)
			for _, piece := range []string{"operator ^buy", "when ^hungry", "= ^home", "sensed ^money", "^fail_after", "const ^price", "^rich {", "^move_to(p, 1.5)", "place, ^speed", "// ^A meal"} {
				c.request("textDocument/hover", c.at("meal.krk", piece))
			}
			for _, piece := range []string{"at: ^place", "plan ^dine", "do ^move_to", "effect at = ^p", "when !^hungry", "\"^places.krk", "{ go(^shop)"} {
				c.request("textDocument/definition", c.at("meal.krk", piece))
			}
			c.request("textDocument/typeDefinition", c.at("meal.krk", "when ^at != p"))
			refs := c.at("meal.krk", "operator ^go")
			refs["context"] = map[string]any{"includeDeclaration": true}
			c.request("textDocument/references", refs)
			c.request("textDocument/documentHighlight", c.at("meal.krk", "sensed ^money"))
			c.request("textDocument/signatureHelp", c.at("meal.krk", "do move_to(p, ^1.5)"))
			c.request("textDocument/signatureHelp", c.at("meal.krk", "effect at = ^p"))
		},
		"outline": func(c *client) {
			c.open("meal.krk", meal)
			for _, method := range []string{"textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/semanticTokens/full", "textDocument/inlayHint", "textDocument/codeLens"} {
				c.request(method, c.doc("meal.krk"))
			}
			c.request("workspace/symbol", map[string]any{"query": "my"})
			sel := c.doc("meal.krk")
			sel["positions"] = []any{c.at("meal.krk", "{ go(^shop)")["position"]}
			c.request("textDocument/selectionRange", sel)
		},
		"calls": func(c *client) {
			c.open("meal.krk", meal)
			for _, piece := range []string{"operator ^go", "task ^dine", "action ^move_to"} {
				var items []callItem
				c.into(c.request("textDocument/prepareCallHierarchy", c.at("meal.krk", piece)), &items)
				c.request("callHierarchy/incomingCalls", map[string]any{"item": items[0]})
				c.request("callHierarchy/outgoingCalls", map[string]any{"item": items[0]})
			}
		},
		"write": func(c *client) {
			c.open("meal.krk", meal)
			c.edit("meal.krk", "when hungry;", "when hungri;")
			c.published("meal.krk")
			act := c.doc("meal.krk")
			act["range"] = c.diagnostics["meal.krk"][0].Range
			act["context"] = map[string]any{"diagnostics": []any{}}
			c.request("textDocument/codeAction", act)
			c.edit("meal.krk", "hungri", "hungry")
			c.published("meal.krk")
			c.request("textDocument/prepareRename", c.at("meal.krk", "operator ^go"))
			to := func(piece, name string) map[string]any {
				p := c.at("meal.krk", piece)
				p["newName"] = name
				return p
			}
			c.request("textDocument/rename", to("operator ^go", "walk"))
			c.request("textDocument/rename", to("= ^home", "own house"))
			c.refused("textDocument/rename", to("operator ^go", "buy"))
			c.refused("textDocument/rename", to("operator ^go", "a`b"))
			c.refused("textDocument/prepareRename", c.at("meal.krk", "^method"))
			c.edit("meal.krk", "operator eat { when hungry; effect", "operator eat { when   hungry; effect")
			c.request("textDocument/formatting", c.doc("meal.krk"))
			part := c.doc("meal.krk")
			part["range"] = lspRange{position{0, 0}, position{3, 0}}
			c.request("textDocument/rangeFormatting", part)
			typed := c.at("meal.krk", "hungry = false }^")
			typed["ch"] = "}"
			c.request("textDocument/onTypeFormatting", typed)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := session(t, map[string]string{"meal.krk": meal, "places.krk": places})
			play(c)
			c.close()
			c.golden(name)
		})
	}
}

func (c *client) into(raw json.RawMessage, v any) {
	c.t.Helper()
	if err := json.Unmarshal(raw, v); err != nil {
		c.t.Fatal(err)
	}
}
