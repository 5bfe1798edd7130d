//go:build unix

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// reckoning is what was done, and what it took, until a moment.
type reckoning struct {
	at          time.Time
	nodes, nats time.Duration // of processors
	ticks       int64         // of all zones
}

// measure has games play undisturbed, and prints what a tick of a zone costs.
func (h *harness) measure() error {
	time.Sleep(warmTime)
	h.pauses(true)
	before, err := h.reckon()
	if err != nil {
		return err
	}
	time.Sleep(h.duration)
	after, err := h.reckon()
	if err != nil {
		return err
	}
	ticks := after.ticks - before.ticks
	if ticks <= 0 {
		return fmt.Errorf("no zone has made a tick in %v", h.duration)
	}
	wanted := after.at.Sub(before.at).Seconds() * zoneTPS * float64(h.zones)
	each := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(ticks) }
	h.note("%d nodes, %d NATS servers, %d zones of %d agents: %d ticks, %.0f %% of those that were due", len(h.nodes), max(1, len(h.servers)), h.zones, agentsEach, ticks, 100*float64(ticks)/wanted)
	h.note("processor time for a tick of a zone: nodes %.0f µs, NATS %.0f µs", each(after.nodes-before.nodes), each(after.nats-before.nats))
	longest := time.Duration(0)
	for _, g := range h.games {
		longest = max(longest, g.longest(false))
	}
	h.note("the longest pause of a game: %.2f s", longest.Seconds())
	return nil
}

// warmTime is how long zones play before what they cost is measured.
const warmTime = 5 * time.Second

// reckon adds up what nodes and NATS servers have used of processors, and the ticks that games have received.
func (h *harness) reckon() (r reckoning, err error) {
	r.at = time.Now()
	add := func(sum *time.Duration, pid int) {
		used, wrong := processorTime(pid)
		if *sum += used; wrong != nil {
			err = wrong
		}
	}
	for _, p := range h.nodes {
		add(&r.nodes, p.cmd.Process.Pid)
	}
	for _, p := range h.servers {
		add(&r.nats, p.cmd.Process.Pid)
	}
	if h.server != nil {
		add(&r.nats, h.server.Process.Pid)
	}
	for _, g := range h.games {
		r.ticks += g.reached()
	}
	return r, err
}

// clockTick is the unit of times in /proc, which Linux has fixed for programs.
const clockTick = 10 * time.Millisecond

// processorTime is what a process has used of processors so far. It needs Linux.
func processorTime(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, fmt.Errorf("-calm needs Linux: %w", err)
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name before it may hold anything
	fields := strings.Fields(rest)                // from the third on
	const user, system = 14 - 3, 15 - 3
	if len(fields) <= system {
		return 0, fmt.Errorf("/proc/%d/stat has %d fields", pid, len(fields))
	}
	sum := int64(0)
	for _, f := range fields[user : system+1] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return time.Duration(sum) * clockTick, nil
}
