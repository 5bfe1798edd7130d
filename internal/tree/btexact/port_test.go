package btexact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// read ticks a tree with one In node and returns what its port gives, in every form.
func read(t *testing.T, xml, port string, prepare func(b btexact.Blackboard)) string {
	t.Helper()
	result := ""
	f := build(t, xml, func(o *btexact.Options) {
		o.Leaves["In"] = btexact.Sync(func(c *btexact.Call) btexact.Status {
			v, err := c.Input(port)
			if err != nil {
				result = "error"
				return btexact.Success
			}
			result = fmt.Sprintf("%v %v", v.Kind(), v)
			return btexact.Success
		})
	})
	if prepare != nil {
		prepare(f.tree.Blackboard())
	}
	f.tick(0)
	return result
}

func TestInputs(t *testing.T) {
	set := func(v btexact.Value) func(b btexact.Blackboard) {
		return func(b btexact.Blackboard) {
			if err := b.Set("x", v); err != nil {
				t.Error(err)
			}
		}
	}
	for _, c := range []struct {
		attrs, port string
		prepare     func(b btexact.Blackboard)
		want        string
	}{
		{`i="7"`, "i", nil, "int 7"},
		{`d="7"`, "d", nil, "double 7.000000"},
		{`b="TRUE"`, "b", nil, "bool 1"},
		{`s="7"`, "s", nil, "text 7"},
		{`status="SKIPPED"`, "status", nil, "NodeStatus 4"},
		{`v="1;2;3"`, "v", nil, "vector 1;2;3"},
		{`v=""`, "v", nil, "vector "},
		{`any="x;y"`, "any", nil, "text x;y"},
		{``, "answer", nil, "int 42"},
		{``, "i", nil, "error"},
		{``, "nowhere", nil, "error"},
		{`i="{x}"`, "i", nil, "error"},
		{`i="{x}"`, "i", set(btexact.Int(3)), "int 3"},
		{`i=" {x} "`, "i", set(btexact.Int(3)), "int 3"},
		{`any="{x}"`, "any", set(btexact.Text("3")), "text 3"},
		{`s="{x}"`, "s", set(btexact.Text("3")), "text 3"},
		{`d="{x}"`, "d", set(btexact.Int(3)), "double 3.000000"},
		{`i="{x}"`, "i", set(btexact.Double(3)), "int 3"},
		{`key="5"`, "key", nil, "int 5"},
	} {
		if got := read(t, "<In "+c.attrs+"/>", c.port, c.prepare); got != c.want {
			t.Errorf("%s: %s, want %s", c.attrs, got, c.want)
		}
	}
	k := func(b btexact.Blackboard) { b.Set("k", btexact.Int(9)); b.Set("same", btexact.Int(8)) }
	for port, want := range map[string]string{"key": "int 9", "same": "int 8"} {
		if got := read(t, "<In/>", port, k); got != want {
			t.Errorf("default of %s: %s, want %s", port, got, want)
		}
	}
}

// TestTypeRules: what an entry of a type takes, by output ports and by the host.
func TestTypeRules(t *testing.T) {
	for _, c := range []struct {
		port  string
		write []btexact.Value
		want  string // "!" where a write is refused, and the entry then
	}{
		{"i", []btexact.Value{btexact.Int(1), btexact.Double(2), btexact.Double(2.5), btexact.Text("3"), btexact.Text("x")}, "ok ok ! ok ! int 3"},
		{"u8", []btexact.Value{btexact.Int(255), btexact.Int(256), btexact.Int(-1), btexact.Bool(true)}, "ok ! ! ok int 1"},
		{"d", []btexact.Value{btexact.Int(1), btexact.Int(1<<53 - 1), btexact.Int(1 << 62)}, "ok ok ! double 9007199254740991.000000"},
		{"b", []btexact.Value{btexact.Int(1), btexact.Int(2), btexact.Text("false")}, "ok ! ok bool 0"},
		{"s", []btexact.Value{btexact.Text("a"), btexact.Int(1)}, "ok ! text a"},
		{"any", []btexact.Value{btexact.Int(1), btexact.Text("2"), btexact.Text("x"), btexact.Double(2.5)}, "ok ok ! ! int 2"},
		{"any", []btexact.Value{btexact.Text("a"), btexact.Int(1)}, "ok ! text a"}, // the first write has decided
		{"any", []btexact.Value{btexact.Object(1), btexact.Int(1), btexact.Object("other"), btexact.Object(2)}, "ok ! ! ok object 2"},
		{"any", []btexact.Value{btexact.Vector(btexact.Int(1)), btexact.Text("1;2"), btexact.Vector()}, "ok ! ok vector "},
		{"any", []btexact.Value{{}}, "! nothing "},
	} {
		f := build(t, "<Out "+c.port+`="{x}"/>`)
		var got []string
		for _, v := range c.write {
			word := "ok"
			if err := f.tree.Blackboard().Set("x", v); err != nil {
				word = "!"
			}
			got = append(got, word)
		}
		v, _ := f.tree.Blackboard().Get("x")
		got = append(got, v.Kind().String(), v.String())
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.port, text, c.want)
		}
	}
	// An undeclared entry takes text without being text from then on.
	f := build(t, `<AlwaysSuccess/>`)
	b := f.tree.Blackboard()
	if b.Set("x", btexact.Text("a")) != nil || b.Set("x", btexact.Int(1)) != nil || b.Set("x", btexact.Double(1.5)) == nil {
		t.Error("the first value that is no text decides")
	}
}

