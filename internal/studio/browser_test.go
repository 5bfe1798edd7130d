package studio

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// browser asks for TestBrowser:
//
//	go test ./internal/studio -run TestBrowser -browser
var browser = flag.Bool("browser", false, "look at every view with a browser, which takes some minutes")

// TestBrowser opens every view in a browser; internal/studio/web/test has the tests. It runs only on request, with
// -short the first test of each file of them, and is skipped without a browser, Node, or the packages of
// internal/studio/web (npm ci).
func TestBrowser(t *testing.T) {
	if !*browser {
		t.Skip("browser tests take some minutes: add -browser")
	}
	chromium := os.Getenv("CHROMIUM")
	if chromium == "" {
		chromium = "/usr/bin/chromium"
	}
	for what, missing := range map[string]func() error{
		chromium: func() error { _, err := os.Stat(chromium); return err },
		"node":   func() error { _, err := exec.LookPath("node"); return err },
		"internal/studio/web/node_modules (run npm ci in internal/studio/web)": func() error { _, err := os.Stat("web/node_modules/playwright-core"); return err },
	} {
		if missing() != nil {
			t.Skipf("there is no %s", what)
		}
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "karakuri")
	if out, err := exec.Command("go", "build", "-o", binary, "../../cmd/karakuri").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command("node", "test/run.mjs")
	if testing.Short() {
		run.Args = append(run.Args, "--first")
	}
	run.Dir, run.Env = "web", append(os.Environ(), "KARAKURI="+binary, "ROOT="+root)
	run.Stdout, run.Stderr = os.Stdout, os.Stderr
	if _, err := run.StdinPipe(); err != nil { // it ends when this process does: then the script says which tests have not ended, and closes its browsers
		t.Fatal(err)
	}
	if err := run.Run(); err != nil {
		t.Fatal(err)
	}
}
