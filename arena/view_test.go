package arena

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test ./arena -update accepts it):\ngot:\n%s\nwant:\n%s", file, got, want)
	}
}

func TestView(t *testing.T) {
	m := parse(t, "size 30 16\nwall 8 0 8 6\nwall 20 15 27 10\nbox 12 5 16 9\nenergy 4 13\npower 27 3")
	a := newArena(t, Options{Map: m, Energy: Supply{Count: 1}, Power: Supply{Count: 1}})
	guard := walker
	guard.Sight, guard.ViewAngle, guard.Reach = 7, math.Pi/2, 1.5
	first, second := spawn(t, a, guard, Point{5, 8}), spawn(t, a, walker, Point{20, 4})
	third := spawn(t, a, walker, Point{11, 12})
	a.Face(first, Point{9, 12}, 1)
	a.Face(second, Point{20, 1}, 1)
	a.get(third).Health = 0
	golden(t, "view", (&View{Circles: []ID{first}}).Draw(a))
	golden(t, "view_small", (&View{Cols: 20, Rows: 6}).Draw(a))
}

func TestAViewHasTheSizeAskedFor(t *testing.T) {
	a, ids := crowded(t, 100, 60)
	for _, v := range []View{{Cols: 1, Rows: 1}, {Cols: 33, Rows: 7, Circles: ids}, {Cols: 9999, Rows: 9999}, {}} {
		cols, rows := min(v.Cols, MaxCols), min(v.Rows, MaxRows)
		if v.Cols == 0 {
			cols, rows = 120, 60
		}
		lines := strings.Split(strings.TrimSuffix(v.Draw(a), "\n"), "\n")
		if len(lines) != rows+3 {
			t.Fatalf("%d by %d: %d lines", cols, rows, len(lines))
		}
		for _, line := range lines[:rows+2] {
			if n := utf8.RuneCountInString(line); n != cols+2 {
				t.Fatalf("%d by %d: a line of %d", cols, rows, n)
			}
		}
	}
}

func TestSigns(t *testing.T) {
	seen := map[rune]bool{signDead: true}
	for i := range 60 {
		if r := Sign(i); seen[r] {
			t.Errorf("sign %d is %c, as another", i, r)
		} else {
			seen[r] = true
		}
	}
	if Sign(1000) != '@' {
		t.Error("there are more signs than expected")
	}
}
