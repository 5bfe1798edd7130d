package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// buildInitial makes the state that everything starts from: the declared objects, the first values of symbols, and
// the init blocks, those of imported files before those of the files that import them.
func (c *checker) buildInitial() {
	st := world.NewState(c.names.schema)
	c.info.Initial = st
	if !c.populate(st) {
		return
	}
	for _, e := range c.entriesOf(kindSymbol) {
		if a, ok := firstAddr(e); ok {
			st.Set(a, e.first)
		}
	}
	eachDecl(c.importedFirst(), func(_ *File, d *Init) {
		for _, line := range d.Effects {
			c.applyLine(line, c.global(), st)
		}
	})
	st.Forget()
}

func firstAddr(e *entry) (world.Addr, bool) {
	if e.first == 0 || e.value.Symbol == nil {
		return 0, false
	}
	return e.value.Symbol.Addr()
}

// populate adds the declared objects to a state, and reports whether they got the words they have.
func (c *checker) populate(st *world.State) bool {
	for _, e := range c.entriesOf(kindObject) {
		if e.value.Kind == 0 {
			continue
		}
		if o, err := st.AddObject(e.typ.ID, e.name); err != nil || o != e.value.Words[0] {
			return false
		}
	}
	return true
}

// keepObjects keeps the index of each object that an expression names: compiled, the name is an address, which must not
// lead to the cells of a later object when this one is gone.
func (c *checker) keepObjects() {
	st := c.info.Initial
	c.eachTerm(func(t *expr.Term) {
		t.Walk(func(t *expr.Term) bool {
			if o, ok := t.Const(); ok && t.Type.Kind == world.KindObject && st.Alive(o[0]) {
				st.Keep(o[0])
			}
			return true
		})
	})
}

// importedFirst returns the files so that each comes after those it imports, as far as that is possible.
func (c *checker) importedFirst() []*File {
	var order []*File
	seen := map[*File]bool{nil: true}
	var visit func(f *File)
	visit = func(f *File) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, d := range f.Decls {
			if d, ok := d.(*Import); ok {
				visit(d.File)
			}
		}
		order = append(order, f)
	}
	for _, f := range c.files {
		visit(f)
	}
	return order
}

// applyLine checks a line of initial values and applies it to a state.
func (r *resolver) applyLine(line *EffectLine, sc *Scope, st *world.State) {
	if line != nil && line.Effect != nil {
		r.apply([]expr.Effect{line.Effect}, sc, st)
	}
}

// apply checks effects that give initial values and applies them to a state; false after a mistake.
func (r *resolver) apply(list []expr.Effect, sc *Scope, st *world.State) bool {
	if !r.givable(list) {
		return false
	}
	before := len(r.diags.All)
	terms := r.effects(list, sc)
	if terms == nil || r.failedSince(before) {
		return false
	}
	if k := (work{st, map[*expr.Derived]int{}}); k.effects(terms.List) > MaxInitialWork {
		r.diags.Errorf(diag.InitialTooLarge, effectSpan(list), "computing the initial values takes more than %d steps", MaxInitialWork)
		return false
	}
	r.work(terms, effectSpan(list), st)
	return !r.failedSince(before)
}

// work applies effects to a state. Their cost was estimated; the machine counts it.
func (r *resolver) work(terms *expr.EffectTerms, at diag.Span, st *world.State) {
	defer expr.Finding(r.diags, diag.InitialTooLarge, at)
	expr.ApplyTerms(terms, &expr.Machine{State: st}, nil)
}

// failedSince reports whether errors were found since the list had that many findings.
func (r *resolver) failedSince(before int) bool {
	for _, d := range r.diags.All[before:] {
		if d.Severity == diag.Error {
			return true
		}
	}
	return len(r.diags.All) >= diag.MaxDiagnostics
}

// givable reports effects that cannot give initial values: those that write derived symbols or call the host.
func (r *resolver) givable(list []expr.Effect) bool {
	ok := true
	w := walker{
		write: func(ref *expr.Ref) {
			if e := r.names.find(ref.Name, kindDerived); e != nil {
				r.diags.Errorf(diag.GivenDerived, ref.NameAt, "%q is derived: its value is computed from other symbols", ref.Name).Hint = r.givenInstead(e)
				ok = false
			}
		},
		ref: func(ref *expr.Ref) {
			if f := r.hostCall(ref.Name); f != "" {
				r.diags.Errorf(diag.HostInInitial, ref.NameAt, "initial values cannot call %q, a function of the host", f)
				ok = false
			}
		},
	}
	w.effects(list)
	return ok
}

// givenInstead names a stored symbol that a derived one depends on.
func (r *resolver) givenInstead(e *entry) string {
	hint := ""
	eachRef(e.decl.(*Symbol).Derived, func(ref *expr.Ref) {
		if hint == "" && r.names.find(ref.Name, kindSymbol) != nil {
			hint = "set a symbol that it depends on, such as " + ref.Name
		}
	})
	return hint
}

// hostCall returns the host's function that a name refers to or, if it is derived, depends on; else "".
func (r *resolver) hostCall(name string) string {
	e := r.names.find(name, kindFunction, kindDerived)
	if e == nil {
		return ""
	}
	if e.kind == kindFunction {
		return name
	}
	if r.hostCalls == nil {
		r.hostCalls = map[string]string{}
	}
	seen := map[string]bool{}
	found := r.hostCallBehind(e, seen)
	for name := range seen {
		if found == "" { // of none of those that were looked through
			r.hostCalls[name] = ""
		}
	}
	return found
}

// hostCallBehind is hostCall for a derived symbol, whose circles it goes through once.
func (r *resolver) hostCallBehind(e *entry, seen map[string]bool) string {
	if found, known := r.hostCalls[e.name]; known || seen[e.name] {
		return found
	}
	seen[e.name] = true
	found := ""
	eachRef(e.decl.(*Symbol).Derived, func(ref *expr.Ref) {
		switch e := r.names.find(ref.Name, kindFunction, kindDerived); {
		case e == nil || found != "":
		case e.kind == kindFunction:
			found = ref.Name
		default:
			found = r.hostCallBehind(e, seen)
		}
	})
	if found != "" {
		r.hostCalls[e.name] = found
	}
	return found
}
