package playground

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
)

// Each strike and shot is reported, with what it took: also those that miss.
func TestBlowsAreReported(t *testing.T) {
	for _, c := range []struct {
		act, aim string
		want     Blow
		count    int
	}{
		{"strike(p)", "1", Blow{Kind: Strike, Taken: 10}, 1},
		{"shoot(p)", "1", Blow{Kind: Shot, Taken: 5}, 1},
		{"shoot(p)", "0", Blow{Kind: Shot}, 1},
	} {
		var got []Blow
		file := doingThis("each p: person where foe(p) { " + c.act + " }")
		p, err := New(compiled(t, file), scene(t, "size 30 10\nstart 5 5\nstart 6 5\ncast doer 1 aim "+c.aim+"\ncast other 1\n"),
			Options{Crowd: karakuri.Options{Seed: 1}, Blow: func(b Blow) { got = append(got, b) }})
		if err != nil {
			t.Fatal(err)
		}
		a, _ := p.Program().Schema().Symbol("foe").Addr(p.Character(1).Object)
		p.crowd.Target(p.Character(0).Agent, false).Set(a, 1)
		p.Run(2)
		want := c.want
		want.At, want.From, want.To = 1, p.Character(0).At, p.Character(1).At
		if len(got) != c.count || got[0] != want {
			t.Errorf("%s with aim %s: %+v, want %+v", c.act, c.aim, got, want)
		}
	}
	if s := (Blast + 1).String(); !strings.Contains(s, "5") {
		t.Error(s)
	}
}
