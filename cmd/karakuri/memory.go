package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// memoryWatch sees to it that the process does not take more memory than it may. Near the limit memory is freed ever
// more eagerly; at the limit the search is told to end; and well above, should it not have listened, the process ends.
type memoryWatch struct {
	limit  byteSize
	cancel chan struct{} // closed at the limit, or when the user interrupts

	hit     atomic.Bool
	stop    chan struct{}
	stopped sync.WaitGroup
	before  int64 // the runtime's limit
}

const (
	// memoryEvery is how often the memory is looked at. In that time a fast search takes some 100 MB.
	memoryEvery = 100 * time.Millisecond
	// memoryEager, in sixteenths of the limit, is from where on the runtime frees memory eagerly.
	memoryEager = 15
	// memoryTooMuch, in sixteenths of the limit, is what no search should come to.
	memoryTooMuch = 20
)

// watchMemory begins to watch; the caller closes the watch.
func watchMemory(c *console, limit byteSize) *memoryWatch {
	w := &memoryWatch{limit: limit, cancel: make(chan struct{}), stop: make(chan struct{})}
	w.before = debug.SetMemoryLimit(int64(limit/16) * memoryEager)
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
			if taken > int64(w.limit/16)*memoryTooMuch {
				fmt.Fprintln(c.err, "limit: memory")
				os.Exit(exitNo)
			}
			if taken <= int64(w.limit) {
				continue
			}
			w.hit.Store(open || w.hit.Load())
		}
		if open {
			open = false
			close(w.cancel)
		}
	}
}

// full reports whether the limit was hit before any interrupt.
func (w *memoryWatch) full() bool { return w.hit.Load() }

// close ends the watch.
func (w *memoryWatch) close() {
	close(w.stop)
	w.stopped.Wait()
	debug.SetMemoryLimit(w.before)
}

// memoryTaken returns how many bytes the process has of the system, without its code.
func memoryTaken() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64()) - int64(sample[1].Value.Uint64())
}
