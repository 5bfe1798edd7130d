package edit

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// Merge is what operations lead to that were made for another text than the present one.
type Merge struct {
	Changed   []Change   `json:"changed"`   // what others changed since
	Conflicts []Conflict `json:"conflicts"` // places that both changed, in different ways
	New       string     `json:"text"`      // with the changes of both; where they are in conflict, those of the present text
	// Ops lead from the present texts to the merged ones; nil if there are conflicts.
	Ops []Op `json:"ops,omitempty"`
}

// Conflict is a place that the operations and the present text change in different ways.
type Conflict struct {
	Line   int    `json:"line"` // in the merged text, from 1
	Base   string `json:"base"`
	Ours   string `json:"ours"` // after the operations
	Theirs string `json:"theirs"`
}

// Rebase applies operations to the text that they were made for, base, and merges the result with the present text of
// the main file. If the operations are refused there, the merge is nil.
func Rebase(in Input, base string) (*Merge, diag.List) {
	e := newEditor(in.FS, in.Main, in.Display)
	present := e.text("")
	if present == nil {
		return nil, e.ds
	}
	then, ds := readText(present.src.Name, base)
	if then == nil {
		return nil, ds
	}
	in.FS, in.Base, in.Unchecked = overlay{in.FS, map[string]*text{e.main: then}}, "", true
	r, ds := Apply(in)
	if r == nil {
		return nil, ds
	}
	m := &Merge{}
	ours := base
	for _, f := range r.Files {
		if f.Name == e.main {
			ours = f.New
		} else {
			m.Ops = append(m.Ops, Op{Op: "text", File: f.Name, Pieces: pieces(f.Old, f.New)})
		}
	}
	m.Changed = changes(base, present.src.Text)
	m.New, m.Conflicts = merge(base, ours, present.src.Text)
	if len(m.Conflicts) > 0 {
		m.Ops = nil
	} else if m.New != present.src.Text {
		m.Ops = append([]Op{{Op: "text", Pieces: pieces(present.src.Text, m.New)}}, m.Ops...)
	}
	return m, diag.List{}
}

// merge merges two texts that come from the same one, line by line.
func merge(base, ours, theirs string) (string, []Conflict) {
	o, a, b := lines(base), lines(ours), lines(theirs)
	ha, hb := hunks(o, a), hunks(o, b)
	var out strings.Builder
	conflicts, at, line := []Conflict{}, 0, 1
	write := func(list []string) {
		for _, l := range list {
			out.WriteString(l)
		}
		line += len(list)
	}
	for len(ha) > 0 || len(hb) > 0 {
		from, to := next(ha, hb)
		na, nb := 0, 0
		for grown := true; grown; { // until neither has a change that touches the range
			grown = false
			for na < len(ha) && touching(ha[na], from, to) {
				to, grown, na = max(to, ha[na].aTo), true, na+1
			}
			for nb < len(hb) && touching(hb[nb], from, to) {
				to, grown, nb = max(to, hb[nb].aTo), true, nb+1
			}
		}
		write(o[at:from])
		la, lb := side(o, a, ha[:na], from, to), side(o, b, hb[:nb], from, to)
		switch {
		case nb == 0 || slices.Equal(la, lb):
			write(la)
		case na == 0:
			write(lb)
		default:
			conflicts = append(conflicts, Conflict{line, strings.Join(o[from:to], ""), strings.Join(la, ""), strings.Join(lb, "")})
			write(lb)
		}
		at, ha, hb = to, ha[na:], hb[nb:]
	}
	write(o[at:])
	return out.String(), conflicts
}

// next returns the range of the first change of the two.
func next(a, b []hunk) (from, to int) {
	if len(b) == 0 || len(a) > 0 && a[0].aFrom <= b[0].aFrom {
		return a[0].aFrom, a[0].aTo
	}
	return b[0].aFrom, b[0].aTo
}

// touching reports whether a change begins within a range, or at its end.
func touching(h hunk, from, to int) bool { return h.aFrom >= from && h.aFrom <= to }

// side returns the lines that one text has in place of a range of the common one.
func side(o, now []string, list []hunk, from, to int) []string {
	var out []string
	at := from
	for _, h := range list {
		out = append(append(out, o[at:h.aFrom]...), now[h.bFrom:h.bTo]...)
		at = h.aTo
	}
	return append(out, o[at:to]...)
}
