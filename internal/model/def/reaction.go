package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits of what an agent does besides its mind: each is asked about or run in every tick of the agent.
const (
	MaxReactions = 32
	MaxLayers    = 16
)

// checkReactions checks the reactions of an agent.
func (c *checker) checkReactions(a *AgentInfo) {
	for _, d := range a.Decl.Reactions {
		if d == nil {
			continue
		}
		r := ReactionInfo{Decl: d, Do: c.beside(&d.Do)}
		c.clauses(ReactionTable.Head, d, &r, c.global())
		if kind := c.perceptOf(d.On); kind != "" {
			if e := c.percepts[kind]; e != nil {
				r.Percept = e.value.Symbol
			}
		} else {
			r.On = c.reactionOn(d)
		}
		addBark(c, d.Say, "reaction "+a.Name+"/"+d.Do.Name.Name, &r.Say)
		a.Reactions = append(a.Reactions, r)
	}
	if n := len(a.Reactions); n > MaxReactions {
		c.diags.Errorf(diag.TooManyParts, headSpan(&a.Decl.Head), "agent %q has %d reactions, more than %d", a.Name, n, MaxReactions)
	}
}

// reactionOn checks the condition of a reaction.
func (c *checker) reactionOn(d *Reaction) *expr.Term {
	if d.On == nil && !c.partial {
		c.diags.Errorf(diag.FaultyReaction, headSpan(&d.Head), "the reaction has no trigger").Hint = "reaction NAME on CONDITION, or on damage"
	}
	before := len(c.diags.All)
	t := c.term(d.On, c.global(), expr.BoolType)
	eachRef(d.On, func(ref *expr.Ref) {
		for i := before; i < len(c.diags.All); i++ {
			if f := &c.diags.All[i]; f.Code == diag.UnknownSymbol && f.Span == ref.NameAt && c.perceptOf(ref) != "" {
				f.Hint = "percepts of a sense are not a condition: on " + ref.Name + " stands alone"
			}
		}
	})
	return t
}

// checkLayers checks the layers of an agent.
func (c *checker) checkLayers(a *AgentInfo) {
	seen := map[string]*Layer{}
	for _, d := range a.Decl.Layers {
		if d == nil {
			continue
		}
		switch first := seen[d.Name]; {
		case d.Name == "" && c.partial:
		case !isName(d.Name):
			c.diags.Errorf(diag.NotAName, headSpan(&d.Head), "%q is not a name", d.Name)
		case first != nil:
			f := c.diags.Errorf(diag.FaultyReaction, headSpan(&d.Head), "agent %q already has a layer %q", a.Name, d.Name)
			f.Related = []diag.Related{{Span: headSpan(&first.Head), Message: "first here"}}
		default:
			seen[d.Name] = d
		}
		a.Layers = append(a.Layers, LayerInfo{Decl: d, Name: d.Name, Do: c.beside(&d.Do)})
	}
	if n := len(a.Layers); n > MaxLayers {
		c.diags.Errorf(diag.TooManyParts, headSpan(&a.Decl.Head), "agent %q has %d layers, more than %d", a.Name, n, MaxLayers)
	}
}

// beside checks what a reaction or layer does: an action, a tree or a goal, with constant arguments. Nil after a
// mistake.
func (c *checker) beside(call *Call) *ActionCall {
	do := c.doCall(call, c.global())
	if do == nil {
		c.hint(call, "put it in a goal: goal NAME { plan "+expr.NameText(call.Name.Name)+" }", kindTask, kindOperator)
		return nil
	}
	for _, t := range do.Args {
		if _, constant := t.Const(); t != nil && !constant {
			c.diags.Errorf(diag.NotConstant, spanOf(t.Src), "an argument here must be constant").Hint = "ask for the value in a tree or goal"
			return nil
		}
	}
	return do
}

// eachBeside calls visit for an agent's activities besides its mind, without faulty ones.
func (a *AgentInfo) eachBeside(visit func(*ActionCall)) {
	for i := range a.Reactions {
		if do := a.Reactions[i].Do; do != nil {
			visit(do)
		}
	}
	for i := range a.Layers {
		if do := a.Layers[i].Do; do != nil {
			visit(do)
		}
	}
}

// A percept is counted by an int of the agent that no file can name, so that a node that waits for one watches a symbol
// like any other. The engine alone writes it.

// addPercepts adds a symbol for each kind of sense that a reaction is on, behind all that files declare.
func (c *checker) addPercepts(b *world.Builder) []*entry {
	c.percepts = map[string]*entry{}
	var added []*entry
	for _, e := range c.entriesOf(kindAgent) {
		for _, d := range e.decl.(*Agent).Reactions {
			if d == nil {
				continue
			}
			if kind := c.perceptOf(d.On); kind != "" && c.percepts[kind] == nil {
				c.percepts[kind] = &entry{kind: kindSymbol, name: "percepts of `" + kind + "`", at: headSpan(&d.Head)}
			}
		}
	}
	for _, kind := range SenseKinds {
		if e := c.percepts[kind]; e != nil {
			b.Symbol(world.SymbolDef{Name: e.name, Scope: world.ScopeAgent, Sensed: true, Type: expr.IntType, Says: "how often " + kind + " told something"})
			added = append(added, e)
		}
	}
	return added
}

// perceptOf returns the kind of sense whose percepts trigger a reaction, or "" if a condition does. Declarations hide
// the kinds of senses.
func (c *checker) perceptOf(on expr.Node) string {
	r, ok := on.(*expr.Ref)
	if !ok || r.Call || r.Qualifier != "" || len(r.Args) > 0 || !slices.Contains(SenseKinds[:], r.Name) {
		return ""
	}
	if e := c.names.entries[r.Name]; e != nil && e.kind.inExpressions() || c.names.values[r.Name] != nil {
		return ""
	}
	return r.Name
}
