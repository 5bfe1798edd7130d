// Command ipcbench runs the planner on the problems of the International Planning Competition, or on others laid out in
// the same way, and reports how many it solves, how fast and with how much memory:
//
//	go run ./internal/tools/ipcbench -data DIR -limit 20s -sample 4 -out results
//
// Each problem is planned for by the command karakuri in a process of its own on one core, which is killed when it does
// not keep to its time. Each plan is verified here. Results are written as soon as they are known: the same command
// continues where it was interrupted.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

// options are the flags.
type options struct {
	data    string
	domains *regexp.Regexp
	mode    string
	sample  int
	jobs    int
	out     string
	fresh   bool
	binary  string
	compare string
	grace   time.Duration // how long after its limit a process may still be there before it is killed
	settings
}

// settings are the settings that results depend on: results with different ones are not mixed.
type settings struct {
	limit   time.Duration
	memory  string
	search  string
	without string
}

func (s settings) String() string {
	return fmt.Sprintf("-limit %v -limit-memory %s -search %s -without %q\n", s.limit, s.memory, s.search, s.without)
}

func main() {
	o, err := parseOptions(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "ipcbench:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	good, err := start(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "ipcbench:", err)
	}
	if err != nil || !good {
		os.Exit(1)
	}
}

func parseOptions(args []string) (options, error) {
	o := options{grace: 2 * time.Second}
	var domains string
	f := flag.NewFlagSet("ipcbench", flag.ExitOnError)
	f.StringVar(&o.data, "data", os.Getenv("KARAKURI_HDDL"), "folder that holds the domains, at any depth (default: $KARAKURI_HDDL)")
	f.StringVar(&domains, "domains", "", "regular expression for the paths of the domains to run, below the folder; empty: all")
	f.StringVar(&o.mode, "mode", "all", "total-order, partial-order or all: the domains below a folder of that name")
	f.IntVar(&o.sample, "sample", 0, "how many problems of each domain to run, evenly spread from the first to the last; 0: all")
	f.IntVar(&o.jobs, "jobs", 1, "how many problems to run at once")
	f.DurationVar(&o.limit, "limit", 20*time.Second, "time for each problem")
	f.StringVar(&o.memory, "limit-memory", "6GiB", "memory for each problem")
	f.StringVar(&o.search, "search", "auto", "the search: see karakuri plan --help")
	f.StringVar(&o.without, "without", "", "techniques that are switched off: see karakuri plan --help")
	f.StringVar(&o.out, "out", "", "folder for results.csv, table.md and the plans (default: a new temporary one)")
	f.StringVar(&o.compare, "compare", "", "searches, with commas between: run auto and each of them, and tell how auto compares with the best of them")
	f.BoolVar(&o.fresh, "fresh", false, "forget results that are there, instead of going on where they end")
	f.StringVar(&o.binary, "binary", "", "the karakuri to run (default: built from the source)")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	var err error
	if o.domains, err = regexp.Compile(domains); err != nil {
		return o, fmt.Errorf("-domains: %w", err)
	}
	return o, o.check(f.Args())
}

func (o *options) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %s", rest[0])
	case o.data == "":
		return fmt.Errorf("-data is needed: the folder that holds the domains")
	case o.mode != "all" && o.mode != "total-order" && o.mode != "partial-order":
		return fmt.Errorf("-mode is total-order, partial-order or all, not %s", o.mode)
	case o.sample < 0 || o.jobs < 1 || o.limit <= 0:
		return fmt.Errorf("-sample must not be negative, -jobs and -limit must be positive")
	}
	return nil
}

// start makes the folder and the command where they are not given, and runs the problems or compares searches. It
// reports whether no plan was wrong and no run crashed.
func start(ctx context.Context, o options) (good bool, err error) {
	if o.out == "" {
		if o.out, err = os.MkdirTemp("", "ipcbench-"); err != nil {
			return false, err
		}
	}
	if o.binary == "" {
		dir, err := os.MkdirTemp("", "ipcbench-binary-")
		if err != nil {
			return false, err
		}
		defer os.RemoveAll(dir)
		if o.binary, err = buildCommand(ctx, dir); err != nil {
			return false, err
		}
	}
	if o.compare != "" {
		return compare(ctx, o)
	}
	_, good, err = bench(ctx, o)
	return good, err
}

// bench runs the problems. It returns the results, and whether no plan was wrong and no run crashed.
func bench(ctx context.Context, o options) (results []result, good bool, err error) {
	problems, err := o.problems()
	if err != nil {
		return nil, false, err
	}
	book, err := openBook(o.out, o.settings, o.fresh)
	if err != nil {
		return nil, false, err
	}
	defer book.close()
	if err := runAll(ctx, o, problems, book); err != nil {
		return nil, false, err
	}
	good, err = report(o, problems, book)
	if err == nil {
		err = ctx.Err()
	}
	return book.of(problems), good, err
}

// report writes the table, and prints mistakes.
func report(o options, problems []problem, book *book) (good bool, err error) {
	results := book.of(problems)
	file := filepath.Join(o.out, "table.md")
	text := table(o.settings, results)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return false, err
	}
	fmt.Print(text)
	fmt.Fprintf(os.Stderr, "written to %s\n", o.out)
	good = true
	for _, r := range results {
		if r.Status == invalid || r.Status == crashed {
			good = false
			fmt.Fprintf(os.Stderr, "%s: %s %s: %s\n", map[status]string{invalid: "INVALID PLAN", crashed: "CRASHED"}[r.Status], r.Domain, r.Problem, r.Detail)
		}
	}
	return good, nil
}
