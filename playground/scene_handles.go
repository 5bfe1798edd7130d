package playground

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/arena"
)

// Handle is something in the text of a scene that stands at points, which an editor can move. What a picture shows is
// none.
type Handle struct {
	Kind   string        // start, energy, power, wall, box, cover or place
	Type   string        // of the objects of cover and places
	Line   int           // from 1
	Points []arena.Point // two of walls and boxes, else one
	spots  [][2]textSpan // of the words of each point
	line   textSpan      // with its line break
	only   bool          // nothing else stands in the line
}

// textSpan is a part of a text, in bytes.
type textSpan struct{ from, to int }

// errNoHandle is the error of an edit of something that is not there.
var errNoHandle = errors.New("the scene has no such thing any more")

// HandleKinds are the kinds of handles, in the order in which an editor offers them.
var HandleKinds = []string{"start", "cover", "place", "wall", "box", "energy", "power"}

// Handles returns the handles of a scene's text in the order of the text. It leaves out lines with mistakes.
func Handles(text string) []Handle {
	var list []Handle
	pictured := false
	begin := 0
	for number := 1; begin < len(text); number++ {
		end := len(text)
		if at := strings.IndexByte(text[begin:], '\n'); at >= 0 {
			end = begin + at + 1
		}
		line := text[begin:end]
		words := spansOf(strings.TrimRight(line, "\r\n"), begin)
		first := ""
		if len(words) > 0 {
			first = text[words[0].from:words[0].to]
		}
		switch {
		case pictured:
			pictured = strings.TrimSpace(line) != "end"
		case first == "picture":
			pictured = true
		case len(words) > 0:
			list = append(list, handlesOf(text, words, number, textSpan{begin, end})...)
		}
		begin = end
	}
	return list
}

// spansOf returns where the words of a line without its comment stand in the text.
func spansOf(line string, offset int) []textSpan {
	line, _, _ = strings.Cut(line, "//")
	var list []textSpan
	at := 0
	for _, w := range strings.FieldsFunc(line, isBlank) {
		at += strings.Index(line[at:], w)
		list = append(list, textSpan{offset + at, offset + at + len(w)})
		at += len(w)
	}
	return list
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\r' }

func handlesOf(text string, words []textSpan, number int, line textSpan) []Handle {
	word := func(i int) string { return text[words[i].from:words[i].to] }
	h := Handle{Kind: word(0), Line: number, line: line, only: true}
	switch h.Kind {
	case "start", "energy", "power":
		if len(words) == 3 && h.point(text, words[1:3]) {
			return []Handle{h}
		}
	case "wall", "box":
		if len(words) == 5 && h.point(text, words[1:3]) && h.point(text, words[3:5]) {
			return []Handle{h}
		}
	case "objects":
		if len(words) < 7 || len(words)%2 == 0 || word(2) != "as" || word(4) != "at" || word(1) != "cover" && word(1) != "place" {
			return nil
		}
		var list []Handle
		for i := 5; i < len(words); i += 2 {
			one := Handle{Kind: word(1), Type: word(3), Line: number, line: line, only: len(words) == 7}
			if one.point(text, words[i:i+2]) {
				list = append(list, one)
			}
		}
		return list
	}
	return nil
}

// point adds the point that two words say, and reports whether they say one.
func (h *Handle) point(text string, words []textSpan) bool {
	x, errX := strconv.ParseFloat(text[words[0].from:words[0].to], 64)
	y, errY := strconv.ParseFloat(text[words[1].from:words[1].to], 64)
	if errX != nil || errY != nil {
		return false
	}
	h.Points = append(h.Points, arena.Point{X: x, Y: y})
	h.spots = append(h.spots, [2]textSpan{words[0], words[1]})
	return true
}

// MoveHandle returns a scene's text with a handle at other points. Only the numbers that change are written anew, as
// decimal fractions; every other byte stays.
func MoveHandle(text string, index int, points []arena.Point) (string, error) {
	list := Handles(text)
	if index < 0 || index >= len(list) {
		return "", errNoHandle
	}
	h := list[index]
	if len(points) != len(h.Points) {
		return "", fmt.Errorf("a %s stands at %d points, not at %d", h.Kind, len(h.Points), len(points))
	}
	for i, p := range slices.Backward(points) {
		if p.Y != h.Points[i].Y {
			text = text[:h.spots[i][1].from] + metres(p.Y) + text[h.spots[i][1].to:]
		}
		if p.X != h.Points[i].X {
			text = text[:h.spots[i][0].from] + metres(p.X) + text[h.spots[i][0].to:]
		}
	}
	return text, nil
}

// metres writes a coordinate.
func metres(x float64) string { return strconv.FormatFloat(x+0, 'f', -1, 64) }

// RemoveHandle returns a scene's text without a handle: without its line, or without its point if others stand in the
// line.
func RemoveHandle(text string, index int) (string, error) {
	list := Handles(text)
	if index < 0 || index >= len(list) {
		return "", errNoHandle
	}
	h := list[index]
	if h.only {
		return text[:h.line.from] + text[h.line.to:], nil
	}
	from, to := h.spots[0][0].from, h.spots[0][1].to
	for from > 0 && isBlank(rune(text[from-1])) {
		from--
	}
	return text[:from] + text[to:], nil
}

// AddHandle returns a scene's text with another handle, and its index: in a line of its own below the last of its kind,
// or at the end of the text.
func AddHandle(text, kind, typ string, points []arena.Point) (string, int, error) {
	want := 1
	words := []string{kind}
	switch kind {
	case "start", "energy", "power":
	case "wall", "box":
		want = 2
	case "cover", "place":
		if typ == "" || len(spansOf(typ, 0)) != 1 {
			return "", 0, fmt.Errorf("a %s needs a type: the one of its object in the program", kind)
		}
		words = []string{"objects", kind, "as", typ, "at"}
	default:
		return "", 0, fmt.Errorf("%s cannot be added; there is %s", quoted(kind), strings.Join(HandleKinds, ", "))
	}
	if len(points) != want {
		return "", 0, fmt.Errorf("a %s stands at %d points, not at %d", kind, want, len(points))
	}
	for _, p := range points {
		words = append(words, metres(p.X), metres(p.Y))
	}
	at, ending := len(text), "\n"
	for _, h := range Handles(text) {
		if h.Kind == kind {
			at = h.line.to
		}
	}
	if strings.Contains(text, "\r\n") {
		ending = "\r\n"
	}
	line := strings.Join(words, " ") + ending
	if at > 0 && text[at-1] != '\n' {
		line = ending + strings.TrimSuffix(line, ending)
	}
	out := text[:at] + line + text[at:]
	for i, h := range Handles(out) {
		if h.line.from >= at && h.Kind == kind {
			return out, i, nil
		}
	}
	return out, len(Handles(out)) - 1, nil
}
