package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

const mealFile = "../../examples/meal/meal.krk"

// endless is a file whose only task has no plan and far too many ways to find that out.
const endless = `
type lamp = { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z }
state agent { lit(k: lamp): bool }
operator light(k: lamp) { effect lit(k) = true }
operator never { when lit(a) && !lit(a) }
task count {
    method "light one" each k: lamp where !lit(k) { light(k); count }
    method "stop" { never }
}
agent a1 { plan count }
`

// terminal is a console of a terminal whose clock continues by a step at each look.
func terminal(step time.Duration) (c *console, out, err *bytes.Buffer, stop chan struct{}) {
	out, err, stop = new(bytes.Buffer), new(bytes.Buffer), make(chan struct{})
	var now time.Duration
	return &console{
		in: strings.NewReader(""), out: out, err: err, outIsTerminal: true, errIsTerminal: true, stop: stop,
		size: func() (int, int) { return 80, 30 },
		now:  func() time.Duration { now += step; return now },
	}, out, err, stop
}

// frames splits terminal output into frames.
func frames(out string) []string {
	parts := strings.Split(out, cursorHome)
	return parts[1:]
}

func TestTheScreenIsRefreshedInPlaceAndRestored(t *testing.T) {
	c, out, err, _ := terminal(time.Millisecond)
	if code := run([]string{"run", mealFile, "--speed", "0"}, c); code != exitOK || err.Len() > 0 {
		t.Fatalf("exit code %d, stderr %q", code, err)
	}
	text := out.String()
	if !strings.HasPrefix(text, hideCursor+clearScreen) || !strings.HasSuffix(text, showCursor) {
		t.Errorf("starts with %q, ends with %q", text[:20], text[len(text)-20:])
	}
	list := frames(text)
	if len(list) < 3 {
		t.Fatalf("%d pictures", len(list))
	}
	for i, f := range list {
		if n := strings.Count(f, "\n"); n > 29 {
			t.Errorf("picture %d has %d lines on a terminal of 30", i, n)
		}
		if strings.Count(f, "\n") != strings.Count(f, clearLineEnd+"\r\n") || !strings.Contains(f, clearToEnd) {
			t.Errorf("picture %d leaves something of the one before: %q", i, f)
		}
	}
	if last := list[len(list)-1]; !strings.Contains(last, "idle: wander (no plan line applies)") || !strings.Contains(last, "✓ eat") {
		t.Errorf("the last picture:\n%s", last)
	}
}

func TestAnInterruptEndsARunAndRestoresTheTerminal(t *testing.T) {
	c, out, _, stop := terminal(time.Millisecond)
	close(stop)
	if code := run([]string{"run", mealFile, "--for", "1h"}, c); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	if !strings.HasSuffix(out.String(), showCursor) {
		t.Error("the cursor stays hidden")
	}
}

func endlessFile(t *testing.T) string {
	name := filepath.Join(t.TempDir(), "endless.krk")
	if err := os.WriteFile(name, []byte(endless), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestAnInterruptEndsASearch(t *testing.T) {
	c, out, _, stop := terminal(time.Millisecond)
	close(stop)
	if code := run([]string{"plan", endlessFile(t), "--limit-nodes", "100000000", "--json"}, c); code != exitNo {
		t.Errorf("exit code %d", code)
	}
	if !strings.HasPrefix(out.String(), `{"status":"limit","limit":"cancelled","task":"count","steps":[],`) {
		t.Errorf("%s", out)
	}
}

func TestALongSearchShowsThatItLives(t *testing.T) {
	c, _, err, _ := terminal(200 * time.Millisecond)
	run([]string{"plan", endlessFile(t), "--limit-nodes", "60000"}, c)
	if !strings.Contains(err.String(), "\rsearching: ") || !strings.HasSuffix(err.String(), "\r\x1b[K") {
		t.Errorf("stderr is %q", err)
	}
	c, _, err, _ = terminal(200 * time.Millisecond)
	c.errIsTerminal = false
	run([]string{"plan", endlessFile(t), "--limit-nodes", "60000"}, c)
	if err.Len() > 0 {
		t.Errorf("without a terminal stderr is %q", err)
	}
}

func TestOutputThatCannotBeWrittenEndsTheRun(t *testing.T) {
	c, _, _, _ := terminal(time.Millisecond)
	c.out, c.outIsTerminal = brokenPipe{}, false
	if code := run([]string{"run", mealFile, "--for", "1h"}, c); code != exitNo {
		t.Errorf("exit code %d", code)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestTheScreenShowsASceneWithWhatEachPursues(t *testing.T) {
	c, out, err, _ := terminal(10 * time.Millisecond)
	if code := run([]string{"run", "../../examples/gatherer/gatherer.krk", "--for", "2s", "--speed", "0"}, c); code != exitOK || err.Len() > 0 {
		t.Fatalf("exit code %d, stderr %q", code, err)
	}
	list := frames(out.String())
	for i, f := range list {
		lines := strings.Split(strings.ReplaceAll(f, clearLineEnd, ""), "\r\n")
		if len(lines) > 30 {
			t.Errorf("picture %d has %d lines on a terminal of 30", i, len(lines))
		}
		for _, line := range lines {
			if n := utf8.RuneCountInString(strings.NewReplacer(clearToEnd, "", showCursor, "").Replace(line)); n > 80 {
				t.Errorf("picture %d has a line of %d characters: %q", i, n, line)
			}
		}
	}
	last := list[len(list)-1]
	for _, want := range []string{"█", " of 50 characters", "1 brave_one#1  energy=", "    ▶ goal ", "more"} {
		if !strings.Contains(last, want) {
			t.Errorf("nothing in it says %q:\n%s", want, last)
		}
	}
}
