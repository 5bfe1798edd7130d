package btcpp

import (
	"strconv"
	"strings"
)

// String returns the script in the canonical layout: parsing that gives the same script again.
func (s *Script) String() string {
	var b strings.Builder
	for i, e := range s.Statements {
		if i > 0 {
			b.WriteString("; ")
		}
		e.print(&b, levelNone)
	}
	return b.String()
}

// String returns the expression in the canonical layout.
func (e *ScriptExpr) String() string {
	var b strings.Builder
	e.print(&b, levelNone)
	return b.String()
}

// print writes the expression for a place that wants operators which bind at least as tightly as a level.
func (e *ScriptExpr) print(b *strings.Builder, least scriptLevel) {
	level := scriptSigns[e.Op].level
	if level < least {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch level {
	case levelOperand:
		b.WriteString(e.operand())
	case levelPrefix:
		b.WriteString(scriptSigns[e.Op].sign)
		e.Args[0].print(b, levelPrefix)
	case levelAssign:
		e.Args[0].print(b, levelOperand)
		b.WriteString(" " + scriptSigns[e.Op].sign + " ")
		e.Args[1].print(b, levelNone)
	case levelChoose:
		e.Args[0].print(b, levelChoose+1)
		b.WriteString(" ? ")
		e.Args[1].print(b, levelNone)
		b.WriteString(" : ")
		e.Args[2].print(b, levelChoose)
	case levelCompare:
		e.Args[0].print(b, levelCompare+1)
		for i, op := range e.Compare {
			b.WriteString(" " + scriptSigns[op].sign + " ")
			e.Args[i+1].print(b, levelCompare+1)
		}
	default:
		e.Args[0].print(b, level)
		b.WriteString(" " + scriptSigns[e.Op].sign + " ")
		e.Args[1].print(b, level+1)
	}
}

// operand returns a literal or name as it is written.
func (e *ScriptExpr) operand() string {
	switch e.Op {
	case ScriptInt:
		return strconv.FormatInt(e.Int, 10)
	case ScriptReal:
		text := strconv.FormatFloat(e.Real, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text
	case ScriptBool:
		return strconv.FormatBool(e.Int != 0)
	case ScriptString:
		return "'" + e.Text + "'"
	}
	return e.Text
}
