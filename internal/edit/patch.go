package edit

import (
	"cmp"
	"slices"
	"strings"
)

// patch replaces a range of a text.
type patch struct {
	from, to int
	text     string
	carries  []carry // the statements that stand in its text
	fresh    []int   // where new statements begin in its text
	around   []*node // statements that are to be laid out because of it
}

// carry is a statement of the old text that continues in the text of a patch.
type carry struct {
	n  *node
	at int // its start, from the start of that text
}

// patched is a text to which patches were applied.
type patched struct {
	text    string
	touched []int   // where the patches begin and end in it
	fresh   []int   // the new statements
	laid    []int   // the statements that are to be laid out
	carried []carry // the statements that patches moved, by where they begin now
	stay    []carry // those that none touched
}

// apply returns a text with patches that do not overlap.
func (t *text) apply(list []patch) patched {
	slices.SortStableFunc(list, func(a, b patch) int { return cmp.Compare(a.from, b.from) })
	var p patched
	var b strings.Builder
	last := 0
	for _, c := range list {
		b.WriteString(t.src.Text[last:c.from])
		p.touched = append(p.touched, b.Len(), b.Len()+len(c.text))
		for _, at := range c.fresh {
			p.fresh = append(p.fresh, b.Len()+at)
		}
		for _, k := range c.carries {
			p.carried = append(p.carried, carry{k.n, b.Len() + k.at})
		}
		b.WriteString(c.text)
		last = c.to
	}
	b.WriteString(t.src.Text[last:])
	p.text = b.String()
	p.laid = slices.Clone(p.fresh)
	for _, c := range list {
		for _, n := range c.around {
			if at, stays := shifted(list, n.Start); stays {
				p.laid = append(p.laid, at)
			}
		}
	}
	for _, n := range t.nodes {
		if at, stays := shifted(list, n.Start); stays {
			p.stay = append(p.stay, carry{n, at})
		}
	}
	return p
}

// shifted returns where a place is after patches, and whether none of them replaces it.
func shifted(list []patch, at int) (int, bool) {
	by := 0
	for _, c := range list {
		switch {
		case at < c.from:
			return at + by, true
		case at < c.to:
			return 0, false
		}
		by += len(c.text) - (c.to - c.from)
	}
	return at + by, true
}

// follow returns what the statements of an old text are in the new one. Those within one that continues elsewhere
// follow it.
func (p *patched) follow(now *text) map[*node]*node {
	at := map[int]*node{}
	for _, n := range now.nodes {
		at[n.Start] = n
	}
	found := map[*node]*node{}
	for _, c := range p.carried {
		if n := at[c.at]; n != nil {
			pair(found, c.n, n)
		}
	}
	for _, c := range p.stay {
		if n := at[c.at]; n != nil {
			found[c.n] = n
		}
	}
	return found
}

// pair notes that two statements are one, with the lines in them as far as these are alike.
func pair(found map[*node]*node, old, now *node) {
	found[old] = now
	if len(old.lines) == len(now.lines) {
		for i, line := range old.lines {
			pair(found, line, now.lines[i])
		}
	}
}
