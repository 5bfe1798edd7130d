package lang

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Cache keeps parsed files for programs that load the same ones again and again, such as the language server. It keeps
// the last version of each file. The zero Cache is ready for use; not safe for concurrent use.
type Cache struct {
	files  map[string]parsed // by the name in diagnostics
	Parsed int               // how many files were parsed so far
}

type parsed struct {
	file  *def.File
	finds diag.List
}

// Drop forgets the files for which keep is false.
func (c *Cache) Drop(keep func(name string) bool) {
	for name := range c.files {
		if !keep(name) {
			delete(c.files, name)
		}
	}
}

// parse parses a text, or returns a copy of what came of it before. Declarations are shared, except for imports: a
// loader sets where they lead.
func (c *Cache) parse(src *diag.Source, by func(*diag.Source) (*def.File, diag.List)) (*def.File, diag.List) {
	if c == nil {
		return by(src)
	}
	p, known := c.files[src.Name]
	if !known || p.file.Src.Text != src.Text {
		p.file, p.finds = by(src)
		if c.Parsed++; c.files == nil {
			c.files = map[string]parsed{}
		}
		c.files[src.Name] = p
	}
	f := *p.file
	f.Decls = slices.Clone(f.Decls)
	for i, d := range f.Decls {
		if d, ok := d.(*def.Import); ok {
			imp := *d
			imp.File = nil
			f.Decls[i] = &imp
		}
	}
	return &f, diag.List{All: slices.Clone(p.finds.All), Dropped: p.finds.Dropped}
}
