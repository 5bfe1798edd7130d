package btcpp

import (
	"strings"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
)

// xmlElement is an element of a file as it is written.
type xmlElement struct {
	name     string
	at       diag.Span // of the name in the start tag
	attrs    []Attr
	children []*xmlElement
	texts    []string  // all text directly in it, without escapes, blanks trimmed
	textAt   diag.Span // of the first of them
}

// attr returns the attribute of a name, or nil.
func (e *xmlElement) attr(name string) *Attr {
	for i := range e.attrs {
		if e.attrs[i].Name == name {
			return &e.attrs[i]
		}
	}
	return nil
}

// xmlParser reads XML as BehaviorTree.CPP's own reader does: "<" and "&" are allowed in values as they are, which the
// scripts of many files rely on. Namespaces and document types mean nothing to it.
type xmlParser struct {
	src   *diag.Source
	ds    *diag.List
	pos   int
	open  []*xmlElement
	root  *xmlElement
	stray diag.Span // the first text outside of the root
	left  *int      // elements that may still be read
	bad   bool      // the rest is not looked at
}

// parseXML returns the root element of a file. It returns nil if there is none, and reports that and everything that is
// not XML. The number at left goes down with each element.
func parseXML(src *diag.Source, left *int, ds *diag.List) *xmlElement {
	p := &xmlParser{src: src, ds: ds, left: left}
	if !p.legible() {
		return nil
	}
	p.pos = len(src.Text) - len(strings.TrimPrefix(src.Text, "\ufeff"))
	for p.pos < len(src.Text) && !p.bad {
		if src.Text[p.pos] == '<' {
			p.markup()
		} else {
			p.chars()
		}
	}
	p.end()
	if p.bad {
		return nil
	}
	return p.root
}

func (p *xmlParser) span(start, end int) diag.Span {
	return diag.Span{Src: p.src, Start: int32(start), End: int32(min(end, len(p.src.Text)))}
}

// fail reports why the file is not XML, and stops.
func (p *xmlParser) fail(start, end int, format string, args ...any) *diag.Diagnostic {
	p.bad = true
	return p.ds.Errorf(diag.BTXML, p.span(start, end), format, args...)
}

// legible reports bytes that cannot be in an XML file.
func (p *xmlParser) legible() bool {
	for i, r := range p.src.Text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(p.src.Text[i:], "\ufffd"):
			p.fail(i, i+1, "the file is not UTF-8 here").Hint = "save the file as UTF-8"
			return false
		case r < ' ' && r != '\t' && r != '\n' && r != '\r':
			p.fail(i, i+1, "control character %U", r).Hint = "remove it"
			return false
		}
	}
	return true
}

// markup reads what begins with "<".
func (p *xmlParser) markup() {
	rest := p.src.Text[p.pos:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		p.skip("comment", "<!--", "-->")
	case strings.HasPrefix(rest, "<![CDATA["):
		start := p.pos + len("<![CDATA[")
		if p.skip("CDATA section", "<![CDATA[", "]]>") {
			p.addText(start, p.src.Text[start:p.pos-len("]]>")])
		}
	case strings.HasPrefix(rest, "<!"):
		p.skip("declaration", "<!", ">")
	case strings.HasPrefix(rest, "<?"):
		p.skip("processing instruction", "<?", "?>")
	case strings.HasPrefix(rest, "</"):
		p.endTag()
	default:
		p.startTag()
	}
}

// skip passes over a stretch from one mark to the other.
func (p *xmlParser) skip(what, from, to string) bool {
	n := strings.Index(p.src.Text[p.pos+len(from):], to)
	if n < 0 {
		p.fail(p.pos, p.pos+len(from), "the %s has no end", what).Hint = "end it with " + to
		return false
	}
	p.pos += len(from) + n + len(to)
	return true
}

// chars reads text up to the next "<".
func (p *xmlParser) chars() {
	start, n := p.pos, strings.IndexByte(p.src.Text[p.pos:], '<')
	if n < 0 {
		n = len(p.src.Text) - p.pos
	}
	p.pos += n
	raw := p.src.Text[start:p.pos]
	p.addText(start+len(raw)-len(strings.TrimLeft(raw, blanks)), p.decode(start, raw))
}

const blanks = " \t\r\n"

// addText adds text that starts at an offset to the open element.
func (p *xmlParser) addText(start int, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	at := p.span(start, start+len(text))
	if len(p.open) == 0 {
		if p.stray.Src == nil {
			p.stray = at
		}
		return
	}
	e := p.open[len(p.open)-1]
	if e.texts = append(e.texts, text); len(e.texts) == 1 {
		e.textAt = at
	}
}

// end checks the rest of the file.
func (p *xmlParser) end() {
	if p.bad {
		return
	}
	if n := len(p.open); n > 0 {
		e := p.open[n-1]
		d := p.fail(len(p.src.Text), len(p.src.Text), "the file ends within <%s>", e.name)
		d.Hint = "add </" + e.name + ">"
		d.Related = []diag.Related{{Span: e.at, Message: "opened here"}}
		return
	}
	if p.root == nil {
		p.bad = true
		at := p.span(0, 0)
		if p.stray.Src != nil {
			at = p.stray
		}
		p.ds.Errorf(diag.BTRoot, at, "there is no element in the file").Hint = `a document is <root BTCPP_format="4">...</root>`
		return
	}
	if p.stray.Src != nil {
		p.ds.Warnf(diag.BTPassedOver, p.stray, "text outside of the root is ignored")
	}
}
