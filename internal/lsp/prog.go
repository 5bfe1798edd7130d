package lsp

import (
	"path"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// prog is a program: a main file with everything that it imports, as it was when it was loaded.
type prog struct {
	w     *workspace
	main  string           // key
	seen  map[string]*text // what was read for it, by keys; nil: that file was missing
	model *def.Model
	found diag.List // by the parser
	keys  map[*diag.Source]string

	ix      *index.Index // nil: not made yet
	checked bool
	all     diag.List // every finding, once it is checked
	info    *def.Info // of the last version without errors; nil: there was none
}

// program returns the program of a main file in its present state. What it knew of an older state stays while the
// text has mistakes.
func (w *workspace) program(main string) *prog {
	p := w.programs[main]
	if p != nil && p.current() {
		return p
	}
	var info *def.Info
	if p != nil {
		info = p.info
	}
	p = w.load(main)
	p.info = info
	w.programs[main] = p
	return p
}

// current reports whether all texts are as they were.
func (p *prog) current() bool {
	for key, t := range p.seen {
		if p.w.read(key) != t {
			return false
		}
	}
	return true
}

func (w *workspace) load(main string) *prog {
	w.work.loads++
	root := w.rootOf(main)
	cache := w.caches[root]
	if cache == nil {
		cache = &lang.Cache{}
		w.caches[root] = cache
	}
	p := &prog{w: w, main: main, seen: map[string]*text{}, keys: map[*diag.Source]string{}}
	name := strings.TrimPrefix(strings.TrimPrefix(main, root), "/")
	if root == "" {
		name = main
	}
	p.model, p.found = lang.LoadWith(&overlay{w, root, p.seen}, name, nil, cache)
	for _, f := range p.model.Files {
		p.keys[f.Src] = path.Join(root, f.Src.Name)
		if root == "" {
			p.keys[f.Src] = f.Src.Name
		}
	}
	return p
}

// file returns the parsed file with a key; nil: the program does not contain it.
func (p *prog) file(key string) *def.File {
	for _, f := range p.model.Files {
		if p.keys[f.Src] == key {
			return f
		}
	}
	return nil
}

// index returns the occurrences of names.
func (p *prog) index() *index.Index {
	if p.ix == nil {
		p.w.work.indexes++
		p.ix = index.New(p.model)
	}
	return p.ix
}

// check finds all mistakes, unless they are known.
func (p *prog) check() diag.List {
	if !p.checked {
		p.install(judge(p))
	}
	return p.all
}

// checked is what a check has found.
type checked struct {
	prog *prog
	all  diag.List
	info *def.Info // nil: there are errors
}

// judge checks a program, and changes nothing, so that it can run beside the loop.
func judge(p *prog) checked {
	c := checked{prog: p}
	c.all.Append(p.found)
	if p.found.HasErrors() {
		_, more := def.CheckWith(p.model, def.Options{Partial: true})
		c.all.Append(more)
	} else {
		linked, more := p.w.link(p.model)
		c.all.Append(more)
		if linked != nil {
			c.info = linked.Info
		}
	}
	c.all.Sort()
	return c
}

// link checks a model as karakuri check does.
func (w *workspace) link(m *def.Model) (*program.Program, diag.List) {
	linked, all := program.Link(m, nil)
	if linked != nil && w.further != nil {
		all.Append(w.further(linked))
	}
	return linked, all
}

// start checks a program beside the loop.
func (p *prog) start(s *server) <-chan checked {
	done := make(chan checked, 1)
	go func() {
		c := checked{prog: p}
		defer func() { done <- c }()
		defer s.recovered("checking")
		c = judge(p)
	}()
	return done
}

// install keeps what a check has found.
func (p *prog) install(c checked) {
	if p.checked {
		return
	}
	p.checked, p.all = true, c.all
	p.w.work.checks++
	if c.info != nil {
		p.info = c.info
	}
}

// place is a position in a file of a program.
type place struct {
	*prog
	key    string
	file   *def.File
	text   *text
	offset int
}

// at returns where a request points to.
func (s *server) at(p *positionParams) (place, error) {
	w := s.space
	key := keyOf(p.TextDocument.URI)
	t := w.read(key)
	if t == nil {
		return place{}, failed("%s is not open, and there is no such file", p.TextDocument.URI)
	}
	for _, main := range w.mainsOf(key) {
		if pr := w.program(main); pr.file(key) != nil {
			return place{pr, key, pr.file(key), t, t.offset(p.Position)}, nil
		}
	}
	pr := w.program(key)
	if pr.file(key) == nil {
		return place{}, failed("%s cannot be read", p.TextDocument.URI)
	}
	return place{pr, key, pr.file(key), t, t.offset(p.Position)}, nil
}

// programsOf returns the programs that contain a file.
func (w *workspace) programsOf(key string) []*prog {
	var list []*prog
	for _, main := range w.mainsOf(key) {
		if p := w.program(main); p.file(key) != nil {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		list = append(list, w.program(key))
	}
	return list
}

// symbol returns the occurrence at a place; false: there is no name, or nothing declares it.
func (pl place) symbol() (index.Occurrence, bool) {
	o, ok := pl.index().At(pl.file.Src, pl.offset)
	return o, ok && o.Sym != nil
}

// location returns a span as the protocol writes it.
func (p *prog) location(at diag.Span) location {
	key := p.keys[at.Src]
	return location{p.w.uri(key), p.textOf(at.Src).span(at)}
}

// uri returns the URI of a file: as the client writes it, if it is open.
func (w *workspace) uri(key string) string {
	if d := w.docs[key]; d != nil {
		return d.uri
	}
	return uriOf(key)
}
