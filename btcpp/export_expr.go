package btcpp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// maxInlined bounds how deep derived symbols and constants may be within each other, since they are written out.
const maxInlined = 32

// local reports whether a name is a port of the tree or a variable of a loop around the node.
func (x *exporter) local(name string) bool {
	if slices.Contains(x.loops, name) {
		return true
	}
	return x.tree != nil && slices.ContainsFunc(x.tree.Params, func(p def.Port) bool { return p.Name == name })
}

// literal returns a literal as a port and a script have it, except for text.
func (x *exporter) literal(n *expr.Lit) string {
	switch n.Kind {
	case expr.LitBool:
		return strconv.FormatBool(n.Bool)
	case expr.LitInt:
		return strconv.FormatInt(n.Int, 10)
	case expr.LitNone:
		return ""
	case expr.LitText:
		if _, isKey := ParsePortValue(n.Text); isKey {
			x.cannot(n.At, "%q would be an entry of the blackboard", n.Text)
		}
		return n.Text
	}
	text := strconv.FormatFloat(n.Float, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

var scriptOps = map[expr.Op]ScriptOp{
	expr.Add: ScriptAdd, expr.Sub: ScriptSub, expr.Mul: ScriptMul, expr.Div: ScriptDiv, expr.And: ScriptAnd, expr.Or: ScriptOr,
	expr.Eq: ScriptEqual, expr.Ne: ScriptNotEqual, expr.Lt: ScriptLess, expr.Gt: ScriptGreater, expr.Le: ScriptLessEqual, expr.Ge: ScriptGreaterEqual,
}

// script returns an expression as a script.
func (x *exporter) script(n expr.Node) string { return canonical(x.part(n)) }

// canonical takes away the parentheses that a script does not need.
func canonical(text string) string {
	var ds diag.List
	if s := ParseScript(diag.NewSource("", text), &ds); s != nil {
		return s.String()
	}
	return text
}

// part returns an expression as a script, in parentheses unless it is a single word.
func (x *exporter) part(n expr.Node) string {
	switch n := n.(type) {
	case *expr.Lit:
		switch n.Kind {
		case expr.LitNone:
			return "''"
		case expr.LitText:
			return x.scriptText(n.Text, n.At)
		}
		return x.literal(n)
	case *expr.Ref:
		return x.ref(n)
	case *expr.Unary:
		if n.Op == expr.Not {
			return "(!" + x.part(n.X) + ")"
		}
		return "(-" + x.part(n.X) + ")"
	case *expr.Binary:
		op, ok := scriptOps[n.Op]
		if !ok {
			x.cannot(n.At, "this operator has no counterpart")
			return "0"
		}
		if n.Op == expr.Div {
			x.differs(n.At, "in BehaviorTree.CPP the division of whole numbers gives a fraction")
		}
		return "(" + x.part(n.X) + " " + scriptSigns[op].sign + " " + x.part(n.Y) + ")"
	case *expr.If:
		return "(" + x.part(n.Cond) + " ? " + x.part(n.X) + " : " + x.part(n.Else) + ")"
	case *expr.In:
		return x.in(n)
	}
	x.cannot(n.Span(), "this expression has no counterpart")
	return "0"
}

// ref returns a name as a script: an entry, a text, or the value that the name refers to.
func (x *exporter) ref(n *expr.Ref) string {
	s, k := x.symbols[n.Name], x.consts[n.Name]
	switch {
	case len(n.Args) > 0 || n.Call:
		x.cannot(n.At, "%s has arguments, which has no counterpart", n.Name)
		return "0"
	case x.local(n.Name):
		return n.Name
	case s != nil && s.Derived == nil:
		x.name(n.Name, n.At)
		return "@" + n.Name
	case s != nil:
		return x.inline(n, s.Derived)
	case k != nil:
		return x.inline(n, k.Value)
	}
	return x.scriptText(n.Name, n.At)
}

// scriptText returns a text of a script.
func (x *exporter) scriptText(text string, at diag.Span) string {
	if strings.Contains(text, "'") {
		x.cannot(at, "%q cannot be text in a script", text)
	}
	return "'" + text + "'"
}

// list returns a list as a port has it.
func (x *exporter) list(n *expr.List) string {
	var parts []string
	for _, e := range n.Elems {
		text, _ := x.isLiteral(e)
		if strings.Contains(text, ";") || text == "" || strings.HasPrefix(text, "json:") {
			x.cannot(e.Span(), "%q cannot be an element of a vector", text)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ";")
}

func (x *exporter) inline(n *expr.Ref, value expr.Node) string {
	if x.depth == maxInlined {
		x.cannot(n.At, "%s depends on too many symbols", n.Name)
		return "0"
	}
	x.depth++
	defer func() { x.depth-- }()
	return x.part(value)
}

// in writes out "x in { a, b }" and "x in lo..hi".
func (x *exporter) in(n *expr.In) string {
	v, text := x.part(n.X), ""
	switch set := n.Set.(type) {
	case *expr.Range:
		text = "(" + x.part(set.Lo) + " <= " + v + " && " + v + " <= " + x.part(set.Hi) + ")"
	case *expr.Set:
		var parts []string
		for _, e := range set.Elems {
			parts = append(parts, "("+v+" == "+x.part(e)+")")
		}
		text = "(" + strings.Join(parts, " || ") + ")"
	default:
		x.cannot(n.At, "whether a value is of a type has no counterpart")
		return "0"
	}
	if n.Not {
		return "(!" + text + ")"
	}
	return text
}

// effects returns effects as statements. Those happen one after the other, so none may read what one before it writes.
func (x *exporter) effects(list []expr.Effect) string {
	var code []string
	written := map[string]bool{}
	for _, e := range list {
		code = x.effect(e, nil, written, code)
	}
	return canonical(strings.Join(code, "; "))
}

func (x *exporter) effect(e expr.Effect, cond expr.Node, written map[string]bool, code []string) []string {
	switch e := e.(type) {
	case *expr.Assign:
		return append(code, x.assign(e, cond, written))
	case *expr.IfEffect:
		if cond == nil && len(e.Else) == 0 {
			for _, inner := range e.Then {
				code = x.effect(inner, e.Cond, written, code)
			}
			return code
		}
	}
	x.cannot(e.Span(), "this effect has no counterpart")
	return code
}

func (x *exporter) assign(e *expr.Assign, cond expr.Node, written map[string]bool) string {
	target := x.ref(e.Target)
	text := x.part(e.Value)
	switch e.Op {
	case expr.AssignAdd:
		text = "(" + target + " + " + text + ")"
	case expr.AssignSub:
		text = "(" + target + " - " + text + ")"
	}
	if cond != nil {
		text = "(" + x.part(cond) + " ? " + text + " : " + target + ")"
	}
	for name := range written {
		if mentions(text, name) {
			x.cannot(e.At, "effects happen at once, but this one reads what an earlier one writes")
			break
		}
	}
	written[target] = true
	switch {
	case cond == nil && e.Op == expr.AssignAdd:
		return target + " += " + x.part(e.Value)
	case cond == nil && e.Op == expr.AssignSub:
		return target + " -= " + x.part(e.Value)
	}
	return target + " = " + text
}

// mentions reports whether a script reads an entry.
func mentions(text, name string) bool {
	for i := 0; ; {
		n := strings.Index(text[i:], name)
		if n < 0 {
			return false
		}
		start, end := i+n, i+n+len(name)
		if (start == 0 || !isWordByte(text[start-1])) && (end == len(text) || !isWordByte(text[end])) {
			return true
		}
		i = end
	}
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '@'
}
