package ktrace

import "strings"

// Header begins a trace: it holds everything needed to create the same crowd again.
type Header struct {
	// Program is the identity of the program: a hash of its model, its constants and the layout of its state.
	Program [32]byte
	Files   []File   // source files, beginning with the main file, which imports the others
	Options []Option // of the crowd
	Consts  []Const  // constants with values other than in the files
	Names   Names    // of events
	Land    []Feature
	// Situation is the state of the world at the start, encoded by the writer of the trace; empty if it is the
	// program's initial state.
	Situation []byte
}

// File is a source file of the program.
type File struct {
	Name string // relative, with slashes
	Text string
}

// Option is a numeric option of the crowd.
type Option struct {
	Name  string
	Value int64
}

// Const is a constant with its value as an expression.
type Const struct {
	Name  string
	Value string
}

// Option returns the value of an option, or 0 if it is not in the header.
func (h *Header) Option(name string) int64 {
	for _, o := range h.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return 0
}

// Kinds of names in the header.
const (
	nameOfKind = iota
	nameOfField
)

// appendHeader appends the header in pieces: room makes room for the next one.
func appendHeader(b []byte, h *Header, room func(b []byte) []byte) []byte {
	b = append(append(b, byte(kindProgram)), h.Program[:]...)
	for i := range h.Files {
		b = appendText(append(room(b), byte(kindFile)), h.Files[i].Name)
		for text := h.Files[i].Text; text != ""; {
			piece := text[:min(len(text), MaxText)]
			text = text[len(piece):]
			b = appendText(append(room(b), byte(kindText)), piece)
		}
	}
	for _, o := range h.Options {
		b = appendText(append(room(b), byte(kindOption)), o.Name)
		b = appendInt(b, o.Value)
	}
	for _, c := range h.Consts {
		b = appendText(append(room(b), byte(kindConst)), c.Name)
		b = appendText(b, c.Value)
	}
	for _, name := range h.Names.Kinds {
		b = appendText(append(room(b), byte(kindName), nameOfKind), name)
	}
	for _, name := range h.Names.Fields {
		b = appendText(append(room(b), byte(kindName), nameOfField), name)
	}
	for i := range h.Land {
		b = appendFeature(room(b), &h.Land[i])
	}
	for rest := h.Situation; len(rest) > 0; {
		piece := rest[:min(len(rest), MaxText)]
		rest = rest[len(piece):]
		b = appendText(append(room(b), byte(kindSituation)), string(piece))
	}
	return append(b, byte(kindBegin))
}

// heading is a partly read header. Texts grow as they are read, so that memory is bounded by the input.
type heading struct {
	Header
	text    strings.Builder // of the last file
	entries int
	bytes   int
}

// piece reads one record of the header; done is true for the last.
func (d *decoder) piece(h *heading) (done bool) {
	if h.entries++; h.entries > 2*MaxHeaderEntries+MaxSources/MaxText+MaxFeatures {
		d.fail("the header has too many entries")
	}
	kind := Kind(d.byte())
	if kind != kindText {
		h.closeFile()
	}
	switch kind {
	case kindProgram:
		if len(d.rest) < len(h.Program) {
			d.fail("a record is cut short")
		}
		copy(h.Program[:], d.rest)
		d.rest = d.rest[min(len(d.rest), len(h.Program)):]
	case kindFile:
		h.Files = append(h.Files, File{Name: d.text()})
	case kindText:
		d.fileText(h)
	case kindOption:
		h.Options = append(h.Options, Option{d.text(), d.int()})
	case kindConst:
		h.Consts = append(h.Consts, Const{d.text(), d.text()})
	case kindName:
		d.name(&h.Names)
	case kindFeature:
		d.feature(h)
	case kindSituation:
		d.situation(h)
	case kindBegin:
		return true
	default:
		d.fail("the header has a record of an unknown kind")
	}
	return false
}

func (d *decoder) fileText(h *heading) {
	text := d.text()
	h.bytes += len(text)
	switch {
	case len(h.Files) == 0:
		d.fail("a text belongs to no file")
	case h.bytes > MaxSources:
		d.fail("the source files are too large")
	default:
		h.text.WriteString(text)
	}
}

func (d *decoder) situation(h *heading) {
	piece := d.text()
	if h.bytes += len(piece); h.bytes > MaxSources {
		d.fail("the situation is too large")
		return
	}
	h.Situation = append(h.Situation, piece...)
}

func (d *decoder) name(n *Names) {
	switch d.byte() {
	case nameOfKind:
		n.Kinds = append(n.Kinds, d.text())
	case nameOfField:
		n.Fields = append(n.Fields, d.text())
	default:
		d.fail("a name in the header is of an unknown kind")
	}
}

// closeFile sets the text of the last file.
func (h *heading) closeFile() {
	if h.text.Len() > 0 {
		h.Files[len(h.Files)-1].Text = h.text.String()
		h.text = strings.Builder{}
	}
}
