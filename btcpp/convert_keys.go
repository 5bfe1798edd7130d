package btcpp

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// treeKeys is a tree with the entries of the blackboard that it uses.
type treeKeys struct {
	tree   *Tree
	name   string     // in the model
	sites  []*Element // elements that use it
	keys   []*key
	byName map[string]*key
	calls  map[*Element][]binding
	titles map[string]int // how many of the trees in it are called so
	place  place          // the nodes around its uses
}

// key is an entry as one tree sees it: a symbol, or a port of the tree.
type key struct {
	name    string
	tree    *treeKeys
	at      diag.Span
	typ     *typeVar
	written bool // by a script or node of the tree or of one in it
	changes bool // some tree writes it, or the entry that it refers to
	sensed  bool // by the host
	output  bool // by an action in the tree or in one in it
	listed  bool // a SubTree names it
	literal bool // each SubTree gives it a literal, and nothing writes it: an in-port
	first   *Attr
	symbol  string // name; "" for a port that does not always have the same symbol
	many    bool
}

// binding is the value of an inner tree's key in a SubTree.
type binding struct {
	inner *key
	outer *key  // nil for a literal
	value *Attr // the literal
}

// key returns an entry of a tree by its name, which it makes known.
func (c *converter) key(t *treeKeys, name string, at diag.Span) *key {
	if root, ok := strings.CutPrefix(name, "@"); ok {
		if k := c.root[root]; k != nil {
			return k
		}
		return c.rootKey(c.newKey(nil, root, at))
	}
	if t == c.main && c.root[name] != nil {
		return c.root[name]
	}
	if k := t.byName[name]; k != nil {
		return k
	}
	k := c.newKey(t, name, at)
	t.byName[name] = k
	t.keys = append(t.keys, k)
	if t == c.main {
		c.rootKey(k)
	}
	return k
}

func (c *converter) rootKey(k *key) *key {
	c.root[k.name] = k
	c.rootOrder = append(c.rootOrder, k)
	return k
}

// ownKey makes an entry that only one use of an inner tree has.
func (c *converter) ownKey(t *treeKeys, title string, inner *key, at diag.Span) *key {
	k := c.newKey(t, title+"."+inner.name, at)
	k.first = inner.first
	t.keys = append(t.keys, k)
	if t == c.main {
		c.rootOrder = append(c.rootOrder, k)
	}
	return k
}

func (c *converter) newKey(t *treeKeys, name string, at diag.Span) *key {
	return &key{name: name, tree: t, at: at, typ: c.newType(at, "entry "+name, name)}
}

// bind finds out what the keys of an inner tree are for a SubTree.
func (c *converter) bind(t *treeKeys, e *Element) {
	if t.calls == nil {
		t.calls, t.titles = map[*Element][]binding{}, map[string]int{}
	}
	title := e.Title()
	if t.titles[title]++; t.titles[title] > 1 {
		title = fmt.Sprintf("%s %d", title, t.titles[title])
	}
	inner := c.trees[e.ID]
	for _, k := range inner.keys {
		b := binding{inner: k}
		outer, isKey := "", false
		a := given(e, k.name)
		if a != nil {
			outer, isKey = a.Key()
		}
		switch {
		case isKey:
			b.outer = c.key(t, outer, a.At)
		case a != nil:
			b.value = a
			c.literals = append(c.literals, literal{a, k.typ})
			if k.literal = c.alwaysLiteral(inner, k); !k.literal {
				b.outer = c.ownKey(t, title, k, a.At)
				b.outer.first = a
			}
		case e.AutoRemap && !strings.HasPrefix(k.name, "_"):
			b.outer = c.key(t, k.name, e.At)
		default:
			b.outer = c.ownKey(t, title, k, e.At)
		}
		if b.outer != nil {
			c.unify(b.outer.typ, k.typ)
			b.outer.written = b.outer.written || k.written
			b.outer.output = b.outer.output || k.output
		}
		t.calls[e] = append(t.calls[e], b)
	}
}

// given returns the value that a SubTree has for a key, which may be its model's default; nil: none.
func given(e *Element, name string) *Attr {
	if a := e.Attr(name); a != nil || e.Model == nil || e.AutoRemap {
		return a
	}
	if p := e.Model.Port(name); p != nil && p.Default != "" {
		return &Attr{Name: name, Value: p.Default, At: e.At, NameAt: e.At}
	}
	return nil
}

// alwaysLiteral reports whether every SubTree gives the key a literal, and nothing writes it.
func (c *converter) alwaysLiteral(t *treeKeys, k *key) bool {
	if k.written || k.output {
		return false
	}
	for _, e := range t.sites {
		a := given(e, k.name)
		if a == nil {
			return false
		}
		if _, isKey := a.Key(); isKey {
			return false
		}
	}
	return true
}

// bindSymbols gives the entries of the main tree their symbols, and passes them on to those of inner trees that are the
// same wherever the tree is used. Entries that nothing writes are the host's.
func (c *converter) bindSymbols() {
	for _, k := range c.rootOrder {
		if k.written && k.output {
			c.cannot(k.at, "entry %s is written by an action of the host and by the tree", k.name).Hint = "either the host or the tree can write a symbol"
		}
		k.sensed = !k.written && k.first == nil
		k.changes = k.written
		k.symbol = c.names.free(k.name, "_entry")
	}
	for i := len(c.order) - 1; i >= 0; i-- {
		t := c.order[i]
		subTrees(t.tree.Root, func(e *Element) {
			for _, b := range t.calls[e] {
				b.inner.meet(b.outer)
			}
		})
	}
	for _, t := range c.order {
		for _, k := range t.keys {
			switch {
			case !k.sensed || !k.isPort(c):
			case k.output:
				c.cannot(k.at, "an action in tree %s writes %s, which is not the same entry in each use of the tree", t.tree.ID, k.name)
			default:
				c.differs(k.at, "%s of tree %s is read when the tree starts, not while it runs", k.name, t.tree.ID).Hint = "the host writes it, and it is not the same entry in each use of the tree"
			}
		}
	}
}

// meet notes one more entry that a key refers to.
func (k *key) meet(outer *key) {
	switch {
	case outer == nil || outer.many || k.symbol != "" && k.symbol != outer.symbol:
		k.many, k.symbol = true, ""
	case !k.many:
		k.symbol = outer.symbol
	}
	if outer != nil {
		k.sensed = k.sensed || outer.sensed
		k.changes = k.changes || outer.changes
	}
}

// isPort reports whether the tree gets the key as a port.
func (k *key) isPort(c *converter) bool {
	return k.tree != nil && k.tree != c.main && (k.many || k.listed && !k.sensed)
}

// isIn reports whether a port is a value, not another name for a symbol.
func (k *key) isIn() bool { return k.literal || k.sensed }
