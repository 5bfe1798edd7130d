package main

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Bounds of TestLinesSayNothingTwice.
const (
	mostRepeats = 3 // of a line while nothing starts or ends
	repeatSpan  = 5 // seconds within which they are counted
	twiceSpan   = 2 // seconds within which no line on an agent says the same as the one before

	keeping = "keeps its plan: " // how lines begin that may not come again and again whatever starts or ends
)

// demos are the command lines of runs of all examples, by file; those that are not listed run as they are.
var demos = map[string]string{
	"meal.krk":    "--agents 6",
	"errands.krk": "--agents 4 --set account=9000",
	"guards.krk":  "--agents 12",
	"kitchen.krk": "--agents 6 --events testdata/hashes/kitchen.events",
}

// demoLines returns the arguments of a run of each example that has agents.
func demoLines(t *testing.T) (list []string) {
	files, err := filepath.Glob("../../examples/*/*.krk")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	for _, file := range files {
		if p, _ := loadFile(&console{}, file); p != nil && len(p.Info.Agents) > 0 {
			list = append(list, strings.TrimSpace(file+" "+demos[filepath.Base(file)]))
		}
	}
	return list
}

// outputOf returns what a run of a minute prints.
func outputOf(t *testing.T, args string) string {
	t.Helper()
	var out, err bytes.Buffer
	c := &console{in: strings.NewReader(""), out: &out, err: &err, now: func() time.Duration { return 0 }, stop: make(chan struct{})}
	if code := run(append([]string{"run", "--for", "60s"}, strings.Fields(args)...), c); code != exitOK || strings.Contains(err.String(), "panic") || strings.Contains(err.String(), "runtime error") {
		t.Fatalf("karakuri run %s: exit code %d\n%s", args, code, err.String())
	}
	return out.String()
}

var agentLine = regexp.MustCompile(`^ *([0-9.]+)s (\S+) (.*)$`)

// TestLinesSayNothingTwice: as long as nothing that an agent does starts or ends, no line on it comes again and again;
// and none that its plan is kept, whatever it does.
func TestLinesSayNothingTwice(t *testing.T) {
	seeds := 2
	if testing.Short() {
		seeds = 1
	}
	for _, demo := range demoLines(t) {
		for seed := 1; seed <= seeds; seed++ {
			args := fmt.Sprintf("%s --seed %d", demo, seed)
			out := outputOf(t, args)
			for _, line := range append(repeated(out), twice(out)...) {
				t.Errorf("karakuri run %s repeats itself: %s", args, line)
			}
		}
	}
}

// TestRepeatedLinesAreFound: repeated knows what is a repetition.
func TestRepeatedLinesAreFound(t *testing.T) {
	every := func(seconds float64, lines ...string) (out string) {
		for i := range 8 {
			out += fmt.Sprintf("%6.1fs cat#1 %s\n", seconds*float64(i), lines[i%len(lines)])
		}
		return out
	}
	for _, c := range []struct {
		out  string
		want int
	}{
		{every(0.5, "nothing is wanted"), 1},
		{every(0.5, "keeps its plan: this", "keeps its plan: that"), 2},
		{every(0.5, "keeps its plan: this", "▶ eat"), 1},
		{every(0.5, "says \"ho!\"", "▶ eat"), 0},
		{every(2, "nothing is wanted"), 0},
		{every(0.5, "▶ eat"), 0},
	} {
		if got := repeated(c.out); len(got) != c.want {
			t.Errorf("%d repeated lines, want %d: %q in\n%s", len(got), c.want, got, c.out)
		}
	}
}

// repeated returns the lines of a run that come too often, each once.
func repeated(out string) (list []string) {
	at, found := map[string]map[string][]float64{}, map[string]bool{} // when each agent's lines came since something of it started or ended
	for line := range strings.Lines(out) {
		m := agentLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		seconds, _ := strconv.ParseFloat(m[1], 64)
		name, text := m[2], m[3]
		if at[name] == nil {
			at[name] = map[string][]float64{}
		}
		if strings.ContainsAny(text, "▶✓✗") {
			maps.DeleteFunc(at[name], func(text string, _ []float64) bool { return !strings.HasPrefix(text, keeping) })
		}
		times := append(at[name][text], seconds)
		at[name][text] = times
		if n := len(times); n > mostRepeats && seconds-times[n-1-mostRepeats] <= repeatSpan && !found[name+text] {
			found[name+text] = true
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

// agentJSON splits a JSON line into seconds, agent and what it says.
var agentJSON = regexp.MustCompile(`^\{"t":([0-9.]+),"tick":[0-9]+,"agent":"([^"]*)",(.*)$`)

// twice returns the lines of a run that say of an agent what the line before on it said, shortly before, each once.
func twice(out string) (list []string) {
	last, at, found := map[string]string{}, map[string]float64{}, map[string]bool{}
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		m := agentLine.FindStringSubmatch(line)
		if strings.HasPrefix(line, "{") {
			m = agentJSON.FindStringSubmatch(line)
		}
		if m == nil {
			continue
		}
		seconds, _ := strconv.ParseFloat(m[1], 64)
		name, text := m[2], m[3]
		if last[name] == text && seconds-at[name] <= twiceSpan && !found[name+text] {
			found[name+text] = true
			list = append(list, line)
		}
		last[name], at[name] = text, seconds
	}
	return list
}

// TestLinesThatComeTwiceAreFound: twice knows what is a repetition.
func TestLinesThatComeTwiceAreFound(t *testing.T) {
	json := func(seconds float64, name, says string) string {
		return fmt.Sprintf(`{"t":%g,"tick":%d,"agent":%q,"event":%q}`+"\n", seconds, int(seconds*10), name, says)
	}
	for _, c := range []struct {
		out  string
		want int
	}{
		{"   1.0s cat#1 waits\n   1.5s cat#1 waits\n", 1},
		{"   1.0s cat#1 waits\n   1.5s cat#2 waits\n   1.6s cat#1 eats\n   1.7s cat#1 waits\n", 0},
		{"   1.0s cat#1 waits\n   3.5s cat#1 waits\n", 0},
		{json(1, "cat#1", "plan_kept") + json(1.5, "cat#1", "plan_kept") + json(2, "cat#1", "plan_kept"), 1},
		{json(1, "cat#1", "plan_kept") + json(1.5, "cat#2", "plan_kept"), 0},
	} {
		if got := twice(c.out); len(got) != c.want {
			t.Errorf("%q, want %d in\n%s", got, c.want, c.out)
		}
	}
}
