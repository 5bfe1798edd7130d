package btexact

import "github.com/karakuri-ai/karakuri/btcpp"

// NodeID numbers the nodes of a program from 0, in preorder, with every subtree in its place. The number that
// BehaviorTree.CPP and its log give a node is one higher.
type NodeID int32

const noNode NodeID = -1

// node is one node of a program: everything about it that never changes.
type node struct {
	kind      kind
	decorator bool // has one child, whose finished status is taken back after every tick
	parent    NodeID
	scope     int32
	kids      []NodeID
	args      []*port // ports of a built-in node, in the order of its line in the table of kinds; never nil
	ports     []port  // all ports
	leaf      *Leaf
	branch    *Branch
	test      *TestNode
	code      *script // of a script node whose code is a literal
	before    [numPre]*script
	after     [numPost]*script
	name      string // of the instance: the ID when none is given
	id        string
	path      string
	sub       int32          // of a SubTree: the scope of the tree that it calls
	element   *btcpp.Element // where it comes from
}

// Preconditions, in the order in which they are examined.
const (
	failureIf = iota
	successIf
	skipIf
	while
	numPre
)

// Postconditions.
const (
	onHalted = iota
	onFailure
	onSuccess
	post
	numPost
)

// port is an input or output of a node.
type port struct {
	name   string
	typ    btcpp.Type
	dir    btcpp.Direction
	given  bool   // has a value at all
	linked bool   // to an entry of the blackboard
	cell   int32  // of a linked port
	key    string // of a linked port
	text   string // of a literal, as written
	value  Value  // of a literal, converted to the type
}

var missingPort = port{}

// port returns the port of a name, or nil.
func (nd *node) port(name string) *port {
	for i := range nd.ports {
		if nd.ports[i].name == name {
			return &nd.ports[i]
		}
	}
	return nil
}
