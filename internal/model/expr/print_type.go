package expr

// PrintType returns a type as written: "int 0..100".
func PrintType(t TypeName) string {
	var w printer
	w.typeName(t)
	return w.String()
}

// PrintVars returns variables as written: "e: enemy, p: place", "e in remembered enemy".
func PrintVars(vars []Var) string {
	var w printer
	w.vars(vars)
	return w.String()
}

// PrintParams returns parameters as written, without the parentheses: "e: enemy, p: place | enemy".
func PrintParams(params []Param) string {
	var w printer
	for i, v := range params {
		w.comma(i)
		w.WriteString(NameText(v.Name) + ": ")
		for j, t := range v.Types {
			if j > 0 {
				w.WriteString(" | ")
			}
			w.typeName(t)
		}
	}
	return w.String()
}

func (w *printer) vars(vars []Var) {
	for i, v := range vars {
		w.comma(i)
		w.WriteString(NameText(v.Name))
		if v.Remembered {
			w.WriteString(" in remembered ")
		} else {
			w.WriteString(": ")
		}
		w.typeName(v.Type)
		if v.From != nil {
			w.WriteString(" " + wordFrom + " ")
			w.node(v.From, precAdd)
		}
	}
}

// typeName prints a type. The lower bound of a range is put in parentheses unless it is one the parser takes for a
// bound.
func (w *printer) typeName(t TypeName) {
	if t.Set {
		w.WriteString("set of ")
	}
	if t.List {
		w.WriteString("list of ")
	}
	w.WriteString(NameText(t.Name))
	if !t.Ranged {
		return
	}
	w.WriteByte(' ')
	if !isBound(t.Lo) {
		w.WriteByte('(')
		w.node(t.Lo, precLowest)
		w.WriteByte(')')
	} else {
		w.node(t.Lo, precAdd)
	}
	w.WriteString("..")
	w.node(t.Hi, precAdd)
}

// isBound reports whether an expression begins, as printed, like the lower bound of a range.
func isBound(n Node) bool {
	switch n := n.(type) {
	case *Lit:
		return n.Kind != LitBool && n.Kind != LitNone && n.Kind != LitText
	case *Ref:
		return n.Qualifier == "" && !n.Call && len(n.Args) == 0
	case *Unary:
		return n.Op == Neg
	}
	return false
}
