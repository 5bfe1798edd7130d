package btexact

import (
	"github.com/karakuri-ai/karakuri/btcpp"
)

// script is a script compiled for one node: its names are looked up. Immutable.
type script struct {
	node  NodeID
	text  string
	exprs []expr
	roots []int32 // the statements
}

// expr is a node of a script's tree; the operands are indices into the script.
type expr struct {
	op      btcpp.ScriptOp
	args    []int32
	compare []btcpp.ScriptOp
	value   Value  // of a literal or an enum
	name    string // of an entry
	cell    int32
}

// lowering compiles one script.
type lowering struct {
	out   *script
	enums map[string]int64
	cell  func(key string) int32
}

// lower compiles a parsed script for a node.
func lower(s *btcpp.Script, n NodeID, enums map[string]int64, cell func(key string) int32) *script {
	l := lowering{&script{node: n, text: s.Src.Text}, enums, cell}
	for _, e := range s.Statements {
		l.out.roots = append(l.out.roots, l.expr(e))
	}
	return l.out
}

func (l *lowering) expr(e *btcpp.ScriptExpr) int32 {
	x := expr{op: e.Op, compare: e.Compare, name: e.Text}
	for _, a := range e.Args {
		x.args = append(x.args, l.expr(a))
	}
	switch e.Op {
	case btcpp.ScriptInt:
		x.value = Int(e.Int)
	case btcpp.ScriptReal:
		x.value = Double(e.Real)
	case btcpp.ScriptBool:
		x.value = Double(float64(e.Int))
	case btcpp.ScriptString:
		x.value = Text(e.Text)
	case btcpp.ScriptName:
		// The target of an assignment is an entry even where an enum has its name.
		x.cell = l.cell(e.Text)
		if n, ok := l.enums[e.Text]; ok {
			x.value = Double(float64(n))
		}
	}
	l.out.exprs = append(l.out.exprs, x)
	return int32(len(l.out.exprs) - 1)
}
