package btexact_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// traceCase is a tree with what BehaviorTree.CPP did with it, tick by tick.
type traceCase struct {
	ID    string      `json:"id"`
	XML   string      `json:"xml"`
	Error string      `json:"parse_error"` // the library does not read the tree
	Ticks []traceTick `json:"ticks"`
}

type traceTick struct {
	Status string         `json:"status"` // "haltTree": the tree was halted instead
	Error  string         `json:"error"`
	Events [][]string     `json:"events"`
	Trans  [][3]string    `json:"trans"`
	Board  map[string]any `json:"bb"`
}

// defects are exceptions that BehaviorTree.CPP throws by mistake, by their messages; this package skips the node.
var defects = []struct{ name, says string }{
	{"IfThenElse with a skipped condition", "Something unexpected happened in IfThenElseNode"},
	{"WhileDoElse with a skipped condition", "you are not allowed to set manually the status to IDLE"},
}

func defectOf(says string) string {
	for _, d := range defects {
		if strings.Contains(says, d.says) {
			return d.name
		}
	}
	return ""
}

// traceFiles returns the recorded traces; it skips the test if there are none.
func traceFiles(t *testing.T) []string {
	dir := os.Getenv("KARAKURI_BTCPP_TRACES")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data", "btcpp", "traces")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Skipf("no traces of BehaviorTree.CPP in %s; KARAKURI_BTCPP_TRACES says where they are", dir)
	}
	return files
}

// TestConformance plays every recorded tree and compares statuses, calls of leaves, transitions in order and
// blackboard. Left out are the blackboard after haltTree, which runs scripts of nodes that were not running, and from
// the tick on what BehaviorTree.CPP's own mistakes lead to.
func TestConformance(t *testing.T) {
	for _, file := range traceFiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			passed, excluded, failed := 0, map[string]int{}, 0
			eachTrace(t, file, func(c *traceCase) {
				defect, err := playTrace(c)
				switch {
				case err != nil:
					if failed++; failed <= 5 {
						t.Errorf("%s: %v\n%s", c.ID, err, c.XML)
					}
				case defect != "":
					excluded[defect]++
				default:
					passed++
				}
			})
			for _, d := range defects {
				if n := excluded[d.name]; n > 0 {
					t.Logf("%d compared up to a mistake of BehaviorTree.CPP: %s", n, d.name)
				}
			}
			t.Logf("%d passed, %d failed", passed, failed)
		})
	}
}

