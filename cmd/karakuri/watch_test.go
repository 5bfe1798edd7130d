package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWatch changes files between the ticks of --watch, and looks at what is printed.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	main := filepath.Join(dir, "main.krk")
	const good, bad = "state agent { n: int }\noperator inc { effect n += 1 }\n", "state agent { n: int }\noperator inc { effect m += 1 }\n"
	write("part.krk", good)
	write("main.krk", "import \"part.krk\"\ntask t { method m { inc } }\nagent a { plan t }\ntest \"it\" { expect inc }\n")
	for _, command := range []string{"check", "test"} {
		var out, err bytes.Buffer
		step, marks := 0, []int{}
		c := &console{in: strings.NewReader(""), out: &out, err: &err}
		c.ticks = func() bool {
			marks = append(marks, out.Len()+err.Len())
			step++
			switch step {
			case 2:
				write("part.krk", bad)
			case 4:
				_ = os.Remove(filepath.Join(dir, "part.krk"))
			case 5:
				write("part.krk", good)
			}
			return step < 7
		}
		if code := run([]string{command, main, "--watch"}, c); code != exitOK {
			t.Errorf("%s ends with %d: %s", command, code, err.String())
		}
		for i, changes := range []bool{false, true, false, true, true, false} {
			if i+1 < len(marks) && (marks[i+1] > marks[i]) != changes {
				t.Errorf("%s: between ticks %d and %d something is printed: %v, want %v", command, i+1, i+2, !changes, changes)
			}
		}
		if text := err.String(); strings.Count(text, "--- changed") != 3 || !strings.Contains(text, `unknown symbol "m"`) || !strings.Contains(text, "there is no such file") {
			t.Errorf("%s prints %s", command, text)
		}
		if command == "test" && strings.Count(out.String(), "1 test passed, 0 failed") != 2 {
			t.Errorf("test prints %s", out.String())
		}
	}
}

// TestOnly runs one test of a file.
func TestOnly(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.krk")
	text := "state agent { n: int }\noperator inc { effect n += 1 }\ntask t { method m { inc } }\nagent a { plan t }\n" +
		"test \"one\" { expect inc }\ntest \"two\" { expect none }\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for only, want := range map[string]string{"one": "1 test passed, 0 failed", "two": "0 tests passed, 1 failed", "three": `no file has a test "three"`} {
		var out bytes.Buffer
		code := run([]string{"test", file, "--only", only}, &console{in: strings.NewReader(""), out: &out, err: &out})
		if !strings.Contains(out.String(), want) || (code == exitOK) != (only == "one") || strings.Count(out.String(), "a.krk") > 1 && only == "one" {
			t.Errorf("%s: exit code %d, %s", only, code, out.String())
		}
	}
}
