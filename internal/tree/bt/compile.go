package bt

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Options set the surroundings of a compiled tree.
type Options struct {
	// Activity returns the ID by which [action.Instances] start the plan of a plan node, or the goal of a goal node,
	// with the words of its arguments: that of def.Info.NodeActivity in a model that runs as a whole. It may be nil if
	// there is no such node.
	Activity func(n *def.NodeInfo) int32
}

// Compile compiles the trees of a checked model. The list reports exceeded limits of a program; if it has errors the
// forest is nil. Compile panics if there is a plan or goal node and nothing to start it with.
func Compile(info *def.Info, o Options) (*Forest, diag.List) {
	f := &Forest{Info: info}
	choices := 0
	var ds diag.List
	for _, t := range info.Trees {
		f.programs = append(f.programs, compileTree(info, t, o, &choices, &ds))
	}
	if ds.HasErrors() {
		return nil, ds
	}
	return f, ds
}

// compiler compiles one tree.
type compiler struct {
	*Program
	info    *def.Info
	options Options
	reader  *reader
	layout  layout
	choices *int // so far, in all trees
	ds      *diag.List
}

func compileTree(info *def.Info, t *def.TreeInfo, o Options, choices *int, ds *diag.List) *Program {
	c := &compiler{Program: &Program{Info: t, id: t.ID, schema: info.Schema, frame: t.Frame, draws: -1}, info: info, options: o, reader: newReader(info.Schema),
		choices: choices, ds: ds}
	c.add(t.Root, -1)
	c.watch()
	for n := range c.nodes {
		if nd := &c.nodes[n]; n > 0 && nd.shape == def.ShapeLeaf && nd.flags&^flagWatched == 0 && nd.onAbort == nil {
			nd.flags |= flagBare
		}
	}
	for n := range c.nodes {
		c.ask(int32(n))
		c.gate(int32(n))
		c.findRivals(int32(n))
		c.touch(&c.nodes[n])
	}
	c.compare()
	c.mark()
	c.asks = c.asksHost()
	c.Program.reads = c.reader.finish()
	c.place()
	c.types = c.slots()
	for n := range c.nodes {
		if nd := &c.nodes[n]; keepsAfterEnd(nd.kind) || nd.choice.lasts() {
			nd.flags |= flagKeeps
		}
	}
	for n := range c.nodes {
		c.compareHosted(&c.nodes[n])
	}
	return c.Program
}

// add adds a node with all below it.
func (c *compiler) add(info *def.NodeInfo, parent int32) {
	n := int32(len(c.nodes))
	d := &details{info: info, self: -1, fresh: -1}
	c.nodes = append(c.nodes, node{kind: info.Kind, shape: info.Kind.Info().Shape, parent: parent, action: -1, details: d})
	c.clauses(n)
	d.value, d.limit = compileValue(info.Value), compileValue(info.Limit)
	for _, v := range info.Values {
		d.values = append(d.values, expr.CompileValue(v))
	}
	d.score, d.order = compileValue(info.Score), compileValue(info.Order)
	if info.Weight != nil {
		d.score = compileValue(info.Weight)
	}
	if d.from = expr.CompileSource(info.From); info.Where != nil {
		d.where = expr.CompileCond(info.Where)
	}
	d.enter = bindings(info.Enter)
	nd := &c.nodes[n]
	switch info.Kind {
	case def.NodeCall:
		nd.action, d.args = c.info.Activity(info.Action.Action), callArguments(info.Action)
		d.grace = min(info.Action.Action.Grace, def.MaxGraceSeconds)
	case def.NodeHosted:
		d.host, d.args = c.info.Activity(info.Action.Action), callArguments(info.Action)
	case def.NodePlan, def.NodeGoal:
		if c.options.Activity == nil {
			panic("bt: Compile: tree " + c.Info.Name + " has a " + info.Kind.String() + " node; give Options.Activity")
		}
		nd.action = c.options.Activity(info)
		for _, a := range info.Args {
			d.args = append(d.args, argument{value: expr.CompileValue(a), width: a.Type.Width(), which: -1})
		}
	case def.NodeIf, def.NodeWhen:
		nd.cond = expr.CompileCond(info.Cond)
	case def.NodeUtilitySelector:
		d.choice = c.compileChoice(info)
	case def.NodeSet:
		d.effects = expr.CompileEffects(info.Effect)
	}
	for up := n; up >= 0 && d.grace > 0; up = c.nodes[up].parent {
		c.nodes[up].flags |= flagGrace
	}
	if info.Uninterrupted {
		nd.flags |= flagUninterrupted
		for up := parent; up >= 0; up = c.nodes[up].parent {
			c.nodes[up].holds = true
		}
	}
	for _, child := range info.Children {
		if isDrawn(info.Kind) || info.Kind == def.NodeHosted {
			d.kids = append(d.kids, int32(len(c.nodes)))
		}
		c.add(child, n)
	}
	c.nodes[n].end = int32(len(c.nodes))
}

// clauses compiles what may stand at any node.
func (c *compiler) clauses(n int32) {
	nd := &c.nodes[n]
	info := nd.info
	nd.skipIf, nd.failIf = compileCond(info.SkipIf), compileCond(info.FailIf)
	nd.succeedIf, nd.while = compileCond(info.SucceedIf), compileCond(info.While)
	if nd.skipIf != nil || nd.failIf != nil || nd.succeedIf != nil || nd.while != nil {
		nd.flags |= flagBefore
	}
	if nd.while != nil {
		nd.flags |= flagWhile
	}
	nd.onSuccess, nd.onFailure, nd.onAbort = compileEffects(info.OnSuccess), compileEffects(info.OnFailure), compileEffects(info.OnAbort)
	if nd.onSuccess != nil || nd.onFailure != nil {
		nd.flags |= flagEffects
	}
	for i := range info.Services {
		s := &info.Services[i]
		out := service{every: s.Every, action: -1}
		if s.Action != nil {
			out.action, out.args = c.info.Activity(s.Action.Action), callArguments(s.Action)
		} else {
			out.effects = expr.CompileEffects(s.Effect)
		}
		nd.services = append(nd.services, out)
		nd.flags |= flagServices
	}
}

// isDrawn reports whether the order of the children is computed when a node starts.
func isDrawn(k def.NodeKind) bool {
	return k == def.NodeRandomSequence || k == def.NodeRandomSelector || k == def.NodeUtilitySelector
}

func compileCond(t *expr.Term) *expr.Cond {
	if t == nil {
		return nil
	}
	return expr.CompileCond(t)
}

func compileValue(t *expr.Term) *expr.Value {
	if t == nil {
		return nil
	}
	return expr.CompileValue(t)
}

func compileEffects(t *expr.EffectTerms) *expr.Effects {
	if t == nil {
		return nil
	}
	return expr.CompileEffects(t)
}

func callArguments(call *def.ActionCall) []argument {
	var out []argument
	for i, a := range call.Args {
		types := call.Action.Params[i].Types
		arg := argument{value: expr.CompileValue(a), width: types[call.Which[i]].Width(), which: -1}
		if len(types) > 1 {
			arg.which = call.Which[i]
		}
		out = append(out, arg)
	}
	return out
}

func bindings(list []def.BindInfo) []binding {
	var out []binding
	for _, b := range list {
		out = append(out, binding{b.Slot.Index, b.Slot.Type.Width(), expr.CompileValue(b.Value)})
	}
	return out
}

// number returns a value of type int or float as a float.
func number(v *expr.Value, w world.Word) float64 {
	if v.Type().Kind == world.KindFloat {
		return w.Float()
	}
	return float64(w)
}
