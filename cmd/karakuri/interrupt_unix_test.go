//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asCommand makes the test binary the command: it says "ready" once signals reach it.
const asCommand = "KARAKURI_TEST_COMMAND"

func init() {
	if os.Getenv(asCommand) == "" {
		return
	}
	c := newConsole()
	fmt.Fprintln(os.Stderr, "ready")
	os.Exit(run(os.Args[1:], c))
}

// child is a running command.
type child struct {
	*exec.Cmd
	in     interface{ Close() error } // kept open: nothing comes
	errors *bufio.Reader
	lines  *bufio.Reader // of the output
}

// startCommand starts a command in a folder and returns when signals reach it.
func startCommand(t *testing.T, dir string, args ...string) *child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &child{Cmd: exec.Command(self, args...)}
	c.Dir, c.Env = dir, append(os.Environ(), asCommand+"=1")
	if c.in, err = c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.lines = bufio.NewReader(out)
	pipe, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.errors = bufio.NewReader(pipe)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	if line, err := c.errors.ReadString('\n'); line != "ready\n" {
		t.Fatalf("%q, %v", line, err)
	}
	return c
}

// unending are files with which commands run for longer than a test may.
var unending = map[string]string{
	"wide.krk": "type thing max 100\n" + things(100) + "state agent { flag(t: thing): bool }\n" +
		"operator o { when exists(a: thing, b: thing, c: thing, d: thing, e: thing, f: thing where flag(f)) }\ntask go { method m { o } }\nagent a { plan go }\n",
	"live.krk": "state agent { n: int 0..9 }\naction work\noperator o { do work }\ntask go { method m { o } }\nagent a { plan go }\n",
	"domain.hddl": `(define (domain wide) (:requirements :typing :hierarchy) (:types thing) (:predicates (p ?a ?b ?c - thing) (x) (y))
(:task go :parameters ())
(:method more :parameters (?a ?b ?c ?d ?e ?f - thing) :task (go) :ordered-subtasks (and (step ?a ?b ?c) (step ?d ?e ?f) (turn) (go)))
(:method end :parameters () :task (go) :ordered-subtasks (and (never)))
(:action step :parameters (?a ?b ?c - thing) :precondition (not (p ?a ?b ?c)) :effect (p ?a ?b ?c))
(:action turn :parameters () :precondition (x) :effect (and (y) (not (x))))
(:action back :parameters () :precondition (y) :effect (and (x) (not (y))))
(:action never :parameters () :precondition (and (x) (y)) :effect (and)))`,
	"problem.hddl": "(define (problem w) (:domain wide) (:objects " + strings.Join(thingNames(80), " ") + " - thing) (:htn :parameters () :ordered-subtasks (and (go))) (:init (x)))",
}

func thingNames(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint("t", i))
	}
	return list
}

func things(n int) string { return "objects " + strings.Join(thingNames(n), ", ") + ": thing\n" }

func writeUnending(t *testing.T) (dir string) {
	dir = t.TempDir()
	for name, text := range unending {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestInterruptsEndEveryCommand: every command ends when it is interrupted, with the exit code for that. Without an
// interrupt, these would continue for hours.
func TestInterruptsEndEveryCommand(t *testing.T) {
	dir := writeUnending(t)
	for _, args := range []string{
		"plan wide.krk --limit-nodes 1000000000000",
		"plan wide.krk --limit-nodes 1000000000000 --search best",
		"plan domain.hddl problem.hddl",
		"plan domain.hddl problem.hddl --search gbfs",
		"run live.krk --speed 1 --for 1000h",
		"run live.krk --speed 0 --for 1000000h",
		"fmt -",
		"verify domain.hddl problem.hddl -",
		"studio live.krk --addr 127.0.0.1:0",
		"serve live.krk --addr 127.0.0.1:0",
	} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(args+" "+sig.String(), func(t *testing.T) {
				c := startCommand(t, dir, strings.Fields(args)...)
				if err := c.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				begin := time.Now()
				c.Wait()
				if got := c.ProcessState.ExitCode(); got != 128+int(sig) {
					t.Errorf("exit code %d, want %d", got, 128+int(sig))
				}
				t.Logf("%v later", time.Since(begin).Round(time.Millisecond))
			})
		}
	}
}

