package btcpp

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// notTranslated are nodes of the library without a counterpart, and why.
var notTranslated = map[string]string{
	"SkipUnlessUpdated": "symbols have no count of their changes",
	"WaitValueUpdate":   "symbols have no count of their changes",
	"WasEntryUpdated":   "symbols have no count of their changes",
	"UnsetBlackboard":   "symbols always have a value",
}

// gather finds out which entries a tree uses, and of what types.
func (c *converter) gather(t *treeKeys) {
	c.gatherNode(t, t.tree.Root)
	for _, e := range t.sites {
		for i := range e.Attrs {
			if k := t.byName[e.Attrs[i].Name]; k != nil {
				k.listed = true
			}
		}
	}
}

func (c *converter) gatherNode(t *treeKeys, e *Element) {
	for _, a := range []*Attr{e.FailureIf, e.SuccessIf, e.SkipIf, e.While} {
		c.gatherScript(t, a, true)
	}
	for _, a := range []*Attr{e.OnHalted, e.OnFailure, e.OnSuccess, e.Post} {
		c.gatherScript(t, a, false)
	}
	why, no := notTranslated[e.ID]
	switch {
	case e.Category == SubTree:
		c.bind(t, e)
	case !e.Model.Builtin:
		c.gatherAction(t, e)
	case no:
		c.cannot(e.At, "%s has no counterpart: %s", e.ID, why)
	default:
		c.gatherBuiltin(t, e)
	}
	for _, child := range e.Children {
		c.gatherNode(t, child)
	}
}

// gatherScript looks at a condition, or at statements.
func (c *converter) gatherScript(t *treeKeys, a *Attr, condition bool) {
	if a == nil {
		return
	}
	s := c.script(a)
	if s == nil {
		return
	}
	for i, x := range s.Statements {
		switch {
		case x.Op.IsAssignment():
			c.gatherAssign(t, x)
			if condition && i == len(s.Statements)-1 {
				c.cannot(x.At, "the value of an assignment is used as a condition")
			}
		case condition && i == len(s.Statements)-1:
			c.truth(t, x)
		default:
			c.infer(t, x)
			c.cannot(x.At, "the statement %s does nothing", x)
		}
	}
}

func (c *converter) gatherAssign(t *treeKeys, x *ScriptExpr) {
	k := c.key(t, x.Args[0].Text, x.At)
	k.written = true
	c.types[x.Args[0]] = k.typ
	v := c.infer(t, x.Args[1])
	c.unify(k.typ, v)
	switch x.Op {
	case ScriptAddAssign, ScriptSubAssign, ScriptMulAssign:
		k.typ.find().likeInt = true
	case ScriptDivAssign:
		k.typ.find().likeFloat = true
	}
}

// gatherBuiltin looks at the ports of a node of the library.
func (c *converter) gatherBuiltin(t *treeKeys, e *Element) {
	for i := range e.Attrs {
		a := &e.Attrs[i]
		p := e.Model.Port(a.Name)
		key, isKey := a.Key()
		switch {
		case isScript(e.Model, a.Name):
			if isKey {
				c.cannot(a.At, "a script that is an entry of the blackboard")
			} else {
				c.gatherScript(t, a, e.ID != "Script")
			}
		case e.ID == "SetBlackboard" || e.Model.isSwitch() || a.Name == "queue":
		case isKey && p.Direction == In:
			c.typed(c.key(t, key, a.At).typ, p, a.At)
		case isKey:
			k := c.key(t, key, a.At)
			k.written = true
			c.typed(k.typ, p, diag.Span{})
		}
	}
	switch {
	case e.ID == "SetBlackboard":
		k := c.key(t, setKey(e), e.At)
		k.written = true
		c.given(t, k.typ, e.Attr("value"))
	case e.Model.isSwitch():
		c.gatherSwitch(t, e)
	case e.Attr("queue") != nil:
		if _, isKey := e.Attr("queue").Key(); isKey {
			c.cannot(e.Attr("queue").At, "a queue in the blackboard has no counterpart").Hint = "write its values here"
			return
		}
		a := e.Attr("value")
		if a == nil {
			return
		}
		if key, isKey := a.Key(); isKey {
			for _, l := range queue(e) {
				c.literals = append(c.literals, literal{l, c.key(t, key, a.At).typ})
			}
		}
	}
}

// setKey returns the entry that a SetBlackboard writes, which it names with or without braces.
func setKey(e *Element) string {
	a := e.Attr("output_key")
	if key, isKey := a.Key(); isKey {
		return key
	}
	return a.Value
}

// queue returns the values of a loop.
func queue(e *Element) (values []*Attr) {
	a := e.Attr("queue")
	if a.Value == "" {
		return nil
	}
	for text := range strings.SplitSeq(a.Value, ";") {
		values = append(values, &Attr{Name: a.Name, Value: text, At: a.At, NameAt: a.NameAt})
	}
	return values
}

func (c *converter) gatherSwitch(t *treeKeys, e *Element) {
	v := e.Attr("variable")
	if v == nil {
		c.cannot(e.At, "a switch without a variable")
		return
	}
	typ := c.newType(v.At, "what is compared", "case")
	c.subjects[e] = typ
	c.given(t, typ, v)
	for _, a := range e.Attrs {
		if a.Name != "variable" {
			c.given(t, typ, e.Attr(a.Name))
		}
	}
	if len(e.Attrs) < len(e.Model.Ports) {
		c.cannot(e.At, "a switch without all of its cases")
	}
}

// given notes that a value of a port has a type.
func (c *converter) given(t *treeKeys, typ *typeVar, a *Attr) {
	if key, isKey := a.Key(); isKey {
		c.unify(c.key(t, key, a.At).typ, typ)
		return
	}
	c.literals = append(c.literals, literal{a, typ})
}

// gatherAction looks at a node of the host.
func (c *converter) gatherAction(t *treeKeys, e *Element) {
	u := c.actions[e.ID]
	for i := range e.Model.Ports {
		p := &e.Model.Ports[i]
		if u.ports[i] == nil {
			u.ports[i] = c.newType(e.At, fmt.Sprintf("port %s of %s", p.Name, e.ID), p.Name)
			c.typed(u.ports[i], &Port{Type: p.Type, Direction: In}, e.At)
		}
		a := portValue(e, p)
		if a == nil {
			continue
		}
		u.given[i]++
		key, isKey := a.Key()
		if p.Direction != In && isKey && !e.Model.Inferred {
			k := c.key(t, key, a.At)
			k.output = true
			c.typed(k.typ, p, a.At)
		}
		c.given(t, u.ports[i], a)
	}
}

// portValue returns the value that a node has for a port: its own, or the default; nil: none. A default that is not a
// value of the port's type is for people, such as the name of a C++ constant: the host knows it.
func portValue(e *Element, p *Port) *Attr {
	if a := e.Attr(p.Name); a != nil || p.Default == "" {
		return a
	}
	a := &Attr{Name: p.Name, Value: p.Default, At: e.At, NameAt: e.At}
	if _, isKey := a.Key(); !isKey && !TypeOf(p.Type).Accepts(p.Default) {
		return nil
	}
	return a
}
