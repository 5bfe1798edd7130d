package btcpp

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// startTag reads <name attribute="value" ...> or <.../>.
func (p *xmlParser) startTag() {
	start := p.pos
	p.pos++
	name, at := p.name()
	if name == "" {
		p.fail(start, start+1, `"<" is not followed by a name`)
		return
	}
	e := &xmlElement{name: name, at: at}
	empty, ok := p.attributes(e)
	if !ok || !p.admit(e) || empty {
		return
	}
	p.open = append(p.open, e)
}

// admit puts a new element into the one that is open.
func (p *xmlParser) admit(e *xmlElement) bool {
	if *p.left--; *p.left < 0 {
		p.bad = true
		p.ds.Errorf(diag.BTLimit, e.at, "more than %d elements", MaxElements)
		return false
	}
	if len(p.open) >= maxXMLDepth {
		p.bad = true
		p.ds.Errorf(diag.BTLimit, e.at, "nodes nest deeper than %d", MaxDepth).Hint = "move a part into a tree of its own and use it as a SubTree"
		return false
	}
	if len(p.open) > 0 {
		parent := p.open[len(p.open)-1]
		parent.children = append(parent.children, e)
		return true
	}
	if p.root != nil {
		d := p.fail(int(e.at.Start), int(e.at.End), "a second root element <%s>", e.name)
		d.Related = []diag.Related{{Span: p.root.at, Message: "the first"}}
		return false
	}
	p.root = e
	return true
}

// endTag reads </name>.
func (p *xmlParser) endTag() {
	start := p.pos
	p.pos += len("</")
	name, at := p.name()
	p.blanks()
	if name == "" || !p.is('>') {
		p.fail(start, p.pos+1, `an end tag is </name>`)
		return
	}
	p.pos++
	if len(p.open) == 0 {
		p.fail(int(at.Start), int(at.End), "</%s> has no start tag", name).Hint = "no element is open here"
		return
	}
	e := p.open[len(p.open)-1]
	if e.name != name {
		d := p.fail(int(at.Start), int(at.End), "</%s> where <%s> is open", name, e.name)
		d.Hint = "add </" + e.name + "> before it, or close <" + e.name + "/> at once"
		d.Related = []diag.Related{{Span: e.at, Message: "opened here"}}
		return
	}
	p.open = p.open[:len(p.open)-1]
}

// attributes reads the rest of a start tag.
func (p *xmlParser) attributes(e *xmlElement) (empty, ok bool) {
	for {
		before := p.pos
		p.blanks()
		switch {
		case p.is('>'):
			p.pos++
			return false, true
		case p.is('/'):
			if !strings.HasPrefix(p.src.Text[p.pos:], "/>") {
				p.fail(p.pos, p.pos+1, `"/" within <%s>`, e.name).Hint = "an element without children ends with />"
				return false, false
			}
			p.pos += len("/>")
			return true, true
		case p.pos == len(p.src.Text):
			p.fail(int(e.at.Start), int(e.at.End), "the tag <%s> has no end", e.name).Hint = "end it with > or />"
			return false, false
		}
		if !p.attribute(e, p.pos > before) {
			return false, false
		}
	}
}

// attribute reads name="value".
func (p *xmlParser) attribute(e *xmlElement, apart bool) bool {
	start := p.pos
	name, at := p.name()
	if name == "" {
		p.fail(start, start+1, "an attribute of <%s> cannot start with %q", e.name, p.src.Text[start]).Hint =
			`attributes are name="value"; is a quote missing before?`
		return false
	}
	if !apart {
		p.fail(start, p.pos, "a blank is missing before attribute %s", name).Hint = "is a quote missing before it?"
		return false
	}
	p.blanks()
	if !p.is('=') {
		p.fail(start, int(at.End), "attribute %s has no value", name).Hint = `attributes are name="value"`
		return false
	}
	p.pos++
	p.blanks()
	if !p.is('"') && !p.is('\'') {
		p.fail(p.pos, p.pos+1, "the value of %s has no quotes", name).Hint = `attributes are name="value"`
		return false
	}
	quote := p.src.Text[p.pos]
	p.pos++
	n := strings.IndexByte(p.src.Text[p.pos:], quote)
	if n < 0 {
		p.fail(p.pos-1, p.pos, "the value of %s has no end", name).Hint = "a quote is missing"
		return false
	}
	value := p.src.Text[p.pos : p.pos+n]
	a := Attr{Name: name, Value: p.decode(p.pos, value), NameAt: at, At: p.span(p.pos, p.pos+n)}
	p.pos += n + 1
	if first := e.attr(name); first != nil {
		d := p.ds.Errorf(diag.BTXML, at, "attribute %s is given twice", name)
		d.Related = []diag.Related{{Span: first.NameAt, Message: "the first"}}
		return true
	}
	if len(e.attrs) == MaxAttributes {
		p.bad = true
		p.ds.Errorf(diag.BTLimit, at, "<%s> has more than %d attributes", e.name, MaxAttributes)
		return false
	}
	e.attrs = append(e.attrs, a)
	return true
}

// name reads a name, or "" if there is none.
func (p *xmlParser) name() (string, diag.Span) {
	start := p.pos
	for p.pos < len(p.src.Text) && isNameByte(p.src.Text[p.pos], p.pos == start) {
		p.pos++
	}
	return p.src.Text[start:p.pos], p.span(start, p.pos)
}

// isNameByte takes all that is not ASCII for letters.
func isNameByte(c byte, first bool) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == ':' || c >= 0x80 ||
		!first && ('0' <= c && c <= '9' || c == '-' || c == '.')
}

func (p *xmlParser) is(c byte) bool { return p.pos < len(p.src.Text) && p.src.Text[p.pos] == c }

func (p *xmlParser) blanks() {
	for p.pos < len(p.src.Text) && strings.IndexByte(blanks, p.src.Text[p.pos]) >= 0 {
		p.pos++
	}
}
