// Command ci runs what decides whether a change lands: go run ./internal/tools/ci. Its first step is go test ./...; the
// others need more tools. With -all it runs every test of the repository, most of an hour: all of the tests in a
// browser and not the first of each view, all benchmarks at all sizes, the race detector, other processors. It prints
// each command before it runs it, runs them all, and ends with status 1 when one of them failed. It skips, and names,
// the steps whose tools are missing. With -install it first installs those tools, if apt-get is present and permitted.
// With -quick it checks only what has changed, within a minute or so.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// staticcheck is pinned, so that the same source gives the same findings.
const staticcheck = "honnef.co/go/tools/cmd/staticcheck@v0.8.2"

// sideBySide are the packages that start goroutines, or are made for being used by several. Commands and examples only
// use them.
var sideBySide = []string{".", "./internal/run/agent", "./arena", "./internal/model/expr", "./internal/plan/htn", "./internal/tools/soak", "./playground", "./internal/run/program", "./internal/mind/sense", "./internal/town", "./internal/studio", "./internal/remote/serve", "./internal/remote/library", "./ktrace", "./world"}

// step is one command, with its purpose.
type step struct {
	what string
	args []string
	env  string        // one more setting of the environment; empty: none
	dir  string        // where it runs; empty: here
	skip func() string // why it is omitted on this machine; nil or nothing: it runs
	in   form          // in which forms it runs

	// beside says that it may run beside another one that may: it measures nothing.
	beside bool
}

// form says in which forms of a run a step has its place.
type form int

const (
	both  form = iota
	short      // stands for a long step where a change is to land
	long       // takes minutes, and is left to a whole run
)

func main() {
	install := flag.Bool("install", false, "first install what the tests of pages and of other processors need, with apt-get")
	all := flag.Bool("all", false, "run every test, which takes most of an hour")
	quick := flag.Bool("quick", false, "only check what has changed since main, or in the last commit of main")
	flag.Parse()
	if *install {
		installTools()
	}
	var steps []step
	switch {
	case *quick:
		steps = quickSteps()
	case *all:
		steps = stepsWithout(short)
	default:
		steps = stepsWithout(long)
	}
	if failed := runAll(steps); len(failed) > 0 {
		for _, f := range failed {
			fmt.Printf("# failed: %s\n%s\n", f.what, strings.Join(f.lines, "\n"))
		}
		fmt.Printf("%d of %d steps failed\n", len(failed), len(steps))
		os.Exit(1)
	}
	fmt.Println("all is well")
}

// failure is a step that failed, with the relevant lines of its output.
type failure struct {
	what  string
	lines []string
}

// runAll runs steps in order, neighbours that may run beside each other two at a time, and returns those that failed.
func runAll(steps []step) (failed []failure) {
	for len(steps) > 0 {
		n := 1
		for steps[0].beside && n < len(steps) && steps[n].beside {
			n++
		}
		failed = append(failed, runSome(steps[:n])...)
		steps = steps[n:]
	}
	return failed
}

// runSome runs steps, two at a time if there are several. What such a step prints comes when it has ended.
func runSome(steps []step) (failed []failure) {
	if len(steps) == 1 {
		if lines, ok := steps[0].run(os.Stdout); !ok {
			failed = append(failed, failure{steps[0].what, lines})
		}
		return failed
	}
	var group sync.WaitGroup
	var lock sync.Mutex // of what is printed, and of failed
	next := make(chan step)
	for range 2 {
		group.Go(func() {
			for s := range next {
				lock.Lock()
				fmt.Printf("begun, beside another: %s\n", s.what)
				lock.Unlock()
				var printed bytes.Buffer
				lines, ok := s.run(&printed)
				lock.Lock()
				os.Stdout.Write(printed.Bytes())
				if !ok {
					failed = append(failed, failure{s.what, lines})
				}
				lock.Unlock()
			}
		})
	}
	for _, s := range steps {
		next <- s
	}
	close(next)
	group.Wait()
	return failed
}

// stepsWithout are the steps but for those of a form.
func stepsWithout(left form) []step {
	return slices.DeleteFunc(allSteps(), func(s step) bool { return s.in == left })
}

