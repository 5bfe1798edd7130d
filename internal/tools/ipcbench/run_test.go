package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The smallest domains: one parcel to bring, one that cannot be brought, and a walk that never ends.
var smallData = map[string]string{
	"total-order/Post/domain.hddl": `(define (domain post)
  (:types parcel place)
  (:predicates (lies ?x - parcel ?p - place) (in ?x - parcel))
  (:task bring :parameters (?x - parcel ?to - place))
  (:method m-bring :parameters (?x - parcel ?from ?to - place) :task (bring ?x ?to)
    :ordered-subtasks (and (load ?x ?from) (unload ?x ?to)))
  (:action load :parameters (?x - parcel ?p - place)
    :precondition (lies ?x ?p) :effect (and (in ?x) (not (lies ?x ?p))))
  (:action unload :parameters (?x - parcel ?p - place)
    :precondition (in ?x) :effect (and (lies ?x ?p) (not (in ?x)))))`,
	"total-order/Post/p1.hddl": `(define (problem p1) (:domain post)
  (:objects p1 - parcel a b - place) (:htn :parameters () :subtasks (bring p1 a)) (:init (lies p1 b)))`,
	"total-order/Post/p2.hddl": `(define (problem p2) (:domain post)
  (:objects p1 - parcel a b - place) (:htn :parameters () :subtasks (bring p1 a)) (:init))`,
	"total-order/Broken/domain.hddl": "(define (domain",
	"total-order/Broken/p1.hddl":     "(define (problem",
}

func TestRealRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a command")
	}
	binary, err := buildCommand(context.Background(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	o := options{
		data: write(t, smallData), mode: "all", domains: regexp.MustCompile("Post"), jobs: 2, out: t.TempDir(), binary: binary,
		settings: settings{limit: time.Hour, memory: "1GiB", search: "auto"},
	}
	_, good, err := bench(context.Background(), o)
	if err != nil || !good {
		t.Fatalf("%v, %v", good, err)
	}
	got := resultsOf(t, o)
	if got["p1"].Status != solved || got["p1"].Steps != 2 || got["p1"].Wall <= 0 {
		t.Errorf("p1: %+v", got["p1"])
	}
	if got["p2"].Status != none {
		t.Errorf("p2: %+v", got["p2"])
	}
	for _, name := range []string{"table.md", "results.csv", "plans/total-order_Post_p1.plan"} {
		if _, err := os.Stat(filepath.Join(o.out, name)); err != nil {
			t.Error(err)
		}
	}

	o.domains = regexp.MustCompile("Broken")
	if _, good, err = bench(context.Background(), o); good || err != nil {
		t.Errorf("broken files: %v, %v", good, err)
	}
	if r := resultsOf(t, o)["p1"]; r.Status != crashed || !strings.Contains(r.Detail, "domain.hddl:1:") {
		t.Errorf("broken files: %+v", r)
	}
}

// A process that is there has a peak. One that has ended before it was examined has none, which is why no run of some
// milliseconds is asked for its own.
func TestPeakOfAProcess(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system does not tell")
	}
	if peak := peakIn("/proc/self/status"); peak < 1<<20 {
		t.Errorf("this process takes %d bytes", peak)
	}
	if peak := peakIn("/proc/self/no such file"); peak != 0 {
		t.Errorf("no process takes %d bytes", peak)
	}
}

func resultsOf(t *testing.T, o options) map[string]result {
	t.Helper()
	problems, err := o.problems()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]result{}
	for _, r := range open(t, o.out, o.settings, false).of(problems) {
		got[r.Problem] = r
	}
	return got
}

// A command that says something else than the planner does, or nothing, or does not end, is no reason to stop.
func TestOtherEndings(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands of the test are shell scripts")
	}
	data := write(t, smallData)
	for _, test := range []struct {
		script string
		want   status
		detail string
	}{
		{`echo '{"status":"found","steps":[],"root":[]}'`, invalid, "root"},
		{`echo '{"status":"found","root":[3],"steps":[{"id":0,"operator":"load","args":["p1","b"]},{"id":1,"operator":"unload","args":["p1","a"]}],` +
			`"decompositions":[{"id":3,"task":"bring","args":["p1","a"],"method":"m-bring","subtasks":[0,1]}],"by":"hand"}'`, solved, ""},
		{`echo '{"status":"limit","limit":"memory"}'; exit 1`, limited, "memory"},
		{`echo 'panic: no' >&2; exit 2`, crashed, "panic: no"},
		{`exit 1`, crashed, "it says nothing"},
		{`exec sleep 3600`, killed, "after 50ms"},
	} {
		limit := time.Hour
		if test.want == killed {
			limit = 50 * time.Millisecond
		}
		o := options{data: data, mode: "all", domains: regexp.MustCompile("Post"), jobs: 1, out: t.TempDir(), sample: 1, settings: settings{limit: limit}}
		o.binary = filepath.Join(write(t, map[string]string{"karakuri": "#!/bin/sh\n" + test.script + "\n"}), "karakuri")
		if err := os.Chmod(o.binary, 0o755); err != nil {
			t.Fatal(err)
		}
		_, good, err := bench(context.Background(), o)
		if err != nil || good == (test.want == invalid || test.want == crashed) {
			t.Errorf("%s: %v, %v", test.script, good, err)
		}
		if r := resultsOf(t, o)["p1"]; r.Status != test.want || !strings.Contains(r.Detail, test.detail) {
			t.Errorf("%s: %+v, want %s", test.script, r, test.want)
		}
	}
}

func TestFlags(t *testing.T) {
	o, err := parseOptions([]string{"-data", "x", "-sample", "4", "-without", "ff", "-domains", "^a"})
	if err != nil || o.sample != 4 || o.without != "ff" || o.limit != 20*time.Second || !o.domains.MatchString("ab") {
		t.Errorf("%+v, %v", o, err)
	}
	for _, args := range []string{"", "-data x y", "-data x -mode some", "-data x -sample -1", "-data x -jobs 0", "-data x -limit 0", "-data x -domains ("} {
		t.Setenv("KARAKURI_HDDL", "")
		if _, err := parseOptions(strings.Fields(args)); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

func TestPeakIsReadFromStatus(t *testing.T) {
	dir := write(t, map[string]string{"a": "Name:\tx\nVmPeak:\t 9 kB\nVmHWM:\t    5120 kB\nVmRSS:\t 1 kB\n", "b": "Name:\tx\n", "c": "\nVmHWM:\n"})
	for file, want := range map[string]int64{"a": 5 << 20, "b": 0, "c": 0, "d": 0} {
		if got := peakIn(filepath.Join(dir, file)); got != want {
			t.Errorf("%s: %d, want %d", file, got, want)
		}
	}
}
