package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// options say what to change and which tests to run.
type options struct {
	pkg, also, run, skip, equivalents, flags string
	timeout                                  time.Duration
}

// outcome is the outcome of a change.
type outcome uint8

const (
	survived outcome = iota // all tests pass
	killed                  // a test fails
	hung                    // a test does not end
)

var outcomeNames = [...]string{survived: "SURVIVED", killed: "killed", hung: "killed by timeout"}

// tally counts outcomes.
type tally struct {
	count               [hung + 1]int
	equivalent, invalid int
	survivors           []string
}

// binary is the compiled test of a package, of which those tests run whose names match, with flags of its own.
type binary struct {
	pkg, file, run string
	flags          []string
	reached        map[string]bool // numbers of the changes whose functions it calls
}

// try makes a sample of changes, and reports what became of each. The list is in the order of the choice.
func (o *options) try(files []*source, all []mutation, sample int, seed uint64) error {
	known, err := readEquivalents(o.equivalents)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var t tally
	chosen, binaries, err := o.compile(dir, files, &t, func() *mutation {
		for len(all) > 0 {
			m := &all[0]
			all = all[1:]
			why, equivalent := known[m.key()]
			if !equivalent {
				return m
			}
			t.equivalent++
			fmt.Printf("equivalent         %s:%d %s: %s (%s)\n", m.file, m.line, m.function, m.change, why)
		}
		return nil
	}, sample)
	if err != nil {
		return err
	}
	took, err := o.rehearse(binaries)
	if err != nil {
		return err
	}
	fmt.Printf("# %s: %d changes, seed %d; the tests take %v\n", o.pkg, len(chosen), seed, took.Round(time.Second/10))
	for _, m := range chosen {
		got, by, called := survived, "", false
		for i := 0; i < len(binaries) && got == survived; i++ {
			if !binaries[i].reached[strconv.Itoa(m.number)] {
				continue
			}
			called = true
			if got, _ = o.test(binaries[i], m.number); i > 0 {
				by = " (by " + binaries[i].pkg + ")"
			}
		}
		t.count[got]++
		line := fmt.Sprintf("%s:%d %s: %s", m.file, m.line, m.function, m.change)
		if got == survived {
			by = ""
			if !called {
				by = " (never called)"
			}
			t.survivors = append(t.survivors, line+by)
		}
		fmt.Printf("%-18s %s%s\n", outcomeNames[got], line, by)
	}
	t.report(o.pkg)
	return nil
}

// rehearse runs all tests without a change, to see that they pass and how long that takes, and again to see which
// changes they reach. The time bounds that of the trials, unless the options do.
func (o *options) rehearse(binaries []binary) (took time.Duration, err error) {
	given := o.timeout
	if given == 0 {
		o.timeout = time.Hour
	}
	began := time.Now()
	for _, b := range binaries {
		if got, out := o.test(b, 0); got != survived {
			return 0, fmt.Errorf("the tests of %s fail without any change:\n%s", b.pkg, out)
		}
	}
	took = time.Since(began)
	for i := range binaries {
		b := &binaries[i]
		o.test(*b, recording) // its own measurements may differ
		text, err := os.ReadFile(b.file + reachedSuffix)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return 0, err
		}
		b.reached = map[string]bool{}
		for _, number := range strings.Fields(string(text)) {
			b.reached[number] = true
		}
	}
	if o.timeout = given; given == 0 {
		o.timeout = max(leastTimeout, timeoutFactor*took)
	}
	return took, nil
}

func (t *tally) report(pkg string) {
	caught := t.count[killed] + t.count[hung]
	tried := caught + t.count[survived]
	fmt.Printf("# %s: %d of %d killed, %.1f %% (%d by timeout; %d equivalent and %d that do not compile left out)\n", pkg, caught, tried,
		100*float64(caught)/float64(max(1, tried)), t.count[hung], t.equivalent, t.invalid)
	for _, s := range t.survivors {
		fmt.Println("survived:", s)
	}
}

