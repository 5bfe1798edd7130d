package btcpp

import (
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// maxConverted bounds an expression: each assignment of a script takes in what the ones before it have assigned.
const maxConverted = 4096

// scope is the context of an expression: a tree, and earlier assignments of the same script.
type scope struct {
	c       *converter
	tree    *treeKeys
	pending map[*key]pending
	size    int
}

// pending is the value of an entry that an earlier statement has assigned.
type pending struct {
	value expr.Node
	size  int
}

func (c *converter) scope(t *treeKeys) *scope { return &scope{c: c, tree: t} }

// ref returns the name of an entry.
func (c *converter) ref(k *key, at diag.Span) *expr.Ref {
	name := k.symbol
	if k.isPort(c) {
		name = k.name
	}
	return &expr.Ref{At: at, NameAt: at, Name: name}
}

var binaryOps = map[ScriptOp]expr.Op{
	ScriptAdd: expr.Add, ScriptSub: expr.Sub, ScriptMul: expr.Mul, ScriptDiv: expr.Div, ScriptAnd: expr.And, ScriptOr: expr.Or,
	ScriptEqual: expr.Eq, ScriptNotEqual: expr.Ne, ScriptLess: expr.Lt, ScriptGreater: expr.Gt, ScriptLessEqual: expr.Le, ScriptGreaterEqual: expr.Ge,
}

// expr translates a part of a script.
func (s *scope) expr(x *ScriptExpr) expr.Node {
	s.size++
	switch x.Op {
	case ScriptInt, ScriptReal, ScriptBool, ScriptString:
		return s.operand(x)
	case ScriptName:
		k := s.c.key(s.tree, x.Text, x.At)
		if p, assigned := s.pending[k]; assigned {
			s.size += p.size
			return p.value
		}
		return s.c.ref(k, x.At)
	case ScriptNegate:
		return &expr.Unary{At: x.At, Op: expr.Neg, X: s.expr(x.Args[0])}
	case ScriptNot:
		return &expr.Unary{At: x.At, Op: expr.Not, X: s.truth(x.Args[0])}
	case ScriptAnd, ScriptOr:
		return &expr.Binary{At: x.At, Op: binaryOps[x.Op], X: s.truth(x.Args[0]), Y: s.truth(x.Args[1])}
	case ScriptChoose:
		return &expr.If{At: x.At, Cond: s.truth(x.Args[0]), X: s.expr(x.Args[1]), Else: s.expr(x.Args[2])}
	case ScriptCompare:
		return s.compare(x)
	}
	if t := s.c.types[x].find(); x.Op == ScriptDiv && t.typ == typeInt {
		s.c.cannot(x.At, "a division of whole numbers gives a fraction in BehaviorTree.CPP and a whole number here")
	}
	return &expr.Binary{At: x.At, Op: binaryOps[x.Op], X: s.expr(x.Args[0]), Y: s.expr(x.Args[1])}
}

// operand translates a literal of a script, which has the type of the other operand.
func (s *scope) operand(x *ScriptExpr) expr.Node {
	text := x.Text
	switch x.Op {
	case ScriptInt:
		text = strconv.FormatInt(x.Int, 10)
	case ScriptReal:
		text = strconv.FormatFloat(x.Real, 'g', -1, 64)
	case ScriptBool:
		text = strconv.FormatBool(x.Int != 0)
	}
	return s.c.value(s.c.types[x], text, x.At)
}

// compare translates a chain of comparisons: each pair must hold.
func (s *scope) compare(x *ScriptExpr) expr.Node {
	t := s.c.types[x.Args[0]].find()
	var all expr.Node
	for i, op := range x.Compare {
		ordered := op != ScriptEqual && op != ScriptNotEqual
		switch {
		case ordered && (t.typ == typeEnum || t.typ == typeObject || t.typ == typeBool || t.typ == typeText):
			s.c.cannot(x.At, "text and conditions cannot be ordered")
		case !ordered && t.typ == typeFloat:
			s.c.differs(x.At, "numbers are compared exactly; in BehaviorTree.CPP nearly equal numbers are equal")
		}
		pair := expr.Node(&expr.Binary{At: x.At, Op: binaryOps[op], X: s.expr(x.Args[i]), Y: s.expr(x.Args[i+1])})
		if all != nil {
			pair = &expr.Binary{At: x.At, Op: expr.And, X: all, Y: pair}
		}
		all = pair
	}
	return all
}

// truth translates an expression that is used as a condition: numbers are true unless they are 0.
func (s *scope) truth(x *ScriptExpr) expr.Node {
	n := s.expr(x)
	if t := s.c.types[x].find(); t.typ == typeInt || t.typ == typeFloat {
		return &expr.Binary{At: x.At, Op: expr.Ne, X: n, Y: s.c.value(t, "0", x.At)}
	}
	return n
}

// value returns a literal of a type.
func (c *converter) value(v *typeVar, text string, at diag.Span) expr.Node {
	v = v.find()
	switch v.typ {
	case typeBool:
		if b, ok := ParseBool(text); ok {
			return &expr.Lit{At: at, Kind: expr.LitBool, Bool: b, Text: strconv.FormatBool(b)}
		}
	case typeInt, typeFloat:
		if b, ok := ParseBool(text); ok && len(text) > 1 {
			if text = "0"; b {
				text = "1"
			}
		}
		return number(v.typ, text, at)
	case typeEnum:
		r := &expr.Ref{At: at, NameAt: at, Name: c.names.value[text]}
		if c.names.shared[text] > 1 {
			r.Qualifier = v.name
		}
		return r
	case typeText:
		return &expr.Lit{At: at, Kind: expr.LitText, Text: text}
	case typeList:
		return v.listOf(text, at)
	case typeObject:
		return &expr.Ref{At: at, NameAt: at, Name: c.names.object[v.name+":"+text]}
	}
	c.cannot(at, "%q has no counterpart: its type is unknown", text)
	return &expr.Bad{At: at}
}

// number returns a number in the form that its type has.
func number(typ convertType, text string, at diag.Span) expr.Node {
	digits, negative := strings.CutPrefix(text, "-")
	lit := &expr.Lit{At: at, Kind: expr.LitInt, Text: digits}
	if i, err := strconv.ParseInt(digits, 10, 64); err == nil {
		lit.Int = i
	} else {
		typ = typeFloat
	}
	if typ == typeFloat {
		f, _ := strconv.ParseFloat(digits, 64)
		lit.Kind, lit.Float, lit.Int = expr.LitFloat, f, 0
		if lit.Text = strconv.FormatFloat(f, 'g', -1, 64); !strings.ContainsAny(lit.Text, ".e") {
			lit.Text += ".0"
		}
	}
	if negative {
		return &expr.Unary{At: at, Op: expr.Neg, X: lit}
	}
	return lit
}

// condition translates a script that is one condition; nil for none.
func (c *converter) condition(t *treeKeys, a *Attr) expr.Node {
	if a == nil {
		return nil
	}
	list := c.script(a).Statements
	if len(list) > 1 {
		c.cannot(a.At, "a condition that also changes entries")
	}
	return c.scope(t).truth(list[len(list)-1])
}

// effects translates scripts that run one after the other. Effects happen at once, so a value that is assigned is put
// in for the entry in what follows.
func (c *converter) effects(t *treeKeys, scripts ...*Attr) []expr.Effect {
	var list []*ScriptExpr
	for _, a := range scripts {
		if a != nil {
			list = append(list, c.script(a).Statements...)
		}
	}
	return c.assign(t, list)
}

func (c *converter) assign(t *treeKeys, list []*ScriptExpr) []expr.Effect {
	s := c.scope(t)
	s.pending = map[*key]pending{}
	assigns := map[*key]*expr.Assign{}
	var effects []expr.Effect
	for _, x := range list {
		k := c.key(t, x.Args[0].Text, x.At)
		s.size = 0
		value := s.expr(x.Args[1])
		op, simple := x.Op, assigns[k] == nil && (x.Op == ScriptAddAssign || x.Op == ScriptSubAssign)
		var whole expr.Node = value
		if op != ScriptCreate && op != ScriptAssign {
			whole = &expr.Binary{At: x.At, Op: assignOps[op], X: s.expr(x.Args[0]), Y: value}
			if op == ScriptDivAssign && k.typ.find().typ == typeInt {
				c.cannot(x.At, "a division of a whole number can give a fraction")
			}
		}
		if s.size > maxConverted {
			c.cannot(x.At, "the value is too long with the statements before it")
			return effects
		}
		a := assigns[k]
		if a == nil {
			a = &expr.Assign{At: x.At, Target: c.ref(k, x.Args[0].At)}
			assigns[k] = a
			effects = append(effects, a)
		}
		a.Op, a.Value = expr.AssignSet, whole
		if simple {
			a.Value = value
			if a.Op = expr.AssignAdd; op == ScriptSubAssign {
				a.Op = expr.AssignSub
			}
		}
		s.pending[k] = pending{whole, s.size}
	}
	return effects
}

var assignOps = map[ScriptOp]expr.Op{ScriptAddAssign: expr.Add, ScriptSubAssign: expr.Sub, ScriptMulAssign: expr.Mul, ScriptDivAssign: expr.Div}
