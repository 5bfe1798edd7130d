package world

import "slices"

// Cells copies the cells of the older state to dst, by the names of symbols and arguments, for the given scopes; none
// given means all. dst holds the initial values for cells that the older model does not have: those of new symbols and
// new arguments. Its log is empty afterwards.
func (m *Migration) Cells(dst, old *State, scopes ...Scope) {
	for i := range m.to.Symbols {
		sym := &m.to.Symbols[i]
		if m.back[i] < 0 || len(scopes) > 0 && !slices.Contains(scopes, sym.Scope) {
			continue
		}
		was := &m.from.Symbols[m.back[i]]
		m.clearKnown(dst, sym, was)
		if m.sameDefault(was, sym) || was.Sparse() {
			old.Cells(was, func(args, words []Word) bool { m.carry(dst, old, was, args, words); return true })
			continue
		}
		m.carryAll(dst, old, was)
	}
	dst.Forget()
}

// sameDefault reports whether the default of a symbol is the same in both schemas.
func (m *Migration) sameDefault(was, is *Symbol) bool {
	now, clamped, ok := m.Words(was.Type, is.Type, was.Default)
	return ok && !clamped && now[0] == is.Default[0] && (is.Type.Width() == 1 || now[1] == is.Default[1])
}

// clearKnown resets the cells of a symbol that the older state may say something of.
func (m *Migration) clearKnown(dst *State, sym, was *Symbol) {
	var found []Addr
	dst.Cells(sym, func(args, _ []Word) bool {
		if a, ok := sym.Addr(args...); ok && m.known(sym, was, args) {
			found = append(found, a)
		}
		return true
	})
	for _, a := range found {
		for i := range sym.Type.Width() {
			dst.Set(a+Addr(i), m.to.Default(a+Addr(i)))
		}
	}
}

// known reports whether the older model could say something of arguments.
func (m *Migration) known(sym, was *Symbol, args []Word) bool {
	for i, w := range args {
		switch p, q := sym.Params[i], was.Params[i]; p.Kind {
		case KindObject:
			if m.foreign[w] {
				return false
			}
		case KindEnum:
			if !slices.Contains(m.from.Enums[q.ID].Values, m.to.Enums[p.ID].Values[w]) {
				return false
			}
		case KindInt:
			if int64(w) < q.Lo || int64(w) > q.Hi {
				return false
			}
		}
	}
	return true
}

// carryAll carries every cell of a dense symbol over, those at their default included.
func (m *Migration) carryAll(dst, old *State, was *Symbol) {
	var args [MaxParams]Word
	width := Addr(was.Type.Width())
	for a := was.Base; a < was.Base+Addr(was.Cells)*width; a += width {
		list := old.Args(was, a, args[:0])
		if old.exist(was, list) {
			m.carry(dst, old, was, list, old.words[a:a+width])
		}
	}
}

// exist reports whether the objects among arguments are alive.
func (st *State) exist(sym *Symbol, args []Word) bool {
	for i, w := range args {
		if sym.Params[i].Kind == KindObject && !st.Alive(w) {
			return false
		}
	}
	return true
}

// carry carries one cell over.
func (m *Migration) carry(dst, old *State, was *Symbol, args, words []Word) {
	sym := &m.to.Symbols[m.symbols[was.ID]]
	var list [MaxParams]Word
	for i, w := range args {
		now, clamped, ok := m.Words(was.Params[i], sym.Params[i], [2]Word{w})
		if !ok || clamped {
			m.lost[was.ID]++
			return
		}
		list[i] = now[0]
	}
	a, ok := sym.Addr(list[:len(args)]...)
	if !ok || !dst.exist(sym, list[:len(args)]) {
		m.lost[was.ID]++
		return
	}
	var w [2]Word
	copy(w[:], words)
	now, clamped, ok := m.Words(was.Type, sym.Type, w)
	if ok && sym.Type.Kind == KindObject && now[0] != 0 {
		typ := dst.TypeOf(now[0])
		ok = typ >= 0 && m.to.Types[sym.Type.ID].Has(typ)
	}
	switch {
	case !ok:
		m.reset[was.ID]++
		now = sym.Default
	case clamped:
		m.clamped[was.ID]++
	}
	for i := range sym.Type.Width() {
		dst.Set(a+Addr(i), now[i])
	}
}