// allSteps are the steps of all forms, in order. The long forms of the agents' tests are a command of their own.
func allSteps() []step {
	return []step{
		{what: "tests", args: goTool("test", "./...")},
		{what: "benchmarks, once each, with few characters: they assert what they measure", args: benchmarks("-short"), in: short},
		{what: "benchmarks, once each: they assert what they measure", args: benchmarks(), in: long},
		{what: "a clause that a copy of the repository is given, with the engine", args: goTool("test", "./internal/tools/table", "-count=1", "-run", "^TestAClauseTakesFourFiles$", "-long"), in: long},
		{what: "four times the limits of memory, and every symbol renamed", args: goTool("test", "./internal/plan/search", "./internal/lang/index", "-run", "^(TestMemoryLimitHolds|TestRenameAndBack)$", "-long"), in: long},
		{what: "connections of games cut at every byte", args: goTool("test", "./internal/remote/serve", "-run", "^TestNothingIsLostAndNothingComesTwice$", "-long"), in: long},
		{what: "packages of the studio's pages", args: []string{"npm", "ci", "--no-audit", "--no-fund"}, dir: "internal/studio/web", skip: packaged},
		{what: "packages of the extension for Visual Studio Code", args: []string{"npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"}, dir: "editors/vscode", skip: packaged},
		{what: "the studio in a browser, the first test of each view", args: inBrowser("-short"), skip: browsable, in: short, beside: true},
		{what: "the studio in a browser", args: inBrowser(), skip: browsable, in: long},
		{what: "the playground in a browser", args: goTool("test", "./internal/tools/play", "-count=1", "-v", "-timeout=30m", "-browser"), skip: browsable, in: long},
		{what: "the library for other languages, and its clients", args: goTool("test", "./internal/tools/clients", "-count=1", "-v", "-clients"), skip: linkable, beside: true},
		{what: "suspicious constructs", args: goTool("vet", "./..."), in: long},
		{what: "suspicious constructs, more of them", args: goTool("run", staticcheck, "./..."), skip: fetchable, in: long},
		{what: "the cluster, a module of its own", args: goTool("vet", "./..."), dir: cluster, skip: clusterable, in: long},
		{what: "tests of the cluster", args: goTool("test", "./..."), dir: cluster, skip: clusterable, beside: true},
		{what: "100 simulated clusters", args: goTool("run", "./internal/tools/simulate", "-seeds", "100"), dir: cluster, skip: clusterable, beside: true},
		{what: "an example with a window, a module of its own", args: append([]string{"xvfb-run", "-a", "-s", "-screen 0 1500x700x24"}, goTool("test", "-count=1", "-v", "./...")...), dir: window, skip: drawable, beside: true},
		whole(decisionsOn("a processor of 32 bits", "GOARCH=386")),
		aside(bitsOn("a processor of 32 bits", "GOARCH=386")),
		{what: "the extension for Visual Studio Code", args: goTool("test", "-count=1", "-v", "-run", "^TestVSCode", "./cmd/karakuri", "./internal/tools/table"), skip: extendable, beside: true},
		{what: "the pages in the binary are those of the source", args: goTool("test", "-count=1", "-v", "-run", "^TestPagesAreBuilt$", "./internal/studio"), skip: buildable, beside: true},
		whole(decisionsOn("a newer processor, which multiplies and adds at once", "GOAMD64=v3")),
		whole(bitsOn("a newer processor, which multiplies and adds at once", "GOAMD64=v3")),
		whole(emulated(decisionsOn("arm64, emulated", "GOARCH=arm64"))),
		whole(emulated(bitsOn("arm64, emulated", "GOARCH=arm64"))),
		{what: "tests of what runs side by side, in any order, watched for data races", args: append(goTool("test", "-race", "-short", "-shuffle=on", "-timeout=1h"), sideBySide...), skip: raceable, in: long},
	}
}

// quickSteps are the steps to run before each commit.
func quickSteps() []step {
	return []step{
		{what: "suspicious constructs", args: goTool("vet", "./...")},
		{what: "rules of the repository", args: goTool("test", "./internal/tools/tidy")},
		{what: "short tests of the packages that have changed", args: append(goTool("test", "-short"), changed()...)},
	}
}

