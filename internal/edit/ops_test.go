package edit_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang"
)

var update = flag.Bool("update", false, "write the golden file")

const village = `type place = { home, shop, office }
type foe
objects wolf: foe
const price = 5
const far: float = 3.0 * 2

state agent {
    hungry: bool = true // since morning
    has_meal: bool
    ammo: int 0..9
    sensed near(f: foe): bool
    armed := ammo > 0
}

action move_to(p: place) uses legs
action strike(f: foe, times: int) uses arms
action shout(loud: bool)

operator go_to(p: place) { do move_to(p); effect has_meal = true }
operator hit(f: foe) {
    // the foe must be there
    when near(f)
    do strike(f, 2)
    cost 3 // dear
}

task fight(f: foe, p: place) {
    // first things first
    method "close" when near(f) { hit(f); go_to(p) } // quickly
    method "any" each g: foe where near(g) order 1 { hit(g); fight(f, p) }
    method "both" { unordered { hit(f); go_to(p); go_to(home) } }
}
task eat { method "go" { go_to(shop) } }
task feast { method "twice" { eat; eat } }

tree guard(f: foe, times: int = 2) {
    selector {
        sequence abort both { if near(f) && armed; strike(f, times) } // hit it
        retry 3 {
            shout(true)
        }
        beat(times)
    }
}
tree beat(n: int) { sequence { wait 1; strike(wolf, n + 1) } }

goal chase(f: foe) {
    when near(f)
    strike(f, 1) retry 2 else shout(true)
    shout(false)
}

agent villager { plan fight(wolf, home) when hungry every 1s; idle shout(false) }
agent soldier { tree guard(wolf) }

test "hungry" { task feast; given hungry = true; expect go_to(shop), go_to(shop) }
`

