package arena

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const yard = `// a yard
size 12 6
wall 1 1 4 2   // a fence
box 6 1 8 3
start 0.5 0.5
energy 10 5
power 11 5
`

func TestParseMap(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Layout
	}{
		{"lines", yard, Layout{Width: 12, Height: 6, Walls: []Wall{{A: Point{1, 1}, B: Point{4, 2}}, {Point{6, 1}, Point{8, 3}, true}},
			Starts: []Point{{0.5, 0.5}}, Energy: []Point{{10, 5}}, Power: []Point{{11, 5}}}},
		{"a picture", "picture 2\n####\n#@.e\n#  p\nend\n", Layout{Width: 8, Height: 6, Walls: []Wall{{Point{0, 0}, Point{8, 2}, true}, {Point{0, 2}, Point{2, 6}, true}},
			Starts: []Point{{3, 3}}, Energy: []Point{{7, 3}}, Power: []Point{{7, 5}}}},
		{"a picture in a larger map", "picture 1\n##\n##\n#\nend\nsize 10 10", Layout{Width: 10, Height: 10,
			Walls: []Wall{{Point{0, 0}, Point{2, 2}, true}, {Point{0, 2}, Point{1, 3}, true}}}},
		{"other line ends", "size 5 5\r\nstart 1 1\r\n", Layout{Width: 5, Height: 5, Starts: []Point{{1, 1}}}},
	} {
		m, err := ParseMap("test.map", c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := m.layout; fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s:\n%+v, want\n%+v", c.name, got, c.want)
		}
		if w, h := m.Size(); w != c.want.Width || h != c.want.Height || len(m.Walls()) != len(c.want.Walls) || len(m.Starts()) != len(c.want.Starts) {
			t.Errorf("%s: size %v by %v", c.name, w, h)
		}
	}
}

func TestMistakesInMapsAreAllReportedWithTheirPlaces(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // how the messages begin
	}{
		{"empty", "", []string{"m:1:1: the map has no size"}},
		{"unknown word", "size 5 5\n  door 1 2", []string{`m:2:3: "door" means nothing here`}},
		{"numbers missing", "size 5 5\nwall 1 2 3", []string{"m:2:1: 4 numbers are needed, not 3: wall X Y X Y"}},
		{"not numbers", "size 5 5\nwall 1 ä NaN 1e999", []string{`m:2:8: "ä" is not a number`, `m:2:10: "NaN" is not`, `m:2:14: "1e999" is not`}},
		{"after what is not Latin", "size 5 5\n\tstart  1 日本 // ü", []string{`m:2:11: "日本" is not a number`}},
		{"size twice", "size 5 5\nsize 6 6", []string{"m:2:1: the map has a size already"}},
		{"size too large", "\nsize 5 5e9", []string{"m:2:1: size: 5 by 5e+09 metres"}},
		{"off the map", "size 5 5\nwall 1 1 6 1\nstart 9 9\nenergy 9 9\npower -1 2", []string{"m:2:1: wall 1", "m:3:1: start 1", "m:4:1: energy spot 1", "m:5:1: power spot 1"}},
		{"a box inside out", "size 5 5\nbox 3 3 1 1", []string{"m:2:1: wall 1: the box's second corner"}},
		{"no wall", "size 5 5\nwall 3 3 3 3", []string{"m:2:1: wall 1: it must be"}},
		{"a picture without end", "picture 1\n##", []string{"m:1:1: the picture does not end"}},
		{"a picture without a size", "picture\n##\nend\nsize 3 3\nfoo", []string{"m:1:1: 1 numbers are needed, not 0", `m:5:1: "foo"`}},
		{"a picture of ants", "picture 0\n##\nend", []string{"m:1:1: a character of a picture stands for"}},
		{"two pictures", "picture 1\n##\nend\n picture 1\n##\nend", []string{"m:4:2: the map has a picture already"}},
		{"signs", "picture 1\n##x#\n#?\nend", []string{`m:2:3: "x" means nothing in a picture`, `m:3:2: "?" means`}},
		{"a picture larger than the map", "size 3 3\npicture 1\n....#\nend", []string{"m:3:5: wall 1: from {4 0} to {5 1} leaves the map"}},
		{"a picture of nothing", "picture 1\nend", []string{"m:1:1: size: 0 by 0 metres"}},
		{"wide pictures", "picture 1\n" + strings.Repeat(".", 600) + "\nend", []string{"m:1:1: the picture has 600 by 1 characters"}},
		{"a long word", "size 5 5\n" + strings.Repeat("ä", 500000), []string{`m:2:1: "` + strings.Repeat("ä", 40) + `..." means nothing here`}},
		{"not text", "size 5 5\xff", []string{"m:1:1: the text is not UTF-8"}},
		{"too long", strings.Repeat(" ", MaxTextBytes+1), []string{"m:1:1: the text has"}},
		{"too many walls", "size 9 9\n" + strings.Repeat("wall 1 1 2 2\n", MaxWalls+1), []string{"m:1026:1: walls: there are 1025"}},
		{"too many starts", "size 9 9\n" + strings.Repeat("start 1 1\n", MaxSpots+1), []string{"m:16386:1: starts: there are 16385"}},
		{"walls upon walls", "size 4000 4000\n" + strings.Repeat("box 0 0 4000 4000\n", MaxWalls), []string{"m:1:1: walls: together they cover"}},
	} {
		_, err := ParseMap("m", c.text)
		var all Mistakes
		if !errors.As(err, &all) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if lines := strings.Split(err.Error(), "\n"); len(lines) != len(c.want) || !begin(lines, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, err, strings.Join(c.want, "\n"))
		}
	}
}

