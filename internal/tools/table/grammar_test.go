package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

const extension = "../../../editors/vscode"

// piece is a part of a text that the grammar gives a scope to.
type piece struct {
	start, end int
	scope      string // its first words: "keyword.control"
}

// colourist applies a grammar as editors do: the first of the rules that match at a place wins.
type colourist struct {
	rules []rule
	exprs []*regexp.Regexp
}

func readGrammar(t *testing.T) *colourist {
	t.Helper()
	data, err := os.ReadFile("../../../" + grammarFile)
	if err != nil {
		t.Fatal(err)
	}
	var g textMate
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	c := &colourist{rules: g.Patterns}
	for _, r := range g.Patterns {
		at := r.Match
		if !strings.HasPrefix(at, "^") {
			at = `\A(?:` + at + `)`
		}
		c.exprs = append(c.exprs, regexp.MustCompile(at))
	}
	return c
}

// line returns the pieces of a line, from a place of the text on.
func (c *colourist) line(text string, from int) (list []piece) {
	for pos := 0; pos < len(text); {
		next := pos + 1
		for i, e := range c.exprs {
			if pos > 0 && strings.HasPrefix(e.String(), "^") {
				continue
			}
			m := e.FindStringSubmatchIndex(text[pos:])
			if m == nil {
				continue
			}
			if c.rules[i].Name != "" {
				list = append(list, piece{from + pos + m[0], from + pos + m[1], c.rules[i].Name})
			}
			for g := 1; 2*g < len(m); g++ {
				if m[2*g] >= 0 {
					list = append(list, piece{from + pos + m[2*g], from + pos + m[2*g+1], c.rules[i].Captures[strconv.Itoa(g)].Name})
				}
			}
			next = pos + m[1]
			break
		}
		pos = next
	}
	return list
}

func (c *colourist) file(text string) (list []piece) {
	from := 0
	for l := range strings.Lines(text) {
		list = append(list, c.line(strings.TrimRight(l, "\r\n"), from)...)
		from += len(l)
	}
	return list
}

// TestGrammarKnowsEveryWord: within a line, each word of the table has the scope of its set.
func TestGrammarKnowsEveryWord(t *testing.T) {
	c := readGrammar(t)
	constants := []string{"false", "none", "true"}
	for scope, list := range map[string][]string{
		"keyword.control.karakuri":   append(fieldsOf(def.Declarations()), fieldsOf(otherWords())...),
		"support.type.karakuri":      fieldsOf(def.Types()),
		"constant.language.karakuri": constants,
	} {
		for _, w := range list {
			want := scope
			if slices.Contains(constants, w) {
				want = "constant.language.karakuri"
			}
			line := "x " + w + " y"
			if got := c.line(line, 0); len(got) != 3 || got[1] != (piece{2, 2 + len(w), want}) {
				t.Errorf("%q: %v, want %s", line, got, want)
			}
			if got := c.line("x "+w+"_y", 0); len(got) != 2 || got[1].scope != "variable.other.karakuri" {
				t.Errorf("%s_y: %v, want a name", w, got)
			}
		}
	}
	for _, o := range def.Declarations() {
		first, _, _ := strings.Cut(o.Form, "\n")
		if got := c.line(first, 0); got[0] != (piece{0, len(o.Word), "keyword.declaration.karakuri"}) {
			t.Errorf("%q: %v", first, got)
		}
	}
	if got := c.line("task dine {", 0); got[1] != (piece{5, 9, "entity.name.type.karakuri"}) {
		t.Errorf("the name of a task: %v", got)
	}
}

// scopes are the scopes that a kind of token may have; all other kinds are operators or punctuation.
var scopes = map[expr.TokenKind][]string{
	expr.TokName:    {"keyword.declaration", "keyword.control", "support.type", "constant.language", "entity.name", "variable.other"},
	expr.TokNumber:  {"constant.numeric"},
	expr.TokString:  {"string.quoted"},
	expr.TokComment: {"comment.line"},
}

// agree compares the pieces of a file with the tokens that the language's scanner makes of it.
func agree(t *testing.T, file, text string, pieces []piece) (tokens int) {
	t.Helper()
	starts := map[int]piece{}
	for _, p := range pieces {
		starts[p.start] = p
	}
	var ds diag.List
	s := expr.NewScanner(&diag.Source{Name: file, Text: text}, &ds)
	for tok := s.Scan(); tok.Kind != expr.TokEOF; tok = s.Scan() {
		tokens++
		want := scopes[tok.Kind]
		if want == nil {
			want = []string{"keyword.operator", "punctuation"}
		}
		p, ok := starts[int(tok.Start)]
		fits := ok && slices.ContainsFunc(want, func(w string) bool { return strings.HasPrefix(p.scope, w) })
		if fits && tok.Kind == expr.TokNumber && p.end < int(tok.End) {
			unit := starts[p.end]
			fits, p.end = strings.HasPrefix(unit.scope, "keyword.other.unit"), unit.end
		}
		end := int(tok.Start) + len(strings.TrimRight(text[tok.Start:tok.End], "\r"))
		if !fits || p.end != end && !(want[0] == "keyword.operator" && p.end > end) {
			t.Errorf("%s: %q at %d has %v", file, text[tok.Start:tok.End], tok.Start, p)
		}
	}
	return tokens
}

// krkFiles returns all karakuri files of the repository that the scanner has no objections to.
func krkFiles(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{}
	err := filepath.WalkDir("../../..", func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && (e.Name() == "node_modules" || e.Name() == ".git") {
			return fs.SkipDir
		}
		if filepath.Ext(file) != ".krk" {
			return nil
		}
		data, err := os.ReadFile(file)
		var ds diag.List
		s := expr.NewScanner(&diag.Source{Name: file, Text: string(data)}, &ds)
		for s.Scan().Kind != expr.TokEOF {
		}
		if !ds.HasErrors() {
			list[file] = string(data)
		}
		return err
	})
	if err != nil || len(list) < 40 {
		t.Fatalf("%d files, %v", len(list), err)
	}
	return list
}

// TestGrammarCutsAsTheScannerDoes: the grammar cuts every file into the same tokens as the scanner, and gives each the
// scope of its kind.
func TestGrammarCutsAsTheScannerDoes(t *testing.T) {
	c, tokens := readGrammar(t), 0
	for file, text := range krkFiles(t) {
		tokens += agree(t, file, text, c.file(text))
	}
	if tokens < 10000 {
		t.Errorf("only %d tokens", tokens)
	}
}

// TestVSCodeGrammar does the same with the engine of Visual Studio Code.
func TestVSCodeGrammar(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	if _, err := os.Stat(extension + "/node_modules/vscode-textmate"); err != nil {
		t.Skip("there are no editors/vscode/node_modules (npm ci, in editors/vscode)")
	}
	files := krkFiles(t)
	in, err := json.Marshal(files)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "test/grammar.js")
	cmd.Dir, cmd.Stdin = extension, strings.NewReader(string(in))
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	var pieces map[string][][3]any // start, end, scope
	if err := json.Unmarshal(out, &pieces); err != nil {
		t.Fatal(err)
	}
	for file, text := range files {
		var list []piece
		for _, p := range pieces[file] {
			list = append(list, piece{int(p[0].(float64)), int(p[1].(float64)), p[2].(string)})
		}
		agree(t, file, text, list)
	}
}
