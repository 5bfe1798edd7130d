package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var someResults = []result{
	{Domain: "d", Problem: "p1", Status: solved, By: "dfs", Wall: 150 * time.Millisecond, Steps: 12, Cost: 12.5, Nodes: 1 << 40, PeakBytes: 10 << 20},
	{Domain: "d", Problem: "p2", Status: limited, Wall: 20 * time.Second, PeakBytes: 3 << 29, Detail: "time, or \"so\""},
	{Domain: "e", Problem: "p1", Status: solved, By: "gbfs", Wall: 2 * time.Second, CPU: time.Second, Steps: 3, Cost: 3, Nodes: 4, PeakBytes: 1 << 20},
}

func open(t *testing.T, dir string, s settings, fresh bool) *book {
	t.Helper()
	b, err := openBook(dir, s, fresh)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.close)
	return b
}

func TestResultsAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir, settings{search: "dfs"}, false)
	problems := []problem{{domain: "d", name: "p1"}, {domain: "d", name: "p2"}, {domain: "d", name: "p3"}, {domain: "e", name: "p1"}}
	for _, r := range someResults {
		if err := b.add(r); err != nil {
			t.Fatal(err)
		}
	}
	// an interrupt cuts the last line off
	file := filepath.Join(dir, "results.csv")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, "d,p3,solved,df"...), 0o644); err != nil {
		t.Fatal(err)
	}
	again := open(t, dir, settings{search: "dfs"}, false)
	got := again.of(problems)
	if len(got) != len(someResults) {
		t.Fatalf("%d results, want %d", len(got), len(someResults))
	}
	for i := range got {
		if got[i] != someResults[i] {
			t.Errorf("read %+v, want %+v", got[i], someResults[i])
		}
	}
	if again.has(problems[2]) || !again.has(problems[3]) {
		t.Error("it is not known which results are there")
	}
	if text2, _ := os.ReadFile(file); string(text2) != string(text) {
		t.Errorf("the file became\n%s", text2)
	}
}

func TestResultsOfOtherSettingsAreNotMixed(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir, settings{search: "dfs"}, false)
	if err := b.add(someResults[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := openBook(dir, settings{search: "gbfs"}, false); err == nil || !strings.Contains(err.Error(), "-search dfs") {
		t.Errorf("error %v", err)
	}
	fresh := open(t, dir, settings{search: "gbfs"}, true)
	if fresh.has(problem{domain: "d", name: "p1"}) {
		t.Error("fresh results have an old one")
	}
}

func TestBrokenResultsAreRefused(t *testing.T) {
	for _, text := range []string{"d,p1,solved\n", "d,p1,solved,dfs,fast,1,1,1,1,\n"} {
		dir := write(t, map[string]string{"results.csv": line(columns) + text})
		if _, err := openBook(dir, settings{}, false); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
