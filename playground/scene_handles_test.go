package playground_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/playground"
)

const handled = "// a yard\r\nsize 20   10 // metres\r\nstart  1.50 2 // the first\nobjects cover as box at 1 2  3 4\t5 6 // three\npicture 1\nstart 1 1\nend\nbox 2 3 4 5.0\nwall 1 one 2 3\ncast a 1"

// Handles are what stands in lines; moved, only their numbers change, and back it is the same text.
func TestHandles(t *testing.T) {
	list := playground.Handles(handled)
	var got []string
	for _, h := range list {
		got = append(got, h.Kind)
	}
	if strings.Join(got, " ") != "start cover cover cover box" || list[2].Points[0] != (arena.Point{X: 3, Y: 4}) || list[4].Line != 8 || list[2].Type != "box" {
		t.Fatalf("%+v", list)
	}
	check := func(text string, err error, old, now string) string {
		t.Helper()
		if want := strings.Replace(handled, old, now, 1); err != nil || text != want {
			t.Errorf("%v: %q, want %q", err, text, want)
		}
		return text
	}
	text, err := playground.MoveHandle(handled, 0, []arena.Point{{X: 1.5, Y: 7.25}})
	check(text, err, "1.50 2", "1.50 7.25")
	text, err = playground.MoveHandle(handled, 4, []arena.Point{{X: 0, Y: 3}, {X: 4, Y: 5}})
	check(text, err, "box 2 3", "box 0 3")
	text, err = playground.RemoveHandle(handled, 2)
	check(text, err, "  3 4", "")
	text, err = playground.RemoveHandle(handled, 4)
	check(text, err, "box 2 3 4 5.0\n", "")
	text, at, err := playground.AddHandle(handled, "start", "", []arena.Point{{X: 9, Y: 8.5}})
	check(text, err, "the first\n", "the first\nstart 9 8.5\r\n")
	if at != 1 {
		t.Errorf("the new start is handle %d", at)
	}
	text, _, err = playground.AddHandle(handled, "power", "", []arena.Point{{X: 9, Y: 8}})
	check(text, err, "cast a 1", "cast a 1\r\npower 9 8")
	for _, wrong := range []error{
		second(playground.MoveHandle(handled, 9, nil)), second(playground.MoveHandle(handled, 0, nil)), second(playground.RemoveHandle(handled, -1)),
		third(playground.AddHandle(handled, "cover", "", []arena.Point{{}})), third(playground.AddHandle(handled, "cat", "", []arena.Point{{}})), third(playground.AddHandle(handled, "wall", "", []arena.Point{{}})),
	} {
		if wrong == nil {
			t.Error("a faulty edit was accepted")
		}
	}
}

func second(_ string, err error) error       { return err }
func third(_ string, _ int, err error) error { return err }

// In all scenes of the examples: what is moved, added and removed at random can be read, and says just that.
func TestHandlesOfExamples(t *testing.T) {
	files, _ := filepath.Glob("../examples/*/*.scene")
	if len(files) < 5 {
		t.Fatal("no scenes")
	}
	for n, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		scene, err := playground.ParseScene(file, text)
		if err != nil {
			t.Fatal(err)
		}
		w, h := scene.Map.Size()
		r := rand.New(rand.NewPCG(7, uint64(n)))
		for range 60 {
			list := playground.Handles(text)
			if len(list) == 0 {
				break
			}
			i := r.IntN(len(list))
			to := []arena.Point{{X: math.Round(w*r.Float64()*10) / 10, Y: math.Round(h*r.Float64()*10) / 10}}
			if k := list[i].Kind; k == "wall" || k == "box" { // of corners that fit the order of any
				to = []arena.Point{{X: 0.5, Y: math.Round(h*5*r.Float64()) / 10}, {X: w - 0.5, Y: h - 0.5}}
			}
			moved, err := playground.MoveHandle(text, i, to)
			if err != nil {
				t.Fatal(err)
			}
			now := playground.Handles(moved)
			for k := range list {
				want := list[k].Points
				if k == i {
					want = to
				}
				if len(now) != len(list) || now[k].Points[0] != want[0] || now[k].Kind != list[k].Kind || now[k].Line != list[k].Line {
					t.Fatalf("%s: moving %d to %v has changed %d: %+v", file, i, to, k, now)
				}
			}
			if _, err := playground.ParseScene(file, moved); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			back, err := playground.MoveHandle(moved, i, list[i].Points)
			if again := playground.Handles(back); err != nil || again[i].Points[0] != list[i].Points[0] || strings.Count(back, "\n") != strings.Count(text, "\n") {
				t.Fatalf("%s: moved back: %v\n%s", file, err, back)
			}
			added, at, err := playground.AddHandle(moved, list[i].Kind, list[i].Type, to)
			if err != nil || playground.Handles(added)[at].Points[0] != to[0] || len(playground.Handles(added)) != len(list)+1 {
				t.Fatalf("%s: %v: added at %d\n%s", file, err, at, added)
			}
			if removed, err := playground.RemoveHandle(added, at); err != nil || removed != moved {
				t.Fatalf("%s: %v: removed again it is\n%s", file, err, removed)
			}
			text = moved
		}
	}
}
