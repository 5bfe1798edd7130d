package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/plan/search"
)

// Whatever a command is at, reading, compiling, searching or writing: at a limit it ends.
func TestCommandsEndAtTheirLimits(t *testing.T) {
	closed, never := make(chan struct{}), make(chan struct{})
	close(closed)
	passed := make(chan time.Time, 1)
	passed <- time.Time{}
	found := make(chan *hddlFound, 1)
	found <- &hddlFound{steps: 3}
	for _, c := range []struct {
		name     string
		done     <-chan *hddlFound
		cancel   <-chan struct{}
		deadline <-chan time.Time
		limit    string
		steps    int
	}{
		{"done in time", found, never, nil, "", 3},
		{"the time is over", nil, never, passed, "time", 0},
		{"cancelled", nil, closed, nil, "cancelled", 0},
	} {
		f := await(c.done, c.cancel, c.deadline)
		if f.result.Limit != c.limit || f.steps != c.steps || c.limit != "" && f.result.Status != search.Limit {
			t.Errorf("%s: status %d, limit %q, %d steps", c.name, f.result.Status, f.result.Limit, f.steps)
		}
	}
}

// A program that was given up says so, in JSON too, and a search that continues shows nothing more.
func TestWhatIsGivenUpIsSaid(t *testing.T) {
	var out, errs bytes.Buffer
	c := &console{out: &out, err: &errs, now: func() time.Duration { return 0 }}
	cmd := &planCmd{JSON: true}
	err := cmd.tell(c, &hddlFound{result: search.Result{Status: search.Limit, Limit: "time"}})
	if err != answer(exitNo) || errs.String() != "limit: time\n" || !strings.Contains(out.String(), `"limit":"time"`) {
		t.Errorf("error %v, output %q, %q", err, out.String(), errs.String())
	}
	v := &searchView{c: c, verbose: true}
	v.clear()
	errs.Reset()
	if v.show(search.Progress{Phase: "depth-first"}); errs.Len() > 0 {
		t.Errorf("it shows %q", errs.String())
	}
}
