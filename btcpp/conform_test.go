package btcpp_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// traced is a tree with what BehaviorTree.CPP did with it.
type traced struct {
	ID, XML    string
	ParseError string `json:"parse_error"` // the library does not read the tree
	Ticks      []struct {
		Status string
		Error  string
		Events [][]string
	}
}

// stage is a translated tree whose actions follow their scripts.
type stage struct {
	tree    bt.Tree
	env     bt.Env
	state   *world.State
	tick    int64
	scripts map[string]string // outcomes, by action
	next    map[string]int
	looks   map[string]bool // conditions
	events  []string
	polling bool // everything is looked at in each tick, not only what has changed
}

func newStage(t *testing.T, info *def.Info, scripts map[string]string, looks map[string]bool) *stage {
	s := &stage{scripts: scripts, looks: looks, next: map[string]int{}, state: &world.State{}}
	s.state.CopyFrom(info.Initial)
	var signatures []action.Signature
	for _, a := range info.Actions {
		signatures = append(signatures, action.Signature{Name: a.Name})
	}
	b := action.NewBindings(info.Schema, signatures, nil)
	for _, a := range info.Actions {
		switch a.Name {
		case "HostRobin":
			action.Bind(b, a.Name, hostRobin)
		case "HostInvert":
			action.Bind(b, a.Name, hostInvert)
		default:
			s.bind(b, a.Name)
		}
	}
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	forest, _ := bt.Compile(info, bt.Options{Activity: func(*def.NodeInfo) int32 { return 0 }})
	s.env = bt.Env{Ctx: action.NewCtx(7, 10, nil), Instances: action.NewInstances(b), Machine: &expr.Machine{}}
	for i, tree := range info.Trees {
		if tree.Name == "Main" {
			s.tree.Reset(forest.Program(int32(i)), 0, true)
		}
	}
	return s
}

// hostRobin is the composite of the tests, which does what exactRobin does.
func hostRobin(c *action.Ctx, _ *struct{}, at *struct{ Turn int64 }) action.Status {
	switch c.TickChild(int(at.Turn % int64(c.Children()))) {
	case action.Failure:
		return action.Success
	case action.Success, action.Inactive:
		at.Turn++
	}
	return action.Running
}

// hostInvert is the decorator of the tests.
func hostInvert(c *action.Ctx, _ *struct{}, _ *struct{}) action.Status {
	switch s := c.TickChild(0); s {
	case action.Success:
		return action.Failure
	case action.Failure:
		return action.Success
	default:
		return s
	}
}

// bind makes an action give the outcomes of its script, round and round.
func (s *stage) bind(b *action.Bindings, name string) {
	type begun struct{ Running bool }
	action.Bind(b, name, func(c *action.Ctx, _ *struct{}, st *begun) action.Status {
		script := s.scripts[name]
		outcome := script[s.next[name]%len(script)]
		s.next[name]++
		word := "start"
		switch {
		case s.looks[name]:
			word = "cond"
		case st.Running:
			word = "running"
		}
		st.Running = true
		s.events = append(s.events, fmt.Sprint(word, " ", name, " ", string(outcome)))
		switch outcome {
		case 'S':
			return action.Success
		case 'F':
			return action.Failure
		}
		return action.Running
	}, action.OnAbort(func(*action.Ctx, *struct{}, *begun, action.Reason) {
		if !s.looks[name] {
			s.events = append(s.events, "halted "+name)
		}
	}))
}

func (s *stage) step() string {
	s.tick++
	s.events = nil
	if s.polling {
		s.tree.NoticeAll()
	}
	s.env.Ctx.Enter(1, s.tick, s.state)
	status := s.tree.Tick(&s.env)
	s.tree.Notice(s.state.Changes(world.Mark{}))
	s.state.Forget()
	return strings.ToUpper(fmt.Sprint(status))
}

// ownActions makes an action of its own of each leaf of the traces, and returns their scripts.
func ownActions(d *btcpp.Document) (scripts map[string]string, looks map[string]bool) {
	scripts, looks = map[string]string{}, map[string]bool{}
	var visit func(e *btcpp.Element)
	visit = func(e *btcpp.Element) {
		if e.ID == "A" || e.ID == "C" {
			scripts[e.Name], looks[e.Name] = e.Attr("seq").Value, e.ID == "C"
			e.ID, e.Attrs, e.Model = e.Name, nil, &btcpp.Model{ID: e.Name, Category: e.Category}
		}
		for _, child := range e.Children {
			visit(child)
		}
	}
	for _, t := range d.Trees {
		visit(t.Root)
	}
	return scripts, looks
}

