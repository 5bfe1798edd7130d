package edit

import (
	"slices"
	"strings"
)

// Changed is what has become of a statement between two versions of a text.
type Changed string

// What can become of a statement.
const (
	Added      Changed = "added"
	Removed    Changed = "removed"
	Moved      Changed = "moved"      // to another place in the same body, with the same text
	Altered    Changed = "changed"    // its own line
	AlteredIn  Changed = "changed in" // something in it
	maxAligned         = 2000         // statements of a body up to which moves are found; beyond, only by their paths
)

// NodeMark says that a statement differs between two versions of a text.
type NodeMark struct {
	Path string  `json:"path"`           // in the new text; of a removed statement in the old one
	What Changed `json:"what"`           //
	Old  string  `json:"old,omitempty"`  // the line of a changed or removed statement
	Near string  `json:"near,omitempty"` // of a removed one: the statement that it was in; empty: it was a declaration
}

// Diff is what differs between two versions of a text.
type Diff struct {
	Changes []Change   `json:"changes"` // as text
	Marks   []NodeMark `json:"marks"`   // as statements
}

// Compare returns what differs between two versions of a file.
func Compare(name, old, now string) *Diff {
	a, _ := Sketch(name, old)
	b, _ := Sketch(name, now)
	c := comparison{old: old, now: now}
	c.bodies(a, b, "")
	return &Diff{changes(old, now), append([]NodeMark{}, c.marks...)}
}

// MergeTexts merges two texts that come from the same one, line by line. Where they are in conflict, the result has the
// lines of theirs.
func MergeTexts(base, ours, theirs string) (string, []Conflict) { return merge(base, ours, theirs) }

// comparison finds the marks of two texts.
type comparison struct {
	old, now string
	marks    []NodeMark
}

func (c *comparison) text(of string, p *Sketched) string {
	return strings.Join(strings.Fields(of[p.Start:p.End]), " ")
}

func (c *comparison) head(of string, p *Sketched) string {
	return strings.Join(strings.Fields(of[p.Start:p.HeadEnd]), " ")
}

// bodies compares the statements of one body.
func (c *comparison) bodies(a, b []*Sketched, within string) {
	pairs := c.pairs(a, b)
	stays := increasing(pairs)
	for i, p := range b {
		at := pairs[i]
		switch {
		case at < 0:
			c.marks = append(c.marks, NodeMark{Path: p.Path, What: Added})
			continue
		case !stays[i]:
			c.marks = append(c.marks, NodeMark{Path: p.Path, What: Moved})
		}
		was := a[at]
		if head := c.head(c.old, was); head != c.head(c.now, p) {
			c.marks = append(c.marks, NodeMark{Path: p.Path, What: Altered, Old: head})
		} else if c.text(c.old, was) != c.text(c.now, p) {
			c.marks = append(c.marks, NodeMark{Path: p.Path, What: AlteredIn})
		}
		c.bodies(was.Lines, p.Lines, p.Path)
	}
	for i, p := range a {
		if !slices.Contains(pairs, i) {
			c.marks = append(c.marks, NodeMark{Path: p.Path, What: Removed, Old: c.head(c.old, p), Near: within})
		}
	}
}

// pairs returns for each statement of b the one of a that it was; -1: it is new. Statements with the same text are
// paired first, then those of the same name, then those of the same kind that stand between the same neighbours.
func (c *comparison) pairs(a, b []*Sketched) []int {
	out := make([]int, len(b))
	for i := range out {
		out[i] = -1
	}
	used := make([]bool, len(a))
	pair := func(same func(p, q *Sketched) bool) {
		for i, q := range b {
			if out[i] >= 0 {
				continue
			}
			for k, p := range a {
				if !used[k] && p.Kind == q.Kind && p.Body == q.Body && same(p, q) {
					out[i], used[k] = k, true
					break
				}
			}
		}
	}
	if len(a) <= maxAligned && len(b) <= maxAligned {
		pair(func(p, q *Sketched) bool { return p.Name == q.Name && c.text(c.old, p) == c.text(c.now, q) })
	}
	pair(func(p, q *Sketched) bool { return p.Name != "" && p.Name == q.Name })
	for i, q := range b { // what stands at the place of the same kind of statement was edited
		if out[i] >= 0 {
			continue
		}
		after := -1
		if i > 0 {
			after = out[i-1]
		}
		if k := after + 1; (i == 0 || after >= 0) && k < len(a) && !used[k] && a[k].Kind == q.Kind && a[k].Body == q.Body && (a[k].Name == "" || q.Name == "" || q.Group == GroupDeclaration) {
			out[i], used[k] = k, true
		}
	}
	return out
}

// increasing reports which of the paired statements kept their order: a longest sequence of them.
func increasing(pairs []int) []bool {
	best, from := make([]int, len(pairs)), make([]int, len(pairs))
	end := -1
	for i, p := range pairs {
		best[i], from[i] = 0, -1
		if p < 0 {
			continue
		}
		best[i] = 1
		for k := max(0, i-maxAligned); k < i; k++ {
			if pairs[k] >= 0 && pairs[k] < p && best[k] >= best[i] {
				best[i], from[i] = best[k]+1, k
			}
		}
		if end < 0 || best[i] > best[end] {
			end = i
		}
	}
	out := make([]bool, len(pairs))
	for ; end >= 0; end = from[end] {
		out[end] = true
	}
	return out
}
