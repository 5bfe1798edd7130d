package lang

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Behaviour trees in the JSON form, both ways.

func (d *jsonDecoder) ports(v *jsonValue) []def.Port {
	if !v.isString() {
		return nil
	}
	var list []expr.Port
	for _, p := range expr.ParsePortsString(v.source(), d.ds) {
		if len(p.Types) > 0 {
			p.Types = p.Types[:1]
			list = append(list, p)
		}
	}
	return portsOf(list)
}

func (d *jsonDecoder) services(list *jsonValue) []*def.Service {
	var services []*def.Service
	for _, v := range list.list() {
		s := &def.Service{Head: d.head(v, ""), Every: d.expr(v.get("every")), Effect: d.effects(v.get("set"))}
		if do := v.get("do"); do != nil {
			s.Call = d.placedCall(do)
		}
		services = append(services, s)
	}
	return services
}

// namedCall reads a call whose arguments may have names; nil after a mistake.
func (d *jsonDecoder) namedCall(v *jsonValue) (c *def.Call, rest bool) {
	if !v.isString() {
		return nil, false
	}
	n := expr.ParseNamedCallString(v.source(), d.ds)
	if n == nil {
		return nil, false
	}
	call := namedCallOf(n)
	return &call, n.Rest
}

// placedCall is namedCall where ".." cannot stand.
func (d *jsonDecoder) placedCall(v *jsonValue) *def.Call {
	c, rest := d.namedCall(v)
	if rest {
		d.ds.Errorf(diag.Syntax, c.At, restMessage).Hint = restHint
	}
	return c
}

// node reads a node: an object, or a string for a call alone; nil after a mistake that leaves nothing of it.
func (d *jsonDecoder) node(v *jsonValue) *def.Node {
	if v.get("node") == nil {
		text, h := d.line(v)
		n := &def.Node{Head: h, Kind: def.NodeCall}
		if n.Call, n.Auto = d.namedCall(text); n.Call == nil {
			return nil
		}
		return n
	}
	n := &def.Node{Head: d.head(v, "node"), End: d.lines(v.get("comment_end"))}
	n.Kind = jsonNodeKind(v.get("node").string(), v.get("children") != nil)
	if n.Kind == def.NodePlan || n.Kind == def.NodeGoal {
		n.Call = d.call(v.get("call"))
	} else {
		n.Call, n.Auto = d.namedCall(v.get("call"))
	}
	n.Cond, n.Effect, n.Text = d.expr(v.get("condition")), d.effects(v.get("effects")), v.get("text").string()
	n.Value, n.Limit = d.expr(v.get("value")), d.expr(v.get("limit"))
	n.Each, n.Values = d.loopVariable(v), d.values(v.get("values"))
	n.Where, n.Order = d.expr(v.get("where")), d.expr(v.get("order"))
	d.clauses(def.CallTable.Body, v, n)
	d.clauses(def.UtilityTable.Head, v, n)
	d.clauses(def.NodeTable.Head, v, n)
	n.Services = d.services(v.get("services"))
	for _, cv := range v.get("children").list() {
		if child := d.node(cv); child != nil {
			n.Children = append(n.Children, child)
		}
	}
	return n
}

// abortNamed returns what an abort of a name cuts short.
func abortNamed(word string) def.AbortMode {
	return def.AbortMode(slices.Index(abortWords, word) + 1)
}

// jsonNodeKind returns the kind of node with a name, or 0 if there is none, which has been reported.
func jsonNodeKind(word string, children bool) def.NodeKind {
	if word == jsonCallWord && children {
		return def.NodeHosted
	} else if word == jsonCallWord {
		return def.NodeCall
	}
	for _, k := range def.NodeKinds() {
		twin := k.Kind == def.NodeSucceed || k.Kind == def.NodeFail
		if k.Words == word && k.Kind != def.NodeTree && !(twin && children) {
			return k.Kind
		}
	}
	return 0
}

