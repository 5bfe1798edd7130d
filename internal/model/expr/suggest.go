package expr

import (
	"strconv"
	"unicode/utf8"
)

// maxSuggest bounds the length of names that are compared: the cost grows with its square.
const maxSuggest = 64

// Suggest returns the candidate of which name is most likely a misspelling, or "". It accepts few edits: one for short
// names, one in three letters for longer ones, none for a single letter; letter case costs nothing. Of equally near
// candidates it takes the first, so pass them in a fixed order.
func Suggest(name string, candidates []string) string {
	a := fold(name)
	if len(a) == 0 || len(a) > maxSuggest {
		return ""
	}
	best, nearest := "", 1
	if len(a) > 1 {
		nearest = max(1, len(a)/3) + 1
	}
	for _, c := range candidates {
		if utf8.RuneCountInString(c) > maxSuggest || c == name {
			continue
		}
		if d := editDistance(a, fold(c), nearest); d < nearest {
			best, nearest = c, d
		}
	}
	return best
}

// DidYouMean returns the hint `did you mean "x"?` for the candidate nearest to name, or "".
func DidYouMean(name string, candidates []string) string {
	if s := Suggest(name, candidates); s != "" {
		return "did you mean " + strconv.Quote(s) + "?"
	}
	return ""
}

// fold returns the letters of a name, ASCII capitals as small letters.
func fold(s string) []rune {
	r := []rune(s)
	for i, c := range r {
		if 'A' <= c && c <= 'Z' {
			r[i] = c + 'a' - 'A'
		}
	}
	return r
}

// editDistance returns the number of insertions, deletions, replacements and swaps of neighbours that lead from a to b
// (optimal string alignment), or limit when it is at least that.
func editDistance(a, b []rune, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	var rows [3][maxSuggest + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur, up, up2 := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		cur[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(up[j]+1, cur[j-1]+1, up[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, up2[j-2]+1)
			}
			cur[j] = d
			least = min(least, d)
		}
		if least >= limit {
			return limit
		}
	}
	return min(rows[len(a)%3][len(b)], limit)
}
