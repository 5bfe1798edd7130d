package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
)

// published is the output of a server. Whoever reads it gets nothing, once the server has published findings.
type published struct {
	strings.Builder
	found chan struct{}
}

func (p *published) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte("publishDiagnostics")) && !strings.Contains(p.String(), "publishDiagnostics") {
		defer close(p.found)
	}
	return p.Builder.Write(text)
}

func (p *published) Read([]byte) (int, error) {
	<-p.found
	return 0, io.EOF
}

// TestLspKnowsThePlayground: the language server finds what check finds about formations, and refuses a name that the
// playground does not know.
func TestLspKnowsThePlayground(t *testing.T) {
	const file = `type person max 16
type shape = { wedge, line }
state squad { formation: shape = wedge }
action march(x: vec2)
action stand(s: float)
goal walk_to(p: vec2) { march(p) }
operator go { do order hand walk_to(vec2(1, 1)) }
task patrol { method "on" { unordered { go } } }
squad pack { plan patrol every 1s; role hand 0..9 }
tree idle { stand(1) }
agent member { tree idle; squad pack; body person }
`
	for _, k := range []struct{ text, want string }{
		{strings.Replace(file, "line }", "lin }", 1), `the playground knows no formation \"lin\"`},
		{file, `"id":2,"error":{"code":-32803,"message":"\"wegde\" cannot be the name:`},
	} {
		doc := map[string]any{"uri": "untitled:a", "version": 1, "text": k.text}
		var before, after bytes.Buffer
		in, out := &before, &published{found: make(chan struct{})}
		for _, m := range []map[string]any{
			{"id": 1, "method": "initialize", "params": map[string]any{}},
			{"method": "textDocument/didOpen", "params": map[string]any{"textDocument": doc}},
			{"id": 2, "method": "textDocument/rename", "params": map[string]any{"textDocument": doc, "position": map[string]int{"line": 1, "character": 15}, "newName": "wegde"}},
			{"id": 4, "method": "shutdown"}, {"method": "exit"},
		} {
			body, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(body), body)
			if m["method"] == "textDocument/didOpen" {
				in = &after
			}
		}
		if err := (&lspCmd{}).Run(&console{in: io.MultiReader(&before, out, &after), out: out, err: &bytes.Buffer{}}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), k.want) {
			t.Errorf("the server says %s\nwant %s", out.String(), k.want)
		}
	}
}
