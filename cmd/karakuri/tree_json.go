package main

import (
	"bufio"
	"encoding/json"
	"math"

	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// treeJSON shows the run of a tree as one JSON object for each transition, and one for the end.
type treeJSON struct {
	stage *treeStage
	hash  bool // is asked for
	out   *bufio.Writer
	enc   *json.Encoder
}

// treeEvent is one event; its JSON form is a promise to other programs.
type treeEvent struct {
	Seconds float64 `json:"t"`
	Tick    int64   `json:"tick,omitempty"` // not in logs
	Event   string  `json:"event"`          // transition, fault
	UID     uint16  `json:"uid"`
	Path    string  `json:"path"`
	ID      string  `json:"id"` // the kind of node
	From    string  `json:"from,omitempty"`
	To      string  `json:"to,omitempty"`
	Reason  string  `json:"reason,omitempty"` // of a fault
}

// treeEnd is the last line.
type treeEnd struct {
	Seconds float64           `json:"t"`
	Tick    int64             `json:"tick"`
	Event   string            `json:"event"` // end
	Status  string            `json:"status"`
	Hash    string            `json:"hash,omitempty"`
	Board   map[string]values `json:"blackboard"` // by the path of the subtree; "" is the main tree
}

func newTreeJSON(c *console, s *treeStage, hash bool) *treeJSON {
	l := &treeJSON{stage: s, hash: hash, out: bufio.NewWriter(c.out)}
	l.enc = json.NewEncoder(l.out)
	l.enc.SetEscapeHTML(false)
	return l
}

func (l *treeJSON) transition(n btexact.NodeID, prev, next btexact.Status) {
	e := l.event("transition", n)
	e.From, e.To = prev.String(), next.String()
	l.enc.Encode(e)
}

func (l *treeJSON) faulted(err *btexact.Error) {
	e := l.event("fault", err.Node)
	e.Reason = err.Err.Error()
	l.enc.Encode(e)
}

func (l *treeJSON) event(what string, n btexact.NodeID) treeEvent {
	info := l.stage.program.Node(n)
	return treeEvent{Seconds: l.stage.now().Seconds(), Tick: l.stage.tick, Event: what, UID: info.UID, Path: info.Path, ID: info.ID}
}

func (l *treeJSON) ticked() { l.stage.broken = l.out.Flush() != nil }

func (l *treeJSON) finish() error {
	s := l.stage
	end := treeEnd{Seconds: s.now().Seconds(), Tick: s.tick, Event: "end", Status: s.outcomeText(), Board: map[string]values{}}
	if l.hash {
		end.Hash = s.hashText()
	}
	for _, path := range s.program.Subtrees() {
		board, _ := s.tree.BlackboardOf(path)
		entries := values{}
		for _, key := range board.Keys() {
			if v, ok := board.Get(key); ok {
				entries[key] = jsonOfValue(v)
			}
		}
		if path == "" || len(entries) > 0 {
			end.Board[path] = entries
		}
	}
	l.enc.Encode(end)
	return l.out.Flush()
}

func (l *treeJSON) close() {}

// jsonOfValue returns a value of the blackboard as JSON has it; what JSON cannot say is text.
func jsonOfValue(v btexact.Value) any {
	switch v.Kind() {
	case btexact.KindBool:
		b, _ := v.Bool()
		return b
	case btexact.KindInt:
		n, _ := v.Int()
		return n
	case btexact.KindDouble:
		if f, _ := v.Double(); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return f
		}
	case btexact.KindVector, btexact.KindQueue:
		list := []any{}
		for _, item := range v.List().Values {
			list = append(list, jsonOfValue(item))
		}
		return list
	}
	return v.String()
}