// TestPipesAreRefused: everything but regular files is refused, because opening it could wait forever.
func TestPipesAreRefused(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"pipe.krk", "pipe.json", "pipe.xml", "pipe.hddl", "pipe.ktrace", "pipe.txt", "pipe.btlog", "pipe.scene"} {
		if err := syscall.Mkfifo(name, 0o666); err != nil {
			t.Skip(err)
		}
	}
	for name, text := range unending {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	os.WriteFile("imports.krk", []byte("import \"pipe.krk\"\n"), 0o666)
	os.Mkdir("folder.krk", 0o777)
	for _, args := range []string{
		"check pipe.krk", "check pipe.json", "check pipe.xml", "check pipe.hddl", "check imports.krk", "check domain.hddl pipe.hddl", "check folder.krk", "check /dev/zero",
		"fmt pipe.krk", "fmt -w folder.krk", "test pipe.krk", "plan pipe.krk", "plan domain.hddl pipe.hddl", "explain pipe.krk", "explain pipe.ktrace --agent a --tick 1",
		"graph pipe.krk", "export pipe.krk", "convert pipe.xml -", "convert pipe.krk out.xml", "verify domain.hddl problem.hddl pipe.txt", "verify pipe.hddl problem.hddl pipe.txt",
		"run pipe.krk", "run live.krk --scene pipe.scene", "run live.krk --events pipe.txt", "run live.krk --script pipe.json", "run pipe.xml", "replay pipe.ktrace",
		"trace stats pipe.ktrace", "log pipe.btlog", "studio pipe.krk --addr 127.0.0.1:0", "studio pipe.ktrace --addr 127.0.0.1:0",
	} {
		var out, errs bytes.Buffer
		stop := make(chan struct{})
		close(stop)
		code := run(strings.Fields(args), &console{in: strings.NewReader(""), out: &out, err: &errs, now: func() time.Duration { return 0 }, stop: stop})
		if said := errs.String(); code != exitNo || !strings.Contains(said, "a pipe, not a regular file") && !strings.Contains(said, "a folder, not a regular file") && !strings.Contains(said, "a device, not a regular file") {
			t.Errorf("%s: exit code %d, %s%s", args, code, out.String(), said)
		}
	}
}

// TestKillLosesOneTick: a run that is killed without warning has all in its trace but the tick that it was at, which it
// may have printed already; the trace is read up to there, and replay says that it was cut off.
func TestKillLosesOneTick(t *testing.T) {
	dir := writeUnending(t)
	c := startCommand(t, dir, "run", "live.krk", "--speed", "0", "--for", "1000000h", "--trace", "live.ktrace", "--json")
	last := int64(0)
	for lines := 0; ; lines++ {
		line, err := c.lines.ReadBytes('\n')
		if err != nil { // it was killed, and all that it said has been read
			break
		}
		var e struct{ Tick int64 }
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if last = max(last, e.Tick); lines == 300 {
			c.Process.Kill()
		}
	}
	c.Wait()
	var out, errs bytes.Buffer
	code := run([]string{"replay", filepath.Join(dir, "live.ktrace"), "--json"}, &console{in: strings.NewReader(""), out: &out, err: &errs, now: func() time.Duration { return 0 }})
	var report replayReport
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	if code != exitNo || !report.Same || report.Whole || !strings.Contains(report.Damage, "truncated") {
		t.Errorf("exit code %d: %+v", code, report)
	}
	if lost := last - report.Ticks; lost > 1 {
		t.Errorf("%d ticks are lost of %d", lost, last)
	}
}
