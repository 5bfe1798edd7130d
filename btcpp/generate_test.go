package btcpp_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/karakuri-ai/karakuri/btcpp"
)

// generator makes documents without mistakes.
type generator struct {
	t     *rapid.T
	trees int
	names int
}

func (g *generator) pick(label string, words ...string) string {
	return rapid.SampledFrom(words).Draw(g.t, label)
}

func (g *generator) value(label string) string {
	return g.pick(label, "{a}", "{=}", " {b} ", "{@c}", "text", "", "<&>\"'", "a\nb\tc\r", "&amp;", "検査", "1;2;3")
}

func (g *generator) attr(name, value string) *btcpp.Attr {
	return &btcpp.Attr{Name: name, Value: value}
}

func (g *generator) often(label string, n int) bool {
	return rapid.IntRange(0, n).Draw(g.t, label) == 0
}

// node makes a node of tree number i, which uses later trees only.
func (g *generator) node(i, depth int) *btcpp.Element {
	e := g.kind(i, depth)
	if g.often("named", 3) {
		g.names++
		e.Name = fmt.Sprintf("node %d%s", g.names, g.pick("name", "", "é", "/<&\""))
	}
	if g.often("skip", 4) {
		e.SkipIf = g.attr("_skipIf", g.pick("script", "a < 1 && b", "true", "c == 'x'"))
	}
	if g.often("post", 4) {
		e.Post = g.attr("_post", g.pick("script", "a := 1;\nb := '\"'", "n += 1"))
	}
	if g.often("other", 5) {
		e.Other = []btcpp.Attr{*g.attr("_uid", "12")}
	}
	return e
}

func (g *generator) kind(i, depth int) *btcpp.Element {
	kinds := []string{"leaf", "host", "script"}
	if i < g.trees-1 {
		kinds = append(kinds, "tree")
	}
	if depth > 0 {
		kinds = append(kinds, "decorator", "control", "explicit")
	}
	switch g.pick("kind", kinds...) {
	case "host":
		return &btcpp.Element{Category: btcpp.Action, ID: "Host", Explicit: g.often("explicit", 1), Attrs: []btcpp.Attr{*g.attr("in", g.value("in"))}}
	case "script":
		return &btcpp.Element{Category: btcpp.Action, ID: "Script", Attrs: []btcpp.Attr{*g.attr("code", "a := 1 &&\n b<2")}}
	case "tree":
		e := &btcpp.Element{Category: btcpp.SubTree, ID: fmt.Sprintf("T%d", rapid.IntRange(i+1, g.trees-1).Draw(g.t, "tree")), AutoRemap: g.often("auto", 2)}
		if g.often("remap", 1) {
			e.Attrs = []btcpp.Attr{*g.attr("x", g.value("x"))}
		}
		return e
	case "decorator":
		return &btcpp.Element{Category: btcpp.Decorator, ID: "Inverter", Children: []*btcpp.Element{g.node(i, depth-1)}}
	case "control", "explicit":
		e := &btcpp.Element{Category: btcpp.Control, ID: g.pick("control", "Sequence", "Fallback", "Parallel"), Explicit: g.often("explicit", 3)}
		for range rapid.IntRange(1, 3).Draw(g.t, "children") {
			e.Children = append(e.Children, g.node(i, depth-1))
		}
		return e
	}
	return &btcpp.Element{Category: btcpp.Condition, ID: "Look"}
}

func (g *generator) document() *btcpp.Document {
	d := &btcpp.Document{Name: "x.xml", Version: 4, Models: []*btcpp.Model{
		{ID: "Host", Category: btcpp.Action, Ports: []btcpp.Port{{Name: "in", Type: g.pick("type", "", "std::string", "Point<a>"), HasDefault: true, Default: g.value("default"), Description: "a <b>\nc"}},
			Metadata: []btcpp.Metadata{{Key: "k", Value: g.value("metadata")}}},
		{ID: "Look", Category: btcpp.Condition},
	}}
	g.trees = rapid.IntRange(1, 4).Draw(g.t, "trees")
	for i := range g.trees {
		d.Trees = append(d.Trees, &btcpp.Tree{ID: fmt.Sprintf("T%d", i), Root: g.node(i, 4)})
	}
	if d.Main = "T0"; g.trees > 1 && g.often("undecided", 2) {
		d.Main = ""
	}
	return d
}

// setModels gives the nodes of a document their models, as reading does.
func setModels(d *btcpp.Document) {
	var set func(e *btcpp.Element)
	set = func(e *btcpp.Element) {
		if e.Model = d.Model(e.ID); e.Model == nil {
			e.Model = btcpp.Builtin(e.ID)
		}
		if e.Category == btcpp.SubTree {
			e.Explicit = true
		}
		for _, child := range e.Children {
			set(child)
		}
	}
	for _, t := range d.Trees {
		set(t.Root)
	}
}

func TestAnyDocumentIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{t: t}
		d := g.document()
		setModels(d)
		readAgain(t, d, btcpp.Options{})
	})
}
