package def

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxNeeds is the maximum number of tokens and slots that an action needs: it waits until it has all of them.
const MaxNeeds = 8

// checkTokens checks the tokens of a squad.
func (c *checker) checkTokens(s *SquadInfo) []*LeaseInfo {
	var list []*LeaseInfo
	seen := map[string]*Head{}
	for _, d := range s.Decl.Tokens {
		if d == nil {
			continue
		}
		c.part(s, "token", d.Name, &d.Head, seen)
		list = append(list, c.lease(s, d.Name, TokenTable.Head, d))
	}
	return list
}

// checkSlots checks which objects are slots of a squad.
func (c *checker) checkSlots(s *SquadInfo) []*LeaseInfo {
	var list []*LeaseInfo
	var places []diag.Span
	for _, d := range s.Decl.Slots {
		if d == nil {
			continue
		}
		at := nameAt(d.Type, &d.Head)
		l := c.lease(s, d.Type.Name, SlotTable.Head, d)
		if d.Type.Name != "" || !c.partial {
			l.Type = c.objectType(Name{At: at, Name: d.Type.Name})
		}
		if i := slices.IndexFunc(list, func(other *LeaseInfo) bool { return c.overlap(l.Type, other.Type) }); i >= 0 {
			d := c.diags.Errorf(diag.FaultySlots, at, "objects of %q are already slots of %q", l.Name, list[i].Name)
			d.Related = []diag.Related{{Span: places[i], Message: "said here"}}
		}
		list, places = append(list, l), append(places, at)
	}
	return list
}

// lease checks what tokens and slots have in common.
func (c *checker) lease(s *SquadInfo, name string, list []Clause, decl any) *LeaseInfo {
	l := &LeaseInfo{Name: name, Squad: s}
	c.clauses(list, decl, l, c.global())
	return l
}

// overlap reports whether an object can be of both types.
func (c *checker) overlap(a, b world.Type) bool {
	if a.Kind != world.KindObject || b.Kind != world.KindObject {
		return false
	}
	x, y := c.names.schema.Types[a.ID].Subtypes, c.names.schema.Types[b.ID].Subtypes
	for i := range x {
		if x[i]&y[i] != 0 {
			return true
		}
	}
	return false
}

// checkLeases checks the needs of an action: tokens of squads, and objects that its parameters are bound to.
func (c *checker) checkLeases(a *ActionInfo) {
	seen := map[string]Name{}
	for _, d := range a.Decl.Needs {
		if d == nil {
			continue
		}
		need, ok := c.checkNeed(a, d)
		if first, again := seen[d.What.Name]; ok && again {
			d := c.diags.Errorf(diag.FaultyNeed, nameAt(d.What, &a.Decl.Head), "%q is already needed", d.What.Name)
			d.Related = []diag.Related{{Span: nameAt(first, &a.Decl.Head), Message: "first here"}}
			continue
		}
		if seen[d.What.Name] = d.What; ok {
			a.Needs = append(a.Needs, need)
		}
	}
	if n := len(a.Needs); n > MaxNeeds {
		c.diags.Errorf(diag.TooManyParts, headSpan(&a.Decl.Head), "action %q needs %d tokens and slots, more than %d", a.Name, n, MaxNeeds)
	}
}

// checkNeed resolves a need; false after a mistake. A parameter hides a token of its name.
func (c *checker) checkNeed(a *ActionInfo, d *Need) (NeedInfo, bool) {
	name, at := d.What.Name, nameAt(d.What, &a.Decl.Head)
	need := NeedInfo{Priority: c.constCount(d.Priority, c.global(), "a priority", math.MinInt32, math.MaxInt32, 0)}
	need.Param = slices.IndexFunc(a.Params, func(p ActionParam) bool { return p.Name == name })
	switch {
	case name == "" && c.partial:
		return need, false
	case need.Param >= 0:
		types := a.Params[need.Param].Types
		if len(types) > 0 && !slices.ContainsFunc(types, isObject) {
			c.diags.Errorf(diag.FaultyNeed, at, "parameter %q is not an object: only objects are slots", name)
			return need, false
		}
		return need, true
	case c.groups.tokens.has[name]:
		need.Token = name
		return need, true
	}
	c.diags.Errorf(diag.FaultyNeed, at, "action %q has no parameter %q, and no squad a token of that name", a.Name, name).Meant(name, c.similarNeed(a, name))
	return need, false
}

func isObject(t world.Type) bool { return t.Kind == world.KindObject }

// similarNeed returns which need may be meant.
func (c *checker) similarNeed(a *ActionInfo, name string) string {
	known := c.similar(&c.groups.tokens)
	for _, p := range a.Params {
		if slices.ContainsFunc(p.Types, isObject) {
			known = append(known, p.Name)
		}
	}
	return expr.Suggest(name, known)
}

// similar returns names to compare a mistaken one with, none where enough have been; see maxSuggestWork.
func (c *checker) similar(names *nameSet) []string {
	if c.compared += len(names.list); c.compared > maxSuggestWork {
		return nil
	}
	return slices.Clone(names.list)
}

// Token returns the token of a squad with a name, or nil.
func (i *Info) Token(s *SquadInfo, name string) *LeaseInfo {
	for _, l := range i.Leases {
		if l.Squad == s && l.Name == name && l.Type == none {
			return l
		}
	}
	return nil
}

// SlotsOf returns the slots of a squad for objects of a type, or nil.
func (i *Info) SlotsOf(s *SquadInfo, t world.Type) *LeaseInfo {
	for _, l := range i.Leases {
		if l.Squad == s && l.Type.Kind == world.KindObject && t.Kind == world.KindObject && i.Schema.Types[l.Type.ID].Has(t.ID) {
			return l
		}
	}
	return nil
}
