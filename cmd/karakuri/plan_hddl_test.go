package main

import (
	"bytes"
	"runtime"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/search"
)

func TestByteSizes(t *testing.T) {
	for _, test := range []struct {
		text string
		want byteSize
		back string // empty: the same
	}{
		{"6GiB", 6 << 30, ""}, {"500MiB", 500 << 20, ""}, {"2GB", 2e9, "1953125KiB"}, {"1.5gib", 3 << 29, "1536MiB"}, {"4096", 4096, "4KiB"},
		{"1kB", 1000, "1000B"}, {"7 MB", 7e6, "7000000B"}, {"1TiB", 1 << 40, ""}, {"12B", 12, ""},
		{"", 0, ""}, {"GiB", 0, ""}, {"0", 0, ""}, {"-1GiB", 0, ""}, {"1.2.3GB", 0, ""}, {"6GiB more", 0, ""}, {"9e99", 0, ""}, {"99999999999TiB", 0, ""},
	} {
		var got byteSize
		err := got.UnmarshalText([]byte(test.text))
		if (err != nil) != (test.want == 0) || got != test.want {
			t.Errorf("%q: %d, %v", test.text, got, err)
		}
		if test.back == "" {
			test.back = test.text
		}
		if err == nil && got.String() != test.back {
			t.Errorf("%q is written %q, want %q", test.text, got, test.back)
		}
	}
}

func TestSearchesShowHowFarTheyAre(t *testing.T) {
	for _, test := range []struct {
		name              string
		terminal, verbose bool
		want              string
	}{
		{"elsewhere", false, false, ""},
		{"elsewhere, all told", false, true, "depth-first: 1 node, 2 open, 0s\nbest-first: 700 nodes, estimate 3, 600ms\nbest-first: 2000 nodes, estimate 0, 1.7s\n"},
		{"terminal", true, false, "\rbest-first: 700 nodes, estimate 3, 600ms\x1b[K\rbest-first: 900 nodes, estimate 2, 700ms\x1b[K\rbest-first: 2000 nodes, estimate 0, 1.7s\x1b[K\r\x1b[K"},
		{"terminal, all told", true, true, "\rdepth-first: 1 node, 2 open, 0s\x1b[K\rbest-first: 700 nodes, estimate 3, 600ms\x1b[K\rbest-first: 900 nodes, estimate 2, 700ms\x1b[K\rbest-first: 2000 nodes, estimate 0, 1.7s\x1b[K\r\x1b[K"},
	} {
		var out bytes.Buffer
		now := time.Duration(0)
		v := &searchView{c: &console{err: &out, errIsTerminal: test.terminal, now: func() time.Duration { return now }}, verbose: test.verbose}
		for _, p := range []struct {
			at time.Duration
			search.Progress
		}{
			{0, search.Progress{Phase: "depth-first", Nodes: 1, Open: 2, Heuristic: -1}},
			{600 * time.Millisecond, search.Progress{Phase: "best-first", Nodes: 700, Heuristic: 3}},
			{700 * time.Millisecond, search.Progress{Phase: "best-first", Nodes: 900, Heuristic: 2}},
			{1700 * time.Millisecond, search.Progress{Phase: "best-first", Nodes: 2000}},
		} {
			now = p.at
			v.show(p.Progress)
		}
		v.clear()
		if out.String() != test.want {
			t.Errorf("%s:\ngot  %q\nwant %q", test.name, out.String(), test.want)
		}
	}
}

// An interrupt and a full memory both end the search, with different messages.
func TestMemoryIsWatched(t *testing.T) {
	stop := make(chan struct{})
	interrupted := watchMemory(&console{stop: stop, err: new(bytes.Buffer)}, 1<<40)
	close(stop)
	<-interrupted.cancel
	interrupted.close()
	if interrupted.full() {
		t.Error("an interrupt counts as full memory")
	}

	ballast := make([]byte, 256<<20) // live memory cannot be freed; it is not resident, so that it hides the code
	full := watchMemory(&console{err: new(bytes.Buffer)}, byteSize(memoryTaken()*98/100))
	<-full.cancel
	full.close()
	if !full.full() {
		t.Error("full memory counts as an interrupt")
	}
	runtime.KeepAlive(ballast)
}
