package btcpp

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// names are the declared names of a model, in one table.
type names struct {
	taken  map[string]bool
	value  map[string]string // names of enum values, by text
	shared map[string]int    // how many enums have the value
	object map[string]string // names of objects, by type and text
}

func newNames() *names {
	n := &names{taken: map[string]bool{}, value: map[string]string{}, shared: map[string]int{}, object: map[string]string{}}
	for _, name := range []string{"bool", "int", "float", "vec2", "text"} {
		n.taken[name] = true
	}
	return n
}

// nameRoom is kept free in a name for what may be appended to it.
const nameRoom = 64

// free returns a name that is not taken, and takes it: the name itself if it is free.
func (n *names) free(name, kind string) string {
	name = strings.Map(func(r rune) rune {
		if r == '`' || r < ' ' || r == 0x7f {
			return '\''
		}
		return r
	}, strings.ToValidUTF8(name, "?"))
	if len(name) > expr.MaxNameBytes-nameRoom {
		name = strings.ToValidUTF8(name[:expr.MaxNameBytes-nameRoom], "")
	}
	if !expr.CanName(name) || n.taken[name] {
		name += kind
	}
	plain := name
	for i := 2; n.taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", plain, i)
	}
	n.taken[name] = true
	return name
}

// nameCalls gives trees and actions their names first, so that they keep them, then the agent.
func (c *converter) nameCalls() {
	for _, t := range c.doc.Trees {
		if k := c.trees[t.ID]; k != nil {
			k.name = c.names.free(t.ID, "_tree")
		}
	}
	for _, t := range c.order {
		c.nameActions(t.tree.Root)
	}
	c.agent = c.names.free(AgentName, "_agent")
}

func (c *converter) nameActions(e *Element) {
	if e.Category != SubTree && !e.Model.Builtin && c.actions[e.ID] == nil {
		u := &actionUse{model: e.Model, name: c.names.free(e.ID, "_action")}
		u.ports, u.given = make([]*typeVar, len(e.Model.Ports)), make([]int, len(e.Model.Ports))
		c.actions[e.ID] = u
		c.actionOrder = append(c.actionOrder, u)
	}
	for _, child := range e.Children {
		c.nameActions(child)
	}
}

// object is an object that represents a literal of a type of the host.
type object struct{ typ, name string }

// nameTypes gives enums and types of the host their names, and objects.
func (c *converter) nameTypes() {
	hosts := map[string]string{}
	for _, v := range c.allTypes {
		switch {
		case v.up != nil:
		case v.typ == typeEnum:
			v.name = c.names.free(v.base+"_value", "_type")
			c.declared = append(c.declared, v)
		case v.typ == typeObject:
			if v.name = hosts[v.host]; v.name == "" {
				v.name = c.names.free(v.host[strings.LastIndexByte(v.host, ':')+1:], "_type")
				hosts[v.host] = v.name
				c.declared = append(c.declared, v)
			}
			c.nameObjects(v)
		}
	}
}

// nameValues names the values of enums, which may be the same in several enums, but not the name of anything else.
func (c *converter) nameValues() {
	n := c.names
	for _, v := range c.declared {
		if v.typ != typeEnum {
			continue
		}
		for _, text := range v.texts {
			n.shared[text]++
			if n.value[text] != "" {
				continue
			}
			n.value[text] = text
			for n.taken[n.value[text]] || n.shared[n.value[text]] > 0 && n.value[text] != text {
				n.value[text] += "_value"
			}
			if n.value[text] != text {
				c.differs(v.at, "text %q is renamed to %s, because its name is taken", text, n.value[text])
			}
		}
	}
	for _, name := range n.value {
		n.taken[name] = true
	}
}

func (c *converter) nameObjects(v *typeVar) {
	for _, text := range v.texts {
		id := v.name + ":" + text
		if c.names.object[id] != "" {
			continue
		}
		name := c.names.free(text, "_"+v.name)
		if name != text && v.host == textType {
			c.differs(v.at, "text %q is renamed to %s, because its name is taken", text, name)
		}
		c.names.object[id] = name
		c.objects = append(c.objects, object{v.name, name})
	}
}
