package edit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// Input is what to edit.
type Input struct {
	FS      fs.FS
	Main    string                   // the file that is edited, and whose imports are loaded with it
	Display func(name string) string // how findings name a file; nil: as it is
	Base    string                   // the hash of the main file that the operations were made for; empty: any
	Ops     []Op                     // applied one after the other, all or none
	// Unchecked accepts a result that can be parsed but not loaded.
	Unchecked bool
}

// Result is what operations lead to. Nothing has been written.
type Result struct {
	Files   []File // that change, the main file first
	Moved   []Move // statements whose paths change, in the order of the old text
	Inverse []Op   // lead from the new texts back to the old ones, byte for byte
}

// File is a file that changes.
type File struct {
	Name     string   `json:"file"`
	Base     string   `json:"base"` // the hash of its old text
	Hash     string   `json:"hash"` // of its new text
	Old, New string   `json:"-"`
	Changes  []Change `json:"changes"`
}

// Move is a statement whose path changes.
type Move struct {
	File string `json:"file"`
	From string `json:"from"`
	To   string `json:"to"` // empty: it is gone
}

// Hash identifies a text.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Apply applies operations. If it refuses one, the result is nil and the list says why. Findings are placed in the text
// that the operations before the refused one lead to.
func Apply(in Input) (*Result, diag.List) {
	e := newEditor(in.FS, in.Main, in.Display)
	if main := e.text(""); main == nil || !e.sameBase(main, in.Base) {
		return nil, e.ds
	}
	r := &Result{}
	for _, op := range in.Ops {
		back, ok := e.step(op, true)
		if !ok {
			return nil, e.ds
		}
		r.Inverse = append(back, r.Inverse...)
	}
	if !in.Unchecked && !e.loads() {
		return nil, e.ds
	}
	r.Files, r.Moved = e.changed(), e.moves()
	return r, e.ds
}

// editor applies operations to files.
type editor struct {
	fsys    fs.FS
	main    string
	display func(string) string
	ds      diag.List

	texts  map[string]*text             // by name, those that were read
	old    map[string]*text             // as they were
	origin map[string]map[string]string // by file and present path: the old path
	known  *names                       // those of the texts, while no operation has changed any; nil: not known
}

func newEditor(fsys fs.FS, main string, display func(string) string) *editor {
	if display == nil {
		display = func(name string) string { return name }
	}
	return &editor{fsys: fsys, main: path.Clean(main), display: display, texts: map[string]*text{}, old: map[string]*text{}, origin: map[string]map[string]string{}}
}

// name returns the file that an operation means.
func (e *editor) name(file string) string {
	if file == "" {
		return e.main
	}
	return path.Clean(file)
}

// text returns the present text of a file; nil with a finding if it cannot be edited.
func (e *editor) text(file string) *text {
	name := e.name(file)
	if t := e.texts[name]; t != nil {
		return t
	}
	if lang.IsJSON(name) {
		e.refuse(diag.EditPlace, diag.Span{}, "%s holds the JSON form", e.display(name)).Hint = "convert it: karakuri fmt FILE.json > FILE.krk"
		return nil
	}
	data, err := fs.ReadFile(e.fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.refuse(diag.EditPlace, diag.Span{}, "cannot read %s: there is no such file", e.display(name))
		return nil
	case err != nil:
		e.refuse(diag.EditPlace, diag.Span{}, "cannot read %s: %v", e.display(name), err)
		return nil
	}
	t, ds := readText(e.display(name), string(data))
	if t == nil {
		e.ds.Append(ds)
		return nil
	}
	e.texts[name], e.old[name] = t, t
	e.origin[name] = map[string]string{}
	for _, n := range t.nodes {
		e.origin[name][n.path] = n.path
	}
	return t
}

func (e *editor) refuse(code diag.Code, at diag.Span, format string, args ...any) *diag.Diagnostic {
	return e.ds.Errorf(code, at, format, args...)
}

