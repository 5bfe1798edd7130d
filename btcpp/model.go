package btcpp

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Model has the ports of a kind of node.
type Model struct {
	At       diag.Span // of its name in TreeNodesModel; the zero Span: not from a file
	ID       string
	Category Category
	Ports    []Port
	Metadata []Metadata
	Builtin  bool // a node of the library
	Inferred bool // inferred from uses because no file declares it: see [Options]
}

// Metadata is a key and value that a model carries for tools.
type Metadata struct{ Key, Value string }

// Direction is whether a node reads a port, writes it, or both.
type Direction uint8

// The directions.
const (
	In Direction = iota
	Out
	InOut
)

var directionNames = [...]string{"input_port", "output_port", "inout_port"}

// String returns the name of the direction's element, "input_port".
func (d Direction) String() string { return fact.Name(d, directionNames[:]...) }

// Port is one input or output of a kind of node.
type Port struct {
	Name        string
	Direction   Direction
	Type        string // as declared, "int" or "std::string"; "" is any type
	Default     string // a literal or a key in braces
	HasDefault  bool
	Description string
}

// Port returns the port of a name, or nil.
func (m *Model) Port(name string) *Port {
	for i := range m.Ports {
		if m.Ports[i].Name == name {
			return &m.Ports[i]
		}
	}
	return nil
}
