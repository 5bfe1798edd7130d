package graph

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxBoxes limits the boxes of a picture. Larger pictures are unreadable, and viewers fail on them.
const MaxBoxes = 5000

// Graph is boxes with edges between them. Boxes are in the order agents, brains, goals, tasks, operators, trees,
// actions, and within a kind in the order of the file.
type Graph struct {
	Boxes []Box  `json:"boxes"`
	Edges []Edge `json:"edges"`
}

// Box is a declaration, a node of a tree, or a step of a plan.
type Box struct {
	ID    string `json:"id"`    // kind and name: "task serve", "tree guard"; for nodes of trees with their number: "node guard 3"
	Kind  string `json:"kind"`  // agent, squad, brain, goal, task, operator, tree, node, action, step
	Name  string `json:"name"`  // as declared
	Title string `json:"title"` // with parameters
	Note  string `json:"note,omitempty"`
	Lines []Line `json:"lines,omitempty"`
	Tree  string `json:"tree,omitempty"` // for a node, the ID of its tree's box
	Up    int    `json:"up"`             // for a node, the number of its parent; -1: none
	Size  int    `json:"size,omitempty"` // for a tree, its number of nodes
	File  string `json:"file,omitempty"`
	Row   int    `json:"line,omitempty"` // line in the file, from 1
}

// Line is a part of a box: a method of a task, a way of a goal, a want of a brain, a plan line, reaction, layer or
// role.
type Line struct {
	Kind string `json:"kind"` // method, way, interrupt, want, plan, tree, brain, reaction, layer, role, idle
	Name string `json:"name"`
	Note string `json:"note,omitempty"`
	File string `json:"file,omitempty"`
	Row  int    `json:"line,omitempty"`
	nth  int    // its number, if that differs from its position
}

// number returns the number shown for a line, from 1.
func (l *Line) number(place int) int {
	if l.nth > 0 {
		return l.nth
	}
	return place + 1
}

// Edge connects a box, or one of its lines, to a box that it calls.
type Edge struct {
	From string `json:"from"`
	Line int    `json:"out"` // -1: the box as a whole
	To   string `json:"to"`
	Kind string `json:"kind"` // calls, does, orders, has
}

// builder builds a graph.
type builder struct {
	Graph
	info *def.Info
	seen map[Edge]bool
}

func newBuilder(info *def.Info) *builder {
	return &builder{Graph: Graph{Boxes: []Box{}, Edges: []Edge{}}, info: info, seen: map[Edge]bool{}}
}

func (b *builder) box(kind, name, title string, at diag.Span) *Box {
	b.Boxes = append(b.Boxes, Box{ID: kind + " " + name, Kind: kind, Name: name, Title: title, Up: -1})
	box := &b.Boxes[len(b.Boxes)-1]
	box.File, box.Row = placeOf(at)
	return box
}

func (x *Box) line(kind, name, note string, at diag.Span) int {
	l := Line{Kind: kind, Name: name, Note: note}
	l.File, l.Row = placeOf(at)
	x.Lines = append(x.Lines, l)
	return len(x.Lines) - 1
}

// edge adds an edge unless it exists.
func (b *builder) edge(from string, line int, to, kind string) {
	e := Edge{from, line, to, kind}
	if !b.seen[e] {
		b.seen[e] = true
		b.Edges = append(b.Edges, e)
	}
}

// call adds an edge to the callee of an action, tree, goal or order.
func (b *builder) call(from string, line int, c *def.ActionCall) {
	switch {
	case c == nil:
	case c.Order != nil && c.Order.Goal != nil:
		b.edge(from, line, "goal "+c.Order.Goal.Name, "orders")
	case c.Order != nil && c.Order.Task != nil:
		b.edge(from, line, "task "+c.Order.Task.Name, "orders")
	case c.Tree != nil:
		b.edge(from, line, "tree "+c.Tree.Name, "does")
	case c.Goal != nil:
		b.edge(from, line, "goal "+c.Goal.Name, "does")
	case c.Action != nil:
		b.edge(from, line, "action "+c.Action.Name, "does")
	}
}

// callName returns the name of the callee.
func callName(c *def.ActionCall) string {
	switch {
	case c == nil:
		return ""
	case c.Order != nil:
		return "order " + c.Order.Role + " " + c.Order.Name()
	}
	return c.Name()
}

func placeOf(at diag.Span) (file string, line int) {
	if at.Src == nil {
		return "", 0
	}
	p := at.Position()
	return p.File, p.Line
}

// signature returns a name with its parameters: "fight(e: enemy)".
func signature(info *def.Info, name string, params []def.Slot) string {
	if len(params) == 0 {
		return name
	}
	text := name
	for i, p := range params {
		text += [...]string{"(", ", "}[min(i, 1)] + p.Name + ": " + world.FormatType(info.Schema, p.Type)
	}
	return text + ")"
}

// when returns a condition as a note.
func when(t *expr.Term) string {
	if t == nil {
		return ""
	}
	return "when " + t.String()
}

// every returns an interval as a note.
func every(note string, seconds float64) string {
	text := fmt.Sprintf("every %gs", seconds)
	if note == "" {
		return text
	}
	return note + " " + text
}
