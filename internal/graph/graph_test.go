package graph

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

func loadExample(t testing.TB, name string) *def.Info {
	t.Helper()
	model, ds := lang.Load(os.DirFS("../../examples/"+name), name+".krk")
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	info, ds := def.Check(model)
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	return info
}

var examples = []string{"meal", "soldier", "guards", "gatherer", "fireteam", "kitchen", "errands"}

// hostile is a graph with texts that mean something in each of the languages.
func hostile() *Graph {
	texts := []string{"a \"quoted\" & <b>bold</b>", "]]></svg><script>alert(1)</script>", "end; style n0 fill:#f00", "end", "subgraph", "graph TD; click n0 callback", "[a](b){c}((d))>e]", "%%{init: {}}%%", "`code` #35; \\n \\\" |pipe| {brace}", "line\nbreak\ttab\x00\x1b nul", "料理を作る… \ufffe \xff", "", strings.Repeat("long && ", 200)}
	g := &Graph{}
	for i, text := range texts {
		b := Box{ID: fmt.Sprint(i), Kind: "task", Name: text, Title: text, Note: text, Lines: []Line{{Kind: "method", Name: text, Note: text}, {Kind: "method", Name: text}}}
		g.Boxes = append(g.Boxes, b)
		g.Edges = append(g.Edges, Edge{fmt.Sprint(i), 1, fmt.Sprint((i + 1) % len(texts)), "calls"}, Edge{fmt.Sprint(i), 0, fmt.Sprint(i), "does"}, Edge{fmt.Sprint(i), -1, "nowhere", "calls"})
	}
	return g
}

func render(t testing.TB, write func(io.Writer, *Graph, string) error, g *Graph) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, g, `a "title" <of> \ all`); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSVGIsWellFormed: for any texts, it is one XML document without scripts, with the texts.
func TestSVGIsWellFormed(t *testing.T) {
	graphs := map[string]*Graph{"hostile": hostile(), "empty": {}}
	for _, name := range examples {
		graphs[name] = Domain(loadExample(t, name))
	}
	for name, g := range graphs {
		d := xml.NewDecoder(strings.NewReader(render(t, SVG, g)))
		seen := map[string]int{}
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e, ok := token.(xml.StartElement); ok {
				seen[e.Name.Local]++
			}
		}
		if seen["script"] > 0 || seen["svg"] != 1 || seen["title"] != 1+len(g.Boxes) || seen["desc"] != 1 {
			t.Errorf("%s: %v", name, seen)
		}
	}
}

// dotLine is a statement as Dot writes it: quoted text holds no quotation mark, and text between tags no bracket.
var dotLine = regexp.MustCompile(`^(  n\d+ \[tooltip="(?:[^"\\]|\\.)*", label=<(?:<[a-z/][^<>]*>|[^<>])*>\];|  n\d+:p\d*:e -> n\d+:p:w(?: \[style=dashed\])?;)$`)

func TestDotIsDot(t *testing.T) {
	for _, g := range []*Graph{hostile(), Domain(loadExample(t, "fireteam"))} {
		lines := strings.Split(strings.TrimSpace(render(t, Dot, g)), "\n")
		if lines[0] != `digraph "a \"title\" <of> \\ all" {` || lines[len(lines)-1] != "}" {
			t.Errorf("%s ... %s", lines[0], lines[len(lines)-1])
		}
		for _, line := range lines[4 : len(lines)-1] {
			if !dotLine.MatchString(line) {
				t.Errorf("%q", line)
			}
			if strings.Contains(line, `"9"></font>`) || strings.Contains(line, "<b></b>") {
				t.Errorf("an empty tag: %q", line)
			}
		}
	}
}

// mermaidLine is the same for Mermaid: quoted text holds no quotation marks, and no characters with a meaning for
// Mermaid.
var mermaidLine = regexp.MustCompile("^(  n\\d+\\[\"(?:<(?:b|/b|small|/small|br/)>|[^\"<>`\\\\])*\"\\]:::of_[a-z]+|  n\\d+ (?:-->|-\\.->)(?:\\|\"[^\"<>`\\\\]*\"\\|)? n\\d+|  classDef of_[a-z]+ text-align:left,stroke:#[0-9a-f]{6})$")