// sameBase reports whether a text is the one that operations were made for.
func (e *editor) sameBase(t *text, base string) bool {
	if base == "" || base == Hash(t.src.Text) {
		return true
	}
	e.refuse(diag.EditBase, diag.Span{}, "%s has changed: its hash is %s, the operations are for %s", t.src.Name, Hash(t.src.Text), base).Hint =
		"read it again; or give the text that the operations are for, to merge both"
	return false
}

// change is what an operation does.
type change struct {
	files []fileChange
	// keeps says that no comment vanishes and none is added.
	keeps bool
	// marks says the same of comments that are no marks.
	marks bool
	// begins says that a new statement begins: a text that continues the one before it is refused.
	begins bool
	// verbatim says that nothing is laid out.
	verbatim bool
	inverse  func(*done) []Op // an operation that may take it back; nil: none
}

type fileChange struct {
	name    string
	t       *text
	patches []patch
}

// done is what an operation did to the first file that it changed.
type done struct {
	now   *text
	moved map[*node]*node
	fresh []*node
}

// one returns a change of one file.
func (e *editor) one(op Op, t *text, patches ...patch) *change {
	return &change{files: []fileChange{{e.name(op.File), t, patches}}}
}

// step applies an operation. invert asks for the operations that take it back.
func (e *editor) step(op Op, invert bool) (back []Op, ok bool) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Word == op.Op })
	if i < 0 {
		var words []string
		for _, k := range kinds {
			words = append(words, k.Word)
		}
		e.refuse(diag.EditOp, diag.Span{}, "unknown operation %q", op.Op).Hint = hint(op.Op, words)
		return nil, false
	}
	t := e.text(op.File)
	if t == nil {
		return nil, false
	}
	c := kinds[i].apply(e, t, op)
	if c == nil {
		return nil, false
	}
	before := maps.Clone(e.texts)
	e.known = nil
	d := e.carryOut(c)
	if d == nil {
		return nil, false
	}
	if invert {
		back = e.inverse(op, c, d, before)
	}
	return back, true
}

func hint(word string, words []string) string {
	return cmp.Or(expr.DidYouMean(word, words), "there is "+joined(words))
}

// carryOut makes the change of an operation; nil: it is refused.
func (e *editor) carryOut(c *change) *done {
	var first *done
	for _, f := range c.files {
		if !f.t.separate(f.patches) {
			e.refuse(diag.EditPlace, diag.Span{}, "the operation is not possible here: its parts overlap")
			return nil
		}
		p := f.t.apply(f.patches)
		now, ds := readText(f.t.src.Name, p.text)
		if now == nil {
			e.refuse(diag.EditPlace, diag.Span{}, "the result would not be a karakuri file").Hint = "the mistakes are in the text that the operation would lead to"
			e.ds.Append(ds)
			return nil
		}
		settled := now
		if !c.verbatim {
			settled = settle(f.t, now, &p)
		}
		if c.keeps && !sameRemarks(f.t, settled) || c.marks && !slices.Equal(f.t.remarksBut(IsMark), settled.remarksBut(IsMark)) {
			e.refuse(diag.EditComment, diag.Span{}, "a comment would be lost").Hint = "move the comment above its statement first"
			return nil
		}
		if c.begins && !slices.ContainsFunc(now.nodes, func(n *node) bool { return slices.Contains(p.fresh, n.Start) }) {
			e.refuse(diag.EditPlace, diag.Span{}, "the text begins no statement: it would continue the one above").Hint = "set a clause of that statement instead"
			return nil
		}
		moved := p.follow(now)
		e.trace(f.name, f.t, moved)
		e.texts[f.name] = settled
		if first == nil {
			first = &done{now: now, moved: moved}
			for _, n := range now.nodes {
				if slices.Contains(p.fresh, n.Start) {
					first.fresh = append(first.fresh, n)
				}
			}
		}
	}
	return first
}

// separate reports whether patches do not overlap, and sorts them.
func (t *text) separate(list []patch) bool {
	slices.SortStableFunc(list, func(a, b patch) int { return a.from - b.from })
	last := 0
	for _, c := range list {
		if c.from < last || c.to < c.from || c.to > len(t.src.Text) {
			return false
		}
		last = c.to
	}
	return true
}