func eachTrace(t *testing.T, file string, visit func(c *traceCase)) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var c traceCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		visit(&c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// player is a tree with scripted leaves, and what happened in the current tick.
type player struct {
	tree    *btexact.Tree
	events  [][]string
	trans   [][3]string
	board   map[string]btexact.Value // after the tick, or at its error
	stopped bool                     // at an error: what halting does then is not recorded
}

// Transition records.
func (p *player) Transition(_ time.Duration, n btexact.NodeID, prev, next btexact.Status) {
	if !p.stopped {
		p.trans = append(p.trans, [3]string{p.tree.Program().Node(n).Name, prev.String(), next.String()})
	}
}

// Fault ends the recording of the tick. Halting afterwards may run scripts, and make mistakes of its own.
func (p *player) Fault(time.Duration, *btexact.Error) {
	if !p.stopped {
		p.stopped = true
		p.look()
	}
}

// look keeps what the blackboard holds now.
func (p *player) look() {
	p.board = map[string]btexact.Value{}
	for _, key := range p.tree.Blackboard().Keys() {
		p.board[key], _ = p.tree.Blackboard().Get(key)
	}
}

func (p *player) event(kind, name string, outcome ...string) {
	if !p.stopped {
		p.events = append(p.events, append([]string{kind, name}, outcome...))
	}
}

// next takes the next outcome of a leaf's script, a cyclic list of S, F and R.
func (p *player) next(kind string) func(c *btexact.Call) btexact.Status {
	return func(c *btexact.Call) btexact.Status {
		seq, err := c.Text("seq")
		if err != nil || seq == "" {
			panic("no script")
		}
		at := &c.Memory()[0]
		outcome := seq[*at%int64(len(seq))]
		*at++
		p.event(kind, c.Name(), string(outcome))
		return map[byte]btexact.Status{'S': btexact.Success, 'F': btexact.Failure, 'R': btexact.Running}[outcome]
	}
}

var traceModels = []btcpp.Model{
	{ID: "A", Category: btcpp.Action, Ports: []btcpp.Port{{Name: "seq", Type: "std::string"}}},
	{ID: "C", Category: btcpp.Condition, Ports: []btcpp.Port{{Name: "seq", Type: "std::string"}}},
}

// newPlayer makes a tree ready, with the blackboard that the traces begin with.
func newPlayer(xml string, branches ...map[string]btexact.Branch) (*player, error) {
	return newPlayerOf(xml, traceModels, branches...)
}

func newPlayerOf(xml string, models []btcpp.Model, branches ...map[string]btexact.Branch) (*player, error) {
	doc, ds := btcpp.ReadString("trace.xml", xml, btcpp.Options{Nodes: models})
	if err := ds.Err(); err != nil {
		return nil, err
	}
	p := &player{}
	o := btexact.Options{Leaves: map[string]btexact.Leaf{
		"A": btexact.Async(p.next("start"), p.next("running"), func(c *btexact.Call) { p.event("halted", c.Name()) }),
		"C": btexact.Sync(p.next("cond")),
	}}
	for _, own := range branches {
		o.Branches = own
	}
	program, ds := btexact.Compile(doc, o)
	if err := ds.Err(); err != nil {
		return nil, err
	}
	p.tree = program.NewTree()
	p.tree.Observe(p)
	for _, key := range []string{"a", "b", "c"} {
		if err := p.tree.Blackboard().Set(key, btexact.Int(0)); err != nil {
			return nil, err
		}
	}
	return p, p.tree.Blackboard().Set("m", btexact.Text("1"))
}

// playTrace compares a recorded case; it returns the mistake of BehaviorTree.CPP that ends the comparison, if any.
func playTrace(c *traceCase, branches ...map[string]btexact.Branch) (defect string, err error) {
	p, err := newPlayer(c.XML, branches...)
	switch {
	case c.Error != "" && err == nil:
		return "", fmt.Errorf("it is read, but not by the library: %s", c.Error)
	case c.Error != "":
		return "", nil // neither reads it
	case err != nil:
		return "", err
	}
	for i := range c.Ticks {
		want := &c.Ticks[i]
		p.events, p.trans, p.stopped = nil, nil, false
		var status string
		var fault error
		if want.Status == "haltTree" {
			status, fault = want.Status, p.tree.Halt()
		} else {
			var s btexact.Status
			s, fault = p.tree.Tick(time.Duration(i) * time.Microsecond)
			status = s.String()
		}
		if defect := defectOf(want.Error); defect != "" {
			return defect, p.begins(want)
		}
		if (fault != nil) != (want.Error != "") {
			return "", fmt.Errorf("tick %d: error %v, want %q", i, fault, want.Error)
		}
		if fault == nil && status != want.Status {
			return "", fmt.Errorf("tick %d: %s, want %s", i, status, want.Status)
		}
		if err := p.compare(want); err != nil {
			return "", fmt.Errorf("tick %d: %w", i, err)
		}
		if want.Error != "" {
			break // the recording ends here
		}
	}
	return "", nil
}

// begins reports whether the events begin with the recorded ones.
func (p *player) begins(want *traceTick) error {
	if len(p.trans) < len(want.Trans) || !slices.Equal(p.trans[:len(want.Trans)], want.Trans) {
		return fmt.Errorf("transitions %v do not begin with %v", p.trans, want.Trans)
	}
	if len(p.events) < len(want.Events) || !slices.EqualFunc(p.events[:len(want.Events)], want.Events, slices.Equal) {
		return fmt.Errorf("calls %v do not begin with %v", p.events, want.Events)
	}
	return nil
}

func (p *player) compare(want *traceTick) error {
	if !slices.EqualFunc(p.events, want.Events, slices.Equal) {
		return fmt.Errorf("calls %v, want %v", p.events, want.Events)
	}
	if !slices.Equal(p.trans, want.Trans) {
		return fmt.Errorf("transitions\n%v, want\n%v", p.trans, want.Trans)
	}
	if want.Status == "haltTree" {
		return nil
	}
	if !p.stopped {
		p.look()
	}
	for key, value := range want.Board {
		got := p.board[key]
		if number, ok := value.(float64); ok {
			if f, err := got.Double(); err == nil && f == number {
				continue
			}
		} else if got.String() == fmt.Sprint(value) {
			continue
		}
		return fmt.Errorf("entry %s holds %v, want %v", key, got, value)
	}
	return nil
}
