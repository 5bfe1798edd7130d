package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// longTree has more nodes than a terminal has lines; the last but one is running.
func longTree(t *testing.T) string {
	name := filepath.Join(t.TempDir(), "long.xml")
	text := `<root BTCPP_format="4"><BehaviorTree ID="Main"><Sequence>` + strings.Repeat("<Knock/>", 50) +
		`<Sleep msec="1000"/><Script code="a := 'x'"/><AlwaysFailure/></Sequence></BehaviorTree></root>`
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestTheTreeOnTheScreenShowsWhatRuns(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	c, out, err, _ := terminal(20 * time.Millisecond)
	if code := run([]string{"run", longTree(t), "--speed", "0"}, c); code != exitOK || err.Len() > 0 {
		t.Fatalf("exit code %d, stderr %q", code, err)
	}
	text := out.String()
	if !strings.HasPrefix(text, hideCursor+clearScreen) || !strings.HasSuffix(text, showCursor) {
		t.Errorf("starts with %q, ends with %q", text[:20], text[len(text)-20:])
	}
	list := frames(text)
	for i, f := range list {
		if n := strings.Count(f, "\n"); n > 29 || n != strings.Count(f, clearLineEnd+"\r\n") {
			t.Errorf("picture %d has %d lines on a terminal of 30: %q", i, n, f)
		}
	}
	if first := list[0]; !strings.Contains(first, "▶ Sleep") || !strings.Contains(first, "nodes above") || !strings.Contains(first, "· AlwaysFailure") {
		t.Errorf("the first picture:\n%s", first)
	}
	last := list[len(list)-1]
	for _, want := range []string{"   1.0s  FAILURE  ", "✗ AlwaysFailure", "✓ Sleep", `blackboard: a="x"`, "IDLE    → FAILURE  AlwaysFailure::54"} {
		if !strings.Contains(last, want) {
			t.Errorf("the last picture lacks %q:\n%s", want, last)
		}
	}
}

func TestTheTreeOnTheScreenIsColoured(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	c, out, _, _ := terminal(20 * time.Millisecond)
	run([]string{"run", longTree(t), "--speed", "0"}, c)
	list := frames(out.String())
	if first := list[0]; !strings.Contains(first, "\x1b[1;33m  ▶ Sleep\x1b[0m") || !strings.Contains(first, "\x1b[32m  ✓ Knock\x1b[0m") {
		t.Errorf("the first picture:\n%q", first)
	}
	if last := list[len(list)-1]; !strings.Contains(last, "\x1b[2;32m  ✓ Knock\x1b[0m") || !strings.Contains(last, "\x1b[31m  ✗ AlwaysFailure\x1b[0m") {
		t.Errorf("what was decided before the last tick is not faint:\n%q", last)
	}
}

func TestALowTerminalShowsATreeToo(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {10, 3}, {20, 8}, {200, 100}} {
		c, out, _, _ := terminal(20 * time.Millisecond)
		c.size = func() (int, int) { return size[0], size[1] }
		if code := run([]string{"run", longTree(t), "--speed", "0"}, c); code != exitOK {
			t.Errorf("%v: exit code %d", size, code)
		}
		for _, f := range frames(out.String()) {
			if n := strings.Count(f, "\n"); n > max(minTreeRows, size[1]-1) {
				t.Errorf("%v: %d lines", size, n)
			}
		}
	}
}

func TestAnInterruptEndsATreeAndWritesItsLog(t *testing.T) {
	log := filepath.Join(t.TempDir(), "long.btlog")
	c, out, _, stop := terminal(time.Millisecond)
	close(stop)
	if code := run([]string{"run", longTree(t), "--for", "1h", "--log", log}, c); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	if !strings.HasSuffix(out.String(), showCursor) {
		t.Error("the cursor stays hidden")
	}
	c, out, _, _ = terminal(time.Millisecond)
	if code := run([]string{"log", log}, c); code != exitOK || !strings.Contains(out.String(), "Sleep::52") {
		t.Errorf("exit code %d, the log is %q", code, out)
	}
}

// TestALogThatWasCutOff prints what there is, and says that it is not all.
func TestALogThatWasCutOff(t *testing.T) {
	log := filepath.Join(t.TempDir(), "long.btlog")
	c, _, _, _ := terminal(time.Millisecond)
	run([]string{"run", longTree(t), "--speed", "0", "--log", log}, c)
	whole, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(log, whole[:len(whole)-5], 0o644); err != nil {
		t.Fatal(err)
	}
	c, out, stderr, _ := terminal(time.Millisecond)
	if code := run([]string{"log", log}, c); code != exitNo || !strings.Contains(out.String(), "Knock::2") || !strings.Contains(stderr.String(), "long.btlog is damaged: ") {
		t.Errorf("exit code %d, stderr %q, output %q", code, stderr, out)
	}
}

func TestATreeWhoseOutputCannotBeWrittenEnds(t *testing.T) {
	c, _, _, _ := terminal(time.Millisecond)
	c.out, c.outIsTerminal = brokenPipe{}, false
	if code := run([]string{"run", longTree(t), "--for", "1h"}, c); code != exitNo {
		t.Errorf("exit code %d", code)
	}
}
