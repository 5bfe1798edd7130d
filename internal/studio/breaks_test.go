package studio

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
)

const (
	guards   = "../../examples/guards/guards.krk"
	gatherer = "../../examples/gatherer/gatherer.krk"
	woods    = "../../examples/gatherer/gatherer.scene"
)

// hitAt opens a file, sets a breakpoint, and continues until the simulation pauses, except for most ticks.
func hitAt(t *testing.T, b Break, most int, files ...string) (*client, *Opened, *BreakList) {
	t.Helper()
	address, _ := serve(t, Options{}, files...)
	c := dial(t, address)
	name := files[0][strings.LastIndexByte(files[0], '/')+1:]
	c.openAt(name, 0)
	var l BreakList
	c.ask(Request{Op: "break", Break: &b}, &l)
	var o Opened
	for range most / 50 {
		if c.ask(Request{Op: "step", Count: 50}, nil); o.Frame == nil || o.Frame.Hit == nil {
			c.ask(Request{Op: "open", File: name}, &o)
		}
		if o.Frame.Hit != nil {
			break
		}
	}
	c.ask(Request{Op: "breaks"}, &l)
	return c, &o, &l
}

// A running simulation pauses at a breakpoint of each kind, and says whose it is and why.
func TestBreaks(t *testing.T) {
	for _, c := range []struct {
		b     Break
		kind  BreakKind
		text  string
		files []string
	}{
		{Break{Name: "light_fire"}, breakOperator, "light_fire", []string{camp}},
		{Break{Kind: breakAction, Name: "work"}, breakAction, "step started", []string{camp}},
		{Break{Name: "get_food/fish"}, breakMethod, "get_food/fish is in the plan", []string{camp}},
		{Break{Name: "get_food/3"}, breakMethod, "is in the plan", []string{camp}},
		{Break{Name: "make_fire"}, breakTask, "make_fire is in the plan", []string{camp}},
		{Break{Name: "meat > 0 && wood > 0"}, breakCondition, "holds", []string{camp}},
		{Break{Name: "light_fire", Agent: "hunter#1"}, breakOperator, "light_fire", []string{camp}},
		{Break{Name: "wood > 0", Of: "hunter"}, breakCondition, "holds", []string{camp}},
		{Break{Kind: breakWant, Name: "gatherer/wander"}, breakWant, "wander", []string{gatherer, woods}},
		{Break{Kind: breakWant, Name: "get_item"}, breakWant, "get_item", []string{gatherer, woods}},
		{Break{Name: "patrol", Kind: breakGoal}, breakGoal, "activated", []string{gatherer, woods}},
	} {
		if c.b.Name == "patrol" { // whichever goal comes first
			c.b.Name = open(t, gatherer, Options{Seed: 1}).source.program.Info.Goals[0].Name
		}
		_, o, l := hitAt(t, c.b, 600, c.files...)
		hit := o.Frame.Hit
		if hit == nil || hit.Kind != c.kind || !strings.Contains(hit.Text, c.text) || !strings.Contains(o.Frame.Paused, hit.Text) {
			t.Errorf("%+v: hit %+v, paused by %q", c.b, hit, o.Frame.Paused)
			continue
		}
		if len(l.Breaks) != 1 || l.Breaks[0].Hits == 0 || l.Breaks[0].Kind != c.kind {
			t.Errorf("%+v: the list is %+v", c.b, l.Breaks)
		}
	}
}

// A breakpoint at a node is at that node of that tree alone.
func TestBreakAtNode(t *testing.T) {
	s := open(t, guards, Options{Seed: 1})
	info, forest := s.source.program.Info, s.stage.Crowd().Program().Trees
	var tree, label string
	var node int32
	for id := range s.stage.Crowd().All {
		for range 30 {
			s.stage.Step()
		}
		for _, run := range s.stage.Crowd().View().Trees(id) {
			for n := range int32(run.Program().Len()) {
				if run.Status(n) == bt.Running && n > 0 {
					tree, node, label = run.Program().Info.Name, n, run.Program().Label(n)
				}
			}
		}
	}
	if tree == "" {
		t.Fatal("no tree runs")
	}
	w, ds := resolve(Break{Kind: breakNode, Name: tree, Node: node, Label: label}, info, s.stage)
	id, _ := nodeOf(info, forest, tree, label)
	if w.Fault != "" || ds.HasErrors() || !w.isNode(id, node) || w.isNode(id, node-1) {
		t.Errorf("%+v", w.Break)
	}
	if w, _ := resolve(Break{Kind: breakNode, Name: tree, Node: 9999, Label: label}, info, s.stage); w.Fault != "" || w.Label != label {
		t.Errorf("by its label it is %+v", w.Break)
	}
	if w, _ := resolve(Break{Kind: breakNode, Name: tree, Node: 9999, Label: "nothing of the kind"}, info, s.stage); w.Fault == "" {
		t.Error("a node that there is not is found")
	}
	_, o, _ := hitAt(t, Break{Kind: breakNode, Name: tree, Node: node, Label: label}, 600, guards)
	if o.Frame.Hit == nil || !strings.HasPrefix(o.Frame.Hit.Text, label) {
		t.Errorf("hit %+v, want %s", o.Frame.Hit, label)
	}
}

