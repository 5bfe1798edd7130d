package ground

// part is a set of variables of a rule and the literals over them that can be solved independently of the others: apart
// from bound variables, no literal names variables of two parts.
type part struct{ vars, lits []bool }

// parts splits the unbound variables of a rule.
func parts(r *rule, bound []bool) []*part {
	var list []*part
	in := make([]bool, len(r.dom))
	for v := range r.dom {
		if bound[v] || in[v] {
			continue
		}
		p := &part{make([]bool, len(r.dom)), make([]bool, len(r.lits))}
		in[v], p.vars[v] = true, true
		for todo := []int{v}; len(todo) > 0; {
			u := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, l := range r.occ[u] {
				if p.lits[l] {
					continue
				}
				p.lits[l] = true
				for _, t := range r.lits[l].Args {
					if t.IsVar() && !bound[t] && !in[t] {
						in[t], p.vars[t] = true, true
						todo = append(todo, int(t))
					}
				}
			}
		}
		list = append(list, p)
	}
	return list
}

// asksFor reports whether the rule requests a variable of the part.
func (p *part) asksFor(r *rule) bool {
	for v, in := range p.vars {
		if in && r.asked[v] {
			return true
		}
	}
	return false
}

// add merges another part of the same rule into this one.
func (p *part) add(other *part) {
	for v, in := range other.vars {
		p.vars[v] = p.vars[v] || in
	}
	for l, in := range other.lits {
		p.lits[l] = p.lits[l] || in
	}
}
