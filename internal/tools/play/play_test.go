package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var (
	browser = flag.Bool("browser", false, "build the page and test it in a browser, which takes some minutes")
	timing  = flag.Bool("measure", false, "with -browser: only print how long the page takes to start")
)

// TestDemos: the page begins with what the studio lists, and all that it imports.
func TestDemos(t *testing.T) {
	t.Chdir("../../..")
	d, err := collect(examples)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"gatherer/gatherer.krk", "fireteam/fireteam.krk · woods", "soldier/soldier.krk", "guards/guards.krk", "kitchen/kitchen.krk"} {
		if !slices.Contains(d.Names, name) {
			t.Errorf("%s is missing in %q", name, d.Names)
		}
	}
	if slices.Contains(d.Names, "soldier/weapons.krk") || d.Texts["soldier/weapons.krk"] == "" || d.Texts["fireteam/woods.scene"] == "" {
		t.Error("a file to be imported is listed, or a file is missing")
	}
	if _, err := collect(t.TempDir()); err == nil {
		t.Error("a folder without examples makes a page")
	}
}

// TestMarked: the page is the studio's, with a mark; a page that has changed is refused.
func TestMarked(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("../../..", pages, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := marked(page)
	if err != nil || !bytes.Contains(got, []byte(`<meta name="karakuri-playground"`)) || !bytes.Contains(got, []byte(`src="./assets/`)) {
		t.Errorf("%v\n%s", err, got)
	}
	if _, err := marked([]byte("<html>")); err == nil {
		t.Error("another page is marked")
	}
}

// TestMeasure counts each file compressed, and one that is compressed as it is.
func TestMeasure(t *testing.T) {
	text := []byte(strings.Repeat("karakuri ", 1000))
	small, err := packed(text)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, text) {
		t.Errorf("it is not whole: %d bytes, %v", len(got), err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{module: small, "a.js": text} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := measure(dir); err != nil || got != (sizes{2 * len(small), len(small)}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestPlayground builds the page, and tests it in a browser from a plain file server: internal/studio/web/test/play.mjs
// has the tests. It runs only on request, and is skipped without a browser, Node, or the packages of
// internal/studio/web (npm ci).
func TestPlayground(t *testing.T) {
	if !*browser {
		t.Skip("tests in a browser take some minutes: add -browser")
	}
	t.Chdir("../../..")
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node")
	}
	for _, file := range []string{"/usr/bin/chromium", "internal/studio/web/node_modules/playwright-core"} {
		if _, err := os.Stat(file); err != nil {
			t.Skipf("there is no %s", file)
		}
	}
	dir := t.TempDir()
	if err := build(dir); err != nil {
		t.Fatal(err)
	}
	s, err := measure(dir)
	if err != nil || s.whole > maxBytes {
		t.Fatal(s, err)
	}
	t.Log(s)
	text, err := os.ReadFile(filepath.Join(dir, "demos.json"))
	if err != nil || !json.Valid(text) {
		t.Fatal("demos.json is not JSON", err)
	}
	run := exec.Command("node", "test/play.mjs", dir)
	run.Dir, run.Stdout, run.Stderr = "internal/studio/web", os.Stdout, os.Stderr
	if *timing {
		run.Env = append(os.Environ(), "MEASURE=1")
	}
	if _, err := run.StdinPipe(); err != nil { // it ends when this process does
		t.Fatal(err)
	}
	if err := run.Run(); err != nil {
		t.Fatal(err)
	}
}
