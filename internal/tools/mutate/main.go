// Command mutate reports how much of a package its tests notice. It makes small changes in the source, one at a time,
// runs the tests with each, and reports those that pass all the same:
//
//	go run ./internal/tools/mutate -pkg ./internal/plan/htn -n 40 -seed 1
//
// The same seed takes the same changes of the same source. The source tree is not written to: the changes are overlays
// of the compiler, all in one program. A change that does not compile does not count, one with which the tests do not
// end is noticed. Tests that never call the changed function are not run. A line of
// internal/tools/mutate/equivalents.txt names a change that no test can notice, and why; it does not count.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

// Defaults.
const (
	// defaultSample is the default number of changes that are tried.
	defaultSample = 40
	// leastTimeout and timeoutFactor say how long the tests of one change may run: so many times as long as without a
	// change, and this long at least. A change can make them continue forever, and a busy machine can make them slow.
	leastTimeout  = 20 * time.Second
	timeoutFactor = 10
	// memoryKB is the memory limit of a test, if there is a shell to set it: a change can make its memory grow forever.
	memoryKB = 6 << 20
)

func main() {
	log.SetFlags(0)
	var o options
	flag.StringVar(&o.pkg, "pkg", "", "directory of the package that is changed, as in ./internal/plan/htn")
	flag.StringVar(&o.also, "also", "", "more packages whose tests run where those of the package pass, with spaces between them; each may name its tests, as in ./internal/run/agent:Snapshot")
	flag.StringVar(&o.run, "run", "", "only tests whose names match, as of go test")
	flag.StringVar(&o.skip, "skip", "", "no tests whose names match, as of go test")
	flag.StringVar(&o.equivalents, "equivalents", "internal/tools/mutate/equivalents.txt", "file that names changes which no test can notice")
	flag.StringVar(&o.flags, "flags", "", "more flags for the compiled tests, as in -rapid.checks=30")
	flag.DurationVar(&o.timeout, "timeout", 0, fmt.Sprintf("how long the tests of one change may run; 0: %d times as long as without a change, and %v at least", timeoutFactor, leastTimeout))
	sample := flag.Int("n", defaultSample, "how many changes to try")
	seed := flag.Uint64("seed", 1, "of the choice")
	list := flag.Bool("list", false, "only list all changes that there are")
	only := flag.String("only", "", "only changes whose file, function and change contain this")
	flag.Parse()
	if o.pkg == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	files, err := sources(o.pkg)
	if err != nil {
		log.Fatal(err)
	}
	var all []mutation
	for _, s := range files {
		all = append(all, s.mutations()...)
	}
	if *only != "" {
		all = filter(all, *only)
	}
	if *list {
		for _, m := range all {
			fmt.Println(m.key())
		}
		return
	}
	rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if err := o.try(files, all, *sample, *seed); err != nil {
		log.Fatal(err)
	}
}

func filter(all []mutation, part string) (some []mutation) {
	for _, m := range all {
		if strings.Contains(m.key(), part) {
			some = append(some, m)
		}
	}
	return some
}

// key says which change it is, however lines move.
func (m *mutation) key() string { return fmt.Sprintf("%s: %s: %s", m.file, m.function, m.change) }
