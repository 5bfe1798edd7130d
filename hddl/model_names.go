package hddl

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// modelNames are the names that a model has for what a domain and a problem declare. HDDL has a table of names for each
// kind of thing, a model one for all.
type modelNames struct {
	calls, objects, preds, fluents, types map[string]string
	root, goal, agent                     string

	taken   map[string]bool // everything declared
	inTerms map[string]bool // of these, what a variable would hide
}

// builtinNames cannot be declared.
var builtinNames = []string{"bool", "int", "float", "vec2"}

// nameAll gives the names: first to what appears in plans, so that those keep theirs, last to types.
func nameAll(d *Domain, p *Problem, types *Hierarchy) modelNames {
	n := modelNames{calls: map[string]string{}, objects: map[string]string{}, preds: map[string]string{}, fluents: map[string]string{},
		types: map[string]string{}, taken: map[string]bool{}, inTerms: map[string]bool{}}
	for _, name := range builtinNames {
		n.taken[name] = true
	}
	for i := range d.Actions {
		n.give(n.calls, d.Actions[i].Name.Text, "-action")
	}
	for i := range d.Tasks {
		n.give(n.calls, d.Tasks[i].Name.Text, "-task")
	}
	for _, o := range slices.Concat(d.Constants, p.Objects) {
		n.term(n.objects, o.Name.Text, "-object")
	}
	for i := range d.Predicates {
		n.term(n.preds, d.Predicates[i].Name.Text, "-predicate")
	}
	for i := range d.Functions {
		n.term(n.fluents, d.Functions[i].Name.Text, "-function")
	}
	for _, name := range types.Names() {
		n.give(n.types, name, "-type")
	}
	n.root, n.goal, n.agent = n.free(RootTask, "-task"), n.free(GoalOperator, "-operator"), n.free(p.Name.Text, "-agent")
	return n
}

func (n *modelNames) give(to map[string]string, name, kind string) {
	if _, known := to[name]; !known {
		to[name] = n.free(name, kind)
	}
}

func (n *modelNames) term(to map[string]string, name, kind string) {
	n.give(to, name, kind)
	n.inTerms[to[name]] = true
}

// free returns a name that is not taken, and takes it: the name itself if it is free.
func (n *modelNames) free(name, kind string) string {
	name = plainText(name)
	if n.taken[name] {
		name += kind
	}
	for n.taken[name] {
		name += "'"
	}
	n.taken[name] = true
	return name
}

// nameRoom is kept free in a name for what may be appended to it.
const nameRoom = 64

// plainText returns a name of HDDL, which may hold anything, as one of the language.
func plainText(name string) string {
	name = strings.ReplaceAll(name, "`", "'")
	if len(name) > expr.MaxNameBytes-nameRoom {
		name = strings.ToValidUTF8(name[:expr.MaxNameBytes-nameRoom], "")
	}
	return name
}

// vars are the variables in scope at a place: their names in the model, and their types. An inner place does not change
// those of an outer one.
type vars struct {
	names *modelNames
	list  []variable
}

type variable struct {
	name string // in HDDL
	as   string // in the model
	typ  string // in HDDL
}

// find returns the innermost variable with a name, or nil.
func (v *vars) find(name string) *variable {
	for i := len(v.list) - 1; i >= 0; i-- {
		if v.list[i].name == name {
			return &v.list[i]
		}
	}
	return nil
}

// index returns which variable of the list x is.
func (v *vars) index(x *variable) int {
	for i := range v.list {
		if x == &v.list[i] {
			return i
		}
	}
	return -1
}

// add brings a variable into sight. It is called as in HDDL, without the question mark unless it would hide something.
func (v *vars) add(name, typ string) *variable {
	as := plainText(strings.TrimPrefix(name, "?"))
	if as == "" || v.hides(as) {
		as = plainText(name)
	}
	for v.hides(as) {
		as += "'"
	}
	v.list = append(v.list, variable{name, as, typ})
	return &v.list[len(v.list)-1]
}

// same makes a name an alias of a variable of the model.
func (v *vars) same(name, as, typ string) { v.list = append(v.list, variable{name, as, typ}) }

func (v *vars) hides(as string) bool {
	return v.names.inTerms[as] || slices.ContainsFunc(v.list, func(x variable) bool { return x.as == as })
}

// within returns variables to which others can be added.
func (v *vars) within() *vars { return &vars{v.names, v.list[:len(v.list):len(v.list)]} }
