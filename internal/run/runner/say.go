package runner

import (
	"fmt"
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// saysOf returns what all methods say, by task and method; nil if none does.
func (s *Script) saysOf() (list [][]int32) {
	some := false
	for _, t := range s.info.Tasks {
		row := make([]int32, len(t.Methods))
		for i, m := range t.Methods {
			row[i] = m.Say.ID
			some = some || row[i] != 0
		}
		list = append(list, row)
	}
	if !some {
		return nil
	}
	return list
}

// speak has the agent say what the methods of an adopted plan say, the topmost first. A plan that takes over from
// another has not adopted the methods that both have chosen.
func (s *Script) speak(t *turn, p, from *htn.Plan) {
	if s.says == nil {
		return
	}
	for k := range p.Nodes() {
		if n := p.Node(k); s.says[n.Task][n.Method] != 0 && !hasNode(from, p, k) {
			t.say(s.says[n.Task][n.Method])
		}
	}
}

// hasNode reports whether a plan, if there is one, has a node of another one.
func hasNode(from, p *htn.Plan, node int) bool {
	if from == nil {
		return false
	}
	for k := range from.Nodes() {
		if htn.SameNode(from, k, p, node) {
			return true
		}
	}
	return false
}

// say has the agent say a bark.
func (t *turn) say(bark int32) {
	if bark != 0 && t.Say != nil {
		t.Say(t.agent, bark)
	}
}

// SaidText returns what an event says; empty if it is no [Said].
func (s *Script) SaidText(e *Event) string {
	if e.Kind != Said {
		return ""
	}
	return s.info.Barks[e.Step].Texts[e.Method]
}

// saidText describes that something is said.
func (s *Script) saidText(e *Event) string {
	text := "says " + strconv.Quote(s.SaidText(e))
	switch {
	case e.Count == 1:
		text += ", held back once before"
	case e.Count > 1:
		text += fmt.Sprintf(", held back %d times before", e.Count)
	}
	return text
}
