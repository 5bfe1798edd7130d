package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// peakMeter measures how much memory a process is resident with at most. The system's report after its end is not
// enough: on Linux a process inherits the peak of the one that started it, and this one verifies large plans.
type peakMeter struct {
	file    string
	seen    int64 // bytes
	stop    chan struct{}
	stopped sync.WaitGroup
}

// peakEvery is how often a running process is examined.
const peakEvery = 10 * time.Millisecond

// measurePeak begins to measure a process that runs.
func measurePeak(pid int) *peakMeter {
	m := &peakMeter{file: fmt.Sprintf("/proc/%d/status", pid), stop: make(chan struct{})}
	m.stopped.Go(func() {
		ticker := time.NewTicker(peakEvery)
		defer ticker.Stop()
		for {
			m.seen = max(m.seen, peakIn(m.file))
			select {
			case <-ticker.C:
			case <-m.stop:
				return
			}
		}
	})
	return m
}

// end returns the peak, once the process has ended; 0: unknown. It is exact above this process's own peak, and below it
// the last measured value.
func (m *peakMeter) end(p *os.ProcessState) int64 {
	close(m.stop)
	m.stopped.Wait()
	told, inherited := peakBytes(p)
	if m.seen == 0 || told > inherited {
		return told
	}
	return m.seen
}

// peakIn reads the peak from a process's status file, as Linux has it; 0: unknown.
func peakIn(file string) int64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "\nVmHWM:")
	fields := strings.Fields(rest)
	if len(fields) < 2 || fields[1] != "kB" {
		return 0
	}
	kib, _ := strconv.ParseInt(fields[0], 10, 64)
	return kib << 10
}