func TestMermaidIsMermaid(t *testing.T) {
	for _, g := range []*Graph{hostile(), Domain(loadExample(t, "fireteam"))} {
		lines := strings.Split(strings.TrimSuffix(render(t, Mermaid, g), "\n"), "\n")
		if got := strings.Join(lines[:4], "|"); got != `---|title: "a \"title\" <of> \\ all"|---|flowchart LR` {
			t.Errorf("%s", got)
		}
		for _, line := range lines[4:] {
			if !mermaidLine.MatchString(line) {
				t.Errorf("%q", line)
			}
		}
	}
}

// TestNothingOverlaps: boxes keep apart, stand to the right of what leads to them, and each is in the picture.
func TestNothingOverlaps(t *testing.T) {
	for _, name := range examples {
		boxes, edges, width, height := layout(Domain(loadExample(t, name)))
		at := map[string]*placed{}
		for i := range boxes {
			a := &boxes[i]
			at[a.ID] = a
			if a.x < margin || a.y < margin || a.x+a.width > width-margin+1 || a.y+a.height > height-margin+1 {
				t.Errorf("%s: %s is not in the picture", name, a.ID)
			}
			for k := range i {
				b := &boxes[k]
				if a.x < b.x+b.width && b.x < a.x+a.width && a.y < b.y+b.height+rowGap-2 && b.y < a.y+a.height+rowGap-2 {
					t.Errorf("%s: %s and %s overlap", name, a.ID, b.ID)
				}
			}
		}
		back, own := 0, 0
		for _, e := range edges {
			switch {
			case e.From == e.To:
				own++
			case at[e.To].x <= at[e.From].x:
				back++
			}
		}
		if name == "meal" && own != 2 {
			t.Errorf("%d methods of dine lead to dine itself, want 2", own)
		}
		if back > len(edges)/10 {
			t.Errorf("%s: %d of %d edges lead back", name, back, len(edges))
		}
	}
}

// TestTreesKeepTheirOrder: children stand from above to below in the order in which they are asked.
func TestTreesKeepTheirOrder(t *testing.T) {
	for _, name := range examples {
		info := loadExample(t, name)
		for _, tree := range info.Trees {
			g, _ := Tree(info, tree.Name)
			boxes, edges, _, _ := layout(g)
			if len(boxes) != tree.Nodes || len(edges) != tree.Nodes-1 {
				t.Fatalf("%s: %d boxes and %d edges, want %d", tree.Name, len(boxes), len(edges), tree.Nodes)
			}
			last := map[string]float64{}
			for _, e := range edges {
				i := slices.IndexFunc(boxes, func(b placed) bool { return b.ID == e.To })
				if y, ok := last[e.From]; ok && boxes[i].y <= y {
					t.Errorf("%s: %s stands above the one before it", tree.Name, e.To)
				}
				last[e.From] = boxes[i].y
			}
		}
	}
}

// TestTheSameEachTime, whatever the order of maps.
func TestTheSameEachTime(t *testing.T) {
	info := loadExample(t, "fireteam")
	for _, write := range []func(io.Writer, *Graph, string) error{SVG, Dot, Mermaid} {
		first := render(t, write, Domain(info))
		for range 5 {
			if render(t, write, Domain(info)) != first {
				t.Fatal("it is another one")
			}
		}
	}
}

func TestFrom(t *testing.T) {
	g := Domain(loadExample(t, "meal"))
	part, ok := g.From("buy")
	if !ok || len(part.Boxes) != 2 || len(part.Edges) != 1 {
		t.Errorf("%+v", part)
	}
	if part, ok := g.From("task dine"); !ok || len(part.Boxes) != 5 {
		t.Errorf("%+v", part)
	}
	if _, ok := g.From("nobody"); ok {
		t.Error("there is a part of nobody")
	}
}
