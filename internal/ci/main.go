// Command ci runs every test of the repository: go run ./internal/ci. It needs Go alone, prints each command
// before it runs it, runs them all, and ends with status 1 when one of them failed.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// staticcheck is pinned, so that the same source gives the same findings.
const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"

// step is one command, with what it is for.
type step struct {
	what string
	args []string
	skip string // why it is left out on this machine; empty: it runs
}

func main() {
	steps := []step{
		{what: "suspicious constructs", args: []string{"vet", "./..."}},
		{what: "suspicious constructs, more of them", args: []string{"run", staticcheck, "./..."}, skip: fetchable(staticcheck)},
		{what: "tests", args: []string{"test", "-shuffle=on", "./..."}},
		{what: "benchmarks, once each: they assert what they measure", args: []string{"test", "-run", "^$", "-bench", ".", "-benchtime", "1x", "./..."}},
		{what: "tests, watched for data races", args: []string{"test", "-race", "-short", "./..."}, skip: raceable()},
	}
	failed := 0
	for _, s := range steps {
		if !s.run() {
			failed++
		}
	}
	if failed > 0 {
		fmt.Printf("%d of %d steps failed\n", failed, len(steps))
		os.Exit(1)
	}
	fmt.Println("all is well")
}

// run runs the command with its output passed on, and reports whether it succeeded.
func (s step) run() bool {
	fmt.Printf("# %s\n$ go %s\n", s.what, strings.Join(s.args, " "))
	if s.skip != "" {
		fmt.Printf("left out: %s\n\n", s.skip)
		return true
	}
	began := time.Now()
	cmd := exec.Command("go", s.args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err := cmd.Run()
	took := time.Since(began).Round(100 * time.Millisecond)
	if err != nil {
		fmt.Printf("failed after %v: %v\n\n", took, err)
		return false
	}
	fmt.Printf("passed in %v\n\n", took)
	return true
}

// fetchable says why a pinned tool cannot be had, or nothing.
func fetchable(tool string) string {
	pkg, version, _ := strings.Cut(tool, "@")
	module := strings.TrimSuffix(pkg, "/cmd/staticcheck")
	if _, err := goOutput("list", "-m", module+"@"+version); err != nil {
		return module + " cannot be fetched from here"
	}
	return ""
}

// raceable says why the race detector does not work, or nothing: on most systems it needs a C compiler.
func raceable() string {
	if enabled, _ := goOutput("env", "CGO_ENABLED"); enabled != "1" {
		return "the race detector needs cgo"
	}
	compiler, _ := goOutput("env", "CC")
	name, _, _ := strings.Cut(compiler, " ")
	if _, err := exec.LookPath(name); err != nil {
		return "the race detector needs a C compiler"
	}
	return ""
}

func goOutput(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	return strings.TrimSpace(string(out)), err
}
