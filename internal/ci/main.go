// Command ci runs every test of the repository: go run ./internal/ci. It needs Go alone, prints each command
// before it runs it, runs them all, and ends with status 1 when one of them failed.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// staticcheck is pinned, so that the same source gives the same findings.
const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"

// step is one command, with what it is for.
type step struct {
	what string
	args []string
	env  string // one more setting of the environment; empty: none
	skip string // why it is left out on this machine; empty: it runs
}

func main() {
	steps := []step{
		{what: "suspicious constructs", args: []string{"vet", "./..."}},
		{what: "suspicious constructs, more of them", args: []string{"run", staticcheck, "./..."}, skip: fetchable(staticcheck)},
		{what: "tests", args: []string{"test", "-shuffle=on", "./..."}},
		{what: "benchmarks, once each: they assert what they measure", args: []string{"test", "-run", "^$", "-bench", ".", "-benchtime", "1x", "./..."}},
		decisionsOn("a processor of 32 bits", "GOARCH=386"),
		decisionsOn("a newer processor, which multiplies and adds at once", "GOAMD64=v3"),
		bitsOn("a processor of 32 bits", "GOARCH=386"),
		bitsOn("a newer processor, which multiplies and adds at once", "GOAMD64=v3"),
		emulated(decisionsOn("arm64, emulated", "GOARCH=arm64")),
		emulated(bitsOn("arm64, emulated", "GOARCH=arm64")),
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
	words := append([]string{"go"}, s.args...)
	if s.env != "" {
		words = append([]string{s.env}, words...)
	}
	fmt.Printf("# %s\n$ %s\n", s.what, strings.Join(words, " "))
	if s.skip != "" {
		fmt.Printf("left out: %s\n\n", s.skip)
		return true
	}
	began := time.Now()
	cmd := exec.Command("go", s.args...)
	if s.env != "" {
		cmd.Env = append(os.Environ(), s.env)
	}
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

// decisionsOn is the test that everything is decided the same, on another kind of processor.
func decisionsOn(which, env string) step {
	return step{what: "decisions are the same on " + which, args: []string{"test", "-count=1", "-run", "^TestHashes$", "./cmd/karakuri"}, env: env,
		skip: runnable(env)}
}

// bitsOn is the test that what decisions are computed with is the same to the bit, on another kind of processor.
func bitsOn(which, env string) step {
	return step{what: "numbers are the same on " + which, args: []string{"test", "-count=1", "-run", "^TestBitsAreTheSameEverywhere$", "./det", "./curve"}, env: env,
		skip: runnable(env)}
}

// emulated is a test on a processor of another family, which an emulator stands in for.
func emulated(s step) step {
	emulator := ""
	for _, name := range []string{"qemu-aarch64", "qemu-aarch64-static"} {
		if path, err := exec.LookPath(name); err == nil && emulator == "" {
			emulator = path
		}
	}
	switch {
	case runtime.GOARCH == "arm64":
		s.skip = "this machine is one, and the tests above ran on it"
	case emulator == "":
		s.skip = "qemu-aarch64 is not installed (Debian: qemu-user)"
	default:
		s.args, s.skip = append([]string{"test", "-exec", emulator}, s.args[1:]...), ""
	}
	return s
}

// runnable says why programs for another kind of processor do not run here, or nothing. A small program is tried.
func runnable(env string) string {
	if runtime.GOARCH != "amd64" {
		return "this is no machine of that family"
	}
	cmd := exec.Command("go", "test", "-count=1", "-run", "^$", "./det")
	cmd.Env = append(os.Environ(), env)
	out, err := cmd.CombinedOutput()
	for _, sign := range []string{"exec format error", "microarchitecture support", "bad CPU type", "not a valid Win32 application"} {
		if err != nil && strings.Contains(string(out), sign) {
			return "programs with " + env + " do not run on this machine"
		}
	}
	return ""
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
