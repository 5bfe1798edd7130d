package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const sample = `package sample

import "strings"

type box[T any] struct{ list []T }

func (b *box[T]) at(i int, _ string) (T, bool) {
	var none T
	if i < 0 || i >= len(b.list) {
		return none, false
	}
	return b.list[i], true
}

func (box[T]) Size(parts ...int) (n int) {
	for _, p := range parts {
		n += p
	}
	return n
}

func First[K ~int](list []K, _, def K) K {
	for len(list) > 0 {
		return list[0]
	}
	_ = strings.ToUpper("x")
	return -def
}

func caught() { recover() }

func Alone() bool { return true }

func Loop() { for i := 0; i < 3; i++ { nothing() } }

func nothing() {}
`

// write makes a module of the sample, with a test.
func write(t *testing.T, test string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module sample\n\ngo 1.26\n", "sample.go": sample, "sample_test.go": "package sample\n\nimport \"testing\"\n\n" + test} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestMutations lists all changes of the sample.
func TestMutations(t *testing.T) {
	files, err := sources(write(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range files[0].mutations() {
		got = append(got, m.function+": "+m.change)
	}
	want := `box.at: i < 0 || i >= len(b.list) => !(i < 0 || i >= len(b.list))
box.at: i < 0 => i <= 0
box.at: 0 => 1
box.at: i < 0 || i >= len(b.list) => i < 0 && i >= len(b.list)
box.at: i >= len(b.list) => i > len(b.list)
box.at: return none, false => return false, none
box.at: return none, false => return none, true
box.at: return b.list[i], true => return true, b.list[i]
box.at: return b.list[i], true => return b.list[i], false
box.Size: n += p => {}
box.Size: n += p => n -= p
First: len(list) > 0 => false
First: len(list) > 0 => len(list) >= 0
First: 0 => 1
First: 0 => 1
First: _ = strings.ToUpper("x") => {}
First: -def => def
Alone: return true => return false
Loop: 0 => 1
Loop: i < 3 => false
Loop: i < 3 => i <= 3
Loop: 3 => 4
Loop: i++ => {}
Loop: i++ => i--
Loop: nothing() => {}`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// TestTrials tries all changes of the sample: those that the tests notice are killed, the source stays as it is, and of
// the others one is equivalent.
func TestTrials(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles programs")
	}
	dir := write(t, `func Test(t *testing.T) {
	b := &box[int]{list: []int{7, 8}}
	if n, ok := b.at(0, ""); n != 7 || !ok {
		t.Error(n)
	}
	if n, ok := b.at(2, ""); n != 0 || ok {
		t.Error(n)
	}
	if n := b.Size(1, 2); n != 3 {
		t.Error(n)
	}
	if n := First([]int{5}, 0, 4) + First(nil, 0, 4); n != 1 {
		t.Error(n)
	}
	Loop()
}
`)
	known := filepath.Join(dir, "equivalents.txt")
	if err := os.WriteFile(known, []byte("// why not\nsample.go: Loop: 3 => 4\n    nobody counts\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tool := filepath.Join(t.TempDir(), "mutate")
	if out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(tool, "-pkg", ".", "-n", "100", "-timeout", "2s", "-equivalents", known)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := string(out)
	for _, line := range []string{
		"killed             sample.go:9 box.at: i < 0 => i <= 0",
		"killed             sample.go:17 box.Size: n += p => n -= p",
		"killed             sample.go:27 First: -def => def",
		"killed by timeout  sample.go:34 Loop: i++ => i--",
		"SURVIVED           sample.go:34 Loop: nothing() => {}",
		"SURVIVED           sample.go:34 Loop: i < 3 => i <= 3",
		"SURVIVED           sample.go:32 Alone: return true => return false (never called)",
		"equivalent         sample.go:34 Loop: 3 => 4 (nobody counts)",
		"1 equivalent and 4 that do not compile left out",
		"survived: sample.go:34 Loop: nothing() => {}",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("it does not say %q", line)
		}
	}
	if src, err := os.ReadFile(filepath.Join(dir, "sample.go")); err != nil || string(src) != sample {
		t.Error("the source was changed")
	}
	if t.Failed() {
		t.Log(text)
	}
}

// TestEquivalentsNeedReasons refuses lists in which something is missing.
func TestEquivalentsNeedReasons(t *testing.T) {
	for text, ok := range map[string]bool{"a: b: c\n  since\n": true, "a: b: c\n": false, "  since\n": false, "a: b: c\nd: e: f\n  since\n": false} {
		file := filepath.Join(t.TempDir(), "known.txt")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if known, err := readEquivalents(file); (err == nil) != ok || ok && known["a: b: c"] != "since" {
			t.Errorf("%q: %v, %v", text, known, err)
		}
	}
}
