package hddl

import "slices"

// Hierarchy answers questions about the types of a domain. Immutable; safe for concurrent use. Cyclic types are
// answered too: those on a cycle count as one another's ancestors.
type Hierarchy struct {
	names []string
	index map[string]int
	above [][]int // of each type, itself and all its ancestors, sorted
}

// NewHierarchy puts the declarations of types together. Parents that are declared nowhere are types under object.
func NewHierarchy(types []TypeDecl) *Hierarchy {
	h := &Hierarchy{index: map[string]int{}}
	h.add(ObjectType)
	for i := range types {
		h.add(types[i].Name.Text)
		for _, p := range types[i].Parents.Names {
			h.add(p.Text)
		}
	}
	parents := make([][]int, len(h.names))
	for i := range types {
		child := h.index[types[i].Name.Text]
		for _, p := range types[i].Parents.Names {
			if parent := h.index[p.Text]; child != 0 && parent != child {
				parents[child] = append(parents[child], parent)
			}
		}
	}
	h.above = make([][]int, len(h.names))
	for i := range h.above {
		h.above[i] = reach(parents, i)
	}
	return h
}

func (h *Hierarchy) add(name string) {
	if _, known := h.index[name]; !known {
		h.index[name] = len(h.names)
		h.names = append(h.names, name)
	}
}

// reach returns what can be reached from start, with start and object, sorted.
func reach(parents [][]int, start int) []int {
	seen := map[int]bool{start: true, 0: true}
	list, todo := []int{0}, []int{start}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if t != 0 {
			list = append(list, t)
		}
		for _, p := range parents[t] {
			if !seen[p] {
				seen[p] = true
				todo = append(todo, p)
			}
		}
	}
	slices.Sort(list)
	return list
}

// Names returns all types: object first, then in the order of their first mention. The caller must not change it.
func (h *Hierarchy) Names() []string { return h.names }

// Known reports whether there is a type of this name.
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
	if !known || !knownAbove {
		return false
	}
	_, found := slices.BinarySearch(h.above[n], a)
	return found
}

// Fits reports whether every object of type t may stand where wanted is asked for: each alternative of t descends
// from one of wanted.
func (h *Hierarchy) Fits(t, wanted Type) bool {
	return !slices.ContainsFunc(t.choices(), func(name string) bool {
		return !slices.ContainsFunc(wanted.choices(), func(above string) bool { return h.Is(name, above) })
	})
}

// Overlap reports whether something can be of both types: some type descends from an alternative of each.
func (h *Hierarchy) Overlap(a, b Type) bool {
	for _, x := range a.choices() {
		for _, y := range b.choices() {
			if h.Is(x, y) || h.Is(y, x) || h.commonChild(x, y) {
				return true
			}
		}
	}
	return false
}

func (h *Hierarchy) commonChild(a, b string) bool {
	return slices.ContainsFunc(h.names, func(n string) bool { return h.Is(n, a) && h.Is(n, b) })
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