// loopVariable reads the variable of a loop, and its type if it has one.
func (d *jsonDecoder) loopVariable(v *jsonValue) *expr.Var {
	name := v.get("each")
	if !name.isString() {
		return nil
	}
	n := d.name(name)
	each := &expr.Var{At: n.At, Name: n.Name}
	if t := d.typeName(v.get("type")); t != nil {
		each.Type = *t
	}
	each.Remembered, each.From = v.get("remembered").isTrue(), d.expr(v.get("from"))
	return each
}

func (d *jsonDecoder) values(v *jsonValue) []expr.Node {
	if !v.isString() {
		return nil
	}
	return expr.ParseExprsString(v.source(), d.ds)
}

func (d *jsonDecoder) treeLine(v *jsonValue) *def.TreeLine {
	if v == nil {
		return nil
	}
	if l, ok := d.statement(&def.TreeLineTable, v).(*def.TreeLine); ok {
		return l
	}
	return &def.TreeLine{Head: d.head(v, "tree")}
}

func (e *jsonEncoder) services(list []*def.Service) []any {
	var services []any
	for _, s := range list {
		var o jsonFields
		o.must("every", e.expr(s.Every))
		if s.Call != nil {
			o.must("do", e.complete(namedCallText(s.Call, false)))
		}
		o.put("set", e.effects(s.Effect))
		e.head(&o, &s.Head)
		services = append(services, o)
	}
	return services
}

// node returns a node: a string if it is a call that has nothing else to say.
func (e *jsonEncoder) node(n *def.Node) any {
	if e.callAlone(n) {
		return e.line(e.complete(namedCallText(n.Call, n.Auto)), &n.Head)
	}
	var o jsonFields
	word := n.Kind.String()
	if n.Kind == def.NodeCall || n.Kind == def.NodeHosted {
		word = jsonCallWord
	}
	o.must("node", word)
	if n.Call != nil {
		o.put("call", e.complete(namedCallText(n.Call, n.Auto)))
	}
	e.clauses(&o, def.CallTable.Body, n)
	o.put("condition", e.expr(n.Cond))
	o.put("effects", e.effects(n.Effect))
	if n.Kind == def.NodeLog || n.Kind == def.NodeTodo {
		o.must("text", n.Text)
	}
	o.put("value", e.expr(n.Value))
	o.put("limit", e.expr(n.Limit))
	e.clauses(&o, def.UtilityTable.Head, n)
	e.each(&o, n)
	o.put("where", e.expr(n.Where))
	o.put("order", e.expr(n.Order))
	e.clauses(&o, def.NodeTable.Head, n)
	o.put("services", e.services(n.Services))
	children := []any{}
	for _, child := range n.Children {
		children = append(children, e.node(child))
	}
	if n.Kind.Info().Shape != def.ShapeLeaf {
		o.must("children", children)
	}
	e.head(&o, &n.Head)
	if n.Kind.Info().Shape != def.ShapeLeaf || len(n.Overrides)+len(n.End) > 0 {
		e.end(&o, &n.Head, n.End)
	}
	return o
}

// callAlone reports whether a node is a call without anything but its comments.
func (e *jsonEncoder) callAlone(n *def.Node) bool {
	return n.Kind == def.NodeCall && n.Call != nil && len(nodePieces(n)) == 1 && nodePieces(n)[0].suffix == "" && len(n.Overrides)+len(n.End) == 0
}

func (e *jsonEncoder) each(o *jsonFields, n *def.Node) {
	if n.Each != nil {
		o.put("each", n.Each.Name)
		if n.Each.Type.Name != "" {
			o.must("type", e.typeName(&n.Each.Type))
			o.put("remembered", n.Each.Remembered)
			o.put("from", e.expr(n.Each.From))
		}
	}
	o.put("values", e.complete(expr.PrintExprs(n.Values)))
}
