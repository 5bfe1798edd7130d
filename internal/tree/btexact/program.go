package btexact

import (
	"strings"

	"github.com/karakuri-ai/karakuri/btcpp"
)

// Program is a document made ready to run, with every subtree in its place. Immutable; safe for concurrent use, and
// shared by all its trees.
type Program struct {
	doc      *btcpp.Document
	nodes    []node
	scopes   []scope
	cells    []cell  // as a new tree has them
	places   []place // of the cells
	enums    map[string]int64
	choose   func(c *Call) int
	timeouts []NodeID // nodes whose time runs out between ticks
	print    uint64   // distinguishes programs
}

// Len returns how many nodes the program has.
func (p *Program) Len() int { return len(p.nodes) }

// Node describes a node.
func (p *Program) Node(n NodeID) NodeInfo {
	nd := &p.nodes[n]
	return NodeInfo{UID: uint16(n + 1), Name: nd.name, ID: nd.id, Path: nd.path, Parent: nd.parent, Children: nd.kids, Element: nd.element}
}

// NodeInfo describes a node of a program. What it refers to is the program's and must not be changed.
type NodeInfo struct {
	UID      uint16 // the number that BehaviorTree.CPP gives it, from 1
	Name     string // of the instance; the ID when none is given
	ID       string // "Sequence"; for a SubTree the ID of its tree
	Path     string // "patrol/attack/aim", or "patrol/Sequence::4" for a node without a name
	Parent   NodeID // -1 for the root
	Children []NodeID
	Element  *btcpp.Element // where it comes from
}

// Find returns the first node with a path, or with a name if no node has the path; false if there is none.
func (p *Program) Find(pathOrName string) (NodeID, bool) {
	for i := range p.nodes {
		if p.nodes[i].path == pathOrName {
			return NodeID(i), true
		}
	}
	for i := range p.nodes {
		if p.nodes[i].name == pathOrName {
			return NodeID(i), true
		}
	}
	return noNode, false
}

// Subtrees returns the paths of the subtrees in the order of their nodes, beginning with "" for the main tree.
func (p *Program) Subtrees() []string {
	paths := make([]string, len(p.scopes))
	for i := range p.scopes {
		paths[i] = p.scopes[i].path
	}
	return paths
}

// fingerprint distinguishes programs that cannot restore each other's snapshots.
func (p *Program) fingerprint() uint64 {
	h := uint64(14695981039346656037)
	add := func(s string) {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	for i := range p.nodes {
		nd := &p.nodes[i]
		add(nd.id + "\x00" + nd.path)
		add(strings.Repeat("\x01", int(nd.kind)))
		for j := range nd.ports {
			add(nd.ports[j].name + "=" + nd.ports[j].key + nd.ports[j].text)
		}
	}
	for _, at := range p.places {
		add(p.scopes[at.scope].path + ":" + at.key)
	}
	return h
}
