package clients

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// block is a fenced block of a page, with the name of the file that it is.
var block = regexp.MustCompile("(?s)(?:<!-- file (\\S+) -->\n)?```(\\w+)\n(.*?)\n```\n")

// position is where a game says that its villager is.
var position = regexp.MustCompile(`x = (-?[\d.]+)`)

// TestWalks plays each game of docs/engines-walks.md and its second page in an empty folder, by the commands of the
// page.
func TestWalks(t *testing.T) {
	need(t, "gcc", "sh")
	lib, err := built()
	if err != nil {
		t.Fatal(err)
	}
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	var pages []string
	for _, name := range []string{"docs/engines-walks.md", "docs/engines-walks-scripts.md"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, strings.Split(string(text), "\n## ")[1:]...)
	}
	run(t, root, nil, "go", "build", "-o", filepath.Join(lib, "karakuri"), "./cmd/karakuri")
	tools := map[string][]string{"C": nil, "C++": {"g++"}, "C#": {"mcs", "mono"}, "Python": {"python3"}, "Godot 3": {"godot3-server"}, "Go": nil, "JavaScript and TypeScript": {"node", "npm"},
		"A page in a browser": {"python3", "chromium"}}
	for _, section := range pages[1:] {
		title, _, _ := strings.Cut(section, "\n")
		programs, known := tools[title]
		if !known {
			t.Errorf("a walk in %s, whose tools this test does not know", title)
		}
		delete(tools, title)
		t.Run(title, func(t *testing.T) {
			need(t, programs...)
			path := os.Getenv("PATH")
			if title == "JavaScript and TypeScript" {
				path = filepath.Dir(compilerOfTypes(t)) + string(os.PathListSeparator) + path
			}
			walk(t, pages[0]+"\n"+section, []string{"KARAKURI=" + top, "BUILD=" + lib, "HOME=" + t.TempDir(), "PATH=" + path})
		})
	}
	for title := range tools {
		t.Errorf("the page has no walk in %s", title)
	}
}

// walk writes the files of a walk to an empty folder and runs its commands there. The villager has to reach the well
// and come back, as far as a position printed each second shows: a tick is 0.15 m.
func walk(t *testing.T, text string, env []string) {
	t.Helper()
	dir, commands := t.TempDir(), ""
	for _, b := range block.FindAllStringSubmatch(text, -1) {
		switch {
		case b[1] != "":
			if err := os.WriteFile(filepath.Join(dir, b[1]), []byte(b[3]+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		case b[2] == "sh":
			commands += b[3] + "\n"
		}
	}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // HOME is another
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	out := run(t, dir, env, "sh", "-c", commands)
	well, back := false, false
	for _, m := range position.FindAllStringSubmatch(out, -1) {
		x, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		well = well || x > 5.84
		back = back || well && x < 0.16
	}
	if !back {
		t.Errorf("the villager does not walk to the well and back:\n%s", out)
	}
}
