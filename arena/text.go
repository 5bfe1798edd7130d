package arena

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a map's text.
const (
	// MaxTextBytes limits the length of a map's text.
	MaxTextBytes = 1 << 20
	// MaxPictureSide limits the width and height of a picture, in characters.
	MaxPictureSide = 512
	// maxMistakes limits the mistakes reported.
	maxMistakes = 50
)

// Mistake is a mistake in the text of a map.
type Mistake struct {
	File         string
	Line, Column int // from 1; columns count characters
	Text         string
}

// Error returns "file:line:column: text".
func (m *Mistake) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", m.File, m.Line, m.Column, m.Text)
}

// Mistakes is the error of [ParseMap]: all mistakes in a text, in order of lines.
type Mistakes []*Mistake

// Error returns one line per mistake.
func (ms Mistakes) Error() string {
	lines := make([]string, len(ms))
	for i, m := range ms {
		lines[i] = m.Error()
	}
	return strings.Join(lines, "\n")
}

// ParseMap reads a map from text. It uses the file name for messages only. The error is a [Mistakes].
//
// Each line holds one item, in metres from the upper left corner; // begins a comment:
//
//	size 40 20            // width and height
//	wall 5 5 10 5         // a line from one point to another
//	box 12 3 14 8         // a solid box from its upper left corner to its lower right one
//	start 2 2             // where a character begins
//	energy 20 10          // where items of a kind appear
//	power 20 12
//	picture 2             // a picture follows up to "end": each character stands for a square of 2 by 2 metres
//	#####
//	#@.e#                 // # wall, @ start, e energy, p power, . or a space for nothing
//	#####
//	end
//
// A picture contains no comments. Its upper left corner is that of the map. Without a size line, the picture sets the
// size of the map.
func ParseMap(file, text string) (*Map, error) {
	p := textParser{file: file}
	p.parse(text)
	if len(p.places[partSize]) > 0 {
		p.layout.check(func(list part, i int, why string) { p.report(p.places[list][i], "%s", why) })
	}
	var m *Map
	if len(p.mistakes) == 0 {
		if m = newMap(p.layout); m.grid == nil {
			p.report(place{1, 1}, tooDense)
		}
	}
	if len(p.mistakes) > 0 {
		slices.SortStableFunc(p.mistakes, func(a, b *Mistake) int {
			if a.Line != b.Line {
				return a.Line - b.Line
			}
			return a.Column - b.Column
		})
		return nil, p.mistakes
	}
	return m, nil
}

// place is a position in the text, from 1.
type place struct{ line, column int }

// textParser reads a layout line by line.
type textParser struct {
	file     string
	lines    []string
	line     int // the current line, from 0
	layout   Layout
	places   [partPower + 1][]place // positions of the entries of the layout's lists
	pictured *place
	painted  Point // the size of the picture, metres
	mistakes Mistakes
}

func (p *textParser) report(at place, format string, args ...any) {
	if len(p.mistakes) < maxMistakes {
		p.mistakes = append(p.mistakes, &Mistake{p.file, at.line, at.column, fmt.Sprintf(format, args...)})
	}
}

func (p *textParser) parse(text string) {
	switch {
	case len(text) > MaxTextBytes:
		p.report(place{1, 1}, "the text has %d bytes; at most %d are allowed", len(text), MaxTextBytes)
		return
	case !utf8.ValidString(text):
		p.report(place{1, 1}, "the text is not UTF-8")
		return
	}
	p.lines = strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for p.line = 0; p.line < len(p.lines); p.line++ {
		line, _, _ := strings.Cut(p.lines[p.line], "//")
		if words := split(line); len(words) > 0 {
			p.statement(words)
		}
	}
	switch {
	case len(p.places[partSize]) > 0:
	case p.pictured != nil:
		p.size(*p.pictured, p.painted)
	case len(p.mistakes) == 0:
		p.report(place{1, 1}, "the map has no size: write a line such as size 40 20, or a picture")
	}
}

// word is a word of a line.
type word struct {
	text   string
	column int // from 1
}

// split returns the words of a line.
func split(line string) []word {
	var words []word
	column, begin, first := 0, -1, 0 // column, and the start and column of the current word
	for i, r := range line {
		column++
		switch blank := r == ' ' || r == '\t'; {
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

// quoted returns a word for messages, truncated if long.
func quoted(word string) string {
	const most = 40
	if runes := []rune(word[:min(len(word), 4*most)]); len(runes) > most {
		word = string(runes[:most]) + "..."
	}
	return strconv.Quote(word)
}

// forms gives the number of arguments of each word, and their meaning.
var forms = map[string]struct {
	count int
	usage string
}{
	"size":    {2, "size WIDTH HEIGHT"},
	"wall":    {4, "wall X Y X Y"},
	"box":     {4, "box LEFT TOP RIGHT BOTTOM"},
	"start":   {2, "start X Y"},
	"energy":  {2, "energy X Y"},
	"power":   {2, "power X Y"},
	"picture": {1, "picture METRES"},
}

// statement reads one line that is not part of a picture.
func (p *textParser) statement(words []word) {
	at := place{p.line + 1, words[0].column}
	form, known := forms[words[0].text]
	if !known {
		p.report(at, "%s means nothing here; a line begins with size, wall, box, start, energy, power or picture", quoted(words[0].text))
		return
	}
	numbers, ok := p.numbers(at, words[1:], form.count, form.usage)
	if words[0].text == "picture" {
		p.picture(at, numbers[0], ok)
		return
	}
	if !ok {
		return
	}
	a, b := Point{numbers[0], numbers[1]}, Point{numbers[2], numbers[3]}
	switch words[0].text {
	case "size":
		p.size(at, a)
	case "wall":
		p.wall(at, Wall{A: a, B: b})
	case "box":
		p.wall(at, Wall{A: a, B: b, Solid: true})
	case "start":
		p.spot(partStarts, at, a)
	case "energy":
		p.spot(partEnergy, at, a)
	case "power":
		p.spot(partPower, at, a)
	}
}

// numbers reads the numbers of a line.
func (p *textParser) numbers(at place, words []word, count int, usage string) (all [4]float64, ok bool) {
	if len(words) != count {
		p.report(at, "%d numbers are needed, not %d: %s", count, len(words), usage)
		return all, false
	}
	ok = true
	for i, w := range words {
		x, err := strconv.ParseFloat(w.text, 64)
		if err != nil || !finite(x) {
			p.report(place{p.line + 1, w.column}, "%s is not a number: %s", quoted(w.text), usage)
			ok = false
			continue
		}
		all[i] = x + 0 // no negative zero
	}
	return all, ok
}

func (p *textParser) size(at place, size Point) {
	if len(p.places[partSize]) > 0 {
		p.report(at, "the map has a size already")
		return
	}
	p.layout.Width, p.layout.Height = size.X, size.Y
	p.places[partSize] = append(p.places[partSize], at)
}

func (p *textParser) wall(at place, w Wall) {
	p.layout.Walls = append(p.layout.Walls, w)
	p.places[partWalls] = append(p.places[partWalls], at)
}

func (p *textParser) spot(list part, at place, spot Point) {
	switch list {
	case partStarts:
		p.layout.Starts = append(p.layout.Starts, spot)
	case partEnergy:
		p.layout.Energy = append(p.layout.Energy, spot)
	case partPower:
		p.layout.Power = append(p.layout.Power, spot)
	}
	p.places[list] = append(p.places[list], at)
}
