package btcpp_test

import (
	"os"
	"testing"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
)

// inside reports findings whose place is not in the text.
func inside(t *testing.T, ds diag.List, text string) {
	t.Helper()
	for _, d := range ds.All {
		if d.Span.Src != nil && (d.Span.Start < 0 || d.Span.Start > d.Span.End || int(d.Span.End) > len(d.Span.Src.Text)) {
			t.Errorf("%s lies at %d to %d", d.Message, d.Span.Start, d.Span.End)
		}
		if p := d.Span.Position(); d.Span.Src == nil && len(text) <= btcpp.MaxSourceBytes || p.Line < 1 {
			t.Errorf("%s has no place", d.Message)
		}
	}
}

func FuzzRead(f *testing.F) {
	text, err := os.ReadFile("testdata/nodes.xml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text), false)
	f.Add(rover, true)
	for _, seed := range []string{"", "<", "<root", `<root BTCPP_format="3"><BehaviorTree><SubTree ID="A" b="c"/></BehaviorTree></root>`,
		inTree(`<Sequence><Script code="a := 1; b := a"/><SetBlackboard output_key="c" value="x"/><LoopInt queue="1;2" value="{d}"><Go to="{c}" n="{d}" _post="a += 1"/></LoopInt></Sequence>`),
		inTree(`<Switch2 variable="{x}" case_1="&#10;" case_2='"'><A _while="a"/><Action ID="B" b="json:{}"/><C/></Switch2>`)} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, text string, lenient bool) {
		o := btcpp.Options{Lenient: lenient}
		d, ds := btcpp.ReadString("x.xml", text, o)
		inside(t, ds, text)
		if ds.HasErrors() {
			return
		}
		readAgain(t, d, o)
		m, ds := toModel(d)
		if m == nil {
			if !ds.HasErrors() {
				t.Error("no model, and no reason")
			}
			return
		}
		if d, ds = fromModel(m); d == nil && !ds.HasErrors() {
			t.Error("no document, and no reason")
		}
	})
}