func TestOutputs(t *testing.T) {
	var errs []error
	f := build(t, `<Sequence><Out i="{x}" d="1.5"/><SubTree ID="Sub" y="{z}"/></Sequence>`+`</BehaviorTree><BehaviorTree ID="Sub"><Out i="{y}"/>`, func(o *btexact.Options) {
		o.Leaves["Out"] = btexact.Sync(func(c *btexact.Call) btexact.Status {
			errs = append(errs, c.Output("i", btexact.Int(7)), c.Output("d", btexact.Double(1)), c.Output("b", btexact.Bool(true)))
			return btexact.Success
		})
	})
	f.tick(3 * ms)
	if f.board() != "x=7 z=7" || errs[0] != nil || errs[1] == nil || errs[2] == nil {
		t.Errorf("%s %v", f.board(), errs)
	}
	if s := f.tree.Blackboard().Stamp("x"); s != (btexact.Stamp{Seq: 1, At: 3 * ms}) {
		t.Errorf("%+v", s)
	}
}

func TestCallAccessors(t *testing.T) {
	var got []any
	note := func(v any, err error) {
		if err != nil {
			v = "error"
		}
		got = append(got, v)
	}
	f := build(t, `<In name="me" i="{x}" d="2.5" b="1" s="text" status="FAILURE"/>`, func(o *btexact.Options) {
		o.Leaves["In"] = btexact.Sync(func(c *btexact.Call) btexact.Status {
			n, err := c.Int("i")
			note(n, err)
			d, err := c.Double("d")
			note(d, err)
			b, err := c.Bool("b")
			note(b, err)
			s, err := c.Text("s")
			note(s, err)
			st, err := c.Status("status")
			note(st, err)
			_, err = c.Int("s")
			note(nil, err)
			got = append(got, c.Has("i"), c.Has("v"), c.Name(), c.ID(), c.Path(), c.Node(), c.Now(), c.Stamp("i").Seq, c.Stamp("d").Seq)
			return btexact.Success
		})
	})
	f.tree.Blackboard().Set("x", btexact.Int(4))
	f.tick(5 * ms)
	want := "[4 2.5 true text FAILURE error true false me In me 0 5ms 1 0]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// TestCompileFindings: programs that are refused before they run.
func TestCompileFindings(t *testing.T) {
	for _, c := range []struct {
		xml  string
		want string
		o    btexact.Options
	}{
		{`<A name="a" seq="S"/>`, "K461", btexact.Options{}},
		{`<Sequence><A name="a" seq="S"/><A name="b" seq="S"/></Sequence>`, "K461", btexact.Options{}},
		{`<AlwaysSuccess/>`, "K460", btexact.Options{Tree: "Other"}},
		{`<AlwaysSuccess name="x"/>`, "K461", btexact.Options{Substitutions: []btexact.Substitution{{Match: "x", ID: "Nobody"}}}},
		{`<AlwaysSuccess name="x"/>`, "K461", btexact.Options{Substitutions: []btexact.Substitution{{Match: "x", ID: "Inverter"}}}},
		{`<AlwaysSuccess name="x"/>`, "K465", btexact.Options{Substitutions: []btexact.Substitution{{Match: "x", Test: &btexact.TestNode{}}}}},
		{`<AlwaysSuccess name="x"/>`, "K454", btexact.Options{Substitutions: []btexact.Substitution{{Match: "x", Test: &btexact.TestNode{Status: btexact.Success, PostScript: "+"}}}}},
		{`<RecoveryNode><AlwaysSuccess/></RecoveryNode>`, "K463", btexact.Options{}},
	} {
		doc, ds := btcpp.ReadString("t.xml", document(c.xml), btcpp.Options{Nodes: models()})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		p, ds := btexact.Compile(doc, c.o)
		var got []string
		for _, d := range ds.All {
			got = append(got, string(d.Code))
		}
		if strings.Join(got, " ") != c.want || p != nil {
			t.Errorf("%s: %v, want %s", c.xml, ds.All, c.want)
		}
	}
}

// TestCompileLimits: documents that were not read, but made, may contain themselves.
func TestCompileLimits(t *testing.T) {
	long := strings.Repeat("x", 1<<16)
	script := &btcpp.Attr{Value: "1" + strings.Repeat(";1", 1<<14)}
	for name, children := range map[string]int{"a chain": 1, "a tree": 2, long: 1, "script": 1} {
		root := &btcpp.Element{Category: btcpp.Control, ID: "Sequence"}
		switch name {
		case long:
			root.Name = long
			children = 1500
		case "script":
			root.SkipIf = script
		}
		for range children {
			child := &btcpp.Element{Category: btcpp.SubTree, ID: "Main"}
			if name == long {
				child = &btcpp.Element{Category: btcpp.Action, ID: "AlwaysSuccess", Name: long}
			}
			root.Children = append(root.Children, child)
		}
		doc := &btcpp.Document{Main: "Main", Trees: []*btcpp.Tree{{ID: "Main", Root: root}}}
		p, ds := btexact.Compile(doc, btexact.Options{})
		if p != nil || len(ds.All) != 1 || ds.All[0].Code != "K464" {
			t.Errorf("%.20s: %v", name, ds.All)
		}
	}
}
