package edit

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/lang"
)

// settle returns a patched text with what was touched in the canonical layout: all of a file that was in it, which
// changes only lines that are aligned with those that were touched; else the declarations that were in it, or the new
// statements alone.
func settle(old, now *text, p *patched) *text {
	formatted := lang.Format(now.out.File)
	if formatted == now.src.Text {
		return now
	}
	whole, _ := readText(now.src.Name, formatted)
	if whole == nil {
		return now
	}
	was := lang.Format(old.out.File)
	if was == old.src.Text && sameRemarks(now, whole) {
		return whole
	}
	before, _ := readText(old.src.Name, was)
	if before == nil || len(whole.top.lines) != len(now.top.lines) || len(before.top.lines) != len(old.top.lines) {
		return now
	}
	laid, _ := readText(now.src.Name, now.replaced(p.replacements(old, before, now, whole)))
	if laid == nil || !sameRemarks(now, laid) {
		return now
	}
	return laid
}

// replacements returns the statements of a file that is not in the canonical layout which are to be laid out, with
// their text.
func (p *patched) replacements(old, before, now, whole *text) []patch {
	stays := map[*node]*node{}
	for i, n := range p.follow(now) {
		stays[n] = i
	}
	var list []patch
	for i, d := range now.top.lines {
		if !p.touches(d) {
			continue
		}
		laid := whole.top.lines[i]
		was, known := stays[d], slices.Contains(p.laid, d.Start)
		if was != nil && was.parent == old.top {
			canonical := before.top.lines[slices.Index(old.top.lines, was)]
			known = known || old.src.Text[was.Start:was.End] == before.src.Text[canonical.Start:canonical.End]
		}
		if known {
			list = append(list, patch{from: d.Start, to: d.End, text: whole.src.Text[laid.Start:laid.End]})
			continue
		}
		list = p.freshIn(list, now, whole, d)
	}
	return list
}

// touches reports whether a patch begins or ends in a declaration, or makes it.
func (p *patched) touches(d *node) bool {
	within := func(at int) bool { return d.Start <= at && at <= d.End }
	return slices.ContainsFunc(p.touched, within) || slices.ContainsFunc(p.laid, within)
}

// freshIn adds the new statements in a declaration.
func (p *patched) freshIn(list []patch, now, whole *text, d *node) []patch {
	for _, n := range d.lines {
		laid := whole.byPath[n.path]
		if !slices.Contains(p.laid, n.Start) || laid == nil {
			list = p.freshIn(list, now, whole, n)
			continue
		}
		lines := strings.Split(whole.src.Text[laid.Start:laid.End], "\n")
		from, to := whole.indentation(laid.Start), now.indentation(n.Start)
		for i := 1; i < len(lines); i++ {
			lines[i] = to + strings.TrimPrefix(lines[i], from)
		}
		list = append(list, patch{from: n.Start, to: n.End, text: strings.Join(lines, "\n")})
	}
	return list
}

// replaced returns a text with patches.
func (t *text) replaced(list []patch) string {
	p := t.apply(list)
	return p.text
}

// remarksBut returns the texts of all comments but some, sorted.
func (t *text) remarksBut(not func(string) bool) []string {
	var list []string
	for _, c := range t.out.Comments {
		if !not(c.Text) {
			list = append(list, strings.TrimSpace(c.Text))
		}
	}
	slices.Sort(list)
	return list
}

func sameRemarks(a, b *text) bool {
	none := func(string) bool { return false }
	return slices.Equal(a.remarksBut(none), b.remarksBut(none))
}
