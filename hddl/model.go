package hddl

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Names of parts that have no name in HDDL. If a domain uses them already, they get a suffix.
const (
	RootTask     = "root" // the task of the initial network, and its method
	GoalOperator = "goal" // the operator without action whose condition is the goal: the last step
)

// Model converts a domain and a problem to a karakuri model with the same names: types, objects, a bool symbol for
// each predicate and a float symbol for each numeric function, an action and an operator for each action, tasks and
// methods, the initial facts, and an agent that plans once for the task [RootTask]. The method of that task holds the
// initial network and, after it, the operator [GoalOperator] if there is a goal. Names that collide get a suffix;
// docs/hddl-convert.md lists them. The findings are those of [Check] and, with the code [diag.NotInModel], what a
// model cannot express; the model is nil if one of them is an error.
func Model(d *Domain, p *Problem) (*karakuri.Model, diag.List) {
	if ds := Check(d, p); ds.HasErrors() {
		return nil, ds
	}
	m := newModeller(d, p)
	m.widen()
	m.findCost()
	m.objects()
	m.symbols()
	m.actions()
	m.tasks()
	m.root()
	m.facts()
	m.typeDecls() // last, when it is known whether the type above all others is mentioned
	m.ds.Sort()
	if m.ds.HasErrors() {
		return nil, m.ds
	}
	return bridge.Model.Out(&def.Model{Files: []*def.File{{Name: p.Name.Text, Decls: m.out.list()}}}).(*karakuri.Model), m.ds
}

// modeller holds the work of one Model.
type modeller struct {
	d       *Domain
	p       *Problem
	ds      diag.List
	types   *Hierarchy
	parents map[string][]Name
	names   modelNames
	cost    string // the function that is the costs of actions; "": none
	out     modelDecls

	objectTypes map[string]string   // by object
	predTypes   map[string][]string // of the parameters, wide enough for all that they are given
	fluentTypes map[string][]string
	callTypes   map[string][]string // of tasks and actions
	usesObject  bool                // the type above all others is mentioned
}

func newModeller(d *Domain, p *Problem) *modeller {
	m := &modeller{d: d, p: p, types: NewHierarchy(d.Types), parents: map[string][]Name{}, objectTypes: map[string]string{},
		predTypes: map[string][]string{}, fluentTypes: map[string][]string{}, callTypes: map[string][]string{}}
	m.names = nameAll(d, p, m.types)
	for i := range d.Types {
		t := &d.Types[i]
		m.parents[t.Name.Text] = append(m.parents[t.Name.Text], t.Parents.Names...)
	}
	return m
}

// modelDecls is the declarations by kind, in the order of the file.
type modelDecls struct {
	types, objects, actions, operators, tasks []def.Decl
	state                                     def.State
	init                                      def.Init
	agent                                     *def.Agent
}

func (o *modelDecls) list() []def.Decl {
	var all []def.Decl
	all = append(append(all, o.types...), o.objects...)
	if len(o.state.Symbols) > 0 {
		all = append(all, &o.state)
	}
	if len(o.init.Effects) > 0 {
		all = append(all, &o.init)
	}
	all = append(append(append(all, o.actions...), o.operators...), o.tasks...)
	return append(all, o.agent)
}

// head is the place of a declaration, and its name.
func head(at, name diag.Span) def.Head { return def.Head{At: at, NameAt: name} }
