package tidy

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// side is a bit for each way out of a character of a drawing.
type side uint8

const (
	left side = 1 << iota
	right
	up
	down
)

// drawn are the ways out of each character that lines are drawn with.
var drawn = map[rune]side{'─': left | right, '│': up | down, '┌': right | down, '┐': left | down, '└': up | right, '┘': up | left,
	'├': up | down | right, '┤': up | down | left, '┬': left | right | down, '┴': left | right | up, '┼': left | right | up | down, '→': left, '▼': up}

var ways = map[side]struct {
	x, y int
	back side
}{left: {-1, 0, right}, right: {1, 0, left}, up: {0, -1, down}, down: {0, 1, up}}

// drawing is a drawing of labels and arrows. A label is text without two blanks in a row.
type drawing [][]rune

func (d drawing) at(x, y int) rune {
	if y < 0 || y >= len(d) || x < 0 || x >= len(d[y]) {
		return ' '
	}
	return d[y][x]
}

func (d drawing) isText(x, y int) bool {
	r := d.at(x, y)
	return r != ' ' && drawn[r] == 0
}

// within reports whether a place is within a label: in its text, or the one blank between its words.
func (d drawing) within(x, y int) bool {
	return d.isText(x, y) || d.at(x, y) == ' ' && d.isText(x-1, y) && d.isText(x+1, y)
}

// label returns the label at a place, and where it begins and ends.
func (d drawing) label(x, y int) (text string, from, to int) {
	for from = x; d.within(from-1, y); from-- {
	}
	for to = x + 1; d.within(to, y); to++ {
	}
	return string(d[y][from:to]), from, to
}

// heads returns the labels that arrows lead to from a place that a line leaves to a side.
func (d drawing) heads(x, y int, to side) (found []string) {
	type step struct {
		x, y int
		to   side
	}
	seen := map[step]bool{}
	var follow func(s step)
	follow = func(s step) {
		if seen[s] {
			return
		}
		seen[s] = true
		w := ways[s.to]
		x, y := s.x+w.x, s.y+w.y
		r := d.at(x, y)
		if drawn[r]&w.back == 0 {
			return
		}
		switch {
		case r == '→' && d.isText(x+2, y):
			text, _, _ := d.label(x+2, y)
			found = append(found, text)
		case r == '▼' && d.isText(x, y+1):
			text, _, _ := d.label(x, y+1)
			found = append(found, text)
		}
		for out := range ways {
			if out != w.back && drawn[r]&out != 0 {
				follow(step{x, y, out})
			}
		}
	}
	follow(step{x, y, to})
	return found
}

// arrows returns what leads to what.
func (d drawing) arrows() (list [][2]string) {
	for y := range d {
		for x := 0; x < len(d[y]); x++ {
			if !d.isText(x, y) {
				continue
			}
			text, from, to := d.label(x, y)
			ends := d.heads(to, y, right) // behind a blank
			for k := from; k < to; k++ {
				ends = append(ends, d.heads(k, y, down)...)
			}
			for _, end := range ends {
				list = append(list, [2]string{text, end})
			}
			x = to
		}
	}
	return list
}

// TestDrawings reads two drawings.
func TestDrawings(t *testing.T) {
	for text, want := range map[string]string{
		"a ──→ b c ─→ d":                     "a>b c, b c>d",
		"a ─┐\nb ─┼→ c ─┬→ d\ne ─┘     └→ f": "a>c, b>c, c>d, c>f, e>c",
		"a ──→ b\n│     │\n└→ c  ▼\n      d": "a>b, a>c, b>d",
		"a → b":             "a>b",
		"a    b\n     └→ c": "b>c",
		"a ── b":            "",
	} {
		var d drawing
		for line := range strings.SplitSeq(text, "\n") {
			d = append(d, []rune(line))
		}
		var got []string
		for _, a := range d.arrows() {
			got = append(got, a[0]+">"+a[1])
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != want {
			t.Errorf("%s\nhas %v, want %s", text, got, want)
		}
	}
}

// TestTheDrawingIsWhatThereIs: where an arrow of ARCHITECTURE.md leads from one package to another, one of them imports
// the other; and the names that it mentions exist.
func TestTheDrawingIsWhatThereIs(t *testing.T) {
	m, err := Load(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	packages, imports := map[string]string{}, map[[2]string]bool{}
	for _, r := range rooms {
		packages[path.Base(r.dir)] = r.dir
	}
	for _, f := range m.Go {
		for _, imp := range f.imports() {
			if dir, own := m.own(imp.path); own && !f.Test {
				imports[[2]string{f.Dir, dir}] = true
			}
		}
	}
	name := regexp.MustCompile(`^(\w+)(?:\.(\w+))?(?:[: ]|$)`)
	room := func(label string) string {
		parts := name.FindStringSubmatch(label)
		if parts == nil || packages[parts[1]] == "" {
			return ""
		}
		dir := packages[parts[1]]
		if parts[2] != "" && !slices.ContainsFunc(m.Go, func(f *GoFile) bool { return f.Dir == dir && !f.Test && m.declaredNames(f.File)[parts[2]] }) {
			t.Errorf("package %s declares no %s", dir, parts[2])
		}
		return dir
	}
	checked := 0
	for _, d := range drawings(string(text)) {
		for _, a := range d.arrows() {
			from, to := room(a[0]), room(a[1])
			if from == "" || to == "" || from == to {
				continue
			}
			if checked++; !imports[[2]string{from, to}] && !imports[[2]string{to, from}] {
				t.Errorf("an arrow leads from %q to %q, and neither %s nor %s imports the other", a[0], a[1], from, to)
			}
		}
	}
	if checked < 10 {
		t.Errorf("only %d arrows lead from a package to another", checked)
	}
}

// drawings returns the blocks of a page that are indented and have arrows.
func drawings(text string) (list []drawing) {
	var d drawing
	for line := range strings.Lines(text + "\nend") {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "    ") || line == "" && d != nil {
			d = append(d, []rune(line))
			continue
		}
		if slices.ContainsFunc(d, func(l []rune) bool { return slices.Contains(l, '→') }) {
			list = append(list, d)
		}
		d = nil
	}
	return list
}

// TestTheDoorsAreListed: the paragraph about packages lists the public packages, and the wings in which several
// packages are.
func TestTheDoorsAreListed(t *testing.T) {
	text, err := os.ReadFile("../../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "## Packages\n")
	part, _, _ = strings.Cut(strings.TrimSpace(part), "\n\n")
	outside, inside, found := strings.Cut(part, "Everything else")
	if !found {
		t.Fatal("the paragraph does not say what is public and what is not")
	}
	spans := func(text string) (list []string) {
		for _, span := range codeSpan.FindAllStringSubmatch(text, -1) {
			list = append(list, strings.Replace(span[1], "karakuri", ".", 1))
		}
		return list
	}
	if listed := spans(outside); !slices.Equal(listed, doors) {
		t.Errorf("the paragraph lists %v, the doors are %v", listed, doors)
	}
	wings := spans(inside)
	for _, r := range rooms {
		below, inner := strings.CutPrefix(r.dir, "internal/")
		if wing, _, deep := strings.Cut(below, "/"); inner && deep && !slices.Contains(wings, wing) {
			t.Errorf("the paragraph does not name the wing %s", wing)
		}
	}
	for _, wing := range wings[1:] {
		if info, err := os.Stat("../../../internal/" + wing); err != nil || !info.IsDir() {
			t.Errorf("the paragraph names the wing %s: %v", wing, err)
		}
	}
}
