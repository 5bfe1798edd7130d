package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// memoryWatch sees to it that the process does not take more memory than it may. Searches count what they store and end
// before the limit by themselves. The watch is for everything else: near the limit the runtime frees memory ever more
// eagerly; at the limit the work is asked to end; above it, if the work has not ended, the process exits.
type memoryWatch struct {
	heap   int64         // what the runtime may take: the limit without the program's code
	cancel chan struct{} // closed at the limit, or when the user interrupts

	hit     atomic.Bool
	stop    chan struct{}
	stopped sync.WaitGroup
	before  int64 // the runtime's limit
}

const (
	// memoryEvery is how often the memory is examined. In that time a program can take some 10 MB.
	memoryEvery = 10 * time.Millisecond
	// memoryEager, in sixteenths of the heap, is from where on the runtime frees memory eagerly.
	memoryEager = 15
	// memoryTooMuch is the limit that the process should never reach, in sixteenths of the heap.
	memoryTooMuch = 17
	// memoryForSearch is the part of the heap that a search may fill, in sixteenths of the memory that is free when it
	// begins: the runtime needs the rest for its own lists, and to collect garbage without stopping the search too
	// often.
	memoryForSearch = 13
)

// watchMemory begins to watch; the caller closes the watch.
func watchMemory(c *console, limit byteSize) *memoryWatch {
	code := max(residentMemory()-memoryTaken(), 0)
	w := &memoryWatch{heap: max(int64(limit)-code, int64(limit)/4), cancel: make(chan struct{}), stop: make(chan struct{})}
	w.before = debug.SetMemoryLimit(w.heap / 16 * memoryEager)
	w.stopped.Go(func() { w.run(c) })
	return w
}

func (w *memoryWatch) run(c *console) {
	ticker := time.NewTicker(memoryEvery)
	defer ticker.Stop()
	interrupt, open := c.stop, true
	for {
		select {
		case <-w.stop:
			return
		case <-interrupt:
			interrupt = nil
		case <-ticker.C:
			taken := memoryTaken()
			if taken <= w.heap {
				continue
			}
			w.hit.Store(open || w.hit.Load())
			if taken > w.heap/16*memoryTooMuch && c.exit != nil {
				fmt.Fprintln(c.err, "limit: memory")
				c.exit(exitNo)
			}
		}
		if open {
			open = false
			close(w.cancel)
		}
	}
}

// forSearch returns how many bytes a search that begins now may fill.
func (w *memoryWatch) forSearch() int64 {
	var live = []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(live); int64(live[0].Value.Uint64()) > w.heap/8 { // some of it may be of no use any more
		runtime.GC()
		metrics.Read(live)
	}
	return max((w.heap-int64(live[0].Value.Uint64()))/16*memoryForSearch, 1)
}

// full reports whether the limit was hit before any interrupt.
func (w *memoryWatch) full() bool { return w.hit.Load() }

// close ends the watch.
func (w *memoryWatch) close() {
	close(w.stop)
	w.stopped.Wait()
	debug.SetMemoryLimit(w.before)
}

// memoryTaken returns how many bytes the runtime has of the system.
func memoryTaken() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64()) - int64(sample[1].Value.Uint64())
}

// residentMemory returns how many bytes of the process are in memory, its code included, as Linux reports it; 0:
// unknown.
func residentMemory() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	fields := bytes.Fields(text)
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	return pages * int64(os.Getpagesize())
}
