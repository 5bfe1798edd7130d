package graph

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxBoxes is how many boxes a picture may have: beyond, nobody can read it, and viewers give up.
const MaxBoxes = 5000

// Graph is boxes with edges between them. Boxes come in the order of the file: agents, then brains, goals, tasks, operators, trees and actions.
type Graph struct {
	Boxes []Box  `json:"boxes"`
	Edges []Edge `json:"edges"`
}

// Box is something that is declared, or a node of a tree, or a step of a plan.
type Box struct {
	ID    string `json:"id"`    // kind and name: "task serve", "tree guard"; of nodes of trees with their number: "node guard 3"
	Kind  string `json:"kind"`  // agent, squad, brain, goal, task, operator, tree, node, action, step
	Name  string `json:"name"`  // as it is declared
	Title string `json:"title"` // with parameters
	Note  string `json:"note,omitempty"`
	Lines []Line `json:"lines,omitempty"`
	Tree  string `json:"tree,omitempty"` // of a node the ID of the box of its tree
	Up    int    `json:"up"`             // of a node the number of its parent; -1: none
	Size  int    `json:"size,omitempty"` // of a tree how many nodes it has
	File  string `json:"file,omitempty"`
	Row   int    `json:"line,omitempty"` // in the file, from 1
}

// Line is a part of a box: a method of a task, a way of a goal, a want of a brain, a plan line, reaction, layer or role.
type Line struct {
	Kind string `json:"kind"` // method, way, interrupt, want, plan, tree, brain, reaction, layer, role, idle
	Name string `json:"name"`
	Note string `json:"note,omitempty"`
	File string `json:"file,omitempty"`
	Row  int    `json:"line,omitempty"`
	nth  int    // its number, where it does not follow from its place
}

// number is that by which a line goes, from 1 on.
func (l *Line) number(place int) int {
	if l.nth > 0 {
		return l.nth
	}
	return place + 1
}

// Edge leads from a box, or one of its lines, to what it calls.
type Edge struct {
	From string `json:"from"`
	Line int    `json:"out"` // -1: of the box as a whole
	To   string `json:"to"`
	Kind string `json:"kind"` // calls, does, orders, has
}

// builder makes a graph.
type builder struct {
	Graph
	info *def.Info
	seen map[Edge]bool
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

// edge adds an edge, once.
func (b *builder) edge(from string, line int, to, kind string) {
	e := Edge{from, line, to, kind}
	if !b.seen[e] {
		b.seen[e] = true
		b.Edges = append(b.Edges, e)
	}
}

// call adds an edge to what a call of an action, tree, goal or order leads to.
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

// callName is what such a call calls.
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

// signature is a name with its parameters: "fight(e: enemy)".
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

// when is a condition as a note.
func when(t *expr.Term) string {
	if t == nil {
		return ""
	}
	return "when " + t.String()
}

// every is an interval as a note.
func every(note string, seconds float64) string {
	text := fmt.Sprintf("every %gs", seconds)
	if note == "" {
		return text
	}
	return note + " " + text
}