// differs returns the first tick in which a translated tree does something else than the library did; "": none.
func (c *traced) differs(s *stage) string {
	for i, tick := range c.Ticks {
		if tick.Status == "haltTree" || tick.Error != "" {
			break
		}
		want := asNative(tick.Status)
		status := s.step()
		var events []string
		for _, e := range tick.Events {
			events = append(events, strings.Join(e, " "))
		}
		if got, all := strings.Join(s.events, ", "), strings.Join(events, ", "); status != want || got != all {
			return fmt.Sprintf("tick %d: %s (%s), in BehaviorTree.CPP %s (%s)", i+1, status, got, want, all)
		}
	}
	return ""
}

var kindOfCase = regexp.MustCompile(`^[a-z]+_[A-Za-z]+`)

// outcome is the state of a recorded tree.
type outcome uint8

const (
	translated outcome = iota // without a warning, and does the same
	warnedSame                // with a warning
	warnedOther
	refusedToo // the library does not read it either
	refusedOnly
	outcomes
)

func (o outcome) String() string {
	return [...]string{"the same", "warned of and the same", "warned of and not the same", "refused here and there", "refused here"}[o]
}

// outcomeOf translates a recorded tree, and compares its behaviour. A difference without a warning is an error.
func (c *traced) outcomeOf(t *testing.T, o btcpp.Options) outcome {
	d, ds := btcpp.ReadString("case.xml", c.XML, o)
	if c.ParseError != "" {
		if !ds.HasErrors() {
			t.Errorf("%s: the library does not read it (%s)\n%s", c.ID, c.ParseError, c.XML)
		}
		return refusedToo
	}
	if ds.HasErrors() {
		t.Errorf("%s: %v\n%s", c.ID, ds.Err(), c.XML)
		return refusedOnly
	}
	scripts, looks := ownActions(d)
	m, ds := toModel(d)
	if m == nil {
		return refusedOnly
	}
	worst := translated
	for _, polling := range []bool{true, false} {
		info, _ := def.Check(m)
		s := newStage(t, info, scripts, looks)
		s.polling = polling
		diff := c.differs(s)
		switch {
		case warnedOf(ds) && diff != "":
			worst = warnedOther
		case warnedOf(ds):
			worst = max(worst, warnedSame)
		case diff != "":
			t.Errorf("%s, polling %t: %.300s\n%s", c.ID, polling, diff, c.XML)
		}
	}
	return worst
}

// A tree that is translated without a warning does the same as in BehaviorTree.CPP, tick by tick, whether it evaluates
// everything in each tick or only what has changed.
func TestTranslatedTreesDoTheSame(t *testing.T) {
	o := btcpp.Options{Nodes: testNodes(t)}
	counts, sum := map[string]*[outcomes]int{}, [outcomes]int{} // by kind of node
	for i, c := range tracedCases(t) {
		if testing.Short() && i%10 != 0 {
			continue
		}
		kind := kindOfCase.FindString(c.ID)
		if counts[kind] == nil {
			counts[kind] = &[outcomes]int{}
		}
		was := c.outcomeOf(t, o)
		counts[kind][was]++
		sum[was]++
	}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%s: %s", kind, counted(counts[kind]))
	}
	t.Logf("all: %s", counted(&sum))
	if sum[translated] < (sum[translated]+sum[warnedSame]+sum[warnedOther]+sum[refusedOnly])/3 {
		t.Error("few cases are the same")
	}
}

func counted(n *[outcomes]int) string {
	var list []string
	for i := range outcomes {
		if n[i] > 0 {
			list = append(list, fmt.Sprintf("%d %s", n[i], i))
		}
	}
	return strings.Join(list, ", ")
}

// tracedCases returns all recorded trees.
func tracedCases(t *testing.T) (list []*traced) {
	files, err := filepath.Glob(filepath.Join(dataDir(t), "traces", "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatal("no traces ", err)
	}
	for _, file := range files {
		packed, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		scanner := bufio.NewScanner(lines)
		scanner.Buffer(nil, 1<<26)
		for scanner.Scan() {
			c := &traced{}
			if err := json.Unmarshal(scanner.Bytes(), c); err != nil {
				t.Fatal(err)
			}
			list = append(list, c)
		}
		if err := scanner.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return list
}
