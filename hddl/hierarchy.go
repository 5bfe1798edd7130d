package hddl

// Hierarchy answers questions about the types of a domain. Immutable; safe for concurrent use. Cyclic types are
// answered too: those on a cycle count as one another's ancestors.
type Hierarchy struct {
	names []string
	index map[string]int
	below []bits // of each type, itself and all its descendants
}

// bits is a set of types.
type bits []uint64

func (b bits) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }
func (b bits) add(i int)      { b[i/64] |= 1 << (i % 64) }

// NewHierarchy combines the declarations of types. Undeclared parents become types under object. The hierarchy takes
// one bit of memory for each pair of types.
func NewHierarchy(types []TypeDecl) *Hierarchy {
	h := &Hierarchy{index: map[string]int{}}
	h.add(ObjectType)
	for i := range types {
		h.add(types[i].Name.Text)
		for _, p := range types[i].Parents.Names {
			h.add(p.Text)
		}
	}
	children := make([][]int, len(h.names))
	for i := range types {
		child := h.index[types[i].Name.Text]
		for _, p := range types[i].Parents.Names {
			if parent := h.index[p.Text]; child != 0 && parent != child {
				children[parent] = append(children[parent], child)
			}
		}
	}
	h.below = make([]bits, len(h.names))
	for i := range h.below {
		h.below[i] = h.descendants(children, i)
	}
	for i := range h.names {
		h.below[0].add(i)
	}
	return h
}

func (h *Hierarchy) add(name string) {
	if _, known := h.index[name]; !known {
		h.index[name] = len(h.names)
		h.names = append(h.names, name)
	}
}

func (h *Hierarchy) descendants(children [][]int, of int) bits {
	set := make(bits, (len(h.names)+63)/64)
	set.add(of)
	for todo := []int{of}; len(todo) > 0; {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, child := range children[t] {
			if !set.has(child) {
				set.add(child)
				todo = append(todo, child)
			}
		}
	}
	return set
}

// Names returns all types: object first, then in the order of their first mention. The caller must not change it.
func (h *Hierarchy) Names() []string { return h.names }

// Known reports whether there is a type with this name.
func (h *Hierarchy) Known(name string) bool {
	_, known := h.index[name]
	return known
}

// Is reports whether everything of type name is of type above too. Unknown types are only themselves and objects.
func (h *Hierarchy) Is(name, above string) bool {
	if name == above || above == ObjectType {
		return true
	}
	n, known := h.index[name]
	a, knownAbove := h.index[above]
	return known && knownAbove && h.below[a].has(n)
}

// Fits reports whether every object of type t can be used as wanted: each alternative of t descends from one of
// wanted.
func (h *Hierarchy) Fits(t, wanted Type) bool {
	for _, name := range t.choices() {
		if !h.fitsOne(name, wanted) {
			return false
		}
	}
	return true
}

func (h *Hierarchy) fitsOne(name string, wanted Type) bool {
	for _, above := range wanted.choices() {
		if h.Is(name, above) {
			return true
		}
	}
	return false
}

// Overlap reports whether something can be of both types: some type descends from an alternative of each. Unknown
// types have nothing in common.
func (h *Hierarchy) Overlap(a, b Type) bool {
	x, y := h.union(a), h.union(b)
	for i := range x {
		if x[i]&y[i] != 0 {
			return true
		}
	}
	return false
}

// union returns all types under the alternatives of t.
func (h *Hierarchy) union(t Type) bits {
	all := make(bits, len(h.below[0]))
	for _, name := range t.choices() {
		if i, known := h.index[name]; known {
			for j, word := range h.below[i] {
				all[j] |= word
			}
		}
	}
	return all
}

// choices returns the names of the alternatives, at least one.
func (t Type) choices() []string {
	if len(t.Names) == 0 {
		return []string{ObjectType}
	}
	list := make([]string, len(t.Names))
	for i, n := range t.Names {
		list[i] = n.Text
	}
	return list
}
