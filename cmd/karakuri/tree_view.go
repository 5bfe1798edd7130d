package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// faultMark is the sign of the node that failed with a fault.
const faultMark = "!"

// statusMarks are the signs of what became of a node.
var statusMarks = [...]string{btexact.Idle: "·", btexact.Running: "▶", btexact.Success: "✓", btexact.Failure: "✗", btexact.Skipped: "-"}

// paint colours a line; nil leaves it as it is.
type paint func(line string, st *nodeState, tick int64) string

// statusColours are the colours of statuses (ECMA-48): those that viewers of trees have.
var statusColours = [...]string{btexact.Idle: "2", btexact.Running: "1;33", btexact.Success: "32", btexact.Failure: "31", btexact.Skipped: "36"}

// colours paints by status; statuses not from this tick are faint.
func colours(line string, st *nodeState, tick int64) string {
	code := statusColours[st.shown()]
	if st.tick != tick && st.status != btexact.Running {
		code = "2;" + code
	}
	return "\x1b[" + code + "m" + line + "\x1b[0m"
}

// painter returns colours where the user has not asked for none, as no-color.org says.
func painter() paint {
	if os.Getenv("NO_COLOR") != "" {
		return nil
	}
	return colours
}

// shown is the displayed status of a node: its present status, or the one before it was reset.
func (st *nodeState) shown() btexact.Status {
	if st.status != btexact.Idle {
		return st.status
	}
	return st.result
}

// picture draws the tree, and below it the blackboard, in at most rows lines of cols characters; rows 0 means any
// number.
func (s *treeStage) picture(cols, rows int, p paint) []string {
	board := s.boardLines(cols)
	if rows > 0 {
		board = cutList(board, max(1, rows/4), "entries")
	}
	lines, first, last := make([]string, 0, len(s.nodes)), 0, len(s.nodes)
	if rows > 0 && last > rows-len(board) {
		first, last = s.window(max(1, rows-len(board)-2))
	}
	if first > 0 {
		lines = append(lines, fmt.Sprintf("... %s above", plural(first, "node")))
	}
	for n := first; n < last; n++ {
		line := cutText(s.nodeLine(btexact.NodeID(n)), cols)
		if p != nil {
			line = p(line, &s.nodes[n], s.tick)
		}
		lines = append(lines, line)
	}
	if below := len(s.nodes) - last; below > 0 {
		lines = append(lines, fmt.Sprintf("... %s below", plural(below, "node")))
	}
	return append(lines, board...)
}

// window chooses the nodes to draw if there is not enough room: those around the running node, or the last decision.
func (s *treeStage) window(room int) (first, last int) {
	focus := 0
	for n := range s.nodes {
		a, b := &s.nodes[n], &s.nodes[focus]
		if a.status == btexact.Running || b.status != btexact.Running && a.tick >= b.tick {
			focus = n
		}
	}
	first = max(0, min(focus-room/2, len(s.nodes)-room))
	return first, min(first+room, len(s.nodes))
}

// nodeLine is a node with its mark, indented as deep as it is.
func (s *treeStage) nodeLine(n btexact.NodeID) string {
	info := s.program.Node(n)
	depth := 0
	for up := info.Parent; up >= 0; up = s.program.Node(up).Parent {
		depth++
	}
	mark := statusMarks[s.nodes[n].shown()]
	if s.fault != nil && s.fault.Node == n {
		mark = faultMark
	}
	return strings.Repeat("  ", depth) + mark + " " + printable(nodeTitle(info))
}

// nodeTitle is the name of a node, with its kind if the two differ.
func nodeTitle(info btexact.NodeInfo) string {
	kind := info.ID
	if info.Element != nil && info.Element.Category == btcpp.SubTree {
		kind = "tree " + info.ID
	}
	switch info.Name {
	case "", info.ID:
		return kind
	}
	return info.Name + " (" + kind + ")"
}

// boardLines are the entries of the blackboard that have values: a line for each subtree that has some.
func (s *treeStage) boardLines(cols int) []string {
	var lines []string
	for _, path := range s.program.Subtrees() {
		board, _ := s.tree.BlackboardOf(path)
		var entries []string
		for _, key := range board.Keys() {
			if v, ok := board.Get(key); ok {
				entries = append(entries, key+"="+valueText(v))
			}
		}
		if len(entries) == 0 {
			continue
		}
		if path == "" {
			path = "blackboard"
		}
		lines = append(lines, cutText(printable(path+": "+strings.Join(entries, "  ")), cols))
	}
	return lines
}

// valueText is a value of the blackboard for people.
func valueText(v btexact.Value) string {
	switch v.Kind() {
	case btexact.KindText:
		return strconv.Quote(v.String())
	case btexact.KindDouble:
		f, _ := v.Double()
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return v.String()
}

// cutList shortens a list to so many lines, the last of which says what is omitted.
func cutList(lines []string, most int, what string) []string {
	if len(lines) <= most {
		return lines
	}
	return append(lines[:most-1:most-1], fmt.Sprintf("... and more %s", what))
}

// cutText shortens a line to so many characters.
func cutText(line string, cols int) string {
	if utf8.RuneCountInString(line) <= cols {
		return line
	}
	return string([]rune(line)[:max(0, cols-1)]) + "…"
}

// printable replaces what would move the cursor of a terminal, or end a line.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '�'
	}, text)
}
