package program_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

func texts(ds diag.List) string {
	var b strings.Builder
	for _, d := range ds.All {
		b.WriteString(d.Error() + "\n")
	}
	return b.String()
}

func TestLoadTellsMistakesOfTextAndOfMeaningTogether(t *testing.T) {
	const text = `state agent { hungry: bool }
operator eat { when hungrry; effect hungry = false }
operator rest { when ) }
task dine { method "eat" { eaat } }
`
	p, ds := program.LoadAs(fstest.MapFS{"m.krk": {Data: []byte(text)}}, "m.krk", func(name string) string { return "game/" + name })
	if p != nil {
		t.Error("a faulty file gives a program")
	}
	got := texts(ds)
	for _, want := range []string{"game/m.krk:2:21: ", "game/m.krk:3:22: ", "game/m.krk:4:28: "} {
		if strings.Count(got, want) != 1 {
			t.Errorf("not once %s in\n%s", want, got)
		}
	}
	if strings.Count(got, "\n") != 3 {
		t.Errorf("mistakes that are none:\n%s", got)
	}
}

func TestAVariableWhoseTypeCannotBeReadIsKnownAllTheSame(t *testing.T) {
	const text = `type thing
type wolf: thing
state agent { remembered position(t: thing): vec2; sensed distance(t: thing): float; near(w: wolf): bool }
action go(w: wolf)
goal kill(w: wolf) { go(w) }
memory short { capacity 4 }
brain b { want kill(w) each %s where near(w) { score 1 / distance(w) } }
agent a { brain b; memory short }
`
	for each, want := range map[string]string{
		"w: wolf":               "",
		"w in remembered wolf":  "",
		"w in rememberd wolf":   "m.krk:7:34: unknown word \"rememberd\" [K007]\n",
		"w in wolf":             "m.krk:7:31: expected \":\" and a type, found \"in\" [K001]\n",
		"w in remembered wolff": "m.krk:7:45: unknown type \"wolff\" [K011]\n",
		"v: wolf":               "m.krk:7:21: unknown symbol \"w\" [K012]\nm.krk:7:48: unknown symbol \"w\" [K012]\nm.krk:7:72: unknown symbol \"w\" [K012]\n",
	} {
		_, ds := program.Load(fstest.MapFS{"m.krk": {Data: []byte(strings.Replace(text, "%s", each, 1))}}, "m.krk")
		if got := texts(ds); got != want {
			t.Errorf("%s:\n%s", each, got)
		}
	}
}

func TestLoadOfNothing(t *testing.T) {
	p, ds := program.Load(fstest.MapFS{}, "m.krk")
	if got := texts(ds); p != nil || got != "cannot read m.krk: there is no such file [K055]\n" {
		t.Error(got)
	}
}

func TestTuneTellsMistakesInOrder(t *testing.T) {
	p, ds := program.Load(fstest.MapFS{"m.krk": {Data: []byte("const a = 1\nconst b = 2\nconst c = 3\n")}}, "m.krk")
	if p == nil {
		t.Fatal(texts(ds))
	}
	for range 10 {
		_, err := p.Tune(map[string]string{"c": ")", "a": "(", "b": "="})
		if got := err.Error(); !strings.HasPrefix(got, "a:1:2: ") || !strings.Contains(got, "\nb:1:1: ") || strings.Index(got, "\nc:1:1: ") < strings.Index(got, "\nb:1:1: ") {
			t.Fatal(got)
		}
	}
}
