package verify

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/hddl"
)

// names resolves the declarations of a domain and a problem.
type names struct {
	actions map[string]*hddl.Action
	tasks   map[string]*hddl.Task
	methods map[string][]*hddl.Method // all methods of a name: Check permits one, a plan may mean any
	objects map[string][]hddl.Type    // every type with which an object is declared
	order   []string                  // the objects, in the order of declaration

	parents map[string][]string
	members map[string][]string // objects by type, computed on demand
}

func newNames(d *hddl.Domain, p *hddl.Problem) *names {
	n := &names{
		actions: map[string]*hddl.Action{}, tasks: map[string]*hddl.Task{}, methods: map[string][]*hddl.Method{},
		objects: map[string][]hddl.Type{}, parents: map[string][]string{}, members: map[string][]string{},
	}
	for i := range d.Actions {
		n.actions[d.Actions[i].Name.Text] = &d.Actions[i]
	}
	for i := range d.Tasks {
		n.tasks[d.Tasks[i].Name.Text] = &d.Tasks[i]
	}
	for i := range d.Methods {
		name := d.Methods[i].Name.Text
		n.methods[name] = append(n.methods[name], &d.Methods[i])
	}
	for _, o := range slices.Concat(d.Constants, p.Objects) {
		if _, again := n.objects[o.Name.Text]; !again {
			n.order = append(n.order, o.Name.Text)
		}
		n.objects[o.Name.Text] = append(n.objects[o.Name.Text], o.Type)
	}
	for _, t := range d.Types {
		for _, parent := range t.Parents.Names {
			n.parents[t.Name.Text] = append(n.parents[t.Name.Text], parent.Text)
		}
	}
	return n
}

// fits reports whether an object has a type, by at least one of its declarations. An object declared with either fits
// if all its alternatives do.
func (n *names) fits(object string, wanted hddl.Type) bool {
	return slices.ContainsFunc(n.objects[object], func(t hddl.Type) bool {
		for _, name := range alternatives(t) {
			if !slices.ContainsFunc(alternatives(wanted), func(above string) bool { return n.isA(name, above) }) {
				return false
			}
		}
		return true
	})
}

// isA searches the ancestors of a type, visiting each once.
func (n *names) isA(name, above string) bool {
	if name == above || above == hddl.ObjectType {
		return true
	}
	seen, todo := map[string]bool{name: true}, []string{name}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range n.parents[t] {
			if p == above {
				return true
			}
			if !seen[p] {
				seen[p] = true
				todo = append(todo, p)
			}
		}
	}
	return false
}

func alternatives(t hddl.Type) []string {
	if len(t.Names) == 0 {
		return []string{hddl.ObjectType}
	}
	var out []string
	for _, name := range t.Names {
		out = append(out, name.Text)
	}
	return out
}

// of returns the objects of a type, in the order of declaration.
func (n *names) of(t hddl.Type) []string {
	key := strings.Join(alternatives(t), " ")
	list, known := n.members[key]
	if !known {
		for _, o := range n.order {
			if n.fits(o, t) {
				list = append(list, o)
			}
		}
		n.members[key] = list
	}
	return list
}

// similar returns the declared name that differs from name only in letter case, or "".
func similar[V any](declared map[string]V, name string) string {
	found := ""
	for other := range declared { // the smallest, so that the result does not depend on the order of the map
		if strings.EqualFold(other, name) && (found == "" || other < found) {
			found = other
		}
	}
	return found
}
