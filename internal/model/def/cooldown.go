package def

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// A cooldown is a bool of the agent like those that files declare, so that planning, read sets, change notices and
// explanations need to know nothing of it: the operator cannot be used while it is true, and a plan that uses the
// operator expects it to become true. The runner alone writes it.

// addCooldowns adds a symbol for each cooldown, behind all that files declare. Operators that share a cooldown share
// the symbol.
func (c *checker) addCooldowns(b *world.Builder) []*entry {
	c.cooldowns = map[string]*entry{}
	var added []*entry
	for _, e := range c.entriesOf(kindOperator) {
		d := e.decl.(*Operator)
		if d.Cooldown.Time == nil || e.lost {
			continue
		}
		def := cooldownSymbol(d)
		if c.cooldowns[def.Name] != nil {
			continue
		}
		b.Symbol(def)
		cool := &entry{kind: kindSymbol, name: def.Name, at: e.at}
		c.cooldowns[def.Name] = cool
		added = append(added, cool)
		for _, more := range sharedSymbols(def, d) {
			b.Symbol(more)
			own := &entry{kind: kindSymbol, name: more.Name, at: e.at}
			c.cooldowns[more.Name] = own
			added = append(added, own)
		}
	}
	return added
}

// sharers are the words for who shares a cooldown.
var sharers = []string{"agent", "squad", "world"}

// isCommon reports whether several agents share the cooldown.
func (d *Cooldown) isCommon() bool { return d.By.Name == "squad" || d.By.Name == "world" }

// sharedSymbols returns the further symbols of a cooldown that several agents share: the tick in which it is over, and
// whether an agent has spent what it protects.
func sharedSymbols(hot world.SymbolDef, d *Operator) []world.SymbolDef {
	if !d.Cooldown.isCommon() {
		return nil
	}
	count := world.Type{Kind: world.KindInt, Lo: 0, Hi: math.MaxInt64}
	return []world.SymbolDef{
		{Name: "end of the " + hot.Name, Scope: hot.Scope, Sensed: true, Type: count, Says: hot.Says},
		{Name: "spent of the " + hot.Name, Scope: world.ScopeAgent, Sensed: true, Type: expr.BoolType, Says: d.Cooldown.Shared.Name + " is spent"},
	}
}

// cooldownSymbol returns the definition of the symbol for an operator's cooldown. Its name has backquotes in it, which
// no name in a file can have.
func cooldownSymbol(d *Operator) world.SymbolDef {
	name, who := "cooldown of `"+d.Name+"`", d.Name
	if d.Cooldown.Shared.Name != "" {
		name, who = "shared cooldown `"+d.Cooldown.Shared.Name+"`", d.Cooldown.Shared.Name
	}
	scope := world.ScopeAgent
	switch d.Cooldown.By.Name {
	case "squad":
		scope = world.ScopeSquad
	case "world":
		scope = world.ScopeWorld
	}
	return world.SymbolDef{Name: name, Scope: scope, Sensed: true, Type: expr.BoolType, Says: who + " is cooling down"}
}

// cool makes an operator's cooldown part of its condition and of its planned effects.
func (c *checker) cool(op *OperatorInfo) {
	if op.Decl.Cooldown.Time == nil {
		return
	}
	e := c.cooldowns[cooldownSymbol(op.Decl).Name]
	if e == nil || e.value.Symbol == nil {
		return // the operator has no place in the model, or the model has none for symbols; that has been reported
	}
	op.Cooling, op.Apart = e.value.Symbol, op.When
	for i, more := range sharedSymbols(cooldownSymbol(op.Decl), op.Decl) {
		if e := c.cooldowns[more.Name]; e != nil && e.value.Symbol != nil {
			*[]**world.Symbol{&op.Due, &op.Spent}[i] = e.value.Symbol
		}
	}
	op.When = ready(op.When, op.Cooling)
	begins := &expr.EffectTerm{Symbol: op.Cooling, Op: expr.AssignSet, Value: yes}
	effects := &expr.EffectTerms{}
	if op.Effect != nil {
		effects.List = append(effects.List, op.Effect.List...)
	}
	effects.List = append(effects.List, begins)
	op.Effect = effects
}

var yes = &expr.Term{Kind: expr.TermConst, Type: expr.BoolType, Words: [2]world.Word{1}}

// ready returns the condition that another holds, if there is one, and that a symbol is false.
func ready(when *expr.Term, cooling *world.Symbol) *expr.Term {
	cell := &expr.Term{Kind: expr.TermCell, Type: expr.BoolType, Symbol: cooling}
	off := &expr.Term{Kind: expr.TermUnary, Op: expr.Not, Type: expr.BoolType, Args: []*expr.Term{cell}}
	if when == nil {
		return off
	}
	if value, known := when.Const(); known {
		if value[0].Bool() {
			return off
		}
		return when
	}
	both := &expr.Term{Kind: expr.TermAnd, Type: expr.BoolType, Src: when.Src}
	if when.Kind == expr.TermAnd {
		both.Args = append(both.Args, when.Args...)
	} else {
		both.Args = append(both.Args, when)
	}
	both.Args = append(both.Args, off)
	return both
}

// checkShared checks the name that operators share a cooldown by.
func (c *checker) checkShared(d *Operator) {
	by := d.Cooldown.By
	switch {
	case by.Name != "" && !slices.Contains(sharers, by.Name):
		c.diags.Errorf(diag.OperatorPart, by.At, "a cooldown is shared by agent, squad or world, not by %q", by.Name)
	case c.sharedOtherwise(d):
		c.diags.Errorf(diag.OperatorPart, d.Cooldown.Shared.At, "another operator shares the cooldown %s by another scope", expr.NameText(d.Cooldown.Shared.Name)).Hint =
			"give all operators that share it the same scope after by"
	case d.Cooldown.Shared.Name == "":
	case d.Cooldown.Time == nil && !c.partial:
		c.diags.Errorf(diag.OperatorPart, d.Cooldown.Shared.At, "a shared cooldown needs a time").Hint = "cooldown 20s shared " + expr.NameText(d.Cooldown.Shared.Name)
	case !isName(d.Cooldown.Shared.Name):
		c.diags.Errorf(diag.NotAName, d.Cooldown.Shared.At, "%q is not a name", d.Cooldown.Shared.Name)
	}
}

// sharedOtherwise reports whether an operator before this one shares the cooldown of the same name with others than
// this one does.
func (c *checker) sharedOtherwise(d *Operator) bool {
	for _, e := range c.entriesOf(kindOperator) {
		other := e.decl.(*Operator)
		if other == d {
			return false
		}
		if name := other.Cooldown.Shared.Name; name != "" && name == d.Cooldown.Shared.Name && cooldownSymbol(other).Scope != cooldownSymbol(d).Scope {
			return true
		}
	}
	return false
}
