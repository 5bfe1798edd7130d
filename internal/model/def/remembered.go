package def

import (
	"cmp"
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// An agent's memory is in symbols, so that planning, read sets, change notices and explanations need no special code
// for it. Whether an object is remembered is a bool that no file can name, like a cooldown; the remembered attributes
// are in symbols that files declare. Only the engine writes them.

// remembers reports whether the model has memories.
func (c *checker) remembers() bool { return len(c.entriesOf(kindMemory)) > 0 }

// addKnown adds a symbol for each object type without parents, behind all that files declare: whether the agent
// remembers an object.
func (c *checker) addKnown(b *world.Builder) []*entry {
	return addRecalled(c, b, "remembered", expr.BoolType, func(*entry) bool { return true })
}

// addRecalled adds symbols that the engine writes, and that no file can name: of each object type without parents that
// is meant, whether an object is what a word says. Models without memories have none.
func addRecalled(c *checker, b *world.Builder, word string, typ world.Type, meant func(*entry) bool) (added []*entry) {
	if !c.remembers() {
		return nil
	}
	for _, e := range c.types.objects {
		if len(e.decl.(*TypeDecl).Parents) > 0 || !meant(e) {
			continue
		}
		name := word + " `" + e.name + "`"
		b.Symbol(world.SymbolDef{Name: name, Scope: world.ScopeAgent, Sensed: true, Params: []world.Type{e.typ}, Type: typ, Recalled: true,
			Says: e.name + " is " + word})
		added = append(added, &entry{kind: kindSymbol, name: name, at: e.at})
	}
	return added
}

// keepRemembered notes the symbols that the engine writes from what agents remember.
func (c *checker) keepRemembered(known []*entry) {
	c.names.known = map[int32]*world.Symbol{}
	for _, e := range known {
		if sym := e.value.Symbol; sym != nil {
			c.info.Known = append(c.info.Known, sym)
			c.names.known[sym.Params[0].ID] = sym
		}
	}
	for _, e := range c.entriesOf(kindSymbol) {
		if sym := e.value.Symbol; sym != nil && e.decl.(*Symbol).Remembered && len(sym.Params) > 0 {
			c.info.Remembered = append(c.info.Remembered, c.recollection(sym, e))
		}
	}
}

// recollection says what of an object a symbol holds.
func (c *checker) recollection(sym *world.Symbol, e *entry) RememberedInfo {
	if a := attrNamed(sym.Name); a != nil {
		return RememberedInfo{Symbol: sym, Attr: a.Attr}
	}
	if len(c.info.Attributes) == MaxAttributes {
		d := c.diags.Errorf(diag.TooManyParts, e.at, "%q exceeds the limit of %d attributes of the host", sym.Name, MaxAttributes)
		d.Hint = "get the others by functions of the host"
	}
	c.info.Attributes = append(c.info.Attributes, sym.Name)
	return RememberedInfo{Symbol: sym, Attr: AttrValue, Value: len(c.info.Attributes) - 1}
}

func attrNamed(name string) *AttrInfo {
	for i := range attrs {
		if attrs[i].Name == name {
			return &attrs[i]
		}
	}
	return nil
}

// checkRemembered checks the rules for a remembered symbol, and reports whether it can be one.
func (c *checker) checkRemembered(e *entry, def *world.SymbolDef) bool {
	d := e.decl.(*Symbol)
	fail := func(at diag.Span, format string, args ...any) *diag.Diagnostic {
		return c.diags.Errorf(diag.FaultyRecall, at, "remembered symbol %q %s", e.name, fmt.Sprintf(format, args...))
	}
	before := len(c.diags.All)
	if d.Sensed {
		fail(e.at, "cannot also be sensed").Hint = "the engine writes it: leave out sensed"
	}
	if e.scope != world.ScopeAgent {
		fail(e.at, "does not belong to the agent").Hint = "each agent has its own memory: declare it in state agent"
	}
	if d.Default != nil {
		fail(d.Default.Span(), "has an initial value, but memories start empty").Hint = "it is false, 0 or (0, 0) while nothing is remembered"
	}
	alone := len(d.Params) == 0
	if alone {
		checkRememberedAlone(c, e, def, fail)
	} else if len(d.Params) != 1 {
		fail(e.at, "has %s", count(len(d.Params), "parameter")).Hint = "it needs one, the remembered object"
	} else if t := def.Params[0]; t != none && t.Kind != world.KindObject {
		fail(d.Params[0].At, "is of %s: only objects are remembered", world.FormatType(c.names.schema, t))
	}
	if !alone || !hasAlerts(c) && def.Type.Kind != world.KindEnum && def.Type.Kind != world.KindVec2 {
		c.checkRememberedType(e, def, fail)
	}
	if !c.remembers() && !c.partial {
		d := c.diags.Errorf(diag.NothingRemembered, e.at, "%q is remembered, but the model declares no memory", e.name)
		d.Hint = "declare one, as in: memory short { span 8s }"
	}
	return !c.failedSince(before)
}

// checkRememberedType checks that a remembered symbol is of the type that its name asks for.
func (c *checker) checkRememberedType(e *entry, def *world.SymbolDef, fail func(diag.Span, string, ...any) *diag.Diagnostic) {
	want, hint := expr.FloatType, ""
	if a := attrNamed(e.name); a != nil {
		if want = a.Type; a.Attr == AttrSaid {
			if def.Type.Kind != world.KindEnum && def.Type != none {
				fail(e.decl.(*Symbol).Type.At, "must be an enum, not %s", world.FormatType(c.names.schema, def.Type)).
					Hint = "declare what can be said, as in type call = { silence, reloading }; the first value means nothing"
			}
			return
		}
	} else {
		hint = expr.DidYouMean(e.name, attrNames())
		hint = cmp.Or(hint, "an attribute of the host is a float")
	}
	if def.Type != want && def.Type != none {
		at := e.decl.(*Symbol).Type.At
		fail(at, "must be %s, not %s", world.FormatType(c.names.schema, want), world.FormatType(c.names.schema, def.Type)).Hint = hint
	}
}

func attrNames() []string {
	names := make([]string, len(attrs))
	for i := range attrs {
		names[i] = attrs[i].Name
	}
	return names
}

// recalled returns the condition that the object bound to a variable is remembered; nil if the variable does not
// require that, and after a mistake.
func (r *resolver) recalled(v *expr.Var, slot Slot, sc *Scope) *expr.Term {
	if !v.Remembered || slot.Type == none {
		return nil
	}
	return expr.Remembered(v, slot.Type, slot.Index, sc, r.diags)
}

// writer says who writes a symbol that effects must not change at once, in the words of a message.
func (r *resolver) writer(sym *world.Symbol) string {
	e := r.names.entries[sym.Name]
	if sym.Says != "" || e != nil && e.kind == kindSymbol && e.decl.(*Symbol).Remembered {
		return "remembered and written by the engine"
	}
	return "sensed and written by the host"
}
