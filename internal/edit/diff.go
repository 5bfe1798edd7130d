package edit

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// Change replaces lines of a text.
type Change struct {
	Start int    `json:"start"` // byte offsets in the old text
	End   int    `json:"end"`
	Line  int    `json:"line"` // of the start, from 1
	Old   string `json:"old"`
	New   string `json:"new"`
}

// hunk is a range of lines that differs: a[aFrom:aTo] was replaced by b[bFrom:bTo].
type hunk struct{ aFrom, aTo, bFrom, bTo int }

// maxEffort bounds the search for the shortest difference: a text of which more than that differs is replaced as one
// piece.
const maxEffort = 2000

// hunks returns the differences of two lists of lines, in order, by the algorithm of Myers.
func hunks(a, b []string) []hunk {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	list := shortest(a[head:len(a)-tail], b[head:len(b)-tail])
	for i := range list {
		list[i].aFrom += head
		list[i].aTo += head
		list[i].bFrom += head
		list[i].bTo += head
	}
	return list
}

func shortest(a, b []string) []hunk {
	n, m := len(a), len(b)
	if n == 0 && m == 0 {
		return nil
	}
	if n == 0 || m == 0 {
		return []hunk{{0, n, 0, m}}
	}
	most := min(n+m, maxEffort)
	reach := make([]int, 2*most+3) // by diagonal: how far it goes in a
	var steps [][]int
	for d := 0; d <= most; d++ {
		steps = append(steps, append([]int(nil), reach[most+1-d:most+2+d]...))
		for k := -d; k <= d; k += 2 {
			x := 0
			if i := most + 1 + k; k == -d || k != d && reach[i-1] < reach[i+1] {
				x = reach[i+1]
			} else {
				x = reach[i-1] + 1
			}
			y := x - k
			for x < n && y < m && a[x] == b[y] {
				x, y = x+1, y+1
			}
			if reach[most+1+k] = x; x >= n && y >= m {
				return trail(steps, n, m)
			}
		}
	}
	return []hunk{{0, n, 0, m}}
}

// trail follows the steps of a search back, and joins changes that touch. steps[d] says how far the diagonals -d to d
// had gone before step d.
func trail(steps [][]int, x, y int) []hunk {
	var list []hunk
	for d := len(steps) - 1; d > 0; d-- {
		at := func(k int) int { return steps[d][k+d] }
		k := x - y
		prev, right, down := k-1, 1, 0
		if k == -d || k != d && at(k-1) < at(k+1) {
			prev, right, down = k+1, 0, 1
		}
		x = at(prev)
		y = x - prev
		h := hunk{x, x + right, y, y + down}
		if n := len(list) - 1; n >= 0 && list[n].aFrom == h.aTo && list[n].bFrom == h.bTo {
			list[n].aFrom, list[n].bFrom = h.aFrom, h.bFrom
		} else {
			list = append(list, h)
		}
	}
	slices.Reverse(list)
	return list
}

// lines cuts a text after its line breaks.
func lines(s string) []string {
	list := strings.SplitAfter(s, "\n")
	if list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// changes returns the lines in which two texts differ.
func changes(old, now string) []Change {
	a, b := lines(old), lines(now)
	at := offsets(a)
	list := []Change{}
	for _, h := range hunks(a, b) {
		list = append(list, Change{at[h.aFrom], at[h.aTo], h.aFrom + 1, old[at[h.aFrom]:at[h.aTo]], strings.Join(b[h.bFrom:h.bTo], "")})
	}
	return list
}

func offsets(list []string) []int {
	at := make([]int, len(list)+1)
	for i, l := range list {
		at[i+1] = at[i] + len(l)
	}
	return at
}

// pieces returns what leads from a text to another. Each piece has a line around it on both sides, so that it is found
// in a text that has changed elsewhere.
func pieces(from, to string) []TextPiece {
	a := lines(from)
	at := offsets(a)
	var list []TextPiece
	for _, c := range changes(from, to) {
		first := c.Line - 1
		last := first + len(lines(c.Old+"\n")) - 1
		if c.Old != "" && !strings.HasSuffix(c.Old, "\n") {
			last++
		}
		start, end := at[max(0, first-1)], at[min(len(a), last+1)]
		list = append(list, TextPiece{start, from[start:end], from[start:c.Start] + c.New + from[c.End:end]})
	}
	return list
}

func textOp(e *editor, t *text, op Op) *change {
	c := e.one(op, t)
	c.verbatim = true
	for _, p := range op.Pieces {
		at := p.Offset
		if at < 0 || at > len(t.src.Text) || !strings.HasPrefix(t.src.Text[at:], p.Old) {
			at = strings.Index(t.src.Text, p.Old)
			if p.Old == "" || at < 0 || strings.LastIndex(t.src.Text, p.Old) != at {
				e.refuse(diag.EditBase, diag.Span{}, "a text that is to be replaced is not there any more").Hint = "it stands nowhere, or in several places"
				return nil
			}
		}
		c.files[0].patches = append(c.files[0].patches, p.patch(at))
	}
	return c
}

// patch returns what a piece replaces: without the lines that both texts begin and end with, so that their statements
// stay.
func (p *TextPiece) patch(at int) patch {
	head := 0
	for head < len(p.Old) && head < len(p.New) && p.Old[head] == p.New[head] {
		head++
	}
	head = strings.LastIndexByte(p.Old[:head], '\n') + 1
	tail := 0
	for tail < len(p.Old)-head && tail < len(p.New)-head && p.Old[len(p.Old)-1-tail] == p.New[len(p.New)-1-tail] {
		tail++
	}
	if rest := p.Old[len(p.Old)-tail:]; tail < len(p.Old)-head || tail < len(p.New)-head {
		tail = max(0, len(rest)-strings.IndexByte(rest+"\n", '\n')-1)
	}
	return patch{from: at + head, to: at + len(p.Old) - tail, text: p.New[head : len(p.New)-tail]}
}
