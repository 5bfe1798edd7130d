package expr

import "github.com/karakuri-ai/karakuri/diag"

// Port is a parameter of a tree as written: "sight: float", "reach: float = 1", "out target: enemy".
type Port struct {
	Param
	Dir     string // "", "out" or "inout"
	Default Node   // nil: none
}

// Ports reads "(sight: float, reach: float = 1, inout calls: int)" if a parenthesis stands here.
func (p *Parser) Ports() []Port {
	if !p.Is(TokLParen) {
		return nil
	}
	p.nodes = 0
	opener, free := p.push()
	list := p.ports(TokRParen)
	p.pop(opener, free, `"," or `)
	return list
}

// ports reads ports up to a token that ends them.
func (p *Parser) ports(end TokenKind) []Port {
	list := []Port{}
	for !p.failed && p.Kind() != end {
		list = append(list, p.port())
		if p.failed || !p.Accept(TokComma) {
			break
		}
		if p.Kind() == end {
			p.FailExpected("a parameter")
		}
	}
	return list
}

func (p *Parser) port() Port {
	start := p.Here()
	var v Port
	if (p.IsWord("out") || p.IsWord("inout") || p.IsWord("in")) && p.Peek(1).Kind == TokName {
		if v.Dir = p.Text(p.Next()); v.Dir == "in" {
			v.Dir = ""
		}
	}
	v.Param = p.param(false)
	if !p.failed && p.Accept(TokAssign) {
		v.Default = p.expr(precLowest)
	}
	v.At = p.Since(start)
	return v
}

// ParsePortsString reads ports without the parentheses. An empty text has none.
func ParsePortsString(src *diag.Source, ds *diag.List) []Port {
	p := newStringParser(src, ds)
	list := p.ports(TokEOF)
	p.finish()
	return list
}

// PrintPorts returns ports as written, without the parentheses.
func PrintPorts(ports []Port) string {
	var w printer
	for i, v := range ports {
		w.comma(i)
		if v.Dir != "" {
			w.WriteString(v.Dir + " ")
		}
		w.WriteString(PrintParams([]Param{v.Param}))
		if v.Default != nil {
			w.WriteString(" = ")
			w.node(v.Default, precLowest)
		}
	}
	return w.String()
}
