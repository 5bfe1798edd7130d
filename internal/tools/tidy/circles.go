package tidy

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// pages is where the sources of the studio's pages are.
const pages = "internal/studio/web/src/"

// pageImport finds the imports of other pages' sources in a page's source, including types and lazy ones.
var pageImport = regexp.MustCompile(`(?m)^(?:import|export)\b[^;"]*"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)`)

// checkCircles finds sources of pages that import each other in a circle: each circle once, at the first of its files.
func checkCircles(m *Module) []Finding {
	imports := map[string][]string{}
	var files []string
	for _, t := range m.Texts {
		if !strings.HasPrefix(t.File, pages) || path.Ext(t.File) != ".ts" && path.Ext(t.File) != ".tsx" {
			continue
		}
		files = append(files, t.File)
		for _, found := range pageImport.FindAllSubmatch(t.Src, -1) {
			imports[t.File] = append(imports[t.File], m.page(path.Join(path.Dir(t.File), string(found[1])+string(found[2]))))
		}
	}
	slices.Sort(files)
	c := circles{imports: imports, state: map[string]int{}}
	for _, f := range files {
		c.visit(f)
	}
	return c.found
}

// page returns the file that an import names, which is without its ending.
func (m *Module) page(name string) string {
	for _, ending := range []string{".ts", ".tsx"} {
		if m.Exist[name+ending] {
			return name + ending
		}
	}
	return name
}

// circles looks for circles depth first.
type circles struct {
	imports map[string][]string
	state   map[string]int // 1: on the way; 2: done
	way     []string
	found   []Finding
}

func (c *circles) visit(file string) {
	switch c.state[file] {
	case 1:
		circle := append(slices.Clone(c.way[slices.Index(c.way, file):]), file)
		for i := range circle {
			circle[i] = strings.TrimPrefix(circle[i], pages)
		}
		c.found = append(c.found, Finding{file, 0, "imports itself: " + strings.Join(circle, " → ")})
		return
	case 2:
		return
	}
	c.state[file], c.way = 1, append(c.way, file)
	for _, next := range c.imports[file] {
		c.visit(next)
	}
	c.state[file], c.way = 2, c.way[:len(c.way)-1]
}
