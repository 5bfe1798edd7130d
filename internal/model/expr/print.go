package expr

import (
	"math"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
)

var opTexts = [...]string{
	Not: "!", Neg: "-", Or: "||", And: "&&", Eq: "==", Ne: "!=", Lt: "<", Le: "<=", Gt: ">", Ge: ">=",
	Add: "+", Sub: "-", Mul: "*", Div: "/", Mod: "%", Pow: "^",
}

var quantTexts = [...]string{Exists: "exists", Forall: "forall", Count: "count", Min: "min", Max: "max", Sum: "sum"}

// String returns the operator as written.
func (o Op) String() string { return fact.Name(o, opTexts[:]...) }

// String returns the quantifier's word.
func (k QuantKind) String() string { return fact.Name(k, quantTexts[:]...) }

// String returns "=", "+=" or "-=".
func (o AssignOp) String() string { return fact.Name(o, "=", "+=", "-=") }

// Print returns an expression in its one canonical form: on one line, with single spaces and no more parentheses
// than needed. Reading it again gives the same tree. A nil node prints as nothing, Bad as "?".
func Print(n Node) string {
	var w printer
	if n != nil {
		w.node(n, precLowest)
	}
	return w.String()
}

// around returns the text before and after a part of a printed expression; both are empty if the part is not in it.
func around(n, part Node) (before, behind string) {
	w := printer{mark: part}
	w.node(n, precLowest)
	if text := w.String(); w.to > 0 {
		return text[:w.from], text[w.to:]
	}
	return "", ""
}

// PrintParts returns an expression like [Print], cut after each || of its outermost level, or each && if there is no
// ||, for layout on several lines. Joined with spaces the parts are what Print returns.
func PrintParts(n Node) []string {
	b, ok := n.(*Binary)
	if !ok || b.Op != Or && b.Op != And {
		return []string{Print(n)}
	}
	var chain []Node // from the right
	var left Node = b
	for {
		l, ok := left.(*Binary)
		if !ok || l.Op != b.Op {
			break
		}
		chain = append(chain, l.Y)
		left = l.X
	}
	prec := opPrecs[b.Op]
	parts := make([]string, 0, len(chain)+1)
	add := func(n Node, least int, end string) {
		var w printer
		w.node(n, least)
		parts = append(parts, w.String()+end)
	}
	add(left, prec, " "+opTexts[b.Op])
	for i := len(chain) - 1; i > 0; i-- {
		add(chain[i], prec+1, " "+opTexts[b.Op])
	}
	add(chain[0], prec+1, "")
	return parts
}

// printer prints nodes, and notes the place of one of them.
type printer struct {
	strings.Builder
	mark     Node // nil: none
	from, to int  // of the text of mark
}

// node prints n, in parentheses if it binds less tightly than least.
func (w *printer) node(n Node, least int) {
	if precOf(n) < least {
		w.WriteByte('(')
		w.node(n, precLowest)
		w.WriteByte(')')
		return
	}
	if w.mark != nil && n == w.mark {
		w.mark, w.from = nil, w.Len()
		defer func() { w.to = w.Len() }()
	}
	switch n := n.(type) {
	case *Lit:
		w.lit(n)
	case *Ref:
		w.ref(n)
	case *Field:
		w.field(n)
	case *Unary:
		w.WriteString(opTexts[n.Op])
		w.node(n.X, precUnary)
	case *Binary:
		w.binary(n)
	case *In:
		w.in(n)
	case *Set:
		w.set(n)
	case *List:
		w.WriteByte('[')
		w.list(n.Elems)
		w.WriteByte(']')
	case *Range:
		w.node(n.Lo, precAdd)
		w.WriteString("..")
		w.node(n.Hi, precAdd)
	case *If:
		w.ifExpr(n)
	case *Quant:
		w.quant(n)
	default:
		w.WriteByte('?')
	}
}

// precOf returns how tightly the outermost operator of a node binds.
func precOf(n Node) int {
	switch n := n.(type) {
	case *Unary:
		return precUnary
	case *Binary:
		return opPrecs[n.Op]
	case *In:
		return precCompare
	case *If:
		return precLowest
	case *Lit:
		if strings.HasPrefix(litText(n), "-") {
			return precUnary
		}
	}
	return precPrimary
}