// A condition pauses when it becomes true, and not while it stays so.
func TestConditionEdge(t *testing.T) {
	c, o, _ := hitAt(t, Break{Name: "meat > 0"}, 500, camp)
	first := o.Frame.Tick
	c.ask(Request{Op: "step", Count: 5}, nil)
	*o = Opened{}
	c.ask(Request{Op: "open", File: "camp.krk"}, o)
	if o.Frame.Tick != first+5 || o.Frame.Hit != nil {
		t.Errorf("it pauses again at tick %d, %+v", o.Frame.Tick, o.Frame.Hit)
	}
	var l BreakList
	c.ask(Request{Op: "set", Agent: "hunter#1", Sets: []Setting{{"meat", "0"}}}, nil)
	c.ask(Request{Op: "step", Count: 1}, nil)
	c.ask(Request{Op: "set", Agent: "hunter#1", Sets: []Setting{{"meat", "2"}}}, nil)
	c.ask(Request{Op: "step", Count: 1}, nil)
	c.ask(Request{Op: "breaks"}, &l)
	if l.Breaks[0].Hits != 2 {
		t.Errorf("%d hits, want 2", l.Breaks[0].Hits)
	}
	// One that holds already is no reason to pause.
	c.ask(Request{Op: "break", Break: &Break{Name: "meat > 1"}}, nil)
	c.ask(Request{Op: "step", Count: 2}, nil)
	c.ask(Request{Op: "breaks"}, &l)
	if l.Breaks[1].Hits != 0 {
		t.Errorf("%+v holds already", l.Breaks[1])
	}
}

// A condition with a mistake is reported with its place, and is not set.
func TestFaultyCondition(t *testing.T) {
	address, _ := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 0)
	var l BreakList
	for text, want := range map[string]string{"arows > 0": "arrows", "arrows >": "", "arrows": ""} {
		c.ask(Request{Op: "break", Break: &Break{Name: text}}, &l)
		if len(l.Findings) == 0 || len(l.Breaks) != 0 || !strings.Contains(l.Findings[0].Message+l.Findings[0].Hint, want) || l.Findings[0].Col == 0 {
			t.Errorf("%q: %+v", text, l)
		}
	}
	if _, wrong := c.try(Request{Op: "break", Break: &Break{Name: strings.Repeat("x", maxName+1)}}); wrong == "" {
		t.Error("a text without end is taken")
	}
	for i := range MaxBreaks + 1 {
		_, wrong := c.try(Request{Op: "break", Break: &Break{Name: "arrows > " + strings.Repeat("0", i) + "1"}})
		if (wrong != "") != (i >= MaxBreaks) {
			t.Fatalf("breakpoint %d: %q", i, wrong)
		}
	}
	c.ask(Request{Op: "unbreak", Break: &Break{}}, &l)
	if len(l.Breaks) != 0 {
		t.Errorf("%d are left", len(l.Breaks))
	}
}

// Breakpoints outlast a restart and a change of the program, by name; those that are gone are reported.
func TestBreaksStay(t *testing.T) {
	address, folder := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 3)
	for _, name := range []string{"light_fire", "make_fire/near wood", "wood > 0"} {
		c.ask(Request{Op: "break", Break: &Break{Name: name}}, nil)
	}
	c.ask(Request{Op: "restart", Seed: 1}, nil)
	c.ask(Request{Op: "pause"}, nil)
	text := read(t, folder+"/camp.krk")
	var s Saved
	c.ask(Request{Op: "save", File: "camp.krk", Text: strings.ReplaceAll(text, "near wood", "close wood")}, &s)
	var l BreakList
	c.ask(Request{Op: "breaks"}, &l)
	if len(l.Breaks) != 3 || l.Breaks[0].Fault != "" || !strings.Contains(l.Breaks[1].Fault, "near wood") || l.Breaks[2].Fault != "" {
		t.Fatalf("%+v", l.Breaks)
	}
	off := l.Breaks[0]
	off.Off = true
	c.ask(Request{Op: "break", Break: &off}, &l)
	if !l.Breaks[0].Off || len(l.Breaks) != 3 {
		t.Errorf("%+v", l.Breaks)
	}
}

// Events that no breakpoint is at cost no memory, nor do conditions; without breakpoints nothing is called at all.
func TestBreaksAllocateNothing(t *testing.T) {
	s := open(t, guards, Options{Seed: 1})
	info := s.source.program.Info
	list := &breaks{}
	for _, b := range []Break{{Kind: breakNode, Name: info.Trees[0].Name, Node: 1}, {Kind: breakAction, Name: info.Actions[0].Name}, {Name: "true && false"}} {
		w, ds := resolve(b, info, s.stage)
		if ds.HasErrors() || w.Fault != "" {
			t.Fatalf("%+v", w.Break)
		}
		if err := list.set(w); err != nil {
			t.Fatal(err)
		}
	}
	var id agent.ID
	for id = range s.stage.Crowd().All {
		break
	}
	if n := testing.AllocsPerRun(100, func() {
		e, g, p := bt.Event{Kind: bt.NodeEnded, Node: 2, Agent: id}, goal.Event{Kind: goal.StepEnded, Agent: id}, runner.Event{Kind: runner.StepEnded, Agent: id}
		list.treeEvent(s.stage, &e)
		list.goalEvent(s.stage, &g)
		list.planEvent(s.stage, &p)
		list.after(s.stage)
		(*breaks)(nil).after(s.stage)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
