package studio

import (
	"reflect"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/coverage"
	"github.com/karakuri-ai/karakuri/internal/graph"
)

// countOf returns the count of a text.
func countOf(list []coverage.Number, text string) int64 {
	for _, n := range list {
		if n.Text == text {
			return n.Count
		}
	}
	return 0
}

// Outcomes that occurred are counted, with the part of the condition that failed; others are absent.
func TestCounts(t *testing.T) {
	address, _ := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 100)
	var got coverage.Counts
	c.ask(Request{Op: "coverage"}, &got)
	if got.Plannings == 0 || got.Nodes == 0 || got.Backtracks == 0 || got.Seconds != 10 {
		t.Errorf("%d plannings, %d nodes, %d backtracks in %gs", got.Plannings, got.Nodes, got.Backtracks, got.Seconds)
	}
	hunt, fish, shoot, watch := got.Of["task get_food/1"], got.Of["task get_food/2"], got.Of["operator shoot_deer"], got.Of["operator keep_watch"]
	if hunt == nil || hunt.Chosen != 0 || countOf(hunt.Facts, "taken back") == 0 {
		t.Errorf("hunt: %+v", hunt)
	}
	if fish == nil || fish.Chosen == 0 {
		t.Errorf("fish: %+v", fish)
	}
	if shoot == nil || shoot.Chosen != 0 || shoot.Tried == 0 {
		t.Errorf("shoot_deer: %+v", shoot)
	}
	if watch == nil || countOf(watch.Reasons, "arrows > 0") == 0 || watch.Rejected != countOf(watch.Reasons, "arrows > 0") {
		t.Errorf("keep_watch: %+v", watch)
	}
	if op := got.Of["operator fish"]; op == nil || countOf(op.Facts, "begun") != 1 {
		t.Errorf("fish: %+v", op)
	}
	if agent := got.Of["agent hunter/0"]; agent == nil || agent.Chosen == 0 {
		t.Errorf("the plan line: %+v", agent)
	}
}

// For a moment of the past the choices up to it are reported, live and of a recording, and from when on. A run that
// continues with another program counts anew.
func TestCountsOfThePast(t *testing.T) {
	address, _ := serve(t, Options{}, camp, record(t, camp, 200))
	c, other := dial(t, address), dial(t, address)
	var want, got Coverage
	c.openAt("camp.krk", 60)
	if c.ask(Request{Op: "coverage"}, &want); want.Past || want.From != 0 || want.Until != 6 {
		t.Errorf("%+v", want)
	}
	c.ask(Request{Op: "step", Count: 60}, nil)
	other.ask(Request{Op: "open", File: "run.ktrace"}, nil)
	other.ask(Request{Op: "pause"}, nil)
	for name, page := range map[string]*client{"live": c, "recorded": other} {
		for _, tick := range []int64{90, 60} { // forwards from there, and back
			got = Coverage{}
			page.ask(Request{Op: "coverage", Tick: &tick}, &got)
		}
		if !got.Past || got.From != 0 || got.Until != 6 || !reflect.DeepEqual(got.Of, want.Of) || got.Nodes != want.Nodes {
			t.Errorf("%s: %+v\nwant %+v", name, got, want)
		}
	}
	for _, tick := range []int64{30, 90} { // a recording that continues counts on
		other.ask(Request{Op: "seek", Tick: &tick}, nil)
		if other.ask(Request{Op: "coverage"}, &got); !got.Past || got.Until != float64(tick)/10 {
			t.Errorf("%+v", got)
		}
	}
	var text SourceText
	c.ask(Request{Op: "source", File: "camp.krk"}, &text)
	c.ask(Request{Op: "save", File: text.File, Text: text.Text + "\n"}, nil)
	got = Coverage{}
	if c.ask(Request{Op: "coverage"}, &got); got.From != 12 || got.Plannings != 0 {
		t.Errorf("after a save: %+v", got)
	}
	got = Coverage{}
	if c.ask(Request{Op: "coverage", Tick: ptr[int64](60)}, &got); !reflect.DeepEqual(got.Of, want.Of) {
		t.Errorf("of before the save: %+v", got)
	}
}

// Looking at the past and asking why counts for nothing.
func TestLookingIsNotCounted(t *testing.T) {
	address, _ := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 100)
	var before, after coverage.Counts
	c.ask(Request{Op: "coverage"}, &before)
	var e Exploration
	c.ask(Request{Op: "explain", Agent: "hunter#1", Tick: ptr(int64(20))}, &e)
	c.ask(Request{Op: "coverage"}, &after)
	if before.Nodes != after.Nodes || before.Plannings != after.Plannings {
		t.Errorf("%d nodes, then %d", before.Nodes, after.Nodes)
	}
}

// The graph of the domain has boxes for all edges, and the counts of trees are by node.
func TestDomainGraph(t *testing.T) {
	address, _ := serve(t, Options{}, "../../examples/guards/guards.krk")
	c := dial(t, address)
	c.openAt("guards.krk", 100)
	var whole, nodes graph.Graph
	c.ask(Request{Op: "domain"}, &whole)
	boxes := map[string]*graph.Box{}
	var tree string
	for i := range whole.Boxes {
		b := &whole.Boxes[i]
		boxes[b.ID] = b
		if b.Kind == "tree" {
			tree = b.Name
		}
	}
	for _, e := range whole.Edges {
		if from := boxes[e.From]; from == nil || boxes[e.To] == nil || e.Line >= len(from.Lines) {
			t.Errorf("the edge %+v leads nowhere", e)
		}
	}
	c.ask(Request{Op: "domain", Name: tree}, &nodes)
	if len(nodes.Boxes) != boxes["tree "+tree].Size || nodes.Boxes[0].Up != -1 || nodes.Boxes[1].Tree != "tree "+tree {
		t.Fatalf("%d nodes, want %d", len(nodes.Boxes), boxes["tree "+tree].Size)
	}
	var names []string
	for _, b := range whole.Boxes {
		if b.Kind == "tree" {
			names = append(names, b.Name)
		}
	}
	var got coverage.Counts
	c.ask(Request{Op: "coverage", Names: names}, &got)
	found := false
	for id, w := range got.Of {
		found = found || strings.HasPrefix(id, "node ") && w.Tried > 0
	}
	if !found {
		t.Errorf("no node has been counted: %d things", len(got.Of))
	}
	if _, fault := c.try(Request{Op: "domain", Name: "nothing"}); !strings.Contains(fault, "there is no tree nothing") {
		t.Errorf("%q", fault)
	}
}

// In every example each edge leads from a box to a box, and counts use the names of the graph.
func TestCountsAreOfTheGraph(t *testing.T) {
	for _, file := range []string{"meal", "soldier", "guards", "gatherer", "fireteam", "kitchen", "errands"} {
		s := open(t, "../../examples/"+file+"/"+file+".krk", Options{Seed: 1})
		for range 100 {
			s.step()
		}
		info := s.source.program.Info
		known := map[string]int{}
		var trees []string
		for _, b := range graph.Domain(info).Boxes {
			known[b.ID] = len(b.Lines)
		}
		for _, tree := range info.Trees {
			trees = append(trees, tree.Name)
			for _, b := range graph.Nodes(info, tree).Boxes {
				known[b.ID] = 0
			}
		}
		for id := range s.journal.counter.Counts(s.stage.Crowd().View().Tally(), trees).Of {
			box, line, ok := strings.Cut(id, "/")
			n, there := known[box]
			if !there || ok && len(line) == 1 && int(line[0]-'0') >= n {
				t.Errorf("%s: %s is nothing in the graph", file, id)
			}
		}
	}
}
