package def

import (
	"cmp"
	"math"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// clauses checks what a declaration says in clauses of kinds whose meaning does not depend on the statement, and keeps
// what comes out in info.
func (r *resolver) clauses(list []Clause, decl, info any, sc *Scope) {
	for i := range list {
		r.clause(&list[i], decl, info, sc)
	}
}

func (r *resolver) clause(c *Clause, decl, info any, sc *Scope) {
	if c.at == nil {
		return
	}
	value, _ := c.at(decl)
	if c.Takes == TakesParts {
		r.partsOf(c, value, info, sc)
		return
	}
	if c.info == nil {
		return
	}
	out := c.info(info)
	switch v := value.(type) {
	case *expr.Node:
		r.exprClause(c, *v, out, sc)
	case *bool:
		*out.(*bool) = *v
	case *[]expr.Effect:
		*out.(**expr.EffectTerms) = r.effects(*v, sc)
	case *Cooldown:
		*out.(*float64) = r.duration(v.Time, sc)
	}
}

// exprClause checks a clause that is one expression.
func (r *resolver) exprClause(c *Clause, n expr.Node, out any, sc *Scope) {
	if c.Takes == TakesSeconds || c.Unit == "s" {
		r.times = append(r.times, n)
	}
	before := len(r.diags.All)
	switch c.Takes {
	case TakesCondition:
		*out.(**expr.Term) = r.term(n, sc, expr.BoolType)
	case TakesAmount:
		*out.(**expr.Term) = r.amount(c, n, sc)
	case TakesSeconds, TakesPositive:
		*out.(*float64) = r.constPositive(n, sc, c.is(), cmp.Or(c.Most, math.Inf(1)), c.Default)
	case TakesNumber:
		*out.(*float64) = r.constNumber(n, sc, c.is(), c.span(), c.Default)
	case TakesCount:
		*out.(*int) = r.constCount(n, sc, c.is(), int(c.Least), int(c.Most), int(c.Default))
	}
	for i := before; i < len(r.diags.All) && c.Takes == TakesNumber; i++ {
		if f := &r.diags.All[i]; f.Code == diag.FaultyNumber {
			f.Hint = c.Hint
		}
	}
}

// amount checks a number that is computed whenever it is needed.
func (r *resolver) amount(c *Clause, n expr.Node, sc *Scope) *expr.Term {
	t := r.number(n, sc, c.Is)
	if c.Signed {
		return t
	}
	if value, ok := t.Const(); ok && number(value[0], t.Type) < 0 {
		r.diags.Errorf(diag.FaultyNumber, n.Span(), "%s cannot be negative", c.Is)
	}
	return t
}

// partsOf checks a clause of several constants.
func (r *resolver) partsOf(c *Clause, part, info any, sc *Scope) {
	if part == nil {
		for i := range c.Parts {
			if p := &c.Parts[i]; p.info != nil {
				if out, ok := p.info(info).(*float64); ok {
					*out = p.Default
				}
			}
		}
		return
	}
	missing := ""
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.Need && !p.Has(part) {
			if missing = "a number"; p.Takes == TakesTexts {
				missing = p.Is
			}
		}
		switch value, _ := p.at(part); v := value.(type) {
		case *expr.Node:
			if p.info != nil {
				r.exprClause(p, *v, p.info(info), sc)
			}
		case *bool:
			*p.info(info).(*bool) = *v
		case *[]string:
			*p.info(info).(*[]string) = *v
		}
	}
	if missing != "" && !r.partial {
		r.diags.Errorf(diag.PartMissing, headSpan(part.(Decl).Header()), "%s is missing here", missing).Hint = "write " + c.Form
	}
}

// clauses adds the values of the clauses that are used, by their words. So a program that does not use a clause keeps
// its identity when the language gains it.
func (d *digest) clauses(list []Clause, info any) {
	d.said("", list, info)
	d.text("")
}

func (d *digest) said(of string, list []Clause, info any) {
	for i := range list {
		c := &list[i]
		d.said(c.Word+" ", c.Parts, info)
		if c.info == nil {
			continue
		}
		v := c.info(info)
		if _, number := v.(*float64); d.shape && (number || c.Word == "score") || c.isDefault(v) {
			continue
		}
		d.text(of + c.JSONField())
		d.value(v)
	}
}

func (d *digest) value(v any) {
	switch v := v.(type) {
	case **expr.Term:
		d.term(*v)
	case **expr.EffectTerms:
		d.effectList(*v)
	case *float64:
		d.float(*v)
	case *int:
		d.word(world.Word(*v))
	case *bool:
		d.flag(*v)
	case *[]int:
		d.count(len(*v))
		for _, i := range *v {
			d.count(i)
		}
	case *[]float64:
		d.count(len(*v))
		for _, f := range *v {
			d.float(f)
		}
	case *[]string:
		if !d.shape { // other words have the same meaning for saved data
			d.count(len(*v))
			for _, text := range *v {
				d.text(text)
			}
		}
	}
}

// isDefault reports whether a value equals the clause's default.
func (c *Clause) isDefault(v any) bool {
	switch v := v.(type) {
	case **expr.Term:
		return *v == nil
	case **expr.EffectTerms:
		return *v == nil
	case *float64:
		return *v == c.Default
	case *int:
		return *v == int(c.Default)
	case *bool:
		return !*v
	case *[]int:
		return len(*v) == 0
	case *[]float64:
		return len(*v) == 0
	case *[]string:
		return len(*v) == 0
	}
	return false
}

// eachClauseTerm calls visit for the expressions that were computed of clauses. Those that are not there are nil.
func eachClauseTerm(list []Clause, info any, visit func(*expr.Term)) {
	for i := range list {
		c := &list[i]
		eachClauseTerm(c.Parts, info, visit)
		if c.info == nil {
			continue
		}
		switch v := c.info(info).(type) {
		case **expr.Term:
			visit(*v)
		case **expr.EffectTerms:
			(*v).Terms(visit)
		}
	}
}

// clauses visits every name in clauses.
func (w *walker) clauses(list []Clause, decl any) {
	for i := range list {
		c := &list[i]
		if c.at == nil {
			continue
		}
		value, _ := c.at(decl)
		switch v := value.(type) {
		case *expr.Node:
			w.node(*v)
		case *[]expr.Effect:
			w.effects(*v)
		default:
			if v != nil {
				w.clauses(c.Parts, v)
			}
		}
	}
}
