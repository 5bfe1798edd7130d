package edit

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Offer is an operation that makes sense for a selection in a text.
type Offer struct {
	Title   string
	Op      Op
	Refused string // why it is not possible; empty: it is, unless the result does not load
}

// Selection is a part of a file for which [Offers] looks for operations. The model and the index are those of the
// present files of the input.
type Selection struct {
	File       string
	Start, End int // in bytes; both the same: the innermost statement there
	Model      *def.Model
	Index      *index.Index
	Others     []*index.Index // of other programs that contain the file
}

// Offers returns the operations that make sense for a selection: to extract it, to replace a call by what it does, to
// disable or enable, wrap and unwrap it. It tries each on the text, but does not load the results; [Apply] does. A file
// with mistakes of syntax has none.
func Offers(in Input, s Selection) []Offer {
	e := newEditor(in.FS, in.Main, in.Display)
	t := e.text(s.File)
	if t == nil {
		return nil
	}
	first, last := t.selected(s.Start, s.End)
	if first == nil || !ownLines(first, last) {
		return nil
	}
	e.known = namesOf(s.Model, s.Index)
	o := offering{e, t, s, first, last, partOf(t, first)}
	var list []Offer
	for _, offer := range o.all() {
		offer.Op.File = s.File
		if try := e.fork(); !try.possible(offer.Op) {
			offer.Refused = try.ds.All[0].Message
		}
		list = append(list, offer)
	}
	return list
}

// ownLines reports whether statements can be extracted or wrapped: all are subtasks, nodes or steps, and none belongs
// to the statement around it, as the case of a switch does.
func ownLines(first, last *node) bool {
	for n := first; n != nil; n = n.neighbour(1) {
		if n.Key != "" || n.Says != nil && slices.Contains(n.Says.Nodes, def.NodeCase) {
			return false
		}
		if n == last {
			return true
		}
	}
	return false
}

// selected returns the statements in a part of a text: those next to each other that it touches, within the innermost
// braces that hold all of it; nil: none.
func (t *text) selected(start, end int) (first, last *node) {
	piece := t.src.Text[start:end]
	start += len(piece) - len(strings.TrimLeft(piece, " \t\r\n"))
	end = max(start, end-len(piece)+len(strings.TrimRight(piece, " \t\r\n")))
	n, body := t.top, 0
descend:
	for {
		first, last = nil, nil
		for _, l := range n.lines {
			if l.body == body && l.Start <= end && l.End >= start && (start == end || l.End > start && l.Start < end) {
				if first == nil || start == end { // where two meet, the second
					first = l
				}
				last = l
			}
		}
		if first == nil || first != last {
			return first, last
		}
		for i, b := range first.Bodies {
			if b.Open < start && end <= b.Close {
				n, body = first, i
				continue descend
			}
		}
		return first, last
	}
}

// fork returns an editor of the same texts that can be thrown away.
func (e *editor) fork() *editor {
	try := newEditor(e.fsys, e.main, e.display)
	try.texts, try.old, try.known = maps.Clone(e.texts), maps.Clone(e.old), e.known
	for name := range e.texts {
		try.origin[name] = map[string]string{}
	}
	return try
}

// possible reports whether an operation leads to texts that can be parsed.
func (e *editor) possible(op Op) bool {
	_, ok := e.step(op, false)
	return ok
}

// offering looks for operations for statements.
type offering struct {
	e           *editor
	t           *text
	s           Selection
	first, last *node
	what        part
}

