package bt

import (
	"strings"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// sketch describes a tree for another program, which reads its saved state and finds its nodes among its own.
type sketch struct {
	name    string
	types   []world.Type // of the words of the frame
	params  []port
	nodes   []outline
	watches []outlook
}

// outline is a node: how it is called, and what the form of its memory depends on.
type outline struct {
	kind     def.NodeKind
	parent   int32
	name     string // its own, or the name of its call, with the arguments
	guard    uint64 // of its conditions and clauses, but no numbers
	latent   bool   // it starts an action that takes time to end
	self     bool   // a watch makes it fail
	while    bool
	members  bool // an each over the members of a type
	selects  bool // a utility selector with a rule
	lasts    bool
	draws    bool
	values   int
	services []serviceSketch
	ports    []port // the ports that it gives a value
}

// serviceSketch describes a service: the action that it does, with arguments, or its effects.
type serviceSketch struct {
	name string
	acts bool
}

// port is a slot of the frame.
type port struct {
	name string
	at   int
}

// outlook is a watch.
type outlook struct {
	node, child int32
	mode        def.AbortMode
}

// sketch draws a program.
func (p *Program) sketch() *sketch {
	s := &sketch{name: p.Info.Name, types: p.types}
	for _, v := range p.Info.Params {
		s.params = append(s.params, port{v.Name, v.Index})
	}
	for n := range p.nodes {
		s.nodes = append(s.nodes, p.nodes[n].outline())
	}
	for i := range p.watches {
		w := &p.watches[i]
		s.watches = append(s.watches, outlook{w.node, w.child, w.mode})
	}
	return s
}

func (nd *node) outline() outline {
	info := nd.info
	o := outline{kind: nd.kind, parent: nd.parent, name: calledAs(info), guard: guardOf(info), latent: nd.grace > 0, self: nd.flags&flagSelf != 0, while: nd.while != nil,
		members: nd.kind == def.NodeEach && nd.values == nil, selects: nd.choice != nil, lasts: nd.choice.lasts(), draws: draws(nd), values: len(nd.values)}
	for i := range info.Services {
		d := serviceSketch{acts: info.Services[i].Action != nil}
		if d.acts {
			d.name = callText(info.Services[i].Action.Action.Name, info.Services[i].Action.Args)
		} else {
			d.name = effectText(info.Services[i].Effect)
		}
		o.services = append(o.services, d)
	}
	for _, b := range info.Enter {
		o.ports = append(o.ports, port{b.Slot.Name, b.Slot.Index})
	}
	if nd.kind == def.NodeEach {
		o.ports = append(o.ports, port{info.Each.Name, info.Each.Index})
	}
	return o
}

// calledAs returns the name of a node, or "" if it has the name of its kind.
func calledAs(info *def.NodeInfo) string {
	name := ""
	switch {
	case isNamed(info):
		name = info.Decl.Name + " "
	case isNameless(info):
		return ""
	}
	switch {
	case info.Action != nil:
		return name + callText(info.Action.Name(), info.Action.Args)
	case info.Kind == def.NodePlan || info.Kind == def.NodeGoal:
		return name + callText(info.Name, info.Args)
	}
	return name + info.Name
}

// guardOf returns a number for what a node says besides its name and its numbers.
func guardOf(info *def.NodeInfo) uint64 {
	var b strings.Builder
	for _, t := range append([]*expr.Term{info.Cond, info.SkipIf, info.FailIf, info.SucceedIf, info.While, info.From, info.Where, info.Order}, info.Values...) {
		b.WriteByte('|')
		if t != nil {
			b.WriteString(t.String())
		}
	}
	b.WriteString(info.Text + "|" + info.Abort.String() + "|" + effectText(info.Effect))
	return textHash(b.String())
}

func effectText(e *expr.EffectTerms) string {
	var b strings.Builder
	e.Writes(func(w *expr.EffectTerm) { b.WriteString(w.Symbol.Name + w.Op.String()) })
	e.Terms(func(t *expr.Term) { b.WriteString(" " + t.String()) })
	return b.String()
}

func textHash(s string) uint64 {
	h := det.Mix(uint64(len(s)) + 1)
	for i := range len(s) {
		h = det.Mix(h ^ uint64(s[i]))
	}
	return h
}

func (s *sketch) code(c *codec.Coder, schema *world.Schema) {
	c.Text(&s.name)
	for t := range codec.Each(c, &s.types, codec.NoLimit) {
		known := t.Kind != 0
		if c.Bool(&known); known {
			def.CodeType(c, schema, t)
		}
	}
	s.ports(c, &s.params)
	for o := range codec.Each(c, &s.nodes, def.MaxTreeNodes) {
		s.node(c, o)
	}
	for w := range codec.Each(c, &s.watches, codec.NoLimit) {
		codec.Below(c, &w.node, len(s.nodes))
		codec.Below(c, &w.child, len(s.nodes))
		codec.Below(c, &w.mode, int(def.AbortBoth)+1)
	}
	if c.Reads() && !s.isTree() {
		c.Fail("the nodes of tree %s do not form a tree", s.name)
	}
}

func (s *sketch) node(c *codec.Coder, o *outline) {
	codec.Below(c, &o.kind, len(def.NodeKinds())+1)
	above := o.parent + 1
	codec.Below(c, &above, len(s.nodes))
	o.parent = above - 1
	c.Text(&o.name)
	c.Fixed(&o.guard)
	c.Flags(&o.latent, &o.self, &o.while, &o.members, &o.selects, &o.lasts, &o.draws)
	codec.Below(c, &o.values, def.MaxTreeNodes)
	for d := range codec.Each(c, &o.services, codec.NoLimit) {
		c.Text(&d.name)
		c.Bool(&d.acts)
	}
	s.ports(c, &o.ports)
}

func (s *sketch) ports(c *codec.Coder, list *[]port) {
	for p := range codec.Each(c, list, codec.NoLimit) {
		c.Text(&p.name)
		if codec.Below(c, &p.at, len(s.types)); c.Reads() && (s.types[p.at].Kind == 0 || p.at+s.types[p.at].Width() > len(s.types)) {
			c.Fail("a port has no valid type")
		}
	}
}

// ends returns for each node which one comes after the last one below it.
func (s *sketch) ends() []int32 {
	ends := make([]int32, len(s.nodes))
	for n := int32(len(s.nodes)) - 1; n >= 0; n-- {
		ends[n] = max(ends[n], n+1)
		if up := s.nodes[n].parent; up >= 0 {
			ends[up] = max(ends[up], ends[n])
		}
	}
	return ends
}

// isTree reports whether nodes that were read are in the order of a tree, each with as many children as its kind has.
func (s *sketch) isTree() bool {
	if len(s.nodes) == 0 || s.nodes[0].parent != -1 {
		return false
	}
	for i := 0; i < len(s.types); i++ {
		if s.types[i].Width() == 2 {
			if i++; i == len(s.types) || s.types[i].Kind != 0 {
				return false
			}
		}
	}
	kids := make([]int, len(s.nodes))
	for n := 1; n < len(s.nodes); n++ {
		up, above := s.nodes[n].parent, int32(n-1)
		for above != up && above >= 0 {
			above = s.nodes[above].parent
		}
		if up < 0 || above != up {
			return false
		}
		kids[up]++
	}
	for n := range s.nodes {
		if !s.nodes[n].canHave(kids[n]) {
			return false
		}
	}
	for _, w := range s.watches {
		if w.child == 0 && !s.nodes[w.node].self {
			return false
		}
	}
	return true
}

// canHave reports whether a node can have so many children.
func (o *outline) canHave(kids int) bool {
	if o.kind == 0 || o.selects && o.kind != def.NodeUtilitySelector || o.lasts && !o.selects || o.members && (o.kind != def.NodeEach || len(o.ports) == 0) ||
		o.kind == def.NodeEach && len(o.ports) == 0 || o.latent && o.kind != def.NodeCall {
		return false
	}
	switch o.kind {
	case def.NodeIfThenElse, def.NodeWhileDoElse:
		return kids == 2 || kids == 3
	case def.NodeTry:
		return kids >= 2
	}
	switch o.kind.Info().Shape {
	case def.ShapeLeaf:
		return kids == 0
	case def.ShapeDecorator:
		return kids == 1
	}
	return kids > 0
}

// program returns a program with memory of the form that the tree had. It can be read into, and looked at, but not
// carried out.
func (s *sketch) program(schema *world.Schema) *Program {
	c := &compiler{Program: &Program{Info: &def.TreeInfo{Name: s.name}, schema: schema, frame: len(s.types), types: s.types, draws: -1}}
	ends := s.ends()
	c.nodes = make([]node, len(s.nodes))
	values := make([]*expr.Value, s.mostValues())
	for n := range s.nodes {
		s.build(&c.nodes[n], int32(n), ends[n], values)
	}
	for n := range s.nodes {
		nd := &c.nodes[n]
		if nd.parent >= 0 {
			up := &c.nodes[nd.parent]
			up.info.Children = append(up.info.Children, nd.info)
			if isDrawn(up.kind) || up.kind == def.NodeHosted {
				up.kids = append(up.kids, int32(n))
			}
		}
		for up := int32(n); up >= 0 && s.nodes[n].latent; up = c.nodes[up].parent {
			c.nodes[up].flags |= flagGrace
		}
	}
	for n := range s.nodes {
		c.nodes[n].finishSketch(&s.nodes[n])
	}
	for i, w := range s.watches {
		c.watches = append(c.watches, watch{node: w.node, child: w.child, mode: w.mode})
		if w.child == 0 {
			c.nodes[w.node].self = int32(i)
			continue
		}
		host := &c.nodes[c.nodes[w.child].parent]
		host.flags |= flagHosts
		host.hosted = append(host.hosted, int32(i))
	}
	c.place()
	return c.Program
}

func (s *sketch) mostValues() (most int) {
	for n := range s.nodes {
		most = max(most, s.nodes[n].values)
	}
	return most
}

// build makes a node of an outline, as far as that needs no other node.
func (s *sketch) build(nd *node, n, end int32, values []*expr.Value) {
	o := &s.nodes[n]
	*nd = node{kind: o.kind, shape: o.kind.Info().Shape, parent: o.parent, end: end, action: -1, details: &details{info: &def.NodeInfo{Kind: o.kind}, self: -1, fresh: -1, host: -1}}
	switch o.kind {
	case def.NodeCall, def.NodePlan, def.NodeGoal:
		nd.action = 0
	case def.NodeHosted:
		nd.host = 0
	case def.NodeEach:
		nd.info.Each = def.Slot{Index: o.ports[0].at, Type: s.types[o.ports[0].at]}
		if !o.members {
			nd.values = values[:o.values:o.values]
		}
	case def.NodeWait:
		if o.draws {
			nd.limit = &expr.Value{}
		}
	}
	if o.latent {
		nd.grace = 1
	}
	if o.self {
		nd.flags |= flagSelf
	}
	if o.while {
		nd.flags |= flagWhile
	}
	for _, d := range o.services {
		v := service{action: -1}
		if d.acts {
			v.action = 0
		}
		nd.services = append(nd.services, v)
	}
}

// finishSketch gives a node what depends on its children.
func (nd *node) finishSketch(o *outline) {
	if o.selects {
		rule := utility.Best
		if o.draws {
			rule = utility.WeightedRandom
		}
		nd.choice = &choice{cfg: utility.Config{Selection: utility.Selection{Rule: rule}, Behaviours: make([]utility.Behaviour, len(nd.kids))}}
		if o.lasts {
			nd.choice.cfg.Inertia.Bonus = 1
		}
	}
	if nd.kind == def.NodeReactiveSelector {
		nd.rivals = make([]rival, len(nd.info.Children)-1)
		if len(nd.rivals) == 0 {
			nd.rivals = nil
		}
	}
	if keepsAfterEnd(nd.kind) || nd.choice.lasts() {
		nd.flags |= flagKeeps
	}
}
