package def

import (
	"fmt"
	"math"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// checkSymbols checks the stored symbols and builds the schema.
func (c *checker) checkSymbols() {
	b := world.NewBuilder()
	b.Literals = c.names.literals
	c.types.addTo(b)
	var added []*entry
	for _, e := range c.entriesOf(kindSymbol) {
		def, ok := c.checkSymbol(e)
		if e.bad = !ok; ok && !e.lost {
			b.Symbol(def)
			added = append(added, e)
		}
	}
	added = append(added, c.addCooldowns(b)...)
	known, claimed := c.addKnown(b), addClaimed(c, b)
	added = append(append(added, known...), claimed...)
	added = append(added, c.addPercepts(b)...)
	added = append(added, addAlertness(c, b)...)
	c.names.schema = c.built(b, added)
	c.info.Schema = c.names.schema
	for _, e := range added {
		if !e.bad {
			sym := c.info.Schema.Symbol(e.name)
			e.value = expr.Entity{Kind: expr.EntitySymbol, Type: sym.Type, Symbol: sym}
		}
	}
	c.keepRemembered(known)
	keepAlertness(c)
	for _, e := range claimed {
		if sym := e.value.Symbol; sym != nil {
			c.info.Claimed = append(c.info.Claimed, sym)
		}
	}
}

// checkSymbol computes the definition of a stored symbol.
func (c *checker) checkSymbol(e *entry) (def world.SymbolDef, ok bool) {
	d := e.decl.(*Symbol)
	def = world.SymbolDef{Name: e.name, Scope: e.scope, Sensed: d.Sensed || d.Remembered, Recalled: d.Remembered}
	ok = true
	for i := range d.Params {
		t := c.symbolParam(d, i)
		ok = ok && t != none
		def.Params = append(def.Params, t)
	}
	if d.Type == nil {
		c.diags.Errorf(diag.DerivedForm, e.at, "symbol %q has no type", e.name).Hint = fmt.Sprintf("%s: bool, or %s := an expression", e.name, e.name)
		return def, false
	}
	if def.Type = c.constType(d.Type); def.Type == none {
		return def, false
	}
	if d.Remembered {
		return def, c.checkRemembered(e, &def) && ok
	}
	def.Default = c.leastValue(def.Type)
	if d.Default == nil || !c.onlyConstants(d.Default, "the initial value of a symbol") {
		return def, ok && d.Default == nil
	}
	value, _, valid := c.constant(d.Default, c.global(), def.Type, "the initial value of a symbol")
	if !valid {
		// The type is known, so what mentions the symbol can be checked all the same.
		return def, ok
	}
	if def.Type.Kind != world.KindObject {
		def.Default = value
	} else if value[0] != 0 {
		c.firstObject(e, d, value[0])
	}
	return def, ok
}

// firstObject keeps an object as the first value of a symbol for later: states begin without objects.
func (c *checker) firstObject(e *entry, d *Symbol, o world.Object) {
	if len(d.Params) == 0 {
		e.first = o
		return
	}
	c.diags.Errorf(diag.FirstObject, d.Default.Span(), "the initial value of a symbol with parameters cannot be an object").Hint = "set it in an init block"
}

// symbolParam resolves a parameter of a stored symbol; none after a mistake.
func (c *checker) symbolParam(d *Symbol, i int) world.Type {
	p := &d.Params[i]
	for _, q := range d.Params[:i] {
		if q.Name == p.Name && p.Name != "" {
			c.diags.Errorf(diag.DeclaredTwice, p.At, "%q is already a parameter", p.Name)
			break
		}
	}
	if len(p.Types) != 1 {
		c.diags.Errorf(diag.PartMissing, p.At, "parameter %q must have one type", p.Name)
		return none
	}
	t := c.constType(&p.Types[0])
	unranged := t.Kind == world.KindInt && t.Lo == math.MinInt64 && t.Hi == math.MaxInt64
	if unranged || t.Kind == world.KindFloat || t.Kind == world.KindVec2 {
		hint := "an enum, an object type, bool, or an int with a range, such as int 0..9"
		c.diags.Errorf(diag.SymbolParam, p.Types[0].At, "a symbol cannot have a parameter of type %s", p.Types[0].Name).Hint = hint
		return none
	}
	return t
}

// leastValue returns the default of a type's cells.
func (c *checker) leastValue(t world.Type) (value [2]world.Word) {
	switch {
	case t.Kind != world.KindInt:
	case t.Lo != math.MinInt64:
		value[0] = world.Word(t.Lo)
	default:
		value[0] = world.Word(min(t.Hi, 0))
	}
	return value // also of floats: the Word of 0.0 is 0
}