// trace follows the paths of statements.
func (e *editor) trace(file string, old *text, moved map[*node]*node) {
	next := map[string]string{}
	for _, n := range old.nodes {
		if now := moved[n]; now != nil && e.origin[file][n.path] != "" {
			next[now.path] = e.origin[file][n.path]
		}
	}
	e.origin[file] = next
}

// inverse returns operations that lead back to the texts before a change: the one that a person would use, if it gives
// back every byte, else the pieces of text.
func (e *editor) inverse(op Op, c *change, d *done, before map[string]*text) []Op {
	if c.inverse != nil {
		list := c.inverse(d)
		for i := range list {
			list[i].File = op.File
		}
		if len(list) > 0 && e.leadsTo(list, before) {
			return list
		}
	}
	var list []Op
	for _, f := range c.files {
		file := f.name
		if file == e.main {
			file = ""
		}
		list = append(list, Op{Op: "text", File: file, Pieces: pieces(e.texts[f.name].src.Text, f.t.src.Text)})
	}
	return list
}

// leadsTo reports whether operations on the present texts give certain texts.
func (e *editor) leadsTo(list []Op, want map[string]*text) bool {
	try := newEditor(e.fsys, e.main, e.display)
	for name, t := range e.texts {
		try.texts[name], try.old[name], try.origin[name] = t, t, map[string]string{}
	}
	for _, op := range list {
		if _, ok := try.step(op, false); !ok {
			return false
		}
	}
	for name, t := range want {
		if try.texts[name].src.Text != t.src.Text {
			return false
		}
	}
	return true
}

// loads reports whether the program loads, or has no mistakes that it did not have before.
func (e *editor) loads() bool {
	_, now := program.LoadAs(overlay{e.fsys, e.texts}, e.main, e.display)
	if !now.HasErrors() {
		return true
	}
	_, before := program.LoadAs(overlay{e.fsys, e.old}, e.main, e.display)
	type mistake struct {
		code    diag.Code
		message string
	}
	known := map[mistake]int{}
	for _, d := range before.All {
		known[mistake{d.Code, d.Message}]++
	}
	var fresh diag.List
	for _, d := range now.All {
		m := mistake{d.Code, d.Message}
		if known[m]--; d.Severity == diag.Error && known[m] < 0 {
			fresh.Append(diag.List{All: []diag.Diagnostic{d}})
		}
	}
	if !fresh.HasErrors() {
		return true
	}
	e.refuse(diag.EditLoad, diag.Span{}, "the result would not load").Hint = "the mistakes are in the text that the operations would lead to"
	e.ds.Append(fresh)
	return false
}

// changed returns the files that changed, the main file first.
func (e *editor) changed() []File {
	var list []File
	names := slices.Sorted(maps.Keys(e.texts))
	for i, name := range names {
		if name == e.main {
			names = slices.Insert(slices.Delete(names, i, i+1), 0, name)
			break
		}
	}
	for _, name := range names {
		old, now := e.old[name].src.Text, e.texts[name].src.Text
		if old != now {
			list = append(list, File{Name: name, Base: Hash(old), Hash: Hash(now), Old: old, New: now, Changes: changes(old, now)})
		}
	}
	return list
}

// moves returns the statements whose paths changed.
func (e *editor) moves() []Move {
	var list []Move
	for _, name := range slices.Sorted(maps.Keys(e.old)) {
		to := map[string]string{}
		for now, was := range e.origin[name] {
			to[was] = now
		}
		for _, n := range e.old[name].nodes {
			if to[n.path] != n.path {
				list = append(list, Move{name, n.path, to[n.path]})
			}
		}
	}
	return list
}

// overlay is a file system in which some files have other texts.
type overlay struct {
	fs.FS
	texts map[string]*text
}

// Open implements [fs.FS].
func (o overlay) Open(name string) (fs.File, error) {
	if t := o.texts[name]; t != nil {
		return lang.Texts{name: t.src.Text}.Open(name)
	}
	return o.FS.Open(name)
}

// ReadDir implements [fs.ReadDirFS].
func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(o.FS, name) }
