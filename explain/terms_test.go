package explain_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// terms are the words for things in texts that users read, each with synonyms that no text uses for it.
var terms = []struct {
	term  string
	never *regexp.Regexp
}{
	{"abort, of steps, plans, goals and nodes", regexp.MustCompile(`\bgiven up:|\bgave up\b|\bgiving up on\b`)},
	{"remember, memory", regexp.MustCompile(`(?i)\bbelie(fs?|ves?|ved)\b`)},
	{"agent, character", regexp.MustCompile(`\b(NPCs?|bots?|mobs?)\b`)},
	{"behaviour", regexp.MustCompile(`\bbehaviors?\b`)},
	{"ban", regexp.MustCompile(`(?i)\bblack ?list(ed)?\b`)},
	{"percept", regexp.MustCompile(`(?i)\bstimul(us|i)\b`)},
	{"order, of a squad", regexp.MustCompile(`(?i)\bcommands? (given )?to (a|the|its|their) members?\b`)},
	{"want", regexp.MustCompile(`(?i)\b(utility|behaviour) options?\b`)},
	{"method", regexp.MustCompile(`(?i)\b(decomposition rule|recipe)s?\b`)},
}

// literal is a string in code.
var literal = regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)*\"|`[^`]*`")

// identifier is a string that names something in code, and no text.
var identifier = regexp.MustCompile("^[\"`][^ ]*[\"`]$|^[\"`][a-z]+ \\$\\{[a-z]+\\}[\"`]$")

// TestOneWordForOneThing: texts of answers, of the log, of the studio and of the guides call a thing by its term.
func TestOneWordForOneThing(t *testing.T) {
	looked := map[string]int{}
	for _, root := range []string{"../docs", "../README.md", ".", "../internal/answer", "../internal/fact", "../internal/run", "../internal/mind", "../internal/tree", "../cmd/karakuri", "../internal/studio"} {
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if name := d.Name(); d.IsDir() && (name == "node_modules" || name == "dist" || name == "testdata" || name == "lab" || name == "images") {
				return fs.SkipDir
			}
			ext := filepath.Ext(file)
			if d.IsDir() || strings.Contains(file, "_test.") || ext != ".md" && ext != ".go" && ext != ".ts" && ext != ".tsx" {
				return nil
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			looked[ext]++
			texts := []string{string(data)}
			if ext != ".md" {
				texts = literal.FindAllString(string(data), -1)
			}
			for _, text := range texts {
				for _, term := range terms {
					if found := term.never.FindString(text); found != "" && !(ext != ".md" && identifier.MatchString(text)) {
						t.Errorf("%s says %q: the term is %q", file, found, term.term)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, ext := range []string{".md", ".go", ".ts", ".tsx"} {
		if looked[ext] < 10 {
			t.Errorf("%d files of %s were looked at", looked[ext], ext)
		}
	}
}
