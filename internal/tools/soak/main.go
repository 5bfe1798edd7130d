// Command soak lets a crowd of soldiers live for a long time in a world that changes at random, and watches that
// nothing gives way:
//
//	go run ./internal/tools/soak -agents 1000 -hours 1 -seed 1
//
// It ends with status 1 when a rule of the lifecycle was broken, an agent went without a decision for too long, or the
// heap has grown.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"runtime"
)

// heapSlack is by what part the heap may grow after the first minute.
const heapSlack = 0.05

func main() {
	agents := flag.Int("agents", 1000, "how many soldiers there are")
	hours := flag.Float64("hours", 1, "how long, in simulated time")
	seed := flag.Uint64("seed", 1, "of all that happens")
	from := flag.String("examples", "examples", "where the examples are")
	flag.Parse()
	r, err := run(os.DirFS(*from), *agents, int64(*hours*3600), *seed, func(line string) { fmt.Println(line) })
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(r)
	if breach := r.breach(heapSlack); breach != "" {
		fmt.Println("FAILED:", breach)
		os.Exit(1)
	}
}

// result is the result of a run.
type result struct {
	agents int
	ticks  int64
	counts counts
	waited int64  // the maximum number of ticks in which an agent decided nothing
	bound  int64  // of waited
	fault  string // the first breach of a rule
	first  int64  // bytes of the heap after the first minute
	ended  int64  // and at the end
	hash   uint64
}

// breach says what went wrong; empty: nothing did.
func (r *result) breach(slack float64) string {
	switch {
	case r.fault != "":
		return r.fault
	case r.waited > r.bound:
		return fmt.Sprintf("an agent decided nothing for %d ticks", r.waited)
	case float64(r.ended) > float64(r.first)*(1+slack):
		return fmt.Sprintf("the heap has grown from %d bytes after the first minute to %d", r.first, r.ended)
	}
	return ""
}

// String returns the result for people.
func (r *result) String() string {
	return fmt.Sprintf("%d agents, %d ticks, trace hash %016x\n%v\nlongest time without a decision: %d ticks, of %d allowed\n"+
		"heap: %.2f MiB after the first minute, %.2f MiB at the end, %d bytes for each agent\n",
		r.agents, r.ticks, r.hash, &r.counts, r.waited, r.bound, mib(r.first), mib(r.ended), r.ended/int64(r.agents))
}

func mib(bytes int64) float64 { return float64(bytes) / (1 << 20) }

// run lets a crowd live for some seconds of its time; progress gets a line for each minute of it.
func run(examples fs.FS, agents int, seconds int64, seed uint64, progress func(string)) (*result, error) {
	f, err := newField(examples, seed)
	if err != nil {
		return nil, err
	}
	for range agents {
		f.enlist()
	}
	r := &result{agents: agents, bound: f.audit.bound}
	minute := int64(60 * f.crowd.TPS())
	for range seconds * int64(f.crowd.TPS()) {
		f.tick()
		if f.audit.fault != "" {
			break
		}
		if f.crowd.Tick()%minute != 0 {
			continue
		}
		now := heap()
		if r.first == 0 {
			r.first = now
		}
		progress(fmt.Sprintf("minute %d: heap %.2f MiB, %d decisions, longest wait %d ticks", f.crowd.Tick()/minute, mib(now), f.crowd.Decisions(), f.audit.waited))
	}
	r.ended = heap()
	r.hash = f.crowd.TraceHash()
	f.disband()
	r.ticks, r.counts, r.waited, r.fault = f.crowd.Tick(), f.audit.counts, f.audit.waited, f.audit.fault
	return r, nil
}

// heap returns the number of bytes that are in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
