package btexact_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

const ms = time.Millisecond

// document wraps trees: text that begins with another element than BehaviorTree is the main tree's content.
func document(body string) string {
	body = strings.TrimSpace(body)
	if !strings.HasPrefix(body, "<BehaviorTree") && !strings.HasPrefix(body, "<TreeNodesModel") {
		body = `<BehaviorTree ID="Main">` + body + `</BehaviorTree>`
	}
	return `<root BTCPP_format="4" main_tree_to_execute="Main">` + body + `</root>`
}

// models are the nodes that the tests register besides the library's: those of the traces, and some with ports.
func models() []btcpp.Model {
	port := func(d btcpp.Direction, name, typ string) btcpp.Port {
		return btcpp.Port{Name: name, Direction: d, Type: typ}
	}
	list := append(btexact.Extras(), traceModels...)
	return append(list,
		btcpp.Model{ID: "Say", Category: btcpp.Action, Ports: []btcpp.Port{port(btcpp.In, "message", "")}},
		btcpp.Model{ID: "Copy", Category: btcpp.Action, Ports: []btcpp.Port{port(btcpp.In, "in", "std::string"), port(btcpp.Out, "out", "std::string")}},
		btcpp.Model{ID: "Out", Category: btcpp.Action, Ports: []btcpp.Port{
			port(btcpp.Out, "i", "int"), port(btcpp.Out, "u8", "uint8_t"), port(btcpp.Out, "d", "double"), port(btcpp.Out, "b", "bool"),
			port(btcpp.Out, "s", "std::string"), port(btcpp.Out, "any", "")}},
		btcpp.Model{ID: "In", Category: btcpp.Action, Ports: []btcpp.Port{
			port(btcpp.In, "i", "int"), port(btcpp.In, "d", "double"), port(btcpp.In, "b", "bool"), port(btcpp.In, "s", "std::string"),
			port(btcpp.In, "status", "BT::NodeStatus"), port(btcpp.In, "v", "std::vector<int>"), port(btcpp.In, "any", ""),
			{Name: "answer", Type: "int", Default: "42", HasDefault: true}, {Name: "key", Type: "int", Default: "{k}", HasDefault: true},
			{Name: "same", Type: "int", Default: "{=}", HasDefault: true}}},
	)
}

// fixture is a tree with the leaves of the traces, which log their calls.
type fixture struct {
	*player
	t *testing.T
}

func build(t *testing.T, body string, change ...func(o *btexact.Options)) *fixture {
	t.Helper()
	f := &fixture{&player{}, t}
	doc, ds := btcpp.ReadString("test.xml", document(body), btcpp.Options{Nodes: models()})
	if err := ds.Err(); err != nil {
		t.Fatalf("%v\n%s", ds.All, body)
	}
	done := func(c *btexact.Call) btexact.Status { return btexact.Success }
	o := btexact.Options{Leaves: map[string]btexact.Leaf{
		"A": btexact.Async(f.next("start"), f.next("running"), func(c *btexact.Call) { f.event("halted", c.Name()) }),
		"C": btexact.Sync(f.next("cond")),
		"Say": btexact.Sync(func(c *btexact.Call) btexact.Status {
			text, err := c.Text("message")
			if err != nil {
				panic(err)
			}
			f.event("say", text)
			return btexact.Success
		}),
		"Copy": btexact.Sync(func(c *btexact.Call) btexact.Status {
			text, err := c.Text("in")
			if err != nil {
				return btexact.Failure
			}
			if err := c.Output("out", btexact.Text(text)); err != nil {
				panic(err)
			}
			return btexact.Success
		}),
		"Out": btexact.Sync(done), "In": btexact.Sync(done),
	}}
	for _, c := range change {
		c(&o)
	}
	program, ds := btexact.Compile(doc, o)
	if err := ds.Err(); err != nil {
		t.Fatalf("%v\n%s", ds.All, body)
	}
	f.tree = program.NewTree()
	f.tree.Observe(f.player)
	return f
}

// tick ticks once and returns the status with what the leaves did: "name>O" started, "name.O" asked again, "name?O" a
// condition asked, "name!" halted, "say:text".
func (f *fixture) tick(at time.Duration) string {
	f.events, f.trans, f.stopped = nil, nil, false
	s, err := f.tree.Tick(at)
	if err != nil {
		return strings.TrimSpace("ERROR " + f.what())
	}
	return strings.TrimSpace(s.String() + " " + f.what())
}

func (f *fixture) halt() string {
	f.events = nil
	if err := f.tree.Halt(); err != nil {
		return "ERROR"
	}
	return strings.TrimSpace("HALT " + f.what())
}

func (f *fixture) what() string {
	var words []string
	for _, e := range f.events {
		sign := map[string]string{"start": ">", "running": ".", "cond": "?", "halted": "!"}[e[0]]
		switch {
		case e[0] == "say":
			words = append(words, "say:"+e[1])
		case len(e) > 2:
			words = append(words, e[1]+sign+e[2])
		default:
			words = append(words, e[1]+sign)
		}
	}
	return strings.Join(words, " ")
}

// board returns the entries of the main tree, "a=1 b=x"; those that were never written are omitted.
func (f *fixture) board() string {
	var words []string
	b := f.tree.Blackboard()
	for _, key := range b.Keys() {
		if v, ok := b.Get(key); ok {
			words = append(words, fmt.Sprintf("%s=%v", key, v))
		}
	}
	return strings.Join(words, " ")
}

// idle reports the nodes that are not Idle.
func (f *fixture) idle() string {
	var words []string
	for n := range f.tree.Program().Len() {
		if s := f.tree.Status(btexact.NodeID(n)); s != btexact.Idle {
			words = append(words, f.tree.Program().Node(btexact.NodeID(n)).Name+"="+s.String())
		}
	}
	return strings.Join(words, " ")
}