func (o *offering) all() []Offer {
	if o.what == 0 || o.first.watched() {
		return nil
	}
	n, op := o.first, Op{At: o.first.path}
	if o.first != o.last {
		op.Through = o.last.path
	}
	var list []Offer
	add := func(title string, op Op) { list = append(list, Offer{Title: title, Op: op}) }

	op.Op, op.Name = "extract", o.fresh()
	add("Extract to "+o.what.String()+" "+op.Name, op)
	op.Name = ""
	if n == o.last {
		list = append(list, o.inlines()...)
	}
	if o.what != steps {
		op.Op = "wrap"
		for _, op.Text = range o.wraps() {
			add("Wrap in "+op.Text, op)
		}
		op.Text = ""
	}
	if n != o.last {
		return list
	}
	if k, ok := o.t.kindWords(n); ok && len(n.Bodies) == 1 {
		add("Unwrap "+k, Op{Op: "unwrap", At: n.path})
	}
	if o.what != nodes || n.parent.parent == o.t.top { // a tree needs its root
		return list
	}
	if _, off := o.t.valueOf(n, "disabled"); off {
		add("Enable node", Op{Op: "disable", At: n.path, Off: true})
	} else {
		add("Disable node", Op{Op: "disable", At: n.path})
	}
	return list
}

// wraps returns what statements can be wrapped in. A parent that reads clauses of its children keeps them.
func (o *offering) wraps() []string {
	switch {
	case o.what == subtasks && o.first.parent.Says == &def.UnorderedTable:
		return []string{"ordered"}
	case o.what == subtasks:
		return []string{"unordered"}
	case slices.ContainsFunc(o.first.Clauses, isParents):
		return nil
	}
	return []string{"sequence", "selector"}
}

// inlines returns the offers to replace a call: as it is, and with its declaration, if nothing else mentions that.
func (o *offering) inlines() []Offer {
	call, ok := o.e.known.At(o.e.known.files[o.s.File], o.first.Start)
	if !ok || call.Sym == nil || int(call.At.Start) != o.first.Start {
		return nil
	}
	switch call.Sym.Decl.(type) {
	case *def.Task, *def.Tree, *def.Goal:
	default:
		return nil
	}
	op := Op{Op: "inline", At: o.first.path}
	list := []Offer{{Title: "Inline " + call.Sym.Name, Op: op}}
	if !o.mentionedElsewhere(call) {
		op.Drop = true
		list = append(list, Offer{Title: "Inline " + call.Sym.Name + " and remove its declaration", Op: op})
	}
	return list
}

// mentionedElsewhere reports whether something but its declaration and a call mentions a declaration, in any program.
func (o *offering) mentionedElsewhere(call index.Occurrence) bool {
	for _, ix := range append([]*index.Index{o.s.Index}, o.s.Others...) {
		s := ix.Named(call.Sym.Name, call.Sym.Kind)
		if s == nil {
			continue
		}
		for _, at := range ix.Of(s) {
			if at.Role != index.Declares && (at.At.Src.Name != call.At.Src.Name || at.At.Start != call.At.Start) {
				return true
			}
		}
	}
	return false
}

// fresh returns a name that nothing in any of the programs has.
func (o *offering) fresh() string {
	top := o.first
	for top.parent != o.t.top {
		top = top.parent
	}
	base := strings.Trim(o.t.src.Text[top.NameStart:top.NameEnd], "`") + "_part"
	taken := map[string]bool{}
	for _, ix := range append([]*index.Index{o.s.Index}, o.s.Others...) {
		for _, s := range ix.Symbols {
			taken[s.Name] = true
		}
	}
	for i := 1; ; i++ {
		name := base
		if i > 1 {
			name += "_" + strconv.Itoa(i)
		}
		if !taken[name] && !expr.Reserved(name) {
			return name
		}
	}
}

// String returns the word of the declaration that the part becomes.
func (p part) String() string {
	switch p {
	case subtasks:
		return "task"
	case nodes:
		return "tree"
	}
	return "goal"
}

// namesOf returns the names of a model that is loaded.
func namesOf(m *def.Model, ix *index.Index) *names {
	ns := &names{ix, map[string]*diag.Source{}, map[*diag.Source]string{}}
	for _, f := range m.Files {
		if f.Src != nil {
			ns.files[f.Src.Name], ns.of[f.Src] = f.Src, f.Src.Name
		}
	}
	return ns
}