// TestOps pins what each operation does: the lines that change, or why it is refused.
func TestOps(t *testing.T) {
	var b strings.Builder
	for _, ops := range []string{
		`{"op": "insert", "into": "task eat", "text": "method \"wait\" { }"}`,
		`{"op": "insert", "into": "task eat", "index": 0, "text": "// why not\nmethod \"wait\" when !hungry { }"}`,
		`{"op": "insert", "before": "task eat / method \"go\"", "text": "// a remark"}`,
		`{"op": "insert", "after": "agent villager / plan fight", "text": "// it is new\nwhen hungry // behind it"}`,
		`{"op": "insert", "before": "task fight / method \"close\" / 1", "text": "hit(f)"}`,
		`{"op": "insert", "after": "tree guard / 0.0", "text": "shout(true)"}`,
		`{"op": "insert", "text": "const near_by = 1"}`,
		`{"op": "insert", "after": "const price", "text": "const cheap = 1"}`,
		`{"op": "insert", "into": "tree guard / 0.2", "text": "shout(true)"}`,
		`{"op": "insert", "into": "task eat", "index": 7, "text": "method \"wait\" { }"}`,
		`{"op": "insert", "into": "task eat", "text": "method \"wait\" {"}`,
		`{"op": "insert", "into": "task eat"}`,
		`{"op": "remove", "at": "task fight / method \"any\""}`,
		`{"op": "remove", "at": "task fight / method \"both\" / 0.0", "through": "task fight / method \"both\" / 0.1"}`,
		`{"op": "remove", "at": "operator hit / cost"}`,
		`{"op": "remove", "at": "task eat"}`,
		`{"op": "remove", "at": "task eat / method \"g\""}`,
		`{"op": "remove", "at": "task feast / method \"twice\" / 1", "through": "task feast / method \"twice\" / 0"}`,
		`{"op": "move", "at": "task fight / method \"any\"", "before": "task fight / method \"close\""}`,
		`{"op": "move", "at": "tree guard / 0.1", "into": "tree guard / 0.0"}`,
		`{"op": "move", "at": "tree guard / 0.0", "into": "tree guard / 0.0"}`,
		`{"op": "move", "at": "operator hit", "after": "task feast"}`,
		`{"op": "move", "at": "state agent / ammo", "before": "state agent / hungry"}`,
		`{"op": "duplicate", "at": "task fight / method \"any\""}`,
		`{"op": "duplicate", "at": "operator hit", "name": "hit hard"}`,
		`{"op": "duplicate", "at": "tree guard / 0.1"}`,
		`{"op": "wrap", "at": "task fight / method \"close\" / 0", "through": "task fight / method \"close\" / 1", "text": "unordered"}`,
		`{"op": "wrap", "at": "tree guard / 0.1", "text": "invert"}`,
		`{"op": "wrap", "at": "goal chase / 0", "through": "goal chase / 1", "text": "way \"only\""}`,
		`{"op": "unwrap", "at": "task fight / method \"both\" / 0"}`,
		`{"op": "unwrap", "at": "tree guard / 0.1"}`,
		`{"op": "unwrap", "at": "tree guard / 0"}`,
		`{"op": "kind", "at": "tree guard / 0", "to": "utility selector"}`,
		`{"op": "kind", "at": "tree guard / 0.1", "to": "repeat"}`,
		`{"op": "kind", "at": "tree guard / 0.1", "to": "invert"}`,
		`{"op": "kind", "at": "tree guard / 0.1", "to": "timeout 2s"}`,
		`{"op": "kind", "at": "task fight / method \"both\" / 0", "to": "ordered"}`,
		`{"op": "kind", "at": "tree guard / 0.2", "to": "selector"}`,
		`{"op": "replace", "at": "tree guard / 0.2", "text": "shout(false)"}`,
		`{"op": "set", "at": "const price", "clause": "value", "value": 6.5}`,
		`{"op": "set", "at": "const far", "clause": "value", "value": "4.0"}`,
		`{"op": "set", "at": "state agent / has_meal", "clause": "value", "value": "true"}`,
		`{"op": "set", "at": "state agent / hungry", "clause": "value", "value": null}`,
		`{"op": "set", "at": "state agent / armed", "clause": "value", "value": "ammo > 1"}`,
		`{"op": "set", "at": "operator hit", "clause": "when", "value": "near(f) && armed"}`,
		`{"op": "set", "at": "operator hit", "clause": "effect", "value": "ammo -= 1"}`,
		`{"op": "set", "at": "operator hit", "clause": "cost"}`,
		`{"op": "set", "at": "operator go_to", "clause": "when", "value": "hungry"}`,
		`{"op": "set", "at": "task fight / method \"both\"", "clause": "when", "value": "armed"}`,
		`{"op": "set", "at": "task fight / method \"any\"", "clause": "margin", "value": 2}`,
		`{"op": "set", "at": "task fight / method \"any\"", "clause": "order"}`,
		`{"op": "set", "at": "goal chase / 0", "clause": "fail_after", "value": "8s"}`,
		`{"op": "set", "at": "goal chase / 0", "clause": "retry"}`,
		`{"op": "set", "at": "goal chase / 1", "clause": "optional", "value": true}`,
		`{"op": "set", "at": "goal chase / 1", "clause": "optional", "value": [1]}`,
		`{"op": "set", "at": "tree guard / 0.0", "clause": "abort", "value": "self"}`,
		`{"op": "set", "at": "operator hit", "clause": "wen", "value": "armed"}`,
		`{"op": "disable", "at": "tree guard / 0.1"}`,
		`{"op": "disable", "at": "task eat"}`,
		`{"op": "comment", "at": "tree guard / 0.0", "text": "only if\nit is near"}`,
		`{"op": "comment", "at": "tree guard / 0.0", "behind": true}`,
		`{"op": "comment", "at": "task fight / method \"close\" / 0", "text": "ouch"}`,
		`{"op": "comment", "at": "task fight / method \"close\" / 1", "text": "home", "behind": true}`,
		`{"op": "rename", "at": "task eat", "to": "eat well"}`,
		`{"op": "rename", "at": "task fight", "name": "f", "to": "enemy"}`,
		`{"op": "rename", "name": "home", "to": "hut"}`,
		`{"op": "rename", "at": "type place", "name": "home", "to": "hut"}`,
		`{"op": "rename", "at": "task fight / method \"any\"", "to": "whoever"}`,
		`{"op": "rename", "at": "task eat", "to": "feast"}`,
		`{"op": "rename", "at": "test \"hungry\"", "to": "a feast"}`,
		`{"op": "extract", "at": "task fight / method \"any\" / 0", "through": "task fight / method \"any\" / 1", "name": "strike_first"}`,
		`{"op": "extract", "at": "task fight / method \"both\" / 0.0", "through": "task fight / method \"both\" / 0.1", "name": "some"}`,
		`{"op": "extract", "at": "tree guard / 0.0", "name": "attack"}`,
		`{"op": "extract", "at": "goal chase / 0", "name": "attack"}`,
		`{"op": "extract", "at": "task eat / method \"go\"", "name": "x"}`,
		`{"op": "extract", "at": "task eat / method \"go\" / 0", "name": "feast"}`,
		`{"op": "inline", "at": "task feast / method \"twice\" / 0"}`,
		`{"op": "inline", "at": "tree guard / 0.2", "drop": true}`,
		`{"op": "inline", "at": "task fight / method \"any\" / 1"}`,
		`{"op": "inline", "at": "task fight / method \"any\" / 0"}`,
		`{"op": "raname", "at": "task eat", "to": "x"}`,
		`[{"op": "remove", "at": "test \"hungry\""}, {"op": "remove", "at": "task feast"}, {"op": "remove", "at": "task eat"}]`,
		`{"op": "remove", "file": "other.krk", "at": "x"}`,
	} {
		fmt.Fprintf(&b, "%s\n%s\n", ops, outcome(t, ops))
	}
	const golden = "testdata/ops.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("%s differs:\n%s", golden, b.String())
	}
}

// outcome returns what operations on the village do, and checks that they can be taken back.
func outcome(t *testing.T, list string) string {
	t.Helper()
	ops, err := edit.ParseOps([]byte(list))
	if err != nil {
		t.Fatal(list, err)
	}
	in := edit.Input{FS: lang.Texts{"village.krk": village}, Main: "village.krk", Ops: ops}
	r, ds := edit.Apply(in)
	var b strings.Builder
	if r == nil {
		for _, d := range ds.All {
			fmt.Fprintf(&b, "    %s\n", d.Error())
			if d.Hint != "" {
				fmt.Fprintf(&b, "        %s\n", d.Hint)
			}
		}
		return b.String()
	}
	for _, f := range r.Files {
		for _, c := range f.Changes {
			fmt.Fprintf(&b, "    %d\n", c.Line)
			for line := range strings.Lines(c.Old) {
				b.WriteString("    - " + line)
			}
			for line := range strings.Lines(c.New) {
				b.WriteString("    + " + line)
			}
		}
	}
	for _, op := range r.Inverse {
		if op.Op == "text" {
			b.WriteString("    back: by text\n")
		} else {
			fmt.Fprintf(&b, "    back: %s %s %s%s%s\n", op.Op, op.At, op.Before, op.After, op.Into)
		}
	}
	if back, ds := edit.Apply(edit.Input{FS: lang.Texts{"village.krk": r.Files[0].New}, Main: "village.krk", Ops: r.Inverse}); back == nil || back.Files[0].New != village {
		t.Errorf("%s cannot be taken back by %+v: %v", list, r.Inverse, ds.All)
	}
	return b.String()
}
