package expr

import "github.com/karakuri-ai/karakuri/diag"

// Operand reads an expression up to the first operator that binds less tightly than a sign in front: in "20% within
// 0.2" and "1.5 * 2" the first number. A sum or product needs parentheses.
func (p *Parser) Operand() Node {
	p.nodes = 0
	return p.expr(precUnary)
}

// PrintOperand returns an expression as [Parser.Operand] reads it: in parentheses unless it is one operand.
func PrintOperand(n Node) string {
	var w printer
	if n != nil {
		w.node(n, precUnary)
	}
	return w.String()
}

// NewStringParser returns a Parser for a source that is one thing, such as a string of the JSON form: line ends mean
// nothing in it. [Parser.Finish] ends the reading.
func NewStringParser(src *diag.Source, ds *diag.List) *Parser { return newStringParser(src, ds) }

// Finish wants the end of the source of a [NewStringParser] and reports whether all went well.
func (p *Parser) Finish() bool { return p.finish() }