func begin(lines, starts []string) bool {
	for i := range lines {
		if !strings.HasPrefix(lines[i], starts[i]) {
			return false
		}
	}
	return true
}

func TestNoiseIsReportedUpToABound(t *testing.T) {
	_, err := ParseMap("m", strings.Repeat("noise\n", 1000))
	if n := len(strings.Split(err.Error(), "\n")); n != maxMistakes {
		t.Errorf("%d messages", n)
	}
}

func TestNewMapChecksAsTheTextDoes(t *testing.T) {
	_, err := NewMap(Layout{Width: 5, Height: 5, Walls: []Wall{{A: Point{1, 1}, B: Point{9, 1}}}, Starts: []Point{{7, 7}}})
	if err == nil || !strings.Contains(err.Error(), "wall 1: from {1 1} to {9 1} leaves the map\narena: start 1") {
		t.Error(err)
	}
	big := Layout{Width: 4000, Height: 4000}
	for range MaxWalls {
		big.Walls = append(big.Walls, Wall{Point{0, 0}, Point{4000, 4000}, true})
	}
	if _, err := NewMap(big); err == nil || !strings.Contains(err.Error(), "together they cover") {
		t.Error(err)
	}
}

func TestAMapKeepsItsOwnLists(t *testing.T) {
	l := Layout{Width: 9, Height: 9, Walls: []Wall{{A: Point{1, 1}, B: Point{5, 1}}}, Starts: []Point{{1, 1}}, Energy: []Point{{1, 1}}, Power: []Point{{1, 1}}}
	m, err := NewMap(l)
	if err != nil {
		t.Fatal(err)
	}
	before := fmt.Sprint(m.layout)
	l.Walls[0].A, l.Starts[0], l.Energy[0], l.Power[0] = Point{}, Point{}, Point{}, Point{}
	if after := fmt.Sprint(m.layout); after != before {
		t.Errorf("%s, then %s", before, after)
	}
}

func FuzzParseMap(f *testing.F) {
	f.Add(yard)
	f.Add("picture 2\n####\n#@.e\n#  p\nend\n")
	f.Add("size 4096 4096\nwall 0 0 4096 4096\nbox 1e-3 0 4096 2")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMap("fuzz.map", text)
		if err != nil {
			var all Mistakes
			if !errors.As(err, &all) || len(all) == 0 || all[0].Line < 1 || all[0].Column < 1 {
				t.Fatalf("%v", err)
			}
			return
		}
		again, err := NewMap(m.layout)
		if err != nil || !reflect.DeepEqual(again, m) {
			t.Fatalf("made from its layout the map is another: %v", err)
		}
		w, h := m.Size()
		corner := Point{w, h}
		if m.Visible(Point{}, corner) != m.Visible(corner, Point{}) {
			t.Fatal("sight is not symmetric")
		}
		if m.Fits(corner, 0.1) || !m.Clear(Point{w / 2, h / 2}, Point{w / 2, h / 2}, 0) && m.Fits(Point{w / 2, h / 2}, 0.5) {
			t.Fatal("a body fits into a wall")
		}
	})
}
