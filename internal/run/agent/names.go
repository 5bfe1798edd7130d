package agent

import (
	"cmp"
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Every text names an agent by [View.NameOf], and the object that is its body by the agent's name: the objects of a
// crowd take their names from it.

// former is the agent whose body a retired object was. Agents that remember the object still name it.
type former struct {
	kind, ofKind int32
	name         string // that the host had for the agent; empty: none, or it is not known any more
}

// someoneGone is the text for an agent that has left.
const someoneGone = "an agent that has left"

// kindName names an agent by its kind and its number among the agents of that kind: "villager#7".
func kindName(kind string, n int32) string { return fmt.Sprintf("%s#%d", kind, n) }

// nameOf returns the name of an agent: the host's, or else its kind and its number among the agents of that kind.
func (p *population) nameOf(a *agent) string {
	return p.core.nameAs(a.id, kindName(p.core.model.Info.Agents[a.kind].Name, p.ofKind(a)))
}

// nameAs returns the host's name of an agent, or else another.
func (k *core) nameAs(id ID, other string) string {
	if k.naming != nil {
		if name := k.naming(id); name != "" {
			return name
		}
	}
	return other
}

// NameOf returns the name of an agent in texts: see [Crowd.NameAgents]. It is empty if the agent has left.
func (v *View) NameOf(id ID) string {
	if a := v.agents.slot(id); a != nil {
		return v.agents.nameOf(a)
	}
	return ""
}

// nameOf returns the name of an agent, or says that it has left.
func (v *View) nameOf(id ID) string { return cmp.Or(v.NameOf(id), someoneGone) }

// KindNameOf returns the name of an agent if the host has none for it: its kind and its number among the agents of that
// kind, as in "villager#7". It is empty if the agent has left.
func (v *View) KindNameOf(id ID) string {
	if a := v.agents.slot(id); a != nil {
		return kindName(v.agents.KindOf(id), v.agents.ofKind(a))
	}
	return ""
}

// NameOfBody returns the name of the agent whose body an object is, or was; empty if there is none.
func (v *View) NameOfBody(o world.Object) string {
	if id := v.objects.AgentOf(o); id != 0 {
		return v.nameOf(id)
	}
	f, ok := v.objects.formers[o]
	switch {
	case !ok:
		return ""
	case f.name != "":
		return f.name
	}
	return kindName(v.core.model.Info.Agents[f.kind].Name, f.ofKind)
}

// NameOfObject returns the name that the crowd has for an object: that of the agent whose body it is or was, or of an
// object that the program declares and the game has removed. It is empty for others.
func (v *View) NameOfObject(o world.Object) string {
	if name := v.NameOfBody(o); name != "" {
		return name
	}
	if first := v.core.model.Info.Initial; !v.core.world.Alive(o) && first.Alive(o) {
		return first.ObjectName(o, -1)
	}
	return ""
}

// nameObjects makes the objects of the crowd take the names that it has for them.
func (c *Crowd) nameObjects() { c.core.world.ObjectSet().NameObjects(c.view.NameOfObject) }

// noteFormer records whose body an object is, which is about to be removed. Only objects that are retired are named
// afterwards.
func (all *objects) noteFormer(a *agent) {
	if !all.core.perceives || a.body == 0 {
		return
	}
	if all.formers == nil {
		all.formers = map[world.Object]former{}
	}
	f := former{kind: a.kind, ofKind: all.agents.ofKind(a)}
	if all.core.naming != nil {
		f.name = all.core.naming(a.id)
	}
	all.formers[a.body] = f
}

// appendFormers appends whose bodies the retired objects were.
func (all *objects) appendFormers(b []byte) []byte {
	var list []savedFormer
	for _, r := range all.retired {
		if f, ok := all.formers[r.object]; ok {
			list = append(list, savedFormer{int64(r.object), f.kind, f.ofKind})
		}
	}
	var c codec.Coder
	c.Write(b)
	for s := range codec.Each(&c, &list, codec.NoLimit) {
		s.code(&c, 0)
	}
	return c.Written()
}

// formers reads whose bodies the retired objects were.
func (l *loader) formers() {
	var list []savedFormer
	var read codec.Coder
	read.Read(l.Reader)
	for s := range codec.Each(&read, &list, codec.NoLimit) {
		s.code(&read, l.kinds())
	}
	all := &l.c.objects
	all.formers = nil
	for _, s := range list {
		kind, here := l.kindNow(s.kind)
		o, known := l.objectNow(world.Object(s.body))
		if l.Failed() || !here || !known || !l.c.core.world.IsRetired(o) {
			continue
		}
		if all.formers == nil {
			all.formers = map[world.Object]former{}
		}
		all.formers[o] = former{kind: kind, ofKind: s.ofKind}
	}
}

// kindNow returns the kind of agents of this program that a saved kind is; here is false if there is none.
func (l *loader) kindNow(was int32) (now int32, here bool) {
	if l.saved.Names == nil {
		return was, int(was) < len(l.c.core.model.Info.Agents)
	}
	return l.c.core.model.Script.Kind(l.saved.Names.Kind(was))
}

// objectNow returns the present object of a saved one; known is false if it did not carry over.
func (l *loader) objectNow(o world.Object) (now world.Object, known bool) {
	if l.migration == nil {
		return o, true
	}
	return l.migration.Object(o)
}

// kindCounts restores how many agents of each kind there were.
func (l *loader) kindCounts(counts []int32) {
	list := make([]int32, len(l.c.core.model.Info.Agents))
	if len(counts) > l.kinds() {
		l.Fail("the number of kinds of agents is wrong")
		return
	}
	for was, n := range counts {
		if now, here := l.kindNow(int32(was)); here {
			list[now] = n
		}
	}
	l.c.agents.kinds = list
}
