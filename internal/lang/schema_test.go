package lang

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var updateSchema = flag.Bool("update", false, "write what is generated")

// published lists the generated files.
var published = map[string]func() []byte{
	"../../docs/karakuri.schema.json": JSONSchema,
	"../../docs/json.md":              func() []byte { return []byte(JSONReference()) },
}

func TestSchemaAndReferenceArePublishedAsGenerated(t *testing.T) {
	for name, generate := range published {
		if *updateSchema {
			if err := os.WriteFile(name, generate(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if stands, err := os.ReadFile(name); err != nil || !bytes.Equal(stands, generate()) {
			t.Errorf("%s is not up to date (%v); run: go test ./internal/lang -run Schema -update", name, err)
		}
	}
}

// TestSchemaIsMadeOfTheTable: each statement has a definition with a property for each of its rows, documented by it,
// and there are no others but those of files and lines.
func TestSchemaIsMadeOfTheTable(t *testing.T) {
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct{ Description string }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(JSONSchema(), &schema); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"file": true, "line": true, "word_line": true, "declaration": true, "node": true}
	for _, text := range jsonTexts {
		known[text.name] = true
	}
	for _, s := range def.Statements() {
		kind := s.JSONKind()
		if known[kind] = true; s == &def.NodeTable {
			continue
		}
		for _, c := range slices.Concat(s.Head, s.Body) {
			if have, ok := schema.Defs[kind].Properties[c.JSONField()]; !ok || have.Description != c.Says() {
				t.Errorf("%s of %s is not documented by its row: %q", c.JSONField(), kind, have.Description)
			}
		}
	}
	for name := range schema.Defs {
		if !known[name] {
			t.Errorf("the schema defines %s, which the table does not know", name)
		}
	}
}

// compiledSchema returns a validator for JSONSchema.
func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(JSONSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("karakuri.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("karakuri.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, text string) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return schema.Validate(doc)
}

// wrapped returns the JSON example of a form within a whole file.
func wrapped(f *jsonForm) string {
	example := strings.ReplaceAll(f.json, "}\n{", "},\n{")
	around := map[string]string{
		"file":         `%`,
		"symbol":       `{"kind": "state", "scope": "agent", "symbols": [%]}`,
		"method":       `{"kind": "task", "name": "hunt", "methods": [%]}`,
		"parallel":     `{"kind": "operator", "name": "approach", "parameters": "e: enemy", "do": %, "until": "distance(e) < 10"}`,
		"unordered":    `{"kind": "task", "name": "dinner", "methods": [{"name": "cook", "do": [%]}]}`,
		"ordered":      `{"kind": "task", "name": "dinner", "methods": [{"name": "cook", "do": [{"unordered": [%, "simmer_curry"]}]}]}`,
		"service":      `{"kind": "tree", "name": "watch", "services": [%], "root": "rest"}`,
		"service_set":  `{"kind": "tree", "name": "watch", "services": [%], "root": "rest"}`,
		"override":     `{"kind": "agent", "name": "far_guard", "tree": {"tree": "guard(7, 4)", "overrides": [%]}}`,
		"way":          `{"kind": "goal", "name": "kill", "parameters": "e: enemy", "ways": [%]}`,
		"interrupt":    `{"kind": "goal", "name": "kill", "parameters": "e: enemy", "interrupts": [%]}`,
		"step":         `{"kind": "goal", "name": "kill", "parameters": "e: enemy", "do": [%]}`,
		"alternative":  `{"kind": "goal", "name": "kill", "parameters": "e: enemy", "do": [{"call": "strike(e)", "else": [%]}]}`,
		"want":         `{"kind": "brain", "name": "b", "wants": [%]}`,
		"consider":     `{"kind": "brain", "name": "b", "wants": [{"goal": "kill(e)", "each": "e: enemy", "consider": [%]}]}`,
		"word_line":    `{"kind": "brain", "name": "b", "wants": [{"goal": "flee", "score": "1", "interrupts": %}]}`,
		"tree_line":    `{"kind": "agent", "name": "far_guard", "tree": %}`,
		"plan":         `{"kind": "agent", "name": "villager", "plans": [%]}`,
		"role":         `{"kind": "squad", "name": "fireteam", "roles": [%]}`,
		"token":        `{"kind": "squad", "name": "fireteam", "tokens": [%]}`,
		"slot":         `{"kind": "squad", "name": "fireteam", "slots": [%]}`,
		"alert":        `{"kind": "agent", "name": "guard", "alerts": [%]}`,
		"reaction":     `{"kind": "agent", "name": "rifleman", "reactions": [%]}`,
		"layer":        `{"kind": "agent", "name": "rifleman", "layers": [%]}`,
		"test_objects": `{"kind": "test", "name": "two enemies", "objects": [%], "expect": "shoot(e1)"}`,
		"test_agent":   `{"kind": "test", "name": "two of them", "agents": [%], "checks": [{"no": "shoot"}]}`,
		"test_outcome": `{"kind": "test", "name": "a shot that misses", "outcomes": [%], "checks": [{"no": "shoot"}]}`,
		"test_event":   `{"kind": "test", "name": "an alarm", "events": [%], "checks": [{"no": "shoot"}]}`,
		"test_check":   `{"kind": "test", "name": "an alarm", "checks": [%]}`,
	}
	if f.node {
		around[f.name] = `{"kind": "tree", "name": "t", "root": %}`
	}
	if f.name == "node_case" {
		around[f.name] = `{"kind": "tree", "name": "t", "root": {"node": "switch", "value": "weather", "children": [%]}}`
	}
	if outer, ok := around[f.name]; ok {
		example = strings.Replace(outer, "%", example, 1)
	}
	if f.name == "file" {
		return example
	}
	return `{"karakuri": 1, "declarations": [` + example + `]}`
}

func TestSchemaExamplesDecodeAndAreValid(t *testing.T) {
	schema := compiledSchema(t)
	for i := range jsonForms {
		f := &jsonForms[i]
		t.Run(f.name, func(t *testing.T) {
			text := wrapped(f)
			file, ds := DecodeJSON(diag.NewSource("a.json", text))
			if len(ds.All) > 0 {
				t.Fatalf("%s\n%s", findings(ds), text)
			}
			if err := validate(t, schema, text); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
			encoded, err := EncodeJSON(file)
			if err != nil {
				t.Fatal(err)
			}
			parsed, ds := Parse(diag.NewSource("a.krk", f.krk))
			if len(ds.All) > 0 {
				t.Fatalf("%s\n%s", findings(ds), f.krk)
			}
			if file.Src == nil {
				parsed.Src = nil // the example says nothing of layout
			}
			if same, err := EncodeJSON(parsed); err != nil || !bytes.Equal(same, encoded) {
				t.Errorf("the language's example says\n%s\nthe JSON example\n%s", same, encoded)
			}
			if err := validate(t, schema, string(encoded)); err != nil {
				t.Errorf("encoded: %v\n%s", err, encoded)
			}
		})
	}
}

// The schema and the decoder must refuse the same shapes, since both are made from one table.
func TestSchemaRefusesWhatTheDecoderRefuses(t *testing.T) {
	schema := compiledSchema(t)
	for _, declaration := range []string{
		`{"kind": "operator", "name": "buy", "wen": "a"}`,
		`{"kind": "operator"}`,
		`{"kind": "operatr", "name": "buy"}`,
		`{"name": "buy"}`,
		`{"kind": "const", "name": "a", "value": 5}`,
		`{"kind": "const", "name": "a` + "`" + `b", "value": "5"}`,
		`{"kind": "operator", "name": "a", "do": {"parallel": "b"}}`,
		`{"kind": "operator", "name": "a", "do": {"parallel": ["b"], "join": "some"}}`,
		`{"kind": "operator", "name": "a", "do": ["b"]}`,
		`{"kind": "operator", "name": "a", "cooldown": 20}`,
		`{"kind": "objects", "names": [], "type": "a"}`,
		`{"kind": "type", "name": "a", "max": -1}`,
		`{"kind": "type", "name": "a", "max": 1.5}`,
		`{"kind": "enum", "name": "a", "values": ["b", 1]}`,
		`{"kind": "state", "scope": "mine", "symbols": []}`,
		`{"kind": "state", "scope": "agent", "symbols": [{"name": "a"}]}`,
		`{"kind": "state", "scope": "agent", "symbols": [{"name": "a", "type": "bool", "derived": "b"}]}`,
		`{"kind": "state", "scope": "agent", "symbols": [{"name": "a", "sensed": true, "derived": "b"}]}`,
		`{"kind": "state", "scope": "agent", "symbols": [{"name": "a", "remembered": true, "derived": "b"}]}`,
		`{"kind": "state", "scope": "agent", "symbols": [{"name": "a", "type": "bool", "sensed": true, "remembered": true}]}`,
		`{"kind": "goal", "name": "a", "do": ["b"], "ways": []}`,
		`{"kind": "goal", "name": "a", "do": []}`,
		`{"kind": "goal", "name": "a", "do": [{"call": "b", "backoff": "1s"}]}`,
		`{"kind": "goal", "name": "a", "do": [{"call": "b", "else": [{"cal": "c"}]}]}`,
		`{"kind": "goal", "name": "a", "interrupts": [{"do": "b"}]}`,
		`{"kind": "brain", "name": "a"}`,
		`{"kind": "brain", "name": "a", "wants": [{"goal": "b", "interrupts": {"text": "now"}}]}`,
		`{"kind": "brain", "name": "a", "wants": [{"goal": "b", "interrupts": "yes"}]}`,
		`{"kind": "personality", "name": "a", "traits": "b * 2"}`,
		`{"kind": "sense", "name": "a", "clauses": [12]}`,
		`{"kind": "agent", "name": "a", "senses": "b"}`,
		`{"kind": "agent", "name": "a", "squad": ["b"]}`,
		`{"kind": "agent", "name": "a", "reactions": [{"do": "b"}]}`,
		`{"kind": "agent", "name": "a", "layers": ["b"]}`,
		`{"kind": "action", "name": "a", "needs": "b"}`,
		`{"kind": "action", "name": "a", "grace": 1}`,
		`{"kind": "squad"}`,
		`{"kind": "squad", "name": "a", "roles": [{"name": "b", "min": 1}]}`,
		`{"kind": "squad", "name": "a", "roles": [{"name": "b"}]}`,
		`{"kind": "squad", "name": "a", "tokens": [{"type": "b"}]}`,
		`{"kind": "squad", "name": "a", "slots": [{"name": "b"}]}`,
		`{"kind": "task", "name": "a", "methods": [{"name": "b"}]}`,
		`{"kind": "task", "name": "a", "methods": [{"name": "", "do": []}]}`,
		`{"kind": "task", "name": "a", "methods": [{"name": "b", "do": [{"unorderd": []}]}]}`,
		`{"kind": "task", "name": "a", "methods": [{"name": "b", "do": [5]}]}`,
		`7`,
	} {
		text := `{"karakuri": 1, "declarations": [` + declaration + `]}`
		if err := validate(t, schema, text); err == nil {
			t.Errorf("the schema takes %s", declaration)
		}
		if _, ds := DecodeJSON(diag.NewSource("a.json", text)); !ds.HasErrors() {
			t.Errorf("the decoder takes %s", declaration)
		}
	}
}
