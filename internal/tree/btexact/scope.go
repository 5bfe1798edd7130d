package btexact

import "strings"

// scope is the blackboard of one subtree: a view of the entries. Entries are stored in cells; a key of a scope is one
// of its own cells, or refers to an entry further up.
type scope struct {
	parent int32             // index of the scope around it; -1 for the root
	path   string            // of the subtree: "" for the root
	tree   string            // ID of the tree
	remap  map[string]string // key here to key in the parent
	own    map[string]bool   // keys that were given literals, and are never looked for further up
	auto   bool              // keys that are not remapped are those of the parent
	cells  map[string]int32  // of the keys that live here
}

// place is where a key leads to: the scope that holds the entry, and its key there.
type place struct {
	scope int32
	key   string
}

// isPrivate reports whether a key is never looked for in the parent of its own accord.
func isPrivate(key string) bool { return strings.HasPrefix(key, "_") }

// find follows a key of a scope to where the entry lives. "@" before a key means the root. It ends because each step
// goes up.
func (p *Program) find(s int32, key string) place {
	for {
		if rest, ok := strings.CutPrefix(key, "@"); ok {
			s, key = 0, rest
			continue
		}
		sc := &p.scopes[s]
		outer, remapped := sc.remap[key]
		switch {
		case sc.parent < 0 || sc.own[key]:
			return place{s, key}
		case remapped:
			s, key = sc.parent, outer
		case sc.auto && !isPrivate(key):
			s = sc.parent
		default:
			return place{s, key}
		}
	}
}

// cell returns the index of the entry that a key of a scope refers to; it creates the entry while compiling.
func (c *compiler) cell(s int32, key string) int32 {
	at := c.p.find(s, key)
	cells := c.p.scopes[at.scope].cells
	i, ok := cells[at.key]
	if !ok {
		i = int32(len(c.p.cells))
		cells[at.key] = i
		c.p.cells = append(c.p.cells, cell{})
		c.p.places = append(c.p.places, at)
	}
	return i
}

// cellOf returns the index of the entry that a key of a scope refers to. A key that the document does not name gets
// room in the tree.
func (t *Tree) cellOf(s int32, key string) int32 {
	at := t.p.find(s, key)
	if i, ok := t.p.scopes[at.scope].cells[at.key]; ok {
		return i
	}
	if i, ok := t.added[at]; ok {
		return i
	}
	i := int32(len(t.cells))
	if t.added == nil {
		t.added = map[place]int32{}
	}
	t.added[at] = i
	t.addedPlaces = append(t.addedPlaces, at)
	t.cells = append(t.cells, cell{})
	return i
}

// lookUp is cellOf for reading: it does not create the cell, and returns -1 if there is none.
func (t *Tree) lookUp(s int32, key string) int32 {
	at := t.p.find(s, key)
	if i, ok := t.p.scopes[at.scope].cells[at.key]; ok {
		return i
	}
	if i, ok := t.added[at]; ok {
		return i
	}
	return -1
}

// placeOf returns where the entry of a cell lives.
func (t *Tree) placeOf(i int32) place {
	if int(i) < len(t.p.places) {
		return t.p.places[i]
	}
	return t.addedPlaces[int(i)-len(t.p.places)]
}
