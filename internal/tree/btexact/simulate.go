package btexact

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// Simulation plays actions and conditions that the host has not bound: each returns the outcomes of a list, one in
// every tick in which it is asked, and begins anew at its end. Immutable; safe for concurrent use.
type Simulation struct {
	outcomes map[string][]Status
	board    []entryText
	enums    map[string]int64
}

type entryText struct {
	key   string
	value Value
}

// ParseSimulation reads the script of a simulation:
//
//	{
//	  "actions": {"OpenDoor": ["running", "success"], "patrol/aim": ["failure"]},
//	  "blackboard": {"battery": 80, "name": "guard"},
//	  "enums": {"RED": 1, "BLUE": 2}
//	}
//
// Actions and conditions are named by full path, name or ID, in this order of preference; those that are not named
// succeed. The blackboard's entries are written before the first tick; enums are names of numbers in scripts.
func ParseSimulation(text []byte) (*Simulation, diag.List) {
	var ds diag.List
	src := diag.NewSource("simulation", string(text))
	var doc struct {
		Actions map[string][]string `json:"actions"`
		Board   map[string]any      `json:"blackboard"`
		Enums   map[string]int64    `json:"enums"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		ds.Errorf(diag.ExactSimulation, placeOfJSON(src, err), "%v", err)
		return nil, ds
	}
	whole := diag.Span{Src: src, End: int32(min(len(text), 1))}
	s := &Simulation{outcomes: map[string][]Status{}, enums: doc.Enums}
	for _, name := range sortedKeys(doc.Actions) {
		if len(doc.Actions[name]) == 0 {
			ds.Errorf(diag.ExactSimulation, whole, "%q has no outcomes", name)
		}
		for _, word := range doc.Actions[name] {
			status, ok := ParseStatus(strings.ToUpper(word))
			if !ok || status == Idle {
				ds.Errorf(diag.ExactSimulation, whole, "%q: %q is not an outcome: success, failure, running, skipped", name, word)
			}
			s.outcomes[name] = append(s.outcomes[name], status)
		}
	}
	for _, key := range sortedKeys(doc.Board) {
		v, ok := valueOfJSON(doc.Board[key])
		if !ok {
			ds.Errorf(diag.ExactSimulation, whole, "entry %q: a number, text, true or false is expected", key)
		}
		s.board = append(s.board, entryText{key, v})
	}
	if ds.HasErrors() {
		return nil, ds
	}
	return s, ds
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// valueOfJSON returns a value that JSON can say.
func valueOfJSON(v any) (Value, bool) {
	switch v := v.(type) {
	case string:
		return Text(v), true
	case bool:
		return Bool(v), true
	case float64:
		if n, err := exactInt(v); err == nil {
			return Int(n), true
		}
		return Double(v), true
	}
	return Value{}, false
}

// Simulated returns options with a simulation instead of everything that they do not bind: actions and conditions play
// the script, and unknown decorators return what their child returns. The script's enums count where o has none.
func Simulated(s *Simulation, o Options) Options {
	o.Fallback = &Leaf{Tick: s.next, Start: s.next, Running: s.next}
	o.Lenient = true
	if o.Enums == nil {
		o.Enums = s.enums
	}
	return o
}

// next returns the next outcome of a node.
func (s *Simulation) next(c *Call) Status {
	list := s.list(c.Path(), c.Name(), c.ID())
	if len(list) == 0 {
		return Success
	}
	at := &c.Memory()[0]
	outcome := list[*at%int64(len(list))]
	*at++
	return outcome
}

func (s *Simulation) list(names ...string) []Status {
	for _, name := range names {
		if list, ok := s.outcomes[name]; ok {
			return list
		}
	}
	return nil
}

// Prepare writes the entries that the script gives to the blackboard of a new tree.
func (s *Simulation) Prepare(t *Tree) error {
	for _, e := range s.board {
		if err := t.Blackboard().Set(e.key, e.value); err != nil {
			return err
		}
	}
	return nil
}

// Unused returns the names in the script that no leaf of the program goes by, sorted: misspelt ones, probably.
func (s *Simulation) Unused(p *Program) []string {
	var unused []string
	for _, name := range sortedKeys(s.outcomes) {
		used := slices.ContainsFunc(p.nodes, func(nd node) bool {
			return nd.kind == kindLeaf && (nd.path == name || nd.name == name || nd.id == name)
		})
		if !used {
			unused = append(unused, name)
		}
	}
	return unused
}
