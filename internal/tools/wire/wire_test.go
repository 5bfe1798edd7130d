package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWireIsThatOfTheTypes: the pages have the types that the server encodes.
func TestWireIsThatOfTheTypes(t *testing.T) {
	want, err := generate("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if have, err := os.ReadFile("../../../" + out); err != nil || !bytes.Equal(have, want) {
		t.Errorf("%s is not what the types of package studio say (%v); run: go run ./internal/tools/wire", out, err)
	}
}

// small is a studio of a few types.
const small = `package studio

import "github.com/karakuri-ai/karakuri/internal/other"

const (
	figureBytes = 4
	noAngle  = -1 << 3
	noHealth = 0
	// MaxSets is the maximum.
	MaxSets = 2 + 3
)

// Tone is how it ended.
type Tone string

const (
	good Tone = "good"
	bad  Tone = "bad"
)

type Request struct {
	Op   string ` + "`json:\"op\"`" + `
	Tick *int64 ` + "`json:\"tick,omitempty\"` // nil: */ now" + `
}

type base struct{ File string ` + "`json:\"file\"`" + ` }

type Frame struct {
	base
	hidden int
	Left   int             ` + "`json:\"-\"`" + `
	At     [][2]float64    ` + "`json:\"at\"`" + `
	Of     map[string]*Box ` + "`json:\"of\"`" + `
	Tone   Tone            ` + "`json:\"tone,omitzero\"`" + `
	Kind   other.Kind      ` + "`json:\"kind\"`" + `
}

type Box = Faces

type Faces struct { Any []any ` + "`json:\"any\" ts:\"[string][]\"`" + ` }

func look() (*other.Thing, error) { return nil, nil }
func do() error { return nil }

var operations = map[string]operation{"look": answers(look), "do": does(do)}
`

const other = `package other

type Kind uint8

type Thing struct { Many []Thing ` + "`json:\"many\"`" + ` }
`

func write(t *testing.T, text string) string {
	t.Helper()
	root := t.TempDir()
	for name, data := range map[string]string{"internal/studio/a.go": text, "internal/other/a.go": other} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestTypes: fields have the names, the types and the comments of the Go ones; what JSON omits is omitted or optional.
func TestTypes(t *testing.T) {
	data, err := generate(write(t, strings.Replace(small, "type Box = Faces", "type Box struct{}", 1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"export const noAngle = -8;", "/** MaxSets is the maximum. */\nexport const maxSets = 5;", "  look: Thing;\n  do: void;",
		"  op: string;\n  /** nil: * / now */\n  tick?: number;", "export interface Frame {\n  file: string;\n  at: [number, number][];\n  of: Record<string, Box>;\n  tone?: Tone;\n  kind: number;\n}",
		"/** Tone is how it ended. */\nexport type Tone = \"good\" | \"bad\";", "export interface Faces {\n  any: [string][];\n}", "export interface Thing {\n  many: Thing[];\n}"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%q is missing in\n%s", want, data)
		}
	}
}

// TestTypesThatCannotGo: types without a form in TypeScript, or two types of one name, are refused.
func TestTypesThatCannotGo(t *testing.T) {
	for what, change := range map[string][2]string{
		"a field without a name":  {"hidden int", "Shown int"},
		"a foreign type":          {"other.Kind ", "time.Duration "},
		"a type that is not here": {"other.Kind ", "other.Gone "},
		"two of one name":         {"type Box = Faces", "type Box struct { Thing Thing `json:\"t\"` }\ntype Thing struct{}"},
		"a function as a type":    {"type Box = Faces", "type Box func()"},
		"an unknown operation":    {"answers(look)", "answers(gone)"},
		"no operations":           {"answers(look), \"do\": does(do)", "nil"},
		"no constant":             {"figureBytes", "figureSize"},
	} {
		text := strings.Replace(small, change[0], change[1], 1)
		if text == small {
			t.Fatal(what)
		}
		if data, err := generate(write(t, text)); err == nil {
			t.Errorf("%s: no error, but\n%s", what, data)
		}
	}
}
