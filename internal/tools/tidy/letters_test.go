package tidy

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// TestNothingIsDecidedByLetters: nothing in the product decides by the letters of a text that it has made itself.
func TestNothingIsDecidedByLetters(t *testing.T) {
	found, err := Letters("../../..", "github.com/karakuri-ai/karakuri")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

// plantedRoom is a package of a module m with decisions of each kind, each in a line that ends in the expected finding,
// and with lines that are not decisions.
const plantedRoom = `package room

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

type Kind uint8

const Big Kind = 1

func (k Kind) String() string { return "big" }

type Event struct {
	Kind Kind
	Text string
	Name string
}

type State struct{}

func (s *State) Tell(e Event) (name, text string) { return e.Name, e.Text }

func wayText(e *Event) string { return e.Text }

var tones = map[string]int{"big started": 1}

var plain = regexp.MustCompile("x")

func decide(s *State, e *Event, err error, typed string) int {
	if strings.HasPrefix(e.Text, "banned") { // letters of e.Text
		return 1
	}
	if e.Kind.String() == "big" { // compares e.Kind.String() == "big"
		return 2
	}
	_, text := s.Tell(*e)
	short := strings.ToLower(text)
	if name, _, ok := strings.Cut(short, "("); ok { // letters of short
		return len(name)
	}
	switch err.Error() { // switches on err.Error()
	case "not found":
		return 3
	}
	said := fmt.Sprintf("%v started", e.Kind)
	n := tones[said] // looks up said
	if v, err := strconv.Atoi(wayText(e)); err == nil { // letters of wayText(e)
		n += v
	}
	var later string
	for range 2 {
		later = later + e.Text
	}
	if typed != later { // compares typed != later
		n++
	}
	return n
}

func harmless(e *Event, typed string) int {
	if e.Text == "" || e.Name == "ann" || strings.HasPrefix(typed, "-") || strings.HasPrefix(e.Name, "a") || typed == Big.String() || e.Kind == Big {
		return 1
	}
	switch e.Text {
	case "":
		return 2
	}
	seen := map[string]bool{e.Text: true}
	if seen[e.Text] {
		return len(e.Text)
	}
	return strings.Count(e.Text, "\n")
}

func permitted(e *Event) bool { return e.Text == "x" || plain.MatchString(typedText) }

const typedText = "x"
`

// TestLettersAreFound: each way to decide by the letters of a text is found, and nothing that is no such decision.
func TestLettersAreFound(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "room.go", plantedRoom, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	p := typedPackage{dir: "room", fset: fset, files: []*ast.File{f}, info: newInfo()}
	if _, err := (&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}).Check("m/room", fset, p.files, p.info); err != nil {
		t.Fatal(err)
	}
	want := map[int]string{}
	for number, line := range strings.Split(plantedRoom, "\n") {
		if _, text, ok := strings.Cut(line, " // "); ok {
			want[number+1] = text
		}
	}
	l := letters{typedPackage: p, module: "m", used: map[string]bool{}}
	permitted := 0
	for _, found := range l.find() {
		if want[found.Line] == "" && strings.Contains(found.Text, `e.Text == "x"`) {
			permitted++
			continue
		}
		if text := want[found.Line]; text == "" || !strings.Contains(found.Text, text) || found.File != "room/room.go" {
			t.Errorf("found %v, want %q there", found, text)
		}
		delete(want, found.Line)
	}
	for line, text := range want {
		t.Errorf("line %d: %q is not found", line, text)
	}
	if permitted != 1 {
		t.Errorf("what is not on the list is found %d times", permitted)
	}
	allowed["room.permitted"] = "a test"
	defer delete(allowed, "room.permitted")
	l.found = nil
	for _, found := range l.find() {
		if strings.Contains(found.Text, `e.Text == "x"`) {
			t.Errorf("found %v, which is on the list", found)
		}
	}
	if !l.used["room.permitted"] {
		t.Error("what is on the list is not noted as used")
	}
}
