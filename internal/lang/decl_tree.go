package lang

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// tree guard(sight: float, reach: float = 1) { service every 0.25s look(sight); selector { ... } }
func (p *parser) treeDecl(h def.Head) def.Decl {
	d := called(p, &def.Tree{}, h)
	if !p.Failed() {
		d.Params = portsOf(p.Ports())
	}
	var nodes []*def.Node
	d.Services, nodes, d.End = p.nodeBody(&d.Head, "tree "+d.Name)
	d.Root = p.oneNode(nodes, "a tree")
	p.finish(&d.Head)
	return d
}

func portsOf(list []expr.Port) []def.Port {
	var ports []def.Port
	for _, v := range list {
		ports = append(ports, def.Port{Param: def.Param(v.Param), Dir: portDir(v.Dir), Default: v.Default})
	}
	return ports
}

func portDir(word string) def.PortDir {
	switch word {
	case "out":
		return def.PortOut
	case "inout":
		return def.PortInOut
	}
	return def.PortIn
}

// oneNode returns the only node of a body that has one, or the first of several, and reports the others.
func (p *parser) oneNode(nodes []*def.Node, owner string) *def.Node {
	if len(nodes) == 0 {
		return nil
	}
	if len(nodes) > 1 {
		d := p.Soft(diag.FaultyTree, nodes[1].At, "%s has one node, and this is the second", owner)
		d.Hint = "put them in a sequence or a selector"
		d.Related = []diag.Related{{Span: nodes[0].At, Message: "the first is here"}}
	}
	return nodes[0]
}

// nodeBody reads the lines of a tree, a composite or a decorator: services, then nodes.
func (p *parser) nodeBody(h *def.Head, what string) (services []*def.Service, nodes []*def.Node, end []string) {
	end = p.body(h, what, nodeWords, func(first bool) {
		head := p.begin(first)
		if !p.startsService() {
			if n := p.node(head); n != nil {
				nodes = append(nodes, n)
			}
			return
		}
		if len(nodes) > 0 {
			p.Soft(diag.FaultyTree, p.Here(), "put services before the nodes")
		}
		services = append(services, p.service(head))
	})
	return services, nodes, end
}

// startsService reports whether "service every" follows, rather than an action called service.
func (p *parser) startsService() bool {
	next := p.Peek(1)
	return p.IsWord("service") && next.Kind == expr.TokName && !next.LineStart && p.Text(next) == "every"
}

// service every 0.25s look_for(player) · service every 1s set heat -= 1
func (p *parser) service(h def.Head) *def.Service {
	s := &def.Service{Head: h}
	p.Next()
	p.Next()
	s.Every = p.Expr()
	if !p.Failed() && p.IsWord("set") && p.Peek(1).Kind == expr.TokName && !p.Peek(1).LineStart {
		p.Next()
		s.Effect = p.Effects()
	} else {
		c := p.namedCallHere("an action, or set and effects")
		s.Call = &c
	}
	p.finish(&s.Head)
	return s
}

// overrides reads "{ override chase = keep_range }".
func (p *parser) overrides(h *def.Head, what string) (list []*def.Override, end []string) {
	end = p.body(h, what, []string{"override"}, func(first bool) {
		o := &def.Override{Head: p.begin(first)}
		if p.IsWord("override") {
			p.Next()
			o.NameAt = p.Here()
			if o.What = p.name("an action or a tree"); !p.Failed() && p.Expect(expr.TokAssign, `"="`) {
				o.With = p.name("an action or a tree")
			}
			list = append(list, o)
		} else {
			p.FailExpected("override").Hint = "write override chase = keep_range"
		}
		p.finish(&o.Head)
	})
	return list, end
}
