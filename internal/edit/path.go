package edit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// text is one version of a file, with its statements.
type text struct {
	src    *diag.Source
	out    *lang.Outline
	nodes  []*node // each before those within it
	byPath map[string]*node
	top    *node
	marks  bool // comments of it are marks

	calls *[]*curveCall   // its response curves; nil: not looked for
	names map[string]bool // what its statements declare; nil: not looked for
}

// node is a statement with its surroundings.
type node struct {
	*lang.Statement
	path   string
	parent *node // of a declaration: the top, which has no path
	body   int   // which of the parent's bodies holds it
	at     int   // its place among the lines of that body
	lines  []*node
}

// readText parses a text; nil with findings if it has mistakes of syntax.
func readText(name, content string) (*text, diag.List) {
	src := diag.NewSource(name, content)
	out, ds := lang.OutlineOf(src)
	if out == nil {
		return nil, ds
	}
	t := &text{src: src, out: out, byPath: map[string]*node{}}
	t.top = &node{Statement: &lang.Statement{Bodies: []lang.Braces{out.Top}}}
	t.marks = slices.ContainsFunc(out.Comments, func(c lang.Remark) bool { return IsMark(c.Text) })
	t.enter(t.top)
	return t, ds
}

// enter notes the lines of a statement.
func (t *text) enter(n *node) {
	names, i := lang.Names(n.Lines()), 0
	for b := range n.Bodies {
		for at, s := range n.Bodies[b].Lines {
			child := &node{Statement: s, parent: n, body: b, at: at, path: join(n.path, names[i])}
			t.nodes, i = append(t.nodes, child), i+1
			t.byPath[child.path] = child
			n.lines = append(n.lines, child)
			t.enter(child)
		}
	}
}

// join adds a name to a path. A number joins a number before it: 0.1.2
func join(path, name string) string {
	switch {
	case path == "":
		return name
	case isPlace(name) && isPlace(path[strings.LastIndexByte(path, ' ')+1:]):
		return path + "." + name
	}
	return path + " / " + name
}

// isPlace reports whether a part of a path is numbers with dots between them.
func isPlace(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if _, err := strconv.Atoi(part); err != nil {
			return false
		}
	}
	return true
}

// tidyPath returns a path in the form that [text.enter] gives it.
func tidyPath(path string) string {
	var clean string
	for _, part := range pathParts(path) {
		if isPlace(part) {
			for place := range strings.SplitSeq(part, ".") {
				clean = join(clean, place)
			}
			continue
		}
		clean = join(clean, part)
	}
	return clean
}

// pathParts cuts a path at the slashes that stand outside of quotes, and makes white space single.
func pathParts(path string) []string {
	var parts []string
	var part strings.Builder
	quote := rune(0)
	for _, r := range path {
		switch {
		case quote == 0 && r == '/':
			parts = append(parts, strings.TrimSpace(part.String()))
			part.Reset()
			continue
		case quote == 0 && (r == '"' || r == '`'):
			quote = r
		case r == quote:
			quote = 0
		case quote == 0 && (r == ' ' || r == '\t') && strings.HasSuffix(part.String(), " "):
			continue
		}
		part.WriteRune(r)
	}
	return append(parts, strings.TrimSpace(part.String()))
}

// find returns the statement at a path; nil: there is none, which is reported.
func (t *text) find(ds *diag.List, path string) *node {
	clean := tidyPath(path)
	if n := t.byPath[clean]; n != nil {
		return n
	}
	d := ds.Errorf(diag.EditPath, diag.Span{}, "%s has no statement %q", t.src.Name, path)
	outer := t.top
	for _, n := range t.nodes {
		if strings.HasPrefix(clean, n.path+" / ") || strings.HasPrefix(clean, n.path+".") {
			outer = n
		}
	}
	var names []string
	for _, n := range outer.lines {
		names = append(names, n.path)
	}
	switch hint := expr.DidYouMean(clean, names); {
	case hint != "":
		d.Hint = hint
	case len(names) > 0:
		const most = 8
		d.Hint = "there is " + strings.Join(names[:min(most, len(names))], ", ")
	}
	return nil
}

// span returns the place of a statement.
func (t *text) span(n *node) diag.Span { return t.between(n.Start, n.End) }

func (t *text) between(start, end int) diag.Span {
	return diag.Span{Src: t.src, Start: int32(start), End: int32(end)}
}
