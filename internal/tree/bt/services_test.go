package bt_test

import (
	"fmt"
	"testing"
)

// TestServicesTellHowTheyGetOn: a service whose action takes time runs, and is due again after its end; one that is done at once is due at its interval.
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
