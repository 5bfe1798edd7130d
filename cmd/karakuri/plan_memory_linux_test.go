package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestMemoryLimitOfTheProcess: the process, with its code, keeps to the limit within a tenth.
func TestMemoryLimitOfTheProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a command")
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "karakuri")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	domain, problem := filepath.Join(dir, "d.hddl"), filepath.Join(dir, "p.hddl")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(domain, `(define (domain lights) (:types light) (:predicates (on ?l - light) (p) (q))
		(:task fiddle :parameters ())
		(:method stop :parameters () :task (fiddle) :ordered-subtasks ())
		(:method light :parameters (?l - light) :task (fiddle) :ordered-subtasks (and (switch-on ?l) (fiddle)))
		(:method douse :parameters (?l - light) :task (fiddle) :ordered-subtasks (and (switch-off ?l) (fiddle)))
		(:method one :parameters () :task (fiddle) :ordered-subtasks (and (set-p) (fiddle)))
		(:method two :parameters () :task (fiddle) :ordered-subtasks (and (set-q) (fiddle)))
		(:action switch-on :parameters (?l - light) :precondition (not (on ?l)) :effect (on ?l))
		(:action switch-off :parameters (?l - light) :precondition (on ?l) :effect (not (on ?l)))
		(:action set-p :parameters () :effect (and (p) (not (q))))
		(:action set-q :parameters () :effect (and (q) (not (p)))))`)
	var lights strings.Builder
	for i := range 30 {
		fmt.Fprintf(&lights, "l%d ", i)
	}
	write(problem, "(define (problem p) (:domain lights) (:objects "+lights.String()+"- light) (:htn :ordered-subtasks (and (fiddle))) (:init (p)) (:goal (and (p) (q))))")
	for _, limit := range []int64{64, 96} {
		cmd := exec.Command(binary, "plan", domain, problem, "--search", "gbfs", "--limit-memory", fmt.Sprintf("%dMiB", limit))
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		peak := peakOf(cmd) >> 10
		if text := said.String(); text != "limit: memory\n" || peak > limit+limit/10 || peak < limit/2 {
			t.Errorf("%d MiB: took %d MiB and said %q", limit, peak, text)
		}
		t.Logf("%d MiB: %d MiB", limit, peak)
	}
}

// peakOf waits for a process and returns how many KiB of memory it was resident with at most. What the system reports
// after the end is not enough: a process inherits the peak of the one that started it.
func peakOf(cmd *exec.Cmd) (peak int64) {
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait() // it ends with the code for "no"
		close(done)
	}()
	for {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		if _, rest, ok := strings.Cut(string(text), "VmHWM:"); ok {
			now := int64(0)
			if _, err := fmt.Sscan(rest, &now); err == nil {
				peak = max(peak, now)
			}
		}
		select {
		case <-done:
			return peak
		default:
			runtime.Gosched()
		}
	}
}
