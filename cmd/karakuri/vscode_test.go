package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const extension = "../../editors/vscode"

const vscodeMeal = `import "places.krk"

const price = 5 // what a meal costs
state agent {
    hungry: bool = true
    sensed money: int 0..100
    at: place = home
}

action move_to(p: place) uses legs

operator eat { when hungry; effect hungry = false }
operator buy { when money >= price && at == shop; do move_to(shop); effect money -= price }
operator go(p: place) { when at != p; do move_to(p); effect at = p }

task dine {
    method "𝄞 eat" when !hungry { }
    method "buy" { go(shop); buy; eat }
}

agent villager { plan dine }

test "a rich man" { given money = 60; expect go(shop), buy, eat }
test "a poor man" { given money = 5; expect go(shop), buy, eat }
`

const vscodePlaces = "type place = { home, shop } // where one can be\n"

// node runs a script of the extension's tests, in the folder of the extension.
func node(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("node", args...)
	cmd.Dir = extension
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node %v: %v\n%s%s", args, err, out, said.String())
	}
	return strings.ReplaceAll(string(out), "\r\n", "\n")
}

// needNode skips a test without node, or without the packages that the extension needs.
func needNode(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	if _, err := os.Stat(extension + "/node_modules"); err != nil {
		t.Skip("there are no editors/vscode/node_modules (npm ci, in editors/vscode)")
	}
}

// vscodeFolder is a folder with two files.
func vscodeFolder(t *testing.T, meal string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"meal.krk": meal, "places.krk": vscodePlaces} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// inOrder finds lines of a text, one after the other.
func inOrder(t *testing.T, text string, lines ...string) {
	t.Helper()
	rest := "\n" + text
	for _, l := range lines {
		_, after, ok := strings.Cut(rest, "\n"+l+"\n")
		if !ok {
			t.Errorf("lacks %q where it should be, in\n%s", l, text)
			return
		}
		rest = "\n" + after
	}
}

// TestVSCodeSession has the client side of Visual Studio Code talk to karakuri lsp.
func TestVSCodeSession(t *testing.T) {
	needNode(t)
	faulty := strings.NewReplacer("when hungry;", "when hungri;", "const price = 5", "const  price=5").Replace(vscodeMeal)
	dir := vscodeFolder(t, faulty)
	want := append(fixCases(t, dir), `finding: K103 expected a task or operator, but nothing is called "dined"`, "ended: 0")
	got := node(t, "test/session.js", dir)
	inOrder(t, got, "server: karakuri", `finding: 12 K012 unknown symbol "hungri"`, "fix: Replace hungri by hungry", "fixed: 0", "completion: home,shop",
		"renamed: meal.krk 5", "renamed: places.krk 1", "then: type place = { home, market } // where one can be",
		"formatted: const price = 5 // what a meal costs", "operator: operator buy { when money >= price && at == market; do move_to(market); effect money -= price }", "again: 0",
		"lens: Run test karakuri.test", "lens: 2 references karakuri.references", "typed }: operator eat { when hungry; effect hungry = false }")
	inOrder(t, got, want...)
}

// fixCases writes the programs of the transcript of all quick fixes into a folder, with a list of their findings and a
// file to type in. It returns what a session says of them.
func fixCases(t *testing.T, dir string) (want []string) {
	t.Helper()
	data, err := os.ReadFile("../../internal/lsp/testdata/fixes.txt")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"typed.krk": "state agent { hungry: bool }\noperator eat { when   hungry;   effect hungry=false \n"}
	for _, one := range strings.Split("\n"+string(data), "\n=== ")[1:] {
		name, rest, _ := strings.Cut(one, "\n")
		text, end, _ := strings.Cut(rest, "---\n")
		said := fixLine.FindStringSubmatch(end)
		if said == nil {
			t.Fatalf("%s ends in %q", name, end)
		}
		row, err := strconv.Atoi(said[1])
		if err != nil {
			t.Fatal(err)
		}
		files[name] = text
		files["cases.txt"] += fmt.Sprintf("%s\t%d\t%s\t%s\t%s\n", name, row-1, said[2], said[4], said[3])
		want = append(want, "fix: "+strings.TrimSpace(end))
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return want
}

// fixLine is how the transcript of quick fixes reports one: name:line:character: message [code]: title: line.
var fixLine = regexp.MustCompile(`^\S+:(\d+):(\d+): (.*) \[(K\d+)\]: `)

// TestVSCodeExtension has the extension carry out its commands, without the editor.
func TestVSCodeExtension(t *testing.T) {
	needNode(t)
	got := node(t, "test/extension.js", vscodeFolder(t, vscodeMeal))
	inOrder(t, got, `client: karakuri lsp [{"scheme":"file","language":"karakuri"}]`, "commands: karakuri.references more than 4 of 4",
		"saved", "task: karakuri test --root FOLDER --only a rich man -- FOLDER/meal.krk", "status: 0", "1 test passed, 0 failed",
		"task: karakuri test --root FOLDER -- FOLDER/meal.krk", "status: 0", "2 tests passed, 0 failed",
		"task: karakuri run --root FOLDER -- FOLDER/meal.krk", "status: 0",
		"task: karakuri explain --root FOLDER -- FOLDER/meal.krk", "status: 0", "dine",
		"task: karakuri studio --root FOLDER -- FOLDER/meal.krk",
		"command: editor.action.showReferences FOLDER/meal.krk position 3 location 7", "error: Open a karakuri file first.", "stopped")
	for _, command := range []string{"test", "run", "explain", "studio"} { // the studio, too, takes what the extension gives it
		cmd := exec.Command("karakuri", command, "--root", ".", "--help", "--", "meal.krk")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("karakuri %s: %v\n%s", command, err, out)
		}
	}
}

// TestVSCodePackage builds the package that the editor installs, and loads the extension from it.
func TestVSCodePackage(t *testing.T) {
	needNode(t)
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("npm is not installed")
	}
	dir := t.TempDir()
	cmd := exec.Command(npm, "run", "package", "--", "--out", filepath.Join(dir, "karakuri.vsix"))
	cmd.Dir = extension
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	archive, err := zip.OpenReader(filepath.Join(dir, "karakuri.vsix"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	if err := os.CopyFS(filepath.Join(dir, "unpacked"), archive); err != nil {
		t.Fatal(err)
	}
	unpacked := filepath.Join(dir, "unpacked", "extension")
	if got := node(t, "test/load.js", unpacked); got != "activate deactivate\n" {
		t.Errorf("the extension in the package has %q", got)
	}
	for in, from := range map[string]string{"LICENSE.txt": "../../LICENSE", "karakuri.tmLanguage.json": extension + "/karakuri.tmLanguage.json"} {
		have, err := os.ReadFile(filepath.Join(unpacked, in))
		if want, wrong := os.ReadFile(from); err != nil || wrong != nil || !bytes.Equal(have, want) {
			t.Errorf("%s in the package is not %s (%v, %v)", in, from, err, wrong)
		}
	}
	for _, no := range []string{"test", "node_modules/vscode-textmate", "node_modules/@vscode"} {
		if _, err := os.Stat(filepath.Join(unpacked, no)); err == nil {
			t.Errorf("%s is in the package", no)
		}
	}
}
