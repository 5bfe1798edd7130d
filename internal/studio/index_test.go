package studio

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Everything that has a name can be gone to.
func TestIndex(t *testing.T) {
	address, _ := serve(t, Options{}, "../../examples/gatherer/gatherer.krk", "../../examples/gatherer/gatherer.scene", "../../examples/fireteam/fireteam.krk", "../../examples/fireteam/fireteam.scene")
	c := dial(t, address)
	for _, want := range []struct{ file, name, kind, line string }{
		{"gatherer.krk", "worth", "const", "const worth = 10"},
		{"gatherer.krk", "gatherer", "brain", "brain gatherer"},
		{"fireteam.krk", "rifleman", "agent", "agent rifleman"},
		{"fireteam.krk", "fireteam", "squad", "squad fireteam"},
		{"fireteam.krk", "ammo", "state", ""},
	} {
		c.openAt(want.file, 0)
		var list []Declaration
		c.ask(Request{Op: "index"}, &list)
		i := slices.IndexFunc(list, func(d Declaration) bool { return d.Name == want.name && d.Kind == want.kind })
		switch {
		case i < 0:
			t.Errorf("%s has no %s %s", want.file, want.kind, want.name)
		case list[i].At.Line == 0 || list[i].At.File != want.file || want.line != "" && list[i].Line != want.line:
			t.Errorf("%s %s: %+v", want.kind, want.name, list[i])
		}
	}
}

// A page gets the words that may end a text, with their descriptions, before it has opened a file.
func TestOffers(t *testing.T) {
	address, _ := serve(t, Options{}, "../../examples/meal/meal.krk")
	c := dial(t, address)
	var list []def.Offer
	c.ask(Request{Op: "offers", Text: "operator eat {\n    fail_af"}, &list)
	i := slices.IndexFunc(list, func(o def.Offer) bool { return o.Word == "fail_after" })
	want := *def.OperatorTable.Clause("fail_after")
	if i < 0 || list[i].Of != "operator" || list[i].Doc != want.Doc || list[i].Form != want.Form || list[i].Unit != "s" || list[i].Takes == "" {
		t.Errorf("fail_after is not told: %+v", list)
	}
	if slices.ContainsFunc(list, func(o def.Offer) bool { return o.Word == "margin" }) {
		t.Error("an operator has no margin")
	}
}
