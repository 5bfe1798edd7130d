package studio

import (
	"slices"
	"testing"
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
