package btcpp

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// AgentName is the name that [ToModel] gives the agent of the main tree.
const AgentName = "robot"

// ToModel converts a document to a karakuri model: trees, actions, and a symbol of the agent for each entry of the
// blackboard. The document must have been read without errors and have a main tree; ToModel omits trees that the main
// tree does not reach. A part without a counterpart is an error at its place, with the code [diag.BTNotInModel]; a
// slight difference is a warning with that code. The model is nil if there is an error, and has no mistakes otherwise.
// docs/btcpp-convert.md lists the counterparts.
func ToModel(d *Document) (*karakuri.Model, diag.List) {
	c := &converter{doc: d, trees: map[string]*treeKeys{}, actions: map[string]*actionUse{}, scripts: map[*Attr]*Script{},
		types: map[*ScriptExpr]*typeVar{}, subjects: map[*Element]*typeVar{}, root: map[string]*key{}, names: newNames()}
	main := d.Tree(d.Main)
	if main == nil || main.Root == nil {
		c.ds.Errorf(diag.BTNotInModel, diag.Span{}, "no main tree is named").Hint = `write main_tree_to_execute="..."`
		return nil, c.ds
	}
	c.arrange(main)
	c.nameCalls()
	for _, t := range c.order {
		c.gather(t)
	}
	c.resolveTypes()
	c.bindSymbols()
	c.nameTypes()
	c.nameValues()
	if c.ds.HasErrors() {
		return nil, c.ds
	}
	c.checkPlaces()
	m := c.model()
	if !c.ds.HasErrors() {
		_, found := def.Check(m)
		c.ds.Append(found)
	}
	c.ds.Sort()
	if c.ds.HasErrors() {
		return nil, c.ds
	}
	return bridge.Model.Out(m).(*karakuri.Model), c.ds
}

// converter holds the work of one ToModel.
type converter struct {
	doc   *Document
	ds    diag.List
	order []*treeKeys // inner trees first; the last is the main tree
	trees map[string]*treeKeys
	main  *treeKeys

	actions     map[string]*actionUse
	actionOrder []*actionUse

	scripts  map[*Attr]*Script
	types    map[*ScriptExpr]*typeVar // of each part of a script
	subjects map[*Element]*typeVar    // of what a switch compares
	literals []literal
	allTypes []*typeVar

	root      map[string]*key // entries of the main tree by their keys
	rootOrder []*key          // those and what uses of inner trees have for themselves
	names     *names
	agent     string

	declared []*typeVar // enums and types of the host
	objects  []object
	extra    []string // symbols that keep what nodes remember
}

// actionUse is an action of the host and the ports that its uses give.
type actionUse struct {
	model *Model
	ports []*typeVar // by port
	given []int      // how many uses give the port
	name  string
}

// cannot reports a part that has no counterpart.
func (c *converter) cannot(at diag.Span, format string, args ...any) *diag.Diagnostic {
	return c.ds.Errorf(diag.BTNotInModel, at, format, args...)
}

// differs warns of a part that is said a little differently.
func (c *converter) differs(at diag.Span, format string, args ...any) *diag.Diagnostic {
	return c.ds.Warnf(diag.BTNotInModel, at, format, args...)
}

// arrange puts the trees that the main one reaches in an order in which each comes after those in it.
func (c *converter) arrange(t *Tree) *treeKeys {
	if k := c.trees[t.ID]; k != nil {
		return k
	}
	k := &treeKeys{tree: t, byName: map[string]*key{}}
	c.trees[t.ID] = k
	subTrees(t.Root, func(e *Element) {
		inner := c.arrange(c.doc.Tree(e.ID))
		inner.sites = append(inner.sites, e)
	})
	c.order = append(c.order, k)
	c.main = k
	return k
}

// script parses a script once.
func (c *converter) script(a *Attr) *Script {
	s, known := c.scripts[a]
	if !known {
		s = ParseScript(a.Source(), &c.ds)
		c.scripts[a] = s
	}
	return s
}
