package expr

// PrintEffect returns an effect in its one canonical form, on one line. Reading it again gives the same tree.
func PrintEffect(e Effect) string {
	var w printer
	w.effect(e)
	return w.String()
}

// PrintEffects returns a list of effects with commas between them.
func PrintEffects(list []Effect) string {
	var w printer
	w.effects(list)
	return w.String()
}

func (w *printer) effects(list []Effect) {
	for i, e := range list {
		w.comma(i)
		w.effect(e)
	}
}

func (w *printer) effect(e Effect) {
	switch e := e.(type) {
	case *Assign:
		w.ref(e.Target)
		w.WriteString(" " + e.Op.String() + " ")
		w.node(e.Value, precLowest)
	case *IfEffect:
		w.WriteString(PrintIfHead(e) + " then ")
		w.branch(e.Then)
		if len(e.Else) > 0 {
			w.WriteString(" else ")
			if ElseIf(e) != nil {
				w.effect(e.Else[0])
			} else {
				w.branch(e.Else)
			}
		}
	case *ForallEffect:
		w.WriteString(PrintForallHead(e) + " ")
		w.block(e.Body)
	default:
		w.WriteByte('?')
	}
}

// ElseIf returns the conditional effect that is all of e's else part, which is written "else if"; or nil.
func ElseIf(e *IfEffect) *IfEffect {
	if len(e.Else) != 1 {
		return nil
	}
	next, _ := e.Else[0].(*IfEffect)
	return next
}

// PrintIfHead returns "if c" of a conditional effect.
func PrintIfHead(e *IfEffect) string {
	var w printer
	w.WriteString("if ")
	w.node(e.Cond, precOr)
	return w.String()
}

// PrintForallHead returns "forall e: enemy where c" of a universal effect.
func PrintForallHead(e *ForallEffect) string {
	var w printer
	w.WriteString("forall ")
	w.vars(e.Vars)
	if e.Where != nil {
		w.WriteString(" where ")
		w.node(e.Where, precLowest)
	}
	return w.String()
}

// branch prints the effects after then or else: a single assignment without braces.
func (w *printer) branch(list []Effect) {
	if len(list) == 1 {
		if a, ok := list[0].(*Assign); ok {
			w.effect(a)
			return
		}
	}
	w.block(list)
}

func (w *printer) block(list []Effect) {
	if len(list) == 0 {
		w.WriteString("{ }")
		return
	}
	w.WriteString("{ ")
	w.effects(list)
	w.WriteString(" }")
}
