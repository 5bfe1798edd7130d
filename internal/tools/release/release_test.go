package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// inRoot makes the root of the repository the present folder.
func inRoot(t *testing.T) {
	t.Helper()
	if _, err := git("rev-parse", "HEAD"); err != nil {
		t.Skip("this is no clone of the repository, or there is no git")
	}
	t.Chdir("../../..")
}

// programs asks for programs to be built too: go test ./internal/tools/release -programs
var programs = flag.Bool("programs", false, "also build the command line of this machine, twice, which takes minutes")

// What is built twice is the same, and SHA256SUMS tells of it: the clients; and with -programs the command line of this
// machine, which says its version.
func TestReleaseIsTheSameEachTime(t *testing.T) {
	inRoot(t)
	only, files := "^karakuri-clients$", 1
	host := "karakuri-" + runtime.GOOS + "-" + runtime.GOARCH
	if *programs {
		only, files = "^("+host+"|karakuri-clients)$", 2
	}
	var sums [2]string
	var told strings.Builder
	for i := range sums {
		dir := filepath.Join(t.TempDir(), "dist")
		err := release(dir, only, "v1.2.3", func(format string, args ...any) { fmt.Fprintf(&told, format+"\n", args...) })
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = string(b)
		for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
			want, file, _ := strings.Cut(line, "  ")
			if got, _, err := checksum(filepath.Join(dir, file)); err != nil || got != want {
				t.Errorf("%s: %s %v", line, got, err)
			}
		}
		names := untar(t, filepath.Join(dir, "karakuri-v1.2.3-clients.tar.gz"))
		for _, want := range []string{"/js/karakuri.mjs", "/cpp/karakuri.hpp", "/LICENSE"} {
			if names["karakuri-v1.2.3-clients"+want] == 0 {
				t.Errorf("the clients lack %s", want)
			}
		}
	}
	if sums[0] != sums[1] || strings.Count(sums[0], "\n") != files {
		t.Errorf("%s, then %s", sums[0], sums[1])
	}
	if *programs && !regexp.MustCompile(`says karakuri v1\.2\.3 .*`+runtime.GOOS+"/"+runtime.GOARCH).MatchString(told.String()) {
		t.Error(told.String())
	}
}

func untar(t *testing.T, file string) map[string]int64 {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	all, r := map[string]int64{}, tar.NewReader(z)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all[h.Name] = h.Mode
	}
}

// Archives keep what can be started, and nothing of the machine.
func TestArchives(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	for name, mode := range map[string]os.FileMode{"b/run": 0o755, "a.txt": 0o600} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(name), mode)); err != nil {
			t.Fatal(err)
		}
	}
	when := time.Unix(1e9, 0).UTC()
	if err := errors.Join(packTar(filepath.Join(out, "x.tar.gz"), dir, when), packZip(filepath.Join(out, "x.zip"), dir, when)); err != nil {
		t.Fatal(err)
	}
	if got := untar(t, filepath.Join(out, "x.tar.gz")); len(got) != 2 || got["b/run"] != 0o755 || got["a.txt"] != 0o644 {
		t.Error(got)
	}
	z, err := zip.OpenReader(filepath.Join(out, "x.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if len(z.File) != 2 || z.File[1].Name != "b/run" || z.File[1].Mode() != 0o755 || !z.File[0].Modified.Equal(when) {
		t.Errorf("%+v", z.File)
	}
	if err := packTar(filepath.Join(out, "x.zip"), dir, when); err == nil {
		t.Error("it writes over a file")
	}
}

func TestReleaseRefuses(t *testing.T) {
	inRoot(t)
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	quiet := func(string, ...any) {}
	for want, err := range map[string]error{
		"is not empty":                  release(full, "", "v1", quiet),
		"-only: ":                       release(t.TempDir(), "(", "v1", quiet),
		"nothing matches":               release(filepath.Join(full, "new"), "amiga", "v1", quiet),
		"cannot be a part of the names": release(filepath.Join(full, "new"), "clients", "feat/x", quiet),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(full, "new")); err == nil {
		t.Error("a folder is left behind")
	}
}
