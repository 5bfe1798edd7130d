package bt_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
)

// TestServicesTellHowTheyGetOn: a service whose action takes time runs, and is due again after its end; one that is
// done at once is due at its interval.
func TestServicesTellHowTheyGetOn(t *testing.T) {
	th := newTheatre(t, prelude+`tree main { sequence { service every 0.3s set n += 1; service every 0.2s look; work } }`)
	th.quiet = []string{""}
	th.follow("act look 2 success")
	th.follow("act work 9 success")
	services := func() (text string) {
		for _, s := range th.tree.Services(nil, 0, 10) {
			text += fmt.Sprintf("%s: running %t, due %d, last %d\n", s.Name, s.Running, s.Due, s.Last)
		}
		return text
	}
	got := services() + "--\n"
	for range 4 {
		th.follow("run 1")
		got += services() + "--\n"
	}
	const want = `set: running false, due 0, last -1
look: running false, due 0, last -1
--
set: running false, due 4, last 1
look: running true, due 1, last -1
--
set: running false, due 4, last 1
look: running false, due 4, last 2
--
set: running false, due 4, last 1
look: running false, due 4, last 2
--
set: running false, due 7, last 4
look: running true, due 4, last -1
--
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	th.finish()
}

// TestHandlesAreWhatRuns: the actions of leaves and of services, in the order of their nodes, and none after an abort;
// then all of it can start again.
func TestHandlesAreWhatRuns(t *testing.T) {
	th := newTheatre(t, prelude+`tree main { parallel { sequence { service every 0.2s look; work }; sequence { if a; play }; rest } }`)
	th.quiet = []string{""}
	for _, name := range []string{"look", "work", "play", "rest"} {
		th.follow("act " + name + " 9 success")
	}
	for range 2 {
		th.follow("set a = true")
		th.follow("run 2")
		handles, names := th.tree.Handles(nil), ""
		for _, h := range handles {
			names += th.info.Actions[h.Action()].Name + " "
		}
		if names != "look work play rest " {
			t.Fatalf("%sruns", names)
		}
		if leaves := th.leaves(); !slices.Equal(handles[1:], leaves) || handles[0] != action.HandleOf(handles[0].Action(), leaves[0].Slot()) { // each has one instance
			t.Errorf("%v run, of which %v are leaves", handles, leaves)
		}
		th.follow("abort")
		if list := th.tree.Handles(nil); len(list) > 0 || th.env.Instances.Running() != 0 {
			t.Errorf("%v run after an abort, %d instances", list, th.env.Instances.Running())
		}
	}
	th.finish()
}