// litText returns a literal as written or, for one that was made, in the shortest form that reads back the same.
func litText(n *Lit) string {
	switch {
	case n.Kind == LitText:
		return Quote(n.Text)
	case n.Text != "":
		return n.Text
	}
	switch n.Kind {
	case LitBool:
		return strconv.FormatBool(n.Bool)
	case LitInt:
		return strconv.FormatInt(n.Int, 10)
	case LitFloat:
		return floatText(n.Float)
	case LitDuration:
		return floatText(n.Float) + "s"
	case LitAngle:
		return angleText(n.Float)
	}
	return "none"
}

// angleText returns an angle in degrees if that reads back the same, else in radians, which have no unit.
func angleText(f float64) string {
	text := strconv.FormatFloat(f/(math.Pi/180), 'g', -1, 64)
	if v, err := strconv.ParseFloat(text, 64); err == nil && v*(math.Pi/180) == f {
		return text + "deg"
	}
	return floatText(f)
}

func floatText(f float64) string {
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

func (w *printer) lit(n *Lit) { w.WriteString(litText(n)) }

func (w *printer) comma(i int) {
	if i > 0 {
		w.WriteString(", ")
	}
}

func (w *printer) list(nodes []Node) {
	for i, n := range nodes {
		w.comma(i)
		w.node(n, precLowest)
	}
}

func (w *printer) ref(n *Ref) {
	if n.Todo != "" {
		w.WriteString(WordTodo + " " + Quote(n.Todo))
		return
	}
	switch {
	case n.Qualifier == "" && quantKinds[n.Name] != 0 && len(n.ArgNames) > 0 && n.ArgNames[0].Name != "": // bare it would be a quantifier
		w.WriteString("`" + n.Name + "`")
	case n.Qualifier == "":
		w.WriteString(NameText(n.Name))
	case isAxis(n.Name): // bare it would be a part of a vector
		w.WriteString(NameText(n.Qualifier) + ".`" + n.Name + "`")
	default:
		w.WriteString(NameText(n.Qualifier) + "." + NameText(n.Name))
	}
	if n.Call || len(n.Args) > 0 {
		w.WriteByte('(')
		w.args(n.Args, n.ArgNames)
		w.WriteByte(')')
	}
}

// args prints arguments, with the names of those that have one.
func (w *printer) args(args []Node, names []ArgName) {
	for i, a := range args {
		w.comma(i)
		if i < len(names) && names[i].Name != "" {
			w.WriteString(NameText(names[i].Name) + ": ")
		}
		w.node(a, precLowest)
	}
}

// field prints v.x. A literal before the dot needs parentheses: "1.x" is not a number.
func (w *printer) field(n *Field) {
	least := precPrimary
	switch n.X.(type) {
	case *Ref, *Field:
		w.node(n.X, least)
	default:
		w.WriteByte('(')
		w.node(n.X, precLowest)
		w.WriteByte(')')
	}
	w.WriteString("." + n.Name)
}

func (w *printer) binary(n *Binary) {
	prec := opPrecs[n.Op]
	left, right := prec, prec+1 // operators of the same precedence group from the left
	switch prec {
	case precCompare:
		left = prec + 1 // no chains
	case precPow:
		left, right = prec+1, precUnary
	}
	w.node(n.X, left)
	if n.Op == Pow {
		w.WriteByte('^')
	} else {
		w.WriteString(" " + opTexts[n.Op] + " ")
	}
	w.node(n.Y, right)
}

func (w *printer) in(n *In) {
	w.node(n.X, precAdd)
	if n.Not {
		w.WriteString(" not")
	}
	w.WriteString(" in ")
	w.node(n.Set, precAdd)
}

func (w *printer) set(n *Set) {
	if len(n.Elems) == 0 {
		w.WriteString("{ }")
		return
	}
	w.WriteString("{ ")
	w.list(n.Elems)
	w.WriteString(" }")
}

// ifExpr prints "if c then a else b"; only the else part may be an "if" without parentheses.
func (w *printer) ifExpr(n *If) {
	w.WriteString("if ")
	w.node(n.Cond, precOr)
	w.WriteString(" then ")
	w.node(n.X, precOr)
	w.WriteString(" else ")
	w.node(n.Else, precLowest)
}

func (w *printer) quant(n *Quant) {
	w.WriteString(quantTexts[n.Kind] + "(")
	w.vars(n.Vars)
	if n.Where != nil {
		w.WriteString(" where ")
		w.node(n.Where, precLowest)
	}
	if n.Body != nil {
		w.WriteString(": ")
		w.node(n.Body, precLowest)
	}
	if n.Else != nil {
		w.WriteString(" else ")
		w.node(n.Else, precLowest)
	}
	w.WriteByte(')')
}
