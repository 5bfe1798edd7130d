package playground

import (
	"math"
	"strconv"
	"strings"
)

// word is a word of a line.
type word struct {
	text   string
	column int // from 1, in characters
}

// split returns the words of a line without its comment.
func split(line string) []word {
	line, _, _ = strings.Cut(line, "//")
	var words []word
	column, begin, first := 0, -1, 0 // of the word that is read: where it begins, and its column
	for i, r := range line {
		column++
		switch blank := r == ' ' || r == '\t' || r == '\r'; {
		case blank && begin >= 0:
			words = append(words, word{line[begin:i], first})
			begin = -1
		case !blank && begin < 0:
			begin, first = i, column
		}
	}
	if begin >= 0 {
		words = append(words, word{line[begin:], first})
	}
	return words
}

// quoted is a word as messages show it: the beginning of a long one.
func quoted(text string) string {
	const longest = 40
	if runes := []rune(text[:min(len(text), 4*longest)]); len(runes) > longest {
		text = string(runes[:longest]) + "..."
	}
	return strconv.Quote(text)
}

// unit is the unit that may follow a number.
type unit struct {
	endings []string
	factors []float64
}

var (
	unitSeconds = unit{[]string{"ms", "s", "min", ""}, []float64{0.001, 1, 60, 1}}
	unitAngle   = unit{[]string{"deg", ""}, []float64{math.Pi / 180, 1}}
	unitNone    = unit{[]string{""}, []float64{1}}
)

func unitNamed(name string) *unit {
	switch name {
	case "s":
		return &unitSeconds
	case "deg":
		return &unitAngle
	}
	return &unitNone
}

// value reads a number from least to most, with a unit behind it; nil: none.
func (r *sceneReader) value(w word, u *unit, what string, least, most float64) float64 {
	if u == nil {
		u = &unitNone
	}
	for i, ending := range u.endings {
		digits, ok := strings.CutSuffix(w.text, ending)
		if !ok {
			continue
		}
		x, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			continue
		}
		x = float64(x*u.factors[i]) + 0 // no negative zero
		if !(x >= least && x <= most) {
			r.report(w.column, "%s must be from %v to %v, not %s", what, least, most, quoted(w.text))
			return least
		}
		return x
	}
	r.report(w.column, "%s is not a number: %s", quoted(w.text), what)
	return least
}

// count reads a whole number.
func (r *sceneReader) count(w word, what string, least, most int) int {
	n, err := strconv.Atoi(w.text)
	switch {
	case err != nil:
		r.report(w.column, "%s is not a whole number: %s", quoted(w.text), what)
	case n < least || n > most:
		r.report(w.column, "%s must be from %d to %d, not %d", what, least, most, n)
	default:
		return n
	}
	return least
}

// traitNamed returns the trait of a word, or nil.
func traitNamed(word string) *Trait {
	for i := range AllTraits {
		if AllTraits[i].Word == word {
			return &AllTraits[i]
		}
	}
	return nil
}

// traitWords are the words of a cast, for messages.
func traitWords() string {
	text := "team, squad, respawn"
	for i := range AllTraits {
		text += ", " + AllTraits[i].Word
	}
	return text
}
