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

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/bt"
	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// traced is a tree with what BehaviorTree.CPP did with it.
type traced struct {
	ID, XML string
	Ticks   []struct {
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
}

func newStage(t *testing.T, info *def.Info, scripts map[string]string, looks map[string]bool) *stage {
	s := &stage{scripts: scripts, looks: looks, next: map[string]int{}, state: &world.State{}}
	s.state.CopyFrom(info.Initial)
	var signatures []activity.Signature
	for _, a := range info.Actions {
		signatures = append(signatures, activity.Signature{Name: a.Name})
	}
	b := activity.NewBindings(info.Schema, signatures, nil)
	for _, a := range info.Actions {
		s.bind(b, a.Name)
	}
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	forest := bt.Compile(info, bt.Options{Activity: func(*def.NodeInfo) int32 { return 0 }})
	s.env = bt.Env{Ctx: activity.NewCtx(7, 10, nil), Instances: activity.NewInstances(b), Machine: &expr.Machine{}}
	for i, tree := range info.Trees {
		if tree.Name == "Main" {
			s.tree.Reset(forest.Program(int32(i)), 0, true)
		}
	}
	return s
}

// bind makes an action give the outcomes of its script, round and round.
func (s *stage) bind(b *activity.Bindings, name string) {
	type begun struct{ Running bool }
	activity.Bind(b, name, func(c *activity.Ctx, _ *struct{}, st *begun) activity.Status {
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
			return activity.Success
		case 'F':
			return activity.Failure
		}
		return activity.Running
	}, activity.OnAbort(func(*activity.Ctx, *struct{}, *begun, activity.Reason) {
		if !s.looks[name] {
			s.events = append(s.events, "halted "+name)
		}
	}))
}

func (s *stage) step() string {
	s.tick++
	s.events = nil
	s.tree.NoticeAll()
	s.env.Ctx.Enter(1, s.tick, s.state)
	return strings.ToUpper(fmt.Sprint(s.tree.Tick(&s.env)))
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
func (c *traced) differs(t *testing.T, s *stage) string {
	for i, tick := range c.Ticks {
		if tick.Status == "haltTree" || tick.Error != "" {
			break
		}
		want := tick.Status
		if want == "SKIPPED" {
			want = "FAILURE" // which a tree that is skipped counts as
		}
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

var kindOfCase = regexp.MustCompile(`^x_([A-Za-z]+)`)

// What is translated without a warning does the same as in BehaviorTree.CPP, tick by tick.
func TestTranslatedTreesDoTheSame(t *testing.T) {
	packed, err := os.ReadFile(filepath.Join(dataDir(t), "traces", "exh.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	o := btcpp.Options{Nodes: testNodes(t)}
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, 1<<24)
	counts := map[string]*[4]int{} // by kind of node: refused, without warning and the same, with warning and the same, with warning
	for i := 0; scanner.Scan(); i++ {
		if testing.Short() && i%10 != 0 {
			continue
		}
		var c traced
		if err := json.Unmarshal(scanner.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		kind := kindOfCase.FindStringSubmatch(c.ID)[1]
		n := counts[kind]
		if n == nil {
			n = &[4]int{}
			counts[kind] = n
		}
		d, _ := btcpp.ReadString("case.xml", c.XML, o)
		scripts, looks := ownActions(d)
		m, ds := btcpp.ToModel(d)
		if m == nil {
			n[0]++
			continue
		}
		info, _ := def.Check(m)
		diff := c.differs(t, newStage(t, info, scripts, looks))
		warned := slices.ContainsFunc(ds.All, func(d diag.Diagnostic) bool { return d.Code == diag.BTNotInModel })
		switch {
		case warned && diff != "":
			n[3]++
		case warned:
			n[2]++
		case diff != "":
			t.Errorf("%s: %.300s\n%s", c.ID, diff, c.XML)
		default:
			n[1]++
		}
	}
	sum := [4]int{}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		n := counts[kind]
		t.Logf("%s: %d refused, %d the same, warned of %d the same and %d not", kind, n[0], n[1], n[2], n[3])
		for i := range sum {
			sum[i] += n[i]
		}
	}
	t.Logf("all: %d refused, %d the same, warned of %d the same and %d not", sum[0], sum[1], sum[2], sum[3])
	if sum[1] < 4000 && !testing.Short() {
		t.Error("few cases are the same")
	}
}