// benchmarks runs every benchmark once, and links no package meanwhile.
func benchmarks(more ...string) []string {
	args := append(goTool("test", "-p", "1", "-run", "^$", "-bench", ".", "-benchtime", "1x"), benchmarked(".")...)
	return append(args, more...)
}

// benchmarked returns the packages below a folder that have benchmarks, without those of other modules. The others
// would only be linked, which takes a second each.
func benchmarked(root string) (dirs []string) {
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if _, err := os.Stat(filepath.Join(file, "go.mod")); entry.Name() == "node_modules" || err == nil && file != root {
				return fs.SkipDir
			}
			return nil
		}
		dir := "./" + filepath.ToSlash(filepath.Dir(file))
		if !strings.HasSuffix(file, "_test.go") || slices.Contains(dirs, dir) {
			return nil
		}
		text, err := os.ReadFile(file)
		if bytes.Contains(text, []byte("\nfunc Benchmark")) {
			dirs = append(dirs, dir)
		}
		return err
	})
	if err != nil {
		panic(err) // there is no repository here
	}
	return dirs
}

// inBrowser runs the tests of the studio's pages.
func inBrowser(more ...string) []string {
	return append(goTool("test", "./internal/studio", "-count=1", "-v", "-timeout=45m", "-run", "^TestBrowser$", "-browser"), more...)
}

func goTool(args ...string) []string { return append([]string{"go"}, args...) }

// run runs the command with its output passed on to w, and reports whether it succeeded. If it did not, lines says what
// failed.
func (s step) run(w io.Writer) (lines []string, ok bool) {
	line := strings.Join(s.args, " ")
	if s.env != "" {
		line = s.env + " " + line
	}
	if s.dir != "" {
		line = "cd " + s.dir + " && " + line
	}
	fmt.Fprintf(w, "# %s\n$ %s\n", s.what, line)
	if why := s.left(); why != "" {
		fmt.Fprintf(w, "left out: %s\n\n", why)
		return nil, true
	}
	began := time.Now()
	cmd := exec.Command(s.args[0], s.args[1:]...)
	cmd.Dir = s.dir
	if s.env != "" {
		cmd.Env = append(os.Environ(), s.env)
	}
	out := &echo{out: w}
	cmd.Stdout, cmd.Stderr = out, out // one writer: neither is written to while the other is
	err := cmd.Run()
	took := time.Since(began).Round(100 * time.Millisecond)
	if err != nil {
		fmt.Fprintf(w, "failed after %v: %v\n\n", took, err)
		return out.kept, false
	}
	fmt.Fprintf(w, "passed in %v\n\n", took)
	return nil, true
}

// left says why the step is omitted, or nothing.
func (s step) left() string {
	if s.skip == nil {
		return ""
	}
	return s.skip()
}

// aside lets a step run beside others.
func aside(s step) step {
	s.beside = true
	return s
}

// whole leaves a step to a whole run.
func whole(s step) step {
	s.in = long
	return s
}

// decisionsOn is the test that everything is decided the same, on another kind of processor.
func decisionsOn(which, env string) step {
	return step{what: "decisions are the same on " + which, args: goTool("test", "-count=1", "-run", "^(TestHashes|TestGoldenRuns)$", "./cmd/karakuri"), env: env,
		skip: func() string { return runnable(env) }}
}

// bitsOn is the test that what decisions are computed with is the same to the bit, on another kind of processor.
func bitsOn(which, env string) step {
	return step{what: "numbers are the same on " + which, args: goTool("test", "-count=1", "-run", "^TestBitsAreTheSameEverywhere$", "./det", "./internal/model/curve"), env: env,
		skip: func() string { return runnable(env) }}
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
		s.skip = func() string { return "this machine is one, and the tests above ran on it" }
	case emulator == "":
		s.skip = func() string { return "qemu-aarch64 is not installed (Debian: qemu-user)" }
	default:
		s.args, s.skip = append(goTool("test", "-exec", emulator, "-timeout=30m"), s.args[2:]...), nil
	}
	return s
}
