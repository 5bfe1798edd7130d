package btcpp

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// maxChecked bounds how many nodes are examined where several trees could be the main one.
const maxChecked = 4 * MaxExpanded

// board is the blackboard of one use of a tree, as far as types are known before it runs.
type board struct {
	parent  *board
	remap   map[string]string // own key → key of the parent
	auto    bool              // other keys are those of the parent
	entries map[string]*entry
}

// entry is an entry whose type is decided by the first port that has one.
type entry struct {
	typ string
	at  diag.Span
}

// checkEntries reports ports of different types that use one entry, by going through the trees in the order in which
// the library creates their nodes.
func (r *reader) checkEntries() {
	c := &entryChecker{r: r, trees: map[string]*Tree{}, seen: map[diag.Span]bool{}, left: maxChecked}
	used := map[string]bool{}
	for _, t := range r.doc.Trees {
		c.trees[t.ID] = t
		subTrees(t.Root, func(e *Element) { used[e.ID] = true })
	}
	for _, t := range r.doc.Trees {
		if !used[t.ID] || t.ID == r.doc.Main {
			c.node(t.Root, &board{entries: map[string]*entry{}})
		}
	}
}

type entryChecker struct {
	r     *reader
	trees map[string]*Tree
	seen  map[diag.Span]bool // values that were reported
	left  int
}

func (c *entryChecker) node(e *Element, b *board) {
	if c.left--; c.left < 0 {
		return
	}
	if e.Category == SubTree {
		c.node(c.trees[e.ID].Root, e.board(b))
		return
	}
	for i := range e.Model.Ports {
		p := &e.Model.Ports[i]
		a := e.Attr(p.Name)
		if a == nil {
			continue
		}
		if key, isKey := a.Key(); isKey {
			c.port(e, p, a, b.entry(key, p.Type, a.At))
		}
	}
	for _, child := range e.Children {
		c.node(child, b)
	}
}

// board returns the blackboard of a SubTree's tree, b being the one around it.
func (e *Element) board(b *board) *board {
	inner := &board{parent: b, remap: map[string]string{}, auto: e.AutoRemap, entries: map[string]*entry{}}
	give := func(name, value string) {
		if key, isKey := (&Attr{Name: name, Value: value}).Key(); isKey {
			inner.remap[name] = key
		} else {
			inner.entries[name] = &entry{} // a literal goes wherever it can be converted to
		}
	}
	for i := range e.Attrs {
		give(e.Attrs[i].Name, e.Attrs[i].Value)
	}
	if e.Model != nil && !e.AutoRemap {
		for i := range e.Model.Ports {
			if p := &e.Model.Ports[i]; e.Attr(p.Name) == nil {
				give(p.Name, p.Default)
			}
		}
	}
	return inner
}

// entry returns the entry that a key refers to, and creates a new one with a type. Only inner boards have remapped
// keys.
func (b *board) entry(key, typ string, at diag.Span) *entry {
	for {
		if root, ok := strings.CutPrefix(key, "@"); ok {
			for b.parent != nil {
				b = b.parent
			}
			key = root
		}
		if e := b.entries[key]; e != nil {
			return e
		}
		outer, mapped := b.remap[key]
		if !mapped && (!b.auto || strings.HasPrefix(key, "_")) {
			e := &entry{typ: typ, at: at}
			b.entries[key] = e
			return e
		}
		if mapped {
			key = outer
		}
		b = b.parent
	}
}

// port compares the type of a port with that of the entry that it uses.
func (c *entryChecker) port(e *Element, p *Port, a *Attr, x *entry) {
	want, is := TypeOf(p.Type), TypeOf(x.typ)
	if want.Kind == KindAny || is.Kind == KindAny || is.Kind == KindString || want.Equal(is) || c.seen[a.At] {
		return
	}
	o := &c.r.o
	up, down := o.derives(x.typ, p.Type), o.derives(p.Type, x.typ)
	if p.Direction == In && (up || down) || p.Direction == Out && down {
		return
	}
	c.seen[a.At] = true
	key, _ := a.Key()
	d := c.r.ds.Errorf(diag.BTPortType, a.At, "%s of %s is %s, but the entry %q is %s", p.Name, e.ID, p.Type, key, x.typ)
	d.Related = []diag.Related{{Span: x.at, Message: "the first use with a type"}}
}
