package expr

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/world"
)

// CheckEffects resolves and types a list of effects, which happen at once. All mistakes are reported to ds; the
// result is nil when there was one. An empty list gives an empty result.
func CheckEffects(list []Effect, sc Scope, ds *diag.List) *EffectTerms {
	c := checker{sc: sc, ds: ds}
	terms, ok := c.effects(list)
	if !ok {
		return nil
	}
	return &EffectTerms{List: terms}
}

func (c *checker) effects(list []Effect) ([]*EffectTerm, bool) {
	terms, ok := make([]*EffectTerm, 0, len(list)), true
	for _, e := range list {
		t := c.effect(e)
		ok = ok && t != nil
		terms = append(terms, t)
	}
	return terms, ok
}

func (c *checker) effect(e Effect) *EffectTerm {
	c.depth++
	defer c.leave()
	if c.depth > MaxTermDepth {
		if !c.beyond {
			c.beyond = true
			c.ds.Errorf(diag.TooComplex, e.Span(), "effects are nested more than %d deep", MaxTermDepth)
		}
		return nil
	}
	switch e := e.(type) {
	case *Assign:
		return c.assign(e)
	case *IfEffect:
		cond := c.typed(e.Cond, BoolType)
		then, okThen := c.effects(e.Then)
		other, okElse := c.effects(e.Else)
		if cond == nil || !okThen || !okElse {
			return nil
		}
		return &EffectTerm{Src: e, Cond: cond, Then: then, Else: other}
	case *ForallEffect:
		return c.forallEffect(e)
	}
	return nil
}

func (c *checker) forallEffect(e *ForallEffect) *EffectTerm {
	outer := len(c.vars)
	defer func() { c.vars = c.vars[:outer] }()
	vars, ok := c.bind(e.At, e.Vars)
	t := &EffectTerm{Src: e, Vars: vars}
	t.Where, ok = c.where(e.Vars, vars, e.Where, ok)
	body, okBody := c.effects(e.Body)
	if !ok || !okBody {
		return nil
	}
	t.Then = body
	return t
}

func (c *checker) assign(e *Assign) *EffectTerm {
	target := c.target(e)
	if target == nil {
		c.alone(e.Value, world.Type{})
		return nil
	}
	typ := target.Type
	if e.Op != AssignSet {
		if !numeric(typ) && typ.Kind != world.KindVec2 {
			c.ds.Errorf(diag.BadOperand, e.At, "%s cannot change %s", [...]string{AssignAdd: "+=", AssignSub: "-="}[e.Op], diag.WithArticle(c.typeName(typ))).Hint = "write = to set it"
			return nil
		}
		typ = unranged(typ)
	}
	value := c.typed(e.Value, typ)
	if value == nil {
		return nil
	}
	return &EffectTerm{Src: e, Symbol: target.Symbol, Args: target.Args, Op: e.Op, Value: value}
}

// target checks the left side of an assignment: a cell of a stored symbol.
func (c *checker) target(e *Assign) *Term {
	n := e.Target
	if n == nil {
		return nil
	}
	if n.Qualifier != "" {
		c.ds.Errorf(diag.NotAssignable, n.At, "%s.%s cannot be assigned to", n.Qualifier, n.Name).Hint = "assign the whole vector: pos = vec2(1, 2)"
		return nil
	}
	found := c.lookup(n.Name)
	if len(found) == 0 && n.Name == wordRemembered {
		return c.remembered(n)
	}
	if len(found) == 0 {
		_, isBuiltin := builtinNamed(n.Name)
		_, isCurve := curve.KindNamed(n.Name)
		if isBuiltin || n.Call && isCurve {
			found = []Entity{{Kind: EntityFunc}}
		} else {
			c.unknown(n, world.Type{})
			return nil
		}
	}
	if found[0].Kind == EntitySymbol {
		return c.entity(n, &found[0])
	}
	what := map[EntityKind]string{EntityDerived: "a derived symbol", EntityConst: "a constant", EntityVar: "a parameter",
		entityBound: "a variable", EntityFunc: "a function"}[found[0].Kind]
	c.ds.Errorf(diag.NotAssignable, n.At, "%s is %s and cannot be assigned to", n.Name, what).Hint = "only stored symbols can be changed"
	return nil
}