// compile takes changes from next until enough of them compile, and compiles the tests of all packages with them.
func (o *options) compile(dir string, files []*source, t *tally, next func() *mutation, sample int) (chosen []*numbered, list []binary, err error) {
	var tried []*numbered
	for {
		for {
			chosen = chosen[:0]
			for _, m := range tried {
				if !m.abandoned {
					chosen = append(chosen, m)
				}
			}
			m := (*mutation)(nil)
			if len(chosen) < sample {
				m = next()
			}
			if m == nil {
				break
			}
			tried = append(tried, &numbered{mutation: m, number: len(tried) + 1})
		}
		if err := o.overlay(dir, files, chosen); err != nil {
			return nil, nil, err
		}
		out, err := o.limited(context.Background(), "", 0, "go", "build", "-gcflags=-e", "-overlay", filepath.Join(dir, "overlay.json"), o.pkg)
		if err == nil {
			break
		}
		if t.invalid += abandon(chosen, out); len(chosen) == 0 || !chosenAbandoned(chosen) {
			return nil, nil, fmt.Errorf("it does not compile: %w\n%s", err, out)
		}
	}
	for i, b := range o.packages() {
		b.file = filepath.Join(dir, fmt.Sprintf("test%d", i))
		out, err := o.limited(context.Background(), "", 0, "go", "test", "-c", "-vet=off", "-overlay", filepath.Join(dir, "overlay.json"), "-o", b.file, b.pkg)
		if err != nil {
			return nil, nil, fmt.Errorf("the tests of %s do not compile: %w\n%s", b.pkg, err, out)
		}
		if usesRapid(b.pkg) {
			b.flags = append(b.flags, "-rapid.nofailfile") // else it writes what failed into the source tree
		}
		list = append(list, b)
	}
	return chosen, list, nil
}

// usesRapid reports whether tests of a package are property tests.
func usesRapid(dir string) bool {
	files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(text), `"pgregory.net/rapid"`)
	})
}

var place = regexp.MustCompile(`(?m)^\S*?([^/\s]+\.go):(\d+):\d+: `)

// abandon finds the changes that a compiler complains about, and returns how many there are.
func abandon(list []*numbered, out string) (count int) {
	for _, at := range place.FindAllStringSubmatch(out, -1) {
		line, _ := strconv.Atoi(at[2])
		for _, m := range list {
			if filepath.Base(m.file) == at[1] && line >= m.from && line < m.to && !m.abandoned {
				m.abandoned = true
				count++
			}
		}
	}
	return count
}

func chosenAbandoned(list []*numbered) bool {
	for _, m := range list {
		if m.abandoned {
			return true
		}
	}
	return false
}

// overlay writes the changed files and the overlay file with which the compiler uses them.
func (o *options) overlay(dir string, files []*source, list []*numbered) error {
	replace := map[string]string{}
	add := func(file, text string) error {
		abs, err := filepath.Abs(file)
		replace[abs] = filepath.Join(dir, filepath.Base(file))
		return errors.Join(err, os.WriteFile(replace[abs], []byte(text), 0o600))
	}
	for _, s := range files {
		if err := add(s.file, s.changed(list)); err != nil {
			return err
		}
	}
	if err := add(filepath.Join(o.pkg, "mutation_in_force.go"), fmt.Sprintf(switchFile, files[0].syntax.Name.Name, inForce, reach, environment, reachedFile)); err != nil {
		return err
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	return errors.Join(err, os.WriteFile(filepath.Join(dir, "overlay.json"), data, 0o600))
}

// packages are those whose tests run, not compiled yet: the one that is changed, and the others, each of which may say
// after a colon which of its tests.
func (o *options) packages() []binary {
	list := []binary{{pkg: o.pkg, run: o.run}}
	for _, also := range strings.Fields(o.also) {
		pkg, run, _ := strings.Cut(also, ":")
		list = append(list, binary{pkg: pkg, run: run})
	}
	return list
}

// recording is no change: the tests note which changes they reach, in a file next to their own.
const (
	recording     = -1
	reachedSuffix = ".reached"
)

// test runs compiled tests with a change in force; 0: none.
func (o *options) test(b binary, number int) (outcome, string) {
	args := []string{b.file, "-test.short", "-test.timeout", o.timeout.String()}
	if number != recording {
		args = append(args, "-test.failfast")
	}
	if b.run != "" {
		args = append(args, "-test.run", b.run)
	}
	if o.skip != "" {
		args = append(args, "-test.skip", o.skip)
	}
	args = append(append(args, b.flags...), strings.Fields(o.flags)...)
	ctx, cancel := context.WithTimeout(context.Background(), o.timeout+o.timeout/4) // a test that holds the scheduler up does not time itself out
	defer cancel()
	switch out, err := o.limited(ctx, b.pkg, number, args...); {
	case err == nil:
		return survived, out
	case ctx.Err() != nil || strings.Contains(out, "panic: test timed out"):
		return hung, out
	default:
		return killed, out
	}
}

// limited runs a command in a directory, with a memory limit if there is a shell to set it.
func (o *options) limited(ctx context.Context, dir string, number int, args ...string) (string, error) {
	reached := args[0] + reachedSuffix
	if sh, err := exec.LookPath("sh"); err == nil {
		args = append([]string{sh, "-c", fmt.Sprintf(`ulimit -v %d 2>/dev/null; exec "$@"`, memoryKB), "sh"}, args...)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", environment, number), fmt.Sprintf("%s=%s", reachedFile, reached))
	out, err := cmd.CombinedOutput()
	return string(out), err
}
