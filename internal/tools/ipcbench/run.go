package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// buildCommand builds the command karakuri in a folder, and returns its path.
func buildCommand(ctx context.Context, dir string) (string, error) {
	binary := filepath.Join(dir, "karakuri.exe") // the ending is needed on Windows, and does no harm elsewhere
	out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "github.com/karakuri-ai/karakuri/cmd/karakuri").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return binary, nil
}

// runAll runs the problems without a result, several at once. An interrupt ends it without an error and discards the
// problems that were running.
func runAll(ctx context.Context, o options, problems []problem, b *book) error {
	if err := os.MkdirAll(filepath.Join(o.out, "plans"), 0o755); err != nil {
		return err
	}
	progress := newProgress(os.Stderr, len(problems))
	defer progress.close()
	todo := make(chan problem)
	failed := make([]error, o.jobs)
	var all sync.WaitGroup
	for i := range o.jobs {
		all.Go(func() {
			for p := range todo {
				progress.begin(p)
				r := o.run(ctx, p)
				if ctx.Err() != nil {
					return
				}
				if err := b.add(r); err != nil && failed[i] == nil {
					failed[i] = err
				}
				progress.end(r)
			}
		})
	}
	for _, p := range problems {
		if b.has(p) {
			progress.skip(b.of([]problem{p})[0])
			continue
		}
		select {
		case todo <- p:
		case <-ctx.Done():
		}
	}
	close(todo)
	all.Wait()
	return errors.Join(failed...)
}

// run runs one problem and judges what comes out.
func (o *options) run(ctx context.Context, p problem) result {
	limit, stop := context.WithTimeout(ctx, o.limit+o.grace)
	defer stop()
	args := []string{"plan", p.domainFile, p.problemFile, "--json", "--limit-time", o.limit.String(), "--limit-memory", o.memory, "--search", o.search}
	if o.without != "" {
		args = append(args, "--without", o.without)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(limit, o.binary, args...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	r := result{Domain: p.domain, Problem: p.name}
	start := time.Now()
	err := cmd.Start()
	if err == nil {
		meter := measurePeak(cmd.Process.Pid)
		err = cmd.Wait()
		r.Wall = time.Since(start)
		r.PeakBytes = meter.end(cmd.ProcessState)
		r.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if limit.Err() != nil {
		r.Status, r.Detail = killed, fmt.Sprintf("after %v", o.limit+o.grace)
		return r
	}
	o.outcome(p, err, stdout.Bytes(), stderr.String(), &r)
	return r
}

// outcome reads what a process that ended by itself has said.
func (o *options) outcome(p problem, err error, stdout []byte, stderr string, r *result) {
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		r.Status, r.Detail = crashed, fmt.Sprintf("%v: %s", err, firstLine(stderr))
		return
	}
	var a answer
	if err := json.Unmarshal(stdout, &a); err != nil {
		r.Status, r.Detail = crashed, firstLine(stderr)
		return
	}
	a.fill(r)
	if a.Status == "found" {
		o.judge(p, &a, r)
	}
}

// firstLine returns the first line of a text that says something.
func firstLine(text string) string {
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" {
			return l
		}
	}
	return "it says nothing"
}
