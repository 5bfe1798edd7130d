package program_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/program"
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
		if got := err.Error(); !strings.HasPrefix(got, "a:1:2: ") || !strings.Contains(got, "2 more") {
			t.Fatal(got)
		}
	}
}
